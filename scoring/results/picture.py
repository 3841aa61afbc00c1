"""The podium as a picture for sharing, 1200 by 630: what is on it, and where the SVG has it.

The PNG (`paper.share`) is typeset from the same places, by the measures of its fonts.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from unicodedata import east_asian_width

from scoring.results.queries import podium
from scoring.standings.standing import Standings
from tournament.models import Tournament
from tournament.names import name_with_number

MOST_PLACES = 6
TOP, ROOM = 215, 355
"""Where the places begin, and the height they have."""
TITLE_WIDTH, NAME_WIDTH = 1060, 810
LARGEST_TITLE, LARGEST_NAME, SMALLEST = 60, 48, 14
LINE = 1.15
"""The height of a line in sizes of its letters."""


@dataclass(frozen=True)
class PodiumPlace:
    """One place. `name` has the number where others have the name, too."""

    rank: int
    name: str
    total: str


@dataclass(frozen=True)
class Words:
    """A text of one or two lines: each with the height of its baseline, in letters of one size."""

    size: int
    lines: list[tuple[int, str]]


@dataclass(frozen=True)
class Row:
    place: PodiumPlace
    name: Words
    baseline: int


@dataclass(frozen=True)
class PodiumPicture:
    """The picture: `size` is that of places and points, `more` says how many tie beyond those that have room."""

    title: Words
    rows: list[Row]
    size: int
    more: int
    more_at: int


def podium_places(tournament: Tournament, final: Standings | None) -> tuple[list[PodiumPlace], int]:
    """The podium, and how many more tie for its last place than there is room for."""
    places = podium(final) if final else []
    winners = [
        PodiumPlace(
            place.rank or 0,
            name_with_number(place.name, place.number, tournament.names_alike),
            str(place.total).replace("-", "\N{MINUS SIGN}"),
        )
        for place in places[:MOST_PLACES]
    ]
    return winners, len(places) - len(winners)


def draw(tournament: Tournament, places: list[PodiumPlace], more: int) -> PodiumPicture:
    height = ROOM // max(len(places) + bool(more), 4)
    size = min(LARGEST_NAME, height * 4 // 7)
    middles = [TOP + height * row + height // 2 for row in range(len(places) + 1)]
    return PodiumPicture(
        title=fitted(tournament.name, TITLE_WIDTH, LARGEST_TITLE, middle=88, height=110),
        rows=[
            Row(
                place,
                fitted(place.name, NAME_WIDTH, size, middle=middle, height=height),
                baseline(middle, size),
            )
            for place, middle in zip(places, middles, strict=False)
        ],
        size=size,
        more=more,
        more_at=baseline(middles[-1], size),
    )


def fitted(text: str, width: int, largest: int, *, middle: int, height: int) -> Words:
    """A text in a field: in one line, or in two of smaller letters where it is long."""
    for size in range(largest, SMALLEST, -2):
        wide = sum(map(width_of, text)) * size
        fits = max(1, int(len(text) * width / wide))  # letters on a line
        words = [text] if wide <= width else textwrap.wrap(text, min(fits, len(text) // 2 + 8))
        line = round(size * LINE)
        if len(words) <= 2 and len(words) * line <= height and (len(words) == 1 or size <= largest * 3 // 4):
            break
    first = baseline(middle, size) - (len(words) - 1) * line // 2
    return Words(size, [(first + line * row, part) for row, part in enumerate(words)])


def width_of(letter: str) -> float:
    """An upper bound of a letter's width, as a part of its size: the reader's font is not known here."""
    if letter in "MWmw@%" or east_asian_width(letter) in "WF":
        return 1.0
    return 0.75 if letter.isupper() else 0.58


def baseline(middle: int, size: int) -> int:
    """The baseline of letters of this size whose middle is at this height, both in pixels."""
    return middle + round(size * 0.35)
