"""What this application keeps of players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Model
from django.utils.translation import gettext_lazy as _

from scoring.models import (
    Adjustment,
    Card,
    CardSet,
    Ceremony,
    Complaint,
    Confirmation,
    FinalStandings,
    FinishTakenBack,
    PointLine,
    PotPayment,
    PrintedCards,
    PrizeAward,
    PrizeDecision,
    PrizeRow,
    Raffle,
    ReportedNumber,
    SetVersion,
    WriteOffTakenBack,
    WrittenOff,
)
from tournament.erasure.holdings import ERASED, Holding
from tournament.models import Person

NUMBERS = "numbers and codes"

HOLDINGS = (
    Holding(
        Card,
        _("Cards"),
        club="round__tournament__club",
        person="entry__person",
        harmless={"points": NUMBERS},
    ),
    Holding(
        PointLine,
        _("Points by clause"),
        club="round__tournament__club",
        person="entry__person",
        harmless={"code": NUMBERS, "clause": NUMBERS, "values": NUMBERS},
    ),
    Holding(
        Adjustment,
        _("Penalties and other points"),
        club="entry__tournament__club",
        person="entry__person",
        erased={"reason": ERASED, "cancel_reason": ERASED},
    ),
    Holding(
        Complaint,
        _("Warnings and disqualifications"),
        club="entry__tournament__club",
        person="entry__person",
        erased={"reason": ERASED, "taken_back_reason": ERASED},
    ),
    Holding(
        ReportedNumber,
        _("What they told the desk"),
        club="entry__tournament__club",
        person="entry__person",
        erased={"what": ERASED, "answer": ERASED},
    ),
    Holding(
        PotPayment,
        _("Shares of the pot"),
        club="entry__tournament__club",
        person="entry__person",
        erased={"note": ""},
    ),
    Holding(
        PrizeAward,
        _("Prizes"),
        club="row__tournament__club",
        person="entry__person",
        erased={"handed_over_note": ""},
        words=("thing",),
        harmless={"contest": "the name of a prize's contest"},
    ),
    Holding(
        PrizeRow,
        _("Prize plan"),
        club="tournament__club",
        words=("name", "things"),
        harmless={"cents": NUMBERS, "seed": NUMBERS, "drawn_from": NUMBERS},
    ),
    Holding(
        Raffle,
        _("Raffles"),
        club="tournament__club",
        words=("prize",),
        harmless={"seed": NUMBERS, "drawn_from": NUMBERS},
    ),
    Holding(FinalStandings, _("Final standings"), club="tournament__club", words=("places",)),
    Holding(
        CardSet,
        _("Cards of a table"),
        club="round__tournament__club",
        words=("held_reason", "ruling", "games"),
    ),
    Holding(
        SetVersion,
        _("History of cards"),
        club="table__round__tournament__club",
        words=("reason", "typed", "corrected_numbers"),
        harmless={"entries": "keys of entries", "lines": NUMBERS},
    ),
    Holding(
        Confirmation, _("Cards typed twice"), club="card_set__round__tournament__club", words=("retyped",)
    ),
    Holding(WrittenOff, _("Tables written off"), club="table__round__tournament__club", words=("reason",)),
    Holding(
        WriteOffTakenBack, _("Tables written off"), club="table__round__tournament__club", words=("reason",)
    ),
    Holding(
        PrintedCards,
        _("Printed cards"),
        club="tournament__club",
        words=("names",),
        harmless={"seats": "keys of entries"},
    ),
)

NOBODYS: dict[type[Model], str] = {
    Ceremony: "keys of rows",
    FinishTakenBack: "two moments",
    PrizeDecision: NUMBERS,
}


def final_places(person: Person) -> Iterable[tuple[str, Mapping[str, Any]]]:
    """The person's lines of final standings, which were written when they became final."""
    entries = {entry.pk: entry for entry in person.entries.all()}
    finals = FinalStandings.objects.filter(tournament__entries__in=entries).select_related("tournament")
    for final in finals.order_by("pk"):
        for place in final.places:
            if place["entry"] in entries:
                yield (
                    str(_("Final standings")),
                    {
                        str(_("Tournament")): final.tournament.name,
                        str(_("Name")): place["name"],
                        str(_("Place")): place["rank"],
                        str(_("Total")): place["total"],
                    },
                )
