"""Somebody else sits at the table since its page was opened: nothing typed is lost, and it is not theirs by mistake."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from scoring.models import Card, CardSet
from tests import builders
from tournament.models import Seat, Tournament
from tournament.seating.swap import Swap, swap_seats


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return builders.running_tournament(cast.club, players=8)


@pytest.fixture
def page(page_of: Callable[..., Page], cast: builders.Cast) -> Page:
    return page_of(cast.scorekeeper)


def press(page: Page, keys: str) -> None:
    for key in keys.split():
        if key.isdigit():
            page.keyboard.type(key)
        else:
            page.keyboard.press(key)


def type_the_set(page: Page) -> None:
    """As it lies on paper, verified; Enter on the button is left to the test."""
    press(page, "45 w 0 0 55 Enter 20 - Enter 10 - Enter 0 20 - Enter")
    press(page, "0 Enter 35 Enter 60 Enter 105 Enter 0 0 0 10 Enter Enter")
    expect(page.locator(".ready")).to_contain_text("Complete, verified and consistent.")


def test_a_set_for_others_comes_back_from_the_pile_and_is_accepted_after_a_look(
    page: Page, tournament: Tournament, cast: builders.Cast
) -> None:
    page.goto(f"/t/{tournament.slug}/desk/1/1/")
    type_the_set(page)
    swap = Swap(1, (1, "A"), (2, "A"))
    swap_seats(tournament, swap, reason="They sat so.", by=cast.director)
    press(page, "Enter")
    refused = page.locator("#pile [data-table='1']")
    expect(refused).to_contain_text("Seat A: 5 Player 5 now, 1 Player 1 before.")
    assert not CardSet.objects.exists()
    refused.get_by_role("button", name="Fix it").click()
    expect(page.locator("[data-error-summary]")).to_contain_text("Seat A: 5 Player 5 now, 1 Player 1 before.")
    expect(page.locator("tr[data-letter='A'] th")).to_contain_text("Player 5")
    expect(page.locator("[name=A-1]")).to_have_value("45")
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(f"/t/{tournament.slug}/desk/1/1/")  # what was typed is kept for those who sit there now
    expect(page.locator("[name=A-1]")).to_have_value("45")
    # A and C verified each other, and A is somebody else now.
    verifiers = [page.locator(f"[name={letter}-verified]").input_value() for letter in "ABCD"]
    assert verifiers == ["", "D", "", "B"]
    page.locator("#verify-all").click()
    page.locator("#accept").click()
    expect(page.locator("#pile [data-table='1']")).to_have_attribute("data-state", "done")
    assert {card.letter: card.entry.number for card in Card.objects.all()} == {"A": 5, "B": 2, "C": 3, "D": 4}


def test_what_was_typed_for_a_seat_that_is_empty_now_is_said_after_a_reload(
    page: Page, tournament: Tournament
) -> None:
    page.goto(f"/t/{tournament.slug}/desk/1/1/")
    type_the_set(page)
    page.on("dialog", lambda dialog: dialog.accept())
    Seat.objects.get(round__number=1, table__number=1, letter="D").delete()
    page.reload()
    expect(page.locator("#draft")).to_be_visible()
    page.reload()
    expect(page.locator("[name=A-1]")).to_have_value("45")
    page.locator("#keep").click()
    summary = page.locator("[data-error-summary]")
    expect(summary).to_contain_text("Typed for seat D, where nobody sits now: 0, 10, 0, 0, 10, B.")
    expect(summary).to_contain_text("Seat D: nobody now, 4 Player 4 before.")
    assert not CardSet.objects.exists()
