"""Scoring profiles: every number of a system with its name, its clause and a sentence; house profiles change
numbers.

The five systems stand in ``profiles/*.toml``. A house profile is a base plus changes, checked as a whole: every
fault is reported at once. Code elsewhere asks a profile for a value and for its family, never for the system's name.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from rules.game import HAND_TIERS, INFRACTION_KINDS, LETTERS, Fault, refusal
from rules.words import say, say_count, to_say

SYSTEMS: tuple[str, ...] = ("sanctioned", "club-day", "sixteen-hands", "card-game", "mahj-x")

MOST_POINTS = 1_000_000_000
MOST_TIMES = 1_000

_FOLDER = Path(__file__).with_name("profiles")


class ProfileError(Exception):
    """A profile that cannot be used. ``faults`` names every reason, ordered by field."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults: tuple[Fault, ...] = refusal(faults).errors
        super().__init__(" ".join(fault.message for fault in self.faults))


class Hand(msgspec.Struct, frozen=True, gc=False):
    """One of the sixteen hands: its number and class, and what the organiser's sheet calls it."""

    number: int
    tier: str = msgspec.field(name="class")
    exposed_chows: bool
    name: str


class SheetRow(msgspec.Struct, frozen=True, gc=False):
    """One row of a printed rule sheet; ``changed`` when the house differs from the system's default."""

    name: str
    value: str
    clause: str
    sentence: str
    changed: bool


class Profile(msgspec.Struct, frozen=True, kw_only=True, dict=False):
    """What every system has: who it is, the clauses of its point lines, and what the desk works by.

    ``clauses`` maps the code of a point line to the clause of the rule text it comes from.
    """

    system: str
    family: str
    clauses: Mapping[str, str]
    games_per_round: int
    round_minutes: int
    warning_minutes: int
    verification: str
    collector: str
    labels: tuple[str, ...]
    movement: str
    disturbing: int
    marked_numbers: bool

    def to_data(self) -> dict[str, object]:
        """Every value in plain JSON form, defaults included, to be frozen with a tournament."""
        names = ("system", *_definition(self.system)["names"])
        return {name: _plain(getattr(self, name)) for name in names}

    def rule_sheet(self) -> list[SheetRow]:
        """The profile in words, a row for each value, in the order of its file."""
        base = load_profile(self.system)
        return [
            SheetRow(
                name,
                _in_words(name, getattr(self, name)),
                say(entry["clause"]),
                say(entry["sentence"]),
                getattr(self, name) != getattr(base, name),
            )
            for name, entry in _definition(self.system)["names"].items()
        ]


class PointsProfile(Profile, frozen=True, kw_only=True):
    """Points for the winner, penalties for the thrower. All penalties are positive numbers.

    ``thrower`` is indexed by the winner's exposures, the last for three or more. ``infractions`` maps each kind to
    points, ``dead`` or ``ruling``.
    """

    self_picked: int
    jokerless: int
    no_exposure: int
    wall: int
    dead_gets_wall: bool
    unfinished: int
    error_survivor: int
    thrower: tuple[int, ...]
    infractions: Mapping[str, int | str]
    values: tuple[int, ...]


class PaymentsProfile(Profile, frozen=True, kw_only=True):
    """Payments between the players, in multiples of the hand's value; ``lowest`` is an amount."""

    thrower_pays: int
    others_pay: int
    self_picked_pays: int
    jokerless_factor: int
    sole_payer: int
    error_pays: int
    lowest: int
    values: tuple[int, ...]


class SixteenHandsProfile(Profile, frozen=True, kw_only=True):
    """Points by the class of the hand. ``hands`` holds the sixteen in the order of their numbers."""

    half_limit: int
    limit: int
    double_limit: int
    fishing: int
    fishing_double: int
    bouquet: int
    flower: int
    kong: int
    hands: tuple[Hand, ...]


_FAMILIES: dict[str, type[Profile]] = {
    "points": PointsProfile,
    "payments": PaymentsProfile,
    "sixteen-hands": SixteenHandsProfile,
}


def load_profile(system: str, changes: Mapping[str, object] | None = None) -> Profile:
    """The system's profile with these changes to it. Raises ProfileError with every fault at once."""
    if system not in SYSTEMS:
        raise ProfileError([unknown_system(system)])
    base = _base(system)
    return change_profile(base, changes) if changes else base


def change_profile(base: Profile, changes: Mapping[str, object]) -> Profile:
    """This profile with changed numbers. Raises ProfileError with every fault at once."""
    names = _definition(base.system)["names"]
    faults, values = [], {}
    for name, value in changes.items():
        if name not in names:
            sentence = say("{name} is not a value of this system.", name=shown(name))
            faults.append(Fault("bad-profile", shown(name)[1:-1], sentence))
            continue
        try:
            values[name] = _SHAPES[name](value, getattr(base, name))
        except _NotThisError as problems:
            called = say(_called(name))
            faults += [
                Fault("bad-profile", name, say("{name}: {problem}", name=called, problem=problem))
                for problem in problems.args
            ]
    if faults:
        raise ProfileError(faults)
    return msgspec.structs.replace(base, **values)


def profile_from_data(data: object) -> Profile:
    """The profile that ``to_data`` gave. Raises ProfileError with every fault at once.

    Values the data does not name, because they were added to the system since, have their default.
    """
    if not isinstance(data, Mapping):
        sentence = say("A stored profile is an object of names and values.")
        raise ProfileError([Fault("bad-profile", "", sentence)])
    system = data.get("system")
    if not isinstance(system, str) or system not in SYSTEMS:
        raise ProfileError([unknown_system(system)])
    return load_profile(system, {name: value for name, value in data.items() if name != "system"})


def describe(system: str, *, desk: bool = False) -> dict[str, dict[str, object]]:
    """Each value's default, clause and sentence: those that score a game, or with ``desk`` those the desk works by."""
    names: dict[str, dict[str, Any]] = _definition(system)["desk" if desk else "values"]
    return {
        name: {
            "default": _plain(getattr(_base(system), name)),
            "clause": entry["clause"],
            "sentence": say(entry["sentence"]),
        }
        for name, entry in names.items()
    }


def unknown_system(system: object) -> Fault:
    """The refusal of a system that there is none of."""
    sentence = say(
        "There is no system called {system}; there are {systems}.",
        system=shown(system),
        systems=", ".join(SYSTEMS),
    )
    return Fault("unknown-system", "system", sentence)


def texts() -> Iterator[tuple[str, str]]:
    """Every text of the five files that is said to a reader, with the file it stands in: for translators."""
    for system in SYSTEMS:
        for name, entry in _definition(system)["names"].items():
            for text in (_called(name), entry["clause"], entry["sentence"]):
                if not any(map(str.isdigit, text.split()[0])):  # "10a, 10b" is the same in every language
                    yield f"{system}.toml", text


def _called(name: str) -> str:
    return name.replace("_", " ")


def shown(value: object) -> str:
    """A value as a sentence can quote it: short, and free of anything that is not text."""
    text = value if isinstance(value, str) else type(value).__name__
    text = text if text.isprintable() else ascii(text)[1:-1]
    return f"“{text}”" if len(text) <= 40 else f"“{text[:39]}…”"


@cache
def _definition(system: str) -> dict[str, Any]:
    data = tomllib.loads((_FOLDER / f"{system}.toml").read_text(encoding="utf-8"))
    data["names"] = data["values"] | data["desk"]
    return data


@cache
def _base(system: str) -> Profile:
    data = _definition(system)
    clauses = {
        code: clause for entry in data["names"].values() for code, clause in entry.get("lines", {}).items()
    }
    values = {name: _SHAPES[name](entry["default"], None) for name, entry in data["names"].items()}
    return _FAMILIES[data["family"]](system=system, family=data["family"], clauses=clauses, **values)


class _NotThisError(Exception):
    """Says what the value should have been, in one sentence for each thing wrong with it."""


def _whole(least: int, most: int) -> Callable[[object, object], int]:
    def check(value: object, _base: object) -> int:
        if type(value) is not int or not least <= value <= most:
            raise _NotThisError(
                say("give a whole number from {least:,} to {most:,}.", least=least, most=most)
            )
        return value

    return check


_points = _whole(0, MOST_POINTS)


def _flag(value: object, _base: object) -> bool:
    if not isinstance(value, bool):
        raise _NotThisError(say("give true or false."))
    return value


def _one_of(*options: str) -> Callable[[object, object], str]:
    def check(value: object, _base: object) -> str:
        if not isinstance(value, str) or value not in options:
            raise _NotThisError(say("give one of {options}.", options=", ".join(options)))
        return value

    return check


def _list(value: object) -> list[object]:
    if not isinstance(value, list | tuple):
        raise _NotThisError(say("give a list."))
    return list(value)


def _thrower(value: object, base: object) -> tuple[int, ...]:
    penalties = _list(value)
    if len(penalties) != 4:
        raise _NotThisError(say("give four penalties: for no, one, two, and three or more exposures."))
    return tuple(_points(penalty, base) for penalty in penalties)


def _infractions(value: object, base: object) -> dict[str, int | str]:
    if not isinstance(value, Mapping):
        raise _NotThisError(say("give an object of infraction kinds, each with points, “dead” or “ruling”."))
    problems = []
    for kind, answer in value.items():
        if kind not in INFRACTION_KINDS:
            kinds = ", ".join(INFRACTION_KINDS)
            problems.append(say("{kind} is no infraction; there are {kinds}.", kind=shown(kind), kinds=kinds))
        elif answer not in ("dead", "ruling") and not (type(answer) is int and 0 <= answer <= MOST_POINTS):
            problems.append(say("give {kind} points, “dead” or “ruling”.", kind=shown(kind)))
    if problems:
        raise _NotThisError(*problems)
    answers = {**base, **value} if isinstance(base, Mapping) else value
    return {kind: answers[kind] for kind in INFRACTION_KINDS}


def _values(value: object, _base: object) -> tuple[int, ...]:
    values = _list(value)
    if not values or not all(type(one) is int and 0 < one <= MOST_POINTS and one % 5 == 0 for one in values):
        raise _NotThisError(say("give a list of hand values, each a positive multiple of 5."))
    return tuple(sorted({one for one in values if isinstance(one, int)}))


def _hands(value: object, _base: object) -> tuple[Hand, ...]:
    hands = sorted(map(_hand, _list(value)), key=lambda hand: hand.number)
    if [hand.number for hand in hands] != list(range(1, 17)):
        raise _NotThisError(say("give sixteen hands, numbered 1 to 16."))
    return tuple(hands)


def _hand(value: object) -> Hand:
    if not isinstance(value, dict) or not value.keys() <= {"number", "class", "exposed_chows", "name"}:
        raise _NotThisError(say("give each hand as number, class, exposed_chows and name."))
    number, tier = value.get("number"), value.get("class")
    chows, name = value.get("exposed_chows", False), value.get("name", "")
    if type(number) is not int or tier not in HAND_TIERS or type(chows) is not bool or not _is_text(name):
        sentence = say(
            "give each hand a number, class ({tiers}), exposed_chows (true, false) and a short name.",
            tiers=", ".join(HAND_TIERS),
        )
        raise _NotThisError(sentence)
    return Hand(number, tier, chows, name)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= 80 and (value == "" or value.isprintable())


def _labels(value: object, _base: object) -> tuple[str, ...]:
    labels = _list(value)
    if len(labels) != 4 or not all(map(_is_text, labels)):
        raise _NotThisError(
            say("give four short texts, for the letters A, B, C and D; empty ones for no label.")
        )
    return tuple(str(label) for label in labels)


_SHAPES: dict[str, Callable[[object, object], Any]] = {
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
    "games_per_round": _whole(1, 32),
    "round_minutes": _whole(1, 600),
    "warning_minutes": _whole(0, 600),
    "verification": _one_of("across", "east", "official-sheet", "first-east"),
    "collector": _one_of("in-turn", "scorekeeper"),
    "labels": _labels,
    "movement": _one_of("sanctioned", "club-day", "mahjcon", "custom", "repeat-free", "assigned", "random"),
    "disturbing": _points,
    "marked_numbers": _flag,
}


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if isinstance(value, Hand):
        return {
            "number": value.number,
            "class": value.tier,
            "exposed_chows": value.exposed_chows,
            "name": value.name,
        }
    return dict(value) if isinstance(value, Mapping) else value


_TIMES = frozenset(
    {"thrower_pays", "others_pay", "self_picked_pays", "jokerless_factor", "sole_payer", "error_pays"}
)
_PHRASES = {
    "across": to_say("the player across"),
    "east": to_say("the table's scorekeeper (East)"),
    "official-sheet": to_say("A keeps the official sheet, another player checks A's line"),
    "first-east": to_say("the first East signs, the next player signs East's"),
    "in-turn": to_say("A in the first round of a block, then B, C, D"),
    "scorekeeper": to_say("the table's scorekeeper"),
    "dead": to_say("dead hand"),
    "ruling": to_say("the director decides"),
    "half-limit": to_say("half limit"),
    "limit": to_say("limit"),
    "double-limit": to_say("double limit"),
    "blind-pass-look": to_say("blind pass look"),
    "out-of-turn": to_say("out of turn"),
    "wrong-wall": to_say("wrong wall"),
    "misnamed-for-exposure": to_say("misnamed for exposure"),
    "misnamed-for-mahjong": to_say("misnamed for mahjong"),
    "racked-called-tile": to_say("racked called tile"),
}


def _in_words(name: str, value: object) -> str:
    match value:
        case bool():
            return say("yes") if value else say("no")
        case int() if name in _TIMES:
            return say_count("once", "{count} times", value)
        case int() if name == "games_per_round":
            return say_count("{count} game", "{count} games", value)
        case int() if name in ("round_minutes", "warning_minutes"):
            return say_count("{count} minute", "{count} minutes", value)
        case int():
            return say_count("{count} point", "{count} points", value) if value else say("nothing")
        case str():
            return say(_PHRASES[value]) if value in _PHRASES else value
        case Hand():
            return _hand_in_words(value)
        case Mapping():
            return "; ".join(f"{_in_words('', kind)}: {_in_words('', one)}" for kind, one in value.items())
        case tuple() if name == "labels":
            named = [(letter, label) for letter, label in zip(LETTERS, value, strict=True) if label]
            said = [say("{letter} is {label}", letter=letter, label=label) for letter, label in named]
            return ", ".join(said) or say("letters only")
        case tuple() if name == "hands":
            return "; ".join(_in_words("", hand) for hand in value)
        case _:
            return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _hand_in_words(hand: Hand) -> str:
    named = f" {hand.name}" if hand.name else ""
    star = f", {say('exposed chows allowed')}" if hand.exposed_chows else ""
    return f"{hand.number}{named}: {_in_words('', hand.tier)}{star}"
