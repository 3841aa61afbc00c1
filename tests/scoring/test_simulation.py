"""Made-up rounds go through the same actions as the pages, and count."""

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from scoring.models import Card, CardSet
from scoring.queries.standings import standings_of
from tests import builders
from tournament import backups
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


def simulate(made: Tournament, **options: int) -> None:
    call_command("simulate", made.slug, **options, verbosity=0)
    made.refresh_from_db()


@pytest.mark.parametrize("system", ["sanctioned", "club-day", "mahj-x"])
@pytest.mark.parametrize("players", [16, 19, 46])
def test_standings_equal_the_sums_of_the_cards(system: str, players: int) -> None:
    made = builders.running_tournament(builders.cast().club, players=players, rounds=3, system=system)
    simulate(made, rounds=3, seed=5)
    sums: dict[int, int] = {}
    for card in Card.objects.select_related("entry"):
        sums[card.entry.number] = sums.get(card.entry.number, 0) + sum(card.points)
    assert {place.number: place.total for place in standings_of(made).places} == sums
    assert set(CardSet.objects.values_list("state", flat=True)) == {"accepted"}


def test_the_same_seed_plays_the_same_games() -> None:
    club = builders.cast().club
    totals = []
    for seed in (3, 3, 4):
        made = builders.running_tournament(club, players=16, rounds=2)
        simulate(made, rounds=2, seed=seed)
        totals.append(
            [place.total for place in sorted(standings_of(made).places, key=lambda place: place.number)]
        )
    assert (totals[0] == totals[1], totals[0] == totals[2]) == (True, False)


def test_about_four_games_in_ten_are_walls() -> None:
    made = builders.running_tournament(builders.cast().club, players=64, rounds=4)
    simulate(made, rounds=4, seed=1)
    games: dict[tuple[int, int], list[int]] = {}
    for card in Card.objects.all():
        for game, points in enumerate(card.points):
            games.setdefault((card.card_set_id, game), []).append(points)
    walls = sum(1 for points in games.values() if points.count(10) >= 3)
    assert 0.33 < walls / len(games) < 0.47


@pytest.mark.parametrize(("slug", "sentence"), [("nowhere", "no tournament"), (None, "draw the seats first")])
def test_what_cannot_be_played_is_said(slug: str | None, sentence: str) -> None:
    made = builders.tournament(builders.cast().club, players=8)
    with pytest.raises(CommandError, match=sentence):
        call_command("simulate", slug or made.slug)


@pytest.mark.django_db(transaction=True)
def test_the_database_is_copied_when_a_round_is_complete() -> None:
    for old in backups.copies():
        old.path.unlink()
    made = builders.running_tournament(builders.cast().club, players=8, rounds=2)
    simulate(made, rounds=2, seed=1)
    expected = ["round 2 complete", "round 1 complete"] if connection.vendor == "sqlite" else []
    assert [copy.reason for copy in backups.copies()] == expected
