"""The second, patient reading of a game's facts, which names everything misshapen.

Well-formed facts are read in one go into the struct of their family. Where that fails, each field is looked at by
itself: what is sound is kept, what is not is named, so that one answer can list every fault.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import UnsetType
from msgspec.structs import FieldInfo

from rules.facts import FAMILY_FACTS, Facts
from rules.game import Fault
from rules.profile import shown
from rules.words import say, to_say

_NAMES = {field.encode_name for facts in FAMILY_FACTS.values() for field in msgspec.structs.fields(facts)}
FIELDS = frozenset({*_NAMES, "system"})
"""Every field that a game can have in one system or another."""

_KNOWN = FIELDS | {"error.value"}
_LOST: Any = object()
_KINDS = {str: to_say("a text"), int: to_say("a whole number"), bool: to_say("true or false")}
_SEEN = _KINDS | {float: to_say("a number with decimals"), type(None): to_say("nothing")}
_ASKED = {
    "system": to_say("Say which scoring system the event plays."),
    "outcome": to_say("Say how the game ended."),
    "winner": to_say("Say who won."),
    "value": to_say("Say what the winning hand is worth."),
    "error": to_say("Say who called mah jongg in error, and who exposed a hand because of it."),
    "error.caller": to_say("Say who called mah jongg in error."),
    "error.value": to_say("Say what the hand that was claimed in error is worth."),
}


class Reading(msgspec.Struct, frozen=True):
    """What could be kept of a game's facts, what is misshapen, and the fields that lost something by it."""

    facts: Facts
    faults: list[Fault]
    lost: frozenset[str]


def read_patiently(data: Mapping[Any, object], family: str) -> Reading:
    """Read the facts of one game of this family field by field; ``system`` and ``profile`` are left to others."""
    faults: list[Fault] = []
    fields = _fields_of(FAMILY_FACTS[family])
    kept: dict[str, Any] = {}
    lost: set[str] = set()
    for key, value in data.items():
        if key in ("system", "profile"):
            continue
        if key not in fields:
            faults.append(stranger(key))
            continue
        before = len(faults)
        if (read := _read(value, fields[key].type, key, faults)) is not _LOST:
            kept[key] = read
        if len(faults) > before:
            lost.add(key)
    if "outcome" not in data:
        faults.append(missing("outcome"))
    return Reading(FAMILY_FACTS[family](**{"outcome": "", **kept}), faults, frozenset(lost))


@cache
def _fields_of(kind: type[msgspec.Struct]) -> dict[str, FieldInfo]:
    return {field.encode_name: field for field in msgspec.structs.fields(kind)}


def missing(field: str) -> Fault:
    """The refusal of a game that leaves out something it needs."""
    if field in _ASKED:
        return Fault("missing", field, say(_ASKED[field]))
    return Fault("missing", field, say("Something is left out: {field}.", field=field.replace("_", " ")))


def wrong_type(field: str, expected: str, value: object) -> Fault:
    """The refusal of a value of the wrong kind. ``expected`` says what it should be, in the reader's language."""
    if isinstance(value, str):
        seen = shown(value)
    elif isinstance(value, Mapping):
        seen = say("an object")
    else:
        seen = say(_SEEN[type(value)]) if type(value) in _SEEN else say("a list")
    if field:
        sentence = say("{field} should be {expected}, not {seen}.", field=field, expected=expected, seen=seen)
    else:
        sentence = say("This should be {expected}, not {seen}.", expected=expected, seen=seen)
    return Fault("wrong-type", field, sentence)


def stranger(name: object) -> Fault:
    """The refusal of a field that no game has, or none of this system."""
    field = shown(name)[1:-1]
    if field not in _KNOWN:
        return Fault("unknown-field", field, say("{field} is not a field that is known here.", field=field))
    if field == "infractions":
        sentence = say(
            "{field} has no meaning in this system, which answers them with a dead hand, a payment or a wrong count "
            "of tiles.",
            field=field,
        )
    else:
        sentence = say("{field} has no meaning in this system.", field=field)
    return Fault("not-for-system", field, sentence)


def _read(value: object, kind: Any, path: str, faults: list[Fault]) -> Any:
    """The value, if it is of this kind, else _LOST; whatever is wrong with it is added to the faults."""
    origin, args = get_origin(kind), get_args(kind)
    if UnsetType in args:
        return _read(value, args[0], path, faults)
    if origin is tuple:
        return _read_list(value, args[0], path, faults)
    if origin is dict:
        return _read_object(value, args[1], path, faults)
    if origin is Literal:
        good = isinstance(value, str) and value in args
        expected = say("one of {options}", options=", ".join(args))
    elif issubclass(kind, msgspec.Struct):
        return _read_struct(value, kind, path, faults)
    else:
        good = isinstance(value, kind) and (kind is bool or not isinstance(value, bool))
        expected = say(_KINDS[kind])
    if good:
        return value
    faults.append(wrong_type(path, expected, value))
    return _LOST


def _read_list(value: object, kind: Any, path: str, faults: list[Fault]) -> Any:
    if not isinstance(value, list | tuple):
        faults.append(wrong_type(path, say("a list"), value))
        return _LOST
    read = [_read(one, kind, f"{path}.{index}", faults) for index, one in enumerate(value)]
    return tuple(one for one in read if one is not _LOST)


def _read_object(value: object, kind: Any, path: str, faults: list[Fault]) -> Any:
    if not isinstance(value, Mapping):
        faults.append(wrong_type(path, say("an object"), value))
        return _LOST
    read = {str(name): _read(one, kind, f"{path}.{shown(name)[1:-1]}", faults) for name, one in value.items()}
    return {name: one for name, one in read.items() if one is not _LOST}


def _read_struct(value: object, kind: type[msgspec.Struct], path: str, faults: list[Fault]) -> Any:
    if not isinstance(value, Mapping):
        faults.append(wrong_type(path, say("an object"), value))
        return _LOST
    fields = _fields_of(kind)
    kept = {}
    for name, one in value.items():
        if name not in fields:
            faults.append(stranger(f"{path}.{name}"))
        elif (read := _read(one, fields[name].type, f"{path}.{name}", faults)) is not _LOST:
            kept[name] = read
    absent = [name for name, field in fields.items() if field.required and name not in value]
    faults.extend(missing(f"{path}.{name}") for name in absent)
    whole = all(name in kept for name, field in fields.items() if field.required)
    return kind(**kept) if whole else _LOST
