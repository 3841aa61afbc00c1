"""The hall screen: every page of it full, nothing cut or scrolled, and the code for a phone on all of its faces."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from club.models import Person
from demo.simulation import play_rounds, play_table
from scoring.finishing.actions import finish
from tests import builders
from tests.browser.measured import measured
from tournament.models import Table, Tournament

LONG = "Wilhelmina Featherstonehaugh-Cholmondeley-Vanderbilt"
PROJECTORS = [(1024, 768), (1280, 720), (1920, 1080), (3840, 2160)]

# Makes the list as long as a tournament of so many players, and says how much of its box the shown rows fill.
FILLED = """all => {
    const list = document.querySelector('[data-pages]'), row = list.firstElementChild;
    while (list.children.length < all) list.append(row.cloneNode(true));
    while (list.children.length > all) list.lastElementChild.remove();
    dispatchEvent(new Event('resize'));
    const box = list.getBoundingClientRect();
    const shown = [...list.children].filter(row => !row.hidden).map(row => row.getBoundingClientRect());
    return shown.reduce((sum, row) => sum + row.width * row.height, 0) / (box.width * box.height);
}"""
OVERFLOWS = """() => {
    const {scrollWidth, scrollHeight} = document.documentElement;
    const rows = [...document.querySelectorAll('[data-pages] > li:not([hidden])')];
    return scrollWidth > innerWidth || scrollHeight > innerHeight
        || rows.some(row => row.scrollHeight > row.clientHeight + 1);
}"""

# Found and measured in one step: the stream may put new rows in place of the old ones at any time.
LETTERS = (
    "() => parseFloat(getComputedStyle(document.querySelector('[data-pages] > li:not([hidden])')).fontSize)"
)


CUT_OR_COVERED = """() => {
    const shown = [...document.querySelectorAll('.hall-live *')].filter(one => one.clientWidth > 1
        && one.checkVisibility() && [...one.childNodes].some(child => child.nodeType === 3 && child.data.trim()));
    // They show while a mouse moves.
    const buttons = [...document.querySelectorAll('button')]
        .filter(button => button.checkVisibility({ opacityProperty: true }))
        .map(button => button.getBoundingClientRect());
    const covered = one => buttons.some(({ left, right, top, bottom }) => {
        const box = one.getBoundingClientRect();
        return !one.closest('button') && left < box.right && right > box.left && top < box.bottom && bottom > box.top;
    });
    return shown.filter(one => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow === 'hidden'
        || covered(one)).map(one => one.textContent.trim());
}"""


def screen_of(tournament: Tournament) -> str:
    return reverse("screen", args=[tournament.slug])


@pytest.fixture
def reached_by_phones(settings: object) -> None:
    settings.HALL_ADDRESS = "http://192.168.1.20:8000"  # type: ignore[attr-defined]


@pytest.mark.parametrize("size", PROJECTORS, ids=str)
def test_it_holds_two_hundred_players(
    size: tuple[int, int], page_of: Callable[..., Page], transactional_db: None
) -> None:
    """Long names, before the round by seat and then by place: whole rows, nothing scrolls."""
    cast = builders.cast()
    tournament = builders.running_tournament(
        cast.club, players=200, rounds=1, name="The Harbor Point Charity Invitational"
    )
    Person.objects.filter(name__endswith="7").update(name=LONG)
    page = page_of(cast.director, viewport={"width": size[0], "height": size[1]})
    for plays in (False, True):
        if plays:
            tournament.rounds.update(started_at=tournament.drawn_at)
            table = Table.objects.get(round__tournament=tournament, number=1)
            play_table(tournament, table, dice=random.Random(1), by=cast.director)
        page.goto(screen_of(tournament))
        rows = page.locator("[data-pages] > li:not([hidden])")
        expect(rows).to_have_count(20)
        # A capital letter of a name is about two hundredths of the picture's height: read from 15 m on a 3 m screen.
        assert measured(page, LETTERS) >= size[1] * 0.04
        cut = page.locator("[data-pages] > li:not([hidden]) .hall-name").evaluate_all(
            """names => names.filter(name => name.scrollWidth > name.clientWidth
                || name.scrollHeight > name.clientHeight * 1.3).map(name => name.textContent)"""
        )
        assert (measured(page, OVERFLOWS), cut) == (False, [])


@pytest.mark.usefixtures("reached_by_phones")
def test_no_page_of_it_is_mostly_empty(page_of: Callable[..., Page], transactional_db: None) -> None:
    """With 4, 16, 21, 64 and 500 players; 21 would leave one alone on a page of its own."""
    cast = builders.cast()
    page = page_of(cast.director)
    page.goto(screen_of(builders.running_tournament(cast.club, rounds=1)))
    for width, height in PROJECTORS:
        page.set_viewport_size({"width": width, "height": height})
        for players in (4, 16, 21, 64, 500):
            filled = measured(page, FILLED, players)
            assert (measured(page, OVERFLOWS), filled > 0.8) == (False, True), (width, players, filled)


# The box of the code once it stands there; a part of the screen may just be replaced.
CODE = """() => {
    const { y, height } = document.querySelector("svg.qr")?.getBoundingClientRect() ?? {};
    return height ? { y, height } : null;
}"""


@pytest.mark.usefixtures("reached_by_phones")
def test_it_always_carries_the_code_for_a_phone(page_of: Callable[..., Page], transactional_db: None) -> None:
    """Before round 1, before the clock, while nothing counts, between rounds, after the finish."""
    cast = builders.cast()
    before = builders.tournament(cast.club, name="Before")
    tournament = builders.running_tournament(cast.club, players=4, rounds=1)
    page = page_of(cast.director, viewport={"width": 1920, "height": 1080})

    def code_and_rows(address: str) -> tuple[bool, int]:
        page.goto(address)
        code = page.wait_for_function(CODE).json_value()
        assert code["y"] + code["height"] <= 1080
        return code["height"] >= 1080 * 0.15, page.locator("[data-pages] > li").count()

    assert code_and_rows(screen_of(before)) == (True, 0)
    assert code_and_rows(screen_of(tournament)) == (True, 4)
    tournament.rounds.update(started_at=tournament.drawn_at)
    assert code_and_rows(screen_of(tournament)) == (True, 4), "while nothing counts, seats are found here"
    play_table(
        tournament, Table.objects.get(round__tournament=tournament), dice=random.Random(1), by=cast.director
    )
    assert code_and_rows(screen_of(tournament)) == (True, 4)
    finish(tournament, by=cast.director)
    assert code_and_rows(screen_of(tournament)) == (True, 4)


def test_the_letters_of_a_page_stand_over_it_and_two_screens_share_the_names(
    page_of: Callable[..., Page], transactional_db: None
) -> None:
    cast = builders.cast()
    tournament = builders.running_tournament(cast.club, players=48, rounds=1)
    for number in range(1, 49):
        family = f"{chr(ord('A') + (number - 1) // 2)}{'ai'[number % 2]}r"
        Person.objects.filter(entries__tournament=tournament, entries__number=number).update(
            name=f"Ann {family}"
        )
    page = page_of(cast.director, viewport={"width": 1920, "height": 1080})
    page.goto(screen_of(tournament))
    expect(page.locator(".hall-letters")).to_have_text("A to H")
    expect(page.locator(".hall-number")).to_have_text("1 of 3")
    page.mouse.move(200, 200)
    page.get_by_role("link", name="Second half").click()
    expect(page.locator(".hall-letters")).to_have_text("M to R")
    expect(page.locator(".hall-number")).to_have_text("1 of 2")


def test_the_light_version_is_remembered_and_what_to_do_is_as_large_as_it_matters(
    page_of: Callable[..., Page], transactional_db: None
) -> None:
    cast = builders.cast()
    tournament = builders.running_tournament(cast.club, players=15, rounds=1)
    page = page_of(cast.director, viewport={"width": 1920, "height": 1080})
    page.goto(screen_of(tournament))
    size = "part => parseFloat(getComputedStyle(document.querySelector(part)).fontSize)"
    assert [round(page.evaluate(size, part)) for part in (".brings", ".three")] == [62, 48]
    page.keyboard.press("l")
    page.reload()
    look = "() => getComputedStyle(document.querySelector('html')).backgroundColor"
    expect(page.locator("html.is-light")).to_have_count(1)
    assert page.evaluate(look) == "rgb(255, 255, 255)"


def test_names_of_blocks_stand_whole_and_the_buttons_cover_nothing(
    page_of: Callable[..., Page], transactional_db: None
) -> None:
    cast = builders.cast()
    tournament = builders.running_tournament(
        cast.club, players=13, rounds=2, rounds_per_block=1, block_names="Morning, Afternoon"
    )
    list(play_rounds(tournament, 2, seed=3, by=cast.director))
    page = page_of(cast.director)
    page.goto(screen_of(tournament))
    for width, height in PROJECTORS:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("[data-pages] > li:not([hidden])").first).to_contain_text("Afternoon")
        assert measured(page, CUT_OR_COVERED) == [], (width, height)
