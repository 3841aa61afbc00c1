"""What a page renews by itself takes nothing from whoever reads, chooses or types there: answers come late here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from demo.simulation import play_rounds
from scoring.models import CardSet
from scoring.sets.disputes import hold_set
from tests import builders
from tests.scoring import paper
from tournament.clock.tables import extend_table
from tournament.models import Tournament

CHANGE = "document.body.dispatchEvent(new CustomEvent('charleston:change'))"
FOCUSED = "document.activeElement.getAttribute('href') ?? document.activeElement.id"


@pytest.fixture
def cast(transactional_db: None) -> builders.Cast:
    return builders.cast()


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    tournament = builders.running_tournament(cast.club, players=16, rounds=2)
    tournament.rounds.filter(number=1).update(started_at=timezone.now())
    return tournament


@contextmanager
def answered_late(page: Page, address: str) -> Iterator[None]:
    """A page that was told of a change: its question has gone, and the answer comes after the block."""
    on_its_way: list[Route] = []
    page.route(address, lambda route: on_its_way.append(route))
    with page.expect_request(address):
        page.evaluate(CHANGE)
    yield
    with page.expect_event("requestfinished", lambda request: request.url.endswith(address.lstrip("*"))):
        on_its_way[0].continue_()
    page.unroute(address)


@pytest.mark.parametrize(
    ("name", "numbers", "link"),
    [
        ("manage", [], "#today .table-tile[href$='/desk/1/3/']"),
        ("desk-round", [1], "#room .table-tile[href$='/desk/1/3/']"),
        ("room-round", [1], "#room .floor-number[href$='/desk/1/3/']"),
    ],
)
def test_the_focus_stays_where_it_is(
    page_of: Callable[..., Page],
    tournament: Tournament,
    cast: builders.Cast,
    name: str,
    numbers: list[int],
    link: str,
) -> None:
    address = reverse(name, args=[tournament.slug, *numbers])
    page = page_of(cast.director)
    page.goto(address)
    with answered_late(page, f"**{address}"):
        page.locator(link).focus()
        builders.card_set(paper.table(tournament, 2), paper.NUMBERS, state=CardSet.State.IN)
    expect(page.locator("main")).to_contain_text("cards in")
    assert page.evaluate(FOCUSED) == reverse("desk-table", args=[tournament.slug, 1, 3])


def test_a_reading_is_chosen_in_peace(
    page_of: Callable[..., Page], tournament: Tournament, cast: builders.Cast
) -> None:
    """Readings that a late answer brings stay open, and the list is not changed under the pointer."""
    page = page_of(cast.scorekeeper)
    page.goto(reverse("desk-table", args=[tournament.slug, 1, 1]))
    for letter, points in {"A": "45", "B": "-20", "C": "0", "D": "0"}.items():
        page.locator(f"[name={letter}-1]").fill(points)
    page.locator("#readings-1 summary").click()
    on_its_way: list[Route] = []
    page.route("**/check/", lambda route: on_its_way.append(route))
    with page.expect_request("**/check/"):
        page.locator("[name=D-2]").fill("10")
    readings = page.locator("#id_reading-1")
    readings.focus()
    before = readings.element_handle()
    with page.expect_response("**/check/"):
        on_its_way[0].continue_()
    page.unroute("**/check/")
    expect(page.locator("#sum-D")).to_have_text("10")
    assert before.evaluate("list => list.isConnected && list === document.activeElement")
    with page.expect_response("**/check/"):
        page.locator("[name=D-3]").focus()
    expect(page.locator("#readings-1")).to_have_attribute("open", "")


def test_a_reader_of_the_standings_keeps_the_focus(
    new_page: Callable[..., Page], tournament: Tournament, cast: builders.Cast
) -> None:
    """The lines that a stream brings."""
    page = new_page()
    list(play_rounds(tournament, 1, seed=5, by=cast.director))
    page.goto(reverse("standings", args=[tournament.slug]))
    page.locator("#live tbody a").nth(3).focus()
    focused = page.evaluate(FOCUSED)
    extend_table(tournament, number=1, table=2, minutes=5, by=cast.director)
    expect(page.locator("[data-times]")).to_have_attribute("data-times", "2+5 ")
    assert page.evaluate(FOCUSED) == focused


def test_a_menu_that_is_open_waits_and_then_hears(
    page_of: Callable[..., Page], tournament: Tournament, cast: builders.Cast
) -> None:
    """The floor stays as it is while a menu is open; closed by Escape, it has what came meanwhile."""
    address = reverse("room-round", args=[tournament.slug, 1])
    page = page_of(cast.director)
    page.goto(address)
    with answered_late(page, f"**{address}"):
        page.locator("#menu-1").click()
        builders.card_set(paper.table(tournament, 2), paper.NUMBERS)
        hold_set(*paper.judged(tournament, number=2), by=cast.director, reason="A is blurred")
    expect(page.locator("#table-1 .floor-menu")).to_have_attribute("open", "")
    expect(page.locator("#table-2")).not_to_contain_text("A is blurred")
    page.keyboard.press("Escape")
    expect(page.locator("#menu-1")).to_be_focused()
    expect(page.locator("#table-2")).to_contain_text("A is blurred")
