"""A ceremony with a presenter's phone, a hall screen and a player's phone that tries every route to know early."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

from django.core.management import call_command
from django.urls import reverse
from playwright.sync_api import Page, expect

from scoring.finishing.actions import finish, open_window
from scoring.models import PrizeRow
from scoring.prizes.actions import fix
from tests import builders
from tests.whole.test_every_page import OPEN, RIGHTS, addresses
from tournament.models import Tournament
from tournament.settings.actions import withhold_results

SECRETS = ("Zither", "Violin", "$77.77", "7777")
# Both as a page and as the part that a stream tells of.
ASKED = """async paths => {
    const texts = [];
    for (const path of paths) for (const headers of [{}, {'HX-Request': 'true'}])
        texts.push(await (await fetch(path, {headers})).text());
    return texts.join('\\n');
}"""


def event(cast: builders.Cast) -> Tournament:
    """Finished and withheld, with a sum for the first place and two things for players whom the director named."""
    tournament = builders.running_tournament(cast.club, players=8, rounds=1)
    call_command("simulate", tournament.slug, rounds=1, seed=2, verbosity=0)
    tournament.refresh_from_db()
    named_prizes = {2: ("Zither", 5), 3: ("Violin", 6)}
    rows = [PrizeRow.objects.create(tournament=tournament, position=1, criterion="overall", cents=[7777])]
    for position, (thing, number) in named_prizes.items():
        player = tournament.entries.get(number=number)
        rows.append(
            PrizeRow.objects.create(
                tournament=tournament, position=position, criterion="named", things=[thing], named=player
            )
        )
    withhold_results(tournament, from_round=1, by=cast.director)
    finish(tournament, by=cast.director)
    fix(tournament, rows=[row.pk for row in rows], by=cast.director)
    return tournament


def test_a_name_is_nowhere_before_the_presenter_asks_for_it(
    cast: builders.Cast, new_page: Callable[..., Page], page_of: Callable[..., Page]
) -> None:
    tournament = event(cast)
    hall, phone = new_page(), new_page(viewport={"width": 390, "height": 844})
    presenter = page_of(cast.director, viewport={"width": 390, "height": 844})
    second = page_of(cast.director, viewport={"width": 390, "height": 844})
    public = [
        name
        for name, (method, who) in RIGHTS.items()
        if method == "get" and who == OPEN and addresses()[name][0].startswith("t/") and name != "live"
    ]
    parts = {"slug": tournament.slug, "number": 1}
    paths = [reverse(name, kwargs={part: parts[part] for part in addresses()[name][1]}) for name in public]

    def secrets_sent() -> set[str]:
        text = phone.evaluate(ASKED, paths)
        return {secret for secret in SECRETS if secret in text}

    screen = reverse("ceremony-screen", args=[tournament.slug])
    hall.goto(reverse("screen", args=[tournament.slug]))  # turns to the ceremony by itself
    phone.goto(screen)
    presenter.goto(reverse("ceremony", args=[tournament.slug]))
    presenter.get_by_role("button", name="Begin the ceremony").click()
    expect(hall.locator(".reveal-name")).to_have_text("The prizes")
    second.goto(reverse("ceremony", args=[tournament.slug]))

    def stands_at(step: int) -> None:
        """Both remotes are at this step, and the key of the first can be pressed again."""
        for remote in (presenter, second):
            expect(remote.locator("[data-ceremony]")).to_have_attribute("data-ceremony", str(step))
        expect(presenter.locator(".ceremony-key")).to_be_enabled()

    presenter.get_by_role("button", name="Next").click()
    expect(hall.locator(".reveal-what")).to_contain_text("Named by the director")
    expect(hall.locator(".reveal-name")).to_have_count(0)
    stands_at(1)
    assert secrets_sent() == set()
    presenter.keyboard.press("PageDown")  # a clicker's key
    expect(hall.locator(".reveal-name")).to_have_text("Player 6")
    expect(hall.locator(".reveal-tile")).to_have_class(re.compile("is-turning"))
    expect(phone.locator(".reveal-name")).to_have_text("Player 6")
    stands_at(2)
    assert secrets_sent() == {"Violin"}
    presenter.get_by_role("button", name="Back").click()
    expect(hall.locator(".reveal-name")).to_have_count(0)
    stands_at(1)
    assert secrets_sent() == set()
    presenter.context.set_offline(True)
    presenter.locator("[data-next]").click()
    expect(presenter.locator("#connection")).to_contain_text("Not connected")
    expect(presenter.locator(".ceremony-now")).to_contain_text("not shown yet")
    presenter.context.set_offline(False)
    for step in (2, 3, 4):
        presenter.locator("[data-next]").click()
        stands_at(step)
    expect(hall.locator(".reveal-name")).to_have_text("Player 5")
    expect(hall.locator(".reveal-earlier strong")).to_have_text("Player 6")
    assert secrets_sent() == {"Violin", "Zither"}
    for step in (5, 6):
        presenter.locator("[data-next]").click()
        stands_at(step)
    expect(hall.locator(".reveal-what").last).to_contain_text("$")
    presenter.get_by_role("button", name="End the ceremony").click()
    expect(hall.locator(".reveal-name")).to_have_text("Congratulations!")
    expect(second.get_by_role("heading", name="Every prize is presented")).to_be_visible()
    expect(second.locator("header.top")).to_have_count(1)
    phone.goto(reverse("results", args=[tournament.slug]))
    expect(phone.locator(".podium li").first).to_be_visible()


def test_finish_offers_its_button_by_itself_when_the_time_for_corrections_is_over(
    cast: builders.Cast, page_of: Callable[..., Page]
) -> None:
    tournament = builders.running_tournament(cast.club, players=4, rounds=1)
    call_command("simulate", tournament.slug, rounds=1, seed=2, verbosity=0)
    tournament.refresh_from_db()
    window = open_window(tournament, minutes=60, by=cast.director)
    page = page_of(cast.director)
    page.clock.install()
    page.goto(reverse("finish", args=[tournament.slug]))
    expect(page.get_by_role("button", name="End the time for corrections now")).to_be_visible()
    expect(page.get_by_role("button", name="Make the standings final")).to_have_count(0)
    hour = timedelta(hours=1)
    type(window).objects.update(opened_at=window.opened_at - hour, closes_at=window.closes_at - hour)
    page.clock.fast_forward(3_610_000)
    expect(page.get_by_role("button", name="Make the standings final")).to_be_visible()
