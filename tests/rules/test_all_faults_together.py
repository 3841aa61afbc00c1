"""Faults of different kinds in one game are all named, and what is misshapen leaves the rest judged."""

from __future__ import annotations

import pytest

from rules.score import score_game

WIN = {"outcome": "win", "winner": "A", "value": 25, "thrower": "B"}
POINTS = {"system": "sanctioned", **WIN}
CARDS = {"system": "card-game", **WIN}
SIXTEEN = {"system": "sixteen-hands", "outcome": "played"}
ERROR = {"caller": "A", "exposed": ["B", "C"]}


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (
            {**CARDS, "outcome": "wall", "misnamed": True},
            [
                "misnamed not-for-outcome",
                "thrower not-for-outcome",
                "value not-for-outcome",
                "winner not-for-outcome",
            ],
        ),
        (
            {**CARDS, "thrower": "A", "challenges": [{"by": "A", "of": "A", "upheld": True}]},
            ["challenges.0 bad-challenge", "thrower winner-is-thrower"],
        ),
        (
            {
                **CARDS,
                "challenges": [
                    {"by": "A", "of": "A", "upheld": True},
                    {"by": "B", "of": "E", "upheld": True},
                ],
            },
            ["challenges.0 bad-challenge", "challenges.1.of seat-not-at-table"],
        ),
        (
            {**SIXTEEN, "outcome": "stale", "bouquet": ["E"], "mahjong": {"seat": "A", "hand": 17}},
            [
                "bouquet not-for-outcome",
                "bouquet seat-not-at-table",
                "mahjong not-for-outcome",
                "mahjong.hand unknown-hand",
            ],
        ),
        ({**SIXTEEN, "won_before": {"A": {"0": "round 1 game 1"}}}, ["won_before.A unknown-hand"]),
        ({**SIXTEEN, "seats": ["A"], "bouquet": ["A"]}, ["seats bad-seats"]),
        (
            {
                **POINTS,
                "infractions": [{"seat": "A", "kind": "sneezing"}, {"seat": "C", "kind": "out-of-turn"}],
            },
            ["infractions.0.kind unknown-infraction", "infractions.1.kind enter-as-dead"],
        ),
        (
            {**POINTS, "outcome": 3, "infractions": [{"seat": "A", "kind": "misnamed-for-mahjong"}]},
            ["outcome wrong-type"],
        ),
        ({"system": "sanctioned", "outcome": "wall", "seats": 3, "ruled": "wall"}, ["seats wrong-type"]),
        ({"system": "sanctioned", "outcome": "wall", "error": 3, "ruled": "wall"}, ["error wrong-type"]),
        ({**POINTS, "profile": {"no_exposure": 1}}, ["exposures exposures-needed"]),
        (
            {"system": "card-game", "outcome": "error", "error": {"caller": "A", "exposed": ["B", 3]}},
            ["error.exposed.1 wrong-type"],
        ),
        ({"system": "card-game", "outcome": "error", "seats": 3, "error": ERROR}, ["seats wrong-type"]),
        (
            {**SIXTEEN, "fishing": 3, "override": {"code": "hand-won-before", "reason": "x"}},
            ["fishing wrong-type"],
        ),
        (
            {**SIXTEEN, "won_before": 3, "override": {"code": "hand-won-before", "reason": "x"}},
            ["won_before wrong-type"],
        ),
    ],
)
def test_all_of_it_is_named_and_nothing_besides(game, expected):
    assert [f"{fault.field} {fault.code}" for fault in score_game(game).errors] == expected


def test_a_decision_still_to_come_has_no_points_lines_or_warnings():
    three_dead = {"system": "sanctioned", "outcome": "wall", "dead": ["B", "C", "D"]}
    racked = {**POINTS, "value": 55, "infractions": [{"seat": "C", "kind": "racked-called-tile"}]}
    thrown_in = {"system": "card-game", "outcome": "thrown-in"}
    for game, status in ((three_dead, "ruling"), (racked, "ruling"), (thrown_in, "replay")):
        scored = score_game(game)
        assert (scored.status, scored.points, scored.lines, scored.warnings) == (status, {}, [], [])


def test_one_dead_player_of_three_is_no_ruling():
    wall = score_game({"system": "sanctioned", "seats": ["A", "B", "C"], "outcome": "wall", "dead": ["B"]})
    assert (wall.status, wall.points) == ("scored", {"A": 10, "B": 0, "C": 10})


def test_a_value_off_the_list_warns_in_payments_too():
    assert score_game({**CARDS, "value": 55}).warnings == ["value-off-list"]
    assert score_game(CARDS).warnings == []
    error = {"system": "card-game", "outcome": "error", "error": {**ERROR, "value": 55}}
    assert score_game(error).warnings == ["value-off-list"]
