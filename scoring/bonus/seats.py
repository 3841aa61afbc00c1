"""Who sits where in a bonus round."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.game import Refusal
from rules.seating import Round as PlannedRound
from rules.seating import TableSeats
from scoring.seats.by_standing import by_standing
from tournament.models import Entry, Movement, Tournament
from tournament.refused import Refused, refuse
from tournament.seat_changes.plan_again import PlanChoice, new_plan
from tournament.seating.queries import as_plan, name_of, seating
from tournament.words import fault_in_words


class Seats(models.TextChoices):
    STANDING = "standing", gettext_lazy("By standing: leaders sit together")
    DRAWN = "drawn", gettext_lazy("Drawn")
    LAST = "last", gettext_lazy("As in the round before it: everybody stays where they are")


def seats_of_bonus(
    tournament: Tournament, number: int, seats: Seats, seed: int, entries: Mapping[str, Entry]
) -> PlannedRound:
    """The seats of a bonus round for these players by name. Raises Refused where there are none."""
    if seats == Seats.LAST:
        return as_before(tournament, number - 1, entries)
    choice = by_standing(tournament, number) if seats == Seats.STANDING else PlanChoice(Movement.RANDOM)
    plan = new_plan(tournament, number, choice, seed, dict(entries), is_bonus=True)
    if isinstance(plan, Refusal):
        raise Refused(map(fault_in_words, plan.errors))
    return plan.rounds[-1]


def as_before(tournament: Tournament, number: int, entries: Mapping[str, Entry]) -> PlannedRound:
    """The seats of round `number`, without those who are not among the players any more."""
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
