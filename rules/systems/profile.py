"""Scoring profiles: every number of a system, and the validation of each value that a house changes.

The values stand in the system's TOML file, with a clause and a sentence each. Other code asks a profile for a value
or for its family, never for the system's name.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from rules.duties import CARRIED, COLLECTORS, FIRST_EASTS, PRACTICES
from rules.game import EXTRA_PER, EXTRA_TO, HAND_TIERS, INFRACTION_KINDS, Phrase, quoted
from rules.limits import (
    LONGEST_BLOCK_NAMES,
    LONGEST_MINUTES,
    LONGEST_SHEET_WORD,
    MOST_EXTRAS,
    MOST_GAMES_IN_PROFILE,
    MOST_POINTS,
    MOST_TIMES,
    MOVEMENTS,
)

_FOLDER = Path(__file__).parent


class Hand(msgspec.Struct, frozen=True, gc=False):
    """One of the sixteen hands: number, class, and its name on the organiser's sheet."""

    number: int
    tier: str = msgspec.field(name="class")
    exposed_chows: bool
    name: str


class Extra(msgspec.Struct, frozen=True, gc=False):
    """A number that a house adds: points for ``to``, the winner or any marked seat, at most once ``per`` game, round
    or block and player.
    """

    code: str
    name: str
    points: int
    to: str
    per: str


class Profile(msgspec.Struct, frozen=True, kw_only=True, dict=False):
    """The values that every system has: names, the clauses of its point lines, and the rules of the desk.

    ``clauses`` maps the code of a point line to its clause in the rule text.
    """

    system: str
    family: str
    clauses: Mapping[str, str]
    extras: tuple[Extra, ...]
    games_per_round: int
    round_minutes: int
    warning_minutes: int
    cards_carry: str
    verification: str
    collector: str
    first_east: str
    labels: tuple[str, ...]
    block_names: str
    sheet_words: Mapping[str, str]
    movement: str
    disturbing: int
    marked_numbers: bool

    def to_data(self) -> dict[str, object]:
        """Every value as plain JSON data, defaults included, to be stored with a tournament."""
        names = ("system", *definition(self.system)["names"])
        return {name: plain(getattr(self, name)) for name in names}


@cache
def definition(system: str) -> dict[str, Any]:
    """The system's TOML file; ``names`` lists all its values, those of scoring and those of the desk."""
    data = tomllib.loads((_FOLDER / f"{system}.toml").read_text(encoding="utf-8"))
    data["names"] = data["values"] | data["desk"]
    return data


class BadValueError(Exception):
    """``args`` are phrases, one for each fault of the value."""


def _whole(least: int, most: int) -> Callable[[object, object], int]:
    def check(value: object, _base: object) -> int:
        if type(value) is not int or not least <= value <= most:
            raise BadValueError(Phrase("give-whole-number", {"least": least, "most": most}))
        return value

    return check


_points = _whole(0, MOST_POINTS)


def _flag(value: object, _base: object) -> bool:
    if not isinstance(value, bool):
        raise BadValueError(Phrase("give-flag"))
    return value


def _one_of(*options: str) -> Callable[[object, object], str]:
    def check(value: object, _base: object) -> str:
        if not isinstance(value, str) or value not in options:
            raise BadValueError(Phrase("give-one-of", {"options": options}))
        return value

    return check


def _list(value: object) -> list[object]:
    if not isinstance(value, list | tuple):
        raise BadValueError(Phrase("give-list"))
    return list(value)


def _thrower(value: object, base: object) -> tuple[int, ...]:
    penalties = _list(value)
    if len(penalties) != 4:
        raise BadValueError(Phrase("give-four-penalties"))
    return tuple(_points(penalty, base) for penalty in penalties)


def _infractions(value: object, base: object) -> dict[str, int | str]:
    if not isinstance(value, Mapping):
        raise BadValueError(Phrase("give-infractions"))
    problems = []
    for kind, answer in value.items():
        if kind not in INFRACTION_KINDS:
            problems.append(Phrase("no-infraction", {"kind": quoted(kind), "kinds": INFRACTION_KINDS}))
        elif answer not in ("dead", "ruling") and not (type(answer) is int and 0 <= answer <= MOST_POINTS):
            problems.append(Phrase("give-infraction-points", {"kind": quoted(kind)}))
    if problems:
        raise BadValueError(*problems)
    answers = {**base, **value} if isinstance(base, Mapping) else value
    return {kind: answers[kind] for kind in INFRACTION_KINDS}


def _values(value: object, _base: object) -> tuple[int, ...]:
    values = _list(value)
    if not values or not all(map(_is_hand_value, values)):
        raise BadValueError(Phrase("give-hand-values"))
    return tuple(sorted({value for value in values if isinstance(value, int)}))


def _is_hand_value(value: object) -> bool:
    return type(value) is int and 0 < value <= MOST_POINTS and value % 5 == 0


def _hands(value: object, _base: object) -> tuple[Hand, ...]:
    hands = sorted(map(_hand, _list(value)), key=lambda hand: hand.number)
    if [hand.number for hand in hands] != list(range(1, 17)):
        raise BadValueError(Phrase("give-sixteen-hands"))
    return tuple(hands)


def _hand(value: object) -> Hand:
    if not isinstance(value, dict) or not value.keys() <= {"number", "class", "exposed_chows", "name"}:
        raise BadValueError(Phrase("give-hand-fields"))
    number, tier = value.get("number"), value.get("class")
    chows, name = value.get("exposed_chows", False), value.get("name", "")
    if type(number) is not int or tier not in HAND_TIERS or type(chows) is not bool or not _is_text(name):
        raise BadValueError(Phrase("give-hand-values-of-fields", {"tiers": HAND_TIERS}))
    return Hand(number, tier, chows, name)


_CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def _extras(value: object, _base: object) -> tuple[Extra, ...]:
    extras = tuple(map(_extra, _list(value)))
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
    if not _is_text(name) or not name.strip():
        raise BadValueError(Phrase("give-extra-name", {"code": quoted(code)}))
    if type(points) is not int or not 0 < abs(points) <= MOST_POINTS:
        raise BadValueError(Phrase("give-extra-points", {"code": quoted(code)}))
    if value["to"] not in EXTRA_TO or value["per"] not in EXTRA_PER:
        values = {"code": quoted(code), "to": EXTRA_TO, "per": EXTRA_PER}
        raise BadValueError(Phrase("give-extra-whom", values))
    return Extra(code, name, points, value["to"], value["per"])


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= 80 and (value == "" or value.isprintable())


def _labels(value: object, _base: object) -> tuple[str, ...]:
    labels = _list(value)
    if len(labels) != 4 or not all(map(_is_text, labels)):
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
        _is_text(word) and len(word) <= LONGEST_SHEET_WORD for word in words.values()
    ):
        raise BadValueError(Phrase("give-sheet-words", {"most": LONGEST_SHEET_WORD}))
    return words


SHAPES: dict[str, Callable[[object, object], Any]] = {
    "self_picked": _points,
    "jokerless": _points,
    "no_exposure": _points,
    "wall": _points,
    "dead_gets_wall": _flag,
    "unfinished": _points,
    "error_survivor": _points,
    "thrower": _thrower,
    "infractions": _infractions,
    "values": _values,
    "thrower_pays": _whole(0, MOST_TIMES),
    "others_pay": _whole(0, MOST_TIMES),
    "self_picked_pays": _whole(0, MOST_TIMES),
    "jokerless_factor": _whole(1, MOST_TIMES),
    "sole_payer": _whole(0, MOST_TIMES),
    "error_pays": _whole(0, MOST_TIMES),
    "lowest": _points,
    "half_limit": _points,
    "limit": _points,
    "double_limit": _points,
    "fishing": _points,
    "fishing_double": _points,
    "bouquet": _points,
    "flower": _points,
    "kong": _points,
    "hands": _hands,
    "extras": _extras,
    "games_per_round": _whole(1, MOST_GAMES_IN_PROFILE),
    "round_minutes": _whole(1, LONGEST_MINUTES),
    "warning_minutes": _whole(0, LONGEST_MINUTES),
    "cards_carry": _one_of(*CARRIED),
    "verification": _one_of(*PRACTICES),
    "collector": _one_of(*COLLECTORS),
    "first_east": _one_of(*FIRST_EASTS),
    "labels": _labels,
    "block_names": _block_names,
    "sheet_words": _sheet_words,
    "movement": _one_of(*MOVEMENTS),
    "disturbing": _points,
    "marked_numbers": _flag,
}


def plain(value: object) -> object:
    """A value of a profile as JSON data: tuples become lists, hands and extras objects."""
    if isinstance(value, tuple):
        return [plain(part) for part in value]
    if isinstance(value, Hand):
        return {
            "number": value.number,
            "class": value.tier,
            "exposed_chows": value.exposed_chows,
            "name": value.name,
        }
    if isinstance(value, Extra):
        return msgspec.structs.asdict(value)
    return dict(value) if isinstance(value, Mapping) else value
