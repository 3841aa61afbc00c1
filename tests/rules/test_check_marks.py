"""What is marked beside the numbers is a fact: no reading contradicts it, completes it, or leaves it out."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

import pytest
from msgspec import UNSET

from rules.check import check_points
from rules.english import sentence
from rules.game import LETTERS, ErrorCall
from rules.score import score_game
from rules.systems.registry import load_profile
from tools.every_game import PROFILES, every_game, key

SANCTIONED = load_profile("sanctioned")
OF_THREE = ("A", "B", "D")


def four(*points: int) -> dict[str, int]:
    return dict(zip(LETTERS, points, strict=True))


def marks_of(facts):
    """What somebody who marks everything marks of this game."""
    error = (
        None if facts.error is UNSET else ErrorCall(facts.error.caller, tuple(sorted(facts.error.exposed)))
    )
    return tuple(sorted((*facts.dead, *facts.dead_after_throw))), error


def all_marks(seats):
    """Every way to mark each hand, none, dead, called or shown, with at most one caller, and nobody shown without."""
    for roles in product(("", "dead", "called", "shown"), repeat=len(seats)):
        seats_by_role = {
            role: tuple(s for s, own in zip(seats, roles, strict=True) if own == role) for role in roles
        }
        callers = seats_by_role.get("called", ())
        if len(callers) <= 1 and (callers or "shown" not in seats_by_role):
            yield (
                seats_by_role.get("dead", ()),
                ErrorCall(callers[0], seats_by_role.get("shown", ())) if callers else None,
            )


@pytest.mark.slow
@pytest.mark.parametrize("name", list(PROFILES))
def test_the_readings_of_a_marked_game_are_all_the_games_with_these_marks(name):
    """Without those for the director: fewer than two hands live at the end of a game without an error."""
    profile = PROFILES[name]
    by_marks = defaultdict(lambda: defaultdict(set))
    for facts, points in every_game(profile, OF_THREE):
        live = len({*OF_THREE} - {*facts.dead, *facts.dead_after_throw})
        if facts.ruled is UNSET and (live > 1 or facts.outcome == "win" or facts.error is not UNSET):
            by_marks[marks_of(facts)][points].add((facts.outcome, key(facts, profile)))
    for (dead, error), by_points in by_marks.items():
        for points, expected in by_points.items():
            numbers = dict(zip(OF_THREE, points, strict=True))
            answer = check_points(numbers, profile, dead=dead, error=error)
            assert answer.verdict == "legal"
            readings = [(game.outcome, key(game, profile)) for game in answer.games]
            assert sorted(readings, key=repr) == sorted(expected, key=repr)


@pytest.mark.slow
@pytest.mark.parametrize("name", list(PROFILES))
def test_no_reading_contradicts_or_completes_what_is_marked(name):
    """Whatever the numbers and the marks are; and where there is no reading, something is said about it."""
    profile = PROFILES[name]
    wins = (profile.values[0], profile.values[-1] + profile.jokerless)
    some = sorted({0, profile.wall, profile.error_survivor, -profile.thrower[0], -profile.thrower[3], *wins})
    unsaid = []
    for dead, error in all_marks(OF_THREE):
        for points in product(some, repeat=3):
            numbers = dict(zip(OF_THREE, points, strict=True))
            answer = check_points(numbers, profile, dead=dead, error=error)
            for game in answer.games:
                assert marks_of(game) == (
                    dead,
                    error and ErrorCall(error.caller, tuple(sorted(error.exposed))),
                )
                assert (game.ruled, score_game(game, profile).points) == (UNSET, numbers)
                assert bool(game.infractions) == (answer.verdict == "with-infraction")
            assert not (answer.contradictions and answer.games)
            without = check_points(numbers, profile)
            if without.verdict == "legal" and not (answer.games or answer.contradictions or answer.hints):
                unsaid.append((points, dead, error))
    assert unsaid == [] or name.startswith("house")


@pytest.mark.parametrize(
    ("points", "marks", "codes"),
    [
        ((0, 0, 0, 0), {"error": ErrorCall("A", ("B", "C"))}, [("survivor-unpaid", "D")]),
        ((0, 0, 0, 0), {"error": ErrorCall("A", ("B",)), "dead": ["C"]}, [("survivor-unpaid", "D")]),
        ((10, 0, 0, 0), {"dead": ["B", "C", "D"]}, [("needs-ruling", "A")]),
        ((0, 0, 0, 0), {"dead": ["A", "B", "C", "D"]}, [("needs-ruling", None)]),
        ((10, 0, 0, 0), {"error": None}, [("needs-ruling", "A")]),
        ((10, 0, 0, 0), {"error": ErrorCall("C"), "dead": []}, [("play-goes-on", "A")]),
        ((25, -10, 0, 0), {"dead": ["A"]}, [("dead-winner", "A")]),
        ((25, -10, 0, 0), {"error": ErrorCall("A")}, [("dead-winner", "A")]),
        ((25, -10, 0, 0), {"error": ErrorCall("C", ("A",))}, [("dead-winner", "A")]),
        ((25, -10, 0, 0), {"error": ErrorCall("B")}, [("dead-thrower", "B")]),
        ((25, -10, 0, 0), {"error": ErrorCall("C", ("B",))}, [("dead-thrower", "B")]),
        ((35, 0, 0, 0), {"error": ErrorCall("C", ("B", "D"))}, [("should-have-ended", "A")]),
        ((25, -10, 0, 0), {"infractions": [("C", "misnamed-for-mahjong")]}, [("not-the-thrower", "C")]),
        ((10, 10, 10, 10), {"infractions": [("C", "misnamed-for-mahjong")]}, [("not-the-thrower", "C")]),
        (
            (25, -10, 0, 0),
            {"infractions": [("B", "misnamed-for-mahjong"), ("C", "misnamed-for-mahjong")]},
            [("not-the-thrower", "C")],
        ),
        ((25, -10, 0, 0), {"infractions": [("C", "racked-called-tile")]}, [("needs-ruling", "C")]),
        ((10, 10, 10, 10), {"dead": ["C"]}, [("dead-winner", "C")]),
        ((25, -10, 0, 0), {"dead": ["C"]}, []),
        ((26, -10, 0, 0), {}, []),
    ],
)
def test_what_is_wrong_with_the_marks_is_named(points, marks, codes):
    answer = check_points(four(*points), SANCTIONED, **marks)
    assert [(wrong.code, wrong.seat) for wrong in answer.contradictions] == codes
    assert answer.verdict == ("impossible" if codes or points[0] == 26 else "legal")


def test_the_sentences():
    def sentences(points, **marks):
        return [sentence(wrong) for wrong in check_points(four(*points), SANCTIONED, **marks).contradictions]

    assert sentences((0, 0, 0, 0), dead=[*"ABCD"]) == [
        "No hand was live, without a mah jongg in error: the director decides about this game."
    ]
    assert sentences((25, -10, 0, 0), infractions=[("C", "racked-called-tile")]) == [
        "C put a called tile in the rack: the director decides what follows from it."
    ]
    assert sentences((25, -10, 0, 0), error=ErrorCall("C", ("B",))) == [
        "B is marked as having shown the hand over an error, and does not throw the winning tile after it."
    ]
    assert sentences((10, 0, 0, 0), error=ErrorCall("C", ("B",)), dead=[]) == [
        (
            "A alone has points after C's error, but D kept the hand intact too, so that play went on. "
            "Mark whoever else was out."
        )
    ]


def test_an_unpaid_survivor_is_mended_first():
    [hint] = check_points(four(0, 0, 0, 0), SANCTIONED, error=ErrorCall("A", ("B", "C"))).hints
    assert (hint.code, [(change.seat, change.should_be) for change in hint.changes]) == (
        "missing-bonus",
        [("D", 10)],
    )


def test_an_infraction_that_was_marked_is_neither_doubled_nor_taken_for_another():
    marked = [("D", "blind-pass-look")]
    [game] = check_points(four(25, -10, 0, -10), SANCTIONED, infractions=marked).games
    assert [(each.seat, each.kind) for each in game.infractions] == marked
