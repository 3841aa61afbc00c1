"""Seating in a real browser: two taps and a swap, finding oneself without a script, a clock that counts."""

import re

import pytest
from playwright.sync_api import expect

from tests import builders

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_taps_say_what_a_swap_does_and_the_swap_does_it(page_of, cast) -> None:
    tournament = builders.running_tournament(cast.club, players=32, rounds=3, published=0)
    page = page_of(cast.director)
    page.goto(f"/t/{tournament.slug}/seating/1/")
    trial = page.locator("#trial")
    page.locator("[value='1-A-1']").check()
    expect(trial).to_have_text("Choose two seats to swap; 1 is chosen.")
    page.locator("[value='2-A-5']").check()
    # The two change places in all three rounds: the same eight pairs of C and D meet again.
    expect(trial).to_contain_text("After this swap: 8 pairs meet twice, first in round 3.")
    page.get_by_role("button", name="Swap the two seats").click()
    expect(page.locator("[value='1-A-5']")).to_be_visible()
    assert tournament.entries.get(number=1).key == "A2"


def test_players_find_their_seat_without_a_script(new_page, cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16)
    page = new_page(java_script_enabled=False, viewport={"width": 390, "height": 800})
    page.goto(f"/t/{tournament.slug}/seats/1/")
    page.get_by_role("searchbox").fill("Player 7")
    page.get_by_role("button", name="Find").click()
    expect(page.locator(".you")).to_have_text(re.compile(r"^\s*Seat C\s*Player 7\s*Number 7\s*Table\s*2\s*$"))


def test_the_clock_of_a_round_counts_down_by_itself(page_of, cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, minutes=50)
    page = page_of(cast.director)
    page.goto(f"/t/{tournament.slug}/rounds/")
    time = page.locator("[data-clock-time]")
    expect(time).to_have_text("50:00")
    page.get_by_role("button", name="Start the clock").click()
    expect(time).to_have_text(re.compile(r"^49:\d\d$"))
    first = time.inner_text()
    expect(time).not_to_have_text(first)
    page.get_by_role("button", name="Stop for now").click()
    expect(page.locator("[data-clock-words]")).to_have_text("left in round 1, stopped for now")


def test_a_button_pressed_twice_is_sent_once(page_of, cast) -> None:
    tournament = builders.tournament(cast.club, players=8)
    page = page_of(cast.director)
    page.goto(f"/t/{tournament.slug}/seating/")
    page.get_by_role("button", name="Draw the seats").dblclick()
    expect(page.locator(".notice-success, .notice-good, .messages").first).to_contain_text("drawn")
    assert [journal_entry.verb for journal_entry in tournament.journal.all()] == ["drawn"]


def test_without_a_script_another_way_is_one_press_and_is_drawn(page_of, cast) -> None:
    tournament = builders.tournament(cast.club, players=32, movement="")
    page = page_of(cast.director, java_script_enabled=False)
    page.goto(f"/t/{tournament.slug}/seating/")
    answer = page.locator(".next")
    expect(answer).to_contain_text("Charleston suggests")
    expect(answer).to_contain_text("Nobody meets twice.")
    page.get_by_text("Other ways to move").click()
    page.get_by_role("button", name="Use this one Sanctioned").click()
    expect(answer).to_contain_text("Your choice")
    expect(answer).to_contain_text("16 pairs meet twice, first in round 3.")
    page.get_by_role("button", name="Draw the seats").click()
    expect(page.locator(".lead")).to_have_text("16 pairs meet twice, first in round 3.")
