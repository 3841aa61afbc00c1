"""How many keys a pile of 25 sets takes, beside the characters written on its cards. Prints the figure.

`cards/sets.jsonl` is a simulated pile of sanctioned play: 100 games, 34 of them walls, with dead hands and
infractions as they come. Every key counts: the next table, the numbers, marks, totals, who verified, accept. What is
written on the cards: the numbers of the games and the totals with their minus signs, and nothing else, so that the
table's number and the letters of those who verified cost keys and do not count as written.

It runs on SQLite alone: what is measured is the browser, and a second database would say the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rules.systems.registry import load_profile
from scoring.models import Card, CardSet, PointLine
from tests import builders

pytestmark = pytest.mark.long

PILE = [
    json.loads(line) for line in (Path(__file__).parent / "cards" / "sets.jsonl").read_text().splitlines()
]
GAMES = range(4)
NOT_ASKED = """document.addEventListener('htmx:beforeRequest', event => {
    if (event.detail.pathInfo.requestPath.endsWith('/check/')) event.preventDefault();
});"""
WALL = load_profile("sanctioned").wall


def is_wall(cards: dict[str, Any], game: int) -> bool:
    return all(card["points"][game] == WALL for card in cards.values())


def written_on(cards: dict[str, Any]) -> int:
    """Characters on the four cards: the numbers of the games and the totals, minus signs included."""
    return sum(len(str(number)) for card in cards.values() for number in (*card["points"], card["total"]))


class Typist:
    """Types sets by the keys the page offers, and counts every key."""

    def __init__(self, page: Page) -> None:
        self.page, self.keys = page, 0

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.keys += 1

    def number(self, name: str, number: int) -> None:
        """A number into the field that has the focus; Enter only where the page does not go on by itself."""
        for key in str(number):
            self.press(key)
        if self.page.evaluate("document.activeElement.name") == name:
            self.press("Enter")

    def set(self, card_set: dict[str, Any]) -> None:
        cards, filled = card_set["cards"], set()
        marked = {mark.split(":")[0] for mark in card_set["infractions"]}
        self.press("Enter")  # the next table is the one offered
        expect(self.page.locator("h1")).to_have_text(f"Table {card_set['table']}")
        expect(self.page.locator("[name=A-1]")).to_be_focused()
        for letter, card in cards.items():
            for game in GAMES:
                if game in filled:
                    continue
                if is_wall(cards, game):
                    self.press("w")
                    filled.add(game)
                    continue
                name = f"{letter}-{game + 1}"
                if name in marked:
                    self.press("i")
                self.number(name, card["points"][game])
            self.number(f"{letter}-total", card["total"])
        self.press("Enter")  # verified as shown
        self.press("Enter")  # accept


def test_keys_for_a_pile(
    page_of: Callable[..., Page],
    cast: builders.Cast,
    record_property: Callable[[str, object], None],
) -> None:
    tournament = builders.running_tournament(cast.club, players=4 * len(PILE), rounds=1)
    page = page_of(cast.scorekeeper)
    # What the rules say while typing costs time and no keys; the server asks them again before it accepts.
    page.add_init_script(NOT_ASKED)
    page.goto(f"/t/{tournament.slug}/desk/1/")
    expect(page.locator("#next-table")).to_be_focused()

    typist = Typist(page)
    for card_set in PILE:
        typist.set(card_set)
    expect(page.locator("#pile [data-unsent]")).to_have_text("everything is sent", timeout=60_000)

    stored = {
        (card.card_set.table.number, card.letter): (card.points, card.written_total, card.verified_by)
        for card in Card.objects.select_related("card_set__table")
    }
    assert stored == {
        (card_set["table"], letter): (card["points"], card["total"], card["verified_by"])
        for card_set in PILE
        for letter, card in card_set["cards"].items()
    }
    assert CardSet.objects.filter(state="accepted").count() == len(PILE)
    assert PointLine.objects.values("entry", "game").distinct().count() == 16 * len(PILE)

    characters = sum(written_on(card_set["cards"]) for card_set in PILE)
    figure = typist.keys / characters
    record_property(
        "figure",
        f"{len(PILE)} sets: {typist.keys} keys for {characters} characters on the cards, {figure:.3f} a character",
    )
    assert figure <= 1.3
