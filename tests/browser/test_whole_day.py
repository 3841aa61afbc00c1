"""A 22-player, 4-round day played through the pages by keyboard, while another browser watches the public page.

The numbers are made by this file's own arithmetic of sanctioned play and added up here: the program's rules are not
asked what is right.
"""

import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests import builders
from tournament.models import Tournament

ROSTER = Path(__file__).parents[2] / "samples" / "rosters" / "46-players.csv"
PLAYERS, TABLES, ROUNDS, GAMES = 22, 6, 4, 4
HELD, DISPUTED = (2, 2), (3, 3)

Numbers = dict[str, list[int]]


def one_game(letters: str, dice: random.Random) -> dict[str, int]:
    """Sanctioned points of one made-up game: a wall, or a win off a throw or self-picked, with or without jokers."""
    points = dict.fromkeys(letters, 0)
    if dice.random() < 0.4:
        return dict.fromkeys(letters, 10)
    winner, thrower = dice.sample(letters, 2)
    points[winner] = dice.choice([25, 30, 35, 50]) + dice.choice([0, 0, 20])
    if dice.random() < 0.3:
        points[winner] += 10
    else:
        points[thrower] = -dice.choice([10, 20, 25])
    return points


def one_set(letters: str, dice: random.Random) -> Numbers:
    games = [one_game(letters, dice) for _game in range(GAMES)]
    return {letter: [game[letter] for game in games] for letter in letters}


@dataclass
class Day:
    """What this test knows of the day: the director's page and what every player's cards add up to."""

    page: Page
    slug: str
    totals: dict[int, int]

    def go(self, path: str) -> None:
        self.page.goto(f"/t/{self.slug}/{path}")

    def open_table(self, round_: int, table: int) -> dict[str, int]:
        """Opens a table's grid and gives its players: letter -> number."""
        self.go(f"desk/{round_}/{table}/")
        rows = self.page.locator("#grid tbody tr[data-letter]")
        return {
            str(row.get_attribute("data-letter")): int(row.locator("th .player-number").text_content() or 0)
            for row in rows.all()
        }

    def type_set(self, numbers: Numbers) -> None:
        """Types the pile of cards by keyboard: each card's games and its total, Enter after each number."""
        keyboard = self.page.keyboard
        self.page.locator(f"[name={next(iter(numbers))}-1]").focus()
        for points in numbers.values():
            for number in (*points, sum(points)):
                keyboard.type(str(number))
                keyboard.press("Enter")

    def accept(self, round_: int, table: int) -> None:
        """Enter on "verified as shown", Enter on "accept": the hands stay on the keys."""
        self.page.keyboard.press("Enter")
        expect(self.page.locator("#accept")).to_be_focused()
        self.page.keyboard.press("Enter")
        expect(self.page.locator("main")).to_contain_text(re.compile(rf"[Tt]able {table}\b.*accepted", re.S))

    def count(self, players: dict[str, int], numbers: Numbers) -> None:
        for letter, number in players.items():
            self.totals[number] = self.totals.get(number, 0) + sum(numbers[letter])

    def enter(self, round_: int, table: int, dice: random.Random) -> None:
        players = self.open_table(round_, table)
        numbers = one_set("".join(players), dice)
        self.type_set(numbers)
        self.accept(round_, table)
        self.count(players, numbers)


def sign_in(page: Page, username: str) -> None:
    page.goto("/sign-in/")
    page.get_by_label("User name").fill(username)
    page.get_by_label("Password", exact=True).fill("a long test password")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


def make_tournament(page: Page, club: str) -> str:
    page.goto(f"/clubs/{club}/tournaments/new/")
    page.get_by_role("textbox", name="Name").fill("Autumn Classic")
    page.get_by_label("Date").fill("2026-11-20")
    page.get_by_role("button", name="Create the tournament").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Players")
    return Tournament.objects.get().slug


def import_roster(day: Day) -> None:
    day.go("players/import/")
    head = b"".join(ROSTER.read_bytes().splitlines(keepends=True)[: 1 + PLAYERS])
    day.page.locator("input[type=file]").set_input_files(
        {"name": "players.csv", "mimeType": "text/csv", "buffer": head}
    )
    day.page.get_by_role("button", name="Look at it first").click()
    for question in day.page.locator("input[type=radio][value=new]").all():
        question.check()
    day.page.get_by_role("button", name="Import this roster").first.click()
    expect(day.page.get_by_text("players.csv is in:")).to_be_visible()


def check_everybody_in(day: Day) -> None:
    day.go("check-in/")
    buttons = day.page.get_by_role("button", name=re.compile("^Check in ."))
    for left in range(buttons.count(), 0, -1):
        expect(buttons).to_have_count(left)
        buttons.first.click()
    expect(buttons).to_have_count(0)


def draw(day: Day) -> None:
    day.go("seating/")
    day.page.get_by_role("button", name="Draw the seats").click()
    expect(day.page.locator("main")).to_contain_text("Draw again")


def publish(day: Day, round_: int) -> None:
    day.go(f"rounds/{round_}/")
    day.page.get_by_role("button", name=f"Publish round {round_}").click()
    day.page.get_by_role("button", name="Start the clock").click()
    expect(day.page.get_by_text("End the round", exact=True)).to_be_visible()


def end_clock(day: Day, round_: int) -> None:
    day.go(f"rounds/{round_}/")
    day.page.get_by_text("End the round", exact=True).click()
    day.page.get_by_role("button", name=f"End round {round_} now").click()
    expect(day.page.get_by_role("button", name="Take the end back")).to_be_visible()


def hold_and_rule(day: Day, round_: int, table: int, dice: random.Random) -> None:
    """Two cards claim a win in game 1: the set is held; the director hears all four and rules."""
    players = day.open_table(round_, table)
    numbers = one_set("".join(players), dice)
    _first, second = list(players)[:2]
    for points, value in zip(numbers.values(), (45, 35, 0, 0), strict=False):
        points[0] = value
    day.type_set(numbers)
    page = day.page
    expect(page.locator("#check")).to_contain_text("Game 1 cannot be right")
    page.locator("#hold summary").click()
    page.get_by_role("button", name="Hold the set").click()
    expect(page.locator("[name=held_reason]")).to_be_focused()
    page.locator("[name=held_reason]").fill("A and B both wrote a win")
    page.get_by_role("button", name="Hold the set").click()
    expect(page.locator("main")).to_contain_text(f"Table {table} is held for the director")

    assert day.open_table(round_, table) == players
    page.locator("[name=answer]").last.check()
    numbers[second][0] = -20
    page.locator(f"[name={second}-1]").fill("-20")
    page.locator(f"[name={second}-total]").fill(str(sum(numbers[second])))
    for box in page.locator("[name=consulted]").all():
        box.check()
    page.locator("[name=ruling]").fill("B threw the tile; all four agree.")
    page.get_by_role("button", name="Accept with this ruling").click()
    expect(page.locator("main")).to_contain_text(f"Table {table} is accepted")
    day.count(players, numbers)


def dispute(day: Day, round_: int, table: int) -> None:
    """An accepted set is reopened with all four present, one number corrected, and accepted as the director rules."""
    day.go(f"desk/{round_}/{table}/")
    page = day.page
    page.locator("summary", has_text="Reopen").click()
    for box in page.locator("[name=present]").all():
        box.check()
    page.locator("#reopen [name=reason]").fill("Game 4 was a wall game")
    page.get_by_role("button", name="Reopen").click()
    players = day.open_table(round_, table)
    for letter, number in players.items():
        cell, total = page.locator(f"[name={letter}-4]"), page.locator(f"[name={letter}-total]")
        was, before = int(cell.input_value()), int(total.input_value())
        cell.fill("10")
        total.fill(str(before - was + 10))
        day.totals[number] += 10 - was
    for box in page.locator("[name=consulted]").all():
        box.check()
    page.locator("[name=ruling]").fill("Everybody remembers the wall")
    page.locator("#accept").click()
    expect(page.locator("main")).to_contain_text(f"Table {table} is accepted")


def public_totals(page: Page) -> dict[int, int]:
    """number -> total, as the public page shows them."""
    rows = page.locator("table.standings tbody tr[data-number]")
    texts = rows.evaluate_all(
        "rows => rows.map(row => [row.dataset.number, row.lastElementChild.textContent])"
    )
    return {int(number): int(text.split("minus")[0].strip().replace("−", "-")) for number, text in texts}


@pytest.mark.long
def test_a_whole_day(
    new_page: Callable[..., Page], site: str, record_property: Callable[[str, object], None]
) -> None:
    cast = builders.cast()
    page, public = new_page(), new_page(viewport={"width": 390, "height": 844})
    sign_in(page, cast.director.username)
    day = Day(page, make_tournament(page, cast.club.slug), {})
    import_roster(day)
    check_everybody_in(day)
    draw(day)
    public.goto(f"/t/{day.slug}/")
    dice = random.Random(46)
    for round_ in range(1, ROUNDS + 1):
        publish(day, round_)
        for table in range(1, TABLES + 1):
            if (round_, table) == HELD:
                hold_and_rule(day, round_, table, dice)
            else:
                day.enter(round_, table, dice)
        if round_ == 1:
            # The other browser shows the last acceptance by itself.
            accepted = time.monotonic()
            expect(public.locator("#live")).to_contain_text(f"{TABLES} of {TABLES} tables of round 1")
            waited = time.monotonic() - accepted
            record_property("figure", f"the other browser showed an acceptance after {waited:.1f} s")
            assert public_totals(public) == day.totals
        end_clock(day, round_)
    assert len(day.totals) == PLAYERS
    dispute(day, *DISPUTED)
    day.go("finish/")
    page.get_by_role("button", name="Make the standings final").click()
    expect(page.locator("main")).to_contain_text("final as of")

    expect(public.get_by_role("heading", level=1)).to_have_text("Final standings")
    assert public_totals(public) == day.totals
    answer = httpx.get(f"{site}/t/{day.slug}/standings.json").json()
    assert {place["number"]: place["total"] for place in answer["places"]} == day.totals
    assert answer["rounds_counted"] == ROUNDS
    assert [place["rank"] for place in answer["places"]] == [
        1 + sum(other > total for other in day.totals.values())
        for total in sorted(day.totals.values(), reverse=True)
    ]
