"""Four phones at one table: enter, dispute, change, confirm, count, and where next."""

from __future__ import annotations

import json
import os
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from phones.access import COOKIE
from phones.models import EnteredGame, GameAnswer, PaperTable
from phones.table import made as kept
from record.archive.reading import parse
from record.archive.writing import archive
from scoring.models import Card, CardSet
from tests import builders
from tests.phones.table.at_the_table import phones_at, pin_of
from tournament.archive.actions import go_back
from tournament.models import Table, Tournament

pytestmark = pytest.mark.django_db(transaction=True)
PICTURES = os.environ.get("PHONE_PICTURES", "")
NAMES = {1: "Ruth Ellis", 2: "Kathy Osborne", 3: "Bob Tanaka", 4: "Arlene Schwartz-Montgomery"}


@pytest.fixture
def tournament() -> Tournament:
    tournament = builders.running_tournament(builders.cast().club, players=8, rounds=2)
    for number, name in NAMES.items():
        person = tournament.entries.get(number=number).person
        person.name = name
        person.save()
    return tournament


def table_of(tournament: Tournament) -> Table:
    return tournament.rounds.get(number=1).tables.get(number=1)


@pytest.fixture
def pages(new_page: Callable[..., Page], tournament: Tournament, site: str) -> dict[str, Page]:
    """A phone for each seat of table 1, at different widths, one in the language of its reader."""
    phones = phones_at(tournament, table_of(tournament))
    made = {}
    for letter, phone in phones.items():
        width = 320 if letter == "D" else 390
        page = new_page(viewport={"width": width, "height": 844}, has_touch=True, is_mobile=True)
        cookie = {"name": COOKIE, "value": phone.client.cookies[COOKIE].value, "url": site}
        page.context.add_cookies([cookie])
        page.goto(phone.address)
        made[letter] = page
    return made


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/{name}.png", full_page=True)


def tap(page: Page, question: str, choice: str) -> None:
    asked = page.locator("#enter-game").get_by_role("group", name=question)
    asked.get_by_text(choice, exact=True).tap()
    expect(asked.get_by_label(choice, exact=True)).to_be_checked()


def send_wall(page: Page) -> None:
    tap(page, "Who won?", "Wall game")
    page.get_by_role("button", name="Send this game").tap()


def right(page: Page, game: int) -> None:
    expect(page.get_by_text(f"Game {game}: your turn")).to_be_visible()
    page.get_by_role("button", name="Right", exact=True).tap()
    expect(page.get_by_text("Thank you. Your answer is sent.")).to_be_visible()


def test_a_day_of_two_rounds(pages: dict[str, Page], tournament: Tournament) -> None:
    """Table 1 in the first round, and wherever its four sit in the second, with others whose phones only send."""
    table = table_of(tournament)
    picture(pages["A"], "1-enter")
    tap(pages["B"], "Who won?", "Kathy Osborne (you)")
    expect(pages["A"].get_by_text("Kathy Osborne is entering game 1, since")).to_be_visible()
    picture(pages["A"], "2-begun")
    pages["B"].get_by_role("button", name="Send this game").tap()
    missing = pages["B"].get_by_role("group", name="What is the hand worth?").get_by_role("alert")
    expect(missing).to_contain_text("Say what the winning hand is worth.")
    expect(missing).to_be_in_viewport()
    tap(pages["B"], "What is the hand worth?", "25")
    tap(pages["B"], "Where did the last tile come from?", "Ruth Ellis")
    tap(pages["B"], "How many exposures did the winner have?", "2")
    expect(pages["B"].locator("#falls-out")).to_contain_text("25 for the hand")
    picture(pages["B"], "3-tapped")
    pages["B"].get_by_role("button", name="Send this game").tap()  # the sixth tap but one
    expect(
        pages["A"].get_by_role("heading", name="Kathy Osborne won 25 from your tile. 2 exposures.")
    ).to_be_visible()
    expect(pages["A"].locator(".phone-points")).to_contain_text("−20")
    picture(pages["A"], "4-question")
    picture(pages["D"], "4-question-320")
    pages["A"].locator(".phone-yours").get_by_text("Not right").tap()
    picture(pages["A"], "5-not-right")
    pages["A"].get_by_role("button", name="What is the hand worth?").tap()
    difference = "Ruth Ellis says that this is different:"
    expect(pages["A"].get_by_text("You say that this is different:")).to_be_visible()
    for letter in "BCD":
        expect(pages[letter].get_by_text(difference)).to_be_visible()
    picture(pages["D"], "6-disputed-320")
    pages["C"].locator("#table-now").get_by_text("30", exact=True).tap()
    pages["C"].get_by_role("button", name="Change it to this").tap()
    expect(
        pages["A"].get_by_role("heading", name="Kathy Osborne won 30 from your tile. 2 exposures.")
    ).to_be_visible()
    for letter in "ABD":
        right(pages[letter], 1)
    for game in (2, 3, 4):
        expect(pages["C"].get_by_role("heading", name=f"Game {game}")).to_be_visible()
        send_wall(pages["C"])
        for letter in "ABD":
            right(pages[letter], game)
    for letter in "ABC":
        expect(pages[letter].get_by_text("The whole card: your turn")).to_be_visible()
        if letter == "A":
            picture(pages["A"], "7-card")
        pages[letter].get_by_role("button", name="The card is right").tap()
    expect(pages["A"].get_by_text("Still to check the whole card:")).to_be_visible()
    picture(pages["A"], "8-waits")
    assert not CardSet.objects.filter(table=table).exists()
    picture(pages["D"], "7-card-320")
    pages["D"].get_by_role("button", name="The card is right").tap()
    for letter in "ABCD":
        expect(pages[letter].get_by_text("Your round counts")).to_be_visible()
        expect(pages[letter].get_by_text("Where you sit next is not published yet.")).to_be_visible()
    numbers = {card.letter: card.points for card in Card.objects.filter(card_set__table=table)}
    assert numbers["A"] == [-20, 10, 10, 10]
    assert numbers["B"] == [30, 10, 10, 10]
    publish_next(tournament)
    for letter in "ABCD":
        expect(pages[letter].get_by_text("Where you sit in round 2:")).to_be_visible()
    picture(pages["A"], "9-next")
    picture(pages["D"], "9-next-320")
    numbers_of_pages = {seat.entry.number: pages[seat.letter] for seat in table.seats.select_related("entry")}
    PaperTable.objects.create(
        table=tournament.rounds.get(number=1).tables.get(number=2), since=timezone.now()
    )
    for page in pages.values():
        page.get_by_role("link", name="I sit there now").tap()
    for second in tournament.rounds.get(number=2).tables.all():
        play_walls(tournament, second, numbers_of_pages)
    for page in pages.values():
        expect(page.get_by_text("That was the last round. Thank you for playing.")).to_be_visible()
    assert CardSet.objects.filter(state=CardSet.State.ACCEPTED).count() == 3


def play_walls(tournament: Tournament, table: Table, numbers_of_pages: dict[int, Page]) -> None:
    """Four walls: somebody with a page enters them, whoever has one taps, and the others send."""
    seats = {phone.entry.number: phone for phone in phones_at(tournament, table).values()}
    tapping = [numbers_of_pages[number] for number in seats if number in numbers_of_pages]
    sending = [phone for number, phone in seats.items() if number not in numbers_of_pages]
    for game in (1, 2, 3, 4):
        send_wall(tapping[0])
        for page in tapping[1:]:
            right(page, game)
        expect(tapping[0].get_by_text(f"{game} of 4 games sent")).to_be_visible()
        for phone in sending:
            assert phone.right(game)["reasons"] == []
    for page in tapping:
        page.get_by_role("button", name="The card is right").tap()
        confirmed = page.get_by_text("You have confirmed the card").or_(page.get_by_text("Your round counts"))
        expect(confirmed).to_be_visible()
    for phone in sending:
        assert phone.right(0)["reasons"] == []


def test_of_a_button_and_another_value_the_last_one_said_is_it(pages: dict[str, Page]) -> None:
    page = pages["A"]
    tap(page, "Who won?", NAMES[2])
    other = page.get_by_label("another value")
    other.fill("55")
    tap(page, "What is the hand worth?", "30")
    expect(other).to_have_value("")
    other.fill("35")
    other.blur()
    expect(page.locator("[data-asked=value]").get_by_label("30", exact=True)).not_to_be_checked()


def test_what_makes_no_sense_is_neither_asked_nor_sent_and_comes_back(
    pages: dict[str, Page], tournament: Tournament
) -> None:
    page = pages["A"]
    asked = {name: page.locator(f"#enter-game [data-asked={name}]") for name in ("exposures", "jokerless")}
    tap(page, "Who won?", NAMES[2])
    expect(page.locator("[data-asked=from]").get_by_text(NAMES[2])).to_be_hidden()
    tap(page, "What is the hand worth?", "25")
    tap(page, "Where did the last tile come from?", NAMES[3])
    tap(page, "What kind of hand?", "Exposed")
    tap(page, "How many exposures did the winner have?", "2")
    asked["jokerless"].get_by_text("No jokers in the hand").tap()
    tap(page, "Where did the last tile come from?", "Picked from the wall")
    expect(asked["exposures"]).to_be_hidden()
    tap(page, "Where did the last tile come from?", NAMES[3])
    expect(asked["exposures"].get_by_label("2", exact=True)).to_be_checked()
    tap(page, "What kind of hand?", "Singles and pairs")
    expect(asked["exposures"]).to_be_hidden()
    expect(asked["jokerless"]).to_be_hidden()
    page.get_by_role("button", name="Send this game").tap()
    expect(page.get_by_role("heading", name="Game 2")).to_be_visible()
    facts = EnteredGame.objects.get(table=table_of(tournament)).facts
    assert (facts["hand_class"], facts.get("exposures"), facts.get("jokerless")) == (
        "singles-and-pairs",
        None,
        None,
    )
    page.goto(f"/p/{tournament.slug}/practice/")
    page.get_by_role("group", name="Who won?").get_by_text("Bea", exact=True).tap()
    expect(page.locator("[data-asked=from]").get_by_text("Bea", exact=True)).to_be_hidden()


def test_who_calls_sees_at_once_that_the_director_is_called(pages: dict[str, Page]) -> None:
    """At the head of the page, though the button is at its foot; at 320 too."""
    page = pages["D"]
    send_wall(pages["A"])
    right(page, 1)
    page.locator(".phone-call > summary").tap()
    page.get_by_role("button", name="Yes, call the director").tap()
    for called in pages.values():
        heading = called.get_by_role("heading", name="The director is called to your table")
        expect(heading).to_be_in_viewport()


def test_what_one_is_doing_about_a_game_stays_while_others_answer(
    pages: dict[str, Page], tournament: Tournament
) -> None:
    """An open *Not right*, and what is tapped of a change; of a value off the list and a button the last one counts."""
    tap(pages["A"], "Who won?", NAMES[2])
    pages["A"].get_by_label("another value").fill("55")
    tap(pages["A"], "Where did the last tile come from?", NAMES[3])
    tap(pages["A"], "How many exposures did the winner have?", "1")
    pages["A"].get_by_role("button", name="Send this game").tap()
    asked = pages["B"].locator(".phone-yours")
    asked.get_by_text("Not right").tap()
    right(pages["C"], 1)
    expect(asked.get_by_text("Waiting for")).not_to_contain_text(NAMES[3])
    asked.get_by_role("button", name="What is the hand worth?").tap()
    disputed = pages["A"].locator("#table-now")
    expect(disputed.get_by_label("another value")).to_have_value("55")
    disputed.get_by_label("another value").fill("27")
    kept.made.forget()  # as another process answers, whose page has other stamps
    pages["A"].get_by_role("button", name="Change it to this").tap()
    expect(disputed.locator("[data-asked=value]").get_by_role("alert")).to_be_visible()
    disputed.get_by_text("50", exact=True).tap()
    pages["D"].get_by_role("button", name="It is right as it is").tap()
    expect(pages["D"].get_by_role("button", name="It is right as it is")).to_have_count(0)
    expect(disputed.get_by_label("50", exact=True)).to_be_checked()
    pages["A"].get_by_role("button", name="Change it to this").tap()
    expect(pages["B"].get_by_text("Before the change")).to_be_visible()
    facts = EnteredGame.objects.filter(table=table_of(tournament)).latest("version").facts
    assert facts["value"] == 50


def test_one_phone_goes_round(pages: dict[str, Page], tournament: Tournament) -> None:
    """A's alone: the others give their PINs, and what is answered is from their own chairs."""
    page, table = pages["A"], table_of(tournament)
    entries = {seat.letter: seat.entry for seat in table.seats.select_related("entry__person")}
    send_wall(page)
    shared = page.locator(".phone-shared")
    shared.locator("> summary").tap()
    asked = shared.locator("form", has_text=NAMES[entries["B"].number])
    expect(asked).to_contain_text("game 1: Wall game. Nobody won. +10")
    asked.get_by_label("PIN").fill("none")
    asked.get_by_role("button", name="Right").tap()
    expect(page.get_by_text("This is not the PIN on the slip of Kathy Osborne.")).to_be_visible()
    for letter in "BCD":
        asked = shared.locator("form", has_text=NAMES[entries[letter].number])
        asked.get_by_label("PIN").fill(pin_of(entries[letter]))
        if letter == "C":
            asked.get_by_label("PIN").press("Enter")  # the keyboard's own button
        else:
            asked.get_by_role("button", name="Right").tap()
        expect(asked).to_have_count(0)
    expect(page.get_by_text("all agree")).to_be_visible()
    assert GameAnswer.objects.filter(table=table, is_shared=True).count() == 3


def test_an_older_table_that_comes_late_takes_no_tap_away(
    pages: dict[str, Page], tournament: Tournament
) -> None:
    """The stream may bring what was made before this phone's own last act after the answer to that act."""
    page = pages["B"]
    before = page.locator("#table-now").evaluate("box => box.outerHTML")
    send_wall(page)
    expect(page.get_by_text("1 of 4 games sent")).to_be_visible()
    page.get_by_label("Wall game", exact=True).dispatch_event("click")  # under a finger, the table would wait
    late = f"retry: 10\nevent: table\ndata: {json.dumps(before)}\n\n"
    page.route("**/live/", lambda route: route.fulfill(content_type="text/event-stream", body=late))
    with page.expect_request("**/live/"):
        page.evaluate("window.dispatchEvent(new Event('online'))")
    with page.expect_request("**/live/"):  # it asks again once it has shown what came
        pass
    expect(page.get_by_role("heading", name="Game 2")).to_be_visible()
    expect(page.get_by_label("Wall game", exact=True)).to_be_checked()


def test_an_open_page_shows_the_table_of_the_archive_that_was_gone_back_to(
    pages: dict[str, Page], tournament: Tournament
) -> None:
    """Its versions begin again, below those of the page."""
    tournament.refresh_from_db()
    then = parse(archive(tournament, contacts=True))
    send_wall(pages["A"])
    expect(pages["A"].get_by_role("heading", name="Game 2")).to_be_visible()
    send_wall(pages["A"])
    for letter in "BCD":
        right(pages[letter], 1)
        right(pages[letter], 2)
    tournament.refresh_from_db()
    go_back(tournament, then, by=builders.cast().director, reason="Wrong table.")
    for page in pages.values():
        expect(page.get_by_role("heading", name="Game 1")).to_be_visible()
    send_wall(pages["D"])
    expect(pages["A"].get_by_text("Game 1: your turn")).to_be_visible()


def test_what_is_tapped_without_a_connection_is_sent_once_when_there_is_one(
    pages: dict[str, Page], tournament: Tournament
) -> None:
    """The network is away; then answers are lost on the way; then the page is loaded again before one has come."""
    page, entered = pages["B"], EnteredGame.objects.filter(table=table_of(tournament))
    page.context.set_offline(True)
    send_wall(page)
    expect(page.get_by_text("Waiting for the connection.")).to_be_visible()
    picture(page, "10-offline")
    page.context.set_offline(False)
    expect(pages["A"].get_by_text("Game 1: your turn")).to_be_visible()
    lost = []

    def lose(route: Route) -> None:
        lost.append(route.fetch().status)
        route.abort()

    page.route("**/enter/", lose, times=2)
    expect(page.get_by_role("heading", name="Game 2")).to_be_visible()
    send_wall(page)
    expect(pages["A"].get_by_text("Game 2")).to_be_visible()
    page.reload()
    expect(page.get_by_text("2 of 4 games sent")).to_be_visible()
    assert lost
    assert sorted(entered.values_list("game", flat=True)) == [1, 2]
    page.unroute_all(behavior="wait")


def test_who_changes_a_game_follows_the_table(pages: dict[str, Page]) -> None:
    """In dispute and while it is held the form gives way; what is stored meanwhile is said, and the next try counts."""
    page, change = pages["A"], pages["A"].locator("#enter-game")
    send_wall(page)
    page.get_by_role("link", name="Change game 1").tap()
    tap(page, "Who won?", "Time ran out")
    asked = pages["B"].locator(".phone-yours")
    asked.get_by_text("Not right").tap()
    asked.get_by_role("button", name="Who won?").tap()
    expect(page.get_by_text("talk about it")).to_be_visible()
    expect(change).to_be_hidden()
    disputed = pages["C"].locator("#table-now .phone-held")
    disputed.get_by_text(NAMES[3], exact=False).first.tap()
    disputed.get_by_text("25", exact=True).tap()
    disputed.get_by_text("Picked from the wall", exact=True).tap()
    pages["C"].get_by_role("button", name="Change it to this").tap()
    expect(change).to_be_visible()
    expect(change.get_by_label("Time ran out", exact=True)).to_be_checked()
    page.get_by_role("button", name="Change it to this").tap()
    refused = f"{NAMES[3]} has entered game 1 meanwhile: {NAMES[3]} won 25 with a tile from the wall."
    expect(page.locator("#refused")).to_contain_text(refused)
    expect(change.get_by_label("Time ran out", exact=True)).to_be_checked()
    page.get_by_role("button", name="Change it to this").tap()
    expect(pages["B"].get_by_text("Time ran out before anybody won.").first).to_be_visible()
    page.get_by_role("link", name="Change game 1").tap()
    expect(change).to_be_visible()
    pages["D"].locator(".phone-call > summary").tap()
    pages["D"].get_by_role("button", name="Yes, call the director").tap()
    expect(page.get_by_role("heading", name="The director is called to your table")).to_be_visible()
    expect(change).to_be_hidden()


def publish_next(tournament: Tournament) -> None:
    tournament.rounds.filter(number=2).update(published_at=timezone.now())
    tournament.refresh_from_db()
    tournament.version += 1
    tournament.save()
