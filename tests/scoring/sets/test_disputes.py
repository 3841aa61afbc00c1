"""Reopening an accepted set in a dispute, and moving one that was typed under the wrong table."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from record.journal import verify
from record.models import JournalEntry
from record.refused import Conflict, Refused
from scoring.models import Card, CardSet, SetVersion
from scoring.sets.accepting import accept_set
from scoring.sets.disputes import hand_back_set, hold_set, reopen_set, rule_on_set
from scoring.sets.entering import hand_in, save_set
from scoring.sets.moving import move_set
from scoring.standings.counted import counted_lines
from tests import builders
from tests.scoring import paper
from tests.scoring.paper import NUMBERS, written
from tournament.models import Tournament

pytestmark = pytest.mark.django_db
OTHERS = {"A": [10, 0, 0, 25], "B": [10, 0, 0, -10], "C": [10, 0, 0, 0], "D": [10, 0, 0, 0]}


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return builders.running_tournament(cast.club, players=8)


def typed_at(tournament: Tournament, table: int) -> dict[str, list[int]]:
    """Letter -> points at a table, and a check that the cards are those of the players who sit there."""
    cards = Card.objects.filter(card_set__table=paper.table(tournament, table))
    seats = {seat.letter: seat.entry_id for seat in paper.table(tournament, table).seats.all()}
    assert all(seats[card.letter] == card.entry_id for card in cards)
    return {card.letter: card.points for card in cards}


def accept(tournament: Tournament, cast: builders.Cast) -> None:
    accept_set(*paper.judged(tournament, written()), by=cast.scorekeeper)


def test_a_reopened_set_stops_counting_and_stays_on_record(
    tournament: Tournament, cast: builders.Cast
) -> None:
    accept(tournament, cast)
    dispute: Any = {"reason": "C counted 35 twice", "present": "ABCD", "by": cast.director}
    stamp = paper.stamp(tournament, version=1)
    outcome = reopen_set(paper.place(tournament), stamp=stamp, **dispute)
    assert (outcome.state, outcome.version) == ("held", 2)
    assert counted_lines(tournament).count() == 0
    tournament.refresh_from_db()
    assert tournament.standings_version == 2
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
    again = reopen_set(paper.place(tournament), stamp=stamp, **dispute)
    assert (again, CardSet.objects.get().version) == (outcome, 2)


def test_a_reopened_set_is_accepted_again_as_the_director_rules(
    tournament: Tournament, cast: builders.Cast
) -> None:
    accept(tournament, cast)
    reopen_set(paper.place(tournament), reason="dispute", present="ABCD", by=cast.director)
    settled = paper.judged(tournament, written({**NUMBERS, "C": [0, 10, 35, 50]}))
    outcome = rule_on_set(*settled, ruling="C had 40 and no jokers", consulted="ABCD", by=cast.director)
    assert outcome.state == "accepted"
    assert sum(counted_lines(tournament).values_list("points", flat=True)) == 55 - 20 + 95 + 10
    assert CardSet.objects.get().reopened is True
    assert not list(verify(tournament))


@pytest.mark.slow
def test_a_scorekeeper_closes_no_dispute_before_the_director_has_answered(
    tournament: Tournament, cast: builders.Cast
) -> None:
    accept(tournament, cast)
    reopen_set(paper.place(tournament), reason="C counted 35 twice", present="ABCD", by=cast.director)
    assert {card.verified_by for card in Card.objects.all()} == {""}
    with pytest.raises(Conflict, match="C counted 35 twice"):
        accept_set(*paper.judged(tournament), by=cast.scorekeeper)
    hand_back_set(paper.place(tournament), reason="Type game 3 again", by=cast.director)
    stored = paper.place(tournament).written_set
    outcome = accept_set(*paper.judged(tournament, stored), by=cast.scorekeeper)
    assert {fault.code for fault in outcome.faults} == {"unverified"}
    assert accept_set(*paper.judged(tournament), by=cast.scorekeeper).state == "accepted"
    steps = [(step.verb, step.reason, step.actor_name) for step in SetVersion.objects.order_by("pk")]
    assert steps[1:3] == [
        ("set-reopened", "C counted 35 twice", "Dolores Ybarra"),
        ("set-handed-back", "Type game 3 again", "Dolores Ybarra"),
    ]


@pytest.mark.slow
def test_a_dispute_is_in_sight_with_its_reason(tournament: Tournament, cast: builders.Cast) -> None:
    accept(tournament, cast)
    reopen_set(paper.place(tournament), reason="C counted 35 twice", present="ABCD", by=cast.director)
    director, scorekeeper = builders.signed_in(cast.director), builders.signed_in(cast.scorekeeper)
    for client, address in [
        (scorekeeper, reverse("desk-table", args=[tournament.slug, 1, 1])),
        (scorekeeper, reverse("desk-round", args=[tournament.slug, 1])),
        (scorekeeper, reverse("desk-held", args=[tournament.slug])),
        (director, reverse("manage", args=[tournament.slug])),
    ]:
        page = client.get(address).content.decode()
        assert ("C counted 35 twice" in page, "in dispute" in page) == (True, True), address
    table = scorekeeper.get(reverse("desk-table", args=[tournament.slug, 1, 1])).content.decode()
    assert "Accept" not in table


@pytest.mark.parametrize(
    ("reason", "present", "codes"),
    [
        ("", "ABCD", ["reason-missing"]),
        ("dispute", "ABC", ["not-all-present"]),
        (" ", "", ["not-all-present", "reason-missing"]),
    ],
)
def test_reopening_needs_everybody_and_a_reason(
    tournament: Tournament, cast: builders.Cast, reason: str, present: str, codes: list[str]
) -> None:
    accept(tournament, cast)
    with pytest.raises(Refused) as refused:
        reopen_set(paper.place(tournament), reason=reason, present=present, by=cast.director)
    assert [fault.code for fault in refused.value.faults] == codes
    assert counted_lines(tournament).count() == 16


def test_only_an_accepted_set_is_reopened(tournament: Tournament, cast: builders.Cast) -> None:
    save_set(*paper.judged(tournament, written()), by=cast.scorekeeper)
    with pytest.raises(Conflict):
        reopen_set(paper.place(tournament), reason="x", present="ABCD", by=cast.director)


def test_cards_typed_under_the_wrong_table_are_moved(tournament: Tournament, cast: builders.Cast) -> None:
    save_set(*paper.judged(tournament, written(), 1), by=cast.scorekeeper)
    move_set(paper.place(tournament, 1), to=2, by=cast.scorekeeper)
    assert (typed_at(tournament, 1), typed_at(tournament, 2)) == ({}, NUMBERS)
    entries = JournalEntry.objects.order_by("sequence").values_list("verb", "subject")
    assert list(entries) == [
        ("set-typed", "round 1 table 1"),
        ("set-moved-here", "round 1 table 2"),
        ("set-moved-away", "round 1 table 1"),
    ]
    assert not list(verify(tournament))


def test_two_sets_typed_crosswise_change_places(tournament: Tournament, cast: builders.Cast) -> None:
    save_set(*paper.judged(tournament, written(), 1), by=cast.scorekeeper)
    save_set(*paper.judged(tournament, written(OTHERS), 2), by=cast.scorekeeper)
    move_set(paper.place(tournament, 1), to=2, by=cast.scorekeeper)
    assert (typed_at(tournament, 1), typed_at(tournament, 2)) == (OTHERS, NUMBERS)
    assert list(CardSet.objects.values_list("version", flat=True)) == [2, 2]


def test_cards_move_to_a_table_that_was_only_marked_as_in(
    tournament: Tournament, cast: builders.Cast
) -> None:
    save_set(*paper.judged(tournament, written(), 1), by=cast.scorekeeper)
    hand_in(paper.place(tournament, 2), handed_in_by="A", by=cast.scorekeeper)
    move_set(paper.place(tournament, 1), to=2, by=cast.scorekeeper)
    assert (typed_at(tournament, 1), typed_at(tournament, 2)) == ({}, NUMBERS)


def test_a_form_from_before_the_move_never_passes_for_a_new_one(
    tournament: Tournament, cast: builders.Cast
) -> None:
    save_set(*paper.judged(tournament), by=cast.scorekeeper)
    move_set(paper.place(tournament), to=2, by=cast.scorekeeper)
    outcome = save_set(*paper.judged(tournament, written(OTHERS)), by=cast.scorekeeper)
    assert outcome.version == 2
    before_the_move = paper.stamp(tournament, version=1)
    with pytest.raises(Conflict):
        save_set(*paper.judged(tournament), stamp=before_the_move, by=cast.second_scorekeeper)
    assert typed_at(tournament, 1) == OTHERS


@pytest.mark.parametrize(("to", "code"), [(1, "no-table"), (3, "no-table"), (9_999, "no-table")])
def test_there_has_to_be_another_table(
    tournament: Tournament, cast: builders.Cast, to: int, code: str
) -> None:
    save_set(*paper.judged(tournament, written(), 1), by=cast.scorekeeper)
    with pytest.raises(Refused) as refused:
        move_set(paper.place(tournament, 1), to=to, by=cast.scorekeeper)
    assert [fault.code for fault in refused.value.faults] == [code]
    assert typed_at(tournament, 1) == NUMBERS


@pytest.mark.parametrize("state", ["accepted", "held"])
def test_settled_sets_stay_where_they_are(tournament: Tournament, cast: builders.Cast, state: str) -> None:
    save_set(*paper.judged(tournament, written(OTHERS), 1), by=cast.scorekeeper)
    if state == "accepted":
        accept_set(*paper.judged(tournament, written(), 2), by=cast.scorekeeper)
    else:
        hold_set(*paper.judged(tournament, written(), 2), reason="x", by=cast.scorekeeper)
    for table, to in ((1, 2), (2, 1)):
        with pytest.raises(Refused):
            move_set(paper.place(tournament, table), to=to, by=cast.scorekeeper)
    assert (typed_at(tournament, 1), typed_at(tournament, 2)) == (OTHERS, NUMBERS)


def test_no_card_comes_to_an_empty_seat(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=7)
    save_set(*paper.judged(tournament, written(), 1), by=cast.scorekeeper)
    with pytest.raises(Refused) as refused:
        move_set(paper.place(tournament, 1), to=2, by=cast.scorekeeper)
    assert [fault.code for fault in refused.value.faults] == ["empty-seat"]
    assert typed_at(tournament, 1) == NUMBERS


def disputed(tournament: Tournament, cast: builders.Cast) -> None:
    """The desk waits for the cards of table 2 were typed and accepted under table 1; the director opened them again."""
    accept(tournament, cast)
    reopen_set(paper.place(tournament), reason="not our cards", present="ABCD", by=cast.director)


def test_a_reopened_set_stays_reopened_where_it_is_moved(tournament: Tournament, cast: builders.Cast) -> None:
    disputed(tournament, cast)
    move_set(paper.place(tournament), to=2, reason="table 2’s", by=cast.director)
    assert (typed_at(tournament, 1), typed_at(tournament, 2)) == ({}, NUMBERS)
    sets = CardSet.objects.order_by("table__number").values_list("state", "reopened", "version")
    assert list(sets) == [("in", True, 3), ("held", True, 1)]
    assert not list(verify(tournament))


@pytest.mark.slow
def test_the_past_of_a_moved_set_is_read_at_the_table_it_came_from(
    client: Client, tournament: Tournament, cast: builders.Cast
) -> None:
    disputed(tournament, cast)
    move_set(paper.place(tournament), to=2, reason="table 2’s", by=cast.director)
    client.force_login(cast.director)
    pages = [
        client.get(reverse("desk-table", args=[tournament.slug, 1, table])).context["history"]
        for table in (1, 2)
    ]
    assert [[(step.verb, step.reason, step.changes) for step in page] for page in pages] == [
        [
            ("set-accepted", "", []),
            ("set-reopened", "not our cards", []),
            ("set-moved-away", "table 2’s", []),
        ],
        [("set-moved-here", "table 2’s", [])],
    ]
    room = client.get(reverse("desk-round", args=[tournament.slug, 1]))
    assert [tile.reopened for tile in room.context["board"].tiles] == [True, True]


@pytest.mark.slow
def test_a_set_exchanged_with_a_reopened_one_is_part_of_the_dispute(
    tournament: Tournament, cast: builders.Cast
) -> None:
    disputed(tournament, cast)
    save_set(*paper.judged(tournament, written(OTHERS), 2), by=cast.scorekeeper)
    move_set(paper.place(tournament), to=2, reason="table 2’s", by=cast.director)
    assert (typed_at(tournament, 1), typed_at(tournament, 2)) == (OTHERS, NUMBERS)
    assert list(CardSet.objects.order_by("table__number").values_list("state", "reopened")) == [
        ("in", True),
        ("held", True),
    ]
    settled = paper.judged(tournament, written(), 2)
    rule_on_set(*settled, ruling="These are ours", consulted="ABCD", by=cast.director)
    assert sum(counted_lines(tournament).values_list("points", flat=True)) == sum(map(sum, NUMBERS.values()))


# -- Accepted cards under the wrong table ----------------------------------------------------------------------------


def standing(tournament: Tournament) -> dict[int, int]:
    """Number -> total of everybody with a card that counts."""
    points: dict[int, int] = {}
    for number, line in counted_lines(tournament).values_list("entry__number", "points"):
        points[number] = points.get(number, 0) + line
    return points


def at_table(tournament: Tournament, table: int, wrote: dict[str, list[int]]) -> dict[int, int]:
    seats = paper.table(tournament, table).seats.select_related("entry")
    return {seat.entry.number: sum(wrote[seat.letter]) for seat in seats}


def verifiers_at(tournament: Tournament, table: int) -> dict[str, str]:
    cards = Card.objects.filter(card_set__table=paper.table(tournament, table))
    return {card.letter: card.verified_by for card in cards}


def recomputed(tournament: Tournament) -> str:
    call_command("verify_journal", tournament.slug)
    out = io.StringIO()
    call_command("recompute", tournament.slug, stdout=out)
    return out.getvalue()


@pytest.mark.slow
def test_accepted_cards_are_moved_without_a_dispute_and_back(
    tournament: Tournament, cast: builders.Cast
) -> None:
    accept(tournament, cast)
    verified = verifiers_at(tournament, 1)
    move_set(paper.place(tournament), to=2, reason="The piles were swapped", by=cast.director)
    assert (typed_at(tournament, 1), typed_at(tournament, 2)) == ({}, NUMBERS)
    assert (standing(tournament), verifiers_at(tournament, 2)) == (at_table(tournament, 2, NUMBERS), verified)
    assert list(CardSet.objects.values_list("state", "reopened", "accepted_by")) == [
        ("accepted", False, cast.scorekeeper.pk)
    ]
    last = JournalEntry.objects.order_by("sequence").last()
    assert last is not None
    assert (last.verb, last.reason, last.actor_name) == (
        "set-moved-away",
        "The piles were swapped",
        "Dolores Ybarra",
    )
    assert recomputed(tournament) == "Every stored line follows from the cards.\n"
    move_set(paper.place(tournament, 2), to=1, reason="They were right", by=cast.director)
    assert (typed_at(tournament, 1), typed_at(tournament, 2)) == (NUMBERS, {})
    assert (standing(tournament), verifiers_at(tournament, 1)) == (at_table(tournament, 1, NUMBERS), verified)
    assert not list(verify(tournament))


@pytest.mark.slow
def test_two_accepted_sets_change_places(tournament: Tournament, cast: builders.Cast) -> None:
    accept(tournament, cast)
    accept_set(*paper.judged(tournament, written(OTHERS), 2), by=cast.scorekeeper)
    tournament.refresh_from_db()
    version = tournament.standings_version
    move_set(paper.place(tournament), to=2, reason="Swapped", by=cast.director)
    assert (typed_at(tournament, 1), typed_at(tournament, 2)) == (OTHERS, NUMBERS)
    assert standing(tournament) == at_table(tournament, 1, OTHERS) | at_table(tournament, 2, NUMBERS)
    tournament.refresh_from_db()
    assert tournament.standings_version == version + 1
    assert recomputed(tournament) == "Every stored line follows from the cards.\n"


@pytest.mark.slow
def test_an_accepted_set_changes_places_with_one_that_is_not(
    tournament: Tournament, cast: builders.Cast
) -> None:
    accept(tournament, cast)
    save_set(*paper.judged(tournament, written(OTHERS), 2), by=cast.scorekeeper)
    move_set(paper.place(tournament, 2), to=1, reason="Swapped", by=cast.director)
    assert (typed_at(tournament, 1), typed_at(tournament, 2)) == (OTHERS, NUMBERS)
    assert list(CardSet.objects.order_by("table__number").values_list("state", flat=True)) == [
        "in",
        "accepted",
    ]
    assert standing(tournament) == at_table(tournament, 2, NUMBERS)


@pytest.mark.parametrize(
    ("reason", "who", "code"), [("", "director", "reason-missing"), ("Swapped", "scorekeeper", "not-open")]
)
def test_a_director_moves_accepted_cards_with_a_reason(
    tournament: Tournament, cast: builders.Cast, reason: str, who: str, code: str
) -> None:
    accept(tournament, cast)
    with pytest.raises(Refused) as refused:
        move_set(paper.place(tournament), to=2, reason=reason, by=getattr(cast, who))
    assert [fault.code for fault in refused.value.faults] == [code]
    assert standing(tournament) == at_table(tournament, 1, NUMBERS)


def test_accepted_cards_fit_the_seats_they_come_to(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=7)
    three = {letter: NUMBERS[letter] for letter in "ABC"} | {"C": [0, 10, 35, 0]}
    assert accept_set(*paper.judged(tournament, written(three), 2), by=cast.scorekeeper).state == "accepted"
    with pytest.raises(Refused) as refused:
        move_set(paper.place(tournament, 2), to=1, reason="Swapped", by=cast.director)
    assert [fault.code for fault in refused.value.faults] == ["card-missing"]
    assert standing(tournament) == at_table(tournament, 2, three)


@pytest.mark.slow
def test_the_form_that_moves_accepted_cards(tournament: Tournament, cast: builders.Cast) -> None:
    accept(tournament, cast)
    address = reverse("desk-move", args=[tournament.slug, 1, 1])
    form_data = {"to": "2", "reason": "Swapped", "stamp": str(paper.stamp(tournament, version=1))}
    scorekeeper = builders.signed_in(cast.scorekeeper)
    assert scorekeeper.post(address, form_data).status_code == 422
    director = builders.signed_in(cast.director)
    assert (
        'name="reason"' in director.get(reverse("desk-table", args=[tournament.slug, 1, 1])).content.decode()
    )
    assert director.post(address, form_data).status_code == 302
    assert typed_at(tournament, 2) == NUMBERS
