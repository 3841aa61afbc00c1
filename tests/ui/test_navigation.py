"""What the navigation of a tournament offers: a few pages side by side, many grouped by the hour of the day."""

from __future__ import annotations

import datetime
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders
from ui.navigation import entries

NOON = datetime.datetime(2026, 11, 20, 12, tzinfo=datetime.UTC)


def tournament(**hour: datetime.datetime) -> Any:
    return SimpleNamespace(slug="autumn", **{"drawn_at": None, "finished_at": None, **hour})


def labels_of(
    role: str | None, section: str, *, number: int | None = None, **hour: datetime.datetime
) -> list[Any]:
    """The labels; a group that lies open with those of its pages."""
    return [
        (str(entry.label), [str(page.label) for page in entry.entries]) if entry.entries else str(entry.label)
        for entry in entries(tournament(**hour), role, section, number)
    ]


def test_a_director_has_the_pages_in_groups() -> None:
    assert [labels_of("director", section) for section in ("entries", "desk", "finish", "journal")] == [
        [
            "Today",
            ("Before", ["Players", "Check-in", "Fees", "Seating", "Settings"]),
            "Play",
            "Results",
            "Club",
        ],
        [
            "Today",
            "Before",
            ("Play", ["Score desk", "Room", "Rounds", "Penalties", "Messages", "Print"]),
            "Results",
            "Club",
        ],
        [
            "Today",
            "Before",
            "Play",
            ("Results", ["Standings", "Prizes", "Raffle", "Finish", "Ceremony", "Winners"]),
            "Club",
        ],
        ["Today", "Before", "Play", "Results", ("Club", ["Journal"])],
    ]


def test_a_scorekeeper_has_the_desk_first() -> None:
    assert labels_of("scorekeeper", "standings") == ["Score desk", "Room", "Rounds", "Print", "Standings"]


def test_the_door_has_check_in_and_what_everybody_sees() -> None:
    assert labels_of("door", "check-in") == ["Check-in", "Fees", "Print", "Standings", "Winners"]


def test_a_reader_has_the_standings_and_the_seats_of_a_round() -> None:
    assert labels_of(None, "standings") == ["Standings", "Winners", "Rules"]
    assert labels_of(None, "standings", number=3) == ["Standings", "Seats", "Winners", "Rules"]


@pytest.mark.parametrize(
    ("hour", "group"),
    [({}, "Before"), ({"drawn_at": NOON}, "Play"), ({"drawn_at": NOON, "finished_at": NOON}, "Results")],
)
def test_from_todays_page_the_pages_of_the_hour_are_one_tap_away(
    hour: dict[str, datetime.datetime], group: str
) -> None:
    assert [entry[0] for entry in labels_of("director", "manage", **hour) if isinstance(entry, tuple)] == [
        group
    ]


def test_a_closed_group_leads_to_its_first_page() -> None:
    links = {str(entry.label): entry.href for entry in entries(tournament(), "director", "desk", None)}
    assert links == {
        "Today": reverse("manage", args=["autumn"]),
        "Before": reverse("entries", args=["autumn"]),
        "Play": reverse("desk", args=["autumn"]),
        "Results": reverse("standings", args=["autumn"]),
        "Club": reverse("journal", args=["autumn"]),
    }


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["manage", "entries", "rounds", "journal"])
def test_the_page_that_is_open_is_marked(address: str) -> None:
    cast = builders.cast()
    tournament = builders.running_tournament(cast.club)
    client: Client = builders.signed_in(cast.director)
    here = reverse(address, args=[tournament.slug])
    assert f'<a href="{here}" aria-current="page">' in client.get(here).content.decode()
