"""The likeliest slips: what a real card looks like when something was forgotten, and what it should say."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec import UNSET

from rules.check import check_cards, check_points
from rules.check.games import legal
from rules.check.index import index_of
from rules.check.numbers import Numbers
from rules.english import sentence
from rules.game import LETTERS, Infraction
from rules.systems.points import PointsGame
from rules.systems.registry import load_profile
from tools.every_game import PROFILES, by_points

SANCTIONED = load_profile("sanctioned")
MAHJ_X = load_profile("mahj-x")


def four(*points):
    return dict(zip(LETTERS, points, strict=True))


def hints(points, profile=SANCTIONED, **marks):
    """Code and changes of each hint, likeliest first."""
    all_hints = check_points(points, profile, **marks).hints
    return [
        (hint.code, {change.seat: (change.was, change.should_be) for change in hint.changes})
        for hint in all_hints
    ]


def test_a_penalty_without_its_minus():
    assert hints(four(45, 20, 0, 0)) == [("missing-minus", {"B": (20, -20)})]


def test_a_minus_is_likelier_forgotten_than_two_players_win():
    assert hints(four(45, 25, 0, 0))[:2] == [
        ("missing-minus", {"B": (25, -25)}),
        ("two-winners", {"B": (25, 0)}),
    ]


def test_nobody_threw_and_nobody_picked():
    assert hints(four(25, 0, 0, 0)) == [
        ("missing-penalty", {"B": (0, -10)}),
        ("missing-penalty", {"C": (0, -10)}),
        ("missing-penalty", {"D": (0, -10)}),
        ("missing-bonus", {"A": (25, 35)}),
        ("missing-bonus", {"A": (25, 55)}),
        ("missing-penalty", {"B": (0, -20)}),
        ("missing-penalty", {"C": (0, -20)}),
        ("missing-penalty", {"D": (0, -20)}),
        ("missing-penalty", {"B": (0, -25)}),
        ("missing-penalty", {"C": (0, -25)}),
        ("missing-penalty", {"D": (0, -25)}),
    ]


def test_a_marked_infraction_whose_penalty_is_not_taken_off():
    marked = [("D", "blind-pass-look")]
    assert hints(four(25, -10, 0, 0), infractions=marked) == [("missing-penalty", {"D": (0, -10)})]
    assert check_points(four(25, -10, 0, -10), SANCTIONED, infractions=marked).verdict == "legal"


def test_a_penalty_that_is_no_step():
    assert hints(four(25, -15, 0, 0)) == [
        ("wrong-step", {"B": (-15, -10)}),
        ("wrong-step", {"B": (-15, -20)}),
        ("wrong-step", {"B": (-15, -25)}),
    ]


def test_the_nearest_step_comes_first():
    assert [changes["B"][1] for _, changes in hints(four(25, -24, 0, 0))] == [-25, -20, -10]


def test_a_penalty_that_the_winners_bonus_rules_out():
    # 75, no jokers and no exposures: only a throw to no exposures costs so little that both are paid
    assert hints(four(95, -20, 0, 0), MAHJ_X) == [("wrong-step", {"B": (-20, -10)})]


def test_a_wall_that_one_player_has_not_written():
    assert hints(four(10, 10, 10, 0), dead=[]) == [("wall-not-for-all", {"D": (0, 10)})]
    assert hints(four(10, 0, 0, 10), MAHJ_X) == [("wall-not-for-all", {"B": (0, 10), "C": (0, 10)})]
    assert hints({"A": 10, "C": 10, "D": 0}, MAHJ_X) == [("wall-not-for-all", {"D": (0, 10)})]


def test_a_wall_that_a_dead_player_has_written():
    assert hints(four(10, 10, 10, 10), dead=["D"]) == [
        ("wall-not-for-all", {"D": (10, 0)}),
    ]


def test_a_wall_with_the_penalty_of_a_marked_infraction():
    marked = [("D", "blind-pass-look")]
    assert check_points(four(10, 10, 10, 0), SANCTIONED, infractions=marked, dead=[]).verdict == "legal"
    assert hints(four(10, 10, 10, 10), infractions=marked, dead=[])[0] == ("missing-penalty", {"D": (10, 0)})


def test_two_winners_one_of_them_had_nothing():
    assert hints(four(25, 30, -10, 0)) == [
        ("two-winners", {"B": (30, 0)}),
        ("two-winners", {"A": (25, 0)}),
    ]


def test_two_winners_one_of_them_threw():
    slips = hints(four(30, 35, 0, 0))
    assert slips[:2] == [("two-winners", {"A": (30, 0)}), ("two-winners", {"A": (30, -10)})]
    assert ("two-winners", {"B": (35, -25)}) in slips


def test_three_winners():
    assert hints(four(45, 30, 40, -10))[0] == ("two-winners", {"B": (30, 0), "C": (40, 0)})


def test_numbers_that_no_slip_explains():
    answer = check_points(four(37, 3, 0, -1), SANCTIONED)
    assert (answer.verdict, answer.games, answer.hints) == ("impossible", (), ())


def test_the_sentences():
    sentences = [sentence(hint) for hint in check_points(four(25, 30, 20, 0), MAHJ_X).hints]
    assert sentences == []
    assert [sentence(hint) for hint in check_points(four(45, 20, 0, 0), SANCTIONED).hints] == [
        "B's 20 reads like a penalty whose minus sign is missing: -20."
    ]
    assert [sentence(hint) for hint in check_points(four(10, 10, 10, 0), SANCTIONED, dead=[]).hints] == [
        "A wall game is 10 for each player whose hand is live: 10 for D."
    ]
    assert [sentence(hint) for hint in check_points(four(10, 10, 10, 0), MAHJ_X).hints] == [
        "A wall game is 10 for each player: 10 for D."
    ]
    assert [sentence(hint) for hint in check_points(four(95, -20, 0, 0), MAHJ_X).hints] == [
        "B's penalty of 20 does not fit this game; throwing the winning tile to at most one exposure costs 10."
    ]
    assert [sentence(hint) for hint in check_points(four(25, 30, -10, 0), SANCTIONED).hints] == [
        "A and B have a winner's points, and a game has one winner: 0 for B.",
        "A and B have a winner's points, and a game has one winner: 0 for A.",
    ]
    sentences = [sentence(hint) for hint in check_points(four(25, 0, 0, 0), SANCTIONED).hints]
    assert (
        sentences[0]
        == "Nobody has the penalty for throwing the winning tile: -10 for B if B threw it to at most one exposure."
    )
    assert sentences[3] == "A's 25 lacks the 10 for picking the winning tile: 35."
    assert sentences[4] == "A's 25 lacks the 10 for picking the winning tile and the 20 for no jokers: 55."
    assert sentences[8] == (
        "Nobody has the penalty for throwing the winning tile: -25 for B if B threw it to three or more exposures."
    )
    marked = check_points(four(25, -10, 0, 0), SANCTIONED, infractions=[("D", "blind-pass-look")])
    assert (
        sentence(marked.hints[0]) == "D has an infraction that costs 10, and it is not taken off: -10 for D."
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", list(PROFILES))
def test_every_hint_makes_the_game_legal_and_changes_something(name):
    profile, table = PROFILES[name], index_of(PROFILES[name])
    numbers = sorted({0, 5, -5, profile.wall, 25, 30, 45, 55, -20, -profile.thrower[0], -profile.thrower[3]})
    for seats, dead in ((LETTERS, None), (("A", "B", "D"), None), (("A", "B", "D"), ["B"])):
        for points in product(numbers[::2] if dead is None else numbers[::3], repeat=len(seats)):
            answer = check_points(
                dict(zip(seats, points, strict=True)), profile, dead=UNSET if dead is None else dead
            )
            assert (answer.hints == ()) >= (answer.verdict == "legal")
            for hint in answer.hints:
                right = dict(zip(seats, points, strict=True))
                for change in hint.changes:
                    assert right[change.seat] == change.was != change.should_be
                    right[change.seat] = change.should_be
                dead_seats = UNSET if dead is None else tuple(dead)
                assert legal(table, Numbers(seats, tuple(right.values()), dead_seats))


def forgotten(profile, points, games):
    """What forgetting one thing makes of a game that A won, with the code of the slip."""
    for winner, jokerless, thrower in {(own[1], own[3], own[4]) for own in games if own[0] == "win"}:
        if winner != "A":
            continue
        if thrower is None and profile.self_picked:
            yield "missing-bonus", (points[0] - profile.self_picked, *points[1:])
        if jokerless and profile.jokerless:
            yield "missing-bonus", (points[0] - profile.jokerless, *points[1:])
        if thrower == "B" and points[1]:
            yield "missing-minus", (points[0], -points[1], *points[2:])
            yield "missing-penalty", (points[0], 0, *points[2:])
            yield "wrong-step", (points[0], points[1] - 3, *points[2:])
            yield "two-winners", (points[0], points[0], *points[2:])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["sanctioned", "mahj-x", "house ladder", "house bare"])
def test_what_was_forgotten_is_among_the_hints(name):
    profile = PROFILES[name]
    tried = set()
    for points, games in by_points(name, LETTERS)[None].items():
        for code, wrong in forgotten(profile, points, games):
            answer = check_points(four(*wrong), profile)
            if answer.verdict != "legal":
                tried.add(code)
                assert points in [mended(wrong, hint) for hint in answer.hints], (code, wrong)
    assert tried >= {"missing-minus", "wrong-step", "two-winners"}


def mended(points, hint):
    right = four(*points) | {change.seat: change.should_be for change in hint.changes}
    return tuple(right.values())


def cards(*columns):
    return dict(zip(LETTERS, columns, strict=True))


def order(card, profile=SANCTIONED):
    return [
        (hint.code, [(change.seat, change.game, change.was, change.should_be) for change in hint.changes])
        for hint in check_cards(card, profile).hints
    ]


RIGHT = cards((25, 10, 0, 0), (-10, 10, 35, -25), (0, 10, 0, 0), (0, 10, -20, 50))


def test_a_set_in_which_every_game_is_legal():
    answer = check_cards(RIGHT, SANCTIONED)
    assert (answer.verdict, [game.verdict for game in answer.by_game], answer.hints) == (
        "legal",
        ["legal"] * 4,
        (),
    )


def test_two_games_changed_over_on_one_card():
    wrong = {**RIGHT, "B": (-10, 10, -25, 35)}
    answer = check_cards(wrong, SANCTIONED)
    assert answer.verdict == "impossible"
    assert [game.verdict for game in answer.by_game] == ["legal", "legal", "impossible", "impossible"]
    assert order(wrong)[0] == ("games-out-of-order", [("B", 3, -25, 35), ("B", 4, 35, -25)])
    assert sentence(answer.hints[0]) == "B's numbers are in the wrong games: 35 in game 3, -25 in game 4."


def test_a_card_whose_numbers_slipped_by_a_line():
    moved = {**RIGHT, "D": (50, 0, 10, -20)}
    assert order(moved)[0] == (
        "games-out-of-order",
        [("D", 1, 50, 0), ("D", 2, 0, 10), ("D", 3, 10, -20), ("D", 4, -20, 50)],
    )
    back = {**RIGHT, "D": (10, -20, 50, 0)}
    assert order(back)[0] == (
        "games-out-of-order",
        [("D", 1, 10, 0), ("D", 2, -20, 10), ("D", 3, 50, -20), ("D", 4, 0, 50)],
    )


def test_a_card_filled_in_from_the_bottom():
    right = cards((0, 10, 0, -10), (35, 10, 0, 0), (0, 10, -20, 0), (0, 10, 25, 30))
    assert check_cards(right, SANCTIONED).verdict == "legal"
    assert order({**right, "B": (0, 0, 10, 35)})[0] == (
        "games-out-of-order",
        [("B", 1, 0, 35), ("B", 2, 0, 10), ("B", 3, 10, 0), ("B", 4, 35, 0)],
    )


def test_one_wrong_game_is_sooner_a_slip_of_its_own():
    slips = order(cards((45, 10, 0, 0), (0, 10, 20, 0), (0, 10, 0, 25), (0, 10, 45, -10)))
    assert slips[0] == ("missing-minus", [("B", 3, 20, -20)])
    only = order(cards((45, 10, 0, 0), (0, 10, -20, 0), (0, 10, 0, 25), (0, 10, 0, -10)))
    assert {code for code, _ in only} == {"games-out-of-order"}
    assert only[0] == ("games-out-of-order", [("A", 1, 45, 0), ("A", 3, 0, 45)])


def test_an_order_that_mends_one_game_comes_after_every_slip_of_its_own():
    numbers = cards((25, 40), (0, -10), (0, 0), (0, 0))
    alone = [hint.code for hint in check_points(four(25, 0, 0, 0), SANCTIONED).hints]
    slips = order(numbers)
    assert [code for code, _ in slips] == [*alone, "games-out-of-order", "games-out-of-order"]
    assert [changes for code, changes in slips if code == "games-out-of-order"] == [
        [("A", 1, 25, 40), ("A", 2, 40, 25)],
        [("B", 1, 0, -10), ("B", 2, -10, 0)],
    ]


def test_no_order_is_tried_while_a_number_is_missing():
    swapped = cards((45, 10), (10, -20), (0, 10), (0, 10))
    assert order(swapped)[0] == ("games-out-of-order", [("B", 1, 10, -20), ("B", 2, -20, 10)])
    begun = {**swapped, "A": (45, 10, 25)}
    assert {hint.code for hint in check_cards(begun, SANCTIONED).hints} == {
        "missing-minus",
        "wall-not-for-all",
    }


def test_hints_of_single_games_name_the_game():
    answer = check_cards(cards((25, 45), (-10, 20), (0, 0), (0, 0)), SANCTIONED)
    assert [(hint.code, sentence(hint)) for hint in answer.hints] == [
        ("missing-minus", "Game 2: B's 20 reads like a penalty whose minus sign is missing: -20.")
    ]
    assert answer.hints[0].changes[0].game == 2
    assert (
        sentence(answer.by_game[1].hints[0])
        == "B's 20 reads like a penalty whose minus sign is missing: -20."
    )


def test_the_verdict_of_a_set_is_the_worst():
    fined = check_cards(cards((25, 10), (-10, 10), (0, 10), (-10, 10)), SANCTIONED)
    assert (fined.verdict, [game.verdict for game in fined.by_game]) == (
        "with-infraction",
        ["with-infraction", "legal"],
    )


def test_numbers_still_missing():
    answer = check_cards(cards((25, None), (-10, 10), (0, 10), (0,)), SANCTIONED)
    assert (answer.verdict, answer.by_game[0].verdict, answer.by_game[1]) == ("legal", "legal", None)
    nothing = check_cards(cards((None,), (), (), ()), SANCTIONED)
    assert (nothing.verdict, nothing.by_game, nothing.hints) == (None, (None,), ())
    # no order is tried while a number is missing, but a slip in a complete game is told
    slip = check_cards(cards((25, 45, 0), (-10, 20, 0), (0, 0, 0), (0, 0, None)), SANCTIONED)
    assert [hint.code for hint in slip.hints] == ["missing-minus"]


def test_dead_players_and_infractions_of_each_game():
    numbers = cards((25, 10), (-10, 10), (0, 10), (-10, 0))
    assert check_cards(numbers, SANCTIONED).verdict == "with-infraction"
    answer = check_cards(numbers, SANCTIONED, [{"infractions": [("D", "blind-pass-look")]}, {"dead": ["D"]}])
    assert answer.verdict == "legal"
    assert answer.by_game[0].games[0].infractions == (Infraction("D", "blind-pass-look"),)
    assert answer.by_game[1].games == (PointsGame(outcome="wall", dead=("D",)),)
    assert check_cards(numbers, SANCTIONED, [{"dead": ["A"]}, {"dead": ["D"]}]).verdict == "impossible"


def test_a_wall_that_pays_as_much_as_a_win_is_no_missing_bonus():
    level = load_profile("sanctioned", {"wall": 35})
    assert hints(four(25, 35, 35, 35), level, dead=[]) == [("wall-not-for-all", {"A": (25, 35)})]


@pytest.mark.parametrize(
    ("points", "seat", "expected"),
    [
        (four(25, -23, 0, 0), "B", ("wrong-step", {"B": (-23, -20)})),
        (four(25, 0, -10, 0), "C", ("missing-penalty", {"C": (-10, -20)})),
        (four(25, 0, -10, 0), "C", ("missing-penalty", {"C": (-10, -30)})),
        (four(25, 30, -10, 0), "B", ("two-winners", {"B": (30, -10)})),
        (four(30, 35, 0, 0), "B", ("two-winners", {"B": (35, -20)})),
        (four(10, 10, 10, -5), "D", ("wall-not-for-all", {"D": (-5, 0)})),
        (four(10, 10, -10, 5), "C", ("wall-not-for-all", {"D": (5, 10)})),
        (four(15, 0, 0, 0), "A", ("missing-bonus", {"A": (15, 25)})),
    ],
)
def test_slips_beside_a_marked_infraction_leave_its_penalty_in(points, seat, expected):
    assert expected in hints(points, infractions=[(seat, "blind-pass-look")])


def test_every_bonus_can_be_the_missing_one():
    house = load_profile("mahj-x", {"self_picked": 10, "jokerless": 20, "no_exposure": 15, "values": [25]})
    all_hints = check_points(four(25, 0, 0, 0), house).hints
    bonuses = [
        (hint.changes[0].should_be, sentence(hint)) for hint in all_hints if hint.code == "missing-bonus"
    ]
    assert bonuses == [
        (35, "A's 25 lacks the 10 for picking the winning tile: 35."),
        (
            50,
            "A's 25 lacks the 10 for picking the winning tile and the 15 for winning without exposures: 50.",
        ),
        (55, "A's 25 lacks the 10 for picking the winning tile and the 20 for no jokers: 55."),
        (
            70,
            (
                "A's 25 lacks the 10 for picking the winning tile and the 20 for no jokers "
                "and the 15 for winning without exposures: 70."
            ),
        ),
    ]
    assert ("missing-bonus", {"D": (40, 50)}) in hints(four(0, 0, 0, 40), house)


def test_several_numbers_in_one_sentence():
    walls = check_points(four(10, 0, 0, 10), MAHJ_X).hints
    assert [sentence(hint) for hint in walls] == ["A wall game is 10 for each player: 10 for B, 10 for C."]
    thrown = check_points(four(30, 35, 0, 0), SANCTIONED).hints[-1]
    assert sentence(thrown) == "A and B have a winner's points, and a game has one winner: -25 for B."


@pytest.mark.parametrize("slipped", [(10, 35, -10), (-10, 10, 35)])
def test_the_first_lines_of_a_longer_card_slipped(slipped):
    others = cards((0, 25, 10, 0, 25), (), (0, 0, 10, -20, 0), (-10, 0, 10, 30, 0))
    right = (35, -10, 10)
    assert check_cards({**others, "B": (*right, 0, -25)}, SANCTIONED).verdict == "legal"
    assert order({**others, "B": (*slipped, 0, -25)})[0] == (
        "games-out-of-order",
        [("B", game, slipped[game - 1], right[game - 1]) for game in (1, 2, 3)],
    )


def test_where_every_throw_costs_the_same_nothing_is_said_of_exposures():
    level = load_profile("sanctioned", {"thrower": [10, 10, 10, 10]})
    sentences = {sentence(hint) for hint in check_points(four(25, 0, 0, 0), level).hints}
    assert "Nobody has the penalty for throwing the winning tile: -10 for B if B threw it." in sentences
    wrong = check_points(four(45, -20, 0, 0), level).hints[0]
    assert sentence(wrong) == (
        "B's penalty of 20 does not fit this game; throwing the winning tile costs 10."
    )
