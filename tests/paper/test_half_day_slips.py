"""Sheets of those who are entered for a part of the day."""

from __future__ import annotations

import pytest

from paper.sheets.hall import all_by_name, all_by_table
from paper.sheets.people import itineraries
from paper.sheets.rounds import by_name
from paper.sheets.sheet import PrintJob
from tests import builders
from tournament.models import Category, Round, Seat, Tournament

pytestmark = pytest.mark.django_db

LEFT_OUT = (
    "From round 3 on without the 1 player whose part of the event ends before. "
    "It is planned again when they leave."
)


@pytest.fixture
def half_day(cast: builders.Cast) -> Tournament:
    """Four rounds of eight players, drawn; number 1 is entered until round 2."""
    tournament = builders.running_tournament(cast.club, players=8, rounds=4, published=0)
    half = Category.objects.create(tournament=tournament, name="Half day", last_round=2)
    tournament.entries.filter(number=1).update(category=half)
    return tournament


def tables(tournament: Tournament) -> dict[int, list[object]]:
    """Player number -> the table of each round on the slip."""
    slips = itineraries(PrintJob(tournament))
    assert slips is not None
    return {slip["number"]: [stop["table"] for stop in slip["stops"]] for slip in slips["items"]}


def test_a_slip_ends_with_the_half_day_and_is_printed_no_more_after_it(half_day: Tournament) -> None:
    assert tables(half_day)[1] == [1, 2, "–", "–"]
    assert "–" not in tables(half_day)[2]
    half_day.frozen_profile = half_day.profile.to_data()
    half_day.save()
    Round.objects.filter(tournament=half_day, number__lte=2).update(published_at=half_day.drawn_at)
    assert tables(half_day).keys() == set(range(2, 9))


def test_no_sheet_of_a_round_to_come_seats_who_has_left(half_day: Tournament) -> None:
    listed, wall = all_by_name(PrintJob(half_day)), all_by_table(PrintJob(half_day))
    assert listed is not None
    assert wall is not None
    rows = {int(row[1]): row[2:] for row in listed["items"]}
    assert ([spot == "–" for spot in rows[1]], "–" in rows[2]) == ([False, False, True, True], False)
    seats = [sum(len(row[column].split("  ")) for row in wall["items"]) for column in (1, 2, 3, 4)]
    assert seats == [8, 8, 7, 7]
    assert listed["notes"][-1] == wall["notes"][-1] == LEFT_OUT
    for number, seated in ((2, set(range(1, 9))), (3, set(range(2, 9)))):
        sheet = by_name(PrintJob(half_day, round_number=number))
        assert sheet is not None
        assert {row["number"] for row in sheet["items"]} == seated
        assert (LEFT_OUT in sheet["notes"]) == (number == 3)


def test_planned_without_them_a_sheet_says_nothing_more(half_day: Tournament) -> None:
    Seat.objects.filter(entry__number=1, round__number__gt=2).delete()
    listed = all_by_name(PrintJob(half_day))
    assert listed is not None
    assert LEFT_OUT not in listed["notes"]
