"""What is announced before a round, and who does not move by it."""

from django.db.models import Max
from django.utils.translation import gettext as _

from rules.seating import LETTERS, Steps
from tournament.models import Round, Table, Tournament
from tournament.seating.queries import RoundSeating, Spot, TakenSeat, seating


def announcement(steps: Steps) -> str:
    """The move as it is called out: "A up 1, B down 1, C up 2, D stays"; no line ends within one letter's."""
    parts = []
    for letter, step in zip(LETTERS, steps, strict=True):
        words = _("stays") if step == 0 else _("up %d") % step if step > 0 else _("down %d") % -step
        parts.append(f"{letter} {words}".replace(" ", "\N{NO-BREAK SPACE}"))
    return ", ".join(parts)


def announced(round_: Round) -> str:
    """What is called out before a round; empty for the first one and where players go by seat slip."""
    return announcement(Steps(**round_.steps)) if round_.steps else ""


def led_to(round_: Round, spot: Spot, tables: int) -> Spot | None:
    """Where the step announced before `round_` leads from a seat, in a room of so many tables."""
    if not round_.steps:
        return None
    table, letter = spot
    return (table + round_.steps[letter] - 1) % tables + 1, letter


def off_the_announcement(before: RoundSeating, after: RoundSeating, tables: int) -> list[TakenSeat]:
    """Who sits elsewhere than the announced step leads from the round before.

    Empty where nothing was announced; somebody who did not play the round before needs to be told anyway.
    """
    if not after.round.steps:
        return []
    sat = {taken_seat.entry.pk: taken_seat.spot for taken_seat in before.taken_seats}
    return [
        taken_seat
        for taken_seat in after.taken_seats
        if taken_seat.entry.pk not in sat
        or led_to(after.round, sat[taken_seat.entry.pk], tables) != taken_seat.spot
    ]


def exceptions(tournament: Tournament, round_seating: RoundSeating) -> list[TakenSeat]:
    """Who does not come to a seat of this published round by the announced step; empty where none was announced."""
    if round_seating.round.published_at is None or not round_seating.round.steps:
        return []
    tables = Table.objects.filter(round__tournament=tournament, round__number=1).aggregate(Max("number"))
    (before,) = seating(tournament, [round_seating.round.number - 1])
    return off_the_announcement(before, round_seating, tables["number__max"])
