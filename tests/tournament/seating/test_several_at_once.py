"""Several people who leave and come in one change: who sits where afterwards, and what is on record."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from club.bars.actions import bar_person
from club.models import Person
from record.refused import Conflict, Refused
from record.stamps import Stamp
from tests import builders
from tournament.categories.actions import change_category, make_category
from tournament.models import Entry, Seat, Table, Tournament
from tournament.players.actions import reinstate
from tournament.rounds.actions import publish_round
from tournament.seating.change_seats import change_seats
from tournament.seating.changed_rounds import propose
from tournament.seating.player_change import PlayerChange
from tournament.seating.proposal import SeatingProposal

pytestmark = pytest.mark.django_db

# Sixteen players, drawn in number order: 1 A1, 2 B1, 3 C1, 4 D1, 5 A2 ...


def entry(tournament: Tournament, number: int) -> Entry:
    return tournament.entries.select_related("person").get(number=number)


def newcomer(tournament: Tournament, number: int, state: str = "registered") -> Entry:
    person = Person.objects.create(club=tournament.club, name=f"Newcomer {number}")
    return Entry.objects.create(tournament=tournament, person=person, number=number, state=state)


def people(tournament: Tournament, out: list[int], come: list[int], first: int = 1) -> list[PlayerChange]:
    return [
        *(PlayerChange("withdraw", entry(tournament, number), None, first) for number in out),
        *(PlayerChange("late", entry(tournament, number), None, first) for number in come),
    ]


def players_by_table(tournament: Tournament, number: int) -> dict[int, list[int]]:
    """Table -> its players, of one round."""
    rows = Seat.objects.filter(round__tournament=tournament, round__number=number)
    tables: dict[int, list[int]] = {}
    for table, player in rows.order_by("entry__number").values_list("table__number", "entry__number"):
        tables.setdefault(table, []).append(player)
    return dict(sorted(tables.items()))


def sizes(tournament: Tournament, number: int) -> list[int]:
    return sorted(map(len, players_by_table(tournament, number).values()))


def test_who_comes_takes_the_seats_of_those_who_leave(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=3, published=1)
    newcomer(tournament, 90), newcomer(tournament, 91, "waiting")
    changes = people(tournament, [3, 7, 12], [90, 91])
    proposal = propose(tournament, *changes)
    assert [changed.of_three for changed in proposal.rounds] == [(3,), (3,), (4,)] or len(
        proposal.rounds
    ) == 3
    change_seats(tournament, *changes, reason="train", by=cast.director)
    staying = {*range(1, 17), 90, 91} - {3, 7, 12}
    for number in (1, 2, 3):
        assert {
            player for table in players_by_table(tournament, number).values() for player in table
        } == staying
        assert sizes(tournament, number) == [3, 4, 4, 4]
    assert {e.number: e.state for e in tournament.entries.filter(number__in=[3, 7, 12, 90, 91])} == {
        3: "withdrawn",
        7: "withdrawn",
        12: "withdrawn",
        90: "registered",
        91: "registered",
    }
    line = tournament.journal.get()
    assert (line.verb, line.subject, line.reason) == ("people-moved", "3, 7, 12, 90, 91", "train")
    assert line.old == proposal.before
    assert line.new == {
        **proposal.after,
        "moved_up": [91],
        "checked_in": [90, 91],
        "withdrawn": [3, 7, 12],
    }


def test_the_preview_says_what_the_act_does(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=13, rounds=3, published=0)
    changes = people(tournament, [1, 6, 11], [])
    proposal = propose(tournament, *changes)
    change_seats(tournament, *changes, reason="", by=cast.director)
    for changed in proposal.rounds:
        now = players_by_table(tournament, changed.round.number)
        assert changed.of_three == tuple(table for table, players in now.items() if len(players) == 3)
        assert set(changed.given_up) & now.keys() == set()
        for seat in changed.seats:
            assert (seat.new is not None and seat.new.number in now.get(seat.table, [])) == (
                seat.new is not None
            )
    assert sizes(tournament, 1) == [3, 3, 4]


@pytest.mark.slow
def test_eight_of_whom_four_leave_become_one_table(cast: builders.Cast) -> None:
    for out in ([1, 2, 5, 6], [1, 2, 3, 5], [1, 2, 3, 4], [3, 4, 7, 8]):
        tournament = builders.running_tournament(cast.club, players=8, rounds=4, published=2)
        change_seats(tournament, *people(tournament, out, [], 3), reason="", by=cast.director)
        staying = sorted(set(range(1, 9)) - set(out))
        assert [list(players_by_table(tournament, number).values()) for number in (3, 4)] == [
            [staying],
            [staying],
        ]
        assert Table.objects.filter(round__tournament=tournament, round__number=3).count() == 1


@pytest.mark.slow
def test_a_half_day_leaves_at_lunch_and_stays_registered(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=4, published=2)
    category = make_category(tournament, name="Half day", last_round=2, by=cast.director)
    keys = list(tournament.entries.filter(number__in=[1, 2, 5, 6]).values_list("pk", flat=True))
    change_category(category, name="Half day", last_round=2, players=keys, by=cast.director)
    client = builders.signed_in(cast.director)
    page = client.get(reverse("categories", args=[tournament.slug])).content.decode()
    address = reverse("seat-changes", args=[tournament.slug])
    query = "change=people&leaving=1%2C+2%2C+5%2C+6&from_round=3"
    assert f'href="{address}?{query.replace("&", "&amp;")}"' in page
    preview = client.get(f"{address}?{query}").content.decode()
    stamp = builders.stamp_on(preview, address)
    form_data = {
        "change": "people",
        "leaving": "1, 2, 5, 6",
        "from_round": "3",
        "reason": "lunch",
        "stamp": stamp,
    }
    assert client.post(address, form_data).status_code == 302
    assert players_by_table(tournament, 3) in ({1: [3, 4, 7, 8]}, {2: [3, 4, 7, 8]})
    assert set(tournament.entries.values_list("state", flat=True)) == {"registered"}
    assert publish_round(tournament, number=3, by=cast.director).published_at
    assert client.post(address, form_data).status_code == 302
    assert tournament.journal.filter(verb="people-moved").count() == 1


def test_three_or_four_newcomers_have_a_table_of_their_own(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=2, published=0)
    for number in (90, 91, 92):
        newcomer(tournament, number)
    proposal = propose(tournament, *people(tournament, [], [90, 91, 92]))
    assert [changed.opened for changed in proposal.rounds] == [(5,), (5,)]
    assert proposal.stay_together
    again = {repeat.pair: repeat.rounds for repeat in proposal.certificate.repeats}
    assert [again[pair] for pair in (("90", "91"), ("90", "92"), ("91", "92"))] == [(1, 2)] * 3
    change_seats(tournament, *people(tournament, [], [90, 91, 92]), reason="", by=cast.director)
    assert [players_by_table(tournament, number)[5] for number in (1, 2)] == [[90, 91, 92], [90, 91, 92]]


def test_a_table_that_everybody_left_is_used_again(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=1, published=0)
    for number in (90, 91):
        newcomer(tournament, number)
    change_seats(tournament, *people(tournament, [5, 6, 7, 8], [90, 91]), reason="", by=cast.director)
    assert sizes(tournament, 1) == [3, 3, 4, 4]
    assert {player for table in players_by_table(tournament, 1).values() for player in table} == {
        *range(1, 5),
        *range(9, 17),
        90,
        91,
    }


def test_one_or_two_without_a_seat_wait(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=1, published=0)
    for number in (90, 91):
        newcomer(tournament, number)
    with pytest.raises(Refused, match=r"no empty seat for Newcomer 90 \(90\), Newcomer 91 \(91\)"):
        propose(tournament, *people(tournament, [], [90, 91]))
    with pytest.raises(Refused, match=r"no empty seat in round 1"):
        propose(tournament, *people(tournament, [5], [90, 91]))


def test_everything_that_does_not_fit_is_said_at_once_and_changes_nothing(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=2, published=0)
    newcomer(tournament, 90)
    before = players_by_table(tournament, 1)
    changes = [*people(tournament, [90], [5]), *people(tournament, [3], [])]
    with pytest.raises(Refused) as refused:
        change_seats(tournament, *changes, reason="", by=cast.director)
    assert [fault.code for fault in refused.value.faults] == ["no-seat", "has-a-seat"]
    with pytest.raises(Refused, match="only once"):
        change_seats(tournament, *people(tournament, [3, 3], []), reason="", by=cast.director)
    assert players_by_table(tournament, 1) == before
    assert not tournament.journal.exists()


def test_somebody_barred_does_not_sit_down(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=15, rounds=1, published=0)
    bar_person(newcomer(tournament, 90).person, decided_in="Spring", reason="shouted", by=cast.director)
    with pytest.raises(Refused, match="Newcomer 90 is barred"):
        change_seats(tournament, *people(tournament, [3], [90]), reason="", by=cast.director)
    assert entry(tournament, 3).state == "registered"


def test_what_happened_meanwhile_is_a_conflict(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=2, published=0)
    changes = people(tournament, [1, 2], [])
    looked_at = propose(tournament, *changes)
    change_seats(tournament, *people(tournament, [3], []), reason="", by=cast.director)
    with pytest.raises(Conflict, match="Look at what the change does now"):
        change_seats(tournament, *changes, reason="", by=cast.director, stamp=stamp_for(looked_at))
    assert entry(tournament, 1).state == "registered"


def stamp_for(looked_at: SeatingProposal) -> Stamp:
    return Stamp(seen={"proposal": looked_at.digest})


def test_it_is_undone_by_a_later_act(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=2, published=0)
    before = [players_by_table(tournament, number) for number in (1, 2)]
    change_seats(tournament, *people(tournament, [5, 10], []), reason="", by=cast.director)
    for number in (5, 10):
        reinstate(entry(tournament, number), by=cast.director)
    change_seats(tournament, *people(tournament, [], [5, 10]), reason="", by=cast.director)
    assert [players_by_table(tournament, number) for number in (1, 2)] == before


@pytest.mark.slow
def test_through_the_page(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=2, published=1)
    newcomer(tournament, 90)
    client, address = builders.signed_in(cast.director), reverse("seat-changes", args=[tournament.slug])
    ask = {"change": "people", "leaving": "5; Player 12", "arriving": "90", "from_round": "1"}
    assert (
        "Name somebody who leaves"
        in client.get(address, {"change": "people", "from_round": "1"}).content.decode()
    )
    wrong = client.get(address, {**ask, "leaving": "5, 77, Nobody"})
    assert wrong.status_code == 422
    assert "Nobody here has number 77." in wrong.content.decode()
    preview = client.get(address, ask).content.decode()
    form_data = {**ask, "stamp": builders.stamp_on(preview, address)}
    without_reason = client.post(address, form_data)
    assert without_reason.status_code == 422
    assert "write down why" in without_reason.content.decode()
    assert client.post(address, {**form_data, "reason": "ill"}).status_code == 302
    assert entry(tournament, 5).state == entry(tournament, 12).state == "withdrawn"
    assert Seat.objects.filter(entry__number=90, round__tournament=tournament).count() == 2


@pytest.mark.slow
def test_it_costs_no_query_for_each_of_them(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=48, rounds=3, published=0)
    client, address = builders.signed_in(cast.director), reverse("seat-changes", args=[tournament.slug])
    costs = []
    for leaving in ("1, 2", "1, 2, 3, 9, 14, 23, 27, 34, 41, 46"):
        with CaptureQueriesContext(connection) as queries:
            client.get(address, {"change": "people", "leaving": leaving, "from_round": "1"})
        costs.append(len(queries))
    assert costs[0] == costs[1]


def test_the_repair_plans_around_a_table_whose_cards_are_typed(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=1)
    changes = people(tournament, [1, 2], [])
    giving = {seat.table for seat in propose(tournament, *changes).rounds[0].seats} - {1}
    round_ = tournament.rounds.get()
    for table in round_.tables.filter(number__in=giving):
        builders.card_set(table, {letter: [0, 0, 0, 0] for letter in "ABCD"})
    around = propose(tournament, *changes).rounds[0]
    assert {seat.table for seat in around.seats} & giving == set()
    assert around.of_three == (1, next(seat.table for seat in around.seats if seat.table != 1))
    change_seats(tournament, *changes, reason="ill", by=cast.director)
    assert sizes(tournament, 1) == [3, 3, 4, 4]


def test_only_where_nobody_else_can_come_the_typed_cards_are_the_reason(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=1)
    builders.card_set(
        tournament.rounds.get().tables.get(number=2), {letter: [0, 0, 0, 0] for letter in "ABCD"}
    )
    with pytest.raises(Refused, match="Cards of table 2 in round 1 are already typed"):
        propose(tournament, *people(tournament, [1, 2], []))
