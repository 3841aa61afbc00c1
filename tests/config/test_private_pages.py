"""What somebody signed in was shown is kept nowhere, names are for no search engine, refusals are a line of the log."""

from __future__ import annotations

import logging
import sys

import pytest
from django.test import Client
from django.urls import reverse

from config.logs import refusals_in_a_line
from config.sqlite.base import DatabaseWrapper
from live import stream
from tests import builders

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["entries", "manage", "standings"])
def test_pages_of_somebody_signed_in_are_kept_nowhere(cast: builders.Cast, name: str) -> None:
    tournament = builders.running_tournament(cast.club, players=4)
    page = builders.signed_in(cast.director).get(reverse(name, args=[tournament.slug]))
    assert (page.status_code, page["Cache-Control"]) == (200, "private, no-store")


def test_pages_with_names_are_for_no_search_engine(client: Client, cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=4)
    pages = [
        client.get(reverse(name, args=[tournament.slug])) for name in ("standings", "standings-csv", "screen")
    ]
    assert [page["X-Robots-Tag"] for page in pages] == ["noindex, nofollow"] * 3
    assert "X-Robots-Tag" not in client.get(reverse("home"))


def test_no_form_of_another_site_has_the_sessions_cookie_and_nothing_is_framed(cast: builders.Cast) -> None:
    browser = Client()
    sent = {"username": cast.director.username, "password": "a long test password"}
    page = browser.post(reverse("sign-in"), sent)
    cookie = page.cookies["sessionid"]
    assert (cookie["samesite"], cookie["httponly"]) == ("Lax", True)
    assert "frame-ancestors 'none'" in browser.get(reverse("home"))["Content-Security-Policy"]


def test_a_refusal_is_a_line_of_the_log(cast: builders.Cast, caplog: pytest.LogCaptureFixture) -> None:
    caplog.handler.addFilter(refusals_in_a_line())
    page = builders.signed_in(cast.scorekeeper).get(reverse("club-journal", args=[cast.club.slug]))
    assert page.status_code == 403
    [record] = [record for record in caplog.records if record.name == "django.request"]
    assert (record.levelno, record.exc_info) == (logging.WARNING, None)


@pytest.mark.slow
def test_the_web_process_makes_no_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DatabaseWrapper, "makes_files", True)
    monkeypatch.setattr(sys, "setswitchinterval", lambda _seconds: None)  # of this whole process
    import importlib

    from config import asgi

    importlib.reload(asgi)
    assert DatabaseWrapper.makes_files is False


@pytest.mark.parametrize(("user", "status"), [(None, 503), ("director", 200)])
def test_streams_of_strangers_leave_room_for_the_desk(
    cast: builders.Cast, monkeypatch: pytest.MonkeyPatch, user: str | None, status: int
) -> None:
    tournament = builders.running_tournament(cast.club, players=4)
    monkeypatch.setattr(stream, "MOST_OF_STRANGERS", 0)
    client = builders.signed_in(getattr(cast, user) if user else None)
    assert client.get(reverse("live", args=[tournament.slug])).status_code == status
