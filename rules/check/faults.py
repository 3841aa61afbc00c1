"""A line of the ``check`` command read patiently: everything that is wrong with it, all at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from msgspec.structs import replace

from rules.check.numbers import Numbers
from rules.check.tables import Tables, tables
from rules.facts import TABLES, Seats
from rules.game import LETTERS, Fault
from rules.impossible import bad_seats, dead_twice, not_at_table
from rules.profile import (
    MOST_POINTS,
    SYSTEMS,
    PointsProfile,
    ProfileError,
    change_profile,
    load_profile,
    shown,
    unknown_system,
)
from rules.reading import missing, wrong_type
from rules.words import say

FIELDS = frozenset({"system", "points", "cards", "profile", "dead"})


def read_patiently(line: Mapping[Any, object]) -> tuple[Tables | None, list[Numbers], list[Fault]]:
    """The tables and the games that a line asks about, and all its faults; with any of them the rest is of no use."""
    faults = [_unknown(name) for name in line if name not in FIELDS]
    table = _tables(line, faults)
    seats, games = _cards(line, faults) if "cards" in line else _points(line, faults)
    dead = _dead(line["dead"], seats, faults) if "dead" in line else None
    return table, [Numbers(seats, points, dead) for points in games], faults


def _unknown(name: object) -> Fault:
    field = shown(name)[1:-1]
    return Fault("unknown-field", field, say("{field} is not a field of this command.", field=field))


def _tables(line: Mapping[Any, object], faults: list[Fault]) -> Tables | None:
    """The tables of the line's profile; None, with the reason among the faults, when it has none."""
    system, changes = line.get("system"), line.get("profile", {})
    if not isinstance(changes, Mapping):
        faults.append(wrong_type("profile", say("an object"), changes))
        changes = {}
    if "system" not in line:
        faults.append(missing("system"))
    elif not isinstance(system, str):
        faults.append(wrong_type("system", say("a text"), system))
    elif system not in SYSTEMS:
        faults.append(unknown_system(system))
    elif not isinstance(base := load_profile(system), PointsProfile):
        sentence = say("Only numbers of a points system can be checked: sanctioned, club-day or mahj-x.")
        faults.append(Fault("not-for-system", "system", sentence))
    else:
        try:
            return tables(cast("PointsProfile", change_profile(base, changes)))
        except ProfileError as error:
            faults += [Fault(one.code, f"profile.{one.field}", one.message) for one in error.faults]
    return None


def _points(line: Mapping[Any, object], faults: list[Fault]) -> tuple[Seats, list[tuple[int, ...]]]:
    """The seats and the numbers of one game; nothing to rely on when anything is wrong with them."""
    points = line.get("points")
    if "points" not in line:
        faults.append(missing("points"))
    if not isinstance(points, Mapping):
        faults += [wrong_type("points", say("an object"), points)] if "points" in line else []
        return LETTERS, []
    seats = _seats(points, "points", faults)
    faults += [
        _wrong_number(f"points.{shown(seat)[1:-1]}", n) for seat, n in points.items() if not _is_number(n)
    ]
    return seats, [] if faults else [tuple(points[seat] for seat in seats)]


def _cards(line: Mapping[Any, object], faults: list[Fault]) -> tuple[Seats, list[tuple[int, ...]]]:
    """The seats and the numbers of each game of a set; nothing to rely on when anything is wrong with them."""
    cards = line["cards"]
    if "points" in line:
        sentence = say("Give the points of one game or the cards of a set, not both.")
        faults.append(Fault("not-for-outcome", "points", sentence))
    if not isinstance(cards, Mapping):
        faults.append(wrong_type("cards", say("an object"), cards))
        return LETTERS, []
    seats = _seats(cards, "cards", faults)
    before = len(faults)
    games = max((len(card) for card in cards.values() if isinstance(card, list | tuple)), default=0)
    for seat, card in cards.items():
        path = f"cards.{shown(seat)[1:-1]}"
        if not isinstance(card, list | tuple):
            faults.append(wrong_type(path, say("a list"), card))
            continue
        if not card or len(card) < games:
            sentence = say(
                "The card of {seat} is short: every game needs a number on every card.",
                seat=shown(seat)[1:-1],
            )
            faults.append(Fault("missing", path, sentence))
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
        return Fault("wrong-type", path, say("{field} is beyond anything that can be scored.", field=path))
    return wrong_type(path, say("a whole number"), number)


def _dead(dead: object, seats: Seats, faults: list[Fault]) -> Seats:
    """Who was dead, in the order of the letters."""
    if not isinstance(dead, list | tuple):
        faults.append(wrong_type("dead", say("a list"), dead))
        return ()
    texts = [seat for seat in dead if isinstance(seat, str)]
    faults += [
        wrong_type(f"dead.{place}", say("a text"), seat)
        for place, seat in enumerate(dead)
        if seat not in texts
    ]
    faults += [not_at_table(seat, "dead") for seat in texts if seat not in seats]
    faults += [dead_twice(seat, "dead") for seat in texts if texts.count(seat) > 1]
    return tuple(sorted(texts))
