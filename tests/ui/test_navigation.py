"""What the navigation of a tournament offers: five nouns, and More."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders
from ui.navigation import entries

AUTUMN: Any = SimpleNamespace(slug="autumn", is_evening=False, club=SimpleNamespace(slug="guild"))


def labels_of(role: str | None, section: str, number: int | None = None) -> list[Any]:
    """The labels; the noun that is open, and More, with their pages."""
    return [
        (str(entry.label), [str(page.label) for page in entry.entries])
        if entry.is_current or entry.is_more
        else str(entry.label)
        for entry in entries(AUTUMN, role, section, number)
    ]


MORE = (
    "More",
    ["Print", "Fees", "Messages", "Penalties", "Raffle", "Journal", "Rules", "Settings", "Club"],
)


@pytest.mark.parametrize(
    ("section", "place", "pages"),
    [
        ("the-day", 0, ("Today", ["Getting ready", "Tournament day", "Afterwards"])),
        ("entries", 1, ("Players", ["All players", "Check-in", "Phones"])),
        ("room", 2, ("Rounds", ["All rounds", "Seating", "Floor", "Clock", "Seat changes", "Print"])),
        ("adjustments", 3, ("Scores", ["Score desk", "To settle", "Penalties"])),
        ("finish", 4, ("Results", ["Standings", "Prizes", "Finish", "Ceremony", "Winners"])),
        ("journal", 5, MORE),
    ],
)
def test_a_director_has_five_nouns_and_more(section: str, place: int, pages: tuple[str, list[str]]) -> None:
    nouns: list[Any] = ["Today", "Players", "Rounds", "Scores", "Results", MORE]
    nouns[place] = pages
    assert labels_of("director", section) == nouns


def test_a_page_of_two_nouns_lights_its_own_alone() -> None:
    for section in ("adjustments", "print", "the-day", "journal"):
        current = [entry.label for entry in entries(AUTUMN, "director", section, None) if entry.is_current]
        assert len(current) == 1, section


def test_a_scorekeeper_has_what_a_scorekeeper_may_open() -> None:
    assert labels_of("scorekeeper", "desk") == [
        "Rounds",
        ("Scores", ["Score desk", "To settle"]),
        "Results",
        ("More", ["Rules", "Club"]),
    ]


def test_the_door_has_check_in_and_what_everybody_sees() -> None:
    assert labels_of("door", "check-in") == [
        ("Players", ["Check-in"]),
        "Results",
        ("More", ["Print", "Fees", "Club"]),
    ]


def test_a_reader_has_the_standings_and_the_seats_of_a_round() -> None:
    def labels(number: int | None) -> list[str]:
        return [str(entry.label) for entry in entries(AUTUMN, None, "standings", number)]

    assert labels(None) == ["Standings", "Winners", "Rules"]
    assert labels(3) == ["Standings", "Seats", "Winners", "Rules"]


def test_a_noun_leads_to_its_first_page_and_club_to_the_club() -> None:
    listed = entries(AUTUMN, "director", "desk", None)
    assert {str(entry.label): entry.href for entry in listed[:5]} == {
        "Today": reverse("manage", args=["autumn"]),
        "Players": reverse("entries", args=["autumn"]),
        "Rounds": reverse("rounds", args=["autumn"]),
        "Scores": reverse("desk", args=["autumn"]),
        "Results": reverse("standings", args=["autumn"]),
    }
    assert listed[5].entries[-1].href == reverse("club", args=["guild"])


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["the-day", "entries", "rounds", "journal"])
def test_the_page_that_is_open_is_marked(address: str) -> None:
    cast = builders.cast()
    tournament = builders.running_tournament(cast.club)
    client: Client = builders.signed_in(cast.director)
    here = reverse(address, args=[tournament.slug])
    assert f'<a href="{here}" aria-current="page">' in client.get(here).content.decode()
