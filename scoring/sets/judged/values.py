"""The numbers that a list of hand values gives with the bonuses of the profile."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from rules.systems.points import PointsProfile
from scoring.sets.typed import WrittenGame


def ordinary_numbers(profile: PointsProfile) -> list[int]:
    """Every number a card can have for one game, with or without an infraction, for completion while typing."""
    extras = sums_of_bonuses(profile)
    won = {value + extra for value in profile.values for extra in extras}
    others = {
        0,
        profile.wall,
        profile.unfinished,
        profile.error_survivor,
        *(-penalty for penalty in profile.thrower),
    }
    fines = {0, *(cost for cost in profile.infractions.values() if isinstance(cost, int))}
    return sorted({number - fine for number in won | others for fine in fines})


def values_off_list(points: Mapping[str, int], marks: WrittenGame, profile: PointsProfile) -> frozenset[int]:
    """Hand values off the event's list that would explain the winner's number with some of the bonuses."""
    winners = [seat for seat, number in points.items() if number > 0]
    if len(winners) != 1:
        return frozenset()
    fine = sum(
        cost
        for seat, kind in marks.infractions
        if seat == winners[0] and isinstance(cost := profile.infractions[kind], int)
    )
    extras = sums_of_bonuses(profile)
    hands = {points[winners[0]] + fine - extra for extra in extras}
    return frozenset(value for value in hands if value > 0 and value % 5 == 0) - frozenset(profile.values)


def sums_of_bonuses(profile: PointsProfile) -> set[int]:
    """What any of the bonuses come to together; 0 with none."""
    bonuses = (profile.self_picked, profile.jokerless, profile.no_exposure)
    return {sum(chosen) for count in range(4) for chosen in combinations(bonuses, count)}
