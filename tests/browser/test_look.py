"""What the eye relies on, checked by machine on every page: contrast and names, width, zoom, paper, and the keyboard.

`make pictures-all` also takes a picture of every page at three widths into build/pictures/.
"""

from __future__ import annotations

import contextlib
import datetime
import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from django.db import connection
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from club.models import Club, HouseProfile, Membership, Person, User
from demo import demonstration
from paper.models import Pack
from rules.seasons.rule import printed_rule
from scoring.models import Adjustment, Complaint, PrizeRow
from seasons.actions import make_season, publish, set_events
from tests import builders
from tests.browser.measured import measured
from tests.seasons.world import correct, evening, people
from tests.whole.test_every_page import RIGHTS, addresses, archive_parts
from tournament.models import Category, HallMessage, Tournament
from tournament.roster.actions import park

ON_SHEETS = ("standings", "player")
# A stream that stays open, files to keep, data, pictures, and a part of a page.
NOT_PAGES = {
    "account-stored-file",
    "archive-download",
    "archive-stored",
    "certificate-example",
    "clock-now",
    "desk-pile",
    "club-logo-picture",
    "healthz",
    "live",
    "own-stored-file",
    "people-alike",
    "person-stored-file",
    "print-pack-file",
    "print-preview",
    "readyz",
    "results-json",
    "results-logo",
    "results-png",
    "roster-sample",
    "season-archive",
    "season-csv",
    "season-sheet",
    "season-xlsx",
    "standings-csv",
    "standings-json",
    "standings-xlsx",
}
# Between these nothing new comes up; `make pictures-all` goes through every width.
WIDTHS = (320, 390, 768, 1280, 1920, 2560) if os.environ.get("CHARLESTON_PICTURES") else (320, 768, 2560)
PICTURES = Path(__file__).parents[2] / "build" / "pictures"
PICTURE_WIDTHS = (390, 1280, 1920)
LONG = "Wilhelmina Featherstonehaugh-Cholmondeley-Vanderbilt"

# At 200 % zoom a laptop's 1280 by 800 has half as many pixels of each kind.
ZOOMED = {"width": 640, "height": 400}

# The sheets are this page's own: axe need not fetch them again.
RUN_AXE = """([only, include]) => axe
    .run(include || document, {resultTypes: ['violations'], preload: false, ...only})
    .then(answer => answer.violations.map(
        rule => rule.id + ': ' + rule.nodes.map(node => node.target.join(' ')).join(' | ')))"""
# Each kind of text once, on whichever page it comes first. Contrast is by far the dearest rule, and a kind looks the
# same on its hundredth row: the same elements with the same words for styles (class, type, state) all the way up, on a
# row of the same stripe, under the same sheets. `seen` has the numbers of those that were looked at.
KINDS_OF_TEXT = """seen => {
    const WORDS = /^(class|type|role|scope|style|data-|aria-(current|pressed|selected|invalid))/;
    const sheets = [...document.styleSheets].map(sheet => sheet.href).join();
    const kind = element => element === null ? sheets : kind(element.parentElement) + '/' + element.tagName
        + [...element.attributes]
            .map(({name, value}) => name + (WORDS.test(name) && !/\\d/.test(value) ? value : '')).sort()
        + (['TR', 'LI'].includes(element.tagName) ? [...element.parentElement.children].indexOf(element) % 2 : '');
    const number = text => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 2 ** 47, 0);
    const holdsText = element => element.matches('input, select, textarea')
        || [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const known = new Set(seen);
    const found = new Map([...document.body.querySelectorAll('*')].filter(holdsText)
        .map(text => [number(kind(text)), text]).filter(([of, _text]) => !known.has(of)));
    return {numbers: [...found.keys()], texts: [...found.values()]};
}"""
SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
SHEETS_LOST = """() => [...document.querySelectorAll('link[rel=stylesheet]')].filter(link => !link.sheet)
    .map(link => link.href)"""
ON_PAPER = """() => {
    const seen = element => element && getComputedStyle(element).display !== 'none';
    const ink = getComputedStyle(document.body).color;
    const paper = getComputedStyle(document.documentElement).backgroundColor;
    const tools = ['.top', '.section-nav', 'button', '.search', '.page-foot'];
    return [ink, paper, tools.filter(name => seen(document.querySelector(name)))];
}"""
PAPER = ["rgb(0, 0, 0)", "rgb(255, 255, 255)", []]


# Tournament -> its pages: the day as it runs, its beginning and its end, and the two systems whose cards carry facts.
STAGES = {
    "Autumn Classic": (
        "desk-table 3 5",
        "desk-table 3 6",
        "desk-table 3 11",
        "standings ?find=ca",
        "standings ?me=18",
        "desk-table 3 99",
        "adjustments ?round=3&table=5",
        "adjustments ?player=5&round=3&kind=late",
        "adjustments ?player=5&round=3&kind=disturbing&points=50",
        "complaints ?player=6",
    ),
    "First Day": (
        "standings",
        "manage",
        "entries",
        "check-in",
        "seating",
        "rounds",
        "desk",
        "screen",
        "finish",
    ),
    "Winter Charity Day": ("standings", "manage", "entries", "check-in", "seating", "rules"),
    "Spring Open": ("standings", "manage", "screen", "finish", "player 1"),
    "Sixteen": ("desk-table 1 1", "standings", "rules"),
    "Card Game": ("desk-table 1 1", "standings", "rules"),
}
EXTRAS = [
    {"code": "concealed", "name": "Concealed hand", "points": 15, "to": "winner", "per": "game"},
    {"code": "door", "name": "Door prize", "points": -5, "to": "seat", "per": "round"},
]
OPEN_TO_ALL = (
    "home",
    "sign-in",
    "this-program",
    "standings",
    "standings ?me=18",
    "player 18",
    "round-seating 3",
    "screen",
    "manage",
    "rules",
)


@dataclass
class Hall:
    """The demonstration club, with a tournament that is only named and one of each system that carries facts."""

    director: User
    scorekeeper: User
    tournaments: dict[str, Tournament]


@pytest.fixture(scope="session")
def shelf() -> Iterator[sqlite3.Connection]:
    """Keeps what a database holds from one test to the next: the demonstration takes seconds to play."""
    with contextlib.closing(sqlite3.connect(":memory:")) as database:
        yield database


@pytest.fixture
def hall(transactional_db: None, shelf: sqlite3.Connection) -> Hall:
    connection.ensure_connection()
    if shelf.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
        fill()
        connection.connection.backup(shelf)
    else:
        shelf.backup(connection.connection)
    club = Club.objects.get(slug=demonstration.SLUG)
    director, scorekeeper = (
        club.memberships.select_related("user").get(role=role).user for role in ("director", "scorekeeper")
    )
    return Hall(director, scorekeeper, {event.name: event for event in club.tournaments.all()})


def fill() -> None:
    demonstration.load(datetime.date(2026, 11, 20))
    club = Club.objects.get(slug=demonstration.SLUG)
    club.people.filter(name="Norma Jean Tucker").update(name=LONG)
    builders.tournament(club, name="First Day")
    for name, system in (("Sixteen", "sixteen-hands"), ("Card Game", "card-game")):
        builders.running_tournament(club, name=name, system=system, profile_changes={"extras": EXTRAS})


def every_address(hall: Hall) -> list[tuple[str, str]]:
    """Each address that is read, in the running tournament; and what first use and the end of a day look like."""
    running = hall.tournaments["Autumn Classic"]
    club = running.club
    upload = park(running, by=hall.director, name="roster.csv", content=b"number,name\n90,Nine\n")
    member = Membership.objects.get(user=hall.scorekeeper)
    row = PrizeRow.objects.create(tournament=running, position=1, criterion="overall", cents=[10000, 5000])
    player = running.entries.get(number=5)
    now = timezone.now()
    Adjustment.objects.create(entry=player, kind="late", points=-20, at=now, by=hall.director)
    Complaint.objects.create(entry=player, outcome="warned", reason="loud", at=now, by=hall.director)
    HallMessage.objects.create(tournament=running, words=f"Lunch with {LONG}", at=now)
    Category.objects.create(tournament=running, name="Half day", last_round=3)
    pack = Pack.objects.create(
        tournament=running, name="round", choices={"round_number": 1}, by=hall.director, asked_at=now
    )
    house = HouseProfile.objects.create(
        club=club, name=LONG[:60], system="mahj-x", changes={"extras": EXTRAS}
    )
    parts = {
        **archive_parts(running, hall.director),
        "row": row.pk,
        "number": 3,
        "sheet": "all-by-name",
        "kind": "xlsx",
        "pack": pack.pk,
        "code": f"{running.pk}-3-1-A-1",
        "revision": 1,
        "table": 1,
        "member": member.pk,
        "account": hall.scorekeeper.pk,
        "house": house.pk,
        "system": "sixteen-hands",
        "person": player.person_id,
        "other": running.entries.get(number=6).person_id,
        "upload": upload.pk,
        "name": "16-players.csv",
        "event": running.pk,
        **season_parts(hall, player.person),
    }
    pages_and_addresses = []
    for name, (method, _who) in RIGHTS.items():
        route, names = addresses()[name]
        slug = club.slug if route.startswith(("clubs/", "s/")) else running.slug
        if method == "get" and name not in NOT_PAGES:
            pages_and_addresses.append(
                (name, reverse(name, kwargs={name: parts.get(name, slug) for name in names}))
            )
    for event, pages in STAGES.items():
        pages_and_addresses += [
            (f"{page}, {event}", address_of(page, hall.tournaments[event])) for page in pages
        ]
    return pages_and_addresses


def season_parts(hall: Hall, player: Person) -> dict[str, object]:
    """A season of two evenings that the player was at; one was corrected since they were published."""
    club = player.club
    known = {"player": player} | people(club, [f"Ann {LONG}", "Bo Best", "Cy Cole"])
    events = [
        evening(club, number, [dict(zip(known, (50, 20, 10, -5 * number), strict=True))], known)
        for number in (1, 2)
    ]
    rule = printed_rule("newport-pagnell")
    given = {"name": f"Season of {LONG}", "is_public": True, "rule": rule}
    season = make_season(club, **given, by=hall.director)
    set_events(season, events, by=hall.director)
    publish(season, by=hall.director)
    correct(events[0], "Bo Best", 90)
    return {
        "season": season.slug,
        "publication": 1,
        "event_of_season": events[0].slug,
        "base": "groene-hart",
    }


def address_of(page: str, tournament: Tournament) -> str:
    """`desk-table 3 5` is table 5 of round 3, `standings ?me=18` the page of player 18."""
    name, *rest = page.split()
    query = "".join(part for part in rest if part.startswith("?"))
    numbers = [int(part) for part in rest if not part.startswith("?")]
    slug = [] if name in ("home", "sign-in", "this-program") else [tournament.slug]
    return reverse(name, args=[*slug, *numbers]) + query


def opened(page: Page, address: str) -> None:
    page.goto(address)
    if "?me=" in address:  # leads on to the standings, with that player on top
        expect(page.locator(".you")).to_be_visible()


def with_axe(page: Page) -> Page:
    page.context.add_init_script(path=AXE_FILE_PATH)
    return page


def faults_of(page: Page, name: str, seen: set[int]) -> list[str]:
    """Everything wrong with how the page that is open looks; each fault in words. Kinds of text that were `seen` on
    another page are not looked at again. Its context brings axe to every page (`with_axe`).
    """
    all_faults = [f"without {address}" for address in page.evaluate(SHEETS_LOST)]
    beside_contrast = {"rules": {"color-contrast": {"enabled": False}}}
    all_faults += page.evaluate(RUN_AXE, [beside_contrast, None])
    kinds = page.evaluate_handle(KINDS_OF_TEXT, list(seen))
    numbers, texts = kinds.evaluate("kinds => kinds.numbers"), kinds.get_property("texts")
    seen.update(numbers)
    for scheme in ("dark", "light") if numbers else ():
        page.emulate_media(color_scheme=scheme)
        faults = page.evaluate(RUN_AXE, [{"runOnly": ["color-contrast"]}, texts])
        all_faults += [f"{scheme} {fault}" for fault in faults]
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        if measured(page, SIDEWAYS):
            all_faults.append(f"sideways at {width}")
        if os.environ.get("CHARLESTON_PICTURES") and width in PICTURE_WIDTHS:
            page.screenshot(path=PICTURES / f"{name} {width}.png", full_page=True)
    page.set_viewport_size(ZOOMED)
    if measured(page, SIDEWAYS):
        all_faults.append("sideways at 200 % zoom")
    page.emulate_media(media="print", color_scheme="dark")
    paper = page.evaluate(ON_PAPER)
    if paper != PAPER:
        all_faults.append(f"on paper {paper}")
    if name in ON_SHEETS and not page.pdf(format="Letter").startswith(b"%PDF-"):
        all_faults.append("not printed")
    page.emulate_media(media="screen", color_scheme="light")
    page.set_viewport_size({"width": 1280, "height": 800})
    return all_faults


@pytest.mark.long
@pytest.mark.parametrize("half", [0, 1])
def test_every_page_is_sound(half: int, hall: Hall, page_of: Callable[..., Page]) -> None:
    """axe finds nothing in either scheme, nothing scrolls sideways, paper is black on white."""
    page = with_axe(page_of(hall.director, viewport={"width": 1280, "height": 800}, reduced_motion="reduce"))
    faults: list[str] = []
    seen: set[int] = set()
    for name, address in every_address(hall)[half::2]:
        opened(page, address)  # a new file to keep stands in NOT_PAGES, or it would end here
        faults += [f"{name}: {fault}" for fault in faults_of(page, name, seen)]
    assert "\n".join(faults) == ""


def test_every_page_without_sign_in_is_sound(
    hall: Hall, new_page: Callable[..., Page], settings: object
) -> None:
    """The public pages, the door, the program at its machine, and what somebody sees who may not look."""
    settings.PROGRAM = SimpleNamespace(port=8000, hall=["192.168.1.20", "10.0.0.5"])
    settings.HALL_ADDRESS = "http://192.168.1.20:8000"
    page = with_axe(new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce"))
    faults: list[str] = []
    seen: set[int] = set()
    for name in OPEN_TO_ALL:
        opened(page, address_of(name, hall.tournaments["Autumn Classic"]))
        faults += [f"{name}: {fault}" for fault in faults_of(page, f"open {name}", seen)]
    assert "\n".join(faults) == ""


FOCUSED = """() => {
    const now = document.activeElement, look = getComputedStyle(now);
    const ring = look.outlineStyle !== 'none' && parseFloat(look.outlineWidth) >= 2;
    const label = now.labels && now.labels.length ? now.labels[0].textContent : '';
    const words = now.getAttribute('aria-label') || now.textContent || '';
    return [(label || words).replace(/\\s+/g, ' ').trim(), now === document.body || now.tagName === 'MAIN' || ring];
}"""


def tab_to(page: Page, start: str, *, most: int = 120) -> None:
    """Presses Tab until what has the focus begins with these words; everything on the way must show its focus."""
    for _press in range(most):
        words, ringed = page.evaluate(FOCUSED)
        assert ringed, f"nobody sees that “{words}” has the focus"
        if words.startswith(start):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"“{start}” is not reached by Tab on {page.url}")


def go(page: Page, start: str) -> None:
    """Follows a link by keyboard alone."""
    tab_to(page, start)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def test_the_day_by_keyboard_alone(new_page: Callable[..., Page], transactional_db: None) -> None:
    """Sign in, make the tournament, enter and check in its players, draw, publish, start the clock, type the sets,
    finish, and read the standings."""
    cast = builders.cast()
    page = new_page(viewport={"width": 1280, "height": 800})
    page.goto("/sign-in/")
    tab_to(page, "User name")
    page.keyboard.type(cast.director.username)
    tab_to(page, "Password")
    page.keyboard.type("a long test password")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    go(page, "New tournament")
    tab_to(page, "Name")
    page.keyboard.type("Keys Only")
    tab_to(page, "Date")
    page.keyboard.type("11202026")
    go(page, "Create the tournament")

    go(page, "Add a player")
    for name in ("Ann", "Bea", "Cy"):
        tab_to(page, "Name")
        page.keyboard.type(name)
        go(page, "Add, then another")
    tab_to(page, "Name")
    page.keyboard.type("Dee")
    go(page, "Add the player")
    go(page, "Today")
    go(page, "Open check-in")
    for here in range(1, 5):
        tab_to(page, "Check in ")
        page.keyboard.press("Enter")
        expect(page.locator("main")).to_contain_text(f"{here} of 4")
    go(page, "Today")
    go(page, "Open the draw")
    tab_to(page, "Other ways to move")
    page.keyboard.press("Enter")
    tab_to(page, "Rounds")
    page.keyboard.press("Control+A")
    page.keyboard.type("1")
    go(page, "Change the rounds")
    go(page, "Draw the seats")
    go(page, "Today")
    go(page, "Review and publish")
    go(page, "Publish round 1")
    go(page, "Start the clock")
    go(page, "Scores")

    expect(page.locator("#next-table")).to_be_focused()
    page.keyboard.type("1")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator("[name=A-1]")).to_be_focused()
    for letter, numbers in {
        "A": (25, 10, 0, 0),
        "B": (-10, 10, 0, 0),
        "C": (0, 10, 0, 0),
        "D": (0, 10, 0, 0),
    }.items():
        for cell, number in zip(("1", "2", "3", "4", "total"), (*numbers, sum(numbers)), strict=True):
            expect(page.locator(f"[name={letter}-{cell}]")).to_be_focused()
            page.keyboard.type(str(number))
            # A number that nothing can follow goes on by itself; any other waits for Enter.
            if page.locator(f"[name={letter}-{cell}]").evaluate("cell => cell === document.activeElement"):
                page.keyboard.press("Enter")
    page.keyboard.press("v")
    expect(page.locator("#accept")).to_be_focused()
    expect(page.locator(".ready")).to_contain_text("Complete")
    page.keyboard.press("Enter")
    expect(page.locator("#pile [data-table='1']")).to_have_attribute("data-state", "done")
    go(page, "Score desk")
    expect(page.locator("main")).to_contain_text("Every set of round 1 is accepted")

    go(page, "Results")
    go(page, "Finish")
    go(page, "Make the standings final")
    go(page, "Final standings")
    rows = page.locator("table.standings tbody tr")
    expect(rows).to_have_count(4)
    totals = rows.locator("td:last-child").all_inner_texts()
    assert [text.split()[0] for text in totals] == ["35", "10", "10", "0"]


def test_a_page_says_so_when_the_server_goes_away(
    page_of: Callable[..., Page], transactional_db: None
) -> None:
    """The public page, the hall screen and the director's say it in words, and take it back by themselves."""
    cast = builders.cast()
    tournament = builders.running_tournament(cast.club)
    page = page_of(cast.director)
    for name in ("standings", "screen", "manage"):
        page.goto(reverse(name, args=[tournament.slug]))
        lost = page.locator("[data-live-lost]")
        expect(lost).to_be_hidden()
        page.route(re.compile("/live/"), lambda route: route.abort())
        page.evaluate(
            "dispatchEvent(new PageTransitionEvent('pagehide')); dispatchEvent(new Event('pageshow'))"
        )
        expect(lost).to_be_visible()
        page.unroute_all()
        expect(lost).to_be_hidden()
    page.goto(reverse("standings", args=[tournament.slug]))
    page.context.set_offline(True)
    page.locator("#find").fill("pla")
    expect(page.locator("#connection")).to_contain_text("Not connected")
    assert page.locator("#find").input_value() == "pla"
    page.context.set_offline(False)
    expect(page.locator("#connection")).to_be_hidden()
