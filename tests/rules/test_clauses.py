"""docs/rules.md speaks of every clause, and what it names as proof exists."""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "tests" / "rules" / "cases"
ANSWERS = {
    "scores it",
    "refuses",
    "warns",
    "prints it on the sheet",
    "arranges it",
    "leaves it to the director",
}


def numbered(name: str, count: int) -> list[str]:
    return [f"{name} {number}".strip() for number in range(1, count + 1)]


def lettered(number: int, last: str) -> list[str]:
    return [str(number), *(f"{number}{letter}" for letter in "abcdefgh" if letter <= last)]


CLAUSES = {
    "sanctioned": [
        *numbered("Header", 4), "1", "2", *numbered("2 bullet", 2), *lettered(3, "b"), "4",
        *lettered(5, "c")[1:], "6", "7", "8", "9", *lettered(10, "h"), *lettered(11, "c"), *lettered(12, "d")[1:],
        *lettered(13, "e")[1:], *map(str, range(14, 26)),
    ],
    "club-day": [
        "Movement", *numbered("Scoring", 5), *numbered("Points", 7), "Called in error", "Miscalled tile", "Blind pass",
        "Racking", *numbered("Reminders", 11),
    ],
    "mahj-x": [
        *numbered("Penalties", 4), "Lost opportunity", *numbered("Discarder", 3), *numbered("Bonuses", 3),
        "Self-picked", "Wall games", "Score sheet", *numbered("Money", 5), *numbered("Example", 2), "Rounding",
    ],
    "card-game": [
        *numbered("Deal", 2), *numbered("Charleston", 2), *numbered("Wrong count", 4), "No drawing",
        *numbered("Misnaming", 3), *numbered("Exposure", 3), *numbered("In error", 4), "On a discard", "Poor discard",
        "Out of turn", *numbered("Death", 7), "Challenge", "After a challenge", *numbered("After a challenge", 2),
        *numbered("After a challenge 2 bullet", 2), *numbered("After death", 3),
    ],
    "sixteen-hands": numbered("", 22),
}  # fmt: skip
"""The numbered and bulleted clauses of the five texts, in their order."""


def rows() -> dict[str, list[list[str]]]:
    rows_by_heading: dict[str, list[list[str]]] = {}
    for line in (ROOT / "docs" / "rules.md").read_text(encoding="utf-8").splitlines():
        if line == "## Every cell of the tables":
            break
        if heading := re.fullmatch(r"## .* \(`(.*)`\)", line):
            rows_by_heading[heading[1]] = []
        elif line.startswith("| ") and not line.startswith(("| ---", "| Clause")):
            list(rows_by_heading.values())[-1].append([cell.strip() for cell in line.strip("|").split(" | ")])
    return rows_by_heading


ROWS = [(system, row) for system, table in rows().items() for row in table]


def test_every_clause_is_spoken_of_in_its_order():
    assert {system: [row[0] for row in table] for system, table in rows().items()} == CLAUSES


@cache
def functions_in(path: str) -> set[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


@cache
def reasons(system: str) -> list[str]:
    lines = (CASES / f"{system}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["why"] for line in lines]


def test_what_is_named_exists():
    for system, row in ROWS:
        clause, about, does, how, shown_by = row
        assert about, (system, clause)
        assert how, (system, clause)
        assert does in ANSWERS, (system, clause)
        tests = re.findall(r"`([^`]*)`", shown_by)
        cases = re.findall(r"case “([^”]*)”", shown_by)
        assert tests or cases or does == "leaves it to the director", (system, clause)
        for test in tests:
            path, _, name = test.partition("::")
            assert name.startswith("test_"), (system, clause)
            assert name in functions_in(path), (system, clause)
        for case in cases:
            named = re.compile(rf"(?<!\w){re.escape(case)}(?!\w)")
            assert any(named.search(reason) for reason in reasons(system)), (system, clause, case)


CELLS = [
    line for line in (ROOT / "docs" / "rules.md").read_text(encoding="utf-8").splitlines() if ":" in line
]


def test_every_cell_names_worked_games_that_exist():
    cited_games = {
        game for line in CELLS if line.startswith("| ") for game in re.findall(r"\b([a-z-]+):(\d+)\b", line)
    }
    games = {
        (path.stem, str(number))
        for path in CASES.glob("*.jsonl")
        for number in range(1, len(path.read_text(encoding="utf-8").splitlines()) + 1)
    }
    assert len(cited_games) > 150
    assert cited_games <= games
