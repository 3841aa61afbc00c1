"""The tour of the demonstration: real pages in the order of the day, for the club's own people, until it is ended."""

from __future__ import annotations

import datetime

import pytest
from django.test import Client
from django.urls import reverse

from club.models import Role
from demo import tour
from tests import builders
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def demo_event() -> Tournament:
    """A running tournament that passes for the demonstration's."""
    cast = builders.cast()
    cast.club.is_demonstration = True
    cast.club.save()
    return builders.running_tournament(cast.club, players=44, rounds=6, published=3)


def client_of(tournament: Tournament, role: str) -> Client:
    client = Client()
    client.force_login(tournament.club.memberships.filter(role=role)[0].user)
    return client


@pytest.mark.slow
@pytest.mark.parametrize(("role", "stops"), [(Role.DIRECTOR, 9), (Role.SCOREKEEPER, 5)])
def test_next_leads_through_every_stop(demo_event: Tournament, role: str, stops: int) -> None:
    client = client_of(demo_event, role)
    way = [step for step in tour.steps(demo_event) if role == Role.DIRECTOR or step.for_scorekeepers]
    for number, step in enumerate(way, start=1):
        page = client.get(step.address)
        assert page.status_code == 200
        content = page.content.decode()
        assert f"Tour, {number} of {stops}." in content
        following = way[number].address if number < stops else None
        assert (f'href="{following}">Next:' in content) is (following is not None)


@pytest.mark.slow
def test_the_tour_ends_when_asked_and_for_this_visit(demo_event: Tournament) -> None:
    client = client_of(demo_event, Role.DIRECTOR)
    page = reverse("manage", args=[demo_event.slug])
    assert b"End the tour" in client.get(page).content
    assert client.post(reverse("tour-close"), {"back": page}).headers["Location"] == page
    assert b"End the tour" not in client.get(page).content


@pytest.mark.parametrize("back", ["https://example.org/", "//example.org/", ""])
def test_ending_the_tour_leads_nowhere_else(back: str) -> None:
    assert Client().post(reverse("tour-close"), {"back": back}).headers["Location"] == reverse("home")


def test_players_and_other_tournaments_have_no_tour(demo_event: Tournament) -> None:
    assert b"End the tour" not in Client().get(reverse("standings", args=[demo_event.slug])).content
    other = builders.running_tournament(demo_event.club, name="Spring Open", date=datetime.date(2026, 9, 25))
    assert (
        b"End the tour"
        not in client_of(demo_event, Role.DIRECTOR).get(reverse("manage", args=[other.slug])).content
    )
