"""The registry of scoring systems and of their families of arithmetic.

A system is a TOML file, a family a module with a `Family`.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import msgspec

from rules.game import Fault, Phrase, quoted, refusal, short
from rules.systems import payments, points, reader, sixteen_hands
from rules.systems.family import Family
from rules.systems.profile import DESK_SHAPES, SYSTEMS, Profile, definition, plain
from rules.systems.shapes import BadValueError, Shape

__all__ = ["FAMILIES", "SYSTEMS", "definition"]

FAMILIES: dict[str, Family] = {}


def register(family: Family, **systems: Path) -> None:
    """Adds a family, and systems of it by their files; their names have a hyphen where these have an underscore."""
    FAMILIES[family.name] = family
    reader.add_fields(family.game)
    SYSTEMS.update({name.replace("_", "-"): file for name, file in systems.items()})


for _family in (points.FAMILY, payments.FAMILY, sixteen_hands.FAMILY):
    register(_family)


def outcomes() -> tuple[str, ...]:
    return tuple(dict.fromkeys(outcome for family in FAMILIES.values() for outcome in family.outcomes))


def shape_of(profile: Profile, name: str) -> Shape:
    return profile.family.shapes.get(name) or DESK_SHAPES[name]


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
    names = definition(base.system).names
    faults, values = [], {}
    for name, value in changes.items():
        if name not in names:
            faults.append(
                Fault("bad-profile", short(name), {"variant": "unknown-name", "name": quoted(name)})
            )
            continue
        try:
            values[name] = shape_of(base, name).check(value, getattr(base, name))
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
    names = definition(system).desk if desk else definition(system).values
    return {
        name: {
            "default": plain(getattr(_base(system), name)),
            "clause": entry["clause"],
            "sentence": entry["sentence"],
        }
        for name, entry in names.items()
    }


def unknown_system(system: object) -> Fault:
    return Fault("unknown-system", "system", {"system": quoted(system), "systems": tuple(SYSTEMS)})


def texts() -> Iterator[tuple[str, str]]:
    """Every text of the systems' files that a reader sees, with its file, for translation tools."""
    for system in SYSTEMS:
        yield from ((f"{system}.toml", text) for text in (definition(system).title, definition(system).about))
        for entry in definition(system).names.values():
            for text in (entry["clause"], entry["sentence"]):
                if not any(map(str.isdigit, text.split()[0])):  # "10a, 10b" is the same in every language
                    yield f"{system}.toml", text


@cache
def _base(system: str) -> Profile:
    text = definition(system)
    family, names = FAMILIES[text.family], text.names
    clauses = {code: clause for entry in names.values() for code, clause in entry.get("lines", {}).items()}
    shapes = {**DESK_SHAPES, **family.shapes}
    values = {name: shapes[name].check(entry["default"], None) for name, entry in names.items()}
    profile: Profile = family.profile(system=system, family=family, clauses=clauses, **values)
    return profile
