"""Every table on a page is a file too, or says here why not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ui.slots import templates_of

TEMPLATES = Path("templates")
FILES = "ui/_spreadsheet.html"
# Tables, and the lists whose rows are records: what stands on record, accounts, tournaments, who is at the door.
TABLE = re.compile(
    r'<table|\{% render_table|class="(?:plain-list decisions|accounts|tournament-list|door|floor|wish-list|prize-plan|'
    r'speaker-list|seating-tables)[" ]'
)
PART = re.compile(r'\{% (?:extends|include) "([^"]+)"')
SLOT = re.compile(r'\{% slot "([^"]+)"')

# Pages, or parts of pages, with a table that is no file; by the reason.
WITHOUT: dict[str, tuple[str, ...]] = {
    "cards while they are typed, compared or ruled on: a form, or the paper as it was written": (
        "scoring/desk/_facts_games.html",
        "scoring/desk/_facts_sixteen.html",
        "scoring/desk/_grid.html",
        "scoring/desk/_sixteen_sheets.html",
        "scoring/desk/_version.html",
        "scoring/desk/conflict.html",
        "scoring/desk/differences.html",
        "scoring/desk/outdated.html",
    ),
    "a form in rows": ("tournament/values/_hands.html",),
    "what a change would do, before it is done": ("scoring/seats/wrong_seat.html",),
    "rows of the director's own spreadsheet, before they are taken": (
        "tournament/roster/_changed.html",
        "tournament/roster/_left_out.html",
        "tournament/roster/_new.html",
        "tournament/roster/_refused.html",
        "tournament/roster/preview.html",
    ),
    "buttons for this minute; the list of players, of rounds or of fees has what lasts": (
        "scoring/bonus/bonus.html",
        "scoring/room/_tables.html",
        "tournament/check_in/_list.html",
    ),
    "the numbers of a picture, which the standings have too": ("scoring/standings/pictures/spread.html",),
    "what is said aloud, name by name; the prizes and the report have who won": (
        "scoring/ceremony/_ceremony.html",
    ),
    "what the hall is told now; the journal's file has all of it": (
        "tournament/hall_messages/hall_messages.html",
    ),
    "a way to other pages, which have the file": (
        "tournament/clubs/home.html",
        "tournament/people/merge.html",
        "tournament/values/house_list.html",
    ),
    "secrets, or one's own devices": (
        "registration/own_sign_ins.html",
        "tournament/clubs/invitations.html",
    ),
    "files already": ("tournament/archive/archives.html",),
    "handed out whole as a file of its own": (
        "tournament/rights/_sections.html",
        "tournament/rights/stored.html",
    ),
    "what the program does, in words; nothing of anybody": ("tournament/rights/public.html",),
    "made-up rows": (
        "ui/styleguide.html",
        "ui/styleguide/controls.html",
        "ui/styleguide/decisions.html",
        "ui/styleguide/desk.html",
        "ui/styleguide/people.html",
        "ui/styleguide/room.html",
        "ui/styleguide/screens.html",
        "ui/styleguide/seating.html",
    ),
    "what every list that is turned page by page has": ("ui/table.html",),
}


def text_of(name: str) -> str:
    path = TEMPLATES / name
    return path.read_text() if path.exists() else ""


def parts_of(name: str, seen: frozenset[str] = frozenset()) -> frozenset[str]:
    """A template, with everything that it extends and includes."""
    text, parts = text_of(name), seen | {name}
    templates = [*PART.findall(text), *(part for slot in SLOT.findall(text) for part in templates_of(slot))]
    for part in templates:
        if part not in parts:
            parts |= parts_of(part, parts)
    return parts


def pages() -> Iterator[str]:
    for path in sorted(TEMPLATES.rglob("*.html")):
        name = str(path.relative_to(TEMPLATES))
        if "base.html" in parts_of(name) and name != "base.html":
            yield name


def test_every_table_is_a_file_or_says_why_not() -> None:
    """So that nobody adds one without deciding it; and nobody keeps a reason for a table that is gone or has a file."""
    reasons = {name for names in WITHOUT.values() for name in names}
    without, reached = set(), set()
    for page in pages():
        parts = parts_of(page)
        reached |= parts
        if FILES not in parts:
            tables = {part for part in parts if TABLE.search(text_of(part))}
            without |= {page} if page in reasons - tables and tables else tables
    everything = {str(path.relative_to(TEMPLATES)) for path in TEMPLATES.rglob("*.html")}
    apart = {name for name in everything - reached if TABLE.search(text_of(name))}
    assert sorted(without | apart) == sorted(reasons)
