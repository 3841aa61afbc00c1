"""The announcement before a round, and the players who do not move by it."""

from django.db.models import Max
from django.utils.translation import gettext as _

from rules.seating import LETTERS, Steps
from tournament.models import Round, Table, Tournament
from tournament.seating.queries import RoundSeating, Spot, TakenSeat, seating


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


def off_the_announcement(before: RoundSeating, after: RoundSeating, tables: int) -> list[TakenSeat]:
    """Players who sit elsewhere than the announced step leads from the round before, or did not play that round.

    Empty without an announcement.
    """
    if not after.round.steps:
        return []
    spots_before = {taken_seat.entry.pk: taken_seat.spot for taken_seat in before.taken_seats}
    return [
        taken_seat
        for taken_seat in after.taken_seats
        if taken_seat.entry.pk not in spots_before
        or led_to(after.round, spots_before[taken_seat.entry.pk], tables) != taken_seat.spot
    ]


def exceptions(tournament: Tournament, round_seating: RoundSeating) -> list[TakenSeat]:
    """Players of this published round who do not follow the announcement; empty without one."""
    if round_seating.round.published_at is None or not round_seating.round.steps:
        return []
    tables = Table.objects.filter(round__tournament=tournament, round__number=1).aggregate(Max("number"))
    (before,) = seating(tournament, [moved_from(tournament, round_seating.round.number)])
    return off_the_announcement(before, round_seating, tables["number__max"])
