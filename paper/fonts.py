"""Which letters the fonts on this machine can print."""

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

from django.conf import settings
from fontTools.ttLib import TTCollection, TTFont

SHIPPED = Path(__file__).parent / "fonts"
JOINERS = frozenset("\u200c\u200d")
FIRST_STRONG, END = "\u2068", "\u2069"
"""Around a name that is written from right to left."""
UNSEEN = JOINERS | {FIRST_STRONG, END}
"""Signs without a shape that are kept in a text."""
STAND_IN = "?"
ALPHABETS = ("AtkinsonHyperlegibleNext", "NotoSans", "NotoSansHebrew", "NotoSansArabic")
"""In the order in which `main.typ` asks them for a letter."""


def folders() -> list[Path]:
    """The fonts that come with the program, and those that were put beside the database."""
    own = settings.FONTS
    return [SHIPPED, own] if own.is_dir() else [SHIPPED]


def missing(text: str) -> str:
    """The letters of a text that no font has, each once, in their order."""
    covered = coverage()
    return "".join(
        dict.fromkeys(sign for sign in _seen(text) if ord(sign) not in covered and sign not in UNSEEN)
    )


def isolated(name: str) -> str:
    """A name for a sentence: what comes after one that is written from right to left stays after it."""
    if any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in name):
        return f"{FIRST_STRONG}{name}{END}"
    return name


def printable(text: str, covered: frozenset[int] | None = None) -> str:
    """The text with a stand-in for each letter that no font has, and without signs that nobody sees. `covered` is
    `coverage()`, for whoever asks for many texts.
    """
    if text.isascii() and text.isprintable():
        return text  # which every font here has
    covered = coverage() if covered is None else covered
    return "".join(
        sign if ord(sign) in covered or sign in UNSEEN or sign == "\n" else STAND_IN for sign in _seen(text)
    )


@lru_cache(maxsize=8192)
def width_of(text: str, *, bold: bool = False) -> float:
    """How wide a text is set at most, in sizes of its type; a sign of any other font counts as a whole one."""
    widths = _widths("Bold" if bold else "Regular")
    return sum([widths.get(sign, 1.0) for sign in text])


@cache
def _widths(weight: str) -> dict[str, float]:
    """By letter, of the font that sets it. Chinese, Japanese and Korean signs are as wide as high, and not here."""
    widths: dict[str, float] = {}
    for family in ALPHABETS:
        with TTFont(SHIPPED / f"{family}-{weight}.ttf", lazy=True) as font:
            advances, unit = font["hmtx"].metrics, font["head"].unitsPerEm
            widths = {
                chr(point): advances[glyph][0] / unit for point, glyph in font.getBestCmap().items()
            } | widths
    return widths


def _seen(text: str) -> Iterator[str]:
    composed = unicodedata.normalize("NFC", text)
    return (sign for sign in composed if sign in UNSEEN or unicodedata.category(sign) != "Cf")


def coverage() -> frozenset[int]:
    files = [file for folder in folders() for file in sorted(folder.glob("*.[to]t[fc]"))]
    return _coverage(tuple((str(file), file.stat().st_mtime_ns) for file in files))


@lru_cache(maxsize=2)
def _coverage(files: tuple[tuple[str, int], ...]) -> frozenset[int]:
    points: set[int] = set()
    for name, _changed in files:
        if name.endswith("c"):
            with TTCollection(name, lazy=True) as collection:
                for font in collection.fonts:
                    points.update(font.getBestCmap())
        else:
            with TTFont(name, lazy=True) as font:
                points.update(font.getBestCmap())
    return frozenset(points)
