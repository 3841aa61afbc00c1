"""Made-up rounds go through the same actions as the pages, and count."""

import contextlib
import random
from collections.abc import Callable

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from record import backups
from rules.systems.registry import load_profile
from scoring.models import Card, CardSet
from scoring.sets.disputes import hold_set
from scoring.standings.queries import standings_of
from tests import builders
from tests.scoring import paper
from tournament.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases, pytest.mark.slow]


def simulate(tournament: Tournament, **options: int) -> None:
    call_command("simulate", tournament.slug, **options, verbosity=0)
    tournament.refresh_from_db()


@pytest.mark.parametrize(
    ("system", "players"),
    [("sanctioned", 22), ("club-day", 11), ("mahj-x", 8), ("sixteen-hands", 11), ("card-game", 8)],
)
def test_standings_equal_the_sums_of_the_cards(system: str, players: int) -> None:
    tournament = builders.running_tournament(builders.cast().club, players=players, rounds=2, system=system)
    simulate(tournament, rounds=2, seed=5)
    sums: dict[int, int] = {}
    for card in Card.objects.select_related("entry"):
        sums[card.entry.number] = sums.get(card.entry.number, 0) + sum(card.points)
    assert {place.number: place.total for place in standings_of(tournament).places} == sums
    assert set(CardSet.objects.values_list("state", flat=True)) == {"accepted"}


def test_the_same_seed_plays_the_same_games() -> None:
    club = builders.cast().club
    totals = []
    for seed in (3, 3, 4):
        tournament = builders.running_tournament(club, players=8, rounds=1)
        simulate(tournament, rounds=1, seed=seed)
        totals.append(
            [place.total for place in sorted(standings_of(tournament).places, key=lambda place: place.number)]
        )
    assert (totals[0] == totals[1], totals[0] == totals[2]) == (True, False)


def test_a_held_set_is_ruled_on() -> None:
    cast = builders.cast()
    tournament = builders.running_tournament(cast.club, players=8, rounds=1)
    hold_set(*paper.judged(tournament), reason="two wins in game 1", by=cast.director)
    simulate(tournament, rounds=1, seed=5)
    assert list(CardSet.objects.order_by("table__number").values_list("state", "ruling")) == [
        ("accepted", "Played out with made-up games."),
        ("accepted", ""),
    ]


def test_about_four_games_in_ten_are_walls() -> None:
    dice, profile = random.Random(1), load_profile("sanctioned")
    games = [*profile.family.made_up("ABCD", 2_000, profile, {}, dice)]
    assert 0.37 < sum(game.outcome == "wall" for game in games) / len(games) < 0.43


@pytest.mark.parametrize(
    ("slug", "sentence"), [("nowhere", "no tournament"), (None, "the seats are not drawn")]
)
def test_what_cannot_be_played_is_said(slug: str | None, sentence: str) -> None:
    tournament = builders.tournament(builders.cast().club, players=8)
    with pytest.raises(CommandError, match=sentence):
        call_command("simulate", slug or tournament.slug)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("transactions", [contextlib.nullcontext, transaction.atomic])
def test_the_database_is_copied_once_when_a_round_is_complete(
    transactions: Callable[[], contextlib.AbstractContextManager[None]],
) -> None:
    """Also where many tables are accepted in one transaction, as of the demonstration club."""
    for old in backups.copies():
        old.path.unlink()
    tournament = builders.running_tournament(builders.cast().club, players=8, rounds=2)
    with transactions():
        simulate(tournament, rounds=2, seed=1)
    expected = ["round 2 complete", "round 1 complete"] if connection.vendor == "sqlite" else []
    assert [copy.reason for copy in backups.copies()] == expected
