"""Blocks: their totals beside the grand total wherever points stand, and who won each."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from demo.simulation import play_rounds
from paper.sheets.hall import tally_sheet
from paper.sheets.results import by_rank, said
from paper.sheets.sheet import PrintJob
from scoring.adjustments.actions import adjust
from scoring.finishing.actions import finish
from scoring.models import PointLine
from scoring.standings.queries import calculate
from scoring.standings.standing import AdjustedPoints
from tests import builders
from tournament.models import Category, Tournament
from tournament.settings.actions import create_tournament

pytestmark = pytest.mark.django_db


def played(cast: builders.Cast, rounds: int = 4, **fields: Any) -> Tournament:
    """A tournament of four rounds in two blocks, its first rounds played."""
    fields = {"rounds_per_block": 2, "block_names": "AM, PM"} | fields
    tournament = builders.running_tournament(cast.club, players=8, rounds=4, **fields)
    list(play_rounds(tournament, rounds, seed=5, by=cast.director))
    tournament.refresh_from_db()
    return tournament


def sums(tournament: Tournament, first: int, last: int) -> dict[int, int]:
    """Player number -> points of these rounds, added up line by line."""
    totals: dict[int, int] = {}
    for line in PointLine.objects.filter(round__tournament=tournament, round__number__range=(first, last)):
        totals[line.entry.number] = totals.get(line.entry.number, 0) + line.points
    return totals


@pytest.mark.slow
@pytest.mark.parametrize("system", ["sanctioned", "club-day", "sixteen-hands", "card-game", "mahj-x"])
def test_blocks_add_up_to_the_total_and_have_a_winner(cast: builders.Cast, system: str) -> None:
    tournament = played(cast, system=system)
    first = tournament.entries.get(number=1)
    adjust(tournament, entry=first, given=AdjustedPoints(3, -15, "late"), reason="", by=cast.director)
    adjust(tournament, entry=first, given=AdjustedPoints(None, 7, "ruling"), reason="?", by=cast.director)
    morning, afternoon = sums(tournament, 1, 2), sums(tournament, 3, 4)
    afternoon[1] -= 15
    now = calculate(tournament)
    assert {row.number: row.blocks for row in now.places} == {
        number: (morning[number], afternoon[number]) for number in morning
    }
    assert {row.number: row.total for row in now.places} == {
        number: morning[number] + afternoon[number] + (7 if number == 1 else 0) for number in morning
    }
    winners = {count.name: {place.number for place in places} for count, places in now.won_blocks}
    assert winners == {
        name: {number for number, total in totals.items() if total == max(totals.values())}
        for name, totals in (("AM", morning), ("PM", afternoon))
    }


@pytest.mark.slow
def test_a_block_has_no_winner_before_its_last_table(cast: builders.Cast) -> None:
    tournament = played(cast, rounds=3)
    now = calculate(tournament)
    assert [(count.name, count.is_complete) for count in now.blocks] == [("AM", True), ("PM", False)]
    assert [count.name for count, _winners in now.won_blocks] == ["AM"]
    tournament.rounds.filter(number=3).update(published_at=None)
    assert [count.name for count in calculate(tournament).blocks] == ["AM"]


@pytest.mark.slow
def test_files_have_the_totals_by_name(cast: builders.Cast, client: Client) -> None:
    tournament = played(cast)
    now = {place.number: place for place in calculate(tournament).places}
    answer = json.loads(client.get(reverse("standings-json", args=[tournament.slug])).content)
    assert {place["number"]: place["blocks"] for place in answer["places"]} == {
        number: dict(zip(["AM", "PM"], place.blocks, strict=True)) for number, place in now.items()
    }
    text = client.get(reverse("standings-csv", args=[tournament.slug])).content.decode("utf-8-sig")
    for row in csv.DictReader(io.StringIO(text)):
        assert (int(row["AM"]), int(row["PM"])) == now[int(row["number"])].blocks


@pytest.mark.slow
@pytest.mark.parametrize("name", ["standings", "screen", "player", "own"])
def test_pages_have_the_totals_by_name(cast: builders.Cast, client: Client, name: str) -> None:
    tournament = played(cast, block_names="Saturday, Sunday")
    tournament.rounds.update(started_at=timezone.now())
    address = reverse("standings", args=[tournament.slug]) + "?me=1"
    if name != "own":
        arguments = [tournament.slug, 1] if name == "player" else [tournament.slug]
        address = reverse(name, args=arguments)
    page = client.get(address).content.decode()
    assert "<bdi>Saturday</bdi>" in page
    assert "<bdi>Sunday</bdi>" in page


@pytest.mark.slow
def test_standings_of_before_and_lists_on_paper_have_the_totals_beside_the_rounds(
    cast: builders.Cast, client: Client
) -> None:
    tournament = played(cast)
    morning, afternoon = sums(tournament, 1, 2), sums(tournament, 3, 4)
    table = client.get(reverse("history-round", args=[tournament.slug, 3])).context["then"]
    assert [column.name for column in table.columns] == ["Round 1", "Round 2", "AM", "Round 3", "PM"]
    third = sums(tournament, 3, 3)
    assert {place.number: (cells[2], cells[4]) for place, cells, _apart in table.rows} == {
        number: ((morning[number], True), (third[number], True)) for number in morning
    }
    listed = by_rank(PrintJob(tournament))
    assert listed is not None
    heads = ["Round 1", "Round 2", "AM", "Round 3", "Round 4", "PM", "Total"]
    assert [column["head"] for column in listed["columns"]][3:] == heads
    assert {int(row[2]): (row[5], row[8]) for row in listed["items"]} == {
        number: (said(morning[number]), said(afternoon[number])) for number in morning
    }
    tally = tally_sheet(PrintJob(tournament))
    assert tally is not None
    assert [column["head"].strip() for column in tally["columns"]][2:] == heads


@pytest.mark.slow
def test_winners_have_their_blocks_too(cast: builders.Cast, client: Client) -> None:
    tournament = played(cast)
    Category.objects.create(tournament=tournament, name="Morning only", last_round=2)
    tournament.entries.filter(number__in=(3, 4)).update(category=tournament.categories.get())
    finish(tournament, by=cast.director)
    morning, afternoon = sums(tournament, 1, 2), sums(tournament, 3, 4)
    answer = client.get(reverse("results-json", args=[tournament.slug])).json()
    assert {place["number"]: place["blocks"] for place in answer["places"]} == {
        number: {"AM": morning[number], "PM": afternoon[number]} for number in morning
    }
    page = client.get(reverse("results", args=[tournament.slug]))
    assert [dict(apart) for _place, apart in page.context["podium"]] == [
        place["blocks"] for place in answer["places"][: len(page.context["podium"])]
    ]
    assert page.content.decode().count("<dt><bdi>Morning only</bdi></dt>") == 1


@pytest.mark.slow
def test_undivided_rounds_have_no_blocks(cast: builders.Cast, client: Client) -> None:
    tournament = played(cast, rounds=1, rounds_per_block=None)
    assert calculate(tournament).blocks == ()
    answer = json.loads(client.get(reverse("standings-json", args=[tournament.slug])).content)
    assert "blocks" not in answer["places"][0]


@pytest.mark.slow
def test_columns_stand_behind_their_rounds(cast: builders.Cast) -> None:
    columns = calculate(played(cast, rounds=3)).columns
    assert [column.block.name if column.block else column.round.number for column in columns] == [
        1,
        2,
        "AM",
        3,
        "PM",
    ]


def test_a_club_day_begins_with_three_and_three(cast: builders.Cast) -> None:
    tournament = create_tournament(
        cast.club,
        by=cast.director,
        name="Club day",
        date=builders.tournament(cast.club).date,
        system="club-day",
    )
    assert (tournament.rounds_planned, tournament.rounds_per_block) == (6, 3)
    assert [(block.name, block.first, block.last) for block in tournament.blocks] == [
        ("AM", 1, 3),
        ("PM", 4, 6),
    ]
