"""What happens during the day: hand edits, players who leave and come, tables that get too small."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.english import sentence
from rules.game import Refusal
from rules.seating import (
    Apart,
    FixedSeat,
    Plan,
    PlanRequest,
    Repair,
    Round,
    Steps,
    TableSeats,
    certificate,
    going_on,
    make_plan,
    repair,
)

pytestmark = pytest.mark.slow

ANNOUNCED = ("sanctioned", "club-day", "mahjcon", "repeat-free")


def planned(**wish) -> Plan:
    plan = make_plan(PlanRequest(**wish))
    assert isinstance(plan, Plan), plan
    return plan


def everybody(seating: Round):
    return sorted(player for seats in seating for player in seats.players())


def without(seating: Round, gone):
    return tuple(
        TableSeats(seats.table, *(None if player in gone else player for _, player in seats.seats()))
        for seats in seating
    )


def exchanged(seating: Round, one, other):
    """The players of two seats, given as (table from 0, letter), change places."""
    letters = [dict(seats.seats()) for seats in seating]
    (here, letter), (there, second) = one, other
    letters[here][letter], letters[there][second] = letters[there][second], letters[here][letter]
    return tuple(TableSeats(number, **row) for number, row in enumerate(letters, 1))


places = st.tuples(st.integers(0, 5), st.sampled_from("ABCD"))


@settings(max_examples=60, deadline=None)
@given(edits=st.lists(st.tuples(st.integers(0, 3), places, places), max_size=6), gone=st.integers(0, 3))
def test_the_certificate_follows_hand_edits(edits, gone):
    rounds = list(planned(players=24 - gone, rounds=4, movement="club-day").rounds)
    for number, one, other in edits:
        rounds[number] = exchanged(rounds[number], one, other)
    facts = certificate(rounds)
    met, short = {}, Counter()
    for number, seating in enumerate(rounds, 1):
        for seats in seating:
            for pair in itertools.combinations(seats.players(), 2):
                met.setdefault(frozenset(pair), []).append(number)
            if len(seats.players()) < 4:
                short.update(seats.players())
    again = {pair: tuple(numbers) for pair, numbers in met.items() if len(numbers) > 1}
    assert {frozenset(repeat.pair): repeat.rounds for repeat in facts.repeats} == again
    assert facts.first_repeat_round == min((numbers[1] for numbers in again.values()), default=None)
    assert facts.short_tables == short
    assert facts.undersized == tuple(
        (number, seats.table)
        for number, seating in enumerate(rounds, 1)
        for seats in seating
        if len(seats.players()) in (1, 2)
    )


def test_a_certificate_tells_of_every_wish_that_is_broken():
    rounds = list(planned(tables=3, rounds=2, movement="club-day").rounds)
    rounds[1] = exchanged(rounds[1], (0, "A"), (1, "A"))
    facts = certificate(rounds, keep_apart=[Apart(("B1", "A1"), 1)], fixed=[FixedSeat("A1", 1)])
    assert [(meeting.pair, meeting.round, meeting.table) for meeting in facts.together] == [
        (("A1", "B1"), 1, 1)
    ]
    assert [(seat.player, seat.round, seat.sits) for seat in facts.displaced] == [("A1", 2, 2)]


@settings(max_examples=15, deadline=None)
@given(
    movement=st.sampled_from(ANNOUNCED),
    gone=st.sets(st.integers(0, 47), max_size=10),
    come=st.integers(0, 3),
    rounds=st.integers(1, 3),
)
def test_a_plan_goes_on_when_players_leave_and_come(movement, gone, come, rounds):
    players = [f"p{number}" for number in range(48)]
    played = planned(players=players, rounds=3, movement="repeat-free").rounds
    now = [player for number, player in enumerate(players) if number not in gone] + [
        f"n{n}" for n in range(come)
    ]
    plan = planned(players=now, rounds=rounds, movement=movement, history=played)
    assert len(plan.rounds) == len(plan.steps) == rounds
    for seating in plan.rounds:
        assert everybody(seating) == sorted(now)
        assert {len(seats.players()) for seats in seating} <= {0, 3, 4}


@settings(max_examples=3, deadline=None)
@given(gone=st.sets(st.integers(0, 63), max_size=4), seed=st.integers(0, 5))
def test_who_has_met_does_not_meet_again_after_somebody_left(gone, seed):
    players = [f"p{number}" for number in range(64)]
    played = planned(players=players, rounds=3, movement="random", seed=seed).rounds
    now = [player for number, player in enumerate(players) if number not in gone]
    plan = planned(players=now, rounds=3, movement="assigned", history=played, seed=seed)
    assert certificate(played + plan.rounds).repeats == ()


def test_repeat_free_steps_go_on_from_the_seats_of_the_last_round():
    players = [f"p{number}" for number in range(64)]
    played = planned(players=players, rounds=3, movement="sanctioned").rounds
    plan = planned(players=players[:-1], rounds=4, movement="repeat-free", history=played)
    assert certificate(played + plan.rounds).repeats == ()
    assert all(isinstance(steps, Steps) for steps in plan.steps)
    sat = {player: letter for seats in played[-1] for letter, player in seats.seats()}
    assert all(
        sat[player] == letter
        for seating in plan.rounds
        for seats in seating
        for letter, player in seats.seats()
        if player is not None
    )


def test_steps_go_on_where_two_of_one_letter_have_met_unless_the_effort_is_at_its_end(monkeypatch):
    first, last = planned(tables=16, rounds=2, movement="club-day").rounds
    played = (exchanged(first, (0, "B"), (1, "A")), last)
    moves = going_on.steps_from(last, played, 3)
    rounds = going_on.go_on(last, moves, played, ()).rounds
    assert len(rounds) == 3
    assert certificate(played + rounds).repeats == ()
    monkeypatch.setattr(going_on, "EFFORT", 0)
    assert going_on.steps_from(last, played, 3) is None


def test_a_fixed_player_goes_on_at_a_letter_that_stays_or_by_exchange():
    players = [f"p{number}" for number in range(48)]
    played = planned(players=players, rounds=1, movement="club-day").rounds
    wish = {"players": players, "rounds": 2, "movement": "club-day", "history": played}
    for letter in ("A", "B"):
        fixed = [FixedSeat(getattr(played[0][4], letter), 5)]
        plan = planned(**wish, fixed=fixed)
        assert (plan.movement, plan.reason is None) == ("club-day", letter == "A")
        assert certificate(plan.rounds, fixed=fixed).displaced == ()


def test_with_fewer_than_three_players_a_table_there_are_fewer_tables_and_seat_slips():
    played = planned(tables=4, rounds=1, movement="club-day").rounds
    plan = planned(players=everybody(played[0])[:11], rounds=1, movement="club-day", history=played)
    assert (plan.tables, plan.movement) == (3, "assigned")
    assert (
        sentence(plan.reason) == "11 players do not fit the 4 tables of the last round; these are seat slips."
    )


def test_a_new_draw_counts_the_meetings_of_the_morning():
    players = [f"p{number}" for number in range(64)]
    morning = planned(players=players, rounds=3, movement="club-day").rounds
    wish = {"players": players, "rounds": 3, "movement": "club-day", "history": morning}
    afternoon = planned(**wish, new_draw=True)
    assert certificate(morning + afternoon.rounds).repeats == ()
    assert afternoon.steps[0] is None


@pytest.mark.parametrize(("size", "new_draw"), [(46, False), (32, True)])
def test_where_steps_would_seat_people_again_after_a_repair_or_a_new_draw_there_are_seat_slips(
    size, new_draw
):
    players = [f"p{number}" for number in range(1, size + 1)]
    played = planned(players=players, rounds=3, movement="repeat-free", seed=3).rounds
    now = [player for player in players if player != "p5"]
    wish = {"players": now, "rounds": 3, "movement": "repeat-free", "history": played}
    plan = planned(**wish, new_draw=new_draw)
    assert certificate(played + plan.rounds).repeats == ()
    assert (plan.movement, plan.requested) == ("assigned", "repeat-free")
    assert sentence(plan.reason).startswith("No steps by letter were found that avoid the meetings")


def test_a_late_arrival_takes_an_empty_seat():
    players = [f"p{number}" for number in range(31)]
    played = planned(players=players, rounds=2, movement="club-day").rounds
    plan = planned(players=[*players, "late"], rounds=1, movement="club-day", history=played)
    hole = next(seats for seats in played[-1] if seats.D is None)
    arrived = next(seats for seats in plan.rounds[0] if seats.D == "late")
    assert arrived.table == (hole.table - 1 + 2) % 8 + 1


def seated(*tables) -> Round:
    return tuple(TableSeats(number, *table) for number, table in enumerate(tables, 1))


def test_a_table_of_two_gets_a_player_of_the_empty_letter_from_a_table_of_four():
    before = seated(("a", "b", "c", "d"), ("e", "f", "g", "h"), ("i", None, "k", None))
    repaired_round = repair(before, history=[seated(("i", "f", "x", "y"), ("h", "k", "v", "w"))])
    assert repaired_round.seating == seated(
        ("a", None, "c", "d"), ("e", "f", "g", "h"), ("i", "b", "k", None)
    )
    assert tuple(map(sentence, repaired_round.notes())) == (
        "b goes from 1B to 3B: table 3 would have had fewer than three players.",
    )


def test_whoever_is_to_be_kept_apart_from_a_player_does_not_come_to_that_table():
    before = seated(("a", "b", "c", "d"), ("e", "f", "g", "h"), ("i", None, "k", None))
    repaired_round = repair(before, keep_apart=[("k", "f"), ("h", "i"), ("b", "i")])
    assert repaired_round.seating == seated(
        ("a", "b", "c", None), ("e", "f", "g", "h"), ("i", None, "k", "d")
    )


def test_without_a_table_of_four_the_short_table_is_given_up():
    repaired_round = repair(seated(("a", "b", "c", None), ("e", "f", "g", None), ("i", None, None, "l")))
    assert everybody(repaired_round.seating) == list("abcefgil")
    assert [len(seats.players()) for seats in repaired_round.seating] == [4, 4, 0]
    assert len(repaired_round.notes()) == 2


def test_nobody_comes_to_a_closed_table_or_leaves_it():
    before = seated(("a", "b", "c", "d"), ("e", "f", "g", "h"), ("i", None, "k", None), ("l", "m", "n", None))
    assert [(move.player, move.from_table) for move in repair(before).moves] == [("f", 2)]
    assert [(move.player, move.from_table) for move in repair(before, closed={2}).moves] == [("b", 1)]
    full_tables_closed = repair(before[1:], closed={2})
    assert [fault.code for fault in full_tables_closed.errors] == ["table-too-small"]
    two_of_three = seated(
        ("a", "b", "c", "d"), ("i", None, "k", None), ("l", "m", "n", None), ("p", "q", "r", None)
    )
    given_up = repair(two_of_three, closed={1})
    assert [len(table.players()) for table in given_up.seating] == [4, 0, 4, 4]
    assert given_up.seating[0] == two_of_three[0]


def test_five_players_cannot_be_repaired():
    refused = repair(seated(("a", "b", "c", None), ("e", "f", None, None)))
    assert [fault.code for fault in refused.errors] == ["table-too-small"]


def test_two_tables_of_two_become_one_table():
    repaired_round = repair(seated(("a", None, None, "d"), ("e", None, "g", None)))
    assert repaired_round.seating == seated((None, None, None, None), ("e", "a", "g", "d"))
    assert len(repaired_round.moves) == 2


@settings(max_examples=50, deadline=None)
@given(tables=st.integers(2, 8), data=st.data())
def test_a_repair_loses_nobody_and_leaves_no_table_of_one_or_two(tables, data):
    full = planned(tables=tables, rounds=1, movement="sanctioned").rounds[0]
    gone = data.draw(st.sets(st.sampled_from(everybody(full)), max_size=3 * tables))
    before = without(full, gone)
    repaired_round = repair(before)
    if isinstance(repaired_round, Refusal):
        assert len(everybody(before)) in (1, 2, 5)
        return
    assert isinstance(repaired_round, Repair)
    assert everybody(repaired_round.seating) == everybody(before)
    assert {len(seats.players()) for seats in repaired_round.seating} <= {0, 3, 4}
    if all(len(seats.players()) in (0, 3, 4) for seats in before):
        assert (repaired_round.seating, repaired_round.moves) == (before, ())


@pytest.mark.parametrize("players", [5, 2])
def test_too_few_to_go_on_is_refused(players):
    played = planned(tables=2, rounds=2, movement="club-day").rounds
    refused = make_plan(
        PlanRequest(players=everybody(played[0])[:players], rounds=1, movement="club-day", history=played)
    )
    assert isinstance(refused, Refusal)
