"""Plans by seat slip, in which any seat may follow any other, and those drawn anew for each round."""

import itertools
import math
import random
from collections import Counter
from collections.abc import Sequence

from rules.game import LETTERS
from rules.seating.anneal import REPEAT, Annealer, Groups, repeat_price
from rules.seating.certificate import already_met
from rules.seating.draw import draw
from rules.seating.empty import empty_seats
from rules.seating.field import SeatingField, seat
from rules.seating.plan import Round
from rules.seating.repeat_free import repeat_free_steps
from rules.seating.steps import first_round, play_out
from rules.seating.wheels import wheel

PROPOSALS = 400_000
PROPOSALS_A_TABLE = 4_000
RESTARTS = 2
EVENING = 40_000
EVENING_A_TABLE = 1_000
REDRAWN = 40_000
REDRAWN_A_TABLE = 4_000


def assigned_plan(field: SeatingField, rounds: int, seed: int) -> tuple[Round, ...]:
    """A plan of ``rounds`` rounds with as few repeats as found, spread evenly, letters balanced.

    Without earlier rounds an algebraic plan is used where one exists: steps by letter or a wheel, whose seats are
    drawn so that no pair to be kept apart meets. Otherwise the plan is annealed.
    """
    return seat(field, _groups(field, rounds, seed))


def _groups(field: SeatingField, rounds: int, seed: int) -> Groups:
    if not field.met:
        for seats in _without_repeat(field, rounds):
            person_at, broken = draw(field, seats, seed=seed)
            if broken == 0:
                groups = [[[person_at[index] for index in table] for table in seating] for seating in seats]
                return _spread_short_tables(field, groups, seed)
    return _annealed(field, rounds, seed)


def _spread_short_tables(field: SeatingField, groups: Groups, seed: int) -> Groups:
    """The plan, or one annealed from it without a repeat in which fewer players sit at short tables twice."""
    if _double_visits(groups)[0] == 0:
        return groups
    search = Annealer(field, seed, short_price=REPEAT // 2)
    for seating in groups:
        search.add(seating)
    search.run(range(len(groups)), PROPOSALS, hot=0.5, cold=0.06)
    spread = search.without_empty_seats()
    is_sound = not any(search.load) and not search.broken()
    return spread if is_sound and _double_visits(spread) < _double_visits(groups) else groups


def _without_repeat(field: SeatingField, rounds: int) -> list[Groups]:
    """Plans over seats 0..n-1 without a repeat, those with the fewest double visits to short tables first."""
    empty = 4 * field.tables - len(field.names)
    plans = []
    by_steps = _by_steps(field, rounds)
    if by_steps is not None:
        plans.append((_double_visits(by_steps), 0, by_steps))
    full = wheel(field.tables)
    if full is not None and len(full) >= rounds:
        turned = _with_empty_seats(full[:rounds], 4 * field.tables, empty)
        if turned is not None:
            plans.append((_double_visits(turned), 1, turned))
    return [groups for _, _, groups in sorted(plans, key=lambda entry: entry[:2])]


def _by_steps(field: SeatingField, rounds: int) -> Groups | None:
    moves = repeat_free_steps(field.tables, rounds)
    if moves is None:
        return None
    seats = first_round(field.tables, empty_seats(len(field.names), moves))
    names = [getattr(table, letter) for letter in LETTERS for table in seats]
    number = {name: index for index, name in enumerate(name for name in names if name is not None)}
    return [
        [[number[player] for player in table.players()] for table in seating]
        for seating in play_out(seats, moves)
    ]


def _with_empty_seats(groups: Groups, seats: int, empty: int) -> Groups | None:
    """Leaves out ``empty`` people who never meet and share the fewest opponents; None where all meet."""
    opponents = [1 << player for player in range(seats)]
    for table in itertools.chain.from_iterable(groups):
        for first, second in itertools.permutations(table, 2):
            opponents[first] |= 1 << second
    best: tuple[int, tuple[int, ...]] | None = None
    for empty_people in itertools.combinations(range(seats), empty):
        if any(opponents[first] >> second & 1 for first, second in itertools.combinations(empty_people, 2)):
            continue
        double_visitors = 0
        for first, second in itertools.combinations(empty_people, 2):
            double_visitors |= opponents[first] & opponents[second]
        if best is None or double_visitors.bit_count() < best[0]:
            best = (double_visitors.bit_count(), empty_people)
    if best is None:
        return None
    players = [player for player in range(seats) if player not in best[1]]
    number = {player: index for index, player in enumerate(players)}
    return [
        [[number[player] for player in table if player in number] for table in seating] for seating in groups
    ]


def _double_visits(groups: Groups) -> tuple[int, int]:
    """The number of players who sit at short tables more than once, and of their visits beyond the first."""
    visits = Counter(
        player
        for table in itertools.chain.from_iterable(groups)
        if len(table) < len(LETTERS)
        for player in table
    )
    return sum(count > 1 for count in visits.values()), sum(count - 1 for count in visits.values())


def _annealed(field: SeatingField, rounds: int, seed: int) -> Groups:
    best: Annealer | None = None
    for attempt, base in enumerate(_starts(field, rounds)):
        search = _search(field, base, rounds, seed + attempt)
        if best is None or search.cost < best.cost:
            best = search
        if best.cost < REPEAT or best.cost <= _least_cost(field, best.groups):
            break
    assert best is not None  # noqa: S101 - there is always a start from nothing
    if best.cost >= REPEAT:
        best.even_out(range(rounds), min(EVENING, EVENING_A_TABLE * field.tables * rounds))
    return best.without_empty_seats()


def _starts(field: SeatingField, rounds: int) -> list[Groups]:
    starts: list[Groups] = [[]] * RESTARTS
    if field.met or field.apart or field.fixed:
        return starts
    for most in range(rounds - 1, 1, -1):
        groups = _without_repeat(field, most)
        if groups:
            return [groups[0], groups[0], *starts]
    return starts


def _search(field: SeatingField, base: Sequence[Sequence[Sequence[int]]], rounds: int, seed: int) -> Annealer:
    search = Annealer(field, seed)
    chance = random.Random(seed)  # noqa: S311 - repeatable from its seed
    for seating in base:
        search.add(seating)
    for _ in range(rounds - len(base)):
        search.add(shuffled(field, chance))
    proposals = min(PROPOSALS, PROPOSALS_A_TABLE * field.tables * rounds)
    enough = _least_cost(field, search.groups)
    if base:
        search.run(range(len(base), rounds), proposals // 4, hot=0.5, cold=0.1, enough=enough)
        search.run(range(rounds), proposals // 2, hot=0.15, cold=0.08, enough=enough)
    else:
        search.run(range(rounds), proposals, hot=0.5, cold=0.1, enough=enough)
    return search


def _least_cost(field: SeatingField, groups: Groups) -> int:
    """A lower bound of a plan's cost: all pairs meet equally often within one, and few tables must mix few people."""
    pairs = len(field.names) * (len(field.names) - 1) // 2
    meetings = sum(field.met.values())
    meetings += sum(
        math.comb(sum(player < len(field.names) for player in table), 2)
        for seating in groups
        for table in seating
    )
    meetings_each, more = divmod(meetings, pairs)
    already = sum(map(repeat_price, field.met.values()))
    sizes = [
        sum(player < len(field.names) for player in table) for seating in groups[1:] for table in seating
    ]
    forced = REPEAT * sum(already_met(size, field.tables) for size in sizes)
    return max(
        forced,
        more * repeat_price(meetings_each + 1) + (pairs - more) * repeat_price(meetings_each) - already,
    )


def shuffled(field: SeatingField, chance: random.Random) -> list[list[int]]:
    """All players in random order, in groups of four, then of three."""
    people = list(range(len(field.names)))
    chance.shuffle(people)
    full = len(people) - 3 * field.tables
    ends = list(itertools.accumulate([4] * full + [3] * (field.tables - full)))
    return [people[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def redraw_plan(field: SeatingField, rounds: int, seed: int) -> tuple[Round, ...]:
    """A plan of ``rounds`` rounds, each drawn to avoid the meetings of those before it."""
    chance = random.Random(seed)  # noqa: S311 - repeatable from its seed
    search = Annealer(field, seed)
    for number in range(rounds):
        search.add(shuffled(field, chance))
        if search.cost:
            search.run([number], min(REDRAWN, REDRAWN_A_TABLE * field.tables), hot=0.4, cold=0.06)
    groups = search.without_empty_seats()
    for seating in groups:
        chance.shuffle(seating)
    return seat(field, groups)
