"""Days of all five systems end in prizes that are worked out here, from points that are written down here.

The plans reach over what goes wrong by hand: ties over the border of two rows, odd cents among three, exclusive prizes
that pass down, high and low at a table of three, a category, a block, and a correction after the freeze.
"""

from __future__ import annotations

import pytest
from django.utils import timezone

from scoring.finishing.actions import finish
from scoring.models import PointLine, PrizeAward, PrizeRow
from scoring.prizes.actions import fix
from scoring.prizes.queries import PrizePlan
from tests import builders
from tests.scoring.standings.test_standings import accept
from tournament.models import Round, Tournament

pytestmark = pytest.mark.django_db
SYSTEMS = ["sanctioned", "club-day", "sixteen-hands", "card-game", "mahj-x"]

# Points of players 1 to 7 in round 1 (morning) and round 2 (afternoon). In both, 1 to 4 sit at the table of four of
# round 1; letters go by `builders.seat_everybody`: A1 B1 C1 D1 A2 B2 C2.
MORNING = {1: 120, 2: 40, 3: 80, 4: 40, 5: 60, 6: 0, 7: -20}
AFTERNOON = {1: 0, 2: 60, 3: 20, 4: 60, 5: 40, 6: 70, 7: -10}
TOTALS = {1: 120, 2: 100, 3: 100, 4: 100, 5: 100, 6: 70, 7: -30}
TABLE_OF_THREE = (5, 6, 7)


def day(cast: builders.Cast, system: str) -> Tournament:
    tournament = builders.running_tournament(
        cast.club, players=7, rounds=2, rounds_per_block=1, block_names="AM, PM", system=system
    )
    Round.objects.filter(tournament=tournament).update(published_at=timezone.now())
    for round_, points in zip(tournament.rounds.order_by("number"), (MORNING, AFTERNOON), strict=True):
        for table in round_.tables.all():
            games = tournament.games_per_round
            numbers = {
                seat.letter: [points[seat.entry.number]] + [0] * (games - 1)
                for seat in table.seats.select_related("entry")
            }
            accept(round_, table.number, numbers)
    newcomers = tournament.categories.create(name="Newcomers")
    tournament.entries.filter(number__in=(4, 5, 7)).update(category=newcomers)
    tournament.refresh_from_db()
    return tournament


def plan(tournament: Tournament) -> dict[str, PrizeRow]:
    newcomers = tournament.categories.get()
    rows = {
        "first": {"criterion": "overall", "cents": [10000]},
        "second and third": {"criterion": "overall", "first_place": 2, "cents": [5001, 2500]},
        "fourth": {"criterion": "overall", "first_place": 4, "cents": [1000]},
        "exclusive day": {"criterion": "overall", "cents": [700, 600], "exclusive": True},
        "exclusive AM": {"criterion": "block", "number": 1, "cents": [500], "exclusive": True},
        "exclusive PM": {"criterion": "block", "number": 2, "cents": [400], "exclusive": True},
        "high": {"criterion": "table-high", "number": 1, "things": ["Pin"]},
        "low": {"criterion": "table-low", "number": 1, "cents": [101]},
        "newcomers": {"criterion": "category", "category": newcomers, "cents": [301]},
    }
    return {
        name: PrizeRow.objects.create(tournament=tournament, position=position, name=name, **fields)
        for position, (name, fields) in enumerate(rows.items(), 1)
    }


EXPECTED = {
    # 120 alone is first. Four have 100 for places 2 to 5: 50.01 + 25.00 + 10.00 + nothing = 85.01, of which 2125 each
    # and the odd cent to the lowest number: places over two rows' borders are pooled.
    ("first", 1): 10000,
    ("second and third", 2): 2126,
    ("second and third", 3): 2125,
    ("second and third", 4): 2125,
    ("second and third", 5): 2125,
    # Exclusive: 1 has the first; the second, 6.00, is pooled by the four of 100.
    ("exclusive day", 1): 700,
    **{("exclusive day", number): 150 for number in (2, 3, 4, 5)},
    # 1 won the morning, then 3, 5, 2 and 4: they all hold one, so it passes to 6, with nothing.
    ("exclusive AM", 6): 500,
    # 6 won the afternoon and holds the morning's; 2 and 4, 5, 3, 1 hold the day's: 7 is left.
    ("exclusive PM", 7): 400,
    # Round 1: table of four 120, 40, 80, 40; table of three 60, 0, -20.
    ("high", 1): "Pin",
    ("high", 5): "Pin",
    ("low", 2): 51,
    ("low", 4): 50,
    ("low", 7): 101,
    # Of 4, 5 and 7 the first two have 100 each and share 3.01.
    ("newcomers", 4): 151,
    ("newcomers", 5): 150,
}


def prizes_of(tournament: Tournament) -> dict[tuple[str, int], int | str]:
    prize_plan = PrizePlan(tournament)
    return {
        (prize_plan.rows[award.row].name, award.entry): award.thing or award.cents
        for award in prize_plan.outcome.awards
    }


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_prize_of_the_day_is_as_worked_out_by_hand(cast: builders.Cast, system: str) -> None:
    tournament = day(cast, system)
    plan(tournament)
    assert prizes_of(tournament) == EXPECTED


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_correction_after_the_freeze_names_what_it_moves_and_moves_nothing(
    cast: builders.Cast, system: str
) -> None:
    tournament = day(cast, system)
    rows = plan(tournament)
    finish(tournament, by=cast.director)
    tournament.refresh_from_db()
    fix(tournament, rows={row.pk for row in rows.values()}, by=cast.director)
    prizes = {
        (award.row.name, award.entry.number): award.thing or award.cents
        for award in PrizeAward.objects.select_related("row", "entry")
    }
    assert prizes == EXPECTED
    # 5's afternoon was 10 less: 90 and no longer tied. Places 2 to 4 are 85.01 among three, 28.34, 28.34 and 28.33.
    line = PointLine.objects.get(entry__number=5, round__number=2, game=1)
    PointLine.objects.filter(pk=line.pk).update(points=30)
    Tournament.objects.filter(pk=tournament.pk).update(journal_head="corrected")
    tournament.refresh_from_db()
    moved = {
        (move.row.name, move.entry.number): (move.was_cents, move.cents)
        for move in PrizePlan(tournament).moved
    }
    assert moved == {
        ("second and third", 2): (2126, 2834),
        ("second and third", 3): (2125, 2834),
        ("second and third", 4): (2125, 2833),
        ("second and third", 5): (2125, 0),
        # 6.00 among three; 5 is free for the morning, which was 60 and behind 1 and 3 alone.
        **{("exclusive day", number): (150, 200) for number in (2, 3, 4)},
        ("exclusive day", 5): (150, 0),
        ("exclusive AM", 5): (0, 500),
        ("exclusive AM", 6): (500, 0),
        ("exclusive PM", 6): (0, 400),
        ("exclusive PM", 7): (400, 0),
        ("newcomers", 4): (151, 301),
        ("newcomers", 5): (150, 0),
    }
    assert PrizeAward.objects.count() == len(EXPECTED)
