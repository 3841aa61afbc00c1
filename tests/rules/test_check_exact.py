"""`check` says legal if and only if some game without infractions scores so, and gives every reading there is."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from msgspec import UNSET

from rules.check import check_points
from rules.check.games import legal
from rules.check.index import index_of
from rules.check.numbers import Numbers
from rules.game import LETTERS
from rules.score import score_game
from tools.every_game import PROFILES, by_points, key

pytestmark = pytest.mark.slow

PLACES = [(name, seats) for name in PROFILES for seats in (LETTERS, ("A", "C", "D"))]

each_place = pytest.mark.parametrize(("name", "seats"), PLACES, ids=lambda value: "".join(value))


def candidates(name: str, seats: tuple[str, ...]) -> list[int]:
    """Numbers of every kind: all penalties, all points that are no win, some wins, and some that nothing gives.

    At a table of three they are many more than at a table of four, so that both boxes can be looked through.
    """
    profile = PROFILES[name]
    scores = sorted({number for points in by_points(name, seats)[None] for number in points})
    wins = [number for number in scores if number >= profile.values[0]]
    some = wins if len(seats) == 3 else [wins[0], *wins[1:-1:3], wins[-1]]
    fines = {-cost for cost in profile.infractions.values() if isinstance(cost, int)}
    return sorted({*scores} - {*wins} | {*some} | fines | {7, -15})


def few(name: str) -> list[int]:
    """Fewer still, for every choice of dead players."""
    profile = PROFILES[name]
    value = profile.values[0]
    return sorted(
        {0, profile.wall, profile.unfinished, -profile.thrower[0], value, value + profile.self_picked}
    )


@each_place
def test_legal_if_and_only_if_some_game_scores_so(name, seats):
    table, expected = index_of(PROFILES[name]), by_points(name, seats)[None]
    numbers = candidates(name, seats)
    box = product(numbers, repeat=len(seats))
    legal_points = {points for points in box if legal(table, Numbers(seats, points))}
    assert legal_points == {points for points in expected if set(points) <= set(numbers)}


@each_place
def test_legal_with_exactly_these_dead_if_and_only_if_some_game_scores_so(name, seats):
    table, expected = index_of(PROFILES[name]), by_points(name, seats)
    numbers = few(name)
    box = list(product(numbers, repeat=len(seats)))
    for dead in (dead for dead in expected if dead is not None):
        legal_points = {points for points in box if legal(table, Numbers(seats, points, tuple(sorted(dead))))}
        assert legal_points == {points for points in expected[dead] if set(points) <= set(numbers)}


@each_place
def test_the_readings_are_all_the_games_there_are_each_once(name, seats):
    profile, expected = PROFILES[name], by_points(name, seats)
    for dead, by_number in expected.items():
        for points, keys in by_number.items():
            answer = check_points(
                dict(zip(seats, points, strict=True)), profile, dead=UNSET if dead is None else sorted(dead)
            )
            assert answer.verdict == "legal"
            assert Counter(key(game, profile) for game in answer.games) == Counter(keys)
            assert answer.hints == ()


@each_place
def test_every_reading_scores_back_to_its_numbers(name, seats):
    profile = PROFILES[name]
    for dead, by_number in by_points(name, seats).items():
        for points in by_number:
            numbers = dict(zip(seats, points, strict=True))
            for game in check_points(numbers, profile, dead=UNSET if dead is None else sorted(dead)).games:
                scored = score_game(game, profile)
                assert (scored.status, scored.points, scored.warnings) == ("scored", numbers, [])


def with_infractions(name: str, seats: tuple[str, ...], points: tuple[int, ...]) -> Counter:
    """Every game with at most one infraction for each seat that gives these points, by its key and penalties."""
    profile, legal_games = PROFILES[name], by_points(name, seats)[None]
    costs = {kind: cost for kind, cost in profile.infractions.items() if isinstance(cost, int) and cost}
    anybody = {cost for kind, cost in costs.items() if kind != "misnamed-for-mahjong"}
    games: Counter = Counter()
    for fines in product({0, *costs.values()}, repeat=len(seats)):
        base = tuple(number + fine for number, fine in zip(points, fines, strict=True))
        for own in legal_games.get(base, ()):
            thrower = own[4] if own[0] == "win" else None
            if all(
                fine in anybody or not fine or seat == thrower
                for seat, fine in zip(seats, fines, strict=True)
            ):
                games[own, fines] += 1
    return games


@each_place
def test_readings_with_infractions_are_all_there_are_each_once(name, seats):
    profile = PROFILES[name]
    legal_points = by_points(name, seats)[None]
    for points in product([*few(name), -5, -20], repeat=len(seats)) if len(seats) == 3 else SOME_OF_FOUR:
        if points in legal_points:
            continue
        numbers = dict(zip(seats, points, strict=True))
        answer = check_points(numbers, profile)
        expected = with_infractions(name, seats, points)
        assert answer.verdict == ("with-infraction" if expected else "impossible")
        assert Counter((key(game, profile), fined(game, profile)) for game in answer.games) == expected
        for game in answer.games:
            assert score_game(game, profile).points == numbers


def fined(game, profile) -> tuple[int, ...]:
    """What the infractions of a reading cost each seat; at most one for each."""
    by_seat = {infraction.seat: profile.infractions[infraction.kind] for infraction in game.infractions}
    assert len(by_seat) == len(game.infractions)
    return tuple(by_seat.get(seat, 0) for seat in game.seats)


SOME_OF_FOUR = [
    *product((45, 0, -10), (-10, -20, 0, 25), (0, -10, -35), (0, -10, 15)),
    *product((10, 0, -10, 20), repeat=4),
]


@each_place
def test_the_simplest_reading_comes_first(name, seats):
    profile = PROFILES[name]
    for points in [*by_points(name, seats)[None], *product((35, 0, -10, -20), repeat=len(seats))]:
        readings = check_points(dict(zip(seats, points, strict=True)), profile).games
        ranks = [rank(game, profile) for game in readings]
        assert ranks == sorted(ranks)


def rank(game, profile) -> tuple:
    """Infractions, bonuses that pay, players whose hand is out, seat of the winner."""
    won = game.outcome == "win"
    bonuses = (
        won and game.self_picked and profile.self_picked > 0,
        won and game.jokerless and profile.jokerless > 0,
        won and game.hand_class == "exposed" and game.exposures == 0 and profile.no_exposure > 0,
    )
    erring = () if game.error is UNSET else (game.error.caller, *game.error.exposed)
    out = {*game.dead, *game.dead_after_throw, *erring}
    return len(game.infractions), sum(bonuses), len(out), game.winner if won else ""
