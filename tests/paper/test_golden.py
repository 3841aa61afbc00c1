"""Pages as they looked when somebody last looked at them: one of each kind of document.

After a change that is meant, `CHARLESTON_GOLDEN=1 .venv/bin/python -m pytest -n0 tests/paper/test_golden.py` writes the
pictures anew; look at them before they are committed.
"""

from __future__ import annotations

import datetime
import io
import os
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from club.models import Person
from paper.codes import code_picture
from paper.engine import Document, make_picture
from paper.prints import described
from paper.sheets.registry import BY_NAME, SHEETS
from paper.sheets.sheet import PrintJob
from tests import builders
from tournament.models import Category, StartingTime, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

FOLDER = Path(__file__).parent / "golden"
AT = datetime.datetime(2026, 11, 22, 9, 40, tzinfo=datetime.UTC)
PPI = 40
BLOCK = 8
MOST_OFF = 24
"""Of 255, the mean of a block of pixels: a line of text that moved by its own height is more."""
KINDS = {
    "sign-in": {},
    "badges": {},
    "itineraries": {},
    "round-by-name": {},
    "round-by-table": {},
    "score-cards": {},
    "score-cards, sixteen hands": {"system": "sixteen-hands", "cards_carry": "facts"},
    "score-cards, official sheet": {"system": "club-day", "verification": "official-sheet"},
    "score-cards, card game": {"system": "card-game", "cards_carry": "facts"},
    "score-cards, mahj-x": {"system": "mahj-x", "cards_carry": "facts"},
    "own-sheets": {"system": "club-day", "verification": "official-sheet", "rounds_per_block": 2},
    "table-signs": {},
    "place-cards": {},
    "all-by-name": {},
    "movement": {},
    "announcements": {},
    "rules": {},
    "hands": {"system": "sixteen-hands"},
    "ruling-slips": {},
}
NAMES = [
    "Ann Lee",
    "Ann Lee",
    "Łukasz Ñúñez",
    "רבקה רוזנבלום",
    "محمد علي",
    "李小龍",
    "#strong[x] $x$ *a*",
    "W" * 40,
]


@pytest.fixture
def tournament(cast: builders.Cast, kind: str) -> Tournament:
    tournament = builders.running_tournament(cast.club, players=8, rounds=3, **KINDS[kind])
    tournament.rounds.filter(number__gt=1).update(steps=builders.STEPS)
    for entry, name in zip(
        tournament.entries.select_related("person").order_by("number"), NAMES, strict=True
    ):
        Person.objects.filter(pk=entry.person_id).update(
            name=name, town="Elgin" if entry.number % 2 else "Joliet"
        )
    if kind == "itineraries":
        for number, start in ((1, (1, 660)), (2, (2, 540)), (3, (2, 660))):
            StartingTime.objects.create(tournament=tournament, number=number, day=start[0], minute=start[1])
    if kind == "sign-in":
        newcomers = Category.objects.create(tournament=tournament, name="Newcomers of this year")
        tournament.entries.filter(number__in=[2, 3, 8]).update(category=newcomers)
    return tournament


def page_of(tournament: Tournament, kind: str) -> Image.Image:
    name = kind.split(",")[0]
    data: dict[str, Any] | None = described(BY_NAME[name], PrintJob(tournament, round_number=1), "revision 1")
    assert data is not None
    for item in data["items"]:
        if isinstance(item, dict) and "code" in item:
            item["code"] = code_picture(
                "C/1-1-1-A-1"
            )  # the same in every run, whatever the database counted to
    picture = make_picture(Document("Golden", "en", [data]), AT, PPI)
    return Image.open(io.BytesIO(picture)).convert("L")


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_looks_as_it_did(tournament: Tournament, kind: str) -> None:
    page, file = page_of(tournament, kind), FOLDER / f"{kind.replace(', ', '-').replace(' ', '-')}.png"
    if os.environ.get("CHARLESTON_GOLDEN"):
        FOLDER.mkdir(exist_ok=True)
        page.point(lambda value: round(value / 17) * 17).save(file, optimize=True)  # small files
    with Image.open(file) as golden:
        assert worst(page, golden.convert("L")) <= MOST_OFF


def test_every_kind_of_document_has_a_page() -> None:
    """Those of prizes apart, which are lists, and certificates, which lie on a club's own picture."""
    looked_at = {BY_NAME[kind.split(",")[0]].template for kind in KINDS}
    assert {sheet.template for sheet in SHEETS} - looked_at <= {"certificates"}


def test_a_line_that_moved_is_seen() -> None:
    """The comparison itself: a word four pixels lower is off, a hair of gray is not."""
    page = Image.new("L", (80, 80), 255)
    page.paste(0, (10, 10, 60, 14))
    moved = ImageChops.offset(page, 0, 4)
    assert worst(page, moved) > MOST_OFF
    assert worst(page, page.point(lambda value: max(value - 9, 0))) <= MOST_OFF


def worst(page: Image.Image, golden: Image.Image) -> float:
    """By how much the block differs that differs most; a page of another size differs wholly."""
    if page.size != golden.size:
        return 255
    difference = ImageChops.difference(page, golden)
    return float(difference.reduce(BLOCK).getextrema()[1])
