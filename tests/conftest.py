"""What every test shares: choosing the tests that need a database."""

from __future__ import annotations

import pytest
from django.test import Client

from tests import builders

DATABASE_FIXTURES = {"db", "transactional_db", "live_server", "django_db_setup"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--only-database",
        action="store_true",
        help="leave out tests that touch no database: they say nothing new on a second one",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--only-database"):
        return
    pure = [item for item in items if not uses_database(item)]
    config.hook.pytest_deselected(items=pure)
    items[:] = [item for item in items if uses_database(item)]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints what tests measured (`record_property("figure", ...)`), from parallel workers too."""
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        for name, value in getattr(report, "user_properties", ()):
            if name == "figure":
                terminalreporter.write_line(str(value))


def uses_database(item: pytest.Item) -> bool:
    from django.test import TransactionTestCase

    fixtures = set(getattr(item, "fixturenames", ()))
    case = getattr(item, "cls", None)
    return (
        item.get_closest_marker("django_db") is not None
        or bool(fixtures & DATABASE_FIXTURES)
        or (case is not None and issubclass(case, TransactionTestCase))
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
