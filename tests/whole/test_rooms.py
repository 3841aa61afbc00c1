"""What import-linter cannot see: templates name nothing of an application further up."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import URLResolver, get_resolver

from rules.systems.registry import FAMILIES, SYSTEMS

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
# The lowest first; what lies in none of these folders belongs to the whole site and may name everything.
APPLICATIONS = settings.OWN_APPS
OF_AN_APPLICATION = [
    path for path in sorted(TEMPLATES.rglob("*.html")) if path.relative_to(TEMPLATES).parts[0] in APPLICATIONS
]
# A page of the site: every application has its navigation and is drawn in its frame.
OF_THE_SITE = {"base.html"}
# The club's own pages lead to its tournaments, and show entries of their journals.
LEAD_ON = {
    "club/accounts/club.html",
    "club/front_page/home.html",
    "club/profiles/house.html",
    "club/rights/stored.html",
}
FRONT_PAGE = "home"


def applications_of_addresses(resolver: URLResolver | None = None) -> dict[str, str]:
    """The name of each address and the application that answers it."""
    applications: dict[str, str] = {}
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLResolver):
            applications |= applications_of_addresses(pattern)
        elif pattern.name:
            applications[pattern.name] = pattern.callback.__module__.split(".")[0]
    return applications


def test_a_template_names_nothing_further_up() -> None:
    answered_by = applications_of_addresses()
    upwards = {}
    for path in OF_AN_APPLICATION:
        name, text = path.relative_to(TEMPLATES).as_posix(), path.read_text()
        addresses = re.findall(r"{% url '([\w-]+)'", text)
        applications = {answered_by[address] for address in addresses if address != FRONT_PAGE}
        applications |= {
            template.split("/")[0]
            for template in re.findall(r'{% (?:include|extends) "([^"]+)"', text)
            if template not in OF_THE_SITE
        }
        own = APPLICATIONS.index(path.relative_to(TEMPLATES).parts[0])
        if name not in LEAD_ON and (above := applications & set(APPLICATIONS[own + 1 :])):
            upwards[name] = above
    assert upwards == {}


ROOT = TEMPLATES.parent
# A word of its own beside: the points on cards, and what the marks of a game are called.
NAMES = {*SYSTEMS, *FAMILIES} - {"points"}
ASKS_BY_NAME = re.compile(
    r"\b(?:family|system)(?:\.\w+)* [!=]= [\"']|[\"'] [!=]= (?:\w+\.)*(?:family|system)\b"
)


def asked_by_name(tree: ast.AST) -> Iterator[int]:
    """The lines that ask whose type a profile or game is, or compare with the name of a system or family."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="isinstance"), args=[_, types]):
                if re.search(r"\w(Profile|Game)\b", ast.unparse(types)):
                    yield node.lineno
            case ast.Compare():
                sides = [node.left, *node.comparators]
                named = {
                    part.value for side in sides for part in ast.walk(side) if isinstance(part, ast.Constant)
                }
                is_of_family = any(re.search(r"\bfamily(\.name)?$", ast.unparse(side)) for side in sides)
                if named & NAMES or (is_of_family and any(isinstance(name, str) for name in named)):
                    yield node.lineno
            case ast.MatchClass() if re.search(r"\w(Profile|Game)$", ast.unparse(node.cls)):
                yield node.cls.lineno
            case ast.MatchValue(value=ast.Constant(value=str() as name)) if name in NAMES:
                yield node.value.lineno


@pytest.mark.slow
def test_no_room_asks_for_a_system_or_a_family_by_its_name() -> None:
    """What differs between them stands in `rules.systems`, as data of the family and in the system's file."""
    rooms = (file.parent for file in ROOT.glob("*/__init__.py") if file.parent.name != "tests")
    files = [path for room in rooms for path in room.rglob("*.py") if "migrations" not in path.parts]
    files = [path for path in files if ROOT / "rules/systems" not in path.parents]
    found = [(path, line) for path in files for line in asked_by_name(ast.parse(path.read_text()))]
    found += [(path, 0) for path in TEMPLATES.rglob("*.html") if ASKS_BY_NAME.search(path.read_text())]
    assert found == []


@pytest.mark.parametrize(
    "code",
    [
        "isinstance(profile, PointsProfile)",
        "isinstance(game, PointsGame | PaymentsGame)",
        "tournament.system == 'mahj-x'",
        "profile.family.name in ('points', 'payments')",
        "rules.profile.family == 'points'",
        "match name:\n    case 'card-game': pass",
    ],
)
def test_such_a_question_would_be_found(code: str) -> None:
    assert list(asked_by_name(ast.parse(code))) != []
