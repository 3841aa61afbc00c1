"""What every test shares."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from django.db import connection, connections
from django.test import Client
from pytest_django.plugin import DjangoDbBlocker

from tests import builders

# Thousands of collected tests stay to the end; looking through them for garbage at the usual rate takes a twentieth
# of the whole run.
gc.set_threshold(20_000, 20, 50)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints what tests measured (`record_property("figure", ...)`), from parallel workers too."""
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        for name, value in getattr(report, "user_properties", ()):
            if name == "figure":
                terminalreporter.write_line(str(value))


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

    cache.clear()
    translation.deactivate()
