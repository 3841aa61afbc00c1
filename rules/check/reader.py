"""Reads a question to `rules.check` field by field and collects every fault."""

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from rules.check.index import Index, index_of
from rules.check.numbers import Marks, Numbers
from rules.game import (
    INFRACTION_KINDS,
    LETTERS,
    TABLES,
    ErrorCall,
    ExtraMark,
    Fault,
    Infraction,
    Seats,
    quoted,
    short,
)
from rules.limits import MOST_POINTS
from rules.systems.extras import twice, unknown_extra
from rules.systems.rack import bad_seats, dead_twice, not_at_table, repeats
from rules.systems.reader import A_LIST, A_TEXT, A_WHOLE_NUMBER, AN_OBJECT, missing, read_value, wrong_type
from rules.systems.registry import SYSTEMS, ProfileError, change_profile, load_profile, unknown_system

FIELDS = frozenset({"system", "points", "cards", "profile", "dead", "error", "infractions", "extras"})


def read_each_field(line: Mapping[Any, object]) -> tuple[Index | None, list[Numbers], list[Fault]]:
    """The profile's index, the games of the line, and all faults; with any fault the rest is meaningless."""
    faults = [
        Fault("unknown-field", short(name), {"variant": "of-command", "field": short(name)})
        for name in line
        if name not in FIELDS
    ]
    index = _index(line, faults)
    seats, games = _cards(line, faults) if "cards" in line else _points(line, faults)
    dead: Seats | UnsetType = UNSET
    if "dead" in line:
        dead = tuple(sorted(read_value(line["dead"], Seats, "dead", faults) or ()))
        faults += _wrong_seats(dead, "dead", seats)
    error = _error(line["error"], seats, faults) if "error" in line else UNSET
    marked = _infractions(line["infractions"], seats, index, faults) if "infractions" in line else ()
    extras = _extras(line["extras"], seats, index, faults) if "extras" in line else UNSET
    only_marked = "infractions" in line
    return (
        index,
        [Numbers(seats, points, dead, marked, error, only_marked, extras) for points in games],
        faults,
    )


def _index(line: Mapping[Any, object], faults: list[Fault]) -> Index | None:
    system, changes = line.get("system"), line.get("profile", {})
    if not isinstance(changes, Mapping):
        faults.append(wrong_type("profile", AN_OBJECT, changes))
        changes = {}
    if "system" not in line:
        faults.append(missing("system"))
    elif not isinstance(system, str):
        faults.append(wrong_type("system", A_TEXT, system))
    elif system not in SYSTEMS:
        faults.append(unknown_system(system))
    elif not (base := load_profile(system)).family.checked:
        faults.append(Fault("not-for-system", "system", {"variant": "check"}))
    else:
        try:
            return index_of(change_profile(base, changes))
        except ProfileError as error:
            faults += [replace(fault, field=f"profile.{fault.field}") for fault in error.faults]
    return None


def _points(line: Mapping[Any, object], faults: list[Fault]) -> tuple[Seats, list[tuple[int, ...]]]:
    """The seats and the numbers of one game; no numbers where anything is wrong with them."""
    points = line.get("points")
    if "points" not in line:
        faults.append(missing("points"))
    if not isinstance(points, Mapping):
        faults += [wrong_type("points", AN_OBJECT, points)] if "points" in line else []
        return LETTERS, []
    seats = _seats(points, "points", faults)
    faults += [_wrong_number(f"points.{short(seat)}", n) for seat, n in points.items() if not _is_number(n)]
    return seats, [] if faults else [tuple(points[seat] for seat in seats)]


def _cards(line: Mapping[Any, object], faults: list[Fault]) -> tuple[Seats, list[tuple[int, ...]]]:
    """The seats and the numbers of each game of a set; no numbers where anything is wrong with them."""
    cards = line["cards"]
    if "points" in line:
        faults.append(Fault("not-for-outcome", "points", {"variant": "points-and-cards"}))
    if not isinstance(cards, Mapping):
        faults.append(wrong_type("cards", AN_OBJECT, cards))
        return LETTERS, []
    seats = _seats(cards, "cards", faults)
    faults_before = len(faults)
    games = max((len(card) for card in cards.values() if isinstance(card, list | tuple)), default=0)
    for seat, card in cards.items():
        path = f"cards.{short(seat)}"
        if not isinstance(card, list | tuple):
            faults.append(wrong_type(path, A_LIST, card))
            continue
        if not card or len(card) < games:
            faults.append(Fault("missing", path, {"variant": "short-card", "seat": short(seat)}))
        faults += [
            _wrong_number(f"{path}.{position}", n) for position, n in enumerate(card) if not _is_number(n)
        ]
    if len(faults) > faults_before or seats != tuple(sorted(cards)):
        return seats, []
    return seats, list(zip(*(cards[seat] for seat in seats), strict=True))


def _seats(numbers: Mapping[Any, object], field: str, faults: list[Fault]) -> Seats:
    """The seats in the order of the letters; all four where ``numbers`` names no possible table."""
    seats = TABLES.get(tuple(numbers))
    if seats is None:
        faults.append(replace(bad_seats(), field=field))
    return seats or LETTERS


def _is_number(number: object) -> bool:
    return type(number) is int and -MOST_POINTS <= number <= MOST_POINTS


def _wrong_number(path: str, number: object) -> Fault:
    if type(number) is int:
        return Fault("wrong-type", path, {"variant": "beyond-bounds", "field": path})
    return wrong_type(path, A_WHOLE_NUMBER, number)


def _wrong_seats(named_seats: Seats, field: str, seats: Seats) -> list[Fault]:
    faults = [not_at_table(seat, field) for seat in named_seats if seat not in seats]
    return faults + [dead_twice(seat, field) for seat in repeats(named_seats)]


def _error(value: object, seats: Seats, faults: list[Fault]) -> ErrorCall | None:
    """None for no mah jongg in error, which an empty list means too."""
    if value is None or value == []:
        return None
    error: ErrorCall | None = read_value(value, ErrorCall, "error", faults)
    if error is None:
        return None
    faults += [not_at_table(error.caller, "error.caller")] if error.caller not in seats else []
    faults += _wrong_seats(error.exposed, "error.exposed", seats)
    return ErrorCall(error.caller, tuple(sorted(error.exposed)))


def _infractions(value: object, seats: Seats, index: Index | None, faults: list[Fault]) -> Marks:
    """The infractions in the order of the letters; JSON null means none."""
    infractions = () if value is None else read_value(value, tuple[Infraction, ...], "infractions", faults)
    marks = [(infraction.seat, infraction.kind) for infraction in infractions or ()]
    for position, (seat, kind) in enumerate(marks):
        field = f"infractions.{position}"
        if seat not in seats:
            faults.append(not_at_table(seat, f"{field}.seat"))
        if (seat, kind) in marks[:position]:
            faults.append(Fault("duplicate-infraction", field, {"seat": short(seat)}))
        if kind not in INFRACTION_KINDS:
            values = {"infraction": quoted(kind), "infractions": INFRACTION_KINDS}
            faults.append(Fault("unknown-infraction", f"{field}.kind", values))
        elif index is not None and kind in index.deadly:
            faults.append(Fault("enter-as-dead", f"{field}.kind", {"seat": short(seat)}))
    return tuple(sorted(marks))


def _extras(value: object, seats: Seats, index: Index | None, faults: list[Fault]) -> Marks:
    """The extras in the order of the letters; JSON null means none."""
    extras = () if value is None else read_value(value, tuple[ExtraMark, ...], "extras", faults)
    marks = [(mark.seat, mark.code) for mark in extras or ()]
    for position, (seat, code) in enumerate(marks):
        field = f"extras.{position}"
        if seat not in seats:
            faults.append(not_at_table(seat, f"{field}.seat"))
        if (seat, code) in marks[:position]:
            faults.append(twice(seat, field))
        if index is not None and code not in index.extras:
            faults.append(unknown_extra(code, f"{field}.code", index.extras))
    return tuple(sorted(marks))
