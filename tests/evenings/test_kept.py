"""What an evening leaves: places by the average of a game, now and at any minute, and the same elsewhere."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from demo.simulation import play_table
from evenings.actions import next_round
from record.archive.reading import parse
from record.archive.writing import archive
from scoring.history.queries import standings_at
from scoring.models import Card
from scoring.standings.queries import calculate
from tests import builders
from tests.tournament.archive.events import empty_installation
from tournament.archive.actions import restore
from tournament.models import SittingOut, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases, pytest.mark.slow]


@pytest.fixture
def played(cast: builders.Cast) -> Tournament:
    """Five people, three rounds: each round one sits out, and one comes for the last."""
    tonight = builders.tournament(
        cast.club,
        players=5,
        is_evening=True,
        ranks_by_average=True,
        date=timezone.localdate(),
        movement="",
        time_zone="UTC",
    )
    dice = Random(3)
    for _round in range(3):
        round_ = next_round(tonight, by=cast.director)
        for table in round_.tables.all():
            play_table(tonight, table, dice=dice, by=cast.director)
    tonight.refresh_from_db()
    return tonight


def places(tournament: Tournament) -> list[Any]:
    return [(row.number, row.rank, row.total, row.average) for row in calculate(tournament).places]


def test_places_go_by_the_exact_average_of_the_games_played(played: Tournament) -> None:
    averages = {}
    for entry in played.entries.all():
        games = [points for card in Card.objects.filter(entry=entry) for points in card.points]
        averages[entry.number] = (sum(games), Fraction(sum(games), len(games)))
    expected = [
        (number, 1 + sum(other > average for _total, other in averages.values()), total, round(average * 100))
        for number, (total, average) in averages.items()
    ]
    assert sorted(places(played)) == sorted(expected)
    # Whoever sat out played four games fewer.
    assert sorted({len(Card.objects.filter(entry=entry)) for entry in played.entries.all()}) == [2, 3]
    then = standings_at(played, timezone.now())
    assert [(row.number, row.rank, row.total, row.average) for row in then.places] == places(played)


def test_an_evening_comes_back_from_its_archive(played: Tournament, cast: builders.Cast) -> None:
    content = archive(played, contacts=True)
    before = places(played), list(SittingOut.objects.values_list("round__number", "entry__number"))
    restored = restore(parse(content), empty_installation(), by=None).tournament
    assert archive(restored, contacts=True) == content
    rows = SittingOut.objects.values_list("round__number", "entry__number")
    assert (places(restored), list(rows)) == before
