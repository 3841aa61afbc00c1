"""Every sentence of the rules can be said in another language, and nothing remembered in one is said in the next."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import rules
from rules.check import check_points, describe
from rules.check.command import answer_line as check
from rules.json_lines import not_json
from rules.movement import FixedSeat, Plan, Steps, certificate, make_plan, repair
from rules.movement.command import read_arguments
from rules.movement.repeat_free import why_not
from rules.movement.steps import STEPS, first_round
from rules.pot import answer_line as pot
from rules.prizes import answer_line as prizes
from rules.profile import SYSTEMS, load_profile, texts
from rules.profile import describe as values_of
from rules.score import answer_line as score
from rules.words import ENGLISH, Translator, chained, listed, speak

FOLDER = Path(rules.__file__).parent
CASES = Path(__file__).with_name("cases")


def literals() -> Iterator[str]:
    """Every sentence that stands in the code as a literal, as a program that collects them for translators sees it."""
    for path in FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("say", "say_count", "to_say"):
                wanted = node.args[: 2 if node.func.id == "say_count" else 1]
                yield from (one.value for one in wanted if isinstance(one, ast.Constant))


KNOWN = {*literals(), *(text for _, text in texts())}


def marked(sentence: str) -> str:
    assert sentence in KNOWN or any(map(str.isdigit, sentence)), sentence
    return f"<{sentence}>"


MADE_UP = Translator(
    gettext=marked,
    ngettext=lambda one, many, count: marked(one if count == 1 else many),
    language=lambda: "made-up",
)


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    before = speak(ENGLISH)
    yield
    speak(before)


def in_english(sentence: str) -> str:
    return sentence.replace("<", "").replace(">", "")


def messages(answer: object) -> Iterator[str]:
    """All sentences of an answer, wherever they stand."""
    if isinstance(answer, dict):
        yield from (one for name, one in answer.items() if name in ("message", "sentence"))
        for one in answer.values():
            yield from messages(one)
    elif isinstance(answer, list):
        for one in answer:
            yield from messages(one)


def lines() -> list[tuple[object, object]]:
    games = [
        (score, ({} if path.stem == "refusals" else {"system": path.stem}) | json.loads(case)["game"])
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
        *((check, {"system": system, "points": one}) for system in SYSTEMS for one in numbers),
        (check, {"system": "sanctioned", "points": {"A": 45, "B": 0, "C": -20, "D": 0}, "dead": ["B", "B", "E", 1]}),
        (check, {"system": "sanctioned", "cards": sets, "points": {}, "zzz": 1}),
        (check, {"system": "mahj-x", "cards": sets}),
        (check, {"system": "mahj-x", "cards": {"A": [10**12], "B": [], "C": 5}}),
        (pot, {"stake_cents": 10, "totals": {"A": "x"}, "zzz": 1}),
        (pot, {"stake_cents": -10, "totals": []}),
        (pot, {"stake_cents": 10, "totals": {"A": 1}}),
        (prizes, {"totals": {}, "prizes_cents": [-1, "x"]}),
        (prizes, {"prizes_cents": "x"}),
    ]  # fmt: skip


@pytest.mark.parametrize("first", ["English", "made-up"])
def test_every_line_is_answered_in_another_language_and_in_english_again(first):
    asked = [(answer, json.dumps(line).encode()) for answer, line in lines()]
    if first == "English":
        [answer(line) for answer, line in asked]
    speak(MADE_UP)
    other = [json.loads(answer(line)) for answer, line in asked]
    speak(ENGLISH)
    english = [json.loads(answer(line)) for answer, line in asked]
    for there, here in zip(other, english, strict=True):
        said, plain = list(messages(there)), list(messages(here))
        assert all(one.startswith("<") and one.endswith(">") for one in said)
        assert [in_english(one) for one in said] == plain
        assert json.loads(in_english(json.dumps(there))) == here
        assert not any("<" in one or "{" in one for one in plain)


def test_readings_are_described_in_the_language_of_the_reader():
    profile = load_profile("mahj-x")
    games = [
        *check_points({"A": 45, "B": -20, "C": 0, "D": 0}, profile, dead=["C"]).games,
        *check_points({"A": 35, "B": 0, "C": -10, "D": 0}, profile).games,
        *check_points({"A": 10, "B": 0, "C": 0, "D": 0}, load_profile("sanctioned")).games,
        {"outcome": "unfinished"},
        {"outcome": "wall", "ruled": "wall", "dead": ["A", "B", "C"]},
        {"outcome": "wall", "error": {"caller": "A", "exposed": ["B"]}},
        {"outcome": "wall", "error": {"caller": "A", "exposed": []}},
        {"outcome": "error", "seats": list("ABC"), "error": {"caller": "A", "exposed": ["C", "B"]}},
    ]
    english = [describe(game, profile) for game in games]
    speak(MADE_UP)
    said = [describe(game, profile) for game in games]
    assert all(one.startswith("<") and one.endswith(">") for one in said)
    assert [in_english(one) for one in said] == english


def test_rule_sheets_and_the_listing_of_values_are_translated():
    hands = [{"number": n, "class": "limit", "exposed_chows": n > 8, "name": "Gates"} for n in range(1, 17)]
    profiles = [
        *map(load_profile, SYSTEMS),
        load_profile("sanctioned", {"wall": 1, "games_per_round": 1, "labels": list("    ")}),
        load_profile("sanctioned", {"collector": "scorekeeper", "verification": "east"}),
        load_profile("sixteen-hands", {"hands": hands, "marked_numbers": True, "round_minutes": 1}),
    ]  # fmt: skip
    english = [row for profile in profiles for row in profile.rule_sheet()]
    speak(MADE_UP)
    said = [row for profile in profiles for row in profile.rule_sheet()]
    assert [in_english(row.sentence) for row in said] == [row.sentence for row in english]
    assert [in_english(row.value) for row in said] == [row.value for row in english]
    plain = {row.name for row in said if "<" not in row.value}
    assert plain == {"thrower", "values", "movement"}  # numbers, and a name that `move` takes
    assert all(row.sentence.startswith("<") for row in said)
    listing = [values_of(system, desk=desk) for system in SYSTEMS for desk in (False, True)]
    assert all(one.startswith("<") for one in messages(listing))


def test_the_texts_of_the_profiles_are_listed_once_for_translators():
    found = list(texts())
    assert ("card-game.toml", "home rule") in found
    assert ("sanctioned.toml", "games per round") in found
    for system in SYSTEMS:
        for desk in (False, True):
            for value in values_of(system, desk=desk).values():
                assert (f"{system}.toml", value["sentence"]) in found
    assert ("sanctioned.toml", "10a") not in found


def test_seatings_explain_themselves_in_the_language_of_the_reader():
    start = first_round(4)
    short = (
        start[0],
        *(type(one)(one.table, A=one.A, B=one.B, C=one.C) for one in start[1:3]),
        type(start[3])(4, A="x"),
    )
    names, held = [f"p{number}" for number in range(12)], FixedSeat("p0", 1)

    def everything() -> list[str]:
        refused = [
            *read_arguments(["--tables", "x", "--zzz", "1", "--seed", "--seed=1", "--seed=2", "--steps", "q"]).errors,
            *read_arguments([]).errors,
            *make_plan(rounds=0, movement="zzz", empty_letter="A", keep_apart_rounds=-1).errors,
            *make_plan(rounds=1, movement="custom", tables=0).errors,
            *make_plan(rounds=1, movement="random", tables=900, steps=Steps(0, 0, 0, 0)).errors,
            *make_plan(rounds=1, movement="random", tables=2, players=3).errors,
            *make_plan(rounds=1, movement="random", players=5).errors,
            *make_plan(rounds=1, movement="random", tables=2, players=4).errors,
            *make_plan(rounds=1, movement="random", players=13, fixed=[held], keep_apart=[("a", "b")]).errors,
            *make_plan(rounds=2, movement="ranked", players=["p0", *names], history=[start], keep_apart=[("a", "a")],
                       fixed=[FixedSeat("q", 9), held, held]).errors,
        ]  # fmt: skip
        nobody = type(start[0])(1, A="a", B="b")
        slips = [
            make_plan(rounds=2, movement="repeat-free", tables=1),
            make_plan(rounds=2, movement="sanctioned", players=names, fixed=[held]),
            make_plan(rounds=1, movement="sanctioned", players=[*names, "q", "r"], history=[first_round(3)]),
            make_plan(rounds=2, movement="repeat-free", players=names, history=[first_round(3)]),
        ]
        return [
            *(fault.message for fault in refused),
            *(plan.reason for plan in slips if isinstance(plan, Plan) and plan.reason),
            *(why_not(tables, rounds) for tables, rounds in ((1, 2), (4, 3), (12, 12), (13, 14))),
            certificate([start]).sentence,
            certificate([start, start]).sentence,
            *(steps.announcement for steps in STEPS.values()),
            *repair(short).sentences(),
            *(fault.message for fault in repair([nobody]).errors),
            *(fault.message for fault in not_json().errors),
        ]

    english = everything()
    speak(MADE_UP)
    said = everything()
    assert all(one.startswith("<") and one.endswith(">") for one in said)
    assert [in_english(one) for one in said] == english
    assert not any("{" in one or "<" in one for one in english)


def test_lists_in_sentences():
    assert [chained("ABC"[:size]) for size in (1, 2, 3)] == ["A", "A and B", "A and B and C"]
    assert [listed("ABC"[:size]) for size in (1, 2, 3)] == ["A", "A and B", "A, B and C"]
