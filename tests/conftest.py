"""What every test shares."""

from __future__ import annotations

import fcntl
import gc
import os
import random
import secrets
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, connections, transaction
from django.test import Client, TransactionTestCase
from hypothesis import HealthCheck
from hypothesis import settings as examples
from pytest_django.plugin import DjangoDbBlocker

from tests import builders

# Thousands of collected tests stay to the end; looking through them for garbage at the usual rate takes a twentieth
# of the whole run.
gc.set_threshold(20_000, 20, 50)


# The same examples in each run: whether a change passes is no matter of chance, nor of how busy the machine is.
# CHARLESTON_FUZZ, as `make fuzz` sets it, looks for others.
examples.register_profile(
    "the same", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
if not os.environ.get("CHARLESTON_FUZZ"):
    examples.load_profile("the same")

# So are the draws of seats: a test begins with the same ones in each run.
draws = random.Random()
if not os.environ.get("CHARLESTON_FUZZ"):
    secrets.randbelow = draws.randrange


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    draws.seed(item.nodeid)


# What the database has before the first test.
STAYS = {"django_content_type", "auth_permission"}


def empty(_case: TransactionTestCase) -> None:
    """Deletes every row that a test left, in place of Django's flush.

    That truncates all tables, which on PostgreSQL writes hundreds of files anew, and fills in afresh what stays here.
    """
    tables = [
        connection.ops.quote_name(name)
        for name in connection.introspection.django_table_names(only_existing=True, include_views=False)
        if name not in STAYS
    ]
    has_rows = " UNION ALL ".join(
        f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {name})"  # noqa: S608 (names of the program's own tables)
        for name in tables
    )
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"LOCK TABLE {', '.join(tables)}")  # waits for what other threads have under way
        cursor.execute(has_rows)
        for [name] in cursor.fetchall():
            cursor.execute(f"DELETE FROM {name}")  # noqa: S608


TransactionTestCase._fixture_teardown = empty


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints what tests measured (`record_property("figure", ...)`), from parallel workers too."""
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        for name, value in getattr(report, "user_properties", ()):
            if name == "figure":
                terminalreporter.write_line(str(value))


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], None]:
    """Lays an SQLite database that went through every migration, and is empty, into a place.

    Migrating takes seconds of the processor: it is done once for all workers of a run.
    """
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # of all workers
    folder /= "migrated"
    folder.mkdir(exist_ok=True)
    file = folder / "charleston.sqlite3"

    def lay(place: Path) -> None:
        with (folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not file.exists():
                making = folder / "making"
                making.mkdir(exist_ok=True)
                environment = {"CHARLESTON_VAR": str(making), "DATABASE_URL": "", "CHARLESTON_DEBUG": "1"}
                subprocess.run(
                    [sys.executable, "manage.py", "migrate", "--no-input", "--verbosity", "0"],
                    cwd=settings.ROOT,
                    env=os.environ | environment | {"DJANGO_SETTINGS_MODULE": "config.settings"},
                    check=True,
                )
                (making / file.name).rename(file)
        shutil.copy(file, place)

    return lay


@pytest.fixture(scope="session")
def django_db_keepdb(
    *,
    django_db_keepdb: bool,
    django_db_use_migrations: bool,
    django_db_modify_db_settings: None,
    migrated: Callable[[Path], None],
) -> bool:
    """On SQLite each worker begins with a copy of the migrated file, in its own folder, which goes at the end."""
    if connection.vendor == "sqlite":
        type(
            connections["default"]
        ).makes_files = True  # also where a test's module has imported the web process
    if connection.vendor != "sqlite" or not django_db_use_migrations:
        return django_db_keepdb
    migrated(Path(connection.settings_dict["TEST"]["NAME"]))
    return True


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The test database, which threads that outlive their test let go of before it is dropped.

    On PostgreSQL a database with sessions in it is not dropped, and a pool that such a thread opens anew has four.
    """
    yield
    with django_db_blocker.unblock():
        if connection.vendor != "postgresql":
            return
        name = connection.settings_dict["NAME"]
        connections.close_all()
        with connection._nodb_cursor() as cursor:
            cursor.execute(f'ALTER DATABASE "{name}" WITH ALLOW_CONNECTIONS false')
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name]
            )


@pytest.fixture(scope="module")
def kept_rows(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Callable[[Callable[[], Any]], Any]]:
    """Makes rows once for all tests of a module, by the function it is given: each test's own changes are rolled back
    to them.
    """
    with django_db_blocker.unblock():
        around = transaction.atomic()
        around.__enter__()

    def make(rows: Callable[[], Any]) -> Any:
        with django_db_blocker.unblock():
            return rows()

    yield make
    with django_db_blocker.unblock():
        transaction.set_rollback(True)
        around.__exit__(None, None, None)


@pytest.fixture
def cast(db: None) -> builders.Cast:
    """A club with its people, and some of another club."""
    return builders.cast()


@pytest.fixture
def director(client: Client, cast: builders.Cast) -> Client:
    """The browser of the club's director."""
    client.force_login(cast.director)
    return client


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    """Tests roll the database back to rows that look alike; what one remembered is not the next one's.

    Nor is the language of the page it asked for last.
    """
    from django.core.cache import cache
    from django.utils import translation

    from phones.table.made import made
    from scoring.standings import kept
    from seasons import facts

    cache.clear()
    kept.forget()
    facts.facts_at.cache_clear()
    facts.scores_at.cache_clear()
    made.forget()
    translation.deactivate()
