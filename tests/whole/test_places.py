"""The names of the desk's fields are made by `FieldPlace`, and read back by it, alone."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from scoring.sets.places import FieldPlace
from scoring.sets.words import FACTS, OTHERS

ROOT = Path(__file__).resolve().parents[2]
FILES = [
    path
    for path in sorted((ROOT / "scoring").rglob("*.py"))
    if "migrations" not in path.parts and path.name != "places.py"
]
PLACES = {
    "handed_in_by": FieldPlace("handed_in_by"),
    "reading-2": FieldPlace("reading", game=2),
    "off-list-12": FieldPlace("off-list", game=12),
    "A-1": FieldPlace("", "A", 1),
    "A-total": FieldPlace("total", "A"),
    "B-16-infraction": FieldPlace("infraction", "B", 16),
    "g1-won": FieldPlace("won").in_game(1),
    "g10-by3": FieldPlace("by3").in_game(10),
    "g16-D-hand": FieldPlace("hand", "D").in_game(16),
}
TAKES_APART = {
    "endswith",
    "partition",
    "removeprefix",
    "removesuffix",
    "rpartition",
    "rsplit",
    "split",
    "startswith",
}


@pytest.mark.parametrize("name", PLACES)
def test_a_place_has_one_name_and_is_read_back_from_it(name: str) -> None:
    assert (PLACES[name].html_name, FieldPlace.read(name)) == (name, PLACES[name])


@pytest.mark.parametrize("text", ["", "-", "A-", "g", "g1", "g1-", "ga-won", "-3", "g²-won", "stamp"])
def test_any_other_text_names_a_field_of_the_set(text: str) -> None:
    assert FieldPlace.read(text) == FieldPlace(text)


def is_name(text: str) -> bool:
    """Whether this is the name of a field of a card or of a game, or its beginning or end."""
    places = [
        FieldPlace.read(whole) for whole in (text, f"{text}hand", f"A{text}", f"{text}3") if whole.count("-")
    ]
    known = {*FACTS, *OTHERS, "reading"}
    return any(place.name in known and (place.letter or place.game) for place in places)


def texts(node: ast.AST) -> Iterator[str]:
    """What a literal can be, with a letter, a game or a name in its gaps."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=values) if len(values) <= 5:
            parts = [
                [str(part.value)] if isinstance(part, ast.Constant) else ["A", "3", "hand"] for part in values
            ]
            yield from ("".join(chosen) for chosen in product(*parts))


def offences(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield from filter(is_name, texts(node))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            arguments = [
                text for argument in node.args for part in ast.walk(argument) for text in texts(part)
            ]
            if node.func.attr in TAKES_APART:
                yield from (text for text in arguments if is_name(text))
            if ast.unparse(node.func.value) == "re" and node.args:
                yield from (
                    text for text in texts(node.args[0]) if any(re.search(text, name) for name in PLACES)
                )


@pytest.mark.slow
def test_nothing_else_makes_or_reads_the_name_of_a_field() -> None:
    found = {
        str(path.relative_to(ROOT)): list(offences(ast.parse(path.read_text("utf-8")))) for path in FILES
    }
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize(
    "line",
    [
        're.compile(r"^g(\\d{1,2})-")',
        're.match("[A-D]-", name)',
        'f"{letter}-total"',
        'f"g{number}-{name}"',
        'name.startswith(f"{letter}-")',
        'name.endswith("-award")',
        'name.startswith("reading-")',
    ],
)
def test_who_makes_or_reads_a_name_is_found(line: str) -> None:
    assert list(offences(ast.parse(line)))
