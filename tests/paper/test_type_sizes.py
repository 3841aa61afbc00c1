"""Nothing that players read is smaller than 10 points: read from the files, for every family, in both languages."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from paper.engine import Document, make_pdf
from paper.prints import described
from paper.sheets.registry import SHEETS
from paper.sheets.sheet import PrintJob
from tests import builders
from tests.paper.test_cards import EVERY_SYSTEM, SITE, WITH_EXTRAS, system_of
from tests.paper.type_sizes import type_sizes

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

AT = datetime.datetime(2026, 11, 22, 9, 40, tzinfo=datetime.UTC)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("fields", EVERY_SYSTEM + WITH_EXTRAS, ids=system_of)
def test_no_type_is_smaller_than_ten_points(
    cast: builders.Cast, fields: dict[str, Any], language: str
) -> None:
    """Of every sheet, in one file; with tables of four and of three, whose cards say more."""
    tournament = builders.running_tournament(cast.club, players=11, rounds=3, **fields)
    job = PrintJob(tournament, language=language, round_number=1, site=SITE)
    sheets = [sheet for sheet in SHEETS if sheet.fits(tournament)]
    described_sheets = {sheet.name: data for sheet in sheets if (data := described(sheet, job, "revision 1"))}
    assert "score-cards" in described_sheets
    sizes = type_sizes(make_pdf(Document("Every sheet", language, [*described_sheets.values()]), AT))
    assert {size: pieces for size, pieces in sizes.items() if size < 9.99} == {}


def test_sizes_are_read_as_they_are_set(cast: builders.Cast) -> None:
    job = PrintJob(builders.running_tournament(cast.club, players=4, rounds=1), round_number=1)
    data = described(next(sheet for sheet in SHEETS if sheet.name == "score-cards"), job)
    assert data is not None
    set_in = {label["size"] for label in (*data["forms"][0]["labels"], *data["items"][0]["labels"])}
    assert set_in <= type_sizes(make_pdf(Document("Cards", "en", [data]), AT)).keys()
