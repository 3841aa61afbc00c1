"""Reads a game's facts field by field and names every misshapen one; used where decoding in one go has failed.

Sound fields are kept, so that one answer can list every fault.
"""

from collections.abc import Mapping
from functools import cache
from types import NoneType
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import UnsetType
from msgspec.structs import FieldInfo

from rules.game import Fault, Game, Phrase, quoted, short

FIELDS = {"system"}
"""Every field that a game can have in one system or another; families add theirs."""

_KNOWN = {"error.value"}
_LOST: Any = object()
_KINDS = {str: "text", int: "whole-number", bool: "flag", float: "number"}
_SEEN = _KINDS | {float: "decimal", type(None): "nothing"}
_NEEDED = ("system", "outcome", "winner", "value", "error", "error.caller", "error.value")
"""The fields that have a sentence of their own for when they are missing."""


def add_fields(game: type[Game]) -> None:
    FIELDS.update(field.encode_name for field in msgspec.structs.fields(game))


class Misread(msgspec.Struct, frozen=True):
    """The game with its sound fields, the faults, and the names of the fields that lost a value."""

    game: Game
    faults: list[Fault]
    lost_fields: frozenset[str]


def read_each_field(data: Mapping[Any, object], kind: type[Game]) -> Misread:
    """Reads a game of this type; ``system`` and ``profile`` are not read."""
    faults: list[Fault] = []
    fields = _fields_of(kind)
    values: dict[str, Any] = {}
    lost_fields: set[str] = set()
    for key, value in data.items():
        if key in ("system", "profile"):
            continue
        if key not in fields:
            faults.append(unknown_field(key))
            continue
        before = len(faults)
        if (field_value := _read(value, fields[key].type, key, faults)) is not _LOST:
            values[key] = field_value
        if len(faults) > before:
            lost_fields.add(key)
    if "outcome" not in data:
        faults.append(missing("outcome"))
    return Misread(kind(**{"outcome": "", **values}), faults, frozenset(lost_fields))


@cache
def _fields_of(kind: type[msgspec.Struct]) -> dict[str, FieldInfo]:
    return {field.encode_name: field for field in msgspec.structs.fields(kind)}


def missing(field: str) -> Fault:
    if field in _NEEDED:
        return Fault("missing", field, {"variant": field})
    return Fault("missing", field, {"field": field.replace("_", " ")})


def wrong_type(field: str, expected: Phrase, value: object) -> Fault:
    kind: str | Phrase
    if isinstance(value, str):
        kind = quoted(value)
    elif isinstance(value, Mapping):
        kind = AN_OBJECT
    else:
        kind = Phrase(_SEEN.get(type(value), "list"))
    values = {"expected": expected, "seen": kind}
    return Fault("wrong-type", field, {**values, "field": field} if field else {**values, "variant": "whole"})


A_TEXT, A_WHOLE_NUMBER, A_LIST, AN_OBJECT = map(Phrase, ("text", "whole-number", "list", "object"))


def unknown_field(name: object) -> Fault:
    field = short(name)
    if field not in FIELDS and field not in _KNOWN:
        return Fault("unknown-field", field, {"field": field})
    if field == "infractions":
        return Fault("not-for-system", field, {"variant": "infractions", "field": field})
    return Fault("not-for-system", field, {"variant": "field", "field": field})


def read_value(value: object, kind: Any, path: str, faults: list[Fault]) -> Any:
    """The value if it is of this kind, else None; its faults are appended to ``faults``."""
    result = _read(value, kind, path, faults)
    return None if result is _LOST else result


def _read(value: object, kind: Any, path: str, faults: list[Fault]) -> Any:
    """The value if it is of this kind, else _LOST; its faults are appended to ``faults``."""
    origin, args = get_origin(kind), get_args(kind)
    if UnsetType in args:
        return _read(value, args[0], path, faults)
    if NoneType in args:
        return None if value is None else _read(value, args[0], path, faults)
    if origin is tuple:
        return _read_list(value, args[0], path, faults)
    if origin is dict:
        return _read_object(value, args[1], path, faults)
    if origin is Literal:
        good = isinstance(value, str) and value in args
        expected = Phrase("one-of", {"options": args})
    elif issubclass(kind, msgspec.Struct):
        return _read_struct(value, kind, path, faults)
    else:
        kinds = (int, float) if kind is float else kind
        good = isinstance(value, kinds) and (kind is bool or not isinstance(value, bool))
        expected = Phrase(_KINDS[kind])
    if good:
        return value
    faults.append(wrong_type(path, expected, value))
    return _LOST


def _read_list(value: object, kind: Any, path: str, faults: list[Fault]) -> Any:
    if not isinstance(value, list | tuple):
        faults.append(wrong_type(path, A_LIST, value))
        return _LOST
    results = [_read(part, kind, f"{path}.{index}", faults) for index, part in enumerate(value)]
    return tuple(part for part in results if part is not _LOST)


def _read_object(value: object, kind: Any, path: str, faults: list[Fault]) -> Any:
    if not isinstance(value, Mapping):
        faults.append(wrong_type(path, AN_OBJECT, value))
        return _LOST
    results = {str(name): _read(part, kind, f"{path}.{short(name)}", faults) for name, part in value.items()}
    return {name: part for name, part in results.items() if part is not _LOST}


def _read_struct(value: object, kind: type[msgspec.Struct], path: str, faults: list[Fault]) -> Any:
    if not isinstance(value, Mapping):
        faults.append(wrong_type(path, AN_OBJECT, value))
        return _LOST
    fields = _fields_of(kind)
    before = f"{path}." if path else ""
    values = {}
    for name, part in value.items():
        if name not in fields:
            faults.append(unknown_field(f"{before}{name}"))
        elif (field_value := _read(part, fields[name].type, f"{before}{name}", faults)) is not _LOST:
            values[name] = field_value
    absent = [name for name, field in fields.items() if field.required and name not in value]
    faults.extend(missing(f"{before}{name}") for name in absent)
    is_complete = all(name in values for name, field in fields.items() if field.required)
    return kind(**values) if is_complete else _LOST
