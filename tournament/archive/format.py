"""What stands in an archive: its version, and the table of the kinds of line, which each application adds to."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.conf import settings
from django.db import models

from tournament.models import Club, Tournament

FORMAT = 14
"""Raised by everything that is added. What was added later has its number in `Kind.since`."""
MOST_BYTES = 30_000_000
MOST_LINES = 200_000
MOST_DEPTH = 24
MOST_ACCOUNTS = 500

ACCOUNT = "account"
PERSON = "person"
TOURNAMENT = "tournament"
HEAD = "archive"
CONTACT = "contact"

Translate = Callable[[Any], Any]


@dataclass(frozen=True)
class Kind:
    """The lines of one model.

    `of` is the lookup that leads from it to its tournament. `refers` has the foreign keys with the kind of line they
    name; keys to the tournament and its club are filled where it is restored. `shapes` has the type of each JSON field,
    as msgspec converts it, and `entries_in` what translates the keys of entries inside one. `apart` are contact data,
    which stand on lines of their own and only if they are asked for. `left_out` names the other fields, with the
    reason. `computed` has fields that are made from several columns.
    """

    name: str
    model: type[models.Model]
    of: str
    fields: tuple[str, ...]
    refers: Mapping[str, str] = field(default_factory=dict)
    shapes: Mapping[str, Any] = field(default_factory=dict)
    entries_in: Mapping[str, Callable[[Any, Translate], Any]] = field(default_factory=dict)
    apart: tuple[str, ...] = ()
    left_out: Mapping[str, str] = field(default_factory=dict)
    computed: Mapping[str, tuple[tuple[str, ...], Callable[..., Any]]] = field(default_factory=dict)
    order: str = "pk"
    since: Mapping[str, int] = field(default_factory=dict)
    """The format that a field, or under "" the whole kind, came with; 1 where nothing stands here."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The keys of a line, beside "type" and "id"."""
        return (*self.fields, *self.refers)

    def since_format(self, name: str) -> int:
        return max(self.since.get("", 1), self.since.get(name, 1))

    def django_field(self, name: str) -> models.Field[Any, Any]:
        column = self.model._meta.get_field(name)
        assert isinstance(column, models.Field)  # noqa: S101  (for the type checker)
        return column


_kinds: list[Kind] = []
LEFT_OUT: dict[type[models.Model], str] = {}
"""Models that hang from a tournament and are in no archive, each with the reason."""


checks: list[Callable[[Tournament], None]] = []
"""Each reads what was restored as pages do, and raises where that cannot be done."""


standings: list[Callable[[Tournament], Any]] = []
"""Each gives what came out of the tournament so far as a JSON value, to compare an event with what was restored."""


def register(
    *kinds: Kind,
    left_out: Mapping[type[models.Model], str],
    check: Callable[[Tournament], None],
    outcome: Callable[[Tournament], Any] | None = None,
) -> None:
    """Adds an application's kinds of line: they are written, and restored, in this order."""
    _kinds.extend(kinds)
    LEFT_OUT.update(left_out)
    checks.append(check)
    if outcome:
        standings.append(outcome)


def kinds() -> tuple[Kind, ...]:
    return tuple(_kinds)


def is_filled(foreign_key: models.Field[Any, Any]) -> bool:
    """Whether a field is a key that is filled where the archive is restored."""
    return foreign_key.related_model in (Tournament, Club)


@cache
def program_version() -> str:
    project = tomllib.loads((settings.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return str(project["project"]["version"])
