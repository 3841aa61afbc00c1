"""The registry of scoring systems and of their families of arithmetic.

A system is a name in SYSTEMS and a TOML file of that name beside this module. A family is a module with GAME,
OUTCOMES, faults and settle, and a profile type.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import msgspec

from rules.game import Fault, Game, Phrase, Settled, quoted, refusal, short
from rules.systems import payments, points, sixteen_hands
from rules.systems.profile import SHAPES, BadValueError, Profile, definition, plain

SYSTEMS: tuple[str, ...] = ("sanctioned", "club-day", "sixteen-hands", "card-game", "mahj-x")


class Family(NamedTuple):
    """One family of arithmetic. ``faults`` and ``settle`` take a game and a profile of these types."""

    profile: type[Profile]
    game: type[Game]
    outcomes: tuple[str, ...]
    faults: Callable[..., list[Fault]]
    settle: Callable[[Any, Any], Settled]


FAMILIES = {
    "points": Family(points.PointsProfile, points.GAME, points.OUTCOMES, points.faults, points.settle),
    "payments": Family(
        payments.PaymentsProfile, payments.GAME, payments.OUTCOMES, payments.faults, payments.settle
    ),
    "sixteen-hands": Family(
        sixteen_hands.SixteenHandsProfile,
        sixteen_hands.GAME,
        sixteen_hands.OUTCOMES,
        sixteen_hands.faults,
        sixteen_hands.settle,
    ),
}


class ProfileError(Exception):
    """A profile is invalid. ``faults`` has every reason, ordered by field."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults: tuple[Fault, ...] = refusal(faults).errors
        super().__init__(", ".join(f"{fault.field}: {fault.code}" for fault in self.faults))


def load_profile(system: str, changes: Mapping[str, object] | None = None) -> Profile:
    """The system's profile with these changes, by the names of its TOML file; cached without any.

    Raises ProfileError with every fault.
    """
    if system not in SYSTEMS:
        raise ProfileError([unknown_system(system)])
    base = _base(system)
    return change_profile(base, changes) if changes else base


def change_profile(base: Profile, changes: Mapping[str, object]) -> Profile:
    """The profile with these changes, by the names of the system's TOML file. Raises ProfileError with every fault."""
    names = definition(base.system)["names"]
    faults, values = [], {}
    for name, value in changes.items():
        if name not in names:
            faults.append(
                Fault("bad-profile", short(name), {"variant": "unknown-name", "name": quoted(name)})
            )
            continue
        try:
            values[name] = SHAPES[name](value, getattr(base, name))
        except BadValueError as problems:
            title = Phrase("value-name", {"name": name})
            faults += [
                Fault("bad-profile", name, {"variant": "value", "name": title, "problem": problem})
                for problem in problems.args
            ]
    if faults:
        raise ProfileError(faults)
    return msgspec.structs.replace(base, **values)


def profile_from_data(data: object) -> Profile:
    """The inverse of ``to_data``. Raises ProfileError with every fault.

    Values that the data lacks, because the system gained them later, have their defaults.
    """
    if not isinstance(data, Mapping):
        raise ProfileError([Fault("bad-profile", "", {"variant": "stored"})])
    system = data.get("system")
    if not isinstance(system, str) or system not in SYSTEMS:
        raise ProfileError([unknown_system(system)])
    return load_profile(system, {name: value for name, value in data.items() if name != "system"})


def describe(system: str, *, desk: bool = False) -> dict[str, dict[str, object]]:
    """Each value's default, clause and sentence: those of scoring, or with ``desk`` those of the desk."""
    names: dict[str, dict[str, Any]] = definition(system)["desk" if desk else "values"]
    return {
        name: {
            "default": plain(getattr(_base(system), name)),
            "clause": entry["clause"],
            "sentence": entry["sentence"],
        }
        for name, entry in names.items()
    }


def unknown_system(system: object) -> Fault:
    return Fault("unknown-system", "system", {"system": quoted(system), "systems": SYSTEMS})


def texts() -> Iterator[tuple[str, str]]:
    """Every text of the systems' files that a reader sees, with its file, for translation tools."""
    for system in SYSTEMS:
        for name, entry in definition(system)["names"].items():
            for text in (value_title(name), entry["clause"], entry["sentence"]):
                if not any(map(str.isdigit, text.split()[0])):  # "10a, 10b" is the same in every language
                    yield f"{system}.toml", text


def value_title(name: str) -> str:
    """A value's name in a sentence, in English."""
    return name.replace("_", " ")


@cache
def _base(system: str) -> Profile:
    data = definition(system)
    clauses = {
        code: clause for entry in data["names"].values() for code, clause in entry.get("lines", {}).items()
    }
    values = {name: SHAPES[name](entry["default"], None) for name, entry in data["names"].items()}
    return FAMILIES[data["family"]].profile(system=system, family=data["family"], clauses=clauses, **values)
