"""The numbers that a list of hand values gives with the bonuses of the profile."""

from collections.abc import Mapping
from itertools import combinations
from typing import cast

from rules.systems.points import PointsProfile
from rules.systems.profile import Profile
from scoring.sets.typed import WrittenGame


def ordinary_numbers(of: Profile) -> list[int]:
    """Every number a card can have for one game, with or without an infraction; for completion while typing.

    None where numbers do not tell a game.
    """
    if not of.family.checked:
        return []
    profile = cast("PointsProfile", of)
    bonuses = sums_of_bonuses(profile)
    won = {value + bonus for value in profile.values for bonus in bonuses}
    others = {
        0,
        profile.wall,
        profile.unfinished,
        profile.error_survivor,
        *(-penalty for penalty in profile.thrower),
    }
    fines = {0, *(cost for cost in profile.infractions.values() if isinstance(cost, int))}
    plain = {number - fine for number in won | others for fine in fines}
    return sorted(plain | {number + extra.points for number in plain for extra in profile.extras})


def values_off_list(points: Mapping[str, int], marks: WrittenGame, profile: Profile) -> frozenset[int]:
    """Hand values not on the event's list that explain the winner's number with some bonuses."""
    winners = [seat for seat, number in points.items() if number > 0]
    if len(winners) != 1:
        return frozenset()
    fine = sum(
        cost
        for seat, kind in marks.infractions
        if seat == winners[0] and isinstance(cost := profile.infractions[kind], int)
    )
    points_of = {extra.code: extra.points for extra in profile.extras}
    fine -= sum(points_of[code] for seat, code in marks.extras if seat == winners[0])
    hands = {points[winners[0]] + fine - bonus for bonus in sums_of_bonuses(profile)}
    return frozenset(value for value in hands if value > 0 and value % 5 == 0) - frozenset(profile.values)


def sums_of_bonuses(of: Profile) -> set[int]:
    """The sums of all subsets of the bonuses, 0 included."""
    profile = cast("PointsProfile", of)
    bonuses = (profile.self_picked, profile.jokerless, profile.no_exposure)
    return {sum(chosen) for count in range(4) for chosen in combinations(bonuses, count)}
