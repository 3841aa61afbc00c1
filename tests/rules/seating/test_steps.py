"""Movements by step, checked against players walked from table to table one by one."""

from __future__ import annotations

import itertools
from math import gcd

import pytest

from rules.english import sentence
from rules.game import Refusal
from rules.seating import STEPS, Plan, PlanRequest, Steps, certificate, empty_seats, make_plan, table_count
from rules.seating.repeat_free import repeat_free_steps

MOST_BY_STEPS = {1: 1, 2: 1, 3: 1, 4: 2, 5: 5, 6: 5, 7: 7, 8: 7, 9: 7, 10: 9, 11: 11, 12: 11}
SPANS = {"sanctioned": (1, 2, 3, 4), "club-day": (1, 2, 3), "mahjcon": (1, 2, 3)}


def planned(**wish) -> Plan:
    plan = make_plan(PlanRequest(**wish))
    assert isinstance(plan, Plan), plan
    return plan


def walk(tables, moves, empty=()):
    """Every round as {table: players}, a player being (letter, first table), by walking each one."""
    players = [
        (letter, table) for letter in "ABCD" for table in range(1, tables + 1) if (letter, table) not in empty
    ]
    at = {player: player[1] for player in players}
    rounds = []
    for move in (None, *moves):
        if move is not None:
            at = {player: (table - 1 + getattr(move, player[0])) % tables + 1 for player, table in at.items()}
        seated = {table: set() for table in range(1, tables + 1)}
        for player, table in at.items():
            seated[table].add(player)
        rounds.append(seated)
    return rounds


def met_again(rounds):
    """The pairs that meet more than once with their rounds."""
    met = {}
    for number, seated in enumerate(rounds, 1):
        for together in seated.values():
            for pair in itertools.combinations(sorted(together), 2):
                met.setdefault(pair, []).append(number)
    return {pair: numbers for pair, numbers in met.items() if len(numbers) > 1}


def as_walked(plan):
    return [
        {seats.table: {(player[0], int(player[1:])) for player in seats.players()} for seats in seating}
        for seating in plan.rounds
    ]


@pytest.mark.slow
def test_repeat_free_steps_seat_nobody_together_twice_for_every_table_count_and_number_of_rounds():
    """Every meeting of every round as one whole number; all of them differ. T 2..130, R 1..12."""
    for tables in range(2, 131):
        checked = {}
        for rounds in range(1, MOST_BY_STEPS.get(tables, 12) + 1):
            moves = repeat_free_steps(tables, rounds)
            if checked.get(len(moves)) == moves:
                continue
            shifts = [(0, 0, 0, 0)]
            for move in moves:
                shifts.append(tuple(old + step for old, step in zip(shifts[-1], move, strict=True)))
            meetings = set()
            for shift in shifts:
                for table in range(tables):
                    here = [letter * tables + (table - shift[letter]) % tables for letter in range(4)]
                    meetings.update(one * 1000 + other for one, other in itertools.combinations(here, 2))
            assert len(moves) == rounds - 1
            assert len(meetings) == 6 * tables * rounds, (tables, rounds)
            checked.update({length: moves[:length] for length in range(len(moves) + 1)})


@pytest.mark.slow
@pytest.mark.parametrize("movement", ["sanctioned", "club-day", "mahjcon", "repeat-free"])
def test_empty_seats_never_share_a_table_and_are_never_at_letter_a(movement):
    for tables, rounds, empty in itertools.product(range(2, 131), (2, 5, 12), (2, 3)):
        if 4 * tables - empty == 5 or (movement == "repeat-free" and rounds > MOST_BY_STEPS.get(tables, 12)):
            continue
        if movement == "repeat-free":
            step = Steps(0, 1, -1, 2) if tables > 35 else Steps(0, 1, -1, 3)
        else:
            step = STEPS[movement]
        seats = empty_seats(4 * tables - empty, (step,) * (rounds - 1))
        assert {letter for letter, _ in seats} == {"D"}
        assert len({table for _, table in seats}) == empty, (tables, rounds, empty)


@pytest.mark.slow
@pytest.mark.parametrize("movement", ["sanctioned", "club-day", "mahjcon", "repeat-free"])
@pytest.mark.parametrize("tables", [2, 3, 4, 5, 6, 8, 9, 12, 16, 20, 33, 130])
def test_a_plan_is_what_players_walking_by_its_steps_do(movement, tables):
    for rounds, empty in ((1, 0), (2, 1), (3, 2), (4, 3), (7, 0), (12, 3)):
        players = 4 * tables - empty
        if players == 5 or (movement == "repeat-free" and rounds > MOST_BY_STEPS.get(tables, 12)):
            continue
        plan = planned(players=players, rounds=rounds, movement=movement)
        walked = as_walked(plan)
        gone = [(seats[0], int(seats[1:])) for seats in _unused(plan)]
        assert walked == walk(tables, plan.steps, gone)
        assert len(gone) == empty
        assert {len(together) for seated in walked for together in seated.values()} <= {3, 4}
        assert all(sum(map(len, seated.values())) == players for seated in walked)
        facts = certificate(plan.rounds)
        repeats = {
            tuple((player[0], int(player[1:])) for player in repeat.pair): list(repeat.rounds)
            for repeat in facts.repeats
        }
        assert repeats == met_again(walked)
        assert facts.first_repeat_round == min((rounds[1] for rounds in repeats.values()), default=None)


def _unused(plan):
    names = {f"{letter}{table}" for letter in "ABCD" for table in range(1, plan.tables + 1)}
    return names - {player for seats in plan.rounds[0] for player in seats.players()}


@pytest.mark.parametrize("movement", sorted(SPANS))
def test_announced_steps_repeat_exactly_where_a_difference_of_steps_wraps(movement):
    for tables in range(4, 40):
        wraps = min(tables // gcd(tables, span) for span in SPANS[movement])
        plan = planned(tables=tables, rounds=6, movement=movement)
        assert certificate(plan.rounds).first_repeat_round == (wraps + 1 if wraps < 6 else None), tables


def test_the_repeats_that_directors_are_not_told_of():
    def pairs(tables, rounds, movement):
        facts = certificate(planned(tables=tables, rounds=rounds, movement=movement).rounds)
        return len(facts.repeats), facts.first_repeat_round

    assert pairs(8, 3, "sanctioned") == (8, 3)
    assert pairs(12, 4, "sanctioned") == (12, 4)
    assert pairs(6, 3, "club-day") == (6, 3)
    assert pairs(20, 4, "sanctioned") == (0, None)


@pytest.mark.slow
def test_the_fewest_players_meet_a_short_table_twice():
    """Tried against every other placing of the empty seats."""
    for movement, tables, rounds, empty in (
        ("sanctioned", 12, 4, 3),
        ("sanctioned", 22, 4, 3),
        ("club-day", 9, 6, 2),
        ("mahjcon", 7, 5, 3),
        ("sanctioned", 4, 5, 2),
    ):
        moves = (STEPS[movement],) * (rounds - 1)

        def twice(gone, tables=tables, moves=moves):
            visits = {}
            for seated in walk(tables, moves, gone):
                for together in seated.values():
                    if len(together) < 4:
                        for player in together:
                            visits[player] = visits.get(player, 0) + 1
            return sum(count > 1 for count in visits.values())

        every = itertools.combinations([("D", table) for table in range(1, tables + 1)], empty)
        assert twice(empty_seats(4 * tables - empty, moves)) == min(map(twice, every))


def test_steps_are_written_as_least_residues():
    plan = planned(tables=4, rounds=2, movement="custom", steps=Steps(A=2, B=-2, C=7, D=1000001))
    assert plan.steps == (Steps(A=2, B=2, C=-1, D=1),)


@pytest.mark.parametrize(("tables", "most"), [(1, 1), (2, 1), (4, 2), (7, 7), (12, 11)])
def test_beyond_the_limit_of_repeat_free_steps_seat_slips_are_made_and_the_reason_given(tables, most):
    plan = planned(tables=tables, rounds=most + 1, movement="repeat-free")
    assert (plan.requested, plan.movement) == ("repeat-free", "assigned")
    assert sentence(plan.reason).endswith("these are seat slips.")
    assert plan.steps == (None,) * most


@pytest.mark.slow
def test_small_steps_and_few_announcements_are_preferred():
    for tables in range(13, 131):
        steps = planned(tables=tables, rounds=12, movement="repeat-free").steps
        assert len(set(steps)) <= 2
        assert max(abs(step) for move in steps for step in move) <= 3
        assert {move.A for move in steps} == {0}


@pytest.mark.parametrize(
    ("players", "expected"),
    [(4, 1), (6, 2), (7, 2), (8, 2), (9, 3), (46, 12), (500, 125)],
)
def test_table_count(players, expected):
    assert table_count(players) == expected


@pytest.mark.parametrize(
    ("wish", "code", "field"),
    [
        ({"players": 5}, "five-players", "players"),
        ({"players": 3}, "too-few-players", "players"),
        ({"players": -1}, "too-few-players", "players"),
        ({"tables": 0}, "too-few-tables", "tables"),
        ({"tables": 10**9}, "too-many-tables", "tables"),
        ({"players": 10**12}, "too-many-tables", "players"),
        ({"tables": 12, "players": 40}, "tables-do-not-fit", "tables"),
        ({}, "missing", "tables"),
        ({"tables": 4, "rounds": 0}, "bad-rounds", "rounds"),
        ({"tables": 4, "rounds": 10**9}, "bad-rounds", "rounds"),
        ({"tables": 4, "movement": "howell"}, "unknown-movement", "movement"),
        ({"tables": 4, "movement": "custom"}, "missing", "steps"),
        ({"tables": 4, "steps": Steps(1, 2, 3, 4)}, "not-for-movement", "steps"),
        ({"players": 15, "empty_letter": "A"}, "bad-letter", "empty_letter"),
    ],
)
def test_what_cannot_be_seated_is_refused(wish, code, field):
    refused = make_plan(PlanRequest(**{"rounds": 3, "movement": "sanctioned"} | wish))
    assert isinstance(refused, Refusal)
    assert [(fault.code, fault.field) for fault in refused.errors] == [(code, field)]


def test_every_fault_is_told_at_once():
    refused = make_plan(PlanRequest(players=5, rounds=0, movement="howell"))
    assert [fault.field for fault in refused.errors] == ["movement", "players", "rounds"]
