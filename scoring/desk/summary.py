"""Merges the faults of a set into few sentences, for the line that says why it was not accepted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.refused import Fault

CARD = re.compile(r"^([A-D])-")
GAME = re.compile(r"^g(\d{1,2})-")

# code -> pattern of the card or game in the fault's field, and the sentence for several of them
TOGETHER = {
    "unverified": (CARD, gettext_lazy("Nobody has verified %(several)s.")),
    "card-missing": (CARD, gettext_lazy("The cards of %(several)s are missing.")),
    "missing": (CARD, gettext_lazy("Numbers are missing: %(several)s.")),
    "total-missing": (CARD, gettext_lazy("The written totals of %(several)s are missing.")),
    "game-missing": (GAME, gettext_lazy("Nothing is typed yet of games %(several)s.")),
}


def summary(faults: Iterable[Fault]) -> Iterator[Fault]:
    """The faults, with one sentence for all cards or games that have the same fault.

    A wrong total is prefixed with its card's letter, which its sentence omits because it is usually shown at the
    card.
    """
    faults = list(faults)
    for fault in faults:
        position = TOGETHER.get(fault.code, (CARD, ""))[0].match(fault.field)
        same_faults = (
            [other for other in faults if other.code == fault.code]
            if position and fault.code in TOGETHER
            else []
        )
        if len(same_faults) > 1:
            if fault is same_faults[0]:
                yield _several(same_faults)
        elif position and fault.code == "total-differs":
            message = fault.message[:1].lower() + fault.message[1:]
            yield Fault(fault.code, fault.field, f"{position[1]}: {message}")
        else:
            yield fault


def _several(faults: Sequence[Fault]) -> Fault:
    pattern, sentence = TOGETHER[faults[0].code]
    positions = dict.fromkeys(position[1] for fault in faults if (position := pattern.match(fault.field)))
    return Fault(faults[0].code, faults[0].field, str(sentence) % {"several": listed(list(positions))})


def listed(names: Sequence[str]) -> str:
    """ "A", "A and B", "A, B and C"."""
    *others, last = names
    return _("%(some)s and %(last)s") % {"some": ", ".join(others), "last": last} if others else last
