"""Extras of the house at the score desk of sixteen hands: they fit beside the games, and keys reach them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests import builders
from tests.browser.measured import measured
from tests.browser.test_facts import press
from tournament.models import Tournament

NAMES = ("Concealed to the very last tile", "Golden anniversary of the Elks", "Door prize of the house")
EXTRAS = [
    {"code": f"extra-{place}", "name": name, "points": 5 * place, "to": "seat", "per": "game"}
    for place, name in enumerate(NAMES, 1)
]
WIDTHS = (320, 390, 768, 1024, 1280, 1366, 1440, 1536, 1680, 1920)
# What lies beside the card that holds it, or under something else; and whether the page scrolls sideways.
MISPLACED = """() => {
    const astray = [...document.querySelectorAll('.sheet, .facts-game')].flatMap(card => {
        const { left, right } = card.getBoundingClientRect();
        return [...card.querySelectorAll('input, select, output, th')].filter(part => {
            const box = part.getBoundingClientRect();
            return box.width && part.type !== 'hidden' && !part.closest('.visually-hidden')
                && (box.left < left - 1 || box.right > right + 1);
        }).map(part => part.name || part.id || part.textContent);
    });
    return [astray, document.documentElement.scrollWidth > document.documentElement.clientWidth];
}"""


def with_extras(cast: builders.Cast, system: str = "sixteen-hands", **fields: object) -> Tournament:
    changes = {"extras": EXTRAS, **fields.pop("changes", {})}  # type: ignore[dict-item]
    return builders.running_tournament(cast.club, players=8, system=system, profile_changes=changes, **fields)


@pytest.mark.parametrize(
    ("system", "fields"),
    [
        ("sixteen-hands", {"games_per_round": 4}),
        ("sixteen-hands", {"games_per_round": 4, "changes": {"flower": 5, "kong": 5}}),
        ("sixteen-hands", {"games_per_round": 4, "entered_by": "game"}),
        ("sixteen-hands", {"games_per_round": 4, "entered_by": "game", "changes": {"flower": 5, "kong": 5}}),
        ("card-game", {}),
        ("mahj-x", {"cards_carry": "facts"}),
    ],
)
def test_with_extras_everything_lies_on_its_card_at_every_width(
    page_of: Callable[..., Page], cast: builders.Cast, system: str, fields: dict[str, object]
) -> None:
    tournament = with_extras(cast, system, **fields)
    page = page_of(cast.scorekeeper)
    page.goto(f"/t/{tournament.slug}/desk/1/1/")
    page.evaluate("document.querySelectorAll('details').forEach(box => { box.name = ''; box.open = true; })")
    page.locator("select[name=g1-A-extra]").first.select_option("extra-1")
    expect(page.locator("select[name=g1-A-extra]")).to_have_count(2)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert measured(page, MISPLACED) == [[], False], width


def test_on_a_phone_the_heads_stand_over_their_fields(
    page_of: Callable[..., Page], cast: builders.Cast
) -> None:
    tournament = with_extras(cast)
    for width in (390, 768):
        page = page_of(cast.scorekeeper, viewport={"width": width, "height": 900})
        page.goto(f"/t/{tournament.slug}/desk/1/1/")
        expect(page.locator("[name=g1-A-points]")).to_be_visible()
        for head, field in ((".hand-head", "scored"), (".points-head", "points")):
            above = page.locator(f"#sheet-A {head}").bounding_box()
            below = page.locator(f"[name=g1-A-{field}]").bounding_box()
            assert above is not None
            assert below is not None
            assert above["x"] < below["x"] + below["width"] / 2 < above["x"] + above["width"]
        gives, points = (
            page.locator(f"#sheet-A thead {name}").bounding_box() for name in (".digits", ".points-head")
        )
        assert gives is not None
        assert points is not None
        assert abs(gives["y"] + gives["height"] - points["y"] - points["height"]) < 12
        label = page.locator("#sheet-A .cell-extra .tick-name").first
        expect(label).to_be_visible()
        expect(label).to_have_text("Extras")


def test_keys_reach_the_extras_and_nothing_typed_is_lost(
    page_of: Callable[..., Page], cast: builders.Cast
) -> None:
    tournament = with_extras(cast, verification="first-east")
    page = page_of(cast.scorekeeper)
    page.goto(f"/t/{tournament.slug}/desk/1/1/")
    # The letter of the first East goes on by itself; Enter after it does not skip the first hand.
    press(page, "b Enter m 9 e Shift+E Enter")
    expect(page.locator("[name=g1-A-scored]")).to_have_value("M9")
    expect(page.locator("[name=g1-A-points]")).to_be_focused()
    assert [page.locator("[name=g1-A-extra]").nth(at).input_value() for at in range(3)] == [
        "extra-1",
        "extra-2",
        "",
    ]
    # A hand typed on the points of a line that has one is the next line's.
    press(page, "f 4 Enter")
    expect(page.locator("[name=g2-A-scored]")).to_have_value("F4")
    expect(page.locator("[name=g2-A-points]")).to_be_focused()
    # Of a line that has none it is that line's own.
    press(page, "Enter Enter m 1")
    expect(page.locator("[name=g3-A-scored]")).to_have_value("M1")
    press(page, "Enter Enter Enter")
    expect(page.locator("[name=g4-A-points]")).to_be_focused()
