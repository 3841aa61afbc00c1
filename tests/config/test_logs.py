"""A line of the log for each event, without what anybody sent; the number of an error page finds its line."""

import logging
import re
import sys

import pytest
from django.db import IntegrityError
from django.test import Client, RequestFactory
from django.urls import reverse

from club.accounts.forgotten import address_for
from club.front_page import views
from config.logs import SECRET, LogLine, refusals_in_a_line
from tests import builders
from tests.whole.test_every_page import addresses

pytestmark = pytest.mark.django_db


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    keeps = refusals_in_a_line()
    return [LogLine().format(record) for record in caplog.records if keeps(record)]


def test_the_number_on_the_page_is_in_the_log_and_no_name_is(
    cast: builders.Cast, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_arguments: object) -> None:
        raise IntegrityError("Key (name)=(Lois Lane) already exists.")

    monkeypatch.setattr(views, "public_tournaments", fail)
    client = Client(raise_request_exception=False)
    answer = client.get(reverse("home"), {"find": "Lois Lane"})
    number = re.search(r"<strong>([2-9B-Z]{6})</strong>", answer.content.decode())
    assert (answer.status_code, bool(number)) == (500, True)
    [line] = lines(caplog)
    assert f" number={number[1]} " in line
    assert " status=500 method=GET page=home path=/ " in line
    assert " error=IntegrityError " in line
    assert "tests/config/test_logs.py" in line or "test_logs.py" in line
    assert ("Lois" in line, "127.0.0.1" in line) == (False, False)


def test_a_refusal_has_no_number_and_a_stream_without_room_no_line(
    cast: builders.Cast, caplog: pytest.LogCaptureFixture
) -> None:
    builders.signed_in(cast.scorekeeper).get(reverse("club-journal", args=[cast.club.slug]))
    [line] = lines(caplog)
    assert ' event="Forbidden (Permission denied)" status=403 method=GET page=club-journal ' in line
    assert "number=" not in line
    record = logging.makeLogRecord({"status_code": 503, "request": RequestFactory().get("/t/open/live/")})
    assert refusals_in_a_line()(record) is False


@pytest.mark.parametrize("before", ["/K/", "/start/", "/join/", "/password/new/", "/password/new/MQ/"])
@pytest.mark.parametrize("end", ["/", "", ".", "/and/more/"])
def test_what_lets_somebody_in_is_no_part_of_a_line(
    before: str, end: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Nor where it is mistyped, and leads nowhere."""
    Client().post(f"{before}Sesame{end}")
    logged = lines(caplog)
    assert [line for line in logged if "Sesame" in line] == []
    assert not logged or f" path={before.removesuffix('MQ/')}…" in logged[0]


def test_the_link_of_a_forgotten_password_is_no_part_of_a_line(
    cast: builders.Cast, caplog: pytest.LogCaptureFixture
) -> None:
    address = address_for(cast.director.username)
    assert Client().post(address, {"new_password1": "x"}).status_code == 422
    [line] = lines(caplog)
    assert [part for part in address.split("/")[3:] if part and part in line] == []


def test_every_address_that_takes_any_text_is_known_to_be_secret_or_not() -> None:
    routes = {
        name: route for name, (route, _names) in addresses().items() if re.search("<(str|path|uuid):", route)
    }
    assert {name for name, route in routes.items() if not SECRET.match(f"/{route}")} == {
        "card",
        "roster-sample",
    }


def test_an_event_is_one_line_whatever_is_in_it() -> None:
    try:
        open("/nowhere/at all")  # noqa: SIM115
    except OSError:
        record = logging.LogRecord("config", logging.ERROR, "x.py", 1, 'a "b"\nc=%s', ("d",), sys.exc_info())
    line = LogLine().format(record)
    assert "\n" not in line
    assert r'event="a \"b\"\nc=d"' in line
    assert "error=FileNotFoundError" in line
    assert "No such file" in line
