"""static/js/desk/grid.js by itself: real keys in a grid of four cards and four games, and no server."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from rules.systems.points import PointsProfile
from rules.systems.registry import load_profile
from scoring.sets.judged import ordinary_numbers

KINDS = ("blind-pass-look", "misnamed-for-exposure", "racked-called-tile")
SET_UP = """async ([numbers, kinds]) => {
    const letters = ["A", "B", "C", "D"], games = [1, 2, 3, 4];
    const options = (values) => values.map((value) => `<option value="${value}">${value}</option>`).join("");
    const cell = (name) => `<td class="cell"><input class="score" type="text" name="${name}"></td>`;
    const marks = (name) => `<select name="${name}-hand">${options(["", "dead", "called", "shown"])}</select>
        <select name="${name}-infraction" data-several>${options(["", ...kinds])}</select>`;
    document.documentElement.innerHTML = `<head></head><body><form id="grid" data-wall="10" data-unfinished="0"
        data-numbers="${numbers}"
        data-short-marks="dead=dead|called=in error|shown=shown"
        data-over-numbers="Game %s, %t">
        <table><tbody>${letters.map((letter) => `<tr data-letter="${letter}">
            ${games.map((game) => cell(`${letter}-${game}`)).join("")}${cell(`${letter}-total`)}
            <td><output id="sum-${letter}"></output></td></tr>`).join("")}</tbody></table>
        ${games.map((game) => `<div id="reading-${game}"></div>`).join("")}
        <div class="marks">${letters.flatMap((l) => games.map((g) => marks(`${l}-${g}`))).join("")}</div>
        <input type="hidden" name="corrected" value=""><button id="end" type="button">end</button></form></body>`;
    const { grid } = await import("/static/js/desk/grid.js");
    const { fieldsOf, freeList } = await import("/static/js/desk/typed.js");
    const form = document.getElementById("grid");
    const focus = (input) => { input?.focus(); input?.select?.(); };
    Object.assign(window, { changes: 0, question: "" });
    const desk = {
        form, verifiers: [], verifyAll: document.getElementById("end"), accept: document.getElementById("end"),
        field: (name) => form.elements.namedItem(name), all: (name) => fieldsOf(form, name),
        freeList: (name) => freeList(form, name), changed: () => { changes += 1; question = ""; own.changed(); },
        go: focus, goToSettle: () => focus(desk.accept),
        ask: (text) => { question = text; }, isAsked: (text) => question === text,
        everywhere: (key) => own.work(key),
        ownKey: (event) => {
            const key = event.key.toLowerCase();
            if (!event.target.matches("button")) return key;
            own.work(key)?.();
            return "";
        },
    };
    const own = grid(desk);
    own.ready();
}"""
CARDS = """() => Object.fromEntries(["A", "B", "C", "D"].map((letter) => [letter, [1, 2, 3, 4, "total"].map(
    (game) => document.forms[0].elements.namedItem(`${letter}-${game}`).value).join(" ").trim()]))"""
MARKED = """() => Array.from(document.querySelectorAll("select"), (list) => list.value && `${list.name}=${list.value}`)
    .filter(Boolean)"""
CURRENT = "() => [document.activeElement.name, document.querySelector('.is-next')?.name ?? '']"
OFFER = """([kind, seats]) => {
    const what = kind === "take" ? "=-10" : "-infraction=blind-pass-look";
    const offers = (seat) => `data-seat="${seat}" data-${kind}="${seat}-1${what}"`;
    const button = (seat) => `<button type="button" ${offers(seat)}>${seat}</button>`;
    const asks = `<p id="asks" data-asks tabindex="-1">${seats.map(button).join("")}</p>`;
    Object.assign(document.getElementById("reading-1"), { innerHTML: asks, className: "" });
}"""
Press = Callable[[str], None]


@pytest.fixture
def press(tab: Page) -> Press:
    """Presses keys in the empty grid of the sanctioned system: "-10 i Enter", digits one by one."""
    profile = load_profile("sanctioned")
    assert isinstance(profile, PointsProfile)
    tab.evaluate(SET_UP, [" ".join(map(str, ordinary_numbers(profile))), KINDS])

    def keys(line: str) -> None:
        for key in line.split():
            if key.lstrip("-").isdigit():
                tab.keyboard.type(key)
            else:
                tab.keyboard.press(key)

    return keys


def cards(tab: Page) -> dict[str, str]:
    return {letter: numbers for letter, numbers in tab.evaluate(CARDS).items() if numbers}


@pytest.mark.parametrize(
    ("typed", "mark"),
    [
        ("-10 i", "A-1-infraction=blind-pass-look"),
        ("0 d", "A-1-hand=dead"),
        ("0 e", "A-1-hand=called"),
        ("0 s", "A-1-hand=shown"),
        ("45 Enter 0 d", "A-2-hand=dead"),
        ("w 0 d", "A-2-hand=dead"),
    ],
)
def test_a_mark_lands_beside_the_number_just_typed(tab: Page, press: Press, typed: str, mark: str) -> None:
    press(typed)
    assert tab.evaluate(MARKED) == [mark]


def test_a_complete_number_stays_current_and_the_next_cell_is_shown(tab: Page, press: Press) -> None:
    press("45")
    assert tab.evaluate(CURRENT) == ["A-1", "A-2"]
    press("3")
    assert tab.evaluate(CURRENT) == ["A-2", ""]
    assert cards(tab) == {"A": "45 3"}


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("45 30", "45 30"),
        ("0 0 0", "0 0 0"),
        ("-10 25", "-10 25"),
        ("45 -10", "45 -10"),
        ("45 w 30", "45 10 30"),
        ("-100", "-100"),
        ("250", "250"),
        ("455", "455"),
        ("-10 Enter 0", "-10 0"),
        ("45 Backspace 0", "40"),
        ("0 Enter Enter 25", "0  25"),
    ],
)
def test_a_digit_goes_on_only_where_it_cannot_belong_to_the_number(
    tab: Page, press: Press, typed: str, card: str
) -> None:
    press(typed)
    assert cards(tab)["A"] == card


FULL = "45 Enter 0 Enter -10 Enter 0 Enter 35 Enter"


def test_a_filled_row_typed_anew_stays_in_its_row(tab: Page, press: Press) -> None:
    press(FULL)
    tab.locator("[name=A-1]").focus()
    press("0 Enter 25 Enter 0 Enter -20 Enter 5 Enter")
    assert cards(tab) == {"A": "0 25 0 -20 5"}
    assert tab.evaluate(CURRENT)[0] == "B-1"


def test_a_number_never_writes_over_another_by_itself(tab: Page, press: Press) -> None:
    press(FULL)
    tab.locator("[name=A-1]").focus()
    press("0 35")
    assert cards(tab) == {"A": "035 0 -10 0 35"}


def test_a_full_grid_typed_anew_goes_from_card_to_card_and_one_mended_total_is_the_end(
    tab: Page, press: Press
) -> None:
    press(" ".join([FULL] * 4))
    assert tab.evaluate("document.activeElement.id") == "end"
    tab.locator("[name=A-1]").focus()
    press("30 Enter Enter Enter Enter 20 Enter")
    assert tab.evaluate(CURRENT)[0] == "B-1"
    tab.locator("[name=C-total]").focus()
    press("40 Enter")
    assert tab.evaluate("document.activeElement.id") == "end"
    assert cards(tab) == {
        "A": "30 0 -10 0 20",
        "B": "45 0 -10 0 35",
        "C": "45 0 -10 0 40",
        "D": "45 0 -10 0 35",
    }


@pytest.mark.parametrize(
    ("before", "typed", "after"), [("25", "-10", "-10"), ("-20", "-10", "-10"), ("10", "-", "-10")]
)
def test_a_minus_over_a_number_begins_a_new_one(
    tab: Page, press: Press, before: str, typed: str, after: str
) -> None:
    press(f"{before} Enter")
    tab.locator("[name=A-1]").focus()
    for key in typed:
        tab.keyboard.press(key)
    assert cards(tab) == {"A": after}


def test_the_wall_asks_before_it_writes_over_numbers(tab: Page, press: Press) -> None:
    press("45 Enter w")
    tab.locator("[name=B-1]").focus()
    press("w")
    assert tab.evaluate("question") == "Game 1, W"
    assert cards(tab) == {"A": "45 10", "B": "10", "C": "10", "D": "10"}
    press("w")
    assert cards(tab) == dict.fromkeys("ABCD", "10 10")


def test_who_showed_a_hand_is_marked_before_the_caller_and_makes_none(tab: Page, press: Press) -> None:
    press("s ArrowDown ArrowDown e")
    assert tab.evaluate(MARKED) == ["A-1-hand=shown", "C-1-hand=called"]
    press("e ArrowUp s")
    assert tab.evaluate(MARKED) == ["A-1-hand=shown", "B-1-hand=shown"]


def test_a_called_tile_put_in_the_rack_can_be_marked(tab: Page, press: Press) -> None:
    press("i i i")
    assert tab.evaluate(MARKED) == ["A-1-infraction=racked-called-tile"]


@pytest.mark.parametrize(("kind", "key"), [("take", "m"), ("marks", "k")])
def test_where_several_players_could_be_meant_the_key_asks(
    tab: Page, press: Press, kind: str, key: str
) -> None:
    press("10 Enter")
    tab.locator("[name=A-1]").focus()
    tab.evaluate(OFFER, [kind, ["B", "C"]])
    press(f"{key} Enter")
    assert tab.evaluate("document.activeElement.id") == "asks"
    assert (cards(tab), tab.evaluate(MARKED)) == ({"A": "10"}, [])
    press("ArrowDown")
    assert tab.evaluate("document.activeElement.textContent") == "B"
    press("c")
    chosen = (
        ({"A": "10", "C": "-10"}, []) if kind == "take" else ({"A": "10"}, ["C-1-infraction=blind-pass-look"])
    )
    assert (cards(tab), tab.evaluate(MARKED)) == chosen
    assert tab.evaluate(CURRENT)[0] == "A-1"


def test_what_was_offered_for_other_numbers_is_not_taken(tab: Page, press: Press) -> None:
    press("10 Enter")
    tab.evaluate(OFFER, ["take", ["B"]])
    tab.locator("[name=A-1]").focus()
    press("20 m")
    assert cards(tab) == {"A": "-20"}


@pytest.mark.parametrize("at", ["[name=A-total]", "[name=C-3]", "#end"])
def test_the_key_beside_a_fault_acts_wherever_the_cursor_is(tab: Page, press: Press, at: str) -> None:
    press("10 Enter")
    tab.evaluate(OFFER, ["take", ["B"]])
    tab.locator(at).focus()
    press("m")
    assert cards(tab) == {"A": "10", "B": "-10"}


def test_a_number_that_is_being_typed_has_its_minus_by_the_key(tab: Page, press: Press) -> None:
    press("10 Enter")
    tab.evaluate(OFFER, ["take", ["B"]])
    press("2 5 m")
    assert cards(tab) == {"A": "10 -25"}


def test_enter_in_an_empty_cell_goes_on_and_never_back(tab: Page, press: Press) -> None:
    press("0 Enter Enter 25 Enter")
    assert (cards(tab), tab.evaluate(CURRENT)[0]) == ({"A": "0  25"}, "A-4")
    press(" ".join(["Enter"] * 17))
    assert tab.evaluate("document.activeElement.id") == "end"
