"""In which order the readings come when several are equally simple, and none of them is lost or made up."""

from __future__ import annotations

from rules.check import check_points
from rules.game import LETTERS, ErrorCall, Infraction
from rules.score import score_game
from rules.systems.registry import load_profile

from .described import describe


def four(*points):
    return dict(zip(LETTERS, points, strict=True))


def words(points, profile, **marks):
    return [describe(game, profile) for game in check_points(points, profile, **marks).games]


def test_a_pick_before_a_throw_then_the_throwers_by_letter_then_the_higher_hand():
    free = load_profile("mahj-x", {"jokerless": 20, "no_exposure": 10, "thrower": [0, 0, 0, 0]})
    ways = ["B self-picked", "A threw to", "C threw to", "D threw to"]
    bare = {way: ", no exposures" if way == ways[0] else " with no exposures" for way in ways}
    assert words(four(0, 60, 0, 0), free) == [
        *(f"{way} 60" for way in ways),
        *(reading for way in ways for reading in (f"{way} 50{bare[way]}", f"{way} 40, no jokers")),
        *(f"{way} 30{bare[way]}, no jokers" for way in ways),
    ]


def test_a_wall_before_time():
    level = load_profile("sanctioned", {"unfinished": 10})
    assert words(four(10, 10, 10, 10), level) == ["Wall game", "Unfinished at time"]


def test_a_wall_before_an_error_that_ended_the_game():
    sanctioned = load_profile("sanctioned")
    assert words(four(0, 10, 0, 0), sanctioned, dead=["C", "D"], error=ErrorCall("A")) == [
        "Wall game; C and D dead; A called mah jongg in error",
        "A called mah jongg in error, only B kept the hand intact; C and D dead",
    ]


def test_fewer_infractions_then_the_dead_by_letter():
    late = load_profile("sanctioned", {"unfinished": 10, "wall": 40})
    games = check_points(four(0, 0, 0, -10), late).games
    unfinished = [([*game.dead], len(game.infractions)) for game in games if game.outcome == "unfinished"]
    assert unfinished == [(["A", "D"], 3), (["B", "D"], 3), (["C", "D"], 3), (["D"], 4)]


def test_a_number_that_nothing_explains_is_in_no_reading_although_another_is_a_hand_less_a_fine():
    dear = load_profile("sanctioned", {"infractions": {"blind-pass-look": 25}, "values": [25]})
    assert check_points(four(0, -10, 7, 0), dear).verdict == "impossible"
    readings = check_points(four(0, -10, -25, 0), dear).games
    assert {tuple(score_game(game, dear).points.values()) for game in readings} == {(0, -10, -25, 0)}


def test_marked_infractions_stand_among_the_others_by_seat():
    marked = [("C", "blind-pass-look"), ("D", "blind-pass-look")]
    sanctioned = load_profile("sanctioned")
    games = check_points(four(25, -10, -10, -20), sanctioned, infractions=marked).games
    fined = [(game.value, [infraction.seat for infraction in game.infractions]) for game in games]
    assert fined == [(25, ["B", "C", "D"]), (35, ["A", "B", "C", "D"])]


def test_misnaming_the_winning_tile_explains_only_what_its_thrower_has():
    def infractions(points, answer):
        answers = {"blind-pass-look": 0, "misnamed-for-mahjong": answer}
        house = load_profile("sanctioned", {"infractions": answers})
        return [[*game.infractions] for game in check_points(points, house).games]

    misnamed = Infraction("B", "misnamed-for-mahjong")
    assert infractions({"A": 25, "B": -55, "C": 0}, 45) == [[misnamed]]
    assert infractions({"A": 25, "B": -10, "C": -45}, 45) == []
    assert infractions({"A": 25, "B": -55, "C": 0}, "dead") == []
    assert infractions({"A": 25, "B": -11, "C": 0}, "dead") == []


def test_two_infractions_may_explain_one_penalty():
    house = load_profile("sanctioned", {"infractions": {"out-of-turn": 15}, "values": [25]})
    assert words({"A": 25, "B": -35, "C": 0}, house) == [
        "B threw to 25 with three or more exposures; B looked at a blind pass",
        "B threw to 25 with two exposures; B played out of turn",
    ]
