"""A whole table entered by keyboard where cards carry facts, in a real browser."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from record.models import JournalEntry
from scoring.models import Card, CardSet
from tests import builders
from tests.browser.test_pile import LEAVING


def press(page: Page, keys: str) -> None:
    for key in keys.split():
        if key.lstrip("-").isdigit():
            page.keyboard.type(key)
        else:
            page.keyboard.press(key)


def points_of_cards() -> dict[str, list[int]]:
    return {card.letter: card.points for card in Card.objects.all()}


def test_a_table_of_the_card_game(page_of: Callable[..., Page], cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, system="card-game")
    page = page_of(cast.scorekeeper)
    page.goto(f"/t/{tournament.slug}/desk/1/1/")
    expect(page.locator("[name=g1-won]")).to_be_focused()
    # A at 25 off B; C picked 30 without jokers; a wall; nobody won game 4 in time.
    press(page, "a 25 Enter b c 30 j Enter p w t")
    expect(page.locator("[name=A-total]")).to_be_focused()
    expect(page.locator("#said-1")).to_contain_text(
        "25 for the hand: B threw it and paid 50; C, D paid 25 each"
    )
    expect(page.locator("#said-1")).to_contain_text("The payments add up to 0.")
    expect(page.locator("#said-2")).to_contain_text(
        "30 for the hand, no jokers × 2, picked: A, B, D paid 120 each"
    )
    expect(page.locator("#sum-B")).to_have_text("−170minus 170")
    press(page, "-20 Enter -170 Enter 330 Enter -145 Enter")
    expect(page.locator("#verify-all")).to_be_focused()
    expect(page.locator("#faults-C")).to_contain_text("The games add up to 335, the card says 330.")
    page.locator("[name=C-total]").fill("335")
    page.locator("#verify-all").focus()
    press(page, "v")
    expect(page.locator(".ready")).to_contain_text("Complete, verified and consistent.")
    press(page, "Enter")
    expect(page.locator("#pile li")).to_have_attribute("data-state", "done")
    expect(page.locator("#next-table")).to_be_focused()
    assert CardSet.objects.get().state == "accepted"
    assert points_of_cards() == {
        "A": [100, -120, 0, 0],
        "B": [-50, -120, 0, 0],
        "C": [-25, 360, 0, 0],
        "D": [-25, -120, 0, 0],
    }


def blank(lines: int) -> str:
    """Enter past the hand and the points of so many lines on which nothing is written."""
    return "Enter Enter " * lines


def test_sheets_of_sixteen_hands_player_by_player(page_of: Callable[..., Page], cast: builders.Cast) -> None:
    tournament = builders.running_tournament(
        cast.club, players=8, system="sixteen-hands", verification="first-east", games_per_round=8
    )
    page = page_of(cast.scorekeeper)
    page.goto(f"/t/{tournament.slug}/desk/1/1/")
    expect(page.locator("[name=first_east]")).to_be_focused()
    # B was East first. A won games 1 and 3 with hand 9, which cannot be; B fished in game 1 and had a bouquet.
    press(page, f"b m 9 Enter 30 Enter {blank(1)} m 9 Enter 30 Enter {blank(5)} 60 Enter")
    press(page, f"f 4 b Enter 5 Enter {blank(7)} 10 Enter")
    expect(page.locator("[name=C-total]")).to_have_value("")
    press(page, f"{blank(1)} m 1 Enter 20 Enter {blank(6)} 20 Enter {blank(8)} 0 Enter")
    # Nobody scored from game 4 on.
    expect(page.locator("[name=g4-outcome]")).to_be_focused()
    press(page, "s m m m m")
    expect(page.locator("#verify-all")).to_be_focused()
    expect(page.locator("#faults-A")).to_contain_text("A's player has already won hand 9: game 1 of round 1.")
    expect(page.locator("#faults-B")).to_contain_text("B’s sheet says 5, and what is typed gives 10.")
    expect(page.locator("[name=g3-A-scored]")).to_have_attribute("aria-invalid", "true")
    page.locator("[name=g3-A-scored]").focus()
    press(page, "m 10")
    page.locator("[name=g1-B-points]").focus()
    press(page, "10")
    expect(page.locator("#said-3")).to_contain_text("30 for mahjong with hand 10")
    expect(page.locator("#hands s")).to_have_text(["9", "10", "1"])
    press(page, "v")
    expect(page.locator("[name=B-verified]")).to_have_value("C")
    expect(page.locator(".ready")).to_contain_text("Complete, verified and consistent.")
    press(page, "Enter")
    expect(page.locator("#pile li")).to_have_attribute("data-state", "done")
    expect(page.locator("#next-table")).to_be_focused()
    assert (CardSet.objects.get().state, CardSet.objects.get().first_east) == ("accepted", "B")
    assert points_of_cards() == {
        "A": [30, 0, 30, 0, 0, 0, 0, 0],
        "B": [10, 0, 0, 0, 0, 0, 0, 0],
        "C": [0, 20, 0, 0, 0, 0, 0, 0],
        "D": [0, 0, 0, 0, 0, 0, 0, 0],
    }


def test_sixteen_hands_game_by_game_with_hands_by_name(
    page_of: Callable[..., Page], cast: builders.Cast
) -> None:
    names = {1: "Wriggly Kongs", 2: "Wriggly Snake"}
    hands = [
        {"number": number, "class": "limit", "exposed_chows": False, "name": names.get(number, "")}
        for number in range(1, 17)
    ]
    tournament = builders.running_tournament(
        cast.club,
        players=8,
        system="sixteen-hands",
        verification="first-east",
        games_per_round=2,
        entered_by="game",
        profile_changes={"hands": hands},
    )
    page = page_of(cast.scorekeeper)
    page.goto(f"/t/{tournament.slug}/desk/1/1/")
    press(page, "a m")
    page.keyboard.type(" wriggly s")
    press(page, f"Enter 30 Enter f 1 Enter {'Enter ' * 5}")
    expect(page.locator("[name=g2-A-scored]")).to_be_focused()
    expect(page.locator("#said-1")).to_contain_text("30 for mahjong with hand 2")
    press(page, "m")
    page.keyboard.type(" wrig")
    expect(page.locator("#said-2")).to_contain_text("More than one hand is called “wrig…”: 1, 2.")
    page.locator("[name=g2-A-scored]").fill("")
    press(page, f"Enter {'Enter ' * 7}")
    expect(page.locator("[name=g2-outcome]")).to_be_focused()
    press(page, "p 30 Enter 5 Enter 0 Enter 0 Enter v")
    expect(page.locator(".ready")).to_contain_text("Complete, verified and consistent.")


def test_on_a_phone_one_sheet_is_open_at_a_time(page_of: Callable[..., Page], cast: builders.Cast) -> None:
    for order in ("player", "game"):
        tournament = builders.running_tournament(
            cast.club, players=8, system="sixteen-hands", games_per_round=8, entered_by=order
        )
        page = page_of(cast.scorekeeper, viewport={"width": 390, "height": 800})
        page.goto(f"/t/{tournament.slug}/desk/1/1/")
        expect(page.locator("details.sheet[open]")).to_have_count(1)
        page.locator("details.sheet[open] input[name$='-points']").last.focus()
        press(page, "Enter 0 Enter" if order == "player" else "p")
        expect(page.locator("details.sheet[open]")).to_have_count(1)
        is_open = page.evaluate("document.activeElement.closest('details.sheet').open")
        sizes = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert (is_open, sizes[0] <= 390, sizes[1] < 2800) == (True, True, True)


def test_tables_follow_one_another(page_of: Callable[..., Page], cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, system="card-game")
    page = page_of(cast.scorekeeper)
    page.goto(f"/t/{tournament.slug}/desk/1/1/")
    for table in (1, 2):
        expect(page.locator("h1")).to_have_text(f"Table {table}")
        expect(page.locator("[name=g1-won]")).to_be_focused()
        press(page, "w w w w 0 Enter 0 Enter 0 Enter 0 Enter v Enter")
        expect(page.locator("#next-table")).to_be_focused()
        press(page, "Enter") if table == 1 else None
    expect(page.locator("#pile li[data-state=done]")).to_have_count(2)
    assert [card_set.state for card_set in CardSet.objects.all()] == ["accepted", "accepted"]


def test_what_was_typed_survives_a_reload_and_keys_are_the_same_in_every_language(
    page_of: Callable[..., Page], cast: builders.Cast
) -> None:
    tournament = builders.running_tournament(cast.club, players=8, system="card-game")
    page = page_of(cast.scorekeeper, locale="es")
    page.goto(f"/t/{tournament.slug}/desk/1/1/")
    expect(page.locator("[name=g1-won] option[value=wall]")).to_have_text("Muro")
    press(page, "a 25 Enter p w t")
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    expect(page.locator("#draft")).to_be_visible()
    expect(page.locator("[name=g1-won]")).to_have_value("A")
    expect(page.locator("[name=g1-from]")).to_have_value("picked")
    expect(page.locator("[name=g2-won]")).to_have_value("wall")
    expect(page.locator("[name=g3-won]")).to_have_value("unfinished")


def test_sets_of_sixteen_hands_wait_for_the_connection(
    page_of: Callable[..., Page], cast: builders.Cast
) -> None:
    """Typed without a connection, kept through a reload, sent in order; leaving warns while anything is unsent."""
    tournament = builders.running_tournament(
        cast.club, players=12, rounds=1, system="sixteen-hands", verification="first-east", games_per_round=8
    )
    page = page_of(cast.scorekeeper)
    page.goto(f"/t/{tournament.slug}/desk/1/1/")
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    # B was East first; seven games were not begun, and in the first A won with hand 9: 30 points.
    for table in (1, 2):
        expect(page.locator("h1")).to_have_text(f"Table {table}")
        press(
            page,
            f"b m 9 Enter {'Enter ' * 15} 30 Enter {blank(8)} 0 Enter {blank(8)} 0 Enter {blank(8)} 0 Enter",
        )
        press(page, "m m m m m m m v Enter")
        expect(page.locator("#next-table")).to_be_focused()
        press(page, "Enter")
    expect(page.locator("h1")).to_have_text("Table 3")
    expect(page.locator("#pile [data-unsent]")).to_have_text("2 not sent yet")
    assert page.evaluate(LEAVING) is True
    press(page, "c f 4")
    page.on("dialog", lambda dialog: dialog.accept())
    page.context.set_offline(False)
    page.reload()
    expect(page.locator("#pile li[data-state=done]")).to_have_count(2)
    expect(page.locator("#pile [data-unsent]")).to_have_text("everything is sent")
    assert [page.locator(f"[name={name}]").input_value() for name in ("first_east", "g1-A-scored")] == [
        "C",
        "F4",
    ]
    order = JournalEntry.objects.filter(verb="set-accepted").order_by("sequence")
    assert list(order.values_list("subject", flat=True)) == ["round 1 table 1", "round 1 table 2"]
    assert [card_set.first_east for card_set in CardSet.objects.all()] == ["B", "B"]


def test_a_set_of_facts_refused_by_the_rules_opens_with_its_fault(
    page_of: Callable[..., Page], cast: builders.Cast
) -> None:
    tournament = builders.running_tournament(cast.club, players=8, system="card-game")
    page = page_of(cast.scorekeeper)
    page.route("**/check/", lambda route: route.fulfill(status=204))  # typed faster than anything is checked
    page.goto(f"/t/{tournament.slug}/desk/1/1/")
    press(page, "a 25 Enter b w w w 90 Enter -50 Enter -25 Enter -25 Enter v Enter")
    line = page.locator("#pile [data-table='1']")
    expect(line).to_contain_text("A: the games add up to 100, the card says 90.")
    line.get_by_role("button", name="Fix it").click()
    expect(page.locator("#faults-A")).to_contain_text("The games add up to 100, the card says 90.")
    expect(
        page.locator("#verify-all")
    ).to_be_visible()  # the scripts have run: what follows goes into the pile
    page.locator("[name=A-total]").fill("100")
    with page.expect_response("**/send/"):
        page.locator("#accept").click()
    assert CardSet.objects.get().state == "accepted"
