"""What stands in an archive: its version, and the kinds of line, which follow from what models say of themselves."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from django.conf import settings
from django.db import models

from record.kept import Column, kept_models, kept_of
from record.models import Chained

FORMAT = 2
MOST_BYTES = 30_000_000
MOST_LINES = 200_000
MOST_DEPTH = 24
MOST_ACCOUNTS = 500

ACCOUNT = "account"
PERSON = "person"
TOURNAMENT = "tournament"
HEAD = "charleston-tournament"
HEAD_BEFORE = "archive"
"""What the first line called itself before version 0.2.0."""
CONTACT = "contact"


ADDED: dict[int, dict[str, tuple[str, ...]]] = {
    2: {
        TOURNAMENT: ("is_evening", "evening_draw", "one_sits_out", "ranks_by_average"),
        "written-off": ("with_evening",),
    },
}
"""By format, the keys that it added to a line which an earlier one has; there they are as for a new row."""


class Kind:
    """The lines of one model, as its `kept` says.

    `refers` has the foreign keys with the kind of line they name; keys to the tournament and its club are filled where
    it is restored. `computed` has, by field, the columns it is made from and what makes it.
    """

    def __init__(self, model: type[models.Model]) -> None:
        kept = kept_of(model)
        self.model, self.name, self.of, self.order = model, kept.line, kept.of, kept.order
        self.one_line = kept.one_line
        declared = {
            column.name: kept.columns.get(column.name, Column()) for column in model._meta.concrete_fields
        }
        taken = [
            column
            for column in model._meta.concrete_fields
            if not (column.primary_key or is_filled(column) or declared[column.name].left_out)
        ]
        self.apart = tuple(column.name for column in taken if declared[column.name].apart)
        self.refers = {
            column.name: kept_of(column.related_model).line
            for column in taken
            if isinstance(column.related_model, type)
        }
        self.fields = tuple(
            column.name
            for column in taken
            if column.name not in self.refers and column.name not in self.apart
        )
        self.columns = (*self.fields, *self.refers)
        """The keys of a line, beside "type" and "id"."""
        self.shapes = {name: column.shape for name, column in declared.items() if column.shape is not None}
        self.entries_in = {name: column.entries for name, column in declared.items() if column.entries}
        self.computed = {
            name: (column.made_of, column.made) for name, column in declared.items() if column.made
        }

    def django_field(self, name: str) -> models.Field[Any, Any]:
        column = self.model._meta.get_field(name)
        assert isinstance(column, models.Field)  # noqa: S101  (for the type checker)
        return column

    def of_format(self, number: int) -> dict[str, Any]:
        """What stands in a line of an earlier format in place of the keys that it does not have."""
        added = [
            name for later, lines in ADDED.items() if later > number for name in lines.get(self.name, ())
        ]
        defaults = {name: self.django_field(name).get_default() for name in added}
        return {name: str(value) if isinstance(value, str) else value for name, value in defaults.items()}


@cache
def kinds() -> tuple[Kind, ...]:
    return tuple(Kind(model) for model in kept_models() if kept_of(model).line)


def is_filled(foreign_key: models.Field[Any, Any]) -> bool:
    return isinstance(foreign_key.related_model, type) and issubclass(foreign_key.related_model, Chained)


@cache
def program_version() -> str:
    project = tomllib.loads((settings.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return str(project["project"]["version"])
