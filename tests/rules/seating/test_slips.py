"""Plans that were searched for, checked by counting: seat slips, random and ranked rounds, wheels, letters."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from rules.seating import Apart, FixedSeat, Plan, PlanRequest, RankedWeights, certificate, make_plan
from rules.seating.anneal import Annealer
from rules.seating.wheels import wheel

pytestmark = pytest.mark.slow

SAMPLE = [
    # (tables, rounds, empty seats) for every movement that searches: 20 for each of three movements
    (1, 3, 0), (2, 1, 0), (2, 2, 1), (2, 3, 2), (3, 2, 0), (3, 2, 3), (3, 3, 1), (4, 3, 1), (4, 5, 0), (4, 5, 2),
    (5, 5, 0), (6, 7, 1), (7, 9, 2), (8, 8, 0), (9, 9, 3), (10, 12, 0), (12, 6, 2), (16, 12, 1), (20, 4, 3), (50, 6, 1),
]  # fmt: skip


def letter_spread(rounds):
    """The largest difference between a player's most and least frequent letter."""
    letters = Counter(
        (player, letter)
        for seating in rounds
        for seats in seating
        for letter, player in seats.seats()
        if player
    )
    players = {player for player, _letter in letters}
    counts = [[letters[player, letter] for letter in "ABCD"] for player in players]
    return max(max(own) - min(own) for own in counts)


def planned(**wish) -> Plan:
    plan = make_plan(PlanRequest(**wish))
    assert isinstance(plan, Plan), plan
    return plan


def legal(rounds, players):
    """Each player once per round, each seat once, no table under three, tables numbered 1..T."""
    for seating in rounds:
        assert [seats.table for seats in seating] == list(range(1, len(seating) + 1))
        assert Counter(player for seats in seating for player in seats.players()) == Counter(players)
        assert all(len(seats.players()) >= 3 for seats in seating)


def extra_meetings(rounds):
    met = Counter(
        frozenset(pair)
        for seating in rounds
        for seats in seating
        for pair in itertools.combinations(seats.players(), 2)
    )
    return sum(met.values()) - len(met)


@pytest.mark.parametrize(("tables", "rounds", "empty"), SAMPLE)
@pytest.mark.parametrize("movement", ["assigned", "random", "ranked"])
def test_a_searched_plan_is_legal_and_its_certificate_true(movement, tables, rounds, empty):
    players = [f"p{number}" for number in range(4 * tables - empty)]
    history, plan = (), None
    for count in [1] * rounds if movement == "ranked" else [rounds]:
        standings = players[count:] + players[:count] if movement == "ranked" else ()
        plan = planned(players=players, rounds=count, movement=movement, standings=standings, history=history)
        history += plan.rounds
    legal(history, players)
    assert {seats.D for seating in history for seats in seating if len(seats.players()) == 3} <= {None}
    facts = certificate(history)
    assert facts.extra_meetings == extra_meetings(history)
    assert facts.unavoidable <= facts.extra_meetings


@pytest.mark.parametrize(
    ("tables", "rounds"),
    [
        (4, 5),
        (6, 7),
        (7, 9),
        (8, 8),
        (8, 9),
        (9, 9),
        (9, 11),
        (10, 12),
        (11, 12),
        (12, 12),
        (16, 12),
        (50, 12),
    ],
)
def test_seat_slips_without_a_repeat_and_with_letters_balanced(tables, rounds):
    plan = planned(tables=tables, rounds=rounds, movement="assigned")
    legal(plan.rounds, [f"{letter}{table}" for letter in "ABCD" for table in range(1, tables + 1)])
    assert extra_meetings(plan.rounds) == 0
    assert letter_spread(plan.rounds) <= 1
    assert plan.steps == (None,) * (rounds - 1)


@pytest.mark.parametrize(
    ("tables", "rounds", "fewest"),
    [(2, 2, 4), (3, 2, 3), (3, 3, 6), (4, 6, 24), (5, 7, 20), (7, 10, 42)],
)
def test_where_repeats_cannot_be_avoided_the_lower_bound_is_reached(tables, rounds, fewest):
    plan = planned(tables=tables, rounds=rounds, movement="assigned")
    facts = certificate(plan.rounds)
    assert (facts.unavoidable, facts.extra_meetings) == (fewest, fewest)
    assert letter_spread(plan.rounds) <= 1


def test_repeats_that_cannot_be_avoided_are_spread_evenly():
    plan = planned(tables=4, rounds=6, movement="assigned")
    load = Counter()
    for repeat in certificate(plan.rounds).repeats:
        load.update(dict.fromkeys(repeat.pair, len(repeat.rounds) - 1))
    assert set(load.values()) == {3}
    assert len(load) == 16


def test_evening_out_parts_a_pair_to_be_kept_apart_and_makes_no_repeat():
    """Rows and columns of a square; two of the first row are to be kept apart in the first round."""
    rows = [[4 * row + column for column in range(4)] for row in range(4)]
    names = [str(number) for number in range(16)]
    request = PlanRequest(players=names, rounds=2, movement="assigned", keep_apart=[Apart(("0", "1"), 1)])
    search = Annealer(request.field(), seed=0)
    search.add(rows)
    search.add(list(zip(*rows, strict=True)))
    assert search.broken()
    search.even_out(range(2), 1000)
    first, second = search.without_empty_seats()
    assert not any({0, 1} <= set(table) for table in first)
    pairs = [
        frozenset(pair) for table in (*first, *second) for pair in itertools.combinations(sorted(table), 2)
    ]
    assert (search.cost, len(set(pairs))) == (0, 48)


def test_no_two_sit_together_in_each_of_four_rounds():
    for seed in range(3):
        plan = planned(players=12, rounds=4, movement="assigned", seed=seed)
        met = Counter(
            pair
            for seating in plan.rounds
            for seats in seating
            for pair in itertools.combinations(sorted(seats.players()), 2)
        )
        assert max(met.values()) == 3


@pytest.mark.parametrize("tables", [4, 6, 7, 8, 9, 10, 11, 12, 13])
def test_a_wheel_lasts_as_long_as_opponents_do(tables):
    rounds = wheel(tables)
    met = Counter(
        frozenset(pair)
        for seating in rounds
        for table in seating
        for pair in itertools.combinations(table, 2)
    )
    assert len(rounds) == (9 if tables == 8 else (4 * tables - 1) // 3)
    assert set(met.values()) == {1}
    assert all(sorted(itertools.chain(*seating)) == list(range(4 * tables)) for seating in rounds)


def test_the_same_numbers_give_the_same_plan_and_another_seed_another_draw():
    def plan(seed, movement="random"):
        return planned(players=30, rounds=5, movement=movement, seed=seed).rounds

    assert plan(7) == plan(7)
    assert plan(7) != plan(8)
    assert plan(7, "repeat-free") == plan(8, "repeat-free")


@pytest.mark.parametrize("movement", ["sanctioned", "repeat-free", "assigned", "random"])
def test_pairs_kept_apart_do_not_meet(movement):
    players = [f"p{number}" for number in range(38)]
    apart = [Apart(pair, 3) for pair in itertools.pairwise(players[:15])]
    plan = planned(players=players, rounds=5, movement=movement, keep_apart=apart)
    legal(plan.rounds, players)
    assert certificate(plan.rounds, keep_apart=apart).together == ()


def test_fixed_players_stay_where_every_two_would_meet_in_a_plan_without_a_repeat(monkeypatch):
    monkeypatch.setattr("rules.seating.draw.TRIES", 50)
    monkeypatch.setattr("rules.seating.assigned.PROPOSALS", 5000)
    monkeypatch.setattr("rules.seating.assigned.EVENING", 500)
    players = [f"p{number}" for number in range(16)]
    fixed = [FixedSeat("p0", 1), FixedSeat("p1", 2)]
    plan = planned(players=players, rounds=5, movement="assigned", fixed=fixed)
    legal(plan.rounds, players)
    facts = certificate(plan.rounds, fixed=fixed)
    assert facts.displaced == ()
    assert facts.extra_meetings == extra_meetings(plan.rounds) > 0


@pytest.mark.parametrize("movement", ["sanctioned", "club-day", "repeat-free", "assigned", "random"])
def test_fixed_players_stay_at_their_tables(movement):
    players = [f"p{number}" for number in range(38)]
    fixed = [FixedSeat("p1", 4), FixedSeat("p20", 9), FixedSeat("p37", 10)]
    plan = planned(players=players, rounds=5, movement=movement, fixed=fixed)
    legal(plan.rounds, players)
    assert certificate(plan.rounds, fixed=fixed).displaced == ()
    assert plan.movement == movement
    assert (plan.reason is None) == (movement != "sanctioned")


@pytest.mark.parametrize("size", [38, 60, 61])
def test_who_stays_leaves_everybody_elses_announced_movement_as_it_is(size):
    """In each round one more player does not move as announced: the one who would have come to the kept seat."""
    players = [f"p{number}" for number in range(size)]
    plan = planned(players=players, rounds=4, movement="sanctioned", fixed=[FixedSeat("p1", 4)])
    legal(plan.rounds, players)
    tables = plan.tables
    steps = dict(zip("ABCD", (1, -1, 2, -2), strict=True))
    assert [tuple(step) for step in plan.steps] == [(1, -1, 2, -2)] * 3
    for before, after in itertools.pairwise(plan.rounds):
        sat = {
            player: (table.table, letter) for table in before for letter, player in table.seats() if player
        }
        sits = {
            player: (table.table, letter) for table in after for letter, player in table.seats() if player
        }
        led = {
            player: ((table + steps[letter] - 1) % tables + 1, letter)
            for player, (table, letter) in sat.items()
        }
        off = {player for player in players if sits[player] != led[player]}
        assert sits["p1"][0] == 4
        kept = [player for player, spot in led.items() if spot == sits["p1"]]
        assert off == {"p1", *kept}
        assert all(sits[player] == led["p1"] for player in kept)


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"fixed": [FixedSeat("p1", 3), FixedSeat("p2", 3)]}, "fixed-together"),
        (
            {"fixed": [FixedSeat("p1", 3), FixedSeat("p2", 3)], "rounds": 1, "movement": "club-day"},
            "fixed-together",
        ),
        ({"fixed": [FixedSeat("p1", 11)]}, "no-such-table"),
        ({"fixed": [FixedSeat("p1", 1), FixedSeat("p1", 2)]}, "duplicate-player"),
        ({"fixed": [FixedSeat("nobody", 1)]}, "unknown-player"),
        ({"keep_apart": [Apart(("p1", "p1"))]}, "same-player"),
        ({"players": ["a", "b", "c", "d", "a"] * 2}, "duplicate-player"),
        ({"players": 40, "keep_apart": [Apart(("A1", "B1"))]}, "missing"),
        ({"movement": "ranked"}, "bad-standings"),
        ({"movement": "ranked", "standings": [f"p{number}" for number in range(40)]}, "one-round-only"),
    ],
)
def test_wishes_that_cannot_be_met_are_refused(wish, code):
    refused = make_plan(
        PlanRequest(
            **{"players": [f"p{number}" for number in range(40)], "rounds": 3, "movement": "assigned"} | wish
        )
    )
    assert code in {fault.code for fault in refused.errors}


def test_a_ranked_round_seats_the_leaders_together():
    players = [f"p{number}" for number in range(22)]
    plan = planned(players=players, rounds=1, movement="ranked", standings=players)
    tables = [set(seats.players()) for seats in plan.rounds[0]]
    assert tables[0] == {"p0", "p1", "p2", "p3"}
    assert [len(table) for table in tables] == [4, 4, 4, 4, 3, 3]


def test_a_ranked_round_avoids_those_who_met_as_far_as_its_weights_say():
    players = [f"p{number}" for number in range(16)]
    first = planned(players=players, rounds=1, movement="ranked", standings=players).rounds
    wish = {"players": players, "rounds": 1, "movement": "ranked", "standings": players, "history": first}
    moved = planned(**wish)
    assert extra_meetings(first + moved.rounds) < 24
    stubborn = planned(**wish, weights=RankedWeights(place=100, again=1))
    assert extra_meetings(first + stubborn.rounds) == 24


@pytest.mark.parametrize(("weight", "stay"), [(1, 4), (10, 3)])
def test_a_ranked_round_keeps_a_pair_apart_where_its_weight_is_more_than_that_of_two_places(weight, stay):
    players = [f"p{number}" for number in range(8)]
    wish = {"players": players, "rounds": 1, "movement": "ranked", "standings": players}
    plan = planned(**wish, keep_apart=[Apart(("p3", "p0"))], weights=RankedWeights(apart=weight))
    leaders = set(plan.rounds[0][0].players())
    assert len(leaders & set(players[:4])) == stay
    assert ({"p0", "p3"} <= leaders) == (stay == 4)


def test_letters_are_balanced_over_history_too():
    players = [f"p{number}" for number in range(32)]
    first = planned(players=players, rounds=2, movement="assigned")
    then = planned(players=players, rounds=2, movement="assigned", history=first.rounds)
    assert letter_spread(first.rounds + then.rounds) <= 2
    assert extra_meetings(first.rounds + then.rounds) == 0
