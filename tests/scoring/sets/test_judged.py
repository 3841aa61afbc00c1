"""What the rules say about a set as written: every fault at once, at its field."""

from __future__ import annotations

import pytest

from rules.game import ErrorCall
from rules.systems.registry import load_profile
from scoring.sets.judged import judge
from scoring.sets.places import named
from scoring.sets.table_rules import TableRules
from scoring.sets.typed import WrittenCard, WrittenGame, WrittenSet, from_data, to_data
from scoring.sets.words import in_words
from tests.scoring import paper
from tests.scoring.paper import NUMBERS, written


def table(
    letters: str = "ABCD", *, system: str = "sanctioned", practice: str = "across", round_: int = 1
) -> TableRules:
    return TableRules(tuple(letters), load_profile(system), practice, round_, 4)


def faults_in(written_set: WrittenSet, at: TableRules | None = None) -> list[tuple[str, str]]:
    return [(fault.code, fault.field) for fault in judge(written_set, at or table()).faults]


def with_number(letter: str, game: int, number: int | None) -> dict[str, list[int | None]]:
    numbers: dict[str, list[int | None]] = {seat: list(points) for seat, points in NUMBERS.items()}
    numbers[letter][game - 1] = number
    return numbers


def test_a_complete_verified_consistent_set_has_no_fault() -> None:
    judgement = judge(written(), table())
    assert (judgement.faults, judgement.warnings, judgement.acceptable) == ((), (), True)


def test_every_number_is_read_as_a_game() -> None:
    games = judge(written(), table()).games
    assert [[in_words(reading.description) for reading in game.readings] for game in games] == [
        ["B threw to 45 with two exposures", "B threw to 25 with two exposures, no jokers"],
        ["Wall game"],
        ["B threw to 35 with at most one exposure"],
        ["C self-picked 50", "C self-picked 30, no jokers"],
    ]
    assert [in_words(game.reading.description) if game.reading else None for game in games] == [
        None,
        "Wall game",
        "B threw to 35 with at most one exposure",
        None,
    ]


@pytest.mark.parametrize(
    ("written_set", "faults"),
    [
        (written(with_number("B", 3, 10)), [("impossible", "B-3")]),
        (written(with_number("B", 3, None), totals={"B": -20}), [("missing", "B-3")]),
        (written(totals={"C": 100}), [("total-differs", "C-total")]),
        (written(totals={"C": None}), [("total-missing", "C-total")]),
        (written(verified={"D": ""}), [("unverified", "D-verified")]),
        (written(verified={"D": "D"}), [("own-card", "D-verified")]),
        (written(handed_in_by=""), [("collector-missing", "handed_in_by")]),
        (written(with_number("D", 1, -10)), [("infraction-needed", "reading-1")]),
        (written(with_number("C", 4, 20)), [("value-off-list", "off-list-4")]),
        (
            written({**NUMBERS, "D": [None] * 4}, totals={"D": None}, verified={"D": ""}),
            [("card-missing", "D-1")],
        ),
    ],
)
def test_a_fault_stands_at_its_field(written_set: WrittenSet, faults: list[tuple[str, str]]) -> None:
    found_faults = faults_in(written_set)
    assert [code for code, _ in found_faults] == [code for code, _ in faults]
    assert {field for _, field in found_faults} >= {
        field for code, field in faults if not field.startswith("reading")
    }


def test_all_faults_are_said_at_once() -> None:
    written_set = written(with_number("B", 3, 10), totals={"A": 50}, verified={"C": ""}, handed_in_by="")
    assert faults_in(written_set) == [
        ("total-differs", "A-total"),
        ("unverified", "C-verified"),
        ("impossible", "B-3"),
        ("collector-missing", "handed_in_by"),
    ]


def test_one_number_that_explains_game_and_total_stands_before_another_order() -> None:
    numbers = with_number("A", 2, -20)
    summed = judge(written(numbers), table())
    assert named(summed.hints[0].changes) == {"A-2": 0, "A-4": -20}
    judgement = judge(written(numbers, totals={"A": 55}), table())
    assert judgement.hints == ()
    assert [named(hint.changes) for hint in judgement.games[1].hints] == [{"A-2": 10}]


def test_the_likeliest_slip_comes_with_its_number() -> None:
    game = judge(written(with_number("B", 3, 10)), table()).games[2]
    assert (game.verdict, named(game.hint.changes) if game.hint else None) == ("impossible", {"B-3": -10})


def test_a_marked_infraction_explains_its_number() -> None:
    written_set = written(
        with_number("D", 1, -10), games={1: WrittenGame(infractions=(("D", "blind-pass-look"),))}
    )
    assert faults_in(written_set) == []


def test_an_infraction_that_is_marked_and_not_in_the_numbers_is_a_fault() -> None:
    written_set = written(games={2: WrittenGame(infractions=(("D", "blind-pass-look"),))})
    assert [code for code, _ in faults_in(written_set)] == ["impossible"]


def test_an_infraction_that_several_can_have_committed_names_nobody() -> None:
    # B threw to 45; the second -10 may be D's infraction, or D threw and it is B's.
    numbers = with_number("D", 1, -10)
    numbers["B"] = [-10, 10, -10, 0]
    judgement = judge(written(numbers), table())
    game = judgement.games[0]
    assert [marks.as_text for marks in game.infraction_choices] == [
        "D-1-infraction=blind-pass-look",
        "B-1-infraction=blind-pass-look",
    ]
    fault = next(fault for fault in judgement.faults if fault.code == "infraction-needed")
    assert fault.field == "reading-1"
    assert in_words(fault) == (
        "Game 1 needs an infraction to be explained, and more than one player may have committed it. Mark whose it "
        "was, or correct the number."
    )


def test_a_slip_that_several_can_have_made_names_nobody() -> None:
    numbers = with_number("C", 3, 35)
    numbers["A"] = [45, 10, 40, 0]
    judgement = judge(written(numbers), table())
    game = judgement.games[2]
    assert [hint.as_text for hint in game.hints] == ["C-3=0", "A-3=0"]
    fault = next(fault for fault in judgement.faults if fault.code == "impossible")
    assert (fault.field, in_words(fault)) == ("reading-3", "Game 3 cannot be right.")


def test_a_total_tells_which_of_two_numbers_lost_its_minus() -> None:
    numbers = with_number("C", 3, 25)
    numbers["B"][2] = 25
    game = judge(written(numbers), table()).games[2]
    assert [hint.as_text for hint in game.hints] == ["B-3=-25", "C-3=-25"]
    totals = {letter: sum(number or 0 for number in points) for letter, points in numbers.items()}
    judgement = judge(written(numbers, totals={"C": totals["C"] - 50}), table())
    assert [hint.as_text for hint in judgement.games[2].hints] == ["C-3=-25"]
    fault = next(fault for fault in judgement.faults if fault.code == "impossible")
    assert fault.field == "C-3"


@pytest.mark.parametrize(
    ("numbers", "hints"),
    [
        # Two claim 25, and nobody threw: either number has lost its minus.
        ([25, 25, 0, 0], ["A-3=-25", "B-3=-25"]),
        # Three do: one won, one of the others threw.
        (
            [25, 25, 25, 0],
            [
                *("A-3=-10 C-3=0", "A-3=-10 B-3=0", "B-3=-10 C-3=0"),
                *("A-3=0 B-3=-10", "B-3=0 C-3=-10", "A-3=0 C-3=-10"),
            ],
        ),
    ],
)
def test_nobody_is_favoured_among_those_who_claim_the_same(numbers: list[int], hints: list[str]) -> None:
    game = judge(
        written({letter: [0, 0, number, 0] for letter, number in zip("ABCD", numbers, strict=True)}), table()
    )
    assert [hint.as_text for hint in game.games[2].hints] == hints


def test_a_zero_is_not_taken_for_a_number_without_its_first_digit() -> None:
    numbers = {"A": [0, 10, 0, 0], "B": [-20, 10, 0, 0], "C": [0, 10, 0, 0], "D": [0, 10, 0, 0]}
    assert judge(written(numbers), table()).games[0].hints == ()


def test_a_called_tile_in_the_rack_waits_for_the_director_unless_the_hand_is_dead() -> None:
    racked = (("D", "racked-called-tile"),)
    written_set = written(games={2: WrittenGame(infractions=racked)})
    assert faults_in(written_set) == [("ruling-needed", "D-2-infraction")]
    ruled = {2: WrittenGame(infractions=racked, dead=("D",))}
    assert faults_in(written(with_number("D", 2, 0), games=ruled)) == []


def test_a_marked_dead_hand_gets_nothing_on_a_wall() -> None:
    dead = {2: WrittenGame(dead=("D",))}
    assert [code for code, _ in faults_in(written(games=dead))] == ["contradicted"]
    assert faults_in(written(with_number("D", 2, 0), games=dead)) == []


def numbers_of(*points: int) -> dict[str, list[int | None]]:
    """The numbers with these points in game 2."""
    return {
        seat: [first, number, *rest]
        for (seat, [first, _, *rest]), number in zip(NUMBERS.items(), points, strict=True)
    }


ERROR = ErrorCall("A", ("B", "C"))


@pytest.mark.parametrize(
    ("points", "marks", "sentence"),
    [
        (
            (0, 0, 0, 0),
            WrittenGame(error=ERROR),
            "Game 2: Only D's hand was left intact by the mah jongg in error, and D has no points for it: 10.",
        ),
        (
            (10, 0, 0, 0),
            WrittenGame(dead=("B", "C", "D")),
            "Game 2: Only A's hand was live, without a mah jongg in error: the director decides about this game.",
        ),
        (
            (25, -10, 0, 0),
            WrittenGame(dead=("A",)),
            "Game 2: A's hand is marked dead, and a dead hand cannot win.",
        ),
        (
            (25, 0, 0, -10),
            WrittenGame(error=ErrorCall("A")),
            "Game 2: A is marked as having called mah jongg in error, and cannot win this game.",
        ),
        (
            (0, 25, 0, -10),
            WrittenGame(error=ERROR),
            "Game 2: B is marked as having shown the hand over an error, and cannot win this game.",
        ),
        (
            (20, -10, 0, 0),
            WrittenGame(dead=("A",)),
            "Game 2: A's hand is marked dead, and a dead hand scores nothing: not 20.",
        ),
    ],
)
def test_a_mark_that_cannot_be_is_named(points: tuple[int, ...], marks: WrittenGame, sentence: str) -> None:
    written_set = written(numbers_of(*points), games={2: marks})
    judgement = judge(written_set, table())
    assert sentence in [in_words(fault) for fault in judgement.faults if fault.code == "contradicted"]
    assert judgement.games[1].readings == ()


@pytest.mark.parametrize("marks", [WrittenGame(dead=("C",)), WrittenGame(error=ErrorCall("C"))])
def test_a_marked_hand_leaves_no_room_for_an_error_or_a_dead_hand_that_nobody_marked(
    marks: WrittenGame,
) -> None:
    judgement = judge(written(numbers_of(10, 0, 0, 0), games={2: marks}), table())
    assert (judgement.acceptable, judgement.games[1].reading) == (False, None)


def test_no_reading_has_a_ruling_that_nobody_made() -> None:
    game = judge(written(numbers_of(10, 0, 0, 0)), table()).games[1]
    assert [in_words(reading.description) for reading in game.readings] == [
        f"{caller} called mah jongg in error, only A kept the hand intact" for caller in "BCD"
    ]
    unpaid = TableRules(tuple("ABCD"), load_profile("sanctioned", {"error_survivor": 0}), "across", 1, 4)
    judgement = judge(written(numbers_of(10, 0, 0, 0)), unpaid)
    assert [fault.code for fault in judgement.faults] == ["contradicted"]


@pytest.mark.parametrize(
    ("typed", "verdict", "code", "right"),
    [
        (54, "impossible", "transposed", 45),
        (450, "off-list", "added-digit", 45),
        (4, "impossible", "dropped-digit", 40),
    ],
)
def test_a_slip_of_digits_is_the_hint_of_its_game(typed: int, verdict: str, code: str, right: int) -> None:
    game = judge(written(with_number("A", 1, typed)), table()).games[0]
    assert game.hint is not None
    assert (game.verdict, game.hint.reason.code, named(game.hint.changes)) == (verdict, code, {"A-1": right})


def test_a_hand_off_the_list_counts_once_it_is_confirmed() -> None:
    written_set = written(with_number("C", 4, 20), games={4: WrittenGame(off_list=True)})
    judgement = judge(written_set, table())
    assert (judgement.faults, judgement.games[3].off_list) == ((), (10,))


def test_a_chosen_reading_is_the_reading() -> None:
    possible = judge(written(), table()).games[0].readings
    written_set = written(games={1: WrittenGame(chosen=possible[1].key)})
    reading = judge(written_set, table()).games[0].reading
    assert reading is not None
    assert reading.game.jokerless is True


def test_a_number_in_another_game_is_put_in_order() -> None:
    judgement = judge(written({**NUMBERS, "A": [10, 45, 0, 0]}), table())
    [hint] = judgement.hints
    assert named(hint.changes) == {"A-1": 45, "A-2": 10}


def test_cards_that_are_as_likely_in_the_wrong_order_are_all_named() -> None:
    numbers = {"A": [25, 0, 0, 10], "B": [-10, 0, 0, 10], "C": [30, 0, 0, 10], "D": [0, -20, 40, 10]}
    hints = judge(written(numbers), table()).hints
    assert [named(hint.changes) for hint in hints] == [{"A-1": 0, "A-2": 25}, {"C-1": 0, "C-2": 30}]


def test_a_missing_minus_names_the_other_winner_too() -> None:
    numbers = {
        **NUMBERS,
        **{seat: [points, *NUMBERS[seat][1:]] for seat, points in zip("ABCD", (25, 30, 0, 0), strict=True)},
    }
    game = judge(written(numbers), table()).games[0]
    assert [named(hint.changes) for hint in game.hints] == [
        {"A-1": -25},
        {"B-1": -10},
        {"B-1": -20},
        {"B-1": -25},
    ]


def test_an_infraction_is_offered_as_each_kind_that_costs_the_same() -> None:
    numbers = {
        **NUMBERS,
        **{
            seat: [points, *NUMBERS[seat][1:]] for seat, points in zip("ABCD", (45, -20, -10, 0), strict=True)
        },
    }
    game = judge(written(numbers), table(system="mahj-x")).games[0]
    assert [choice.infractions for choice in game.infraction_choices] == [
        (("C", "blind-pass-look"),),
        (("C", "out-of-turn"),),
        (("C", "wrong-wall"),),
        (("C", "misnamed-for-exposure"),),
    ]


@pytest.mark.parametrize(
    ("practice", "verified", "codes"),
    [
        ("across", {"A": "B"}, ["other-verifier"]),
        ("east", {"A": "C", "B": "A", "C": "A", "D": "A"}, []),
        ("east", {"A": "B", "B": "D", "C": "B", "D": "B"}, []),
        ("official-sheet", {"A": "C", "B": "B", "C": "C", "D": "D"}, []),
        ("official-sheet", {"A": "C", "B": "D", "C": "C", "D": "D"}, ["other-verifier"]),
    ],
)
def test_who_verifies_follows_the_practice(practice: str, verified: dict[str, str], codes: list[str]) -> None:
    judgement = judge(written(verified=verified), table(practice=practice))
    assert (judgement.faults, [fault.code for fault in judgement.warnings]) == ((), codes)


@pytest.mark.parametrize("practice", ["across", "east", "official-sheet"])
def test_nobody_verifies_an_own_card_unless_the_practice_says_so(practice: str) -> None:
    faults = faults_in(written(verified={"A": "A", "B": "A", "C": "A", "D": "A"}), table(practice=practice))
    assert ("own-card", "A-verified") in faults


@pytest.mark.parametrize(("round_", "collector"), [(1, "A"), (2, "B"), (3, "C"), (4, "A"), (5, "A")])
def test_the_collector_of_a_table_of_three(round_: int, collector: str) -> None:
    assert table("ABC", round_=round_).collector == collector


def test_somebody_else_brought_the_cards() -> None:
    judgement = judge(written(handed_in_by="D"), table())
    assert [fault.code for fault in judgement.warnings] == ["other-collector"]


def test_a_table_of_three() -> None:
    numbers = {"A": [45, 10, 0, 0], "B": [-20, 10, -10, 0], "C": [0, 10, 35, 0]}
    assert faults_in(written(numbers), table("ABC")) == []


def test_two_players_are_no_table() -> None:
    cards = {letter: WrittenCard((0,) * 4, 0, "B") for letter in "AB"}
    written_set = WrittenSet(cards, (WrittenGame(),) * 4, "A")
    assert "short-table" in [code for code, _ in faults_in(written_set, table("AB"))]


@pytest.mark.parametrize("system", ["club-day", "mahj-x"])
def test_the_other_points_systems(system: str) -> None:
    numbers: dict[str, list[int | None]] = {
        "A": [35, 10, 0, 0],
        "B": [-10, 10, -10, 0],
        "C": [0, 10, 35, 0],
        "D": [0, 10, 0, 0],
    }
    at = table(system=system)
    duties = at.verifiers()
    written_set = written(numbers, verified=duties, handed_in_by=at.collector)
    assert judge(written_set, at).faults == ()


@pytest.mark.parametrize("system", ["sixteen-hands", "card-game"])
def test_systems_without_points_on_the_card_ask_for_the_games(system: str) -> None:
    written_set = written(totals=dict.fromkeys("ABCD", 0), verified=table(system=system).verifiers())
    field = "outcome" if system == "sixteen-hands" else "won"
    missing = [("game-missing", f"g{game}-{field}") for game in range(1, 5)]
    assert faults_in(written_set, table(system=system)) == missing


def test_what_is_written_survives_its_journal_form() -> None:
    written_set = written(
        games={2: WrittenGame(dead=("D",), infractions=(("B", "blind-pass-look"),), off_list=True)}
    )
    profile = load_profile("sanctioned")
    assert from_data(to_data(written_set, profile), profile) == written_set


def test_field_names_are_stable() -> None:
    fields = named(paper.written().values())
    assert {name: fields[name] for name in ("A-1", "B-1", "A-total", "A-verified", "handed_in_by")} == {
        "A-1": "45",
        "B-1": "-20",
        "A-total": "55",
        "A-verified": "C",
        "handed_in_by": "A",
    }
