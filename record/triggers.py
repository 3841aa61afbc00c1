"""Constraints between two tables, enforced by triggers: Django's own constraints see one table only.

Each rule is a trigger that checks every row written and fails like any constraint. Existing rows are not checked.
Triggers are dropped while tables are migrated, since SQLite cannot rename a table that a trigger reads, and created
again afterwards.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from ui.declared import declared


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
    return f"EXISTS (SELECT 1 FROM {parent} p WHERE p.id = NEW.{key} AND p.{copied} = NEW.{copied})"  # noqa: S608


def existing_triggers(connection: BaseDatabaseWrapper) -> set[str]:
    query = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal"
    if connection.vendor == "sqlite":
        query = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    with connection.cursor() as cursor:
        cursor.execute(query)
        return {name for (name,) in cursor.fetchall()}


def create_triggers(rules: Iterable[Rule], using: str) -> None:
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


def rules_of_applications() -> list[Rule]:
    return [rule for rules in declared("triggers", "RULES") for rule in rules]


def before_migrating(*, using: str, plan: list[Any], **_options: Any) -> None:
    """Receiver of `pre_migrate`: drops the triggers where tables are about to change."""
    if plan:
        drop_triggers(rules_of_applications(), using)


def after_migrating(*, using: str, **_options: Any) -> None:
    create_triggers(rules_of_applications(), using)
