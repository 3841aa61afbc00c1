"""Worked games, derived by hand from the rule texts, stand as data in ``cases/``: one per line with its source."""

import json
from collections import Counter
from pathlib import Path

import pytest

from rules.commands.score import answer_line, answer_value
from rules.english import sentence
from rules.game import Refusal
from rules.score import score_game
from rules.systems.registry import SYSTEMS

CASES = Path(__file__).with_name("cases")
REFUSAL_CODES = {
    "unknown-field",
    "missing",
    "wrong-type",
    "unknown-system",
    "unknown-outcome",
    "not-for-outcome",
    "bad-seats",
    "seat-not-at-table",
    "bad-profile",
    "bad-value",
    "dead-winner",
    "winner-is-thrower",
    "self-picked-with-thrower",
    "no-thrower",
    "dead-thrower",
    "class-with-exposures",
    "exposures-out-of-range",
    "exposures-needed",
    "dead-twice",
    "should-have-ended",
    "play-goes-on",
    "enter-as-dead",
    "unknown-infraction",
    "duplicate-infraction",
    "not-the-thrower",
    "not-for-system",
    "bad-challenge",
    "unknown-hand",
    "undeclared-mahjong",
    "mahjong-and-fishing",
    "wrong-count",
    "hand-won-before",
}
LINE_CODES = {
    "hand",
    "self-picked",
    "jokerless",
    "no-exposure",
    "thrower-0-exposures",
    "thrower-1-exposures",
    "thrower-2-exposures",
    "thrower-3-exposures",
    "wall",
    "error-survivor",
    "blind-pass-look",
    "out-of-turn",
    "wrong-wall",
    "misnamed-for-exposure",
    "misnamed-for-mahjong",
    "racked-called-tile",
    "payment",
    "sole-payment",
    "error-payment",
    "challenge",
    "void-win",
    "mahjong",
    "fishing",
    "bouquet",
    "flower",
    "kong",
    "extra",
}


def read_cases():
    cases = []
    for name in (*SYSTEMS, "refusals"):
        lines = (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines, start=1):
            case = json.loads(line)
            if name != "refusals":
                case["game"] = {"system": name, **case["game"]}
            cases.append(pytest.param(case, id=f"{name}:{number}"))
    return cases


ALL_CASES = read_cases()


@pytest.mark.parametrize("case", ALL_CASES)
def test_a_worked_game_scores_as_derived_by_hand(case):
    answer = score_game(case["game"])
    assert answer_line(json.dumps(case["game"]).encode()) == answer_value(case["game"])
    if "errors" in case:
        assert isinstance(answer, Refusal), answer
        assert [f"{fault.field} {fault.code}" for fault in answer.errors] == case["errors"]
        return
    assert not isinstance(answer, Refusal), answer
    assert answer.status == case.get("status", "scored")
    seats = sorted(case["game"].get("seats", "ABCD")) if answer.status == "scored" else []
    assert answer.points == dict(zip(seats, case.get("points", []), strict=True))
    if "lines" in case:
        assert [f"{line.seat} {line.points} {line.code} {line.clause}" for line in answer.lines] == case[
            "lines"
        ]
    if "warnings" in case:
        assert answer.warnings == case["warnings"]


def test_there_are_cases_enough_and_they_are_different():
    games = [json.dumps(case.values[0]["game"], sort_keys=True) for case in ALL_CASES]
    assert len(set(games)) == len(games)
    number = Counter(case.values[0]["game"].get("system") for case in ALL_CASES)
    assert {system: number[system] >= 40 for system in ("sanctioned", "club-day", "mahj-x")} == {
        "sanctioned": True,
        "club-day": True,
        "mahj-x": True,
    }
    assert min(number["card-game"], number["sixteen-hands"]) >= 30


def test_every_refusal_code_stands_in_a_case():
    codes = {error.split()[1] for case in ALL_CASES for error in case.values[0].get("errors", [])}
    assert codes == REFUSAL_CODES


def test_every_line_code_stands_in_a_case():
    answers = [score_game(case.values[0]["game"]) for case in ALL_CASES]
    codes = {line.code for answer in answers if not isinstance(answer, Refusal) for line in answer.lines}
    assert codes - LINE_CODES == {"unfinished"}
    assert LINE_CODES - codes == set()


def test_every_sentence_reads_as_written_down():
    """What people read, for every worked game: refusals by code and field, point lines by code, seat and points."""
    answers = [score_game(case.values[0]["game"]) for case in ALL_CASES]
    sentences = {
        f"{reason.code} | {reason.field} | {sentence(reason)}"
        if isinstance(answer, Refusal)
        else f"{reason.code} | {reason.seat} {reason.points} | {sentence(reason)}"
        for answer in answers
        for reason in (answer.errors if isinstance(answer, Refusal) else answer.lines)
    }
    expected = (CASES / "sentences.txt").read_text(encoding="utf-8").splitlines()
    assert sorted(sentences) == expected
