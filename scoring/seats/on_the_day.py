"""The seats of a round that is made on the day: by standing, drawn, or as in the round before."""

from collections.abc import Mapping

from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.models import Movement
from record.refused import refuse
from rules.seating import Round as PlannedRound
from rules.seating import TableSeats
from scoring.standings.queries import standings_of
from tournament.models import Entry, Tournament
from tournament.seating.plans import PlanChoice
from tournament.seating.proposal import plan_anew
from tournament.seating.queries import as_plan, name_of, seating


class Seats(models.TextChoices):
    STANDING = "standing", gettext_lazy("By standing: leaders sit together")
    DRAWN = "drawn", gettext_lazy("Drawn")
    LAST = "last", gettext_lazy("The same seats as in the round before")


def refuse_withheld(tournament: Tournament, number: int) -> None:
    """No round is seated by standings that are withheld: the seats would tell them."""
    if tournament.withheld_from is not None and number > tournament.withheld_from:
        message = _(
            "The results from %(round)s on are withheld, and seats by standing would tell them. Show them first."
        )
        values = {"round": tournament.round_in_words(tournament.withheld_from)}
        raise refuse("withheld", message % values, "from_round")


def by_standing(tournament: Tournament, number: int) -> PlanChoice:
    """The choice to seat a round by the current standings. Refused where they are withheld."""
    refuse_withheld(tournament, number)
    by_number = {entry.number: entry for entry in tournament.entries.select_related("person")}
    now = standings_of(tournament)
    placed = now.by_themselves(now.ranked)  # until they go home, such players sit as everybody
    others = [row for row in now.places if not row.has_rank]
    leaders_first = [by_number[row.number] for row in (*placed, *others)]
    return PlanChoice(Movement.RANKED, standings=leaders_first)


def seats_of_bonus(
    tournament: Tournament, number: int, seats: Seats, seed: int, entries: Mapping[str, Entry]
) -> PlannedRound:
    """The seats of a bonus round for these players by name. Raises Refused where there are none."""
    if seats == Seats.LAST:
        return as_before(tournament, number - 1, entries)
    choice = (
        by_standing(tournament, number) if seats == Seats.STANDING else PlanChoice(Movement.RANDOM, rounds=1)
    )
    return plan_anew(tournament, number, choice, seed).rounds[-1].planned


def as_before(tournament: Tournament, number: int, entries: Mapping[str, Entry]) -> PlannedRound:
    """The seats of round `number`, without players who have left."""
    (before,) = as_plan(seating(tournament, [number]))
    tables = [
        TableSeats(table.table, *(name if name in entries else None for _letter, name in table.seats()))
        for table in before
    ]
    for table in tables:
        if 0 < len(table.players()) < 3:
            message = _("Fewer than three are left at table %d: choose other seats.")
            raise refuse("table-too-small", message % table.table, "seats")
    seated = {name for table in tables for name in table.players()}
    if left_out := [entry for name, entry in entries.items() if name not in seated]:
        message = _("%(names)s had no seat in the round before: choose other seats.")
        names = ", ".join(f"{entry.name} ({name_of(entry)})" for entry in left_out)
        raise refuse("no-seat-before", message % {"names": names}, "seats")
    return tuple(tables)
