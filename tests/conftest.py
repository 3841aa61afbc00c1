"""What every test shares."""

from __future__ import annotations

import pytest
from django.test import Client

from tests import builders


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints what tests measured (`record_property("figure", ...)`), from parallel workers too."""
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        for name, value in getattr(report, "user_properties", ()):
            if name == "figure":
                terminalreporter.write_line(str(value))


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
