"""The ``check`` command to the letter, and a reading in words."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.check import check_points
from rules.check.forms import facts_of
from rules.commands.check import answer_line, answer_value
from rules.commands.json_lines import NotJsonError
from rules.english import ENGLISH
from rules.game import ErrorCall, Infraction
from rules.score import score_game
from rules.systems.points import PointsGame
from rules.systems.registry import load_profile

from .described import describe

SANCTIONED = load_profile("sanctioned")
MAHJ_X = load_profile("mahj-x")


def answer_to(line):
    """The command's answer, which is the same for the line and for its value."""
    text = answer_line(json.dumps(line).encode())
    assert text == answer_value(line)
    return json.loads(text)


def faults(line):
    return [(fault["code"], fault["field"]) for fault in answer_to(line)["errors"]]


def four(*points):
    return dict(zip("ABCD", points, strict=True))


LINE = {"system": "sanctioned", "points": four(45, -20, 0, 0)}
WIN = {
    "system": "sanctioned",
    "seats": ["A", "B", "C", "D"],
    "outcome": "win",
    "winner": "A",
    "value": 45,
    "hand_class": "exposed",
    "jokerless": False,
    "self_picked": False,
    "thrower": "B",
    "exposures": 2,
    "dead": [],
    "infractions": [],
}


def test_one_game():
    assert answer_to(LINE) == {
        "verdict": "legal",
        "games": [WIN, {**WIN, "value": 25, "jokerless": True}],
        "hints": [],
    }


def test_the_order_of_the_seats_changes_nothing():
    turned = {"system": "sanctioned", "points": {"D": 0, "B": -20, "A": 45, "C": 0}}
    assert answer_to(turned) == answer_to(LINE)


def test_a_hint():
    assert answer_to({"system": "sanctioned", "points": four(45, 20, 0, 0)}) == {
        "verdict": "impossible",
        "games": [],
        "hints": [
            {
                "code": "missing-minus",
                "changes": [{"seat": "B", "was": 20, "should_be": -20}],
                "message": "B's 20 reads like a penalty whose minus sign is missing: -20.",
            }
        ],
    }


def test_who_was_dead():
    assert answer_to({**LINE, "dead": ["C", "B"]})["games"] == [
        {**game, "dead": ["C"], "dead_after_throw": ["B"]} for game in answer_to(LINE)["games"]
    ]
    assert answer_to({**LINE, "dead": ["A"]})["verdict"] == "impossible"


def test_changed_numbers_come_back_with_each_game():
    line = {"system": "club-day", "points": four(15, 15, 15, 0), "profile": {"wall": 15, "jokerless": 20}}
    assert answer_to(line)["games"] == [
        {
            "system": "club-day",
            "profile": {"wall": 15},
            "seats": ["A", "B", "C", "D"],
            "outcome": "wall",
            "dead": ["D"],
            "infractions": [],
        }
    ]


def test_a_set_of_cards():
    line = {"system": "sanctioned", "cards": {"A": [45, 10], "B": [-20, 10], "C": [0, 10], "D": [0, 10]}}
    wall = {"system": "sanctioned", "seats": WIN["seats"], "outcome": "wall", "dead": [], "infractions": []}
    legal = {
        "verdict": "legal",
        "by_game": [answer_to(LINE), {"verdict": "legal", "games": [wall], "hints": []}],
        "hints": [],
    }
    assert answer_to(line) == legal
    line["cards"]["B"][0] = 20
    wrong = answer_to({"system": "sanctioned", "points": four(45, 20, 0, 0)})
    in_set = {
        "code": "missing-minus",
        "changes": [{"seat": "B", "game": 1, "was": 20, "should_be": -20}],
        "message": "Game 1: B's 20 reads like a penalty whose minus sign is missing: -20.",
    }
    assert answer_to(line) == {
        "verdict": "impossible",
        "by_game": [wrong, legal["by_game"][1]],
        "hints": [in_set],
    }
    assert answer_to({**line, "dead": ["D"]})["by_game"][1]["verdict"] == "impossible"


@pytest.mark.parametrize(
    "line",
    [
        LINE,
        {**LINE, "dead": ["C"], "profile": {"wall": 15}},
        {"system": "club-day", "cards": {"B": [45, 10], "A": [-20, 10], "C": [0, 10]}},
        {"system": "mahj-x", "cards": {"A": [45], "B": [20], "C": [0]}, "dead": []},
    ],
)
def test_a_line_in_which_nothing_is_wrong_is_read_once(line, monkeypatch):
    expected = answer_value(line)
    monkeypatch.delattr("rules.commands.check.answer_value")
    monkeypatch.delattr("rules.commands.check.read_json")
    assert answer_line(json.dumps(line).encode()) == expected


def test_no_slip_is_looked_for_in_a_legal_set(monkeypatch):
    line = {"system": "club-day", "cards": {"A": [45, 10], "B": [-20, 10], "C": [0, 10]}}
    expected = answer_value(line)
    monkeypatch.delattr("rules.commands.check.answer_judged")
    monkeypatch.delattr("rules.check.answers.out_of_order")
    assert answer_line(json.dumps(line).encode()) == expected
    monkeypatch.undo()
    monkeypatch.delattr("rules.check.answers.out_of_order")
    assert answer_value(line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ([1], [("wrong-type", "")]),
        ({}, [("missing", "points"), ("missing", "system")]),
        ({**LINE, "system": "bridge"}, [("unknown-system", "system")]),
        ({**LINE, "system": None}, [("wrong-type", "system")]),
        ({**LINE, "system": "card-game"}, [("not-for-system", "system")]),
        ({**LINE, "system": "sixteen-hands"}, [("not-for-system", "system")]),
        ({**LINE, "winner": "A"}, [("unknown-field", "winner")]),
        ({**LINE, "cards": {"A": [1], "B": [1], "C": [1]}}, [("not-for-outcome", "points")]),
        ({**LINE, "points": None}, [("wrong-type", "points")]),
        ({**LINE, "points": {"A": 1, "B": 2}}, [("bad-seats", "points")]),
        ({**LINE, "points": {"A": 1, "B": 2, "E": 3}}, [("bad-seats", "points")]),
        ({**LINE, "points": {"A": 1, "B": 2, "C": 3, "D": 4, "E": 5}}, [("bad-seats", "points")]),
        ({**LINE, "points": four(True, 1.5, "3", None)}, [("wrong-type", f"points.{seat}") for seat in "ABCD"]),
        ({**LINE, "points": four(10**9 + 1, -(10**9) - 1, 10**30, 0)}, [("wrong-type", f"points.{s}") for s in "ABC"]),
        ({**LINE, "dead": "A"}, [("wrong-type", "dead")]),
        ({**LINE, "dead": [1]}, [("wrong-type", "dead.0")]),
        ({**LINE, "dead": ["A", "A"]}, [("dead-twice", "dead")]),
        ({**LINE, "dead": ["E"]}, [("seat-not-at-table", "dead")]),
        ({**LINE, "points": {"A": 1, "B": 2, "C": 3}, "dead": ["D"]}, [("seat-not-at-table", "dead")]),
        ({**LINE, "profile": []}, [("wrong-type", "profile")]),
        ({**LINE, "profile": None}, [("wrong-type", "profile")]),
        ({**LINE, "profile": {"wall": -1, "limit": 3}}, [("bad-profile", f"profile.{s}") for s in ("limit", "wall")]),
        ({"system": "mahj-x", "cards": []}, [("wrong-type", "cards")]),
        ({"system": "mahj-x", "cards": {"A": [1], "B": [1]}}, [("bad-seats", "cards")]),
        ({"system": "mahj-x", "cards": {"A": 1, "B": [1], "C": [1]}}, [("wrong-type", "cards.A")]),
        ({"system": "mahj-x", "cards": {"A": [1, 2], "B": [1], "C": [1, 2]}}, [("missing", "cards.B")]),
        ({"system": "mahj-x", "cards": {"A": [], "B": [], "C": []}}, [("missing", f"cards.{seat}") for seat in "ABC"]),
        ({"system": "mahj-x", "cards": {"A": [None], "B": [2], "C": [1]}}, [("wrong-type", "cards.A.0")]),
    ],
)  # fmt: skip
def test_refusals(line, expected):
    assert faults(line) == expected


def test_every_fault_at_once():
    line = {
        "system": "sanctioned",
        "cards": {"A": ["x"], "B": [1], "C": [1]},
        "dead": ["D"],
        "profile": {"wall": "x"},
    }
    assert faults(line) == [
        ("wrong-type", "cards.A.0"),
        ("seat-not-at-table", "dead"),
        ("bad-profile", "profile.wall"),
    ]


def test_a_number_beyond_everything_is_told_apart_from_no_number():
    line = {**LINE, "points": four(2 * 10**9, 1.5, 0, 0)}
    assert [fault["message"] for fault in answer_to(line)["errors"]] == [
        "points.A is beyond anything that can be scored.",
        "points.B should be a whole number, not a number with decimals.",
    ]


def test_what_is_no_json():
    with pytest.raises(NotJsonError):
        answer_line(b"45 -20 0 0")


def test_a_reading_scores_back_through_the_commands():
    line = {"system": "mahj-x", "points": four(55, -15, 0, -20), "profile": {"thrower": [15, 15, 20, 30]}}
    line["profile"]["infractions"] = {"misnamed-for-mahjong": 20, "blind-pass-look": 20}
    answer = answer_to(line)
    assert answer["verdict"] == "with-infraction"
    assert {tuple(score_game(game).points.items()) for game in answer["games"]} == {
        tuple(line["points"].items())
    }


numbers = st.sampled_from((0, 10, -10, -20, -25, 25, 35, 45, 55, 15, -35))
tables_of_numbers = st.sampled_from((("A", "B", "C", "D"), ("B", "D", "C"), ("D", "A", "B"))).flatmap(
    lambda seats: st.fixed_dictionaries(dict.fromkeys(seats, numbers))
)
changes = st.fixed_dictionaries(
    {},
    optional={
        "wall": st.sampled_from((0, 10, 15)),
        "jokerless": st.sampled_from((0, 10, 20)),
        "no_exposure": st.sampled_from((0, 10)),
        "dead_gets_wall": st.booleans(),
        "unfinished": st.sampled_from((0, 10)),
        "thrower": st.lists(st.sampled_from((0, 10, 20)), min_size=4, max_size=4),
        "values": st.lists(st.sampled_from((10, 25, 35)), min_size=1),
        "infractions": st.dictionaries(
            st.sampled_from(("blind-pass-look", "misnamed-for-mahjong", "racked-called-tile")),
            st.sampled_from((10, 25, "dead")),
        ),
    },
)  # fmt: skip


@pytest.mark.slow
@settings(deadline=None, max_examples=60)
@given(st.sampled_from(("sanctioned", "club-day", "mahj-x")), tables_of_numbers, changes, st.data())
def test_score_after_check_is_the_identity(system, points, profile, data):
    line = {"system": system, "points": points, "profile": profile}
    if data.draw(st.booleans()):
        line["dead"] = data.draw(st.lists(st.sampled_from(sorted(points)), unique=True))
    for game in answer_to(line)["games"]:
        scored = score_game(game)
        assert (scored.status, scored.points) == ("scored", points)


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=3)
    | numbers,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("ABCDE"), inner, max_size=4),
    max_leaves=12,
)
any_line = st.fixed_dictionaries(
    {},
    optional={
        "system": st.sampled_from(("sanctioned", "mahj-x", "card-game", "bridge", 3)),
        "points": tables_of_numbers | json_values,
        "cards": st.dictionaries(st.sampled_from("ABCDE"), st.lists(numbers, max_size=3) | json_values)
        | json_values,
        "profile": changes | json_values,
        "dead": st.lists(st.sampled_from("ABCDE"), max_size=3) | json_values,
        "what": json_values,
    },
)


@pytest.mark.slow
@settings(deadline=None, max_examples=60)
@given(any_line | json_values)
def test_nothing_raises_and_both_readers_agree(line):
    answer = answer_to(line)
    assert "errors" in answer or answer["verdict"] in ("legal", "with-infraction", "impossible")


def first(profile, points, **marks):
    return describe(check_points(points, profile, **marks).games[0], profile)


LEVEL = load_profile("sanctioned", {"thrower": [10, 10, 10, 10]})
ERROR = "mah jongg in error"
NOBODY = "nobody kept the hand intact"
STEPS = load_profile("mahj-x", {"thrower": [10, 20, 20, 30]})


@pytest.mark.parametrize(
    ("profile", "points", "marks", "words"),
    [
        (SANCTIONED, four(45, -20, 0, 0), {}, "B threw to 45 with two exposures"),
        (SANCTIONED, four(25, -10, 0, 0), {}, "B threw to 25 with at most one exposure"),
        (SANCTIONED, four(0, -25, 0, 30), {}, "B threw to 30 with three or more exposures"),
        (SANCTIONED, four(40, 0, 0, 0), {}, "A self-picked 30"),
        (SANCTIONED, four(105, 0, 0, 0), {}, "A self-picked 75, no jokers"),
        (SANCTIONED, four(10, 10, 10, 10), {}, "Wall game"),
        (SANCTIONED, four(10, 0, 10, 0), {}, "Wall game; B and D dead"),
        (SANCTIONED, four(10, 0, 0, 0), {"dead": ["C"]}, f"B called {ERROR}, only A kept the hand intact; C dead"),
        (SANCTIONED, four(0, 0, 0, 0), {}, "Unfinished at time"),
        (SANCTIONED, four(0, 0, 0, 0), {"error": ErrorCall("A", ("B", "C", "D"))}, f"A called {ERROR}, {NOBODY}"),
        (SANCTIONED, four(10, 0, 0, 10), {"dead": ["B", "C"]}, "Wall game; B and C dead"),
        (SANCTIONED, four(25, -10, 0, 0), {"dead": ["B"]}, "B threw to 25 with at most one exposure; B dead"),
        (SANCTIONED, four(45, -20, -10, 0), {}, "B threw to 45 with two exposures; C looked at a blind pass"),
        (MAHJ_X, four(25, -10, 0, 0), {}, "B threw to 25 with one exposure, or concealed"),
        (MAHJ_X, four(85, -10, 0, 0), {}, "B threw to 75 with no exposures"),
        (MAHJ_X, four(95, 0, 0, 0), {}, "A self-picked 75, no exposures, no jokers"),
        (STEPS, four(25, -10, 0, 0), {}, "B threw to a concealed 25"),
        (STEPS, four(25, -20, 0, 0), {}, "B threw to 25 with one or two exposures"),
        (LEVEL, four(25, -10, 0, 0), {}, "B threw to 25"),
    ],
)  # fmt: skip
def test_a_reading_in_words(profile, points, marks, words):
    assert first(profile, points, **marks) == words


def words_of(facts, profile=None, language=ENGLISH):
    profile = profile or load_profile(facts["system"], facts.get("profile"))
    game_facts = {name: value for name, value in facts.items() if name not in ("system", "profile")}
    return describe(msgspec.convert(game_facts, PointsGame), profile, language)


def test_words_of_a_ruled_game_and_of_a_game_with_its_own_numbers():
    ruled = check_points(four(10, 0, 0, 0), SANCTIONED).games[-1]
    assert describe(ruled, SANCTIONED) == "Wall game by the director's ruling; B, C and D dead"
    ladder = {**WIN, "exposures": 4, "profile": {"thrower": [10, 10, 25, 25]}}
    assert words_of(ladder) == "B threw to 45 with two or more exposures"


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("blind-pass-look", "looked at a blind pass"),
        ("out-of-turn", "played out of turn"),
        ("wrong-wall", "picked from the wrong wall"),
        ("misnamed-for-exposure", "misnamed a tile claimed for an exposure"),
        ("misnamed-for-mahjong", "misnamed the winning tile"),
        ("racked-called-tile", "put a called tile in the rack"),
    ],
)
def test_words_of_each_infraction(kind, words):
    marked = [{"seat": "D", "kind": kind}, {"seat": "B", "kind": kind}]
    wall = {"system": "mahj-x", "outcome": "wall", "infractions": marked}
    assert words_of(wall) == f"Wall game; D {words}; B {words}"


def test_words_of_games_that_no_answer_has():
    concealed = {**WIN, "hand_class": "concealed", "exposures": 0}
    assert words_of(concealed) == "B threw to a concealed 45"
    assert (
        words_of({**concealed, "self_picked": True, "jokerless": True})
        == "A self-picked a concealed 45, no jokers"
    )
    one_point = load_profile("mahj-x", {"no_exposure": 1})
    assert words_of({**WIN, "exposures": 0}, one_point) == "B threw to 45 with no exposures"
    level = {"no_exposure": 1, "thrower": [10, 10, 10, 10]}
    assert words_of({**WIN, "profile": level}) == "B threw to 45"


def test_words_of_a_game_without_what_is_empty():
    assert words_of({"system": "sanctioned", "outcome": "unfinished"}) == "Unfinished at time"
    error = {"system": "sanctioned", "seats": ["A", "B", "D"], "outcome": "error"}
    assert (
        words_of({**error, "error": {"caller": "D", "exposed": ["A"]}})
        == f"D called {ERROR}, only B kept the hand intact"
    )
    assert (
        words_of({**error, "error": {"caller": "A", "exposed": ["B", "D"]}}) == f"A called {ERROR}, {NOBODY}"
    )


class Counting:
    gettext = staticmethod(ENGLISH.gettext)

    @staticmethod
    def ngettext(_singular, plural, number):
        return f"[{number}] {plural}"


def test_a_translator_is_asked_by_how_many_are_dead_or_showed_their_hands():
    wall = {"system": "sanctioned", "outcome": "wall"}
    assert words_of({**wall, "dead": ["B"]}, language=Counting()) == "Wall game; [1] B dead"
    assert (
        words_of({**wall, "dead": ["B"], "dead_after_throw": ["A"]}, language=Counting())
        == "Wall game; [2] A and B dead"
    )
    one, two = ({"caller": "C", "exposed": exposed} for exposed in (["D"], ["D", "A"]))
    assert (
        words_of({**wall, "error": one}, language=Counting())
        == f"Wall game; [1] C called {ERROR}, D showed their hands"
    )
    assert (
        words_of({**wall, "error": two}, language=Counting())
        == f"Wall game; [2] C called {ERROR}, A and D showed their hands"
    )


def test_marked_infractions_that_cost_the_hand_are_refused():
    marked = [("A", "racked-called-tile"), ("B", "out-of-turn")]
    with pytest.raises(ValueError, match=r"answers with a dead hand: out-of-turn\."):
        check_points(LINE["points"], SANCTIONED, infractions=marked)


def test_a_game_is_checked_whole():
    with pytest.raises(ValueError, match=r"^A game is checked with all of its numbers\.$"):
        check_points({**LINE["points"], "D": None}, SANCTIONED)


def test_marked_infractions():
    def check(points, *marked, profile=MAHJ_X):
        return check_points(points, profile, infractions=marked)

    misnamed = ("B", "misnamed-for-mahjong")
    assert check(four(25, -20, 0, 0), misnamed).verdict == "legal"
    assert [game.thrower for game in check(four(25, -20, 0, 0), misnamed).games] == ["B"]
    # the tile that was misnamed was thrown: no wall, no win by picking, and no two players threw it
    assert check(four(10, 0, 10, 10), misnamed).verdict == "impossible"
    assert check(four(25, -10, 0, 0), misnamed).verdict == "impossible"
    assert check(four(25, -20, -10, 0), misnamed, ("C", "misnamed-for-mahjong")).verdict == "impossible"
    # one infraction of each seat may be missing, not a second of the same seat
    look = ("C", "blind-pass-look")
    assert check(four(25, -10, -10, -10), look).verdict == "with-infraction"
    assert check(four(10, 10, -10, 10), look).verdict == "impossible"
    assert check(four(10, 10, -10, 10), look, ("C", "wrong-wall")).verdict == "legal"
    # an infraction that costs nothing is in the reading all the same
    assert check(four(25, -10, 0, 0), ("D", "racked-called-tile")).games[0].infractions == (
        Infraction("D", "racked-called-tile"),
    )
    # a throw that costs nothing: the misnaming player threw it
    free = load_profile("mahj-x", {"thrower": [0, 0, 0, 0]})
    assert check(four(25, -10, 0, 0), misnamed, profile=free).verdict == "legal"
    assert check(four(15, 0, 0, 0), ("A", "misnamed-for-mahjong"), profile=free).verdict == "impossible"


def test_the_games_of_an_answer_are_those_of_the_command():
    games = check_points(LINE["points"], SANCTIONED).games
    assert [facts_of(game, "sanctioned") for game in games] == answer_to(LINE)["games"]


def test_changed_numbers_are_the_callers_to_know():
    house = load_profile("sanctioned", {"wall": 15})
    assert check_points(four(15, 15, 15, 15), house).games == (PointsGame(outcome="wall"),)
