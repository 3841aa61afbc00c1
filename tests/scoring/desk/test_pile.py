"""Beside the grid: sets sent from the browser's pile, codes of cards, who is at a table, held sets."""

from __future__ import annotations

import datetime
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from club.models import Person, User
from record.models import JournalEntry
from record.refused import Refused
from scoring.desk.board import open_tables
from scoring.desk.codes import CardCode, table_of_code
from scoring.desk.presence import others_at, present
from scoring.models import Card, CardSet, PointLine, Presence
from scoring.sets.disputes import reopen_set
from tests import builders
from tests.scoring import paper
from tests.scoring.paper import NUMBERS
from tournament.models import Seat, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return builders.running_tournament(cast.club, players=8)


def url(tournament: Tournament, name: str, table: int = 1) -> str:
    return reverse(name, args=[tournament.slug, 1, table])


def send(user: User, tournament: Tournament, by: User | None = None, **fields: Any) -> Any:
    form_data = paper.post(**{"do": "accept"} | fields) | {"typed_by": str((by or user).pk)}
    return builders.signed_in(user).post(
        url(tournament, "desk-send"), form_data, headers={"Accept": "application/json"}
    )


# -- Sets from the pile ----------------------------------------------------------------------------------------------


def test_the_pile_hears_what_has_become_of_an_accepted_set(
    tournament: Tournament, cast: builders.Cast
) -> None:
    def since() -> dict[str, str]:
        address = reverse("desk-pile", args=[tournament.slug]) + "?set=1-1&set=9-9&set=x"
        answer: dict[str, str] = builders.signed_in(cast.scorekeeper).get(address).json()
        return answer

    assert since() == {"1-1": "The cards were moved away from table 1."}
    send(cast.scorekeeper, tournament)
    assert since() == {}
    reopen_set(paper.place(tournament), reason="A’s 45", present=list("ABCD"), by=cast.director)
    in_dispute = "Table 1 is in dispute; it does not count until the director has answered."
    assert since() == {"1-1": in_dispute}


ACCEPTED = {
    "again": False,
    "accepted": True,
    "stored": True,
    "state": "accepted",
    "words": "Table 1 is accepted.",
    "reasons": [],
    "counts": {"accepted": "1 accepted", "in": "", "held": "", "playing": "1 playing"},
}


def test_a_set_is_answered_for(tournament: Tournament, cast: builders.Cast) -> None:
    answer = send(cast.scorekeeper, tournament)
    assert (answer.status_code, answer.json()) == (200, ACCEPTED)
    assert {card.letter: card.points for card in Card.objects.all()} == NUMBERS


def test_an_answer_that_is_no_longer_true_is_not_given_again(
    tournament: Tournament, cast: builders.Cast
) -> None:
    key = uuid.uuid4()
    send(cast.scorekeeper, tournament, key=key)
    reopen_set(paper.place(tournament), reason="dispute", present="ABCD", by=cast.director)
    answer = send(cast.scorekeeper, tournament, key=key)
    # It is stored, so that the browser lets its draft go.
    outcome = {name: answer.json()[name] for name in ("accepted", "stored", "state")}
    assert (answer.status_code, outcome) == (409, {"accepted": False, "stored": True, "state": "held"})
    assert answer.json()["reasons"][0].startswith("This was changed after you opened the page")
    page = builders.signed_in(cast.scorekeeper).post(
        url(tournament, "desk-table"), paper.post(do="accept", key=key)
    )
    assert (page.status_code, f'data-done="{key}"' in page.content.decode()) == (409, True)


def test_an_answer_that_was_lost_is_given_again(tournament: Tournament, cast: builders.Cast) -> None:
    key = uuid.uuid4()
    answers = [send(cast.scorekeeper, tournament, key=key).json() for _ in range(3)]
    assert answers == [ACCEPTED] * 3
    assert (JournalEntry.objects.count(), PointLine.objects.count()) == (1, 16)


def test_a_faulty_set_is_stored_and_says_why_it_is_not_accepted(
    tournament: Tournament, cast: builders.Cast
) -> None:
    answer = send(cast.scorekeeper, tournament, A_total="50")
    assert answer.status_code == 422
    assert answer.json() == {
        "again": False,
        "accepted": False,
        "stored": True,
        "state": "in",
        "words": "",
        "reasons": ["A: the games add up to 55, the card says 50."],
        "counts": {"accepted": "0 accepted", "in": "1 in", "held": "", "playing": "1 playing"},
    }
    assert CardSet.objects.get().state == "in"


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"B_3": "ten"}, "B, game 3: Type a whole number, such as 25 or −10."),
        ({"C_3": None}, "Part of the form did not arrive. Reload the page; what you typed comes back."),
        ({"stamp": None}, "Part of this page is missing. Please reload it."),
    ],
)
def test_what_cannot_be_read_is_refused_and_nothing_is_stored(
    tournament: Tournament, cast: builders.Cast, fields: dict[str, Any], reason: str
) -> None:
    answer = send(cast.scorekeeper, tournament, **fields)
    assert (answer.status_code, answer.json()["stored"], answer.json()["reasons"]) == (422, False, [reason])
    assert not CardSet.objects.exists()


def test_a_set_that_somebody_else_accepted_is_refused_with_the_reason(
    tournament: Tournament, cast: builders.Cast
) -> None:
    send(cast.scorekeeper, tournament)
    answer = send(cast.second_scorekeeper, tournament, A_1="40", A_total="50")
    assert (answer.status_code, answer.json()["stored"]) == (409, False)
    assert answer.json()["reasons"] == ["Somebody else changed this set in the meantime."]
    assert answer.json()["counts"] == ACCEPTED["counts"]


def test_reasons_name_the_cards_that_have_the_same_trouble_together(
    tournament: Tournament, cast: builders.Cast
) -> None:
    nobody = {f"{letter}_verified": "" for letter in "ABD"}
    answer = send(cast.scorekeeper, tournament, B_total="-10", C_3="", D_total="", **nobody)
    assert answer.json()["reasons"] == [
        "Nobody has verified A, B and D.",
        "B: the games add up to −20, the card says −10.",
        "C’s number for game 3 is missing.",
        "D’s written total is missing.",
    ]


def test_a_set_is_sent_by_whoever_typed_it(tournament: Tournament, cast: builders.Cast) -> None:
    answer = send(cast.second_scorekeeper, tournament, by=cast.scorekeeper)
    assert (answer.status_code, answer.json()["accepted"]) == (409, False)
    assert not CardSet.objects.exists()


def test_who_is_signed_out_is_told_so_and_not_sent_elsewhere(tournament: Tournament) -> None:
    answer = Client().post(url(tournament, "desk-send"), paper.post(), headers={"Accept": "application/json"})
    assert answer.status_code == 401
    assert not CardSet.objects.exists()


def test_a_scorekeeper_sends_no_ruling(tournament: Tournament, cast: builders.Cast) -> None:
    send(cast.scorekeeper, tournament, do="hold", held_reason="two winners")
    answer = send(cast.scorekeeper, tournament, do="rule", version=1, ruling="x", consulted=list("ABCD"))
    assert (answer.status_code, CardSet.objects.get().state) == (403, "held")


def test_tables_are_offered_from_the_next_one_on_and_waiting_cards_first(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=24)
    round_ = tournament.rounds.get(number=1)
    builders.card_set(paper.table(tournament, 2), NUMBERS, state="accepted")
    builders.card_set(paper.table(tournament, 6), NUMBERS, state="in")
    builders.card_set(paper.table(tournament, 5), NUMBERS, state="held", held_reason="x")
    assert open_tables(round_, after=3) == [6, 4, 1]
    assert open_tables(round_) == [6, 1, 3, 4]


# -- Codes of cards --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["2", " 2 ", "{card}", "http://hall.example/{card}"])
def test_a_code_opens_its_table(tournament: Tournament, cast: builders.Cast, code: str) -> None:
    card = CardCode(tournament.pk, 1, 2, "A", 1).printed("")
    answer = builders.signed_in(cast.scorekeeper).get(
        reverse("desk-round", args=[tournament.slug, 1]), {"table": code.format(card=card)}
    )
    assert (answer.status_code, getattr(answer, "url", "")) == (302, url(tournament, "desk-table", 2))


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("C/9{pk}-1-2-A-1", "This card belongs to another tournament."),
        ("C/{pk}-1-2-A-1", "This card is from round 1, table 2. Here round 2 is entered."),
        ("C/{pk}-3-2-A-1", "This card says round 3, table 2, and that round is not published."),
        ("C/{pk}-2-7-A-1", "Round 2 has no table 7."),
        ("77", "Round 2 has no table 77."),
        ("R2", "Type a table’s number in digits or a player’s name, or scan the code of a card."),
        ("9" * 10_000, "Type a table’s number in digits or a player’s name, or scan the code of a card."),
    ],
)
def test_a_code_that_does_not_belong_here_says_why(cast: builders.Cast, code: str, reason: str) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=3, published=2)
    answer = builders.signed_in(cast.scorekeeper).get(
        reverse("desk-round", args=[tournament.slug, 2]), {"table": code.format(pk=tournament.pk)}
    )
    assert (answer.status_code, answer.context["unknown"]) == (422, reason)


def test_the_code_that_is_printed_is_the_code_that_is_read(tournament: Tournament) -> None:
    round_ = tournament.rounds.get(number=1)
    assert table_of_code(CardCode(tournament.pk, 1, 2, "A", 1).printed(""), tournament, round_) == 2
    for foreign in (CardCode(tournament.pk + 1, 1, 2, "A", 1), CardCode(tournament.pk, 1, 3, "A", 1)):
        with pytest.raises(Refused):
            table_of_code(foreign.printed("http://localhost"), tournament, round_)


def test_a_name_opens_the_table_at_which_its_player_sits(tournament: Tournament, cast: builders.Cast) -> None:
    round_ = tournament.rounds.get(number=1)
    names = ("Wilhelmina Featherstonehaugh", "שרה לוי־כהן", "王小明", "Siobhán O'Brien-Smith")
    for seat, name in zip(paper.table(tournament, 2).seats.all(), names, strict=True):
        Person.objects.filter(entries=seat.entry).update(name=name)
    for typed in ("wilhelmina", "featherstone", "שרה", "王小明", "o'brien", "SIOBHAN", "O’Brien-Smith"):
        assert table_of_code(typed, tournament, round_) == 2
    answer = builders.signed_in(cast.scorekeeper).get(
        reverse("desk-round", args=[tournament.slug, 1]), {"table": "wilhelmina"}
    )
    assert (answer.status_code, answer.url) == (302, url(tournament, "desk-table", 2))


def test_a_name_that_means_no_table_says_why(tournament: Tournament) -> None:
    round_ = tournament.rounds.get(number=1)
    away = tournament.entries.create(
        person=Person.objects.create(club=tournament.club, name="Zoë Away"), number=99, state="withdrawn"
    )
    tables = {seat.entry.name: seat.table.number for seat in Seat.objects.filter(table__round=round_)}
    for typed, reason in (
        ("Nobody Such", "Nobody at a table of round 1 is called “Nobody Such”."),
        ("zoë", f"{away.name} has no seat in round 1."),
    ):
        with pytest.raises(Refused) as refused:
            table_of_code(typed, tournament, round_)
        assert str(refused.value) == reason
    with pytest.raises(Refused) as refused:
        table_of_code("Player", tournament, round_)
    first = min(tables)
    assert str(refused.value).startswith(f"“Player” may be {first} at table {tables[first]}, ")


def test_cards_are_moved_to_the_table_of_a_name(tournament: Tournament, cast: builders.Cast) -> None:
    client = builders.signed_in(cast.scorekeeper)
    client.post(url(tournament, "desk-table"), paper.post(do="save"))
    name = paper.table(tournament, 2).seats.first().entry.name
    stamp = str(paper.stamp(tournament, version=1))
    answer = client.post(url(tournament, "desk-move"), {"to": name, "stamp": stamp})
    assert (answer.status_code, answer.url) == (302, url(tournament, "desk-table", 2))


# -- Who is at a table -----------------------------------------------------------------------------------------------


def test_somebody_is_at_one_table_at_a_time_and_at_none_once_its_set_is_kept(
    tournament: Tournament, cast: builders.Cast
) -> None:
    client = builders.signed_in(cast.scorekeeper)
    for table in (1, 2, 1):
        client.post(url(tournament, "desk-presence", table=table))
        assert list(Presence.objects.values_list("table__number", flat=True)) == [table]
    assert client.post(url(tournament, "desk-table"), paper.post(do="save")).status_code == 302
    assert not Presence.objects.exists()


def test_who_is_at_a_table_is_shown_to_the_others(tournament: Tournament, cast: builders.Cast) -> None:
    assert (
        builders.signed_in(cast.scorekeeper).post(url(tournament, "desk-presence")).content.decode().strip()
        == ""
    )
    content = (
        builders.signed_in(cast.second_scorekeeper).post(url(tournament, "desk-presence")).content.decode()
    )
    assert "Another scorekeeper is entering table 1: <bdi>Sam Lee</bdi>." in content
    board = builders.signed_in(cast.director).get(reverse("desk-round", args=[tournament.slug, 1]))
    assert [tile.present for tile in board.context["board"].tiles] == [["Pat Ng", "Sam Lee"], []]
    assert "<bdi>Pat Ng</bdi>, <bdi>Sam Lee</bdi> are entering" in board.content.decode()
    assert "Sam Lee" in builders.signed_in(cast.director).get(url(tournament, "desk-table")).content.decode()


def test_who_was_not_seen_lately_is_not_there(tournament: Tournament, cast: builders.Cast) -> None:
    table, now = paper.table(tournament), timezone.now()
    Presence.objects.create(table=table, user=cast.scorekeeper, seen_at=now)
    later = now + datetime.timedelta(seconds=24)
    assert others_at(table, cast.director, later) == ["Sam Lee"]
    assert others_at(table, cast.director, later + datetime.timedelta(seconds=2)) == []
    assert present(table.round, later + datetime.timedelta(seconds=2), reader=None) == {}


def test_accepting_takes_the_name_away(tournament: Tournament, cast: builders.Cast) -> None:
    client = builders.signed_in(cast.scorekeeper)
    for _ in range(2):
        client.post(url(tournament, "desk-presence"))
    table = paper.table(tournament)
    assert Presence.objects.count() == 1
    assert others_at(table, cast.director) == ["Sam Lee"]
    assert present(table.round, reader=None) == {1: ["Sam Lee"]}
    send(cast.scorekeeper, tournament)
    assert others_at(table, cast.director) == []
    assert present(table.round, reader=None) == {}


def test_an_outdated_page_is_told_so(tournament: Tournament, cast: builders.Cast) -> None:
    client = builders.signed_in(cast.scorekeeper)
    assert (
        "was changed since"
        not in client.post(url(tournament, "desk-presence"), {"version": "0"}).content.decode()
    )
    send(cast.second_scorekeeper, tournament, A_total="50")
    assert (
        "was changed since"
        in client.post(url(tournament, "desk-presence"), {"version": "0"}).content.decode()
    )


def test_being_there_changes_no_journal_and_no_version(tournament: Tournament, cast: builders.Cast) -> None:
    builders.signed_in(cast.scorekeeper).post(url(tournament, "desk-presence"))
    tournament.refresh_from_db()
    assert (JournalEntry.objects.count(), tournament.version) == (0, 0)


# -- Held sets -------------------------------------------------------------------------------------------------------


def hold(tournament: Tournament, cast: builders.Cast) -> None:
    form_data = paper.post(do="save", A_1="40", A_total="50")
    builders.signed_in(cast.scorekeeper).post(url(tournament, "desk-table"), form_data)
    form_data = paper.post(do="hold", version=1, held_reason="A wrote 40 or 45")
    builders.signed_in(cast.second_scorekeeper).post(url(tournament, "desk-table"), form_data)


def test_a_held_set_shows_reason_players_and_both_versions(
    tournament: Tournament, cast: builders.Cast
) -> None:
    hold(tournament, cast)
    answer = builders.signed_in(cast.scorekeeper).get(reverse("desk-held", args=[tournament.slug]))
    (held,) = answer.context["held"]
    assert [(difference.field, difference.theirs, difference.yours) for difference in held.differences] == [
        ("A-1", "45", "40"),
        ("A-total", "55", "50"),
    ]
    assert (held.step.actor_name, held.other_by) == ("Pat Ng", "Sam Lee")
    text = answer.content.decode()
    assert "A wrote 40 or 45" in text
    assert [f"Player {number}" in text for number in range(1, 5)] == [True] * 4
    assert "Hand it back" not in text
    assert (
        "Hand it back"
        in builders.signed_in(cast.director)
        .get(reverse("desk-held", args=[tournament.slug]))
        .content.decode()
    )


def test_a_director_hands_back_without_a_ruling(tournament: Tournament, cast: builders.Cast) -> None:
    hold(tournament, cast)
    form_data = {
        "stamp": str(paper.stamp(tournament, version=2)),
        "reason": "A says 45 for sure",
    }
    client = builders.signed_in(cast.director)
    assert client.post(url(tournament, "desk-hand-back"), form_data).url == reverse(
        "desk-held", args=[tournament.slug]
    )
    card_set, entry = CardSet.objects.get(), JournalEntry.objects.order_by("sequence").last()
    assert (card_set.state, card_set.version, card_set.held_reason) == ("in", 3, "")
    assert (entry.verb, entry.reason, entry.old["held_reason"]) == (
        "set-handed-back",
        "A says 45 for sure",
        "A wrote 40 or 45",
    )
    assert client.post(url(tournament, "desk-hand-back"), form_data).status_code == 302  # the same form again
    assert JournalEntry.objects.count() == 3


def test_three_held_sets_cost_what_one_costs(cast: builders.Cast) -> None:
    costs = []
    for held in (1, 3):
        tournament = builders.running_tournament(cast.club, players=12)
        for number in range(1, held + 1):
            builders.card_set(
                paper.table(tournament, number), NUMBERS, state="held", held_reason="A is blurred"
            )
        client = builders.signed_in(cast.director)
        client.get(reverse("desk-held", args=[tournament.slug]))  # what is asked once per process
        with CaptureQueriesContext(connection) as captured:
            answer = client.get(reverse("desk-held", args=[tournament.slug]))
        costs.append((len(answer.context["held"]), len(captured)))
    assert costs == [(1, costs[0][1]), (3, costs[0][1])]


@pytest.mark.parametrize("reason", ["", "  ", "x" * 10_000])
def test_handing_back_needs_a_reason(tournament: Tournament, cast: builders.Cast, reason: str) -> None:
    hold(tournament, cast)
    form_data = {"stamp": str(paper.stamp(tournament, version=2)), "reason": reason}
    answer = builders.signed_in(cast.director).post(url(tournament, "desk-hand-back"), form_data)
    assert (answer.status_code, CardSet.objects.get().state) == (422, "held")


def test_what_is_not_held_is_not_handed_back(tournament: Tournament, cast: builders.Cast) -> None:
    send(cast.scorekeeper, tournament)
    form_data = {"stamp": str(paper.stamp(tournament, version=1)), "reason": "why not"}
    assert (
        builders.signed_in(cast.director).post(url(tournament, "desk-hand-back"), form_data).status_code
        == 409
    )
    assert CardSet.objects.get().state == "accepted"


@pytest.mark.slow
def test_the_board_and_the_players_pages_say_that_it_was_ruled(
    tournament: Tournament, cast: builders.Cast
) -> None:
    hold(tournament, cast)
    form_data = paper.post(do="rule", version=2, ruling="45 stands", consulted=list("ABCD"))
    builders.signed_in(cast.director).post(url(tournament, "desk-table"), form_data)
    answer = builders.signed_in(cast.scorekeeper).get(reverse("desk-round", args=[tournament.slug, 1]))
    assert [tile.by_ruling for tile in answer.context["board"].tiles] == [True, False]
    assert "by ruling" in answer.content.decode()
    pages = [
        Client().get(reverse("player", args=[tournament.slug, number])).content.decode() for number in (1, 5)
    ]
    assert ["The director ruled" in page for page in pages] == [True, False]


# -- What an acceptance costs ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_an_acceptance_costs_the_same_for_16_and_for_1000_players(cast: builders.Cast) -> None:
    costs = []
    for players in (16, 1000):
        tournament = builders.running_tournament(cast.club, players=players, rounds=1)
        client = builders.signed_in(cast.scorekeeper)
        client.get(url(tournament, "desk-table"))
        with CaptureQueriesContext(connection) as queries:
            form_data = paper.post(do="accept") | {"typed_by": str(cast.scorekeeper.pk)}
            assert client.post(url(tournament, "desk-send"), form_data).json()["accepted"]
        costs.append(len(queries))
    assert costs[0] == costs[1]
