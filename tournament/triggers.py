"""Constraints between two tables, enforced by triggers: Django's own constraints see one table only.

Each rule is a trigger that checks every row written and fails like any constraint. Existing rows are not checked.
Triggers are dropped while tables are migrated, since SQLite cannot rename a table that a trigger reads, and created
again afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper


@dataclass(frozen=True)
class Rule:
    """A trigger: writing one of `columns` of `table` is refused unless `condition` holds for the new row.

    `condition` is SQL about NEW, built from constants of the program.
    """

    name: str
    table: str
    columns: tuple[str, ...]
    condition: str

    def create_statements(self, vendor: str) -> list[str]:
        columns = ", ".join(self.columns)
        if vendor == "postgresql":
            function = (
                f"CREATE OR REPLACE FUNCTION {self.name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                f" IF NOT ({self.condition}) THEN RAISE EXCEPTION '{self.name}' USING ERRCODE = 'check_violation';"
                " END IF; RETURN NEW; END $$"
            )
            trigger = (
                f"CREATE TRIGGER {self.name} BEFORE INSERT OR UPDATE OF {columns} ON {self.table}"
                f" FOR EACH ROW EXECUTE FUNCTION {self.name}()"
            )
            return [function, trigger]
        stop = f"WHEN NOT ({self.condition}) BEGIN SELECT RAISE(ABORT, '{self.name}'); END"
        return [
            f"CREATE TRIGGER {self.name} BEFORE INSERT ON {self.table} {stop}",
            f"CREATE TRIGGER {self.name}_changed BEFORE UPDATE OF {columns} ON {self.table} {stop}",
        ]

    def drop_statements(self, vendor: str) -> list[str]:
        if vendor == "postgresql":
            return [f"DROP FUNCTION IF EXISTS {self.name}() CASCADE"]
        return [f"DROP TRIGGER IF EXISTS {self.name}", f"DROP TRIGGER IF EXISTS {self.name}_changed"]


def in_the_same(parent: str, key: str, copied: str) -> str:
    """Condition: the row's copy of `copied` equals its parent's."""
    return f"EXISTS (SELECT 1 FROM {parent} p WHERE p.id = NEW.{key} AND p.{copied} = NEW.{copied})"  # noqa: S608


ENTERED_IN_THE_ROUND = (
    "EXISTS (SELECT 1 FROM tournament_entry e JOIN tournament_round r ON r.tournament_id = e.tournament_id"
    " WHERE e.id = NEW.entry_id AND r.id = NEW.round_id)"
)
RULES = (
    Rule(
        "seat_is_in_the_round_of_its_table",
        "tournament_seat",
        ("round_id", "table_id"),
        in_the_same("tournament_table", "table_id", "round_id"),
    ),
    Rule("seat_is_of_an_entry_here", "tournament_seat", ("round_id", "entry_id"), ENTERED_IN_THE_ROUND),
    Rule(
        "alias_stands_for_a_kept_person_of_its_club",
        "tournament_person",
        ("alias_of_id", "club_id"),
        "NEW.alias_of_id IS NULL OR (EXISTS (SELECT 1 FROM tournament_person p WHERE p.id = NEW.alias_of_id"
        " AND p.id <> NEW.id AND p.club_id = NEW.club_id AND p.alias_of_id IS NULL)"
        " AND NOT EXISTS (SELECT 1 FROM tournament_person a WHERE a.alias_of_id = NEW.id))",
    ),
    Rule(
        "published_round_has_a_profile",
        "tournament_round",
        ("published_at", "tournament_id"),
        "NEW.published_at IS NULL OR EXISTS (SELECT 1 FROM tournament_tournament t"
        " WHERE t.id = NEW.tournament_id AND t.frozen_profile IS NOT NULL)",
    ),
    Rule(
        "profile_stays_once_published",
        "tournament_tournament",
        ("frozen_profile",),
        "NEW.frozen_profile IS NOT NULL OR NOT EXISTS (SELECT 1 FROM tournament_round r"
        " WHERE r.tournament_id = NEW.id AND r.published_at IS NOT NULL)",
    ),
)


def existing_triggers(connection: BaseDatabaseWrapper) -> set[str]:
    query = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal"
    if connection.vendor == "sqlite":
        query = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    with connection.cursor() as cursor:
        cursor.execute(query)
        return {name for (name,) in cursor.fetchall()}


def create_triggers(rules: Iterable[Rule], using: str) -> None:
    """Creates the triggers of `rules` that are missing and whose tables exist."""
    connection = connections[using]
    existing = existing_triggers(connection)
    missing = [rule for rule in rules if rule.name not in existing]
    if not missing:
        return
    tables = set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        for rule in missing:
            for statement in rule.create_statements(connection.vendor) if rule.table in tables else ():
                cursor.execute(statement)


def drop_triggers(rules: Iterable[Rule], using: str) -> None:
    connection = connections[using]
    with connection.cursor() as cursor:
        for rule in rules:
            for statement in rule.drop_statements(connection.vendor):
                cursor.execute(statement)


def before_migrating(rules: Iterable[Rule]) -> Any:
    """Receiver of `pre_migrate`: drops the triggers of `rules` where tables are about to change."""

    def receive(*, using: str, plan: list[Any], **_options: Any) -> None:
        if plan:
            drop_triggers(rules, using)

    return receive


def after_migrating(rules: Iterable[Rule]) -> Any:
    """Receiver of `post_migrate`: creates the triggers of `rules` again."""

    def receive(*, using: str, **_options: Any) -> None:
        create_triggers(rules, using)

    return receive
