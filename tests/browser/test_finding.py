"""A player's phone: who the reader is, is remembered there and nowhere else, and the page keeps itself current."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from club.models import Person
from demo.simulation import play_rounds, play_table
from tests import builders
from tournament.clock.tables import extend_table
from tournament.models import Tournament

PHONE = {"viewport": {"width": 390, "height": 844}}


@pytest.fixture
def tournament(transactional_db: None) -> Tournament:
    cast = builders.cast()
    tournament = builders.running_tournament(cast.club, players=8, rounds=2)
    Person.objects.filter(entries__number=7).update(name="Wilma O’Hara")
    list(play_rounds(tournament, 1, seed=3, by=cast.director))
    return tournament


def remembered(page: Page) -> str | None:
    return page.evaluate(
        "slug => localStorage.getItem('charleston-me /t/' + slug + '/')", page.url.split("/")[4]
    )


def test_who_was_chosen_is_remembered_and_looking_at_others_changes_nothing(
    tournament: Tournament, new_page: Callable[..., Page]
) -> None:
    page = new_page(**PHONE)
    page.goto(f"/t/{tournament.slug}/")
    page.locator("#find").press_sequentially("oha")
    page.locator(".choices").get_by_role("link", name="Wilma O’Hara").click()
    expect(page.locator(".you-name")).to_have_text("Wilma O’Hara")
    assert remembered(page) == "7"
    # Somebody else's points, and back by the way the page offers.
    page.locator("table.standings").get_by_role("link", name="Player 3").click()
    expect(page.locator("h1")).to_have_text("Player 3")
    expect(page.locator("#this-is-me")).to_be_hidden()
    page.locator(".crumbs").get_by_role("link", name="Standings").click()
    expect(page.locator(".you-name")).to_have_text("Wilma O’Hara")
    assert remembered(page) == "7"

    again = page.context.new_page()
    again.goto(f"/t/{tournament.slug}/seats/1/")
    expect(again.locator(".you-name")).to_have_text("Wilma O’Hara")
    again.goto(f"/t/{tournament.slug}/?me=99")
    expect(again.locator(".you")).to_have_count(0)
    assert remembered(again) == "7"
    again.goto(f"/t/{tournament.slug}/")
    again.get_by_role("link", name="This is not me").click()
    expect(again.locator(".you")).to_have_count(0)
    assert remembered(again) is None


def test_a_players_page_follows_the_cards_and_says_when_it_cannot(
    tournament: Tournament, new_page: Callable[..., Page]
) -> None:
    page = new_page(**PHONE)
    page.goto(f"/t/{tournament.slug}/player/7/")
    director = tournament.club.memberships.get(role="director").user
    number = tournament.rounds.get(number=2).seats.get(entry__number=7).table.number
    lost = page.locator("[data-live-lost]")
    page.context.set_offline(True)
    expect(lost).to_be_visible()
    expect(page.locator("#connection")).to_be_hidden()
    page.context.set_offline(False)
    expect(lost).to_be_hidden()
    tournament.rounds.filter(number=2).update(published_at=tournament.drawn_at)
    round_ = tournament.rounds.get(number=2)
    play_table(tournament, round_.tables.get(number=number), dice=random.Random(5), by=director)
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    # Nobody is remembered here: the page still offers it after it changed, and no longer once it is done.
    page.get_by_role("link", name="This is me").click()
    expect(page.locator(".you-name")).to_have_text("Wilma O’Hara")
    assert remembered(page) == "7"
    page.get_by_role("link", name="My points, game by game").click()
    expect(page.locator("h1")).to_have_text("Wilma O’Hara")
    expect(page.locator("#this-is-me")).to_be_hidden()


def test_a_laptop_without_any_network_still_reaches_itself(
    tournament: Tournament, new_page: Callable[..., Page]
) -> None:
    page = new_page()
    page.add_init_script("Object.defineProperty(navigator, 'onLine', {get: () => false})")
    for address, asked in ((f"/t/{tournament.slug}/", "/live/"), ("/sign-in/", "/healthz")):
        page.goto(address)
        with page.expect_response(lambda answer, asked=asked: asked in answer.url):
            page.evaluate("dispatchEvent(new Event('offline'))")
        expect(page.locator("#connection")).to_be_hidden()
        expect(page.locator("[data-live-lost]")).not_to_be_visible()


def test_what_was_looked_for_without_a_connection_is_found_when_it_is_back(
    tournament: Tournament, new_page: Callable[..., Page]
) -> None:
    page = new_page(**PHONE)
    page.goto(f"/t/{tournament.slug}/")
    page.context.set_offline(True)
    page.locator("#find").press_sequentially("oha")
    expect(page.locator("#connection")).to_contain_text("Not connected")
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="1 player found")).to_be_visible()
    expect(page.locator("#connection")).to_be_hidden()


def test_a_phone_that_knows_its_player_is_sent_what_changed_and_asks_for_nothing_of_its_own(
    tournament: Tournament, new_page: Callable[..., Page]
) -> None:
    tournament.rounds.filter(number=2).update(published_at=tournament.drawn_at)
    page = new_page(**PHONE)
    page.goto(f"/t/{tournament.slug}/?me=7")
    expect(page.locator("tr.is-you .place")).to_be_visible()
    round_ = tournament.rounds.get(number=2)
    mine = round_.seats.get(entry__number=7).table.number
    other = next(table for table in round_.tables.all() if table.number != mine)
    queries: list[str] = []
    expect(page.locator(".brings")).to_be_visible()
    # The part that everybody is sent is asked for once, to know what the changes are changes of.
    with page.expect_response(lambda answer: answer.request.headers.get("hx-request") == "true"):
        pass
    page.on(
        "request",
        lambda request: queries.append(request.url.rpartition("/")[2]) if "live" not in request.url else None,
    )
    director = tournament.club.memberships.get(role="director").user
    play_table(tournament, other, dice=random.Random(5), by=director)
    expect(page.locator("#live")).to_contain_text("Counts 1 of 2 tables of round 2.")
    own = page.locator("tr.is-you")
    expect(page.locator(".you-place").first).to_contain_text(own.locator(".place").inner_text().split()[0])
    extend_table(tournament, number=2, table=other.number, minutes=5, by=director)
    expect(page.locator("[data-times]")).to_have_attribute("data-times", f"{other.number}+5 ")
    assert queries == []
    extend_table(tournament, number=2, table=mine, minutes=10, by=director)
    expect(page.locator(".you")).to_contain_text("Your table plays 10 minutes longer.")
    play_table(tournament, round_.tables.get(number=mine), dice=random.Random(5), by=director)
    expect(page.locator("#live")).to_contain_text("Counts 2 of 2 tables of round 2.")
    expect(page.locator(".you [data-column=points]")).to_have_text(own.locator(".digits").last.inner_text())
    expect(page.locator(".you .facts")).not_to_contain_text("–")
    expect(page.locator(".brings")).to_be_hidden()
    expect(page.locator(".you-seat")).to_have_count(0)
    assert queries == []


def test_a_scanned_badge_shows_the_seat_before_any_cards_are_in(
    transactional_db: None, new_page: Callable[..., Page]
) -> None:
    tournament = builders.running_tournament(builders.cast().club, players=8)
    seat = tournament.rounds.get(number=1).seats.get(entry__number=3)
    page = new_page(**PHONE, locale="es")
    page.goto(f"/t/{tournament.slug}/?me=3")
    expect(page.locator(".you-name")).to_have_text("Player 3")
    expect(page.locator(".you-seat .seat-table")).to_have_text(str(seat.table.number))
    expect(page.locator(".you-letter .seat-letter")).to_contain_text(seat.letter)
    expect(page.locator(".you-partner")).to_have_count(3)
    expect(page.locator("table.standings")).to_be_hidden()
    expect(page.locator("#live .empty")).to_be_visible()
    assert page.url.endswith(f"/t/{tournament.slug}/")


def test_larger_letters_stay_on_the_phone_that_chose_them(
    tournament: Tournament, new_page: Callable[..., Page]
) -> None:
    page = new_page(**PHONE)
    page.goto(f"/t/{tournament.slug}/")
    size = "() => parseFloat(getComputedStyle(document.body).fontSize)"
    assert page.evaluate(size) == 20
    page.get_by_role("button", name="Larger letters").click()
    page.goto(f"/t/{tournament.slug}/player/7/")
    expect(page.get_by_role("button", name="Larger letters")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate(size) == 25
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
