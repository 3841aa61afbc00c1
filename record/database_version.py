"""Tells whether a database was made by this version of Charleston or one that it can bring up to date."""

from collections.abc import Iterable
from pathlib import Path

from django.conf import settings
from django.core.management import CommandError
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

COLUMNS = {
    "sqlite": "SELECT t.name, c.name FROM sqlite_master t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'",
    "postgresql": "SELECT table_name, column_name FROM information_schema.columns"
    " WHERE table_schema = current_schema()",
}
"""By kind of database, what lists every column with its table."""


def refuse_unknown_database(using: str = DEFAULT_DB_ALIAS) -> None:
    """Raises CommandError, before anything is touched, for the database of another version."""
    connection = connections[using]
    applied = MigrationRecorder(connection).applied_migrations()
    with connection.cursor() as cursor:
        cursor.execute(COLUMNS[connection.vendor])
        columns = cursor.fetchall()
    if is_of_another_version(applied, columns):
        raise CommandError(
            "This database was made by another version of Charleston: one before 0.2.0, whose databases are not brought"
            " up to date, or a later one than this. Nothing in it was changed.\n"
            "To begin anew, name a new folder with CHARLESTON_VAR or --data, or another database with DATABASE_URL. To"
            " look at what is in this one, start the version that made it. A later version copied it first:"
            f" {settings.COMMAND} go_back lists the copies, and goes back to the one from before bringing up to date."
        )


def was_never_made() -> bool:
    """Whether the database answers and has none of the program's tables, or there is no file yet."""
    connection = connections[DEFAULT_DB_ALIAS]
    if connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).exists():
        return True
    try:
        return not MigrationRecorder(connection).has_table()
    except DatabaseError:
        return False


def is_of_another_version(applied: Iterable[tuple[str, str]], columns: Iterable[tuple[str, str]]) -> bool:
    """Whether there are migrations that this version does not have, or tables other than its migrations made them."""
    loader = MigrationLoader(None)
    ours = [migration for migration in applied if migration[0] in settings.OWN_APPS]
    if any(migration not in loader.graph.nodes for migration in ours):
        return True
    expected = columns_after(loader, ours)
    tables = {table for table, _column in expected}
    return expected != {(table, column) for table, column in columns if table in tables}


def columns_after(loader: MigrationLoader, applied: list[tuple[str, str]]) -> set[tuple[str, str]]:
    if not applied:
        return set()
    columns = set()
    for (app, name), model in loader.project_state(applied).models.items():
        table = model.options.get("db_table") or f"{app}_{name}"
        for attribute, field in model.fields.items() if app in settings.OWN_APPS else ():
            if not field.many_to_many:
                columns.add((table, field.db_column or f"{attribute}{'_id' if field.is_relation else ''}"))
    return columns
