"""Extras: the numbers that a house adds to a system, alike in every family.

They are paid on top of whatever the game gave, from nobody: points that a director invented have no payer.
"""

from collections.abc import Mapping

from rules.game import LETTERS, TABLES, Due, Fault, Game, Settled, quoted
from rules.systems.profile import Profile
from rules.systems.rack import NOTHING_LOST, not_at_table, not_for_outcome
from rules.systems.shapes import Extra

_WITHOUT_POINTS = ("stale", "missed", "thrown-in")
_WINNER = frozenset({"outcome", "winner", "mahjong", "challenges"})
"""The facts that say who won."""


def faults(game: Game, profile: Profile, lost_fields: frozenset[str] = NOTHING_LOST) -> list[Fault]:
    if game.outcome in _WITHOUT_POINTS:
        return [not_for_outcome("extras", "extras")]
    problems: list[Fault] = []
    seats = TABLES.get(game.seats, LETTERS)
    extras = by_code(profile)
    for index, mark in enumerate(game.extras):
        field, extra = f"extras.{index}", extras.get(mark.code)
        if mark.seat not in seats:
            problems.append(not_at_table(mark.seat, f"{field}.seat"))
        if mark in game.extras[:index]:
            problems.append(twice(mark.seat, field))
        if extra is None:
            problems.append(unknown_extra(mark.code, f"{field}.code", extras))
        elif (
            extra.to == "winner"
            and mark.seat != profile.family.winner(game)
            and lost_fields.isdisjoint(_WINNER)
        ):
            values = {"variant": "extra-of-winner", "name": extra.name}
            problems.append(Fault("not-for-outcome", f"{field}.seat", values))
    return problems


def twice(seat: str, field: str) -> Fault:
    return Fault("bad-value", field, {"variant": "extra-twice", "seat": quoted(seat)})


def unknown_extra(code: str, field: str, extras: Mapping[str, Extra]) -> Fault:
    values = {"variant": "extra" if extras else "no-extras", "code": quoted(code), "codes": tuple(extras)}
    return Fault("bad-value", field, values)


def by_code(profile: Profile) -> dict[str, Extra]:
    return {extra.code: extra for extra in profile.extras}


def with_extras(settled: Settled, game: Game, profile: Profile) -> Settled:
    if settled.status != "scored":
        return settled
    extras = by_code(profile)
    due: list[Due] = [
        (mark.seat, extras[mark.code].points, "extra", (("name", extras[mark.code].name),))
        for mark in game.extras
    ]
    points = dict(settled.points)
    for seat, number, _, _ in due:
        points[seat] += number
    warnings = [
        warning for warning in settled.warnings if warning != "may-be-replayed"
    ]  # somebody has points now
    return Settled(points, settled.status, warnings, [*settled.due, *due])
