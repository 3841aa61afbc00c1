"""Lists go by family name: guessed from the words, or as a director or a roster's own column says."""

from __future__ import annotations

import pytest
from django.urls import reverse

from club.family_names import divided
from club.models import Person
from record.stamps import Stamp
from tests import builders
from tournament.models import Tournament
from tournament.players.queries import matching
from tournament.roster.actions import apply_roster, difference, park
from tournament.seating.queries import by_name


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("Ann Able", "Able"),
        ("Mary Ann van der Berg", "van der Berg"),
        ("Jo De La Cruz", "De La Cruz"),
        ("Van Morrison", "Morrison"),
        ("Sean O'Brien", "O'Brien"),
        ("Siobhán Ní Bhriain", "Ní Bhriain"),
        ("Ann Smith-Jones", "Smith-Jones"),
        ("Bob Smith Jr.", "Smith"),
        ("Bob Smith, Jr.", "Smith"),
        ("Ludwig von Mises III", "von Mises"),
        ("Mary Smith 2nd", "Smith"),
        ("Anna de Berger (née Kowal)", "de Berger"),
        ("Anna Berger née Kowal", "Berger"),
        ("Roberta (Bobbie) Lindqvist", "Lindqvist"),
        ("Bob Smith Jr. (Bobby)", "Smith"),
        ("Li Wei (Wendy)", "Li"),
        ("Mary (Easton)", "Mary"),
        ("(Bobbie)", "(Bobbie)"),
        ("Joy Lucky \N{PARTY POPPER}", "Lucky"),
        ("Lois", "Lois"),
        ("Player 7", "Player 7"),
        ("María García López", "García López"),
        ("Ana de la Torre Ruiz", "de la Torre Ruiz"),
        ("José Ortega y Gasset", "Ortega y Gasset"),
        ("Rosa Lopez", "Lopez"),
        ("Li Wei", "Li"),
        ("Wang Xiaoming", "Wang"),
        ("Bo Li", "Li"),
        ("Li Smith", "Smith"),
        ("May-Ling Wu", "Wu"),
        ("王伟", "王伟"),
    ],
)
def test_what_is_taken_for_the_family_name(name: str, family: str) -> None:
    assert divided(name).family == family


@pytest.mark.parametrize(
    ("name", "correction", "family"),
    [
        ("Lee Ann", "Lee", "Lee"),
        ("Mary Ann Evans", "ann evans", "Ann Evans"),
        ("Ann Smith", "Lee", "Smith"),  # the name was changed since
    ],
)
def test_what_is_said_of_a_name_counts_while_it_stands_in_it(name: str, correction: str, family: str) -> None:
    assert divided(name, correction).family == family


def rename(tournament: Tournament, *names: str) -> None:
    for entry, name in zip(tournament.entries.all(), names, strict=True):
        Person.objects.filter(pk=entry.person_id).update(name=name)


@pytest.mark.django_db
def test_lists_go_by_family_name_and_what_is_typed_finds_it_first() -> None:
    tournament = builders.tournament(builders.cast().club, players=4)
    rename(tournament, "Zoe Able", "Able Zander", "Mia van Dyke", "Ana Dyer")
    entries = list(tournament.entries.with_people())
    assert [entry.name for entry in sorted(entries, key=by_name)] == [
        "Zoe Able",
        "Ana Dyer",
        "Mia van Dyke",
        "Able Zander",
    ]
    assert [entry.name for entry in matching(tournament.entries.with_people(), "able")] == [
        "Zoe Able",
        "Able Zander",
    ]


@pytest.mark.django_db
def test_initials_stand_at_the_family_names_letter() -> None:
    tournament = builders.tournament(builders.cast().club, players=2)
    rename(tournament, "Ann Young", "Bob Xavier")
    tournament.entries.filter(number=1).update(shows_initials=True)
    first, second = tournament.entries.with_people()
    assert (by_name(first), by_name(second)) == (("y", "a", 1), ("xavier", "bob", 2))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("typed", "stored"), [("", ""), ("Wei", "Wei"), ("Li", ""), ("wei", "wei"), ("Chen", None)]
)
def test_a_director_says_how_a_name_divides(typed: str, stored: str | None) -> None:
    cast = builders.cast()
    tournament = builders.tournament(cast.club, players=1)
    rename(tournament, "Li Wei")
    client = builders.signed_in(cast.director)
    address = reverse("entry-edit", args=[tournament.slug, 1])
    form = client.get(address).context["form"]
    form_data = {name: field.value() for name, field in ((field.name, field) for field in form)}
    form_data |= {"stamp": str(form_data["stamp"]), "family_name": typed}
    del form_data["shows_initials"]
    page = client.post(address, form_data)
    if stored is None:
        assert "“Chen” is not part of the name “Li Wei”." in page.content.decode()
    else:
        assert (page.status_code, Person.objects.get(name="Li Wei").family_name) == (302, stored)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "content",
    [b"First,Last\nAna Maria,Souza Leite\nBo,Li\n", b'Name\n"Souza Leite, Ana Maria"\n"Li, Bo"\n'],
)
def test_a_roster_with_family_names_apart_keeps_them(content: bytes) -> None:
    """Of "Ana Maria Souza Leite" nobody would guess it; "Bo Li" needs nothing said."""
    cast = builders.cast()
    tournament = builders.tournament(cast.club)
    upload = park(tournament, by=cast.director, name="roster.csv", content=content)
    stamp = Stamp(seen={"preview": difference(upload).fingerprint()})
    apply_roster(upload, by=cast.director, answers={}, stamp=stamp)
    people = tournament.club.people.order_by("pk").values_list("name", "family_name")
    assert list(people) == [("Ana Maria Souza Leite", "Souza Leite"), ("Bo Li", "")]
    again = park(tournament, by=cast.director, name="roster.csv", content=content)
    assert difference(again).changed == []


@pytest.mark.django_db
def test_the_town_stands_beside_two_of_one_name_on_every_sheet() -> None:
    cast = builders.cast()
    tournament = builders.running_tournament(cast.club, players=8)
    rename(tournament, "Ann Lee", "Ann Lee", *(f"Other {letter}" for letter in "abcdef"))
    Person.objects.filter(entries__number=1).update(town="Elgin")
    Person.objects.filter(entries__number=2).update(town="Joliet")
    client = builders.signed_in(cast.director)
    for address, args in (
        ("round-seating", [1]),
        ("screen", []),
    ):
        page = client.get(reverse(address, args=[tournament.slug, *args])).content.decode()
        assert [page.count(f"<bdi>{town}</bdi>") for town in ("Elgin", "Joliet")] == [1, 1], address
        assert tournament.entries.get(number=3).person.town not in page, address
