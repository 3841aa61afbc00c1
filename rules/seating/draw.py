"""Draws people into the seats of a plan so that wishes hold; the plan fixes which seats meet."""

import itertools
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence

from rules.seating.anneal import NEVER, REPEAT
from rules.seating.field import SeatingField

TRIES = 60_000


def draw(
    field: SeatingField,
    groups: Sequence[Sequence[Sequence[int]]],
    *,
    seed: int,
    held: Mapping[int, int] | None = None,
) -> tuple[list[int], int]:
    """The person in each seat, and the price of the wishes that are not met (0: none).

    ``groups`` are rounds of tables of seat numbers 0..n-1, n being the size of the field. ``held`` gives the seat of
    people who must have that one. Players with a fixed table start in seats that never meet.
    """
    chance = random.Random(seed)  # noqa: S311 - repeatable from its seed
    near = _neighbours(groups)
    prices = _prices(field)
    person_at = _start(field, near, held or {}, chance)
    seat_of = {person: seat for seat, person in enumerate(person_at)}

    def price(person: int, seat: int) -> int:
        wishes = prices.get(person)
        if not wishes:
            return 0
        return sum(
            wishes[person_at[neighbour]][number < field.apart_rounds]
            for neighbour, number in near[seat]
            if person_at[neighbour] in wishes
        )

    movable = sorted(person for person in prices if person not in (held or {}))
    free = sorted(set(seat_of) - set(held or {}))
    total = sum(price(person, seat_of[person]) for person in prices)
    for _ in range(TRIES if movable and len(free) > 1 else 0):
        if total == 0:
            break
        first_player = movable[chance.randrange(len(movable))]
        first_seat = seat_of[first_player]
        before = price(first_player, first_seat)
        second_player = free[chance.randrange(len(free))]
        if before == 0 or second_player == first_player:
            continue
        second_seat = seat_of[second_player]
        before += price(second_player, second_seat)
        person_at[first_seat], person_at[second_seat] = second_player, first_player
        after = price(first_player, second_seat) + price(second_player, first_seat)
        if after > before:
            person_at[first_seat], person_at[second_seat] = first_player, second_player
        else:
            seat_of[first_player], seat_of[second_player] = second_seat, first_seat
            total += 2 * (after - before)
    return person_at, total // 2


def _neighbours(groups: Sequence[Sequence[Sequence[int]]]) -> dict[int, list[tuple[int, int]]]:
    """For each seat, the seats it meets and the round index from 0."""
    near: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for number, seating in enumerate(groups):
        for table in seating:
            for seat, neighbour in itertools.permutations(table, 2):
                near[seat].append((neighbour, number))
    return near


def _prices(field: SeatingField) -> dict[int, dict[int, tuple[int, int]]]:
    """For each pair to be kept apart, the price of meeting in a late round and in an early round."""
    prices: defaultdict[int, dict[int, tuple[int, int]]] = defaultdict(dict)

    def charge(first_player: int, second_player: int, late: int, early: int) -> None:
        for first, second in ((first_player, second_player), (second_player, first_player)):
            before = prices[first].get(second, (0, 0))
            prices[first][second] = (before[0] + late, before[1] + early)

    for (first_player, second_player), count in field.met.items():
        charge(first_player, second_player, REPEAT * count, REPEAT * count)
    for first_player, second_player in field.apart:
        charge(first_player, second_player, 0, NEVER)
    for first_player, second_player in field.never:
        charge(first_player, second_player, NEVER, NEVER)
    return dict(prices)


def _start(
    field: SeatingField,
    near: Mapping[int, list[tuple[int, int]]],
    held: Mapping[int, int],
    chance: random.Random,
) -> list[int]:
    taken = dict(held)
    for person in sorted(field.fixed):
        if person not in taken:
            used = set(taken.values())
            met = {neighbour for seat in used for neighbour, _ in near[seat]} | used
            seat = next((seat for seat in range(len(field.names)) if seat not in met), None)
            if seat is not None:
                taken[person] = seat
    others = [person for person in range(len(field.names)) if person not in taken]
    chance.shuffle(others)
    person_of = {seat: person for person, seat in taken.items()}
    return [person_of[seat] if seat in person_of else others.pop() for seat in range(len(field.names))]
