"""Every sentence can be made in another language from the same codes and values."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from rules.check import answer as check_answer
from rules.check import check_points
from rules.commands.move import read_arguments
from rules.commands.pot import answer as pot
from rules.commands.prizes import answer as prizes
from rules.english import (
    ENGLISH,
    patterns,
    rule_sheet,
    sentence,
)
from rules.english.sentences import enumeration, joined_by_and
from rules.game import ErrorCall, Fault, Hint, Phrase, Refusal
from rules.reading import reading_of
from rules.score import score_game
from rules.seating import Apart, FixedSeat, Plan, PlanRequest, Steps, make_plan, repair
from rules.seating.repeat_free import why_not
from rules.seating.steps import first_round
from rules.systems.points import PointsGame
from rules.systems.registry import SYSTEMS, load_profile, texts
from rules.systems.registry import describe as values_of

from .described import describe

CASES = Path(__file__).with_name("cases")


KNOWN = {
    text for _, pattern in patterns() for text in (pattern if isinstance(pattern, tuple) else (pattern,))
}


class MadeUp:
    """A language that puts what it is asked for between signs, and knows nothing that no pattern lists."""

    def gettext(self, message):
        assert message in KNOWN or any(map(str.isdigit, message)), message
        return f"<{message}>"

    def ngettext(self, singular, plural, number):
        return self.gettext(singular if number == 1 else plural)


def in_english(text: str) -> str:
    return text.replace("<", "").replace(">", "")


def subjects(answer: object) -> Iterator[Fault | Hint | Phrase]:
    """Whatever has a sentence in an answer of the engine."""
    if isinstance(answer, Refusal):
        yield from answer.errors
    for name in ("lines", "hints"):
        yield from getattr(answer, name, ())
    for game in getattr(answer, "by_game", ()):
        yield from subjects(game)


def lines() -> list[tuple[object, object]]:
    games = [
        (score_game, ({} if path.stem == "refusals" else {"system": path.stem}) | json.loads(case)["game"])
        for path in sorted(CASES.glob("*.jsonl"))
        for case in path.read_text(encoding="utf-8").splitlines()
    ]
    numbers = (
        {"A": 45, "B": 20, "C": 0, "D": 0},
        {"A": 10, "B": 10, "C": 10, "D": 5},
        {"A": 25, "B": -15, "C": 0, "D": 0},
        {"A": 25, "B": 25, "C": 0, "D": 0},
        {"A": 38, "B": 0, "C": 0},
    )
    sets = {"A": [45, 10], "B": [-20, 10], "C": [0, 10], "D": [10, 0]}
    return [
        *games,
        *((check_answer, {"system": system, "points": number}) for system in SYSTEMS for number in numbers),
        (check_answer, {"system": "sanctioned", "points": numbers[0], "dead": ["B", "B", "E", 1]}),
        (check_answer, {"system": "sanctioned", "cards": sets, "points": {}, "zzz": 1}),
        (check_answer, {"system": "mahj-x", "cards": sets}),
        (check_answer, {"system": "mahj-x", "cards": {"A": [10**12], "B": [], "C": 5}}),
        (pot, {"stake_cents": 10, "totals": {"A": "x"}, "zzz": 1}),
        (pot, {"stake_cents": -10, "totals": []}),
        (pot, {"stake_cents": 10, "totals": {"A": 1}}),
        (prizes, {"totals": {}, "prizes_cents": [-1, "x"]}),
        (prizes, {"prizes_cents": "x"}),
    ]  # fmt: skip


def test_every_answer_is_said_in_another_language_and_in_english():
    all_subjects = [subject for answer, line in lines() for subject in subjects(answer(line))]
    assert {type(subject).__name__ for subject in all_subjects} == {"Fault", "Hint", "Line"}
    for subject in all_subjects:
        there, here = sentence(subject, MadeUp()), sentence(subject)
        assert there.startswith("<")
        assert there.endswith(">")
        assert in_english(there) == here
        assert not any(sign in here for sign in "<{")


def test_a_phrase_that_was_stored_reads_as_before():
    plan = why_not(8, 12)
    game = PointsGame(
        outcome="win", winner="A", value=45, thrower="B", exposures=2, jokerless=True, dead=("C", "D")
    )
    reading = reading_of(game, load_profile("sanctioned"))
    for phrase in (plan, reading):
        stored = msgspec.json.decode(msgspec.json.encode(phrase))
        assert sentence(msgspec.convert(stored, Phrase)) == sentence(phrase)


def test_readings_are_described_in_the_language_of_the_reader():
    profile = load_profile("mahj-x")
    games = [
        *check_points({"A": 45, "B": -20, "C": 0, "D": 0}, profile, dead=["C"]).games,
        *check_points({"A": 35, "B": 0, "C": -10, "D": 0}, profile).games,
        *check_points({"A": 10, "B": 0, "C": 0, "D": 0}, load_profile("sanctioned")).games,
        PointsGame(outcome="unfinished"),
        PointsGame(outcome="wall", ruled="wall", dead=("A", "B", "C")),
        PointsGame(outcome="wall", error=ErrorCall("A", ("B",))),
        PointsGame(outcome="wall", error=ErrorCall("A")),
        PointsGame(outcome="error", seats=("A", "B", "C"), error=ErrorCall("A", ("C", "B"))),
    ]
    english = [describe(game, profile) for game in games]
    descriptions = [describe(game, profile, MadeUp()) for game in games]
    assert all(word.startswith("<") and word.endswith(">") for word in descriptions)
    assert [in_english(word) for word in descriptions] == english


def test_rule_sheets_and_the_listing_of_values_are_translated():
    hands = [{"number": n, "class": "limit", "exposed_chows": n > 8, "name": "Gates"} for n in range(1, 17)]
    profiles = [
        *map(load_profile, SYSTEMS),
        load_profile("sanctioned", {"wall": 1, "games_per_round": 1, "labels": list("    ")}),
        load_profile("sanctioned", {"collector": "scorekeeper", "verification": "east"}),
        load_profile("sixteen-hands", {"hands": hands, "marked_numbers": True, "round_minutes": 1}),
    ]  # fmt: skip
    english = [row for profile in profiles for row in rule_sheet(profile)]
    rows = [row for profile in profiles for row in rule_sheet(profile, MadeUp())]
    assert [in_english(row.sentence) for row in rows] == [row.sentence for row in english]
    assert [in_english(row.standard) for row in rows] == [row.standard for row in english]
    plain = {row.name for row in rows if "<" not in row.value}
    assert plain == {"values", "block_names"}  # numbers, and names as they are written
    assert all(row.sentence.startswith("<") for row in rows)


def test_the_texts_of_the_profiles_are_listed_once_for_translators():
    entries = list(texts())
    assert ("card-game.toml", "home rule") in entries
    for system in SYSTEMS:
        for desk in (False, True):
            for value in values_of(system, desk=desk).values():
                assert (f"{system}.toml", value["sentence"]) in entries
    assert ("sanctioned.toml", "10a") not in entries


@pytest.mark.slow
def test_seatings_explain_themselves_in_the_language_of_the_reader():
    start = first_round(4)
    short = (
        start[0],
        *(type(one)(one.table, A=one.A, B=one.B, C=one.C) for one in start[1:3]),
        type(start[3])(4, A="x"),
    )
    names, held = [f"p{number}" for number in range(12)], FixedSeat("p0", 1)

    def everything(language) -> list[str]:
        refused = [
            *read_arguments(["--tables", "x", "--zzz", "1", "--seed", "--seed=1", "--seed=2", "--steps", "q"]).errors,
            *read_arguments([]).errors,
            *make_plan(PlanRequest(rounds=0, movement="zzz", empty_letter="A")).errors,
            *make_plan(PlanRequest(rounds=1, movement="custom", tables=0)).errors,
            *make_plan(PlanRequest(rounds=1, movement="random", tables=900, steps=Steps(0, 0, 0, 0))).errors,
            *make_plan(PlanRequest(rounds=1, movement="random", tables=2, players=3)).errors,
            *make_plan(PlanRequest(rounds=1, movement="random", players=5)).errors,
            *make_plan(PlanRequest(rounds=1, movement="random", tables=2, players=4)).errors,
            *make_plan(PlanRequest(rounds=1, movement="random", players=13, fixed=[held],
                                   keep_apart=[Apart(("a", "b"))])).errors,
            *make_plan(PlanRequest(rounds=2, movement="ranked", players=["p0", *names], history=[start],
                                   keep_apart=[Apart(("a", "a"))],
                                   fixed=[FixedSeat("q", 9), held, held])).errors,
        ]  # fmt: skip
        nobody = type(start[0])(1, A="a", B="b")
        slips = [
            make_plan(PlanRequest(rounds=2, movement="repeat-free", tables=1)),
            make_plan(PlanRequest(rounds=2, movement="sanctioned", players=names, fixed=[held])),
            make_plan(
                PlanRequest(
                    rounds=1, movement="sanctioned", players=[*names, "q", "r"], history=[first_round(3)]
                )
            ),
            make_plan(PlanRequest(rounds=2, movement="repeat-free", players=names, history=[first_round(3)])),
        ]
        return [
            *(sentence(fault, language) for fault in refused),
            *(sentence(plan.reason, language) for plan in slips if isinstance(plan, Plan) and plan.reason),
            *(
                sentence(why_not(tables, rounds), language)
                for tables, rounds in ((1, 2), (4, 3), (12, 12), (13, 14))
            ),
            *(sentence(note, language) for note in repair(short).notes()),
            *(sentence(fault, language) for fault in repair([nobody]).errors),
            sentence(Fault("not-json", ""), language),
        ]

    english = everything(ENGLISH)
    sentences = everything(MadeUp())
    assert all(word.startswith("<") and word.endswith(">") for word in sentences)
    assert [in_english(word) for word in sentences] == english
    assert not any("{" in word or "<" in word for word in english)


def test_lists_in_sentences():
    assert [joined_by_and("ABC"[:size], ENGLISH) for size in (1, 2, 3)] == ["A", "A and B", "A and B and C"]
    assert [enumeration("ABC"[:size], ENGLISH) for size in (1, 2, 3)] == ["A", "A and B", "A, B and C"]
