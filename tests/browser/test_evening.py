"""An evening of eleven, by the screen alone: two rounds, one comes late, one leaves, who won."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from club.models import Person
from demo.simulation import play_table
from tests import builders
from tournament.models import Table, Tournament

pytestmark = pytest.mark.django_db(transaction=True)
MOST_TAPS = 4


def enter(page: Page, table: int) -> None:
    """Types four games from the evening's page, A's win off B and three walls; and goes back there."""
    page.get_by_role("link", name=f"Enter table {table}").click()
    rows = page.locator("#grid tbody tr[data-letter]")
    expect(rows.first).to_be_visible()
    letters = [row.get_attribute("data-letter") for row in rows.all()]
    expect(page.locator(f"[name={letters[0]}-1]")).to_be_focused()  # by the desk itself, once it listens
    for letter in letters:
        first = {"A": 25, "B": -10}.get(letter or "", 0)
        for number in (first, 10, 10, 10, first + 30):
            page.keyboard.type(str(number))
            page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#accept")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text(re.compile(rf"[Tt]able {table}\b.*accepted", re.S))
    page.get_by_role("link", name="Today", exact=True).click()


def test_an_evening_of_eleven(page_of: Callable[..., Page]) -> None:
    cast = builders.cast()
    names = [f"{name} Baker" for name in ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")]
    Person.objects.bulk_create(Person(club=cast.club, name=name) for name in names)
    page = page_of(cast.director, viewport={"width": 820, "height": 1180}, has_touch=True)
    page.goto(cast.club.get_absolute_url())
    taps = []

    def tap(role: str, name: str) -> None:
        taps.append(name)
        page.get_by_role(role, name=name).click()

    tap("link", "Start an evening")
    for name in names:
        page.get_by_text(name, exact=True).click()
    page.get_by_label("Somebody new").fill("Kay New")
    tap("button", "Draw the seats")
    expect(page.get_by_role("heading", name="Seats in round 1")).to_be_visible()
    assert len(taps) <= MOST_TAPS
    other = page_of(cast.director)
    other.goto(page.url)
    page.get_by_text("Somebody came").click()
    page.get_by_label("Somebody new").fill("Lou Late")
    tap("radio", "Not yet")
    tap("button", "Let this person play")
    expect(page.locator("#now")).to_contain_text("Lou Late")
    for place in ("#now", "#leaving"):  # and on the other director's page by itself
        expect(other.locator(place)).to_contain_text("Lou Late")
    page.get_by_text("Somebody leaves").click()
    tap("radio", "Not yet")
    tap("button", "Kay New")
    expect(page.locator("#now")).not_to_contain_text("Kay New")
    for round_ in (1, 2):
        enter(page, 1)
        evening = Tournament.objects.get()
        for table in Table.objects.filter(round__tournament=evening, round__number=round_, number__gt=1):
            play_table(evening, table, dice=Random(round_), by=cast.scorekeeper)
        if round_ == 1:
            tap("button", "Next round")
            expect(page.get_by_role("heading", name="Seats in round 2")).to_be_visible()
    tap("button", "Next round")
    # The third was planned and nobody stays for it.
    page.get_by_role("button", name="End the evening", exact=True).click()
    expect(page.locator("main")).to_contain_text("These standings are final")
    places = page.locator("#now tbody tr")
    expect(places).to_have_count(11)
    expect(places.first).to_contain_text("1")
