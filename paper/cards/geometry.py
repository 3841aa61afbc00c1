"""Where each box of a card lies, in millimetres from the card's upper left corner.

The numbers of a player's card are data in `player.toml`; the template draws exactly these boxes, and whoever reads a
photographed card looks for them here.
"""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

Point = tuple[float, float]
CODE, MARK = 16.0, 7.0
CLOSE = 4
"""More boxes to tick beside each other than these need room for their heads above each other."""
TILE_EDGE = 0.09  # of a tile's width: what it stands on


@dataclass(frozen=True)
class Box:
    """A box to write in. Its name says what: "2.digit-1" of game 2, "total.minus", "3.wall", "B.4.points".

    `shape`: "box", "circle" (for a minus), "word" (printed, to be circled). `digits`: a box for so many has
    ticks at its foot.
    """

    name: str
    x: float
    y: float
    width: float
    height: float
    shape: str = "box"
    digits: int = 0

    @property
    def center(self) -> Point:
        return self.x + self.width / 2, self.y + self.height / 2


class Tile(NamedTuple):
    """A face with a letter, which always has its shape."""

    letter: str
    x: float
    y: float
    width: float
    height: float


class Pen(NamedTuple):
    """What an example writes, by hand: digits, "-" a stroke, "o" a circle around a word."""

    text: str
    x: float
    y: float
    height: float
    struck: bool = False


class Line(NamedTuple):
    x: float
    y: float
    to_x: float
    to_y: float
    width: float = 0.35


@dataclass(frozen=True)
class Geometry:
    """A card: its size, its boxes, and what is drawn beside them. `tints` are x, y, width and height.

    Its code stands in the upper left corner, marks of one, two and three dots in the upper right, the lower left and
    the lower right one. What no camera reads has no marks.
    """

    width: float
    height: float
    boxes: tuple[Box, ...]
    rows: tuple[tuple[str, float], ...]
    """What each row is for ("1" and so on, "spare", "total", "so-far") and where its boxes begin."""
    row_height: float
    tiles: tuple[Tile, ...] = ()
    pens: tuple[Pen, ...] = ()
    lines: tuple[Line, ...] = ()
    tints: tuple[tuple[float, float, float, float], ...] = ()
    code: Point = (0.0, 0.0)
    has_marks: bool = True

    @cached_property
    def by_name(self) -> dict[str, Box]:
        return {box.name: box for box in self.boxes}

    @property
    def marks(self) -> tuple[Point, ...]:
        """Where each begins, in the order of their dots."""
        if not self.has_marks:
            return ()
        right, bottom = self.width - MARK, self.height - MARK
        return (right, 0), (0, bottom), (right, bottom)


@cache
def measures() -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / "player.toml").read_text(encoding="utf-8"))


@cache
def player_card(games: int, *, sums: int, ticks: tuple[str, ...], digits: int = 3) -> Geometry:
    """The card of one player: a row for each game and a spare one, and one or two sums below them.

    `ticks` are the names of up to four boxes beside each game.
    """
    columns = measures()["columns"]
    places = columns["ticks"] if len(ticks) <= len(columns["ticks"]) else columns["closer_ticks"]
    return _card(games, sums, columns, list(zip(ticks, places, strict=False)), (), digits)


@cache
def hands_card(games: int, *, sums: int, ticks: tuple[str, ...], digits: int = 3) -> Geometry:
    """The card of one player who scores numbered hands: points without a minus, the hand, up to six `ticks`, and at
    the foot the letter of the first East, who signs.
    """
    columns = measures()["hands"]
    apart = (columns["ticks_to"] - columns["ticks_from"]) / len(ticks)
    places = [
        (tick, columns["ticks_from"] + (place + 0.5) * apart - min(columns["tick"], apart - 0.5) / 2)
        for place, tick in enumerate(ticks)
    ]
    columns = columns | {"tick": min(columns["tick"], apart - 0.5)}
    return _card(games, sums, columns, places, tuple(columns["hand"]), digits)


def _card(
    games: int,
    sums: int,
    columns: dict[str, Any],
    ticks: Sequence[tuple[str, float]],
    hand: tuple[float, ...],
    digits: int,
) -> Geometry:
    card, place, foot = measures()["card"], measures()["rows"], measures()["foot"]
    first = place["top"] + (place["extras"] * (1 + (len(ticks) > CLOSE)) if "extras" in dict(ticks) else 0)
    is_tall = (card["height"] - first - place["bottom"]) / games < place["least_pitch"]
    height = card["tall_height"] if is_tall else card["height"]
    which = "tall_" if is_tall else ""
    pitch = min(place[f"{which}pitch"], (height - first - place[f"{which}bottom"]) / games)
    tall = min(pitch - place["gap"], 8.6)
    after = first + games * pitch
    rows = [(str(game), first + (game - 1) * pitch) for game in range(1, games + 1)]
    spare = ("spare", after + 5.9 + (8.3 - tall) / 2)
    top = after + foot["sums"]
    sum_rows = [(name, top + row * foot["sum_pitch"]) for row, name in enumerate(("total", "so-far")[:sums])]
    right = ticks[0][1] if ticks and not hand else hand[0] if hand else card["width"]
    boxes: list[Box] = []
    for name, y in [*rows, spare]:
        if name == "spare":
            boxes.append(Box("spare.game", 14.0 if columns["circle"] else 1.6, y, 7.4, tall))
        if columns["circle"]:
            side = min(columns["circle_side"], tall)
            boxes.append(Box(f"{name}.minus", columns["circle"], y + (tall - side) / 2, side, side, "circle"))
        boxes += _digits(name, y, tall, columns, digits, right)
        boxes += [
            Box(f"{name}.hand-{number}", x, y, columns["digit_width"], tall)
            for number, x in enumerate(hand, 1)
        ]
        side = min(columns["tick"], tall)
        boxes += [Box(f"{name}.{tick}", x, y + (tall - side) / 2, side, side) for tick, x in ticks]
    for name, y in sum_rows:
        if columns["circle"]:
            side = columns["circle_side"]
            x = columns["circle_of_sum"]
            boxes.append(Box(f"{name}.minus", x, y + (foot["sum_height"] - side) / 2, side, side, "circle"))
        boxes += _digits(name, y, foot["sum_height"], columns, digits + 1, right)
    boxes += _signatures(top, foot, hand=bool(hand))
    return Geometry(
        card["width"],
        height,
        tuple(boxes),
        (*rows, spare, *sum_rows),
        tall,
        lines=(Line(0, 28.5, card["width"], 28.5),),
        tints=((0, after + 0.2, card["width"], 15.0),),
    )


def _signatures(top: float, foot: dict[str, Any], *, hand: bool) -> Iterator[Box]:
    if not hand:
        y = top + foot["sum_pitch"]
        yield Box("initials", foot["initials"], y, foot["initials_width"], foot["sum_height"])
        return
    yield Box("first-east", 45.6, top + foot["sum_pitch"], 8.6, foot["sum_height"])
    yield Box("initials", 56.4, top + foot["sum_pitch"], 17.0, foot["sum_height"])
    yield Box("second-initials", 75.2, top + foot["sum_pitch"], 20.8, foot["sum_height"])


def _digits(name: str, y: float, tall: float, columns: dict[str, Any], count: int, right: float) -> list[Box]:
    """Room for `count` digits, units under units; those that the card was not measured for go on towards `right`."""
    places, width = columns["digits"], columns["digit_width"]
    if count > len(places):
        pitch = min(places[1] - places[0], (right - places[0]) / count)
        places, width = [places[0] + place * pitch for place in range(count)], min(width, pitch - 0.5)
    return [Box(f"{name}.digit-{place}", x, y, width, tall) for place, x in enumerate(places[-count:], 1)]
