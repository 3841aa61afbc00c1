"""Words on a card, set so that they stay within the room they have."""

from __future__ import annotations

import math
import re
from typing import Any

from paper.fonts import width_of
from rules.systems.profile import Profile
from tournament.values.sheet_words import sheet_word

POINT = 0.3528  # millimetres
CAPITAL = 0.67 * POINT  # how high a capital or a digit is, in its type of one point
SMALLEST = 0.55  # of the size that was wanted; what is longer still goes on a further line
READ_WELL = 75  # percent of it; below that a word is divided where a line cannot take it
# In parts of the size of the type: the height of a line with the space to the next, and that space alone.
LINE, LEADING = 1.15, 0.25
ROUNDED = 0.002  # by so much a line may be wider than there is room: sizes have two places
_PART = re.compile(r"[^ \u200b-]+[ \u200b-]?")  # lines break after each


def label(
    x: float,
    y: float,
    text: str,
    size: float = 8,
    *,
    width: float = 0,
    bold: bool = False,
    at: str = "left",
    folds: bool = False,
) -> dict[str, Any]:
    """Words on a card, in millimetres and points; with a width they stay within it, in smaller type if need be, or
    where they fold on more lines first.
    """
    if width:
        parts = _PART.findall(text) if folds else [text]
        wide = max((width_of(part.rstrip(), bold=bold) for part in parts), default=0) * size * POINT
        if wide > width:
            size = round(size * max(SMALLEST, width / wide), 2)
    return _placed(x, y, text, size, width=width, bold=bold, at=at)


def _placed(
    x: float, y: float, text: str, size: float, *, width: float, bold: bool, at: str = "left"
) -> dict[str, Any]:
    """What the template reads. A width only where the words take several lines: a line alone is set much faster, and
    one in the center lies around its x.
    """
    if width and width_of(text, bold=bold) * size * POINT <= width * (1 + ROUNDED):
        x, width = x + width / 2 if at == "center" else x, 0
    return {"x": x, "y": y, "text": text, "size": size, "width": width, "bold": bold, "at": at}


def folded(
    x: float,
    y: float,
    text: str,
    size: float,
    *,
    width: float,
    height: float,
    bold: bool = False,
    at: str = "left",
) -> dict[str, Any]:
    """Words that may be long, in the largest type in which they stay within width and height, on as many lines as
    that takes.
    """
    divided = text
    for percent in range(100, round(SMALLEST * 100) - 5, -5):
        smaller = size * percent / 100
        room = width / (smaller * POINT)
        if percent <= READ_WELL:
            divided = hyphenated(text, room, bold=bold)
        for wording in (text, divided):
            lines = lines_of(wording, room, bold=bold)
            if (lines * LINE - LEADING) * smaller * POINT <= height:
                return _placed(x, y, wording, round(smaller, 2), width=width, bold=bold, at=at)
    return _placed(x, y, divided, round(smaller, 2), width=width, bold=bold, at=at)


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


def sheet_label(
    profile: Profile,
    name: str,
    x: float,
    y: float,
    size: float,
    *,
    width: float,
    height: float,
    at: str = "left",
    folds: bool = False,
) -> dict[str, Any]:
    """A word of the sheet; the club's own one on as many lines as it takes to stay within width and height."""
    own = profile.sheet_words.get(name)
    if own:
        return folded(x, y, own, size, width=width, height=height, at=at)
    return label(x, y, sheet_word(profile, name), size, width=width, at=at, folds=folds)


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
