"""The order of the lines about cards in an archive, reading them as pages do, and what finals keep of a person."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from club.models import Person
from scoring.models import (
    Adjustment,
    Card,
    CardSet,
    Complaint,
    Confirmation,
    CorrectionWindow,
    FinalStandings,
    PointLine,
    Pot,
    PotPayment,
    PrizeAward,
    PrizeDecision,
    PrizeRow,
    Raffle,
    ReportedNumber,
    SetVersion,
    WrittenOff,
)
from scoring.sets.lines import line_in_words, wrong_lines
from scoring.sets.typed import from_data
from scoring.standings.queries import calculate
from tournament.models import Tournament

ORDER = (
    CardSet,
    Card,
    PointLine,
    WrittenOff,
    Confirmation,
    SetVersion,
    Adjustment,
    Complaint,
    PrizeRow,
    PrizeDecision,
    PrizeAward,
    Raffle,
    CorrectionWindow,
    ReportedNumber,
    PotPayment,
    Pot,
    FinalStandings,
)


def check(tournament: Tournament) -> None:
    """Reads every set, every step of its history, every line and the standings; raises where one cannot be read."""
    list(wrong_lines(tournament))
    profile = tournament.profile
    for step in SetVersion.objects.filter(table__round__tournament=tournament, typed__isnull=False):
        from_data(step.typed or {}, profile)
    for confirmation in Confirmation.objects.filter(card_set__round__tournament=tournament):
        if confirmation.retyped is not None:
            from_data(confirmation.retyped, profile)
    for line in PointLine.objects.filter(round__tournament=tournament):
        line_in_words(line, profile, tournament.cards_carry)
    calculate(tournament)


def outcome(tournament: Tournament) -> list[Any]:
    """The standings as JSON, without the keys of this database."""
    places = calculate(tournament).places
    return [[place.number, place.full_name, place.rank, place.total, place.rounds] for place in places]


def of_person(person: Person) -> Iterable[tuple[str, Mapping[str, Any]]]:
    """The person's lines of final standings, which were written when they became final."""
    entries = {entry.pk: entry for entry in person.entries.all()}
    finals = FinalStandings.objects.filter(tournament__entries__in=entries).select_related("tournament")
    for final in finals.order_by("pk"):
        for place in final.places:
            if place["entry"] in entries:
                yield (
                    _("Final standings"),
                    {
                        _("Tournament"): final.tournament.name,
                        _("Name"): place["name"],
                        _("Place"): place["rank"],
                        _("Total"): place["total"],
                    },
                )
