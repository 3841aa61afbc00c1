"""A barred person is registered nowhere in the club, by no way in; a namesake is asked about."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from club.bars.actions import bar_people, bar_person, lift_bar
from club.models import Bar, Club, Person
from record.refused import Refused
from record.stamps import Stamp
from tests import builders
from tournament.check_in.actions import check_in
from tournament.models import Entry, Tournament
from tournament.players.actions import NewPlayer, move_up, register, reinstate
from tournament.roster.actions import apply_roster, difference, park
from tournament.roster.parsing.difference import LineAnswer

pytestmark = pytest.mark.django_db
WHY = "Second complaint in spring"


@pytest.fixture
def barred(cast: builders.Cast) -> Person:
    person = Person.objects.create(club=cast.club, name="Rhonda Silver", town="Easton", member_number="77")
    bar_person(person, decided_in="Spring Open, May 2, 2026", reason=WHY, by=cast.director)
    return person


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return builders.tournament(cast.club, players=4)


def test_registering_is_refused_with_the_date_and_the_reason(
    tournament: Tournament, cast: builders.Cast, barred: Person
) -> None:
    with pytest.raises(Refused) as refused:
        register(tournament, NewPlayer(number=9, person=barred), by=cast.director)
    fault = refused.value.faults[0]
    assert (fault.code, fault.field) == ("barred", "name")
    assert WHY in fault.message
    assert "Spring Open, May 2, 2026" in fault.message
    lift_bar(cast.club, Bar.objects.get(), reason="A year has passed", by=cast.director)
    assert register(tournament, NewPlayer(number=9, person=barred), by=cast.director).number == 9


def test_a_namesake_is_asked_about_and_comes_in(
    tournament: Tournament, cast: builders.Cast, barred: Person
) -> None:
    client, address = builders.signed_in(cast.director), reverse("entry-new", args=[tournament.slug])
    typed = {"name": "Rhonda Silver", "number": "9", "stamp": builders.stamp()}
    response = client.post(address, typed)
    assert (response.status_code, "Is it one of these?" in response.content.decode()) == (422, True)
    chosen = client.post(address, {**typed, "person": str(barred.pk)})
    assert (chosen.status_code, WHY in chosen.content.decode()) == (422, True)
    assert client.post(address, {**typed, "person": "new"}).status_code == 302
    assert tournament.entries.get(number=9).person != barred


@pytest.mark.parametrize(
    ("state", "act"),
    [("withdrawn", reinstate), ("waiting", move_up), ("registered", check_in)],
)
def test_whoever_was_entered_before_does_not_come_in(
    tournament: Tournament, cast: builders.Cast, barred: Person, state: str, act: Any
) -> None:
    entry = Entry.objects.create(tournament=tournament, person=barred, number=9, state=state)
    with pytest.raises(Refused) as refused:
        act(entry, by=cast.director)
    assert [fault.code for fault in refused.value.faults] == ["barred"]
    # The door checks in, and learns neither since when nor why.
    assert (WHY in str(refused.value)) == (act is not check_in)


def import_roster(
    tournament: Tournament, cast: builders.Cast, text: str, answers: dict[str, LineAnswer]
) -> Any:
    upload = park(tournament, by=cast.director, name="roster.csv", content=text.encode())
    stamp = Stamp(seen={"preview": difference(upload).fingerprint()})
    return apply_roster(upload, by=cast.director, answers=answers, stamp=stamp)


def test_a_roster_asks_about_the_name_and_refuses_the_person(
    tournament: Tournament, cast: builders.Cast, barred: Person
) -> None:
    text = "number,name\n9,Rhonda Silver\n"
    upload = park(tournament, by=cast.director, name="roster.csv", content=text.encode())
    assert [question.reason for question in difference(upload).questions] == ["barred"]
    key = difference(upload).questions[0].line.key
    with pytest.raises(Refused, match=WHY):
        import_roster(tournament, cast, text, {key: LineAnswer("same", barred.pk)})
    assert tournament.entries.count() == 4
    import_roster(tournament, cast, text, {key: LineAnswer("new")})
    assert tournament.entries.get(number=9).person != barred


def test_a_roster_refuses_a_barred_member_number_at_once(
    tournament: Tournament, cast: builders.Cast, barred: Person
) -> None:
    text = "number,name,member number\n9,Rhonda Silver,77\n10,Somebody Else,78\n"
    upload = park(tournament, by=cast.director, name="roster.csv", content=text.encode())
    comparison = difference(upload)
    assert [(line.line, WHY in line.reason) for line in comparison.refused] == [(2, True)]
    assert [new.line.name for new in comparison.new] == ["Somebody Else"]


def test_lifting_needs_a_reason_and_stays_on_the_clubs_page(cast: builders.Cast, barred: Person) -> None:
    client, bar = builders.signed_in(cast.director), Bar.objects.get()
    address = reverse("bar-lift", args=[cast.club.slug, bar.pk])
    assert client.post(address, {"stamp": builders.stamp(), "reason": ""}).status_code == 422
    assert client.post(address, {"stamp": builders.stamp(), "reason": "A year"}).status_code == 302
    page = client.get(reverse("club-bars", args=[cast.club.slug])).content.decode()
    assert WHY in page
    assert "A year" in page


@pytest.mark.both_databases
def test_the_database_knows_one_standing_bar_of_a_person(barred: Person, cast: builders.Cast) -> None:
    assert bar_person(barred, decided_in="Autumn", reason="again", by=cast.director) == Bar.objects.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        Bar.objects.create(person=barred, decided_in="Autumn", reason="again", at=Bar.objects.get().at)
    with pytest.raises(IntegrityError), transaction.atomic():
        Bar.objects.update(ended_at=Bar.objects.get().at)


def test_a_list_on_paper_is_entered_in_one_go(cast: builders.Cast, tournament: Tournament) -> None:
    Person.objects.create(club=cast.club, name="Rhonda Silver")
    client = builders.signed_in(cast.director)
    address = reverse("bar-add", args=[cast.club.slug])
    typed = {
        "names": "rhonda silver\n\n Zoë Núñez (Easton)\n",
        "reason": "Club's list",
        "since": "2025-03-01",
        "stamp": builders.stamp(bars={}),
    }
    assert client.post(address, typed)["Location"] == reverse("club-bars", args=[cast.club.slug])
    assert client.post(address, typed).status_code == 302  # sent again: nothing more
    bars = Bar.objects.order_by("person__name").select_related("person")
    assert [(bar.person.name, bar.person.town, f"{bar.at:%Y-%m-%d}", bar.reason) for bar in bars] == [
        ("Rhonda Silver", "", "2025-03-01", "Club's list"),
        ("Zoë Núñez", "Easton", "2025-03-01", "Club's list"),
    ]
    with pytest.raises(Refused, match=r"barred since March 1, 2025: Club's list"):
        register(tournament, NewPlayer(number=9, person=bars[1].person), by=cast.director)


def bar_list(client: Client, club: Club, names: str) -> str:
    """The page after a list was sent from the page as it is now."""
    seen = client.get(reverse("club-bars", args=[club.slug])).context["bar_form"]["stamp"].value()
    typed = {"names": names, "reason": "Club's list", "since": "2025-03-01", "stamp": str(seen)}
    return client.post(reverse("bar-add", args=[club.slug]), typed, follow=True).content.decode()


@pytest.mark.parametrize(
    ("line", "name", "town"),
    [
        ("Chen, Carol", "Carol Chen", ""),
        ("3. CHEN, Carol (Easton)", "Carol CHEN", "Easton"),
        ("Chen, Carol, Jr.", "Carol Chen Jr.", ""),
        ("Carol Chen, Jr.", "Carol Chen Jr.", ""),
    ],
)
def test_a_name_is_read_as_in_a_roster(cast: builders.Cast, line: str, name: str, town: str) -> None:
    bar_list(builders.signed_in(cast.director), cast.club, line)
    assert [(bar.person.name, bar.person.town) for bar in Bar.objects.select_related("person")] == [
        (name, town)
    ]


def test_an_earlier_bar_stays_and_it_is_said(cast: builders.Cast, barred: Person) -> None:
    page = bar_list(builders.signed_in(cast.director), cast.club, "Rhonda Silver\nCarol Chen")
    assert "Barred: Carol Chen." in page
    assert "Barred already, and that bar stays as it is: Rhonda Silver." in page
    assert barred.bars.get().reason == WHY


def test_a_bar_that_was_lifted_meanwhile_is_not_made_again_unseen(
    cast: builders.Cast, barred: Person
) -> None:
    client, address = builders.signed_in(cast.director), reverse("bar-add", args=[cast.club.slug])
    seen = builders.stamp(bars={str(barred.pk): barred.bars.get().pk})
    lift_bar(cast.club, Bar.objects.get(), reason="A year", by=cast.director)
    typed = {"names": "Carol Chen\nRhonda Silver", "reason": "List", "since": "2025-03-01", "stamp": seen}
    assert client.post(address, typed).status_code == 409
    assert (Bar.objects.standing().count(), Person.objects.filter(name="Carol Chen").exists()) == (0, False)


def test_a_name_of_a_merged_record_bars_whom_it_was_merged_into(cast: builders.Cast) -> None:
    rhonda = Person.objects.create(club=cast.club, name="Rhonda Silver")
    Person.objects.create(club=cast.club, name="Ronda Silver", alias_of=rhonda)
    bar_people(cast.club, [("Ronda Silver", "")], reason=WHY, since=timezone.now(), by=cast.director)
    assert (Bar.objects.get().person, Person.objects.count()) == (rhonda, 2)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"names": "Rhonda Silver\nCarol Chen"}, "Carol Chen (Easton), Carol Chen (Millbrook)"),
        ({"names": "Rhonda Silver\nCarol Chen, Easton"}, "Which part of “Carol Chen, Easton” is the name?"),
        ({"names": "Rhonda Silver\nVan Dyke, Anna"}, "Which part of “Van Dyke, Anna” is the name?"),
        ({"stamp": ""}, "Part of this page is missing"),
        ({"names": "Rhonda Silver\n123"}, "at least one letter"),
        ({"reason": ""}, "required"),
        ({"since": "2999-01-01"}, "after today"),
        ({"since": "0001-01-01"}, "1900"),
    ],
)
def test_a_list_with_a_fault_bars_nobody(cast: builders.Cast, wrong: dict[str, str], sentence: str) -> None:
    for town in ("Easton", "Millbrook"):
        Person.objects.create(club=cast.club, name="Carol Chen", town=town)
    typed = {
        "names": "Rhonda Silver",
        "reason": "Club's list",
        "since": "2025-03-01",
        "stamp": builders.stamp(bars={}),
    } | wrong
    page = builders.signed_in(cast.director).post(reverse("bar-add", args=[cast.club.slug]), typed)
    assert (page.status_code, sentence in page.content.decode()) == (422, True)
    assert (Bar.objects.count(), Person.objects.filter(name="Rhonda Silver").exists()) == (0, False)
