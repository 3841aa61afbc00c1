"""The shapes of a profile's values: how each is checked, and what forms and rule sheets make of it."""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from rules.game import EXTRA_PER, EXTRA_TO, Phrase, quoted
from rules.limits import LONGEST_BLOCK_NAMES, LONGEST_SHEET_WORD, MOST_EXTRAS, MOST_POINTS, MOST_TIMES


class Shape(NamedTuple):
    """What a value is. ``check`` takes a value and the profile's own, and returns it as it is kept or raises
    BadValueError. ``kind`` names what forms and rule sheets make of it. ``parts`` are the codes of its options, or of
    its numbers where it has several.
    """

    kind: str
    check: Callable[[object, object], Any]
    parts: tuple[str, ...] = ()
    least: int = 0


class Extra(msgspec.Struct, frozen=True, gc=False):
    """A number that a house adds: points for ``to``, the winner or any marked seat, at most once ``per`` game, round
    or block and player.
    """

    code: str
    name: str
    points: int
    to: str
    per: str


class BadValueError(Exception):
    """``args`` are phrases, one for each fault of the value."""


def whole(least: int, most: int) -> Callable[[object, object], int]:
    def check(value: object, _base: object) -> int:
        if type(value) is not int or not least <= value <= most:
            raise BadValueError(Phrase("give-whole-number", {"least": least, "most": most}))
        return value

    return check


def _is_flag(value: object, _base: object) -> bool:
    if not isinstance(value, bool):
        raise BadValueError(Phrase("give-flag"))
    return value


def _among(*options: str) -> Callable[[object, object], str]:
    def check(value: object, _base: object) -> str:
        if not isinstance(value, str) or value not in options:
            raise BadValueError(Phrase("give-one-of", {"options": options}))
        return value

    return check


def as_list(value: object) -> list[object]:
    if not isinstance(value, list | tuple):
        raise BadValueError(Phrase("give-list"))
    return list(value)


def is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= 80 and (value == "" or value.isprintable())


def _labels(value: object, _base: object) -> tuple[str, ...]:
    labels = as_list(value)
    if len(labels) != 4 or not all(map(is_text, labels)):
        raise BadValueError(Phrase("give-four-labels"))
    return tuple(str(label) for label in labels)


def _block_names(value: object, _base: object) -> str:
    if (
        not isinstance(value, str)
        or len(value) > LONGEST_BLOCK_NAMES
        or not (value == "" or value.isprintable())
    ):
        raise BadValueError(Phrase("give-block-names", {"most": LONGEST_BLOCK_NAMES}))
    return value


def _sheet_words(value: object, base: object) -> dict[str, str]:
    if not isinstance(value, Mapping):
        raise BadValueError(Phrase("give-sheet-words", {"most": LONGEST_SHEET_WORD}))
    standard_words = base if isinstance(base, Mapping) else value
    words = {**standard_words, **value}
    if words.keys() != standard_words.keys() or not all(
        is_text(word) and len(word) <= LONGEST_SHEET_WORD for word in words.values()
    ):
        raise BadValueError(Phrase("give-sheet-words", {"most": LONGEST_SHEET_WORD}))
    return words


_CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def _extras(value: object, _base: object) -> tuple[Extra, ...]:
    extras = tuple(map(_extra, as_list(value)))
    if len(extras) > MOST_EXTRAS:
        raise BadValueError(Phrase("give-fewer-extras", {"most": MOST_EXTRAS}))
    if len({extra.code for extra in extras}) < len(extras):
        raise BadValueError(Phrase("give-different-extras"))
    return extras


def _extra(value: object) -> Extra:
    if not isinstance(value, Mapping) or value.keys() != {"code", "name", "points", "to", "per"}:
        raise BadValueError(Phrase("give-extra-fields"))
    code, name, points = value["code"], value["name"], value["points"]
    if not isinstance(code, str) or len(code) > 40 or not _CODE.fullmatch(code):
        raise BadValueError(Phrase("give-extra-code"))
    if not is_text(name) or not name.strip():
        raise BadValueError(Phrase("give-extra-name", {"code": quoted(code)}))
    if type(points) is not int or not 0 < abs(points) <= MOST_POINTS:
        raise BadValueError(Phrase("give-extra-points", {"code": quoted(code)}))
    if value["to"] not in EXTRA_TO or value["per"] not in EXTRA_PER:
        values = {"code": quoted(code), "to": EXTRA_TO, "per": EXTRA_PER}
        raise BadValueError(Phrase("give-extra-whom", values))
    return Extra(code, name, points, value["to"], value["per"])


POINTS = Shape("points", whole(0, MOST_POINTS))
FLAG = Shape("flag", _is_flag)
LABELS = Shape("labels", _labels)
BLOCK_NAMES = Shape("block-names", _block_names)
SHEET_WORDS = Shape("sheet-words", _sheet_words)
EXTRAS = Shape("extras", _extras)


def times(least: int = 0) -> Shape:
    return Shape("times", whole(least, MOST_TIMES), least=least)


def counted(kind: str, least: int, most: int) -> Shape:
    return Shape(kind, whole(least, most), least=least)


def one_of(*options: str) -> Shape:
    return Shape("one-of", _among(*options), options)


def numbers(*parts: str, problem: Phrase, least: int = 0) -> Shape:
    """A number of points for each of these; ``problem`` says what to give instead of anything else."""
    number = whole(least, MOST_POINTS)

    def check(value: object, base: object) -> tuple[int, ...]:
        values = as_list(value)
        if len(values) != len(parts):
            raise BadValueError(problem)
        return tuple(number(part, base) for part in values)

    return Shape("numbers", check, parts, least)
