"""Where each box of a card lies, in millimetres from the card's upper left corner.

The numbers are data in `player.toml` and `table.toml`; the template draws exactly these boxes, and whoever reads a
photographed card looks for them here.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

GAME_DIGITS, TOTAL_DIGITS = 3, 4
Point = tuple[float, float]


@dataclass(frozen=True)
class Box:
    """A box to write in. Its name says what: "2.digit-1" of game 2, "total.minus", "3.wall", "initials"."""

    name: str
    x: float
    y: float
    width: float
    height: float

    @property
    def center(self) -> Point:
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True)
class Geometry:
    """A card: its size, where its four codes begin (upper left first, then clockwise), and its boxes."""

    width: float
    height: float
    code_side: float
    codes: tuple[Point, Point, Point, Point]
    boxes: tuple[Box, ...]
    rows: tuple[tuple[str, float], ...]
    """What each row is for ("1" and so on, "total", "so-far") and where its boxes begin."""
    row_height: float

    @cached_property
    def by_name(self) -> dict[str, Box]:
        return {box.name: box for box in self.boxes}

    @property
    def is_tall(self) -> bool:
        return self.height > 200


@cache
def numbers(kind: str) -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / f"{kind}.toml").read_text())


@cache
def player_card(games: int, *, sums: int, ticks: tuple[str, ...]) -> Geometry:
    """The card of one player: a row for each game, and for one or two sums below them.

    `ticks` are the names of up to four boxes beside each game.
    """
    measures = numbers("player")
    columns, foot = measures["columns"], measures["foot"]
    width, height, pitch, rows = _rows(measures, games, sums)
    boxes, places = [], columns["ticks"] if len(ticks) <= len(columns["ticks"]) else columns["closer_ticks"]
    for name, y in rows:
        is_sum = not name.isdecimal()
        tall = pitch - measures["rows"]["gap"]
        boxes.append(Box(f"{name}.minus", columns["minus"], y, columns["minus_width"], tall))
        boxes += _digits(name, 0.0, y, tall, columns, TOTAL_DIGITS if is_sum else GAME_DIGITS)
        if is_sum:
            continue
        side = min(columns["tick_width"], tall)
        boxes += [
            Box(f"{name}.{tick}", x, y + (tall - side) / 2, side, side)
            for tick, x in zip(ticks, places, strict=False)
        ]
    top = height - foot["initials_bottom"] - foot["initials_height"]
    boxes.append(Box("initials", foot["initials_x"], top, foot["initials_width"], foot["initials_height"]))
    return _geometry(measures, width, height, boxes, rows, pitch)


@cache
def hands_card(games: int, *, sums: int, ticks: tuple[str, ...]) -> Geometry:
    """The card of one player who scores numbered hands: points without a minus, the hand, up to six `ticks`, and at
    the foot the letter of the first East, who signs.
    """
    measures = numbers("player")
    columns, foot = measures["hands"], measures["foot"] | measures["hands_foot"]
    width, height, pitch, rows = _rows(measures, games, sums, tall=columns)
    tall = pitch - measures["rows"]["gap"]
    apart = (columns["ticks_to"] - columns["ticks_from"]) / len(ticks)
    side = min(columns["tick_width"], tall, apart - columns["ticks_gap"])
    boxes = []
    for name, y in rows:
        is_sum = not name.isdecimal()
        boxes += _digits(name, 0.0, y, tall, columns, TOTAL_DIGITS if is_sum else GAME_DIGITS)
        if is_sum:
            continue
        boxes += [
            Box(f"{name}.hand-{place}", x, y, columns["digit_width"], tall)
            for place, x in enumerate(columns["hand"], 1)
        ]
        boxes += [
            Box(
                f"{name}.{tick}",
                columns["ticks_from"] + (place + 0.5) * apart - side / 2,
                y + (tall - side) / 2,
                side,
                side,
            )
            for place, tick in enumerate(ticks)
        ]
    top, tall = height - foot["initials_bottom"] - foot["initials_height"], foot["initials_height"]
    boxes += [
        Box("first-east", foot["first_east_x"], top, foot["first_east_width"], tall),
        Box("initials", foot["initials_x"], top, foot["initials_width"], tall),
        Box("second-initials", foot["second_initials_x"], top, foot["initials_width"], tall),
    ]
    return _geometry(measures, width, height, boxes, rows, pitch)


@cache
def table_sheet(
    games: int, *, sums: int, letters: tuple[str, ...], tick: str = "wall", extras: bool = False
) -> Geometry:
    """The sheet of a table: a row for each game and sum, a column for each of A to D that is seated, with a box for
    `extras` beside each game.
    """
    measures = numbers("table")
    columns, foot = measures["columns"], measures["foot"]
    width, height, pitch, rows = _rows(measures, games, sums)
    tall = pitch - measures["rows"]["gap"]
    boxes = []
    for place, letter in enumerate("ABCD"):
        if letter not in letters:
            continue
        left = columns["first"] + place * columns["pitch"]
        for name, y in rows:
            boxes.append(
                Box(f"{letter}.{name}.minus", left + columns["minus"], y, columns["minus_width"], tall)
            )
            digits = TOTAL_DIGITS if not name.isdecimal() else GAME_DIGITS
            boxes += _digits(f"{letter}.{name}", left, y, tall, columns, digits)
            if extras and name.isdecimal():
                x, wide = left + columns["extras"], columns["extras_width"]
                boxes.append(Box(f"{letter}.{name}.extras", x, y, wide, tall))
        top = height - foot["initials_bottom"] - foot["initials_height"]
        boxes.append(
            Box(f"{letter}.initials", left + 6, top, foot["initials_width"], foot["initials_height"])
        )
    side = min(columns["tick_width"], tall)
    boxes += [
        Box(f"{name}.{tick}", columns["tick"], y + (tall - side) / 2, side, side)
        for name, y in rows
        if name.isdecimal()
    ]
    return _geometry(measures, width, height, boxes, rows, pitch)


def _rows(
    measures: dict[str, Any], games: int, sums: int, tall: dict[str, Any] | None = None
) -> tuple[float, float, float, list[tuple[str, float]]]:
    """Width and height of the card, the pitch of its rows, and each row with its upper edge.

    `tall` has what is otherwise on a tall card: what is kept free below the rows, and their pitch at most.
    """
    names = [*(str(game) for game in range(1, games + 1)), *("total", "so-far")[:sums]]
    card, place = measures["card"], measures["rows"]
    is_tall = len(names) > card["most_rows"]
    height = card["tall_height"] if is_tall else card["height"]
    bottom, most_pitch = place["bottom"], place["most_pitch"]
    if is_tall and tall:
        bottom, most_pitch = tall["tall_bottom"], tall["tall_pitch"]
    pitch = min(most_pitch, (height - place["top"] - bottom) / len(names))
    return (
        card["width"],
        height,
        pitch,
        [(name, place["top"] + row * pitch) for row, name in enumerate(names)],
    )


def _digits(name: str, left: float, y: float, tall: float, columns: dict[str, Any], count: int) -> list[Box]:
    places = columns["digits"][-count:]
    return [
        Box(f"{name}.digit-{place}", left + x, y, columns["digit_width"], tall)
        for place, x in enumerate(places, 1)
    ]


def _geometry(
    measures: dict[str, Any],
    width: float,
    height: float,
    boxes: list[Box],
    rows: list[tuple[str, float]],
    pitch: float,
) -> Geometry:
    side, margin = measures["code"]["side"], measures["code"]["margin"]
    right, bottom = width - margin - side, height - margin - side
    return Geometry(
        width,
        height,
        side,
        ((margin, margin), (right, margin), (right, bottom), (margin, bottom)),
        tuple(boxes),
        tuple(rows),
        pitch - measures["rows"]["gap"],
    )
