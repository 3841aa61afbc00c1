"""Reads a question to `rules.check` field by field: everything that is wrong with it, all at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from msgspec import UNSET
from msgspec.structs import replace

from rules.check.index import Index, index_of
from rules.check.numbers import Marks, Numbers
from rules.game import INFRACTION_KINDS, LETTERS, TABLES, ErrorCall, Fault, Infraction, Seats, quoted, short
from rules.limits import MOST_POINTS
from rules.systems.points import PointsProfile
from rules.systems.rack import bad_seats, dead_twice, not_at_table, repeated
from rules.systems.reader import A_LIST, A_TEXT, A_WHOLE_NUMBER, AN_OBJECT, missing, read_value, wrong_type
from rules.systems.registry import SYSTEMS, ProfileError, change_profile, load_profile, unknown_system

FIELDS = frozenset({"system", "points", "cards", "profile", "dead", "error", "infractions"})


def read_each_field(line: Mapping[Any, object]) -> tuple[Index | None, list[Numbers], list[Fault]]:
    """The profile's index and the games that a line asks about, and all its faults; with any the rest is of no use."""
    faults = [
        Fault("unknown-field", short(name), {"variant": "of-command", "field": short(name)})
        for name in line
        if name not in FIELDS
    ]
    index = _index(line, faults)
    seats, games = _cards(line, faults) if "cards" in line else _points(line, faults)
    dead = _dead(line["dead"], seats, faults) if "dead" in line else None
    error = _error(line["error"], seats, faults) if "error" in line else UNSET
    marked = _infractions(line["infractions"], seats, index, faults) if "infractions" in line else ()
    only = "infractions" in line
    return index, [Numbers(seats, points, dead, marked, error, only) for points in games], faults


def _index(line: Mapping[Any, object], faults: list[Fault]) -> Index | None:
    """The index of the line's profile; None, with the reason among the faults, when it has none."""
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
    elif not isinstance(base := load_profile(system), PointsProfile):
        faults.append(Fault("not-for-system", "system", {"variant": "check"}))
    else:
        try:
            return index_of(cast("PointsProfile", change_profile(base, changes)))
        except ProfileError as error:
            faults += [replace(fault, field=f"profile.{fault.field}") for fault in error.faults]
    return None


def _points(line: Mapping[Any, object], faults: list[Fault]) -> tuple[Seats, list[tuple[int, ...]]]:
    """The seats and the numbers of one game; nothing to rely on when anything is wrong with them."""
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
    """The seats and the numbers of each game of a set; nothing to rely on when anything is wrong with them."""
    cards = line["cards"]
    if "points" in line:
        faults.append(Fault("not-for-outcome", "points", {"variant": "points-and-cards"}))
    if not isinstance(cards, Mapping):
        faults.append(wrong_type("cards", AN_OBJECT, cards))
        return LETTERS, []
    seats = _seats(cards, "cards", faults)
    before = len(faults)
    games = max((len(card) for card in cards.values() if isinstance(card, list | tuple)), default=0)
    for seat, card in cards.items():
        path = f"cards.{short(seat)}"
        if not isinstance(card, list | tuple):
            faults.append(wrong_type(path, A_LIST, card))
            continue
        if not card or len(card) < games:
            faults.append(Fault("missing", path, {"variant": "short-card", "seat": short(seat)}))
        faults += [_wrong_number(f"{path}.{place}", n) for place, n in enumerate(card) if not _is_number(n)]
    if len(faults) > before or seats != tuple(sorted(cards)):
        return seats, []
    return seats, list(zip(*(cards[seat] for seat in seats), strict=True))


def _seats(numbers: Mapping[Any, object], field: str, faults: list[Fault]) -> Seats:
    """The seats by letter; all four where these are no table."""
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


def _dead(dead: object, seats: Seats, faults: list[Fault]) -> Seats:
    """Who was declared dead, in the order of the letters."""
    named: Seats = read_value(dead, Seats, "dead", faults) or ()
    faults += _wrong_seats(named, "dead", seats)
    return tuple(sorted(named))


def _wrong_seats(named: Seats, field: str, seats: Seats) -> list[Fault]:
    faults = [not_at_table(seat, field) for seat in named if seat not in seats]
    return faults + [dead_twice(seat, field) for seat in repeated(named)]


def _error(given: object, seats: Seats, faults: list[Fault]) -> ErrorCall | None:
    """The mah jongg in error; None where there was none, which an empty list says too."""
    if given is None or given == []:
        return None
    error: ErrorCall | None = read_value(given, ErrorCall, "error", faults)
    if error is None:
        return None
    faults += [not_at_table(error.caller, "error.caller")] if error.caller not in seats else []
    faults += _wrong_seats(error.exposed, "error.exposed", seats)
    return ErrorCall(error.caller, tuple(sorted(error.exposed)))


def _infractions(given: object, seats: Seats, index: Index | None, faults: list[Fault]) -> Marks:
    """The infractions in the order of the letters; None says that there were none."""
    read = () if given is None else read_value(given, tuple[Infraction, ...], "infractions", faults)
    marks = [(infraction.seat, infraction.kind) for infraction in read or ()]
    for place, (seat, kind) in enumerate(marks):
        field = f"infractions.{place}"
        if seat not in seats:
            faults.append(not_at_table(seat, f"{field}.seat"))
        if (seat, kind) in marks[:place]:
            faults.append(Fault("duplicate-infraction", field, {"seat": short(seat)}))
        if kind not in INFRACTION_KINDS:
            values = {"infraction": quoted(kind), "infractions": INFRACTION_KINDS}
            faults.append(Fault("unknown-infraction", f"{field}.kind", values))
        elif index is not None and kind in index.deadly:
            faults.append(Fault("enter-as-dead", f"{field}.kind", {"seat": short(seat)}))
    return tuple(sorted(marks))
