"""Pictures say the numbers of the pages beside them: places, points, and where they are drawn."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from demo.simulation import play_rounds
from scoring.finishing.actions import finish
from scoring.standings import pictures
from scoring.standings.standing import RoundCount, Standing, Standings
from tests import builders


def table(*rounds: dict[int, int | None], complete: bool = True) -> Standings:
    """Standings of players 1, 2, ... from their points in each round; ranks by counting who has more."""
    numbers = sorted(rounds[0])
    totals = {number: sum(points[number] or 0 for points in rounds) for number in numbers}
    places = [
        Standing(
            entry=number,
            number=number,
            name=f"Player {number}",
            full_name=f"Player {number}",
            shows_initials=False,
            rank=1 + sum(other > totals[number] for other in totals.values()),
            tied=list(totals.values()).count(totals[number]) > 1,
            total=totals[number],
            rounds=[points[number] for points in rounds],
        )
        for number in sorted(numbers, key=lambda number: (-totals[number], number))
    ]
    counts = [RoundCount(number, 2, 2) for number in range(1, len(rounds) + 1)]
    if not complete:
        counts[-1] = RoundCount(len(rounds), 1, 2)
    return Standings(version=1, as_of=None, places=places, rounds=counts)


FIRST = {1: 40, 2: 40, 3: -10, 4: 0}
SECOND = {1: 10, 2: None, 3: 100, 4: 5}


def test_each_leader_stands_where_they_stood_after_each_round() -> None:
    drawn = pictures.leaders(table(FIRST, SECOND, complete=False))
    assert drawn is not None
    assert {line.player.number: [(spot.rank, spot.total) for spot in line.spots] for line in drawn.lines} == {
        3: [(4, -10), (1, 90)],
        1: [(1, 40), (2, 50)],
        2: [(1, 40), (3, 40)],
    }
    assert [(round_.number, round_.is_complete) for round_, _x in drawn.rounds] == [(1, True), (2, False)]


def test_spots_of_a_round_never_cover_each_other() -> None:
    many = {number: (number * 37) % 11 * 10 for number in range(1, 41)}
    later = {number: (number * 53) % 17 * 10 for number in range(1, 41)}
    drawn = pictures.leaders(table(many, later))
    assert drawn is not None
    assert len(drawn.lines) == pictures.LEADERS
    for column in range(2):
        heights = sorted(line.spots[column].y for line in drawn.lines)
        assert all(lower - upper >= pictures.ROW for upper, lower in itertools.pairwise(heights))
        assert heights[-1] < drawn.height


def test_a_long_name_stands_whole_beside_its_spot_and_covers_no_other() -> None:
    long = "María de los Ángeles Fernández-Villaverde y Gutiérrez de la Concha"
    now = table(FIRST, SECOND)
    now.places[:] = [replace(place, name=long) if place.number in (1, 2) else place for place in now.places]
    drawn = pictures.leaders(now)
    assert drawn is not None
    by_number = {line.player.number: line for line in drawn.lines}
    assert " ".join(by_number[1].name_lines).replace("- ", "-") == f"{long} (1)"
    assert max(len(words) for words in by_number[1].name_lines) <= pictures.NAME_LETTERS
    tops = sorted((line.name_top, len(line.name_lines)) for line in drawn.lines)
    assert all(
        upper + count * pictures.NAME_LINE <= lower
        for (upper, count), (lower, _c) in itertools.pairwise(tops)
    )
    assert tops[-1][0] + (tops[-1][1] - 1) * pictures.NAME_LINE < drawn.height


def test_of_many_rounds_the_last_six_are_drawn() -> None:
    rounds = [{1: 10, 2: 10 * number, 3: 0} for number in range(9)]
    drawn = pictures.leaders(table(*rounds))
    assert drawn is not None
    assert drawn.is_cut
    assert [round_.number for round_, _x in drawn.rounds] == [4, 5, 6, 7, 8, 9]
    lines = {line.player.number: [spot.total for spot in line.spots] for line in drawn.lines}
    assert lines == {1: [40, 50, 60, 70, 80, 90], 2: [60, 100, 150, 210, 280, 360], 3: [0] * 6}


def test_one_round_is_no_movement() -> None:
    assert pictures.leaders(table(FIRST)) is None


def test_bars_are_as_long_as_their_points() -> None:
    standings = table({1: 100, 2: 20, 3: 0, 4: 0}, {1: -50, 2: 0, 3: 0, 4: 10})
    drawn = pictures.own_rounds(standings, standings.places[0])
    assert drawn is not None
    gain, loss = drawn.bars
    assert (gain.points, gain.middle, gain.written) == (100, 0, "100")
    assert (loss.points, loss.middle, loss.written) == (-50, 0, "−50")
    assert gain.y + gain.height == drawn.zero_y == loss.y
    assert abs(gain.height - 2 * loss.height) <= 1


def test_a_player_without_points_has_no_bars() -> None:
    standings = table({1: None, 2: None})
    assert pictures.own_rounds(standings, standings.places[0]) is None


@pytest.mark.slow
@pytest.mark.django_db
def test_every_picture_has_its_numbers_as_a_table() -> None:
    cast = builders.cast()
    tournament = builders.running_tournament(cast.club, players=8, rounds=2, published=1)
    list(play_rounds(tournament, 2, seed=5, by=cast.director))
    client = Client()
    client.force_login(cast.director)
    assert 'id="leaders"' not in client.get(reverse("standings", args=[tournament.slug])).content.decode()
    finish(tournament, by=cast.director)
    for name, arguments in (("standings", []), ("player", [1]), ("finish", [])):
        page = client.get(reverse(name, args=[tournament.slug, *arguments])).content.decode()
        picture = re.search(r'<section class="section picture".*?</section>', page, re.S)
        assert picture, name
        assert 'role="img"' in picture[0]
        assert "<table" in picture[0]
        assert "style=" not in picture[0]


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Zoë O’Brien", ["Zoë O’Brien"]),
        ("María-Fernanda Szczepańska", ["María-Fernanda", "Szczepańska"]),
        ("Ann Featherstonehaugh-Cholmondeley", ["Ann", "Featherstonehaugh-", "Cholmondeley"]),
    ],
)
def test_a_long_name_stands_in_several_lines_beside_its_line(name: str, lines: list[str]) -> None:
    [place, *_others] = table({1: 10, 2: 0}).places
    assert pictures.PictureLine(replace(place, name=name), 1, []).name_lines == lines
