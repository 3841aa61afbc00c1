"""The lists to choose a tournament from: newest first, each with how far it is."""

from __future__ import annotations

import datetime
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import builders

pytestmark = pytest.mark.django_db


def names_and_states(page: str) -> list[tuple[str, str]]:
    """(name, state) of each tournament listed, in order."""
    rows = re.findall(
        r'<li>\s*<a href="[^"]*">([^<]*)</a>\s*<span class="chip[^"]*">(.*?)</span>\s*<span', page, re.S
    )
    return [(name, re.sub(r"<span.*?</span>", "", state).strip()) for name, state in rows]


def test_tournaments_are_listed_newest_first_with_how_far_they_are() -> None:
    cast = builders.cast()
    days = (datetime.date(2026, 11, day) for day in range(1, 5))
    builders.running_tournament(
        cast.club,
        players=8,
        rounds=4,
        published=2,
        name="Played",
        date=next(days),
        finished_at=timezone.now(),
    )
    builders.running_tournament(cast.club, players=8, rounds=4, published=2, name="Running", date=next(days))
    builders.running_tournament(cast.club, players=8, rounds=4, published=0, name="Drawn", date=next(days))
    builders.tournament(cast.club, players=8, name="Open", date=next(days))
    expected = [
        ("Open", "not started"),
        ("Drawn", "seats drawn"),
        ("Running", "round 2 of 4"),
        ("Played", "final"),
    ]
    client = Client()
    assert names_and_states(client.get(reverse("home")).content.decode()) == expected
    client.force_login(cast.scorekeeper)
    assert names_and_states(client.get(reverse("home")).content.decode()) == expected
    assert names_and_states(client.get(cast.club.get_absolute_url()).content.decode()) == expected
