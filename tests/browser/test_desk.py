"""The score desk by keyboard in a real browser: one key for what comes often, and nothing typed is lost."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.db.models import F
from playwright.sync_api import Page, expect

from club.models import Person
from record.models import JournalEntry
from scoring.models import Card, CardSet
from scoring.sets.disputes import hold_set
from tests import builders
from tests.browser.measured import measured
from tests.scoring import paper
from tournament.models import Tournament


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return builders.running_tournament(cast.club, players=8)


def press(page: Page, keys: str) -> None:
    """Presses the keys of a line such as "45 - 20 w Enter": words of letters are names of keys, digits are typed."""
    for key in keys.split():
        if key.lstrip("-").isdigit():
            page.keyboard.type(key)
        else:
            page.keyboard.press(key)


def values(page: Page, *names: str) -> list[str]:
    return [page.locator(f"[name={name}]").input_value() for name in names]


def test_a_set_from_the_board_to_the_board(
    page_of: Callable[..., Page], tournament: Tournament, cast: builders.Cast
) -> None:
    page = page_of(cast.scorekeeper)
    page.goto(f"/t/{tournament.slug}/desk/")
    expect(page.locator("#next-table")).to_be_focused()
    press(page, "2 Enter")
    expect(page.locator("[name=A-1]")).to_be_focused()
    # A's card; w fills the wall of game 2 for all four, so B, C and D go past it. 0 and 45 need no Enter.
    press(page, "45 w 0 0 55 Enter")
    expect(page.locator("[name=B-1]")).to_be_focused()
    press(page, "20 - Enter 10 Enter 0 0 Enter")
    press(page, "0 Enter 35 Enter 60 Enter 105 Enter 0 0 0 10 Enter")
    expect(page.locator("#verify-all")).to_be_focused()
    expect(page.locator("#reading-2")).to_contain_text("Wall game")
    expect(page.locator("#reading-3")).to_contain_text("Game 3 cannot be right")
    expect(page.locator("[name=B-3]")).to_have_attribute("aria-invalid", "true")

    # m applies the likeliest hint; the total that followed from the mistake is then wrong, and is corrected by hand.
    page.locator("[name=B-3]").focus()
    press(page, "m")
    expect(page.locator("[name=B-3]")).to_have_value("-10")
    expect(page.locator("#faults-B")).to_contain_text("The games add up to −20, the card says 0.")
    page.locator("[name=B-total]").focus()
    press(page, "-20 Enter Enter")
    expect(page.locator("#accept")).to_be_focused()
    expect(page.locator(".ready")).to_contain_text("Complete, verified and consistent.")
    press(page, "Enter")
    expect(page.locator("#next-table")).to_be_focused()
    expect(page.locator("#next-table")).to_have_attribute("placeholder", "1")
    expect(page.locator("#pile [data-table='2']")).to_have_attribute("data-state", "done")

    assert {
        card.letter: (card.points, card.written_total, card.verified_by) for card in Card.objects.all()
    } == {
        "A": ([45, 10, 0, 0], 55, "C"),
        "B": ([-20, 10, -10, 0], -20, "D"),
        "C": ([0, 10, 35, 60], 105, "A"),
        "D": ([0, 10, 0, 0], 10, "B"),
    }
    assert JournalEntry.objects.get().new["corrected_numbers"] == [
        {"field": "B-3", "was": 10, "now": -10},
        {"field": "B-total", "was": 0, "now": -20},
    ]


IN_SIGHT = """names => names.filter(name => {
    const box = document.querySelector(name).getBoundingClientRect();
    return box.top < 0 || box.bottom > window.innerHeight;
})"""
UNDER_ITS_COLUMN = """() => [1, 2, 3, 4].map(game => {
    const [column, reading] = [`[name=A-${game}]`, `#reading-${game}`].map(
        name => document.querySelector(name).getBoundingClientRect());
    return [Math.round(reading.left - column.left), Math.round(reading.right - column.right)];
})"""
OVERLAPPING = """() => [...document.querySelectorAll('.score-grid tbody tr')].filter(row => {
    const words = document.createRange();
    words.selectNodeContents(row.querySelector('.player'));
    const [name, list] = [words, row.querySelector('.verified')].map(one => one.getBoundingClientRect());
    return name.right > list.left && name.bottom > list.top && list.bottom > name.top;
}).map(row => row.dataset.letter)"""


def test_a_small_laptop_shows_the_grid_its_readings_and_the_buttons_at_once(
    page_of: Callable[..., Page], tournament: Tournament, cast: builders.Cast
) -> None:
    page = page_of(cast.scorekeeper, viewport={"width": 1366, "height": 625})
    page.goto(f"/t/{tournament.slug}/desk/1/1/")
    press(page, "45 w 0 0 55 Enter 20 - Enter 10 Enter 0 0 Enter")
    press(page, "0 Enter 35 Enter 60 Enter 105 Enter 0 0 0 10 Enter")
    expect(page.locator("#reading-3")).to_contain_text("Use it")
    selectors = [
        "h1",
        "[name=A-1]",
        "[name=D-total]",
        "#reading-1",
        "#reading-3",
        "#verify-all",
        "#accept",
        "#keep",
    ]
    assert measured(page, IN_SIGHT, selectors) == []
    assert page.evaluate("window.scrollY") == 0
    assert measured(page, UNDER_ITS_COLUMN) == [[0, 0]] * 4
    page.set_viewport_size({"width": 1280, "height": 800})
    assert measured(page, UNDER_ITS_COLUMN) == [[0, 0]] * 4


def test_a_long_name_stands_beside_the_list_of_verifiers_on_the_smallest_phone(
    page_of: Callable[..., Page], tournament: Tournament, cast: builders.Cast
) -> None:
    tournament.entries.update(number=F("number") + 50)
    Person.objects.filter(entries__tournament=tournament).update(name="Wanda Kowalski-Abramson")
    page = page_of(cast.scorekeeper, viewport={"width": 320, "height": 700})
    page.goto(f"/t/{tournament.slug}/desk/1/1/")
    expect(page.locator(".score-grid .player").first).to_contain_text("Wanda Kowalski-Abramson")
    assert measured(page, OVERLAPPING) == []


def test_keys_for_time_minus_dead_and_infraction(
    page_of: Callable[..., Page], tournament: Tournament, cast: builders.Cast
) -> None:
    page = page_of(cast.scorekeeper)
    page.goto(f"/t/{tournament.slug}/desk/1/1/")
    press(page, "t")
    assert values(page, "A-1", "B-1", "C-1", "D-1") == ["0"] * 4
    expect(page.locator("[name=A-2]")).to_be_focused()
    page.locator("[name=D-2]").focus()
    press(page, "d w")
    assert values(page, "A-2", "B-2", "C-2", "D-2") == ["10", "10", "10", "0"]
    expect(page.locator("[name=D-2-hand]")).to_have_value("dead")
    expect(page.locator("#reading-2")).to_contain_text("Wall game; D dead")
    page.locator("[name=D-2]").focus()
    press(page, "w")  # the same key again brings back what was there
    assert values(page, "A-2", "B-2", "C-2", "D-2") == ["", "", "", ""]

    page.locator("[name=A-3]").focus()
    press(page, "25 ArrowDown")
    for letter, typed in (("B", "10-"), ("C", "0"), ("D", "-10")):
        page.locator(f"[name={letter}-3]").focus()
        press(page, " ".join(typed))
    expect(page.locator("#reading-3")).to_contain_text("Only with an infraction")
    page.locator("[name=D-3]").focus()
    press(page, "k")  # B or D threw it, and the other one has the infraction
    expect(page.locator("#reading-3 [data-asks]")).to_be_focused()
    press(page, "d")
    expect(page.locator("[name=D-3-infraction]")).not_to_have_value("")
    expect(page.locator("#reading-3")).to_contain_text("looked at a blind pass")
    expect(page.locator("td:has([name=D-3]) .cell-mark")).to_have_text("blind pass")


def test_a_touch_screen_types_a_set_by_the_keys_of_the_desk(
    page_of: Callable[..., Page], tournament: Tournament, cast: builders.Cast
) -> None:
    page = page_of(cast.scorekeeper, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.goto(f"/t/{tournament.slug}/desk/1/1/")

    def tap(*names: str) -> None:
        for name in names:
            keys = page.locator(".keypad")
            (
                keys.locator(".keypad-next")
                if name == "Next"
                else keys.get_by_role("button", name=name, exact=True)
            ).tap()

    expect(page.locator("[name=A-1]")).to_have_attribute("inputmode", "none")
    expect(page.locator(".keypad-said")).to_contain_text(re.compile(r"A\s+Player 1\s+1?\s*game 1"))
    expect(page.locator(".keypad-next")).to_have_text("Next Player 1, game 2")
    expect(page.locator("#accept")).to_have_text("Accept: 20 boxes to go")
    tap("4", "5", "Wall", "minus", "2", "0", "Next", "7", "Erase", "0", "Marks…", "Dead", "Next")
    assert values(page, "A-1", "A-2", "B-2", "A-3", "A-4", "A-4-hand") == [
        "45",
        "10",
        "10",
        "-20",
        "0",
        "dead",
    ]
    expect(page.locator("[name=A-total]")).to_be_focused()
    expect(page.locator("[name=A-total]")).to_be_in_viewport()
    expect(page.locator(".keypad-next")).to_have_text("Next Player 2, game 1")
    expect(page.locator("#accept")).to_have_text("Accept: 13 boxes to go")
    sizes = page.locator(".keypad button:visible").evaluate_all(
        "keys => keys.map(key => Math.min(key.offsetWidth, key.offsetHeight))"
    )
    assert min(sizes) >= 48


def test_an_answer_settles_a_table(
    page_of: Callable[..., Page], tournament: Tournament, cast: builders.Cast
) -> None:
    """Nothing is chosen at first; an answer types numbers, totals and words, and another takes its place."""
    two_winners = paper.NUMBERS | {"B": [35, 10, -10, 0]}
    hold_set(
        *paper.judged(tournament, paper.written(two_winners)), reason="Both won game 1", by=cast.scorekeeper
    )
    page = page_of(cast.director, viewport={"width": 1280, "height": 800})
    page.goto(f"/t/{tournament.slug}/desk/1/1/")
    expect(page.get_by_role("heading", name="Settle table 1")).to_be_focused()
    expect(page.locator(".settle-cards tr").last).to_be_in_viewport(ratio=1)
    expect(page.locator("[name=answer]:checked")).to_have_count(0)
    answers, words = page.locator("[name=answer]"), page.locator("[name=ruling]")
    answers.nth(1).check()
    expect(words).to_have_value(
        "Game 1: Player 2 won, 35. Player 1: game 1 becomes 0, the total 10 instead of 55."
    )
    answers.nth(0).check()
    assert values(page, "A-1", "A-total", "B-1", "B-total") == ["45", "55", "0", "0"]
    expect(page.locator("[data-total].is-changed")).to_have_text("Player 2 0")
    expect(words).to_have_value(
        "Game 1: Player 1 won, 45. Player 2: game 1 becomes 0, the total 0 instead of 35."
    )
    words.fill("All four say that A called first.")
    answers.nth(2).check()
    assert values(page, "B-1", "B-total") == ["35", "35"]
    page.locator("[name=B-1]").fill("-20")
    page.locator("[name=B-total]").fill("-20")
    expect(answers.nth(2)).to_be_checked()
    for name in page.locator("[name=consulted]").all():
        name.check()
    page.get_by_role("button", name="Accept with this ruling").click()
    expect(page.locator(".table-tile[data-table='1']")).to_have_attribute("data-state", "accepted")
    assert Card.objects.get(letter="B").points == [-20, 10, -10, 0]
    assert CardSet.objects.get().ruling == "All four say that A called first."


def test_a_reason_and_control_enter_hold_the_set(
    page_of: Callable[..., Page], tournament: Tournament, cast: builders.Cast
) -> None:
    page = page_of(cast.scorekeeper)
    page.goto(f"/t/{tournament.slug}/desk/1/1/")
    press(page, "45 h")
    expect(page.locator("#hold textarea")).to_be_focused()
    page.keyboard.type("Two say they won.")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".table-tile[data-table='1']")).to_have_attribute("data-state", "held")
    assert CardSet.objects.get().held_reason == "Two say they won."


def test_what_is_typed_survives_a_reload_and_is_forgotten_once_stored(
    page_of: Callable[..., Page], tournament: Tournament, cast: builders.Cast
) -> None:
    page = page_of(cast.scorekeeper)
    page.goto(f"/t/{tournament.slug}/desk/1/1/")
    press(page, "45 10 Enter 0 0 55 Enter")
    expect(page.locator("[name=B-1]")).to_be_focused()
    page.reload()
    expect(page.locator("#draft")).to_be_visible()
    assert values(page, "A-1", "A-2", "A-total") == ["45", "10", "55"]
    page.locator("#keep").click()
    expect(page.locator(".table-tile[data-table='1']")).to_have_attribute("data-state", "in")
    page.goto(f"/t/{tournament.slug}/desk/1/1/")
    expect(page.locator("[name=A-1]")).to_have_value("45")
    expect(page.locator("#draft")).to_be_hidden()


@pytest.mark.both_databases
def test_two_at_one_table_see_both_and_the_second_chooses(
    page_of: Callable[..., Page], tournament: Tournament, cast: builders.Cast
) -> None:
    first, second = (
        page_of(cast.scorekeeper),
        page_of(cast.second_scorekeeper, viewport={"width": 390, "height": 844}),
    )
    for page, number in ((first, "45"), (second, "35")):
        page.goto(f"/t/{tournament.slug}/desk/1/1/")
        press(page, number)
    first.locator("#keep").click()
    expect(first.locator(".table-tile[data-table='1']")).to_have_attribute("data-state", "in")
    second.locator("#keep").click()
    row = second.locator("tr[data-field='A-1']")
    expect(row).to_contain_text("Sam Lee")
    second.get_by_role("button", name="Save these for later").click()
    expect(second.locator("#merge")).to_be_visible()  # nothing is chosen for the person who has to choose
    row.locator("input[value='35']").check()
    second.get_by_role("button", name="Save these for later").click()
    expect(second.locator(".table-tile[data-table='1']")).to_have_attribute("data-state", "in")
    assert (Card.objects.get().points[0], CardSet.objects.get().version) == (35, 2)


def test_extras_of_the_house_by_key(page_of: Callable[..., Page], cast: builders.Cast) -> None:
    extras = [
        {"code": "concealed", "name": "Concealed hand", "points": 15, "to": "winner", "per": "game"},
        {"code": "door", "name": "Door prize <5>", "points": 5, "to": "seat", "per": "round"},
    ]
    tournament = builders.running_tournament(cast.club, players=8, profile_changes={"extras": extras})
    page = page_of(cast.scorekeeper)
    page.goto(f"/t/{tournament.slug}/desk/1/1/")
    numbers = {"A": "40 10 10 10", "B": "-10 10 10 10", "C": "0 10 10 10", "D": "0 10 10 10"}
    for letter, row in numbers.items():
        for game, number in enumerate(row.split(), 1):
            page.locator(f"[name={letter}-{game}]").focus()
            press(page, " ".join(number))
    page.locator("[name=A-1]").focus()
    press(page, "x Shift+X")
    expect(page.locator("td:has([name=A-1]) .cell-mark")).to_have_text("Concealed hand, Door prize <5>")
    press(page, "x")
    expect(page.locator("td:has([name=A-1]) .cell-mark")).to_have_text("Door prize <5>")
    for letter, row in numbers.items():
        page.locator(f"[name={letter}-total]").focus()
        press(page, " ".join(str(sum(map(int, row.split())))))
    press(page, "v Control+Enter")
    expect(page.locator("main")).to_contain_text("1 accepted")
    page.goto(f"/t/{tournament.slug}/desk/1/1/")
    expect(page.locator(".card-mark")).to_have_text("Door prize <5>")


def test_mah_jongg_in_error_several_infractions_and_a_reading_by_key(
    page_of: Callable[..., Page], cast: builders.Cast
) -> None:
    tournament = builders.running_tournament(cast.club, players=8, system="mahj-x")
    page = page_of(cast.scorekeeper)
    page.goto(f"/t/{tournament.slug}/desk/1/1/")
    # Game 1 can be read in several ways. In game 2 D calls in error, C shows the hand and has two infractions.
    for name, keys in (("A-1", "45"), ("B-1", "20-"), ("C-1", "0"), ("D-1", "0"), ("A-2", "w")):
        page.locator(f"[name={name}]").focus()
        press(page, " ".join(keys))
    page.locator("[name=D-2]").focus()
    press(page, "e")
    page.locator("[name=C-2]").focus()
    press(page, "s i Shift+I")
    assert values(page, "C-2-hand", "D-2-hand") == ["shown", "called"]
    expect(page.locator("td:has([name=C-2]) .cell-mark")).to_have_text("shown, blind pass, out of turn")
    expect(page.locator("#reading-2")).to_contain_text("it is not taken off: −10 for C.")
    press(page, "m")
    expect(page.locator("#reading-2")).to_contain_text(
        "Wall game; D called mah jongg in error, C showed the hand; C looked at a blind pass; C played out of turn"
    )
    page.locator("[name=B-1]").focus()
    expect(page.locator("#reading-1 summary")).to_contain_text("other R")
    press(page, "r r")
    second = page.locator("[name=reading-1] option:checked")
    expect(page.locator("#reading-1 > p").nth(1)).to_have_text(f"✓ {second.text_content()}")
    chosen = page.locator("[name=reading-1]").input_value()

    # All of it comes back with a reload, the choice among the readings too; a key takes back its own mark alone.
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    expect(page.locator("[name=reading-1]")).to_have_value(chosen)
    assert values(page, "C-2", "C-2-hand", "D-2-hand") == ["-10", "shown", "called"]
    marked = page.locator("[name=C-2-infraction]").evaluate_all("lists => lists.map(one => one.value)")
    assert marked == ["blind-pass-look", "out-of-turn", ""]
    page.locator("[name=D-2]").focus()
    press(page, "e")
    assert values(page, "C-2-hand", "D-2-hand") == ["shown", ""]


def test_what_was_sent_and_never_arrived_is_still_there(
    page_of: Callable[..., Page], tournament: Tournament, cast: builders.Cast
) -> None:
    page = page_of(cast.scorekeeper)
    address = f"/t/{tournament.slug}/desk/1/1/"
    page.goto(address)
    press(page, "45 10 Enter")
    page.route(
        f"**{address}", lambda route: route.abort()
    )  # the server is down: the browser's own page comes
    page.locator("#keep").click()
    page.wait_for_url("chrome-error://**")
    page.unroute_all()
    page.goto(f"/t/{tournament.slug}/desk/1/")
    page.goto(address)
    expect(page.locator("#draft")).to_be_visible()
    assert values(page, "A-1", "A-2") == ["45", "10"]


def test_a_fourth_card_at_a_table_of_three_accepts_nothing(
    page_of: Callable[..., Page], tournament: Tournament, cast: builders.Cast
) -> None:
    tournament.rounds.get(number=1).tables.get(number=1).seats.get(letter="D").delete()
    page = page_of(cast.scorekeeper)
    page.goto(f"/t/{tournament.slug}/desk/1/1/")
    expect(page.locator("[name=A-1]")).to_be_focused()
    press(page, "0 0 0 0 0 Enter 0 0 0 0 0 Enter 0 0 0 0 0 Enter")
    expect(page.locator("#verify-all")).to_be_focused()
    press(page, "0 Enter 10 Enter Enter")
    expect(page.locator("#too-many")).to_contain_text("too many numbers for this table")
    assert values(page, "A-verified", "B-verified", "C-verified") == ["", "", ""]
    assert not CardSet.objects.exists()
