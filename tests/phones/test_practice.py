"""The practice game: entered as a game of a table, told from another chair, and kept nowhere."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from phones.keys.codes import code_of
from phones.models import PhoneMode, PhoneSetting
from phones.models.table import EnteredGame, GameAnswer, PhoneTable
from record.stamps import Stamp
from tests import builders
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


def opened(cast: builders.Cast, system: str) -> tuple[Tournament, Client]:
    """A phone of player 1, before anything is drawn."""
    event, client = builders.tournament(cast.club, players=4, system=system), Client()
    PhoneSetting.objects.create(tournament=event, mode=PhoneMode.COUNT)
    client.get(reverse("phone-key", args=[code_of(event.entries.get(number=1)).code]))
    return event, client


@pytest.mark.parametrize("system", ["sanctioned", "club-day", "card-game", "mahj-x", "sixteen-hands"])
def test_it_asks_what_a_game_of_the_system_is_asked(cast: builders.Cast, system: str) -> None:
    event, client = opened(cast, system)
    page = client.get(reverse("phone-practice", args=[event.slug]))
    assert (page.status_code, "Cora" in page.text, "Player 1" in page.text) == (200, True, True)


def test_what_is_sent_is_told_from_another_chair_and_kept_nowhere(cast: builders.Cast) -> None:
    """25 by B's tile with nothing exposed: 25 for A, 10 off for B (sanctioned 10, 10e)."""
    event, client = opened(cast, "sanctioned")
    address = reverse("phone-practice", args=[event.slug])
    form = client.get(address).context["form"]
    names = {place.name: place.html_name for place in form.places}
    sent = {"stamp": str(Stamp()), "game": "1", names["won"]: "A", names["value"]: "25", names["from"]: "B"}
    sent[names["exposures"]] = "0"
    answer = client.post(address, sent)
    points = {name: given for _letter, name, given, _reasons in answer.context["points"]}
    assert points == {"Player 1": 25, "Bea": -10, "Cora": 0, "Dot": 0}
    assert "Player 1 won 25 from your tile" in builders.one_line(answer.text)
    assert [model.objects.count() for model in (PhoneTable, EnteredGame, GameAnswer)] == [0, 0, 0]


def test_what_cannot_be_is_said_as_at_the_table(cast: builders.Cast) -> None:
    event, client = opened(cast, "sanctioned")
    answer = client.post(reverse("phone-practice", args=[event.slug]), {"stamp": str(Stamp()), "game": "1"})
    assert (answer.status_code, "Say how the game ended." in answer.text) == (422, True)


def test_whoever_has_no_seat_yet_is_led_to_it(cast: builders.Cast) -> None:
    event, client = opened(cast, "sanctioned")
    assert (
        reverse("phone-practice", args=[event.slug]) in client.get(reverse("phone", args=[event.slug])).text
    )
