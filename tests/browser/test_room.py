"""The room board in a full hall: nothing goes sideways, the latest come first, and the keyboard will do."""

from __future__ import annotations

import datetime
from collections.abc import Callable

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from tests import builders
from tests.browser.measured import measured
from tournament.clock.tables import extend_table
from tournament.models import Round, Tournament

SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
NUMBERS = "rows => rows.map(row => Number(row.id.replace('table-', '')))"


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


@pytest.fixture
def cast(transactional_db: None) -> builders.Cast:
    return builders.cast()


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    tournament = builders.running_tournament(cast.club, players=500, rounds=1)
    started_at = timezone.now() - datetime.timedelta(minutes=67)
    Round.objects.filter(tournament=tournament).update(started_at=started_at)
    extend_table(tournament, number=1, table=1, minutes=30, by=cast.director)
    extend_table(tournament, number=1, table=2, minutes=4, by=cast.director)
    return tournament


def test_a_full_hall_on_a_laptop_and_on_a_phone(
    page_of: Callable[..., Page], tournament: Tournament, cast: builders.Cast
) -> None:
    page = page_of(cast.director)
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(reverse("room-round", args=[tournament.slug, 1]))
        rows = page.locator("[data-floor] > li")
        expect(rows).to_have_count(125)
        assert not measured(page, SIDEWAYS)
        assert rows.evaluate_all(NUMBERS) == [*range(3, 126), 2, 1]


def test_a_tables_menu_stands_on_the_page_at_every_width(
    page_of: Callable[..., Page], tournament: Tournament, cast: builders.Cast
) -> None:
    page = page_of(cast.director)
    for width in (1280, 700, 390):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(reverse("room-round", args=[tournament.slug, 1]))
        for table in (4, 5, 6, 7):
            page.locator(f"#menu-{table}").click()
            box = page.locator(f"#table-{table} .floor-buttons").bounding_box()
            assert box, (width, table)
            assert (box["x"] >= 0, box["x"] + box["width"] <= width) == (True, True), (width, table)
            page.keyboard.press("Escape")


def test_by_keyboard_alone_and_another_device_sees_it(
    page_of: Callable[..., Page], tournament: Tournament, cast: builders.Cast
) -> None:
    address = reverse("room-round", args=[tournament.slug, 1])
    floor, other = page_of(cast.director), page_of(cast.scorekeeper)
    for page in (floor, other):
        page.goto(address)
    floor.locator("#menu-1").focus()
    press(floor, "Enter", "Tab", "Tab", "Enter")
    expect(floor.get_by_text("Time is called at table 1.")).to_be_visible()
    expect(other.locator("#table-1")).to_contain_text("time called")
    floor.get_by_text("One table by its number").focus()
    floor.keyboard.press("Enter")
    floor.keyboard.press("Tab")
    floor.keyboard.type("7")
    floor.keyboard.press("Tab")
    floor.keyboard.type("12")
    floor.get_by_role("button", name="Give minutes").focus()
    floor.keyboard.press("Enter")
    expect(other.locator("#table-7")).to_contain_text("+12 min")


def test_the_clocks_buttons_follow_another_director(
    page_of: Callable[..., Page], tournament: Tournament, cast: builders.Cast
) -> None:
    """They are renewed where the clock was turned; whatever else happens, a fold that was opened stays open."""
    page, other = page_of(cast.director), page_of(cast.director)
    for director in (page, other):
        director.goto(reverse("room-round", args=[tournament.slug, 1]))
        director.get_by_text("The clock of the round").click()
    page.get_by_text("Extend the round").click()
    on_its_way: list[Route] = []
    other.route("**/room/1/", lambda route: on_its_way.append(route))
    with other.expect_request("**/room/1/"):
        other.evaluate("document.body.dispatchEvent(new CustomEvent('charleston:change'))")
    other.locator("#menu-1").click()
    with other.expect_response("**/room/1/"):
        on_its_way[0].continue_()
    other.unroute("**/room/1/")
    other.locator("#call-1").click()
    expect(page.locator("#table-1")).to_contain_text("time called")
    expect(page.get_by_role("button", name="Extend round 1")).to_be_visible()
    other.get_by_role("button", name="Stop for now").click()
    expect(page.get_by_role("button", name="Start the clock again")).to_be_visible()


def test_what_stands_in_the_way_leaves_the_page_as_it_is(
    page_of: Callable[..., Page], tournament: Tournament, cast: builders.Cast
) -> None:
    """A tap at a table moves nothing, and a number that there is not is said beside it, with the fold still open."""
    page = page_of(cast.director, viewport={"width": 390, "height": 800})
    page.goto(reverse("room-round", args=[tournament.slug, 1]))
    page.get_by_text("One table by its number").click()
    page.locator("#one-table").fill("199")
    page.locator("#menu-60").focus()
    press(page, "Enter", "Tab", "Tab", "Enter")
    expect(page.locator("#table-60")).to_contain_text("+5 min")
    expect(page.locator("#menu-60")).to_be_focused()
    assert page.locator("#one-table").input_value() == "199"
    page.get_by_role("button", name="Call time").click()
    expect(page.locator("#one-fields")).to_contain_text("Round 1 has no table 199.")
    assert page.locator("#one-table").input_value() == "199"
