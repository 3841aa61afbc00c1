"""Words on a card, set so that they stay within the room they have."""

import math
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from club.profiles.fields import USUAL_WORDS
from paper.fonts import width_of
from rules.systems.profile import Profile

POINT = 0.3528  # millimetres
CAPITAL = 0.67 * POINT  # how high a capital or a digit is, in its type of one point
SMALLEST = 0.55  # of the size that was wanted; what is longer still goes on a further line
READ_WELL = 75  # percent of it; below that a word is divided where a line cannot take it
# In parts of the size of the type: the height of a line with the space to the next, and that space alone.
LINE, LEADING = 1.15, 0.25
PITCH = 0.92 * POINT  # from one line to the next
HEAD_SIZES = (10, 9, 8, 7, 6)
WIDEST_HEAD = 30.0
APART, MOST_ASIDE, STEP = 0.8, 2.0, 1.8  # between heads beside each other and above each other
ROUNDED = 0.002  # by so much a line may be wider than there is room: sizes have two places
_PART = re.compile(r"[^ \u200b-]+[ \u200b-]?")  # lines break after each


class Place(NamedTuple):
    """Where words stand: their upper left corner and the room they have, in millimetres. No width: as wide as they
    are; no height: on the lines that they take.
    """

    x: float
    y: float
    width: float = 0
    height: float = 0
    at: str = "left"


def label(place: Place, text: str, size: float, *, bold: bool = False, folds: bool = False) -> dict[str, Any]:
    """Words on a card, of a size in points; with a width they stay within it, in smaller type if need be, or where
    they fold on more lines first.
    """
    if place.width:
        parts = _PART.findall(text) if folds else [text]
        wide = max((width_of(part.rstrip(), bold=bold) for part in parts), default=0) * size * POINT
        if wide > place.width:
            size = round(size * max(SMALLEST, place.width / wide), 2)
    return _placed(place, text, size, bold=bold)


def _placed(place: Place, text: str, size: float, *, bold: bool) -> dict[str, Any]:
    """What the template reads. A width only where the words take several lines: a line alone is set much faster, and
    one in the center lies around its x.
    """
    x, y, width, _height, at = place
    if width and width_of(text, bold=bold) * size * POINT <= width * (1 + ROUNDED):
        x, width = x + width / 2 if at == "center" else x, 0
    return {"x": x, "y": y, "text": text, "size": size, "width": width, "bold": bold, "at": at}


def folded(place: Place, text: str, size: float, *, bold: bool = False) -> dict[str, Any]:
    """Words that may be long, in the largest type in which they stay within width and height, on as many lines as
    that takes.
    """
    divided = text
    for percent in range(100, round(SMALLEST * 100) - 5, -5):
        smaller = size * percent / 100
        room = place.width / (smaller * POINT)
        if percent <= READ_WELL:
            divided = hyphenated(text, room, bold=bold)
        for wording in (text, divided):
            lines = lines_of(wording, room, bold=bold)
            if (lines * LINE - LEADING) * smaller * POINT <= place.height:
                return _placed(place, wording, round(smaller, 2), bold=bold)
    return _placed(place, divided, round(smaller, 2), bold=bold)


def hyphenated(text: str, width: float, *, bold: bool) -> str:
    """The text with each word that is wider than a line divided, anywhere; `width` in sizes of its type."""
    words = []
    for word in text.split():
        line = ""
        for sign in word:
            if line and width_of(f"{line}{sign}-", bold=bold) > width:
                words.append(f"{line}-")
                line = ""
            line += sign
        words.append(line)
    return " ".join(words)


def sheet_word(profile: Profile, name: str) -> str:
    """A word of the sheet: the club's own, or the usual one."""
    return profile.sheet_words.get(name) or str(USUAL_WORDS[name])


def sheet_label(
    profile: Profile, name: str, place: Place, size: float, *, folds: bool = False
) -> dict[str, Any]:
    """A word of the sheet; the club's own one on as many lines as it takes to stay within width and height."""
    own = profile.sheet_words.get(name)
    if own:
        return folded(place, own, size)
    return label(place, sheet_word(profile, name), size, folds=folds)


class Head(NamedTuple):
    """What stands above a column around `x`, on so many lines; `up`: how far its foot is above that of the lowest."""

    text: str
    x: float
    wide: float
    lines: int
    up: float
    size: float
    bold: bool

    @property
    def high(self) -> float:
        return self.size * (CAPITAL + (self.lines - 1) * PITCH)

    def label(self, foot: float) -> dict[str, Any]:
        left = self.x - self.wide / 2 if self.lines > 1 else self.x
        return _placed(
            Place(left, foot - self.up - self.high, self.wide * (self.lines > 1), at="center"),
            self.text,
            self.size,
            bold=self.bold,
        )


def heads_above(columns: Sequence[tuple[float, float, str, bool]], right: float, room: float) -> list[Head]:
    """The heads of columns, each with its middle, its width, its words and whether they are bold. One that is wider
    than its column reaches over what its neighbors leave free, or stands above them; in smaller type only where all
    that would be higher than `room`.
    """
    heads: list[Head] = []
    for size in HEAD_SIZES:
        heads = []
        for middle, width, text, is_bold in columns:
            heads.append(_head(heads, middle, width, text, right, size, bold=is_bold))
        if all(head.up + head.high <= room for head in heads):
            break
    return heads


def _head(
    before: Sequence[Head], middle: float, width: float, text: str, right: float, size: float, *, bold: bool
) -> Head:
    low = _folded_head(middle, width, text, right, size, bold=bold)
    if before:  # a little aside rather than higher
        aside = before[-1].x + (before[-1].wide + low.wide) / 2 + APART - low.x
        if 0 < aside < MOST_ASIDE and low.x + aside + low.wide / 2 <= right:
            low = low._replace(x=low.x + aside)
    high = _folded_head(middle, WIDEST_HEAD, text, right, size, bold=bold)
    ways = [low, *(high._replace(up=up) for up in sorted(head.up + head.high + STEP for head in before))]
    return next(way for way in ways if not any(_meet(way, head) for head in before))


def _folded_head(middle: float, width: float, text: str, right: float, size: float, *, bold: bool) -> Head:
    unit = size * POINT
    divided = hyphenated(text, WIDEST_HEAD / unit, bold=bold)
    parts = _PART.findall(divided)
    room = max([width / unit, *(width_of(part.rstrip(), bold=bold) for part in parts)])
    rows = [""]
    for part in parts:
        if rows[-1] and width_of(rows[-1] + part.rstrip(), bold=bold) > room:
            rows.append("")
        rows[-1] += part
    wide = max(width_of(row.rstrip(), bold=bold) for row in rows) * unit
    return Head(divided, min(middle, right - wide / 2), wide, len(rows), 0, size, bold)


def _meet(one: Head, other: Head) -> bool:
    if abs(one.x - other.x) >= (one.wide + other.wide) / 2 + APART - 0.01:
        return False
    lower, upper = sorted((one, other), key=lambda head: head.up)
    return upper.up < lower.up + lower.high + STEP - 0.01


def lines_of(text: str, width: float, *, bold: bool) -> float:
    """On how many lines a text stands; `width` in sizes of its type. Endless where a part of it is wider."""
    if width_of(text, bold=bold) <= width:
        return 1
    count, taken = 1, 0.0
    for part in _PART.findall(text):
        wide = width_of(part.rstrip(), bold=bold)
        if wide > width:
            return math.inf
        if taken + wide > width:
            count, taken = count + 1, 0.0
        taken += width_of(part, bold=bold)
    return count
