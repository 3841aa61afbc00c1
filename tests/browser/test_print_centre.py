"""The print centre in a browser: choose a sheet and some numbers, look, take the file, and see what is out of date."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from club.models import Person
from paper import packs, views
from paper.models import Pack
from scoring.desk.codes import CardCode
from tests import builders
from tests.browser.test_look import faults_of, with_axe
from tournament.models import Tournament
from tournament.seating.swap import Swap, swap_seats

pytestmark = [pytest.mark.browser, pytest.mark.slow]
PHONE = {"viewport": {"width": 390, "height": 844}}


@pytest.fixture
def hall(transactional_db: None) -> tuple[builders.Cast, Tournament]:
    cast = builders.cast()
    return cast, builders.running_tournament(cast.club, name="Autumn Classic", players=12, rounds=2)


def test_from_the_sheet_to_the_file_and_out_of_date(
    hall: tuple[builders.Cast, Tournament],
    page_of: Callable[..., Page],
) -> None:
    cast, tournament = hall
    page = page_of(cast.director, **PHONE)
    page.goto(f"/t/{tournament.slug}/print/?round=1")
    row = page.locator("#round-by-name")
    expect(row).to_contain_text("Not printed yet")

    row.get_by_role("link").click()
    picture = page.locator("#preview img")
    expect(picture).to_be_visible()
    expect(page.locator("#pages")).to_contain_text("1 page")
    page.get_by_label("Paper").select_option("a4")
    expect(picture).to_have_attribute("src", re.compile("paper=a4"))
    expect(picture).to_have_js_property("naturalWidth", 794)  # 210 mm at 96 dots an inch

    assert kind_of_file(page) == "application/pdf"
    page.goto(f"/t/{tournament.slug}/print/?round=1")
    expect(row).to_contain_text("Printed")

    swap_seats(
        tournament,
        Swap(1, (1, "A"), (2, "A")),
        reason="by mistake",
        by=cast.director,
    )
    language = page.locator("#id_language")
    language.select_option("es")
    row.get_by_role("link").focus()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # as when its tab is chosen again
    expect(row).to_contain_text("Out of date")
    expect(row.get_by_role("link")).to_be_focused()
    expect(language).to_have_value("es")


def test_only_some_numbers(
    hall: tuple[builders.Cast, Tournament],
    page_of: Callable[..., Page],
) -> None:
    cast, tournament = hall
    page = page_of(cast.director)
    page.goto(f"/t/{tournament.slug}/print/badges/")
    page.get_by_label("Only these numbers").fill("x")
    page.get_by_role("button", name="Make the PDF").click()
    expect(page.get_by_text("Type numbers, such as 1-8, 12.").first).to_be_visible()
    page.get_by_label("Only these numbers").fill("3, 5")
    assert kind_of_file(page) == "application/pdf"
    assert not tournament.printed.exists(), "a reprint of some is no print of the whole"

    page.goto(f"/t/{tournament.slug}/print/badges/")
    assert kind_of_file(page) == "application/pdf"
    Person.objects.filter(pk=tournament.entries.get(number=5).person_id).update(name="Zoë Young")
    Tournament.objects.filter(pk=tournament.pk).update(version=tournament.version + 1)
    page.goto(f"/t/{tournament.slug}/print/")
    row = page.locator("#badges")
    expect(row).to_contain_text("player 5")
    row.get_by_role("link", name="Print only these").click()
    expect(page.locator("#pages")).to_contain_text("1 page")
    expect(page.locator("#preview img")).to_have_attribute("src", re.compile("chosen=5"))
    assert kind_of_file(page) == "application/pdf"
    page.goto(f"/t/{tournament.slug}/print/")
    expect(row).to_be_hidden()  # nothing is out of date
    page.get_by_text("Single sheets").click()
    expect(row).to_contain_text("Printed")


def test_a_phones_camera_opens_the_cards_table(
    hall: tuple[builders.Cast, Tournament], page_of: Callable[..., Page], site: str
) -> None:
    cast, tournament = hall
    page = page_of(cast.scorekeeper, **PHONE)
    page.goto(CardCode(tournament.pk, 1, 2, "C", 1).printed(site))
    expect(page).to_have_url(f"{site}/t/{tournament.slug}/desk/1/2/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Table 2")


def test_a_big_pack_says_how_far_it_is(
    hall: tuple[builders.Cast, Tournament],
    page_of: Callable[..., Page],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cast, tournament = hall
    monkeypatch.setattr(packs, "BIG_FIELD", 4)
    for module in (packs, views):
        monkeypatch.setattr(module, "start", lambda: None)
    page = with_axe(page_of(cast.director, **PHONE, reduced_motion="reduce"))
    page.goto(f"/t/{tournament.slug}/print/?round=1")
    with page.context.expect_page() as opened:
        page.get_by_role("button", name=re.compile("Print all.*For a round")).click()
    pack_page = opened.value
    expect(pack_page.get_by_role("status")).to_contain_text("Yours is next.")
    assert faults_of(pack_page, "a pack on a phone", set()) == []
    packs.make(Pack.objects.get())
    expect(pack_page.get_by_role("link", name="Open the PDF")).to_be_visible()


def kind_of_file(page: Page) -> str:
    """The kind of file that the form answers with."""
    with page.expect_response(lambda answer: answer.request.method == "POST") as answered:
        page.get_by_role("button", name="Make the PDF").click()
    return str(answered.value.headers["content-type"])
