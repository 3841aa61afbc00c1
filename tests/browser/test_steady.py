"""What must not move or collide: digits while they change, the navigation from page to page, marks around numbers."""

from __future__ import annotations

import random
from collections.abc import Callable

from django.urls import reverse
from playwright.sync_api import Page

from demo.simulation import play_table
from tests import builders
from tests.browser.measured import measured
from tournament.models import Table
from tournament.roster.actions import park

# Texts with digits, outside of titles, that are wider with ones than with zeros.
UNEVEN = """() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), nodes = [], range = new Range();
    while (texts.nextNode()) nodes.push(texts.currentNode);
    const width = (node, digit) => {
        const before = node.data;
        node.data = before.replace(/[0-9]/g, digit);
        range.selectNodeContents(node);
        const wide = range.getBoundingClientRect().width;
        node.data = before;
        return wide;
    };
    return nodes.filter(node => /[0-9]/.test(node.data) && !node.parentElement.closest('h1, h2, h3, .title, script')
        && node.parentElement.checkVisibility() && Math.abs(width(node, '1') - width(node, '0')) > 0.1)
        .map(node => node.data.trim());
}"""
# Digits of the title font that stand so close that two zeros would touch: it leaves them 0.014 em.
TOUCHING = """() => [...document.querySelectorAll('body *')].filter(element => {
    const look = getComputedStyle(element);
    return look.fontFamily.startsWith('Fraunces') && !element.closest('h1, h2, h3, .title')
        && [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && /[0-9]/.test(node.data))
        && !(parseFloat(look.letterSpacing) >= 0.02 * parseFloat(look.fontSize));
}).map(element => element.className)"""
NAVIGATION = """() => [...document.querySelectorAll('.section-nouns > li')].map(part => {
    const {x, y, width, height} = part.getBoundingClientRect();
    return [x, y + scrollY, width, height].map(Math.round);  // a field that takes the focus may scroll the page
})"""
# Marks that reach over what stands beside them: a pill, a circle, a tile.
COLLISIONS = """() => {
    const marks = [...document.querySelectorAll('.num, .chip, .seat, .mark, .step-mark, kbd')]
        .filter(mark => mark.checkVisibility());
    const range = new Range(), found = [];
    for (const mark of marks) {
        const mine = mark.getBoundingClientRect();
        for (const [side, near] of [['before', mark.previousSibling], ['after', mark.nextSibling]]) {
            if (near?.nodeType !== Node.TEXT_NODE || !near.data.trim()) continue;
            const words = near.data.length - near.data.trimStart().length, end = near.data.trimEnd().length;
            range.setStart(near, side === 'after' ? words : end - 1);
            range.setEnd(near, side === 'after' ? words + 1 : end);
            const letter = range.getBoundingClientRect();
            const beside = letter.bottom > mine.top && letter.top < mine.bottom;
            const apart = side === 'after' ? letter.left - mine.right : mine.left - letter.right;
            if (beside && apart < 1) found.push(`${mark.textContent.trim()} ${side} ${near.data.trim()}`);
        }
        for (const other of marks) {
            const theirs = other.getBoundingClientRect();
            if (mark === other || mark.contains(other) || other.contains(mark)) continue;
            const across = mine.left < theirs.right && theirs.left < mine.right;
            if (across && mine.top < theirs.bottom && theirs.top < mine.bottom)
                found.push(`${mark.textContent.trim()} and ${other.textContent.trim()}`);
        }
    }
    return found;
}"""


def tournament_with_points(cast: builders.Cast, **words: object) -> tuple[str, list[str]]:
    """A tournament with one table's points, and the addresses that a director goes between."""
    tournament = builders.running_tournament(cast.club, **words)  # type: ignore[arg-type]
    tournament.rounds.filter(number=1).update(started_at=tournament.drawn_at)
    table = Table.objects.get(round__tournament=tournament, number=1, round__number=1)
    play_table(tournament, table, dice=random.Random(1), by=cast.director)
    names = ("manage", "entries", "check-in", "seating", "desk", "rounds", "standings", "finish", "journal")
    pages = [reverse(name, args=[tournament.slug]) for name in names]
    return tournament.slug, [*pages, reverse("tournament-settings", args=[tournament.slug])]


def test_digits_have_one_width_and_stand_apart(page_of: Callable[..., Page], transactional_db: None) -> None:
    cast = builders.cast()
    slug, pages = tournament_with_points(cast)
    page = page_of(cast.director)
    for address in [*pages, reverse("screen", args=[slug]), reverse("desk-table", args=[slug, 1, 1])]:
        page.goto(address)
        assert (measured(page, UNEVEN), page.evaluate(TOUCHING)) == ([], []), address


def test_the_navigation_stays_where_it_is(page_of: Callable[..., Page], transactional_db: None) -> None:
    """The same places from page to page and in an error, with a page that scrolls and one that does not."""
    cast = builders.cast()
    slug, pages = tournament_with_points(cast)
    for language in ("en-US", "es"):
        page = page_of(cast.director, locale=language)
        for width in (390, 768, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            places = {}
            for address in [*pages, f"/t/{slug}/no-such-page/"]:
                page.goto(address)
                places[address] = measured(page, NAVIGATION)
            assert len(places[pages[0]]) == 6
            moved = {address for address, place in places.items() if place != places[pages[0]]}
            assert moved == set(), (language, width)


def test_marks_and_numbers_collide_nowhere(page_of: Callable[..., Page], transactional_db: None) -> None:
    """Pills, chips, tiles and keys, where points and states stand."""
    cast = builders.cast()
    slug, _pages = tournament_with_points(cast)
    names = ("standings", "desk", "manage", "room", "seating", "print-centre", "adjustments")
    addresses = [reverse(name, args=[slug]) for name in names]
    addresses += [reverse("player", args=[slug, 1]), reverse("desk-table", args=[slug, 1, 1])]
    page = page_of(cast.director)
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        for address in addresses:
            page.goto(address)
            page.evaluate("document.querySelectorAll('details').forEach(details => details.open = true)")
            assert measured(page, COLLISIONS) == [], (address, width)


def test_sixty_people_are_not_endless_on_a_phone(
    page_of: Callable[..., Page], transactional_db: None
) -> None:
    """Whatever has a line for everybody stays below nine screens of a phone, sheets of paper included."""
    cast = builders.cast()
    slug, _pages = tournament_with_points(cast, players=60)
    tournament = builders.tournament(cast.club)
    lines = "".join(f"{n},Surname{n},First{n},Town{n}\n" for n in range(1, 61))
    roster = park(
        tournament,
        by=cast.director,
        name="roster.csv",
        content=f"Number,Last name,First name,Town\n{lines}".encode(),
    )
    addresses = [reverse(name, args=[slug]) for name in ("standings", "check-in", "print-centre")]
    of_a_round = ("round", "round-seating", "seating-round", "desk-round")
    addresses += [reverse(name, args=[slug, 1]) for name in of_a_round]
    addresses.append(reverse("roster-preview", args=[tournament.slug, roster.pk]))
    page = page_of(cast.director, viewport={"width": 390, "height": 844})
    heights = {}
    for address in addresses:
        page.goto(address)
        heights[address] = measured(page, "document.documentElement.scrollHeight")
    assert {address: height for address, height in heights.items() if height > 9 * 844} == {}
