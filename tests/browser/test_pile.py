"""The pile in a real browser: typed without waiting for the network, never lost, never counted twice."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from django.contrib.sessions.models import Session
from playwright.sync_api import Page, Route, expect

from club.models import User
from record.models import JournalEntry
from scoring.models import Card, CardSet
from scoring.sets.disputes import hold_set
from tests import builders
from tests.browser.measured import measured
from tests.browser.test_desk import press
from tests.browser.test_look import RUN_AXE, SIDEWAYS
from tests.scoring import paper
from tournament.models import Tournament

SET = (
    "45 w 0 0 55 Enter 20 - Enter -10 Enter 0 -20 Enter 0 Enter 35 Enter 60 Enter 105 Enter "
    "0 0 0 10 Enter Enter Enter"
)
REFUSED = "Not accepted yet. What you typed is kept. Please look at this: {}"
LEAVING = """() => {
    const leaving = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(leaving);
    return leaving.defaultPrevented;
}"""


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return builders.running_tournament(cast.club, players=16, rounds=1)


@pytest.fixture
def desk(page_of: Callable[..., Page], tournament: Tournament, cast: builders.Cast) -> Callable[..., Page]:
    """Somebody's browser at a table, with the pages of the next tables at hand."""

    def open_desk(user: User | None = None, table: int = 1) -> Page:
        page = page_of(user or cast.scorekeeper)
        with page.expect_response(f"**/desk/1/{table % 4 + 1}/"):
            page.goto(f"/t/{tournament.slug}/desk/1/{table}/")
        page.wait_for_load_state("networkidle")
        return page

    return open_desk


def contrast_and_names(page: Page) -> list[str]:
    """What axe finds in the light scheme and in the dark one."""
    faults: list[str] = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.evaluate(AXE_FILE_PATH.read_text())
        faults += page.evaluate(RUN_AXE, [{}, None])
    return faults


def expect_table(page: Page, table: int) -> None:
    expect(page.locator("h1")).to_have_text(f"Table {table}")
    expect(page.locator("[name=A-1]")).to_be_focused()


def has_piled(page: Page, *tables: int, state: str) -> None:
    expect(page.locator("#pile .pile-line")).to_have_count(len(tables))
    for table in tables:
        expect(page.locator(f"#pile [data-table='{table}']")).to_have_attribute("data-state", state)


def accepted_tables() -> list[int]:
    return sorted(CardSet.objects.filter(state="accepted").values_list("table__number", flat=True))


def times_accepted(table: int) -> int:
    return JournalEntry.objects.filter(verb="set-accepted", subject=f"round 1 table {table}").count()


def test_sets_typed_without_a_connection_wait_and_are_sent_after_a_reload(desk: Callable[..., Page]) -> None:
    page = desk()
    page.context.set_offline(True)
    for table in (1, 2, 3):
        expect_table(page, table)
        expect(page.locator("#connection")).to_contain_text("Not connected. Keep typing")
        press(page, SET)
        expect(page.locator("#next-table")).to_be_focused()
        press(page, "Enter")
    expect_table(page, 4)
    has_piled(page, 1, 2, 3, state="waiting")
    expect(page.locator("#pile [data-unsent]")).to_have_text("3 not sent yet")
    assert page.evaluate(LEAVING) is True
    assert accepted_tables() == []

    page.context.set_offline(False)
    expect(page.locator("#connection")).to_be_hidden()
    page.reload()
    expect(page.locator("#pile [data-unsent]")).to_have_text("everything is sent")
    has_piled(page, 1, 2, 3, state="done")
    assert page.evaluate(LEAVING) is False
    assert accepted_tables() == [1, 2, 3]
    order = (
        JournalEntry.objects.filter(verb="set-accepted")
        .order_by("sequence")
        .values_list("subject", flat=True)
    )
    assert list(order) == [f"round 1 table {table}" for table in (1, 2, 3)]


@pytest.mark.both_databases
def test_an_answer_lost_on_the_way_counts_once(desk: Callable[..., Page]) -> None:
    page = desk()
    lost = []

    def lose_the_first(route: Route) -> None:
        if lost:
            return route.continue_()
        lost.append(route.fetch().status)  # the server has it, and the browser never hears of it
        return route.abort()

    page.route("**/send/", lose_the_first)
    expect_table(page, 1)
    press(page, SET)
    expect(page.locator("#pile [data-table='1']")).to_contain_text("No answer yet")
    assert (lost, accepted_tables()) == ([200], [1])
    page.get_by_role("button", name="Send now").click()
    expect(page.locator("#pile [data-table='1']")).to_have_attribute("data-state", "done")
    assert times_accepted(1) == 1


def test_a_server_that_is_down_is_waited_for(desk: Callable[..., Page]) -> None:
    page = desk()
    page.route("**/send/", lambda route: route.fulfill(status=502, body="bad gateway"))
    expect_table(page, 1)
    press(page, SET)
    expect(page.locator("#pile [data-table='1']")).to_contain_text("No answer yet")
    assert page.evaluate(LEAVING) is True
    page.unroute("**/send/")
    page.get_by_role("button", name="Send now").click()
    expect(page.locator("#pile [data-table='1']")).to_have_attribute("data-state", "done")
    assert accepted_tables() == [1]


@pytest.mark.both_databases
def test_a_set_that_somebody_else_typed_meanwhile_opens_with_both(
    desk: Callable[..., Page], tournament: Tournament, cast: builders.Cast
) -> None:
    page = desk()
    expect_table(page, 1)
    numbers = paper.NUMBERS | {"A": [40, 10, 0, 0]}
    builders.card_set(paper.table(tournament, 1), numbers, entered_by=cast.second_scorekeeper)
    press(page, SET)
    line = page.locator("#pile [data-table='1']")
    expect(line).to_have_attribute("data-state", "refused")
    expect(line).to_contain_text("Somebody else changed this set in the meantime.")
    line.get_by_role("button", name="Fix it").click()
    row = page.locator("tr[data-field='A-1']")
    expect(row).to_contain_text("40")
    expect(page.locator("#pile")).to_be_hidden()  # the page says it itself, and is where the set is mended
    row.locator("input[value='45']").check()
    page.locator("tr[data-field='A-total'] input[value='55']").check()
    page.get_by_role("button", name="Accept with these").click()
    expect(page.locator(".table-tile[data-table='1']")).to_have_attribute("data-state", "accepted")
    expect(page.locator("#pile")).to_be_hidden()
    assert Card.objects.get(letter="A").points == [45, 10, 0, 0]


def test_a_set_refused_by_the_rules_is_stored_and_opens_with_its_faults(desk: Callable[..., Page]) -> None:
    page = desk()
    page.route("**/check/", lambda route: route.fulfill(status=204))  # typed faster than anything is checked
    expect_table(page, 1)
    press(page, SET.replace("105", "104"))
    line = page.locator("#pile [data-table='1']")
    expect(line).to_contain_text("C: the games add up to 105, the card says 104.")
    line.get_by_role("button", name="Fix it").click()
    expect(page.locator("#faults-C")).to_contain_text("The games add up to 105, the card says 104.")
    assert page.locator("[name=C-total]").input_value() == "104"


def test_known_faults_are_not_put_into_the_pile(desk: Callable[..., Page]) -> None:
    page = desk()
    expect_table(page, 1)
    press(page, SET.removesuffix(" Enter").replace("105", "104"))
    expect(page.locator("#faults-C")).to_contain_text("The games add up to 105, the card says 104.")
    expect(page.locator("#grid")).not_to_have_attribute("data-unchecked", "1")
    press(page, "Enter")
    expect(page.locator("#refusal")).to_have_text(
        REFUSED.format("C: the games add up to 105, the card says 104.")
    )
    expect(page.locator("[name=C-total]")).to_be_focused()
    expect(page.locator("#pile")).to_be_hidden()
    assert not CardSet.objects.exists()

    # It counts for nothing that the connection goes: what the page has heard of exactly this set still holds.
    page.context.set_offline(True)
    press(page, "Control+Enter")
    expect(page.locator("#refusal")).to_have_text(
        REFUSED.format("C: the games add up to 105, the card says 104.")
    )
    expect(page.locator("#pile")).to_be_hidden()
    # Of another number nobody has heard anything yet: the set is taken, and judged once there is a connection.
    press(page, "105 Control+Enter")
    expect(page.locator("#pile [data-table='1']")).to_have_attribute("data-state", "waiting")
    page.context.set_offline(False)
    expect(page.locator("#pile [data-table='1']")).to_have_attribute("data-state", "done")


def test_a_set_that_nobody_verified_is_refused_without_a_connection_too(desk: Callable[..., Page]) -> None:
    page = desk()
    expect_table(page, 1)
    page.context.set_offline(True)
    press(page, SET.removesuffix(" Enter Enter"))
    expect(page.locator("#verify-all")).to_be_focused()
    press(page, "Control+Enter")
    expect(page.locator("#refusal")).to_have_text(REFUSED.format("Nobody has verified A, B, C and D."))
    expect(page.locator("#verify-all")).to_be_focused()
    expect(page.locator("#pile")).to_be_hidden()
    for letter in "ABC":
        page.locator(f"[name={letter}-verified]").select_option(index=1)
    press(page, "Control+Enter")
    expect(page.locator("#refusal")).to_have_text(REFUSED.format("Nobody has verified D’s card."))
    press(page, "v Enter")
    expect(page.locator("#pile [data-table='1']")).to_have_attribute("data-state", "waiting")


def test_the_heading_says_how_the_set_stands_and_what_enter_does(
    desk: Callable[..., Page], tournament: Tournament
) -> None:
    page = desk()
    expect_table(page, 1)
    held: list[Route] = []
    page.route("**/send/", lambda route: held.append(route))
    builders.card_set(paper.table(tournament, 4), paper.NUMBERS, state="accepted")
    press(page, SET)
    state, next_said = page.locator("#table-state"), page.locator("#next-said")
    expect(state).to_have_text("→ sending")
    expect(next_said).to_have_text("Enter opens table 2")
    expect(page.locator("#accept")).to_be_hidden()
    expect(page.locator("#keys")).to_be_hidden()
    expect(page.locator("#counts")).to_contain_text("0 accepted")
    held.pop().continue_()
    expect(state).to_have_text("✓ accepted")
    # The count is of the answer's time, another desk's set included, here and on the page that was fetched before it.
    expect(page.locator("[data-count=accepted]")).to_have_text("✓ 2 accepted")
    expect(page.locator("[data-count=playing]")).to_have_text("2 playing")
    press(page, "Enter")
    expect_table(page, 2)
    expect(page.locator("[data-count=accepted]")).to_have_text("✓ 2 accepted")
    expect(state).to_have_text("")
    expect(next_said).to_be_hidden()

    page.unroute("**/send/")
    page.route("**/check/", lambda route: route.fulfill(status=204))
    press(page, SET.replace("105", "104"))
    expect(state).to_have_text("! not accepted")
    expect(next_said).to_have_text("Enter opens table 3")


def test_a_director_can_reopen_a_set_as_soon_as_it_is_accepted(
    desk: Callable[..., Page], cast: builders.Cast
) -> None:
    page = desk(cast.director)
    reopen = page.get_by_role("link", name="Reopen this set in a dispute")
    expect(reopen).to_have_count(0)
    press(page, SET)
    has_piled(page, 1, state="done")
    reopen.click()
    expect(page.get_by_role("button", name="Reopen the set")).to_be_visible()


def test_who_was_signed_out_in_between_signs_in_and_it_is_sent(
    desk: Callable[..., Page], cast: builders.Cast
) -> None:
    page = desk()
    expect_table(page, 1)
    Session.objects.all().delete()
    press(page, SET)
    line = page.locator("#pile [data-table='1']")
    expect(line).to_contain_text("You are signed out. Sign in again, and it is sent.")
    line.get_by_role("link", name="Sign in").click()
    page.get_by_label("User name").fill(cast.scorekeeper.username)
    page.get_by_label("Password").fill("a long test password")
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("#pile [data-table='1']")).to_have_attribute("data-state", "done")
    assert accepted_tables() == [1]


def test_nobody_sends_what_another_account_typed(
    desk: Callable[..., Page], cast: builders.Cast, sign_in: Callable[[Page, User], None]
) -> None:
    page = desk()
    expect_table(page, 1)
    Session.objects.all().delete()
    press(page, SET)
    expect(page.locator("#pile [data-table='1']")).to_contain_text("You are signed out.")
    sign_in(page, cast.second_scorekeeper)
    page.reload()
    expect(page.locator("#pile [data-table='1']")).to_contain_text("Typed by Sam Lee")
    expect(page.locator("[name=A-1]")).to_have_value("")
    assert accepted_tables() == []
    sign_in(page, cast.scorekeeper)
    page.reload()
    expect(page.locator("#pile [data-table='1']")).to_have_attribute("data-state", "done")
    assert CardSet.objects.get().accepted_by == cast.scorekeeper


def test_who_else_is_at_the_table_is_said(
    desk: Callable[..., Page], tournament: Tournament, cast: builders.Cast
) -> None:
    first = desk()
    expect(first.locator("#others")).to_have_text("")
    second = desk(cast.second_scorekeeper)
    expect(second.locator("#others")).to_contain_text("Another scorekeeper is entering table 1: Sam Lee.")
    second.goto(f"/t/{tournament.slug}/desk/1/")
    expect(second.locator(".table-tile[data-table='1']")).to_contain_text("Sam Lee")
    press(first, SET)
    expect(first.locator("#pile [data-table='1']")).to_have_attribute("data-state", "done")
    expect(first.locator("#others")).to_have_count(0)  # it asked every few seconds, and would say so again
    second.reload()
    expect(second.locator(".table-tile[data-table='1']")).not_to_contain_text("Sam Lee")


def test_a_second_person_types_blind_and_sees_only_what_differs(
    page_of: Callable[..., Page], cast: builders.Cast
) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=1, second_person=True)
    first, second = (
        page_of(user, viewport={"width": 390, "height": 844})
        for user in (cast.scorekeeper, cast.second_scorekeeper)
    )
    first.goto(f"/t/{tournament.slug}/desk/1/1/")
    expect_table(first, 1)
    press(first, SET)
    expect(first.locator("#pile [data-table='1']")).to_have_attribute("data-state", "done")
    second.goto(f"/t/{tournament.slug}/desk/1/1/")
    expect_table(second, 1)
    expect(second.locator("main")).to_contain_text("Sam Lee typed this set. Type it again from the cards")
    press(second, SET.replace("45", "40").replace("55", "50"))
    second.locator("#pile [data-table='1']").get_by_role("button", name="Fix it").click()
    expect(second.locator("tr[data-field]")).to_have_count(2)
    assert contrast_and_names(second) == []
    assert measured(second, SIDEWAYS) is False
    second.locator("tr[data-field='A-1'] input[value='45']").check()
    second.locator("tr[data-field='A-total'] input[value='55']").check()
    second.get_by_role("button", name="The cards say so").click()
    expect(second.locator(".table-tile[data-table='1']")).to_have_attribute("data-state", "accepted")


def test_a_held_set_is_sound_in_both_schemes_and_on_a_phone(
    page_of: Callable[..., Page], tournament: Tournament, cast: builders.Cast
) -> None:
    builders.card_set(paper.table(tournament, 1), paper.NUMBERS | {"A": [40, 10, 0, 0]})
    hold_set(*paper.judged(tournament), by=cast.scorekeeper, reason="A is blurred")
    page = page_of(cast.director, viewport={"width": 390, "height": 844})
    page.goto(f"/t/{tournament.slug}/desk/held/")
    expect(page.locator(".held-set")).to_contain_text("A is blurred")
    assert contrast_and_names(page) == []
    assert measured(page, SIDEWAYS) is False
