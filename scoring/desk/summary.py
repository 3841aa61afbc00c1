"""Merges the faults of a set into few sentences, for the line that says why it was not accepted."""

from collections.abc import Iterable, Iterator

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from record.refused import FieldFault
from scoring.sets.places import FieldPlace

# code -> the sentence for several cards or games with this fault
TOGETHER = {
    "unverified": gettext_lazy("Nobody has verified %(several)s."),
    "card-missing": gettext_lazy("The cards of %(several)s are missing."),
    "missing": gettext_lazy("Numbers are missing: %(several)s."),
    "total-missing": gettext_lazy("The written totals of %(several)s are missing."),
    "game-missing": gettext_lazy("Nothing is typed yet of games %(several)s."),
}


def summary(faults: Iterable[FieldFault]) -> Iterator[FieldFault]:
    """The faults, with one sentence for all cards or games that have the same fault.

    A wrong total is prefixed with its card's letter, which its sentence omits because it is usually shown at the
    card.
    """
    faults = list(faults)
    for fault in faults:
        same_faults = (
            [other for other in faults if other.code == fault.code]
            if fault.code in TOGETHER and _position(fault)
            else []
        )
        if len(same_faults) > 1:
            if fault is same_faults[0]:
                places = list(dict.fromkeys(filter(None, map(_position, same_faults))))
                several = get_text_list(places, _("and"))
                yield FieldFault(fault.code, fault.field, str(TOGETHER[fault.code]) % {"several": several})
        elif fault.code == "total-differs":
            message = fault.message[:1].lower() + fault.message[1:]
            yield FieldFault(fault.code, fault.field, f"{_position(fault)}: {message}")
        else:
            yield fault


def _position(fault: FieldFault) -> str:
    """The card that the fault is about, or for games without facts the game; "" for any other place."""
    place = FieldPlace.read(fault.field)
    return str(place.its_game or "") if fault.code == "game-missing" else place.card
