"""A player is typed by number or by name; a name beside the number has to be that number's."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from tests import builders
from tournament.models import Tournament
from tournament.players.fields import PlayerField

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return builders.tournament(builders.cast().club, players=6)


@pytest.mark.parametrize(
    "typed",
    [
        "5",
        "#5",
        " 5 ",
        "5 Susan Weiß-Núñez",
        "5 susan weiss nunez",
        "5 S.W.N.",
        "5 Susan",
        "5 Weiss, Susan",
        "5 nun",
    ],
)
def test_a_player_is_named_by_number_or_by_number_and_name(tournament: Tournament, typed: str) -> None:
    rename_player_5(tournament)
    assert number_and_error(tournament, typed) == (5, "")


@pytest.mark.parametrize("typed", ["5 Ellen Rosenthal", "5 Susan Lee", "5 san", "5 Player 5", "5 !"])
def test_a_name_that_is_not_the_numbers_is_refused(tournament: Tournament, typed: str) -> None:
    rename_player_5(tournament)
    sentence = f"Number 5 is Susan Weiß-Núñez, not “{typed[2:]}”. Choose again."
    assert number_and_error(tournament, typed) == (None, sentence)


def rename_player_5(tournament: Tournament) -> None:
    tournament.club.people.filter(entries__number=5).update(name="Susan Weiß-Núñez")
    tournament.entries.filter(number=5).update(shows_initials=True)


def number_and_error(tournament: Tournament, typed: str) -> tuple[int | None, str]:
    field = PlayerField()
    field.tournament = tournament
    try:
        entry = field.clean(typed)
    except ValidationError as error:
        return None, " ".join(error.messages)
    return (entry.number if entry else None), ""


PEOPLE = ("Ann Lee", "Ann Lee", "Annette Able", "Bo Li", "Cy Gone", "Di Later")


@pytest.mark.parametrize(
    ("typed", "number", "sentence"),
    [
        ("Able", 3, ""),
        ("able, annette", 3, ""),
        ("annet", 3, ""),
        ("li", 4, ""),
        ("ann lee joliet", 2, ""),
        (
            "Lee, Ann",
            None,
            "“Lee, Ann” may be Ann Lee, Elgin (1) or Ann Lee, Joliet (2). Type the number, or more of the name.",
        ),
        ("gone", None, "Cy Gone (number 5) is not playing: withdrawn."),
        ("Di", None, "Di Later (number 6) is not playing: on the waiting list."),
        ("5", None, "Cy Gone (number 5) is not playing: withdrawn."),
        ("77", None, "Nobody here has number 77."),
        ("Anette Able", None, "Nobody entered here is called “Anette Able”. Did you mean Annette Able (3)?"),
        (
            "Zed",
            None,
            "Nobody entered here is called “Zed”. Add somebody who came today at check-in first, as a walk-in.",
        ),
        (
            "!",
            None,
            "Nobody entered here is called “!”. Add somebody who came today at check-in first, as a walk-in.",
        ),
    ],
)
def test_a_name_does_as_well_as_a_number(
    tournament: Tournament, typed: str, number: int | None, sentence: str
) -> None:
    for entry, name in zip(tournament.entries.with_people(), PEOPLE, strict=True):
        entry.person.name = name
        entry.person.town = {1: "Elgin", 2: "Joliet"}.get(entry.number, "")
        entry.person.save()
    tournament.entries.filter(number=5).update(state="withdrawn")
    tournament.entries.filter(number=6).update(state="waiting", checked_in_at=None)
    assert number_and_error(tournament, typed) == (number, sentence)
