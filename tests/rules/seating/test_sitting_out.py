"""Evenings of every size, round by round, against a count that knows nothing of the program's."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import chain, combinations

import pytest

from rules.game import Refusal
from rules.seating import (
    EveningRound,
    TableSeats,
    certificate,
    evening_round,
    how_many_sit_out,
    order_out,
)

PEOPLE = [f"P{number}" for number in range(1, 41)]


def evening(players, rounds, **choices):
    played = []
    for _ in range(rounds):
        played.append(evening_round(players, played=played, seed=5, **choices))
    return played


@pytest.mark.slow
@pytest.mark.parametrize(
    ("part", "by_choice"),
    [(range(4, 41, 2), False), (range(5, 41, 2), False), (range(5, 41, 4), True)],
    ids=["even", "odd", "one out"],
)
def test_everybody_sits_or_sits_out_and_the_certificate_counts_the_same(part, by_choice):
    """A shorter evening is the beginning of a longer one: each is drawn round by round."""
    for players in part:
        names = PEOPLE[:players]
        played = evening(names, 8, by_choice=by_choice)
        turns = Counter(dict.fromkeys(names, 0))
        met = defaultdict(list)
        for number, round_ in enumerate(played, 1):
            tables = [
                [name for name in (seats.A, seats.B, seats.C, seats.D) if name] for seats in round_.seats
            ]
            assert sorted([*chain.from_iterable(tables), *round_.out]) == sorted(names)
            assert {len(table) for table in tables} <= {3, 4}
            if players % 4 == 1 and (by_choice or players == 5):
                assert len(round_.out) == 1
                assert {len(table) for table in tables} == {4}
            else:
                assert round_.out == ()
            turns.update(round_.out)
            assert max(turns.values()) - min(turns.values()) <= 1
            for table in tables:
                for pair in combinations(sorted(table, key=names.index), 2):
                    met[pair].append(number)
            facts = certificate([one.seats for one in played[:number]], out=[one.out for one in played])
            assert {repeat.pair: list(repeat.rounds) for repeat in facts.repeats} == {
                pair: numbers for pair, numbers in met.items() if len(numbers) > 1
            }
            assert facts.extra_meetings == sum(len(numbers) - 1 for numbers in met.values())
            assert facts.unavoidable <= facts.extra_meetings


def test_the_order_said_beforehand_is_the_one_kept():
    names = PEOPLE[:9]
    order = order_out(names, (), 5)
    assert sorted(order) == sorted(names)
    assert [round_.out for round_ in evening(names, 9, by_choice=True)] == [(name,) for name in order]


def test_whoever_comes_late_sits_out_before_anybody_does_twice():
    played = evening(PEOPLE[:5], 5)
    assert sorted(name for round_ in played for name in round_.out) == sorted(PEOPLE[:5])
    assert evening_round([*PEOPLE[1:5], "Late"], played=played, seed=5).out == ("Late",)


def test_five_always_have_one_out_and_nine_by_choice():
    assert [how_many_sit_out(players) for players in range(4, 14)] == [0, 1] + [0] * 8
    assert [how_many_sit_out(players, by_choice=True) for players in range(4, 14)] == [
        *(0, 1, 0, 0, 0),
        *(1, 0, 0, 0, 1),
    ]
    assert isinstance(evening_round(PEOPLE[:3]), Refusal)


def test_who_sat_out_together_met():
    seats = (TableSeats(1, "A", "B", "C", "D"),)
    facts = certificate([seats, seats], out=[("X", "Y"), ("X", "Y")])
    assert (("X", "Y"), (1, 2)) in [(repeat.pair, repeat.rounds) for repeat in facts.repeats]


def test_those_of_the_last_evening_are_kept_apart_where_that_is_possible():
    names = PEOPLE[:16]
    earlier = [tuple(TableSeats(table + 1, *names[table * 4 : table * 4 + 4]) for table in range(4))]
    new = evening_round(names, earlier=earlier, seed=5)
    assert certificate([*earlier, new.seats]).extra_meetings == 0


def test_by_standing_the_leaders_share_a_table():
    names = PEOPLE[:9]
    first = EveningRound((), (names[0],))
    new = evening_round(names, played=[first], by_choice=True, standings=names[::-1], seed=5)
    leaders = [name for name in names[::-1] if name not in new.out][:4]
    assert sorted(new.seats[0].players()) == sorted(leaders)
