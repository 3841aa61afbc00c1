"""Digits changed over, dropped and added: which number is named, and how often it is the right one."""

from __future__ import annotations

import pytest

from rules.check import check_points
from rules.english import sentence
from rules.game import LETTERS
from rules.systems.registry import load_profile
from tools.wrong_games import Share, shares

SANCTIONED = load_profile("sanctioned")


def hints(*points):
    all_hints = check_points(dict(zip(LETTERS, points, strict=True)), SANCTIONED).hints
    return [
        (hint.code, [(change.seat, change.was, change.should_be) for change in hint.changes])
        for hint in all_hints
    ]


@pytest.mark.parametrize(
    ("points", "code", "seat", "rights"),
    [
        ((54, -10, 0, 0), "transposed", "A", [45]),
        ((25, -52, 0, 0), "transposed", "B", [-25]),
        ((0, -20, 59, 0), "transposed", "C", [95]),
        ((450, -10, 0, 0), "added-digit", "A", [45, 40, 50]),
        ((445, -10, 0, 0), "added-digit", "A", [45]),
        ((25, -100, 0, 0), "added-digit", "B", [-10]),
        ((10, 10, 100, 10), "added-digit", "C", [10]),
        ((4, -10, 0, 0), "dropped-digit", "A", [40, 45]),
        ((5, -25, 0, 0), "dropped-digit", "A", [25, 35, 45, 50, 75, 55, 65, 95]),
        ((25, -2, 0, 0), "dropped-digit", "B", [-20, -25]),
        ((10, 1, 10, 10), "dropped-digit", "B", [10]),
    ],
)
def test_a_slip_of_digits_is_named_before_any_other(points, code, seat, rights):
    was = points[LETTERS.index(seat)]
    slips = [(hint, changes) for hint, changes in hints(*points) if hint == code]
    assert slips == [(code, [(seat, was, right)]) for right in rights]
    assert hints(*points)[: len(slips)] == slips


def test_a_number_that_games_give_is_sooner_anything_else():
    assert [code for code, _ in hints(45, 25, 0, 0)][:2] == ["missing-minus", "two-winners"]


def test_a_0_takes_no_part():
    assert [hints(*points) for points in ((45, -20, 10, 0), (0, -10, 0, 0))] == [[], []]
    assert [code for code, _ in hints(25, 0, 0, 0) if "digit" in code] == []


def test_the_sentences():
    def first_sentence(*points):
        return sentence(check_points(dict(zip(LETTERS, points, strict=True)), SANCTIONED).hints[0])

    assert first_sentence(54, -10, 0, 0) == "A's 54 reads like 45 with two digits swapped."
    assert first_sentence(4, -10, 0, 0) == "A's 4 reads like 40 with a digit left out."
    assert first_sentence(450, -10, 0, 0) == "A's 450 reads like 45 with an extra digit."


@pytest.mark.slow
@pytest.mark.parametrize(
    ("system", "transposed", "dropped", "added"),
    [
        ("sanctioned", Share(22, 0, 21, 22), Share(45, 5, 19, 36), Share(621, 0, 507, 621)),
        ("club-day", Share(22, 0, 21, 22), Share(45, 5, 19, 36), Share(621, 0, 507, 621)),
        ("mahj-x", Share(21, 0, 18, 21), Share(43, 6, 15, 31), Share(594, 0, 502, 594)),
    ],
)
def test_how_often_the_true_game_is_named(system, transposed, dropped, added):
    """Wrong games, those legal all the same, the true game first, the true game named: of twelve games."""
    share = shares(system, 12)
    assert (share["transposed"], share["dropped-digit"], share["added-digit"]) == (transposed, dropped, added)
