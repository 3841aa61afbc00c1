"""The picture of who meets whom: what stands in its cells, and how large it becomes."""

from __future__ import annotations

import re

from django.template.loader import render_to_string

from rules.seating.steps import STEPS, first_round, play_out
from tests import builders
from tournament.seating.meetings import CELL, LARGEST, MARGIN, UNITS_A_REM, meeting_picture


def cell(row: int, column: int) -> tuple[int, int]:
    """The upper left corner, counted from 0."""
    return MARGIN + column * CELL, row * CELL


def test_a_cell_says_the_rounds_and_is_filled_where_two_meet_again() -> None:
    """Four players at one table meet in every round; of more rounds than fit a cell says how many."""
    stay = {
        rounds: meeting_picture(play_out(first_round(1), [STEPS["sanctioned"]] * (rounds - 1)))
        for rounds in (1, 2, 3)
    }
    assert [[meeting.text for meeting in picture.once] for picture in stay.values()] == [["1"] * 6, [], []]
    assert [[meeting.text for meeting in picture.again] for picture in stay.values()] == [
        [],
        ["1·2"] * 6,
        ["3×"] * 6,
    ]
    corners = {cell(row, column) for row in range(4) for column in range(row)}
    filled = re.findall(r"M(\d+) (\d+)h", stay[2].filled)
    assert {(int(x), int(y)) for x, y in filled} == corners
    assert all((meeting.x - CELL // 2, meeting.y - CELL // 2 - 6) in corners for meeting in stay[2].again)


def test_cells_keep_their_size_however_many_players_there_are() -> None:
    """One and a half rem each, at 40 players too; above there is no picture."""
    for tables in (7, 10):
        picture = meeting_picture(play_out(first_round(tables), [STEPS["sanctioned"]] * 5))
        drawn = render_to_string("tournament/seating/pictures/meetings.html", {"picture": picture})
        assert (
            f'viewBox="-1 -1 {picture.width} {picture.height}" width="{picture.rems}rem"'
            in builders.one_line(drawn)
        )
        assert CELL / UNITS_A_REM >= 1.5
        assert picture.rems * UNITS_A_REM >= tables * 4 * CELL
    assert len(drawn) < 100_000
    assert meeting_picture(play_out(first_round(LARGEST // 4 + 1), [])) is None
    assert meeting_picture([]) is None


def test_the_picture_says_in_words_how_many_meet_again() -> None:
    for tables, words in ((1, "6 pairs meet again"), (7, "0 pairs meet again")):
        picture = meeting_picture(play_out(first_round(tables), [STEPS["sanctioned"]]))
        assert f"Picture of who meets whom: {words}." in render_to_string(
            "tournament/seating/pictures/meetings.html", {"picture": picture}
        )
