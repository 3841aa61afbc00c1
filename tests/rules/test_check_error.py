"""A mah jongg in error that the desk knows of: the readings are all the games that have it, and no others."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from rules.check import check_cards, check_points
from rules.check.games import legal
from rules.check.index import index_of
from rules.check.numbers import Numbers
from rules.game import LETTERS, ErrorCall
from rules.score import score_game
from rules.systems.registry import load_profile
from tools.every_game import PROFILES, every_game, key

from .described import describe

OF_THREE = ("A", "C", "D")
PLACES = [*((name, OF_THREE) for name in PROFILES), ("house fines", LETTERS)]
SANCTIONED = load_profile("sanctioned")
each_place = pytest.mark.parametrize(("name", "seats"), PLACES, ids=lambda value: "".join(value))


def with_error(name: str, seats: tuple[str, ...]) -> dict[tuple, dict[tuple[int, ...], set]]:
    """For each mah jongg in error by C (who exposed, who else was dead) the points there are, and their games."""
    profile = PROFILES[name]
    games: dict[tuple, dict[tuple[int, ...], set]] = defaultdict(lambda: defaultdict(set))
    for facts, points in every_game(profile, seats):
        if facts.error is not UNSET and facts.error.caller == "C":
            declared = frozenset((*facts.dead, *facts.dead_after_throw))
            games[facts.error.exposed, declared][points].add((facts.outcome, key(facts, profile)))
    return games


@pytest.mark.slow
@each_place
def test_the_readings_are_all_the_games_with_that_error_each_once(name, seats):
    profile, table = PROFILES[name], index_of(PROFILES[name])
    expected = with_error(name, seats)
    everything = {points for by_number in expected.values() for points in by_number}
    for (exposed, declared), by_number in expected.items():
        error = ErrorCall("C", exposed)
        dead = tuple(sorted(declared))
        legal_points = {
            points for points in everything if legal(table, Numbers(seats, points, dead, (), error))
        }
        assert legal_points == set(by_number)
        for points, keys in by_number.items():
            numbers = dict(zip(seats, points, strict=True))
            answer = check_points(numbers, profile, dead=sorted(declared), error=error)
            assert (answer.verdict, answer.hints) == ("legal", ())
            assert Counter((game.outcome, key(game, profile)) for game in answer.games) == Counter(keys)
            for game in answer.games:
                scored = score_game(game, profile)
                assert (scored.status, scored.points) == ("scored", numbers)
                assert (game.error.caller, set(game.error.exposed)) == ("C", set(exposed))
                assert {*game.dead, *game.dead_after_throw} == declared


def words(points: dict[str, int], *exposed: str, **marks) -> list[str]:
    answer = check_points(points, SANCTIONED, error=ErrorCall("C", exposed), **marks)
    return [describe(game, SANCTIONED) for game in answer.games]


def four(*points: int) -> dict[str, int]:
    return dict(zip(LETTERS, points, strict=True))


def test_an_error_in_words():
    assert words(four(10, 10, 0, 10)) == ["Wall game; C called mah jongg in error"]
    assert words(four(10, 10, 0, 0), "D") == ["Wall game; C called mah jongg in error, D showed the hand"]
    assert words(four(35, -10, 0, 0), "D") == [
        "B threw to 35 with at most one exposure; C called mah jongg in error, D showed the hand"
    ]
    assert words(four(10, 0, 0, 0), "B", "D") == ["C called mah jongg in error, only A kept the hand intact"]
    assert words(four(25, -10, 0, 0), dead=["B"]) == [
        "B threw to 25 with at most one exposure; B dead; C called mah jongg in error"
    ]
    both = check_points(four(35, -10, 0, 0), SANCTIONED, error=ErrorCall("C", ("D",))).games[0]
    both = replace(both, error=ErrorCall("C", ("A", "D")))
    assert describe(both, SANCTIONED).endswith("; C called mah jongg in error, A and D showed their hands")


def test_who_called_in_error_neither_wins_nor_throws_nor_gets_the_wall():
    for numbers in (four(0, -10, 25, 0), four(25, 0, -10, 0), four(10, 10, 10, 10), four(0, 0, 10, 0)):
        assert check_points(numbers, SANCTIONED, error=ErrorCall("C")).verdict != "legal"
    hint = check_points(four(10, 10, 10, 10), SANCTIONED, error=ErrorCall("C")).hints[0]
    assert [(change.seat, change.should_be) for change in hint.changes] == [("C", 0)]


def test_every_game_of_a_set_has_its_own_error():
    cards = {"A": [10, 10], "B": [0, 10], "C": [0, 10], "D": [0, 10]}
    answer = check_cards(cards, SANCTIONED, [{"error": ErrorCall("C", ("B", "D"))}, {"error": None}])
    assert answer.verdict == "legal"
    assert [game.error for game in answer.by_game[0].games] == [ErrorCall("C", ("B", "D"))]
    assert [game.outcome for game in answer.by_game[1].games] == ["wall"]
    assert (
        check_cards(cards, SANCTIONED, [{"error": None}, {"error": ErrorCall("C", ("B", "D"))}]).verdict
        == "impossible"
    )
