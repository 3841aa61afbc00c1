"""The sheet of the day that each player keeps: where she sits in each round, by the plan; two blocks a sheet."""

from __future__ import annotations

from typing import Any

import pytest

from paper.prints import described
from paper.sheets.registry import BY_NAME
from paper.sheets.sheet import PrintJob
from tests import builders
from tournament.models import Tournament

pytestmark = pytest.mark.django_db

OFFICIAL: dict[str, Any] = {
    "system": "club-day",
    "verification": "official-sheet",
    "rounds_per_block": 2,
    "block_names": "AM, PM",
}


def words(tournament: Tournament, number: int) -> list[str]:
    data = described(BY_NAME["own-sheets"], PrintJob(tournament, chosen=frozenset({number})))
    assert data is not None
    (item,) = data["items"]
    return [label["text"] for label in (*item["labels"], *data["forms"][item["form"]]["labels"])]


def moved(cast: builders.Cast, **fields: Any) -> Tournament:
    """Eight players, four rounds in two blocks; after each round those at B change tables."""
    return builders.running_tournament(cast.club, players=8, rounds=4, **OFFICIAL | fields)


def test_each_round_has_its_table_by_the_plan_and_each_block_its_total(cast: builders.Cast) -> None:
    told = words(moved(cast), 2)
    assert [text for text in told if text.isdecimal()][:4] == ["1", "2", "1", "2"]
    for text in ("AM", "PM", "AM total", "PM total", "Whole day", "You are B all day.   No. 2"):
        assert text in told
    assert "Keep this sheet. A hands in the table’s sheet." in told
    assert "Strike through a zero." in " ".join(told)


def test_the_numbers_are_those_of_the_house(cast: builders.Cast) -> None:
    changes = {"thrower": [15, 15, 20, 30], "wall": 5, "jokerless": 0, "collector": "in-turn"}
    told = words(moved(cast, profile_changes=changes), 2)
    assert [text for text in told if text[:1] in ("+", "−")] == ["+10", "+5", "−15", "−20", "−30"]
    assert "penalty" in told
    assert "Keep this sheet. The table hands in a sheet of its own." in told


def test_only_where_the_table_has_one_sheet(cast: builders.Cast) -> None:
    assert not BY_NAME["own-sheets"].fits(builders.tournament(cast.club, system="sanctioned"))
    assert described(BY_NAME["own-sheets"], PrintJob(builders.tournament(cast.club, **OFFICIAL))) is None
