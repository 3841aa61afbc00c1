"""What an application above this one says about tables, and which of its pages a tournament leads to.

`scoring` answers in its `AppConfig.ready`. Until then no table has cards, and a tournament leads to its rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from rules.game import Fault
    from tournament.models import Table, Tournament

    Narrow = Callable[[QuerySet[Table]], QuerySet[Table]]


def _none(tables: QuerySet[Table]) -> QuerySet[Table]:
    return tables.none()


def _code(fault: Fault) -> str:
    return fault.code


@dataclass(frozen=True)
class Recorded:
    """What an entry of the journal says, for comparing it with what is stored."""

    sequence: int
    verb: str
    subject: str
    new: Any
    reason: str


def _no_contradictions(_tournament: Tournament, _records: Iterable[Recorded]) -> Iterator[str]:
    return iter(())


@dataclass
class Above:
    """`with_cards` and `settled` narrow a queryset of tables; each stays one query. Pages are names of addresses."""

    with_cards: Narrow = _none
    """Those for which something was typed: who sat there is a matter of record."""
    settled: Narrow = _none
    """Those that nobody waits for any more: the cards are accepted, or a director wrote the table off."""
    sentence: Callable[[Fault], str] = _code
    """The sentence of a fault that was stored with a set."""
    contradictions: Callable[[Tournament, Iterable[Recorded]], Iterator[str]] = _no_contradictions
    """A sentence for each place where what is stored is not what the journal's entries say, oldest first."""
    public_page: str = "rounds"
    """Where players look; takes the tournament's slug."""
    work_page: str = "rounds"
    """Where a director begins; takes the tournament's slug."""


above = Above()
