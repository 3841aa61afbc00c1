"""Extras of the house: what `rules.score` gives for them, `rules.check` finds again."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rules.check import check_points
from rules.commands.check import answer_line
from rules.game import Refusal
from rules.score import score_game
from rules.systems.registry import load_profile

from .described import describe
from .test_score_properties import POINTS_SYSTEMS, rack_games

CONCEALED = {"code": "concealed", "name": "concealed hand", "points": 15, "to": "winner", "per": "game"}
DOOR = {"code": "door", "name": "door prize", "points": 5, "to": "seat", "per": "round"}
PHONE = {"code": "phone", "name": "telephone rang", "points": -10, "to": "seat", "per": "game"}
HOUSE = {"extras": [CONCEALED, DOOR]}


def check(points, **more):
    line = {
        "system": "sanctioned",
        "profile": HOUSE,
        "points": dict(zip("ABCD", points, strict=True)),
        **more,
    }
    return json.loads(answer_line(json.dumps(line).encode()))


def marks(game):
    return [(mark["seat"], mark["code"]) for mark in game.get("extras", [])]


def test_an_extra_explains_a_number_that_no_game_gives_alone():
    answer = check([40, -10, 5, 0])  # 25 and the winner's 15; C's 5 is no game's
    assert answer["verdict"] == "legal"
    readings = {(game["value"], game["jokerless"], tuple(marks(game))) for game in answer["games"]}
    assert readings == {(25, False, (("A", "concealed"), ("C", "door"))), (35, False, (("A", "door"), ("C", "door"))),
                     (40, False, (("C", "door"),))}  # fmt: skip
    assert check([40, -10, 7, 0])["verdict"] == "impossible"


def test_marked_extras_are_exactly_those_there_were():
    both = [{"seat": "A", "code": "concealed"}, {"seat": "C", "code": "door"}]
    answer = check([40, -10, 5, 0], extras=both)
    assert [(game["value"], marks(game)) for game in answer["games"]] == [
        (25, [("A", "concealed"), ("C", "door")])
    ]
    assert check([40, -10, 5, 0], extras=[])["verdict"] == "impossible"
    assert check([25, -10, 0, 0], extras=None)["verdict"] == "legal"


def test_an_extra_for_the_winner_contradicts_a_seat_that_did_not_win():
    answer = check([25, -10, 15, 0], extras=[{"seat": "C", "code": "concealed"}])
    assert (answer["verdict"], answer["games"]) == ("impossible", [])
    assert [(wrong["code"], wrong["seat"]) for wrong in answer["contradictions"]] == [
        ("not-for-outcome", "C")
    ]
    assert "concealed hand" in answer["contradictions"][0]["message"]


def test_a_slip_is_found_beside_a_marked_extra():
    answer = check([25, 10, 5, 0], extras=[{"seat": "C", "code": "door"}])
    assert answer["hints"][0]["code"] == "missing-minus"
    assert answer["hints"][0]["changes"] == [{"seat": "B", "was": 10, "should_be": -10}]


def test_what_the_question_names_wrongly_is_refused():
    answer = check(
        [25, -10, 0, 0],
        extras=[
            {"seat": "E", "code": "door"},
            {"seat": "A", "code": "bluff"},
            {"seat": "A", "code": "bluff"},
        ],
    )
    assert {(error["field"], error["code"]) for error in answer["errors"]} == {
        ("extras.0.seat", "seat-not-at-table"),
        ("extras.1.code", "bad-value"),
        ("extras.2", "bad-value"),
        ("extras.2.code", "bad-value"),
    }


def test_the_games_in_words_name_their_extras():
    profile = load_profile("sanctioned", HOUSE)
    answer = check_points({"A": 25, "B": -10, "C": 5, "D": 0}, profile, extras=[("C", "door")])
    assert {describe(game, profile).partition("; ")[2] for game in answer.games} == {"door prize for C"}


@st.composite
def games_with_extras(draw):
    game = draw(rack_games(systems=POINTS_SYSTEMS))
    extras = draw(st.lists(st.sampled_from([CONCEALED, DOOR, PHONE]), unique_by=lambda extra: extra["code"]))
    chosen = [
        {"seat": seat, "code": extra["code"]}
        for extra in extras
        for seat in game["seats"]
        if (extra["to"] == "seat" or seat == game.get("winner")) and draw(st.booleans())
    ]
    infractions, fined = [], set()  # of infractions the answer names one a seat at most
    for infraction in game["infractions"]:
        if infraction["seat"] not in fined:
            infractions.append(infraction)
            fined.add(infraction["seat"])
    if "value" in game:
        game["value"] = draw(st.sampled_from([25, 30, 50, 75]))
    return game | {"infractions": infractions, "extras": chosen, "profile": {"extras": extras}}


def facts(game):
    return (game.get("winner"), game.get("value"), game.get("thrower"), game["outcome"])


@pytest.mark.slow
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(games_with_extras(), st.booleans())
def test_the_numbers_of_a_game_with_extras_lead_back_to_it(game, is_marked):
    scored = score_game(game)
    assume(not isinstance(scored, Refusal) and scored.status == "scored" and "ruled" not in game)
    question = {"system": game["system"], "profile": game["profile"], "points": scored.points}
    question |= {"extras": game["extras"]} if is_marked else {}
    answer = json.loads(answer_line(json.dumps(question).encode()))
    assert answer["verdict"] != "impossible"
    for reading in answer["games"]:
        again = score_game(reading)
        assert not isinstance(again, Refusal), again
        assert again.points == scored.points
        if is_marked:
            assert sorted(marks(reading)) == sorted(marks(game))
    if answer["verdict"] == "with-infraction" or not game["infractions"]:
        costing = {line.seat for line in scored.lines if line.code in ("blind-pass-look", "out-of-turn")}
        if game["outcome"] == "win" and not costing:
            assert facts(game) in [facts(reading) for reading in answer["games"]]
