"""The announcement before a round, and the players who do not move by it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules.seating import LETTERS, Steps
from tournament.models import Round, Tournament
from tournament.seating.queries import RoundSeating, Spot, TakenSeat


def announcement(steps: Steps) -> str:
    """The move as announced: "A up 1, B down 1, C up 2, D stays"; lines break between letters only."""
    parts = []
    for letter, step in zip(LETTERS, steps, strict=True):
        words = _("stays") if step == 0 else _("up %d") % step if step > 0 else _("down %d") % -step
        parts.append(f"{letter} {words}".replace(" ", "\N{NO-BREAK SPACE}"))
    return ", ".join(parts)


def announced(round_: Round) -> str:
    """The announcement before a round; empty for the first one and for seat slips.

    Bonus rounds are beside the movement: behind one, people move from where they sat before it.
    """
    if not round_.steps:
        return ""
    words = announcement(Steps(**round_.steps))
    before = moved_from(round_.tournament, round_.number)
    if before == round_.number - 1:
        return words
    values = {"round": round_.tournament.round_in_words(before), "moves": words}
    return _("from the seats of %(round)s: %(moves)s") % values


def moved_from(tournament: Tournament, number: int) -> int:
    """The round whose seats the step announced before round `number` leads from."""
    before = number - 1
    while before in tournament.bonus_rounds:
        before -= 1
    return before


def led_to(round_: Round, spot: Spot, tables: int) -> Spot | None:
    """The spot that the step announced before `round_` leads to, among so many tables."""
    if not round_.steps:
        return None
    table, letter = spot
    return (table + round_.steps[letter] - 1) % tables + 1, letter


@dataclass(frozen=True)
class OwnWay(TakenSeat):
    """The seat of a player who does not go as announced; `stays`: the same seat as in the round before."""

    stays: bool = False


def own_ways(rounds: Sequence[RoundSeating]) -> dict[int, list[OwnWay]]:
    """By round, drawn or published, who sits elsewhere than its announced step leads from the round before, or did not
    play that round. `rounds` are all of a tournament; those where everybody goes as announced are left out.
    """
    by_number = {seated.round.number: seated for seated in rounds}
    ways: dict[int, list[OwnWay]] = {}
    for number, after in by_number.items():
        if not after.round.steps:
            continue
        before = by_number[moved_from(after.round.tournament, number)]
        sat = {taken_seat.entry.pk: taken_seat.spot for taken_seat in before.taken_seats}
        tables = rounds[0].tables[-1].number
        own = [
            OwnWay(taken_seat.entry, taken_seat.table, taken_seat.letter, stays=spot == taken_seat.spot)
            for taken_seat in after.taken_seats
            if (spot := sat.get(taken_seat.entry.pk)) is None
            or led_to(after.round, spot, tables) != taken_seat.spot
        ]
        if own:
            ways[number] = own
    return ways
