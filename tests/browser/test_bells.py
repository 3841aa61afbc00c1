"""The bells ring on a device that was allowed to: once, on time, with or without a connection, seen or hidden."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, Request, Route, expect

from tests import builders
from tournament.clock.actions import extend_clock, pause_clock
from tournament.clock.tables import extend_table
from tournament.models import Round, Tournament

HOUR = 60 * 60
LISTEN = """
    window.rang = [];
    window.answers = 0;
    document.addEventListener('charleston:rang', event => window.rang.push(event.detail));
    const json = Response.prototype.json;
    Response.prototype.json = async function () {
        const answer = await json.call(this);
        window.answers += 1;
        return answer;
    };
"""
CAN_HIDE = """
    window.closings = 0;
    const close = EventSource.prototype.close;
    EventSource.prototype.close = function () { window.closings += 1; close.call(this); };
    let isHidden = false;
    Object.defineProperty(document, 'hidden', {get: () => isHidden});
    window.hide = () => { isHidden = true; document.dispatchEvent(new Event('visibilitychange')); };
"""


@pytest.fixture
def cast(transactional_db: None) -> builders.Cast:
    return builders.cast()


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return builders.running_tournament(cast.club, players=8, minutes=60, warning_minutes=10)


def begin(tournament: Tournament, *, seconds_ago: float = 0) -> None:
    """Starts the clock of round 1 as if it had been started then; the hall is told by the change after it."""
    started_at = timezone.now() - datetime.timedelta(seconds=seconds_ago)
    Round.objects.filter(tournament=tournament, number=1).update(started_at=started_at)


def page_of_clock(tournament: Tournament) -> str:
    return reverse("clock-page", args=[tournament.slug])


def listening(page: Page, address: str, **clock: Any) -> Page:
    """Opens a page whose clock stands still until it is put forward, and waits until it knows when the bells are due.

    However long a busy machine takes, no bell is missed meanwhile.
    """
    page.add_init_script(LISTEN)
    page.clock.install(**clock)
    page.clock.pause_at(datetime.datetime.now(tz=datetime.UTC) + datetime.timedelta(seconds=1))
    page.goto(address)
    page.wait_for_function("() => window.answers > 0")
    return page


def allow(page: Page) -> None:
    page.get_by_role("button", name="Turn on the bell here").click()
    expect(page.locator("[data-bells]")).to_have_attribute("data-state", "ringing")


def cut_off(page: Page) -> None:
    page.route("**/clock.json", lambda route: route.abort())


def warning_was_due_a_second_ago(route: Route) -> None:
    answer = route.fetch().json()
    for bell in answer["bells"]:
        bell["in"] = -1 if bell["kind"] == "warning" else 600
    route.fulfill(json=answer)


def seconds_shown(page: Page) -> int:
    minutes, seconds = page.locator("[data-clock-time]").inner_text().split(":")
    return int(minutes) * 60 + int(seconds)


def forward(page: Page, seconds: float) -> None:
    page.clock.fast_forward(round(seconds * 1000))


def has_rung(page: Page, *sounds: str) -> None:
    page.wait_for_function(
        "sounds => JSON.stringify(window.rang) === sounds",
        arg=str(list(sounds)).replace("'", '"').replace(", ", ","),
    )


def ticks_on(page: Page) -> None:
    """Waits until the page has looked at its bells again: it writes the time of what it said anew."""
    page.evaluate(
        "new Promise(done => new Worker(document.querySelector('[data-bells]').dataset.ticker).onmessage = done)"
    )
    page.evaluate(
        "new Promise(done => new Worker(document.querySelector('[data-bells]').dataset.ticker).onmessage = done)"
    )


@pytest.mark.parametrize("name", ["clock-page", "screen"])
def test_both_bells_ring_on_time_though_the_connection_is_gone(
    page: Page, tournament: Tournament, name: str
) -> None:
    begin(tournament)
    listening(page, reverse(name, args=[tournament.slug]))
    allow(page)
    cut_off(page)
    forward(page, seconds_shown(page) - 600 - 20)
    expect(page.locator("[data-clock-time]")).to_have_text(re.compile("^10:"))
    ticks_on(page)
    assert page.evaluate("window.rang") == []
    forward(page, seconds_shown(page) - 600 + 2)
    has_rung(page, "warning")
    expect(page.locator("[data-bells-said]")).to_have_text("Round 1: 10 minutes left.")
    expect(page.locator("[data-clock-time]")).to_have_text(re.compile("^9:"))
    forward(page, seconds_shown(page) + 2)
    has_rung(page, "warning", "final")
    expect(page.locator("[data-bells-said]")).to_have_text("Round 1: time is up.")
    forward(page, 61)
    expect(page.locator("[data-bells-said]")).to_have_text("")
    assert page.evaluate("window.rang") == ["warning", "final"]


def test_nobody_rings_who_was_not_allowed_and_everybody_reads_it(page: Page, tournament: Tournament) -> None:
    begin(tournament)
    listening(page, page_of_clock(tournament))
    cut_off(page)
    forward(page, seconds_shown(page) + 2)
    expect(page.locator("[data-bells-said]")).to_have_text("Round 1: time is up.")
    assert page.evaluate("window.rang") == []


def test_it_rings_once_for_a_device_also_after_a_reload(
    new_page: Callable[..., Page], tournament: Tournament
) -> None:
    """A reload right after the bell would ring it again, as it rings for a device that comes in that moment."""
    one, other = new_page(), new_page()
    begin(tournament)
    address = page_of_clock(tournament)
    for page in (one, other):
        page.route("**/clock.json", warning_was_due_a_second_ago)
    listening(one, address)
    allow(one)
    has_rung(one, "warning")
    one.reload()
    one.get_by_role("button", name="Turn the bell on again").click()
    expect(one.locator("[data-bells]")).to_have_attribute("data-state", "ringing")
    listening(other, address)
    allow(other)
    has_rung(other, "warning")
    assert one.evaluate("window.rang") == []


def test_who_comes_long_after_a_bell_does_not_ring_it(page: Page, tournament: Tournament) -> None:
    begin(tournament, seconds_ago=HOUR + 10)
    listening(page, page_of_clock(tournament))
    allow(page)
    ticks_on(page)
    assert page.evaluate("window.rang") == []
    expect(page.locator("[data-bells-said]")).to_have_text("")


def test_an_extension_and_a_pause_move_the_bell(
    page: Page, tournament: Tournament, cast: builders.Cast
) -> None:
    begin(tournament, seconds_ago=HOUR - 300)
    listening(page, page_of_clock(tournament))
    allow(page)
    with page.expect_response(re.compile("clock.json")):
        extend_clock(tournament, number=1, minutes=2, by=cast.director)
    forward(page, 16)  # the clock asks every fifteen seconds
    expect(page.locator("[data-clock-time]")).to_have_text(re.compile("^[67]:"))  # no longer the five minutes
    ticks_on(page)
    cut_off(page)
    forward(page, seconds_shown(page) - 120 + 2)
    expect(page.locator("[data-clock-time]")).to_have_text(re.compile("^1:"))
    ticks_on(page)
    assert page.evaluate("window.rang") == []
    forward(page, seconds_shown(page) + 2)
    has_rung(page, "final")
    page.unroute("**/clock.json")
    with page.expect_response(re.compile("clock.json")):
        pause_clock(tournament, number=1, by=cast.director)
    ticks_on(page)
    cut_off(page)
    forward(page, 425)
    ticks_on(page)
    assert page.evaluate("window.rang") == ["final"]


def test_a_table_with_minutes_of_its_own_is_named_when_they_are_over(
    page: Page, tournament: Tournament, cast: builders.Cast
) -> None:
    begin(tournament, seconds_ago=HOUR - 60)
    extend_table(tournament, number=1, table=2, minutes=5, by=cast.director)
    listening(page, reverse("screen", args=[tournament.slug]))
    allow(page)
    expect(page.locator(".own-times")).to_contain_text("Table 2 plays 5 min longer, until")
    cut_off(page)
    forward(page, seconds_shown(page) + 302)
    has_rung(page, "warning")
    expect(page.locator("[data-bells-said]")).to_have_text("Table 2: time is up.")


def test_a_hidden_page_lets_go_of_its_stream_but_one_that_is_to_ring_hears_of_changes(
    new_page: Callable[..., Page], tournament: Tournament, cast: builders.Cast
) -> None:
    begin(tournament)
    for is_to_ring in (False, True):
        page = new_page()
        page.add_init_script(CAN_HIDE)
        listening(page, page_of_clock(tournament))
        if is_to_ring:
            allow(page)
        with page.expect_response(re.compile("clock.json")):  # it looks once more
            page.evaluate("window.hide()")
        assert page.evaluate("window.closings") == (0 if is_to_ring else 1)
        if is_to_ring:
            with page.expect_response(re.compile("clock.json")):
                extend_clock(tournament, number=1, minutes=5, by=cast.director)


def test_all_screens_agree_whatever_their_own_clocks_say(
    new_page: Callable[..., Page], tournament: Tournament
) -> None:
    """One is right, one an hour fast and one a day slow; one of them came late, and one is loaded anew."""
    begin(tournament, seconds_ago=600)
    address = page_of_clock(tournament)
    now = datetime.datetime.now(tz=datetime.UTC)
    pages = []
    for ahead in (0, HOUR, -24 * HOUR):
        page = new_page()
        page.clock.install(time=now + datetime.timedelta(seconds=ahead))
        with page.expect_response(re.compile("clock.json")):
            page.goto(address)
        pages.append(page)
    with pages[0].expect_response(re.compile("clock.json")):
        pages[0].reload()
    for page in pages:
        most = seconds_left(tournament)
        assert seconds_left(tournament) - 1 <= seconds_shown(page) <= most + 1


def seconds_left(tournament: Tournament) -> int:
    return tournament.rounds.get(number=1).seconds_left(timezone.now())


def test_the_test_rings_and_silence_is_kept(page: Page, tournament: Tournament) -> None:
    listening(page, page_of_clock(tournament))
    allow(page)
    page.get_by_role("button", name="Test the bell").click()
    has_rung(page, "final")
    page.get_by_role("button", name="Turn the bell off").click()
    page.reload()
    expect(page.get_by_role("button", name="Turn on the bell here")).to_be_visible()


def test_the_page_asks_seldom(page: Page, tournament: Tournament) -> None:
    """A hall of phones on the clock: each asks four times a minute, whatever its clock does in between."""
    begin(tournament)
    requests: list[Request] = []
    page.on("request", lambda request: requests.append(request) if "clock.json" in request.url else None)
    listening(page, page_of_clock(tournament))
    ticks_on(page)
    forward(page, 10)
    ticks_on(page)
    assert len(requests) == 1
