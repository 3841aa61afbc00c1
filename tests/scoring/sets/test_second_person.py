"""Second-person confirmation: two people type the same cards, blind, and neither confirms alone."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from club.models import User
from record.journal import verify
from record.models import JournalEntry
from scoring.models import CardSet, Confirmation, PointLine
from tests import builders
from tests.scoring import paper
from tournament.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return builders.running_tournament(cast.club, players=8, second_person=True)


def address(tournament: Tournament, name: str = "desk-table") -> str:
    return reverse(name, args=[tournament.slug, 1, 1])


def submit(user: User, tournament: Tournament, do: str = "accept", version: int = 0, **fields: Any) -> Any:
    client = Client()
    client.force_login(user)
    return client.post(address(tournament), paper.post(do=do, version=version, **fields))


def page(user: User, tournament: Tournament) -> Any:
    client = Client()
    client.force_login(user)
    return client.get(address(tournament))


def verbs() -> list[tuple[str, str]]:
    return [(entry.verb, entry.actor_name) for entry in JournalEntry.objects.order_by("sequence")]


@pytest.mark.slow
def test_one_person_alone_accepts_nothing(tournament: Tournament, cast: builders.Cast) -> None:
    assert submit(cast.scorekeeper, tournament).status_code == 302
    assert CardSet.objects.get().state == "in"
    refused = submit(cast.scorekeeper, tournament, version=1)
    assert (refused.status_code, refused.context["refused"][0].code) == (422, "own-set")
    assert (CardSet.objects.get().state, PointLine.objects.count()) == ("in", 0)


@pytest.mark.slow
def test_two_people_who_typed_the_same_agree(tournament: Tournament, cast: builders.Cast) -> None:
    submit(cast.scorekeeper, tournament)
    assert submit(cast.second_scorekeeper, tournament, version=1).status_code == 302
    card_set, confirmation = CardSet.objects.get(), Confirmation.objects.get()
    assert (card_set.state, card_set.accepted_by, PointLine.objects.count()) == (
        "accepted",
        cast.second_scorekeeper,
        16,
    )
    assert (confirmation.first, confirmation.second) == (cast.scorekeeper, cast.second_scorekeeper)
    assert verbs() == [
        ("set-to-confirm", "Sam Lee"),
        ("set-confirmed", "Pat Ng"),
        ("set-accepted", "Pat Ng"),
    ]
    assert list(verify(tournament)) == []


@pytest.mark.slow
def test_the_second_person_types_blind(tournament: Tournament, cast: builders.Cast) -> None:
    submit(cast.scorekeeper, tournament)
    response = page(cast.second_scorekeeper, tournament)
    assert {
        value for name, value in response.context["form"].initial.items() if name[0] in "ABCD" and value
    } == set()
    assert 'value="-20"' not in response.content.decode()
    assert "<bdi>Sam Lee</bdi> typed this set. Type it again from the cards" in response.content.decode()
    own = page(cast.scorekeeper, tournament)
    assert own.context["form"].initial["B-1"] == "-20"
    assert "This set waits for another scorekeeper" in own.content.decode()


@pytest.mark.slow
def test_only_what_differs_is_shown(tournament: Tournament, cast: builders.Cast) -> None:
    submit(cast.scorekeeper, tournament)
    answer = submit(cast.second_scorekeeper, tournament, version=1, A_1="40", A_total="50")
    assert answer.status_code == 422
    assert [
        (difference.field, difference.theirs, difference.yours)
        for difference in answer.context["differences"]
    ] == [
        ("A-1", "45", "40"),
        ("A-total", "55", "50"),
    ]
    assert (CardSet.objects.get().state, CardSet.objects.get().version) == ("in", 1)
    assert paper.place(tournament).written_set.cards["A"].points[0] == 45
    again = page(cast.second_scorekeeper, tournament)
    assert [difference.field for difference in again.context["differences"]] == ["A-1", "A-total"]


@pytest.mark.slow
def test_looking_again_and_agreeing_accepts(tournament: Tournament, cast: builders.Cast) -> None:
    submit(cast.scorekeeper, tournament)
    submit(cast.second_scorekeeper, tournament, version=1, A_1="40", A_total="50")
    assert submit(cast.second_scorekeeper, tournament, version=1).status_code == 302
    assert CardSet.objects.get().state == "accepted"
    assert [verb for verb, _actor in verbs()] == [
        "set-to-confirm",
        "set-retyped",
        "set-confirmed",
        "set-accepted",
    ]


@pytest.mark.slow
def test_who_insists_waits_for_the_other(tournament: Tournament, cast: builders.Cast) -> None:
    other = {"A_1": "40", "A_total": "50"}
    submit(cast.scorekeeper, tournament)
    submit(cast.second_scorekeeper, tournament, version=1, **other)
    assert submit(cast.second_scorekeeper, tournament, version=1, **other).status_code == 302
    assert (CardSet.objects.get().state, CardSet.objects.get().version) == ("in", 2)
    assert paper.place(tournament).written_set.cards["A"].points[0] == 40
    assert submit(cast.second_scorekeeper, tournament, version=2, **other).status_code == 422
    response = page(cast.scorekeeper, tournament)
    assert [
        (difference.field, difference.theirs, difference.yours)
        for difference in response.context["differences"]
    ] == [
        ("A-1", "40", "45"),
        ("A-total", "50", "55"),
    ]
    assert submit(cast.scorekeeper, tournament, version=2, **other).status_code == 302
    assert (CardSet.objects.get().state, paper.place(tournament).written_set.cards["A"].points[0]) == (
        "accepted",
        40,
    )


@pytest.mark.slow
def test_both_typed_at_once_agree_without_a_merge(tournament: Tournament, cast: builders.Cast) -> None:
    submit(cast.scorekeeper, tournament)
    assert submit(cast.second_scorekeeper, tournament, version=0).status_code == 302
    assert CardSet.objects.get().state == "accepted"


@pytest.mark.slow
@pytest.mark.parametrize("do", ["save", "accept"])
def test_a_half_typed_second_set_is_not_stored_over_the_first(
    tournament: Tournament, cast: builders.Cast, do: str
) -> None:
    submit(cast.scorekeeper, tournament)
    answer = submit(cast.second_scorekeeper, tournament, do, version=1, D_total="", B_3="10")
    assert (answer.status_code, answer.context["form"]["B-3"].value()) == (422, "10")
    assert paper.place(tournament).written_set == paper.written()
    assert (CardSet.objects.get().version, JournalEntry.objects.count()) == (1, 1)


@pytest.mark.slow
def test_a_changed_set_has_to_be_confirmed_anew(tournament: Tournament, cast: builders.Cast) -> None:
    submit(cast.scorekeeper, tournament)
    submit(cast.scorekeeper, tournament, "save", version=1, A_1="40", A_total="50")
    submit(cast.second_scorekeeper, tournament, version=2, A_1="40", A_total="50")
    assert CardSet.objects.get().state == "in"
    assert Confirmation.objects.get().first == cast.second_scorekeeper


@pytest.mark.slow
def test_holding_keeps_both_versions(tournament: Tournament, cast: builders.Cast) -> None:
    submit(cast.scorekeeper, tournament)
    submit(
        cast.second_scorekeeper,
        tournament,
        "hold",
        version=1,
        A_1="40",
        A_total="50",
        held_reason="A is blurred",
    )
    client = Client()
    client.force_login(cast.director)
    (held,) = client.get(reverse("desk-held", args=[tournament.slug])).context["held"]
    assert held.desk_table.written_set.cards["A"].points[0] == 45
    assert held.other_by == "Pat Ng"
    assert [(difference.field, difference.theirs, difference.yours) for difference in held.differences] == [
        ("A-1", "45", "40"),
        ("A-total", "55", "50"),
    ]


@pytest.mark.slow
def test_a_ruling_is_the_directors_alone(tournament: Tournament, cast: builders.Cast) -> None:
    submit(cast.scorekeeper, tournament, "hold", held_reason="two winners")
    submit(cast.director, tournament, "rule", version=1, ruling="as typed", consulted=list("ABCD"))
    assert CardSet.objects.get().state == "accepted"


@pytest.mark.parametrize("field", ["second", "retyped_by"])
def test_the_database_knows_that_two_people_are_two(
    tournament: Tournament, cast: builders.Cast, field: str
) -> None:
    submit(cast.scorekeeper, tournament)
    with pytest.raises(IntegrityError), transaction.atomic():
        Confirmation.objects.update(**{field: cast.scorekeeper})
    Confirmation.objects.update(**{field: cast.director})


def test_the_same_form_twice_is_one_offer(tournament: Tournament, cast: builders.Cast) -> None:
    key = uuid.uuid4()
    for _ in range(2):
        assert submit(cast.scorekeeper, tournament, key=key).status_code == 302
    assert (CardSet.objects.get().version, JournalEntry.objects.count()) == (1, 1)


def test_the_board_says_that_a_set_waits_for_a_second_person(
    tournament: Tournament, cast: builders.Cast
) -> None:
    submit(cast.scorekeeper, tournament)
    client = Client()
    client.force_login(cast.scorekeeper)
    response = client.get(reverse("desk-round", args=[tournament.slug, 1]))
    assert [tile.to_confirm for tile in response.context["board"].tiles] == [True, False]
    assert "second person" in response.content.decode()


def test_without_the_setting_one_person_accepts(cast: builders.Cast) -> None:
    plain = builders.running_tournament(cast.club, players=8)
    submit(cast.scorekeeper, plain)
    assert CardSet.objects.get().state == "accepted"
