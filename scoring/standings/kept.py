"""What is computed once for each journal entry of a tournament and then kept in the process, as it is.

Whoever is given it changes nothing in it. A cache that writes its values down would read 500 rows again for each page.
"""

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import TypeVar

from tournament.models import Tournament

Kept = TypeVar("Kept")
MOST = 8
_kept: OrderedDict[tuple[object, ...], object] = OrderedDict()


def until_the_next_entry(make: Callable[[Tournament, int | None], Kept]) -> Callable[..., Kept]:
    """Keeps what `make` computes of a tournament up to a round (None: of all rounds)."""

    @wraps(make)
    def kept(tournament: Tournament, *, until: int | None = None) -> Kept:
        key = (make.__qualname__, tournament.pk, tournament.journal_head, until)
        value = _kept.get(key)
        if value is None:
            value = make(tournament, until)
        with suppress(KeyError):  # or another thread did
            _kept[key] = value
            _kept.move_to_end(key)
            while len(_kept) > MOST:
                _kept.popitem(last=False)
        return value  # type: ignore[return-value]  # of this `make`, by the key

    return kept


def forget() -> None:
    _kept.clear()
