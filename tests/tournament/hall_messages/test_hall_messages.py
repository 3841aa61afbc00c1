"""A message to the hall stands where the hall looks until it is taken down."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from record.stamps import Stamp
from tests import builders
from tournament.hall_messages.actions import put_up, take_down
from tournament.models import HallMessage, Tournament

pytestmark = pytest.mark.django_db
WORDS = "Lunch is served in the garden room."


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return builders.running_tournament(cast.club, players=8)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("standings", []),
        ("player", [1]),
        ("round-seating", [1]),
        ("screen", []),
        ("clock-page", []),
        ("rules", []),
        ("results", []),
    ],
)
def test_the_hall_reads_it_until_it_is_taken_down(
    tournament: Tournament, cast: builders.Cast, client: Client, name: str, arguments: list[int]
) -> None:
    address = reverse(name, args=[tournament.slug, *arguments])
    version = tournament.version
    message = put_up(tournament, words=WORDS, by=cast.director)
    assert WORDS in client.get(address).content.decode()
    take_down(message, by=cast.director)
    assert WORDS not in client.get(address).content.decode()
    tournament.refresh_from_db()
    # What phones and screens keep is asked for again.
    assert tournament.version == version + 2


def test_both_acts_are_on_record_and_happen_once(tournament: Tournament, cast: builders.Cast) -> None:
    stamp = Stamp()
    message = put_up(tournament, words=WORDS, by=cast.director, stamp=stamp)
    assert put_up(tournament, words=WORDS, by=cast.director, stamp=stamp) == message
    take_down(message, by=cast.director)
    take_down(message, by=cast.director)
    verbs = [(entry.verb, entry.new or entry.old) for entry in tournament.chain().order_by("sequence")]
    assert verbs == [
        ("message-put-up", {"words": WORDS}),
        ("message-taken-down", {"words": WORDS}),
    ]


def test_through_the_page(tournament: Tournament, cast: builders.Cast) -> None:
    client, address = builders.signed_in(cast.director), reverse("hall-messages", args=[tournament.slug])
    empty = client.post(address, {"words": " ", "stamp": builders.stamp()})
    assert (empty.status_code, "Write your message." in empty.content.decode()) == (422, True)
    assert client.post(address, {"words": WORDS, "stamp": builders.stamp()}).status_code == 302
    down = reverse("hall-message-take-down", args=[tournament.slug, HallMessage.objects.get().pk])
    stamp = builders.stamp_on(client.get(address).content.decode(), down)
    assert client.post(down, {"stamp": stamp}).status_code == 302
    assert not HallMessage.objects.standing().exists()


def test_a_device_with_the_clock_hears_it(
    tournament: Tournament, cast: builders.Cast, client: Client
) -> None:
    address = reverse("clock-now", args=[tournament.slug])
    message = put_up(tournament, words=WORDS, by=cast.director)
    assert client.get(address).json()["messages"] == [WORDS]
    take_down(message, by=cast.director)
    assert client.get(address).json()["messages"] == []
