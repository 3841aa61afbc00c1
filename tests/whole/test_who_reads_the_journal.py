"""The journal is for people: the program writes it in one place, and reads it on its page and where it is verified.

An archive has it as a whole, unread. Whoever is named in it is taken out of it when erased: that room finds the entries
by their words. The one exception is the right to one's own data: the same room hands out, as they are, the entries that
name a player, and those that an account wrote. Nothing is decided by them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(__file__).resolve().parents[2]
APPLICATIONS = (*settings.OWN_APPS, "config", "live")
# The journal with its page and its search, what writes it, and the command that verifies it.
OF_THE_JOURNAL = {
    "record/change.py",
    "club/rights/account_naming.py",
    "club/rights/mentions.py",
    "tournament/kept.py",
    "club/rights/actions.py",
    "club/rights/forgetting.py",
    "club/rights/naming.py",
    "tournament/management/commands/verify_journal.py",
    "record/models/__init__.py",
    "record/models/chained.py",
    "record/doctor.py",
    "tournament/templatetags/tournament.py",
    "tournament/urls.py",
}
ROOMS_OF_THE_JOURNAL = ("record/archive/", "record/journal/", "tournament/archive/", "tournament/journal/")
# What columns are called, and which tournaments there are.
FREE = {"key_words", "tournaments"}


def sources() -> list[str]:
    paths = (path for name in APPLICATIONS for path in (ROOT / name).rglob("*.py"))
    names = (path.relative_to(ROOT).as_posix() for path in paths if "migrations" not in path.parts)
    return sorted(name for name in names if not name.startswith(ROOMS_OF_THE_JOURNAL))


def uses_of_the_journal(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            module = node.module or ""
            names = {alias.name for alias in node.names}
            if "journal" in module.split("."):
                yield from names - FREE
            yield from names & {"JournalEntry", "journal"}
        elif isinstance(node, ast.Attribute) and node.attr == "journal":
            yield ".journal"
        elif isinstance(node, ast.keyword) and (node.arg or "").startswith("journal"):
            yield f"{node.arg}="


@pytest.mark.slow
def test_nothing_else_uses_the_journal() -> None:
    others = (name for name in sources() if name not in OF_THE_JOURNAL)
    uses = {name: list(uses_of_the_journal(ast.parse((ROOT / name).read_text()))) for name in others}
    assert {name: found for name, found in uses.items() if found} == {}


def test_what_is_handed_out_of_it_is_asked_for_by_the_room_of_rights_alone() -> None:
    asks = [name for name in sources() if "club.rights.mentions" in (ROOT / name).read_text()]
    assert {name.rpartition("/")[0] for name in asks} == {"club/rights"}


@pytest.mark.parametrize(
    "line",
    [
        "from record.journal import verify",
        "from record import journal",
        "from record.journal.erasing import rewrite",
        "from record.models import JournalEntry",
        "tournament.journal.filter(verb='drawn')",
        "Tournament.objects.filter(journal__verb='drawn')",
    ],
)
def test_a_use_is_seen(line: str) -> None:
    assert len(list(uses_of_the_journal(ast.parse(line)))) == 1
