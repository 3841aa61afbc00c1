"""A day of each of the five systems through the pages, with everything that a director may decide on it.

What is typed is made up by this file's own arithmetic of each text and added up here; the standings, their files, the
blocks and the players' lines have to say the same. The program's rules are not asked what is right.
"""

from __future__ import annotations

import csv
import io
import random
import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from club.models import User
from tests import builders
from tests.browser.test_facts import press
from tests.browser.test_whole_day import public_totals
from tournament.models import Seat, Tournament

GAMES, BONUS_GAMES = 2, 1
BONUS = 4
LATE, CANCELLED, WARNED, SUBSTITUTED, RULED = 1, 2, 3, 4, 5
SUBSTITUTE = 12
HALF_DAY = (6, 7, 8)
POINTS = {"sanctioned", "club-day", "mahj-x"}
# The number of the text that the house changes, and what it becomes.
CHANGED = {
    "sanctioned": ("wall", 15),
    "club-day": ("wall", 5),
    "mahj-x": ("wall", 15),
    "card-game": ("thrower_pays", 3),
    "sixteen-hands": ("limit", 35),
}


@dataclass
class Day:
    """What this test knows of the day: who has which points, by round and game, and what was given or taken."""

    page: Page
    tournament: Tournament
    system: str
    dice: random.Random
    points: dict[int, dict[int, list[int]]] = field(default_factory=lambda: defaultdict(dict))
    outside: dict[int, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))
    hands: dict[int, int] = field(default_factory=lambda: defaultdict(lambda: 8))

    def go(self, path: str) -> None:
        self.page.goto(f"/t/{self.tournament.slug}/{path}")

    def press_button(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def publish(self, number: int) -> None:
        self.go(f"rounds/{number}/")
        self.press_button("Publish the bonus round" if number == BONUS else f"Publish round {number}")
        expect(self.page.get_by_role("button", name=re.compile("tart (the clock|round)"))).to_be_visible()

    def tables(self, number: int) -> dict[int, dict[str, int]]:
        """Table -> letter -> player number."""
        seats = Seat.objects.filter(round__tournament=self.tournament, round__number=number)
        at: dict[int, dict[str, int]] = defaultdict(dict)
        for seat in seats.select_related("table", "entry").order_by("table__number", "letter"):
            at[seat.table.number][seat.letter] = seat.entry.number
        return at

    def play(self, number: int) -> None:
        """Types every table of a round and has it accepted."""
        games = BONUS_GAMES if number == BONUS else GAMES
        for table, players in self.tables(number).items():
            self.go(f"desk/{number}/{table}/")
            if self.system in POINTS:
                by_letter = self.type_points(players, games)
            elif self.system == "card-game":
                by_letter = self.type_payments(players, games)
            else:
                by_letter = self.type_hands(players, games)
            expect(self.page.locator("#ready")).to_contain_text("Complete, verified and consistent.")
            with self.page.expect_response("**/send/"):
                self.page.locator("#accept").click()
            for letter, player in players.items():
                self.points[player][number] = by_letter[letter]

    def type_points(self, players: dict[str, int], games: int) -> dict[str, list[int]]:
        """Walls and wins off a throw, two or three exposures: 20 or 25 less for the thrower."""
        wall = CHANGED[self.system][1]
        by_letter: dict[str, list[int]] = {letter: [] for letter in players}
        for _game in range(games):
            winner, thrower = self.dice.sample(sorted(players), 2)
            is_wall, value, less = (
                self.dice.random() < 0.4,
                self.dice.choice([25, 30, 35]),
                self.dice.choice([20, 25]),
            )
            for letter, numbers in by_letter.items():
                won = {winner: value, thrower: -less}.get(letter, 0)
                numbers.append(wall if is_wall else won)
        self.page.locator(f"[name={next(iter(players))}-1]").focus()
        for numbers in by_letter.values():
            press(self.page, " Enter ".join(str(number) for number in (*numbers, sum(numbers))))
            self.page.keyboard.press("Enter")
        press(self.page, "v")
        return by_letter

    def type_payments(self, players: dict[str, int], games: int) -> dict[str, list[int]]:
        """Wins off a throw: the thrower pays three times the hand, each other once; a wall pays nothing."""
        times = CHANGED[self.system][1]
        by_letter: dict[str, list[int]] = {letter: [] for letter in players}
        self.page.locator("[name=g1-won]").focus()
        for _game in range(games):
            winner, thrower = self.dice.sample(sorted(players), 2)
            value = self.dice.choice([25, 30, 40])
            if self.dice.random() < 0.3:
                press(self.page, "w")
                pays = dict.fromkeys(players, 0)
            else:
                press(self.page, f"{winner.lower()} {value} Enter {thrower.lower()}")
                pays = {letter: -value * (times if letter == thrower else 1) for letter in players}
                pays[winner] = -sum(paid for letter, paid in pays.items() if letter != winner)
            for letter, numbers in by_letter.items():
                numbers.append(pays[letter])
        self.type_totals(by_letter)
        return by_letter

    def type_hands(self, players: dict[str, int], games: int) -> dict[str, list[int]]:
        """One mahjong a game, each with a hand its player has not won with: 35 for the limit hands, 9 to 16."""
        limit = CHANGED[self.system][1]
        won = [self.dice.choice(sorted(players)) for _game in range(games)]
        by_letter = {letter: [limit if letter == winner else 0 for winner in won] for letter in players}
        self.page.locator("[name=first_east]").focus()
        press(self.page, f"{next(iter(players)).lower()} Enter")
        for letter, player in players.items():
            for winner in won:
                if winner == letter:
                    self.hands[player] += 1
                    press(self.page, f"m {self.hands[player]} Enter {limit} Enter")
                else:
                    press(self.page, "Enter Enter")
            press(self.page, f"{sum(by_letter[letter])} Enter")
        press(self.page, "v")
        return by_letter

    def type_totals(self, by_letter: dict[str, list[int]]) -> None:
        for numbers in by_letter.values():
            press(self.page, f"{sum(numbers)} Enter")
        press(self.page, "v")

    def give(self, player: int, number: int, kind: str, points: int, reason: str = "") -> None:
        """Points outside the games, below zero for a penalty."""
        self.go(
            f"adjustments/?kind={kind}&player={player}&round={number}&points={abs(points)}&direction=gives"
        )
        if reason:
            self.page.get_by_label("Reason").fill(reason)
        self.press_button("Take the points" if points < 0 else "Give the points")
        expect(self.page.get_by_role("heading", name="On record")).to_be_visible()
        self.outside[player].append((number, points))

    def totals(self, *numbers: int) -> dict[int, int]:
        """Of everybody who has a card in one of these rounds: the points of them and of what was given in them."""
        return {
            player: sum(sum(rounds.get(number, ())) for number in numbers)
            + sum(points for number, points in self.outside[player] if number in numbers)
            for player, rounds in self.points.items()
            if rounds.keys() & set(numbers)
        }


def change_a_number(day: Day) -> None:
    name, value = CHANGED[day.system]
    day.go("rules/")
    day.page.locator(f"#{name}").get_by_role("link", name="Change").click()
    day.page.locator(f"[name={name}]").fill(str(value))
    day.press_button("Save")
    expect(day.page.locator(f"#{name}")).to_contain_text("own rule")


def enter_the_half_day(day: Day) -> None:
    page = day.page
    day.go("categories/")
    page.get_by_label("Name").last.fill("Half day")
    page.get_by_label("Last round").last.fill("2")
    page.locator("form").filter(has=page.get_by_label("Last round")).last.get_by_role("button").click()
    for entry in day.tournament.entries.filter(number__in=HALF_DAY):
        page.locator(f"[name=players][value='{entry.pk}']").check()
    day.press_button("Save")
    expect(page.locator("main")).to_contain_text("3 players")


def decide_in_the_morning(day: Day) -> None:
    """A penalty, one that is cancelled, a warning, and a substitute for round 2."""
    page = day.page
    day.give(LATE, 1, "late", -10)
    day.give(CANCELLED, 1, "disturbing", -50)
    row = page.locator("li", has_text="Player 2").filter(has=page.locator("summary"))
    row.locator("summary").click()
    row.get_by_label("Why it is canceled").fill("It was table 3")
    row.get_by_role("button", name="Cancel these points").click()
    expect(page.locator("main")).to_contain_text("It was table 3")
    day.outside[CANCELLED].clear()
    day.go(f"complaints/?player={WARNED}")
    page.get_by_label("What happened").first.fill("Loud")
    day.press_button("Warn")
    expect(page.locator("main")).to_contain_text("is warned")
    day.go("check-in/")
    page.get_by_role("button", name=re.compile("^Check in .")).click()
    expect(page.locator("main")).to_contain_text("Player 12")
    expect(page.get_by_role("button", name=re.compile("^Check in ."))).to_have_count(0)
    day.go(
        f"seating/changes/?change=substitute&player={SUBSTITUTED}&other={SUBSTITUTE}&from_round=2&until_round=2"
    )
    page.locator("[name=reason]").fill("A telephone call")
    day.press_button("Make this change")
    expect(page.locator("main")).not_to_contain_text("Make this change")


def decide_at_lunch(day: Day) -> None:
    """A ruling that no game explains, and the second complaint; who plays the half day leaves."""
    page = day.page
    day.give(RULED, 2, "ruling", 7, "A tile of the wrong set was in the wall")
    day.go(f"complaints/?player={WARNED}&from_round=3&keeps_place=yes")
    page.get_by_label("What happened").last.fill("Loud again")
    day.press_button("Disqualify")
    expect(page.locator("main")).to_contain_text("is disqualified")
    if day.system == "sixteen-hands":
        day.go("categories/")
        page.get_by_role("link", name="They leave: draw the other players again").click()
        page.locator("[name=reason]").fill("Lunch")
        day.press_button("Replace the plan")
        expect(page.locator("main")).not_to_contain_text("Replace the plan")


def add_the_bonus_round(day: Day, *, counts: bool) -> None:
    """It waits until everybody is marked as seated."""
    page = day.page
    day.go("bonus/")
    page.get_by_label("Games").fill(str(BONUS_GAMES))
    page.get_by_label("Drawn").check()
    page.get_by_label("It counts" if counts else "It does not count").check()
    day.press_button("Add the bonus round")
    expect(page.get_by_role("heading", level=1)).to_have_text("Bonus round")
    day.publish(BONUS)
    day.press_button("Table 1")
    expect(page.locator("#who-sits")).to_contain_text("not seated yet")
    day.press_button("Everybody is seated")
    expect(page.locator("#who-sits")).to_contain_text("everybody is seated")
    day.press_button("Start the clock")
    expect(page.get_by_text("End the round", exact=True)).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("system", CHANGED)
def test_a_day_with_everything_a_director_decides(
    page_of: Callable[[User], Page], site: str, system: str
) -> None:
    cast = builders.cast()
    tournament = builders.tournament(
        cast.club,
        players=12,
        system=system,
        rounds_planned=4,
        movement="random",
        rounds_per_block=2,
        block_names="AM, PM",
        games_per_round=GAMES,
        verification="first-east" if system == "sixteen-hands" else "across",
    )
    tournament.entries.filter(number=SUBSTITUTE).update(checked_in_at=None)
    page = page_of(cast.director)
    day = Day(page, tournament, system, random.Random(system))
    change_a_number(day)
    if system == "sixteen-hands":
        enter_the_half_day(day)
    day.go("seating/")
    day.press_button("Draw the seats")
    expect(page.locator("main")).to_contain_text("Draw again")
    assert sorted(len(players) for players in day.tables(1).values()) == [3, 4, 4]

    day.publish(1)
    day.play(1)
    decide_in_the_morning(day)
    day.publish(2)
    day.play(2)
    assert 2 in day.points[SUBSTITUTE]
    assert 2 not in day.points[SUBSTITUTED]
    decide_at_lunch(day)
    day.publish(3)
    day.play(3)
    counts = system != "club-day"
    add_the_bonus_round(day, counts=counts)
    day.play(BONUS)
    day.publish(5)
    day.play(5)
    assert 3 not in day.points[WARNED]
    assert_everything_adds_up(day, site, counts=counts)


def assert_everything_adds_up(day: Day, site: str, *, counts: bool) -> None:
    morning, afternoon, bonus = day.totals(1, 2), day.totals(3, 5), day.totals(BONUS)
    totals = day.totals(1, 2, 3, 5, *([BONUS] if counts else []))
    day.go("")
    assert public_totals(day.page) == totals

    address = f"{site}/t/{day.tournament.slug}/standings"
    answer: dict[str, Any] = httpx.get(f"{address}.json").json()
    places = {place["number"]: place for place in answer["places"]}
    assert places.keys() == totals.keys()
    for number, place in places.items():
        rounds = day.points[number]
        assert place["rounds"] == [
            sum(rounds[played]) if played in rounds else None for played in (1, 2, 3, 5)
        ]
        assert place["blocks"] == {"AM": morning.get(number), "PM": afternoon.get(number)}
        assert place["bonus"] == bonus.get(number)
        assert place["bonus_rounds"] == [{"round": BONUS, "points": bonus.get(number), "counts": counts}]
        assert [(row["round"], row["points"]) for row in place["adjustments"]] == day.outside[number]
        assert place["total"] == totals[number]
        # Who plays half a day has a place among those who do; the final standings are those of the whole day.
        rivals = [
            totals[other]
            for other in places
            if (places[other].get("category") == "Half day") == (place.get("category") == "Half day")
        ]
        assert place["rank"] == 1 + sum(total > totals[number] for total in rivals)
        assert place.get("state") == ("disqualified" if number == WARNED else None)

    lines = csv.DictReader(io.StringIO(httpx.get(f"{address}.csv").content.decode("utf-8-sig")))
    head = f"bonus round {BONUS}{'' if counts else ' (does not count)'}"
    for line in lines:
        number = int(line["number"])
        expected = {"total": totals[number], "AM": morning.get(number), "PM": afternoon.get(number)}
        expected[head] = bonus.get(number)
        expected["adjustments"] = sum(points for _round, points in day.outside[number])
        assert {name: line[name] for name in expected} == {
            name: "" if value is None else str(value) for name, value in expected.items()
        }

    for number in (LATE, RULED, WARNED, SUBSTITUTE):
        day.go(f"player/{number}/")
        for played, games in day.points[number].items():
            section = day.page.locator(f"section[aria-labelledby=round-{played}]")
            expect(section.get_by_role("heading")).to_contain_text(
                re.compile(("Bonus round" if played == BONUS else f"Round {played}") + " · ")
            )
            cells = section.locator("tbody td.digits").all_inner_texts()
            assert [
                int(re.sub(r"minus.*", "", cell, flags=re.S).replace("−", "-")) for cell in cells
            ] == games
