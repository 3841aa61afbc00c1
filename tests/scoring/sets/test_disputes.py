"""Reopening an accepted set in a dispute, and moving one that was typed under the wrong table."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.desk.preview import moves
from scoring.models import Card, CardSet, SetVersion
from scoring.sets.accepting import accept_set
from scoring.sets.disputes import move_set, reopen_set
from scoring.sets.entering import hand_in, save_set
from scoring.sets.queries import get_desk_table
from scoring.sets.ruling import hold_set
from scoring.standings.counted import counted_lines
from tests import builders
from tests.scoring import paper
from tests.scoring.paper import NUMBERS, written
from tournament.journal import verify
from tournament.models import JournalEntry, Tournament
from tournament.refused import Conflict, Refused

pytestmark = pytest.mark.django_db
OTHERS = {"A": [10, 0, 0, 25], "B": [10, 0, 0, -10], "C": [10, 0, 0, 0], "D": [10, 0, 0, 0]}


@pytest.fixture
def made(cast: builders.Cast) -> Tournament:
    return builders.running_tournament(cast.club, players=8)


def typed_at(made: Tournament, table: int) -> dict[str, list[int]]:
    """Letter -> points at a table, and a check that the cards are those of the players who sit there."""
    cards = Card.objects.filter(card_set__table=paper.table(made, table))
    seats = {seat.letter: seat.entry_id for seat in paper.table(made, table).seats.all()}
    assert all(seats[card.letter] == card.entry_id for card in cards)
    return {card.letter: card.points for card in cards}


def accepted(made: Tournament, cast: builders.Cast) -> None:
    accept_set(*paper.judged(made, written()), by=cast.scorekeeper)


def test_a_reopened_set_stops_counting_and_stays_on_record(made: Tournament, cast: builders.Cast) -> None:
    accepted(made, cast)
    dispute: Any = {"reason": "C counted 35 twice", "present": "ABCD", "by": cast.director}
    stamp = paper.stamp(made, version=1)
    outcome = reopen_set(paper.place(made), stamp=stamp, **dispute)
    assert (outcome.state, outcome.version) == ("in", 2)
    assert counted_lines(made).count() == 0
    made.refresh_from_db()
    assert made.standings_version == 2
    last = JournalEntry.objects.order_by("sequence").last()
    assert last is not None
    assert (last.verb, last.reason, last.new["present"]) == (
        "set-reopened",
        "C counted 35 twice",
        list("ABCD"),
    )
    points: dict[int, int] = {}
    for line in last.old["lines"]:
        points[line["number"]] = points.get(line["number"], 0) + line["points"]
    assert points == {1: 55, 2: -20, 3: 105, 4: 10}
    assert SetVersion.objects.get(verb="set-reopened").lines == last.old["lines"]
    again = reopen_set(paper.place(made), stamp=stamp, **dispute)
    assert (again, CardSet.objects.get().version) == (outcome, 2)


def test_a_reopened_set_is_accepted_again_with_its_new_numbers(made: Tournament, cast: builders.Cast) -> None:
    accepted(made, cast)
    reopen_set(paper.place(made), reason="dispute", present="ABCD", by=cast.director)
    numbers = {**NUMBERS, "C": [0, 10, 35, 50]}
    outcome = accept_set(*paper.judged(made, written(numbers)), by=cast.scorekeeper)
    assert outcome.state == "accepted"
    assert sum(counted_lines(made).values_list("points", flat=True)) == 55 - 20 + 95 + 10
    assert CardSet.objects.get().reopened is True
    assert not list(verify(made))


@pytest.mark.parametrize(
    ("reason", "present", "codes"),
    [
        ("", "ABCD", ["reason-missing"]),
        ("dispute", "ABC", ["not-all-present"]),
        (" ", "", ["not-all-present", "reason-missing"]),
    ],
)
def test_reopening_needs_everybody_and_a_reason(
    made: Tournament, cast: builders.Cast, reason: str, present: str, codes: list[str]
) -> None:
    accepted(made, cast)
    with pytest.raises(Refused) as refused:
        reopen_set(paper.place(made), reason=reason, present=present, by=cast.director)
    assert [fault.code for fault in refused.value.faults] == codes
    assert counted_lines(made).count() == 16


def test_only_an_accepted_set_is_reopened(made: Tournament, cast: builders.Cast) -> None:
    save_set(*paper.judged(made, written()), by=cast.scorekeeper)
    with pytest.raises(Conflict):
        reopen_set(paper.place(made), reason="x", present="ABCD", by=cast.director)


def test_cards_typed_under_the_wrong_table_are_moved(made: Tournament, cast: builders.Cast) -> None:
    save_set(*paper.judged(made, written(), 1), by=cast.scorekeeper)
    move_set(paper.place(made, 1), to=2, by=cast.scorekeeper)
    assert (typed_at(made, 1), typed_at(made, 2)) == ({}, NUMBERS)
    entries = JournalEntry.objects.order_by("sequence").values_list("verb", "subject")
    assert list(entries) == [
        ("set-typed", "round 1 table 1"),
        ("set-moved-here", "round 1 table 2"),
        ("set-moved-away", "round 1 table 1"),
    ]
    assert not list(verify(made))


def test_two_sets_typed_crosswise_change_places(made: Tournament, cast: builders.Cast) -> None:
    save_set(*paper.judged(made, written(), 1), by=cast.scorekeeper)
    save_set(*paper.judged(made, written(OTHERS), 2), by=cast.scorekeeper)
    move_set(paper.place(made, 1), to=2, by=cast.scorekeeper)
    assert (typed_at(made, 1), typed_at(made, 2)) == (OTHERS, NUMBERS)
    assert list(CardSet.objects.values_list("version", flat=True)) == [2, 2]


def test_cards_move_to_a_table_that_was_only_marked_as_in(made: Tournament, cast: builders.Cast) -> None:
    save_set(*paper.judged(made, written(), 1), by=cast.scorekeeper)
    hand_in(paper.place(made, 2), handed_in_by="A", by=cast.scorekeeper)
    move_set(paper.place(made, 1), to=2, by=cast.scorekeeper)
    assert (typed_at(made, 1), typed_at(made, 2)) == ({}, NUMBERS)


def test_a_form_from_before_the_move_never_passes_for_a_new_one(
    made: Tournament, cast: builders.Cast
) -> None:
    save_set(*paper.judged(made), by=cast.scorekeeper)
    move_set(paper.place(made), to=2, by=cast.scorekeeper)
    outcome = save_set(*paper.judged(made, written(OTHERS)), by=cast.scorekeeper)
    assert outcome.version == 2
    before_the_move = paper.stamp(made, version=1)
    with pytest.raises(Conflict):
        save_set(*paper.judged(made), stamp=before_the_move, by=cast.second_scorekeeper)
    assert typed_at(made, 1) == OTHERS


@pytest.mark.parametrize(("to", "code"), [(1, "no-table"), (3, "no-table"), (9_999, "no-table")])
def test_there_has_to_be_another_table(made: Tournament, cast: builders.Cast, to: int, code: str) -> None:
    save_set(*paper.judged(made, written(), 1), by=cast.scorekeeper)
    with pytest.raises(Refused) as refused:
        move_set(paper.place(made, 1), to=to, by=cast.scorekeeper)
    assert [fault.code for fault in refused.value.faults] == [code]
    assert typed_at(made, 1) == NUMBERS


@pytest.mark.parametrize("state", ["accepted", "held"])
def test_settled_sets_stay_where_they_are(made: Tournament, cast: builders.Cast, state: str) -> None:
    save_set(*paper.judged(made, written(OTHERS), 1), by=cast.scorekeeper)
    if state == "accepted":
        accept_set(*paper.judged(made, written(), 2), by=cast.scorekeeper)
    else:
        hold_set(*paper.judged(made, written(), 2), reason="x", by=cast.scorekeeper)
    for table, to in ((1, 2), (2, 1)):
        with pytest.raises(Refused):
            move_set(paper.place(made, table), to=to, by=cast.scorekeeper)
    assert (typed_at(made, 1), typed_at(made, 2)) == (OTHERS, NUMBERS)


def test_no_card_comes_to_an_empty_seat(cast: builders.Cast) -> None:
    made = builders.running_tournament(cast.club, players=7)
    save_set(*paper.judged(made, written(), 1), by=cast.scorekeeper)
    with pytest.raises(Refused) as refused:
        move_set(paper.place(made, 1), to=2, by=cast.scorekeeper)
    assert [fault.code for fault in refused.value.faults] == ["empty-seat"]
    assert typed_at(made, 1) == NUMBERS


def disputed(made: Tournament, cast: builders.Cast) -> None:
    """The cards of table 2 were typed and accepted under table 1; the director opened them again."""
    accepted(made, cast)
    reopen_set(paper.place(made), reason="not our cards", present="ABCD", by=cast.director)


def test_a_reopened_set_stays_reopened_where_it_is_moved(made: Tournament, cast: builders.Cast) -> None:
    disputed(made, cast)
    move_set(paper.place(made), to=2, by=cast.director)
    assert (typed_at(made, 1), typed_at(made, 2)) == ({}, NUMBERS)
    sets = CardSet.objects.order_by("table__number").values_list("state", "reopened", "version")
    assert list(sets) == [("in", True, 3), ("in", True, 1)]
    assert not list(verify(made))


def test_the_past_of_a_moved_set_is_read_at_the_table_it_came_from(
    client: Client, made: Tournament, cast: builders.Cast
) -> None:
    disputed(made, cast)
    move_set(paper.place(made), to=2, by=cast.director)
    client.force_login(cast.director)
    pages = [
        client.get(reverse("desk-table", args=[made.slug, 1, table])).context["history"] for table in (1, 2)
    ]
    assert [[(step.verb, step.reason, step.changes) for step in page] for page in pages] == [
        [("set-accepted", "", []), ("set-reopened", "not our cards", []), ("set-moved-away", "", [])],
        [("set-moved-here", "", [])],
    ]
    room = client.get(reverse("desk-round", args=[made.slug, 1]))
    assert [tile.reopened for tile in room.context["board"].tiles] == [True, True]


def test_who_would_move_is_told_where_the_set_is_now(made: Tournament, cast: builders.Cast) -> None:
    disputed(made, cast)
    move_set(paper.place(made), to=2, by=cast.director)
    made.refresh_from_db()
    place = get_desk_table(made, 1, 2)
    wrote = {letter: sum(points) for letter, points in NUMBERS.items()}
    at = {
        table: {seat.letter: seat.entry.number for seat in paper.table(made, table).seats.all()}
        for table in (1, 2)
    }
    changes = {one.number: (one.total_before, one.total_after) for one in moves(place, place.written)}
    assert changes == {
        **{at[1][letter]: (total, 0) for letter, total in wrote.items()},
        **{at[2][letter]: (0, total) for letter, total in wrote.items()},
    }


def test_a_set_exchanged_with_a_reopened_one_is_part_of_the_dispute(
    made: Tournament, cast: builders.Cast
) -> None:
    disputed(made, cast)
    save_set(*paper.judged(made, written(OTHERS), 2), by=cast.scorekeeper)
    move_set(paper.place(made), to=2, by=cast.director)
    assert (typed_at(made, 1), typed_at(made, 2)) == (OTHERS, NUMBERS)
    assert set(CardSet.objects.values_list("state", "reopened")) == {("in", True)}
    accept_set(*paper.judged(made, written(), 2), by=cast.scorekeeper)
    assert sum(counted_lines(made).values_list("points", flat=True)) == sum(map(sum, NUMBERS.values()))
