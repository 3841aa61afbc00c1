"""A form of the desk is for those who sat there when it was made: for others nothing of it is stored."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from record.models import JournalEntry
from scoring.models import Card, CardSet, PointLine
from scoring.sets.queries import seats_changed
from tests import builders
from tests.scoring import paper
from tests.scoring.paper import NUMBERS
from tournament.models import Seat, Tournament
from tournament.seating.swap import Swap, swap_seats

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return builders.running_tournament(cast.club, players=8)


def url(tournament: Tournament, name: str = "desk-table") -> str:
    return reverse(name, args=[tournament.slug, 1, 1])


def swap_first(tournament: Tournament, cast: builders.Cast) -> None:
    """Player 1 of seat 1A and player 5 of seat 2A change places."""
    swap_seats(
        tournament,
        Swap(1, (1, "A"), (2, "A")),
        reason="They sat so.",
        by=cast.director,
    )


def stored_counts() -> tuple[int, int, int]:
    return CardSet.objects.count(), Card.objects.count(), PointLine.objects.count()


@pytest.mark.slow
@pytest.mark.parametrize("do", ["accept", "save", "hold"])
def test_a_form_made_for_others_stores_nothing_and_keeps_what_was_typed(
    tournament: Tournament, cast: builders.Cast, do: str
) -> None:
    form_data = paper.post(do=do, held_reason="A wrote 40 or 45")
    swap_first(tournament, cast)
    before = JournalEntry.objects.count()
    answer = builders.signed_in(cast.scorekeeper).post(url(tournament), form_data)
    page, form = answer.content.decode(), answer.context["form"]
    assert (answer.status_code, stored_counts(), JournalEntry.objects.count()) == (409, (0, 0, 0), before)
    assert "Seat A: 5 Player 5 now, 1 Player 1 before." in page
    assert "Seat B" not in page
    typed = {letter: [form[f"{letter}-{game}"].value() for game in range(1, 5)] for letter in "ABCD"}
    assert typed == {letter: [str(number) for number in numbers] for letter, numbers in NUMBERS.items()}
    # A and C verified each other, and A is somebody else now.
    verified = {letter: form[f"{letter}-verified"].value() for letter in "ABCD"}
    assert verified == {"A": "", "B": "D", "C": "", "D": "B"}
    assert "A wrote 40 or 45" in page


@pytest.mark.slow
def test_after_a_look_at_the_names_the_same_numbers_are_accepted(
    tournament: Tournament, cast: builders.Cast
) -> None:
    form_data, client = paper.post(do="accept"), builders.signed_in(cast.scorekeeper)
    swap_first(tournament, cast)
    page = client.post(url(tournament), form_data)
    again = form_data | {"stamp": page.context["form"]["stamp"].value()}
    assert client.post(url(tournament), again).status_code == 302
    assert {card.letter: card.entry.number for card in Card.objects.all()} == {"A": 5, "B": 2, "C": 3, "D": 4}


def test_the_pile_is_told_who_sits_there_now(tournament: Tournament, cast: builders.Cast) -> None:
    form_data = paper.post(do="accept") | {"typed_by": str(cast.scorekeeper.pk)}
    swap_first(tournament, cast)
    answer = builders.signed_in(cast.scorekeeper).post(url(tournament, "desk-send"), form_data)
    assert (answer.status_code, answer.json()["stored"], stored_counts()) == (409, False, (0, 0, 0))
    assert answer.json()["reasons"] == [
        "The seats of table 1 changed after this page was opened. Compare the names with the cards.",
        "Seat A: 5 Player 5 now, 1 Player 1 before.",
    ]


def test_an_answer_that_was_lost_is_given_again_after_the_seats_changed(
    tournament: Tournament, cast: builders.Cast
) -> None:
    form_data, client = paper.post(do="accept"), builders.signed_in(cast.scorekeeper)
    form_data |= {"typed_by": str(cast.scorekeeper.pk)}
    assert client.post(url(tournament, "desk-send"), form_data).json()["accepted"]
    seat = Seat.objects.get(table=paper.table(tournament), letter="A")
    seat.entry = tournament.entries.create(number=9, person=tournament.club.people.create(name="Nine"))
    seat.save()
    assert client.post(url(tournament, "desk-send"), form_data).json()["accepted"]


@pytest.mark.parametrize("name", ["desk-table", "desk-send"])
def test_what_was_typed_for_a_seat_that_is_empty_now_is_said(
    tournament: Tournament, cast: builders.Cast, name: str
) -> None:
    form_data = paper.post(do="accept") | {"typed_by": str(cast.scorekeeper.pk)}
    Seat.objects.get(table=paper.table(tournament), letter="D").delete()
    answer = builders.signed_in(cast.scorekeeper).post(url(tournament, name), form_data)
    content = answer.content.decode()
    assert (answer.status_code, stored_counts()) == (409, (0, 0, 0))
    assert "Seat D: nobody now, 4 Player 4 before." in content
    if name == "desk-table":
        assert "Typed for seat D, where nobody sits now: 0, 10, 0, 0, 10, B." in content


def test_a_seat_that_was_empty_is_left_to_be_typed(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=7)
    table = paper.table(tournament, 2)
    three = {letter: numbers for letter, numbers in NUMBERS.items() if letter != "D"}
    form_data = paper.post(paper.written(three), do="accept", seats=paper.sitting(tournament, 2))
    late = tournament.entries.create(number=9, person=tournament.club.people.create(name="Nine"))
    Seat.objects.create(round=table.round, table=table, letter="D", entry=late)
    answer = builders.signed_in(cast.scorekeeper).post(
        reverse("desk-table", args=[tournament.slug, 1, 2]), form_data
    )
    form = answer.context["form"]
    assert (answer.status_code, stored_counts()) == (409, (0, 0, 0))
    assert (form["A-1"].value(), form["D-1"].value(), form.errors) == ("45", "", {})
    assert "Seat D: 9 Nine now, nobody before." in answer.content.decode()


@pytest.mark.slow
@pytest.mark.parametrize("seats", ["", None, "x", "A1", "A" + "9" * 90, "\0", "A0 B0 C0 D0"])
def test_a_form_that_does_not_say_for_whom_it_is_stores_nothing(
    tournament: Tournament, cast: builders.Cast, seats: str | None
) -> None:
    answer = builders.signed_in(cast.scorekeeper).post(url(tournament), paper.post(do="accept", seats=seats))
    assert (answer.status_code // 100, stored_counts()) == (4, (0, 0, 0))


@pytest.mark.parametrize("name", ["desk-move", "desk-reopen", "desk-hand-back"])
def test_what_becomes_of_a_set_is_for_those_who_were_shown(
    tournament: Tournament, cast: builders.Cast, name: str
) -> None:
    form_data: dict[str, Any] = {"reason": "dispute", "present": list("ABCD"), "to": "2"}
    form_data |= {"stamp": str(paper.stamp(tournament, version=1))}
    state = {"desk-move": "in", "desk-reopen": "accepted", "desk-hand-back": "held"}[name]
    builders.card_set(paper.table(tournament), NUMBERS, state=state, held_reason="why" * (state == "held"))
    seat = Seat.objects.get(table=paper.table(tournament), letter="A")
    seat.entry = tournament.entries.create(number=9, person=tournament.club.people.create(name="Nine"))
    seat.save()
    answer = builders.signed_in(cast.director).post(url(tournament, name), form_data)
    assert (answer.status_code, CardSet.objects.get().state) == (409, state)
    assert "Seat A: 9 Nine now, 1 Player 1 before." in answer.content.decode()


@pytest.mark.slow
def test_the_open_page_hears_that_the_seats_changed(tournament: Tournament, cast: builders.Cast) -> None:
    client = builders.signed_in(cast.scorekeeper)
    form_data = {"version": "0", "seats": paper.sitting(tournament)}
    assert client.post(url(tournament, "desk-presence"), form_data).content.decode().strip() == ""
    swap_first(tournament, cast)
    content = client.post(url(tournament, "desk-presence"), form_data).content.decode()
    assert "The seats of table 1 changed after this page was opened." in content
    assert "Seat A: 5 Player 5 now, 1 Player 1 before." in content
    assert "was changed since" not in content


def test_another_tournaments_players_are_not_named(tournament: Tournament, cast: builders.Cast) -> None:
    other = builders.tournament(cast.other_director.memberships.get().club, players=1)
    secret = other.entries.get()
    secret.person.name = "Olga Other"
    secret.person.save()
    faults = seats_changed(paper.place(tournament), f"A{secret.pk}")
    assert [fault.message for fault in faults][1] == "Seat A: 1 Player 1 now, nobody before."
