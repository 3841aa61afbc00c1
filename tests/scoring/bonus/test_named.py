"""A bonus round is called so, and not by its number, wherever people read of it."""

from __future__ import annotations

import html
import random
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from demo.simulation import play_rounds, play_table
from scoring.adjustments.actions import adjust
from scoring.bonus.actions import add_bonus_round
from scoring.bonus.seats import Seats
from tests import builders
from tests.whole.test_every_page import RIGHTS, addresses
from tournament.clock.actions import start_clock
from tournament.clock.tables import mark_seated
from tournament.models import StartingTime, Tournament
from tournament.models.blocks import BonusRound
from tournament.refused import Refused
from tournament.rounds.actions import publish_round

pytestmark = pytest.mark.django_db
BONUS = 2
# On the page of rounds the number stands beside the name, small; the live stream is no page.
WITH_ITS_NUMBER = ("rounds", "live")


@pytest.mark.parametrize(
    ("sentence", "alone", "expected"),
    [
        (
            "Round 4 is published. Print it.",
            True,
            "The bonus round is published. Print it.",
        ),
        ("The clock of round 4 stands still.", True, "The clock of the bonus round stands still."),
        ("Round 4, table 7", True, "Bonus round, table 7"),
        ("Round 4", True, "Bonus round"),
        ("round 40 and round 14", True, "round 40 and round 14"),
        ("left in round 4", False, "left in the bonus round (round 4)"),
        ("Round 4: table 7 is waited for.", False, "Bonus round (round 4): table 7 is waited for."),
    ],
)
def test_a_sentence_that_names_it(sentence: str, alone: object, expected: str) -> None:
    bonus = BonusRound(4, games=2, counts=True, is_alone=bool(alone))
    with translation.override("en"):
        assert bonus.named_in(sentence) == expected
        assert bonus.named_in(expected) == expected


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    """Round 1 is played, a bonus round comes second, and two rounds after it."""
    tournament = builders.running_tournament(cast.club, players=8, rounds=3)
    StartingTime.objects.create(tournament=tournament, number=2, minute=900)
    list(play_rounds(tournament, 1, seed=5, by=cast.director))
    choice: dict[str, Any] = {"games": 2, "minutes": 30, "seats": Seats.DRAWN, "counts": True, "seed": 3}
    add_bonus_round(fresh(tournament), **choice, by=cast.director)
    return fresh(tournament)


def fresh(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def numbered(tournament: Tournament, client: Client) -> list[str]:
    """The pages of the tournament that say "round 2", with the words around it."""
    parts = {"slug": tournament.slug, "number": BONUS, "table": 1}
    places = []
    for name, (method, _who) in RIGHTS.items():
        route, names = addresses()[name]
        if (
            method != "get"
            or not route.startswith("t/")
            or set(names) - set(parts)
            or name in WITH_ITS_NUMBER
        ):
            continue
        answer = client.get(reverse(name, kwargs={name: parts[name] for name in names}), follow=True)
        if "html" in answer["Content-Type"]:
            read = re.sub(
                r"<(script|style|head)\b.*?</\1>|<[^>]+>", "\n", answer.content.decode(), flags=re.DOTALL
            )
            words = re.sub(r"[ \t]*\n\s*", "\n", html.unescape(read))
            places += [
                f"{name}: {line}" for line in words.splitlines() if re.search(rf"(?i)\bround {BONUS}\b", line)
            ]
    return places


@pytest.mark.slow
def test_no_page_says_its_number(tournament: Tournament, cast: builders.Cast) -> None:
    client = builders.signed_in(cast.director)
    places = numbered(tournament, client)
    publish_round(tournament, number=BONUS, by=cast.director)
    mark_seated(tournament, number=BONUS, by=cast.director)
    start_clock(tournament, number=BONUS, by=cast.director)
    entry = tournament.entries.get(number=3)
    adjust(tournament, entry=entry, round_number=BONUS, kind="late", points=-10, reason="", by=cast.director)
    table = tournament.rounds.get(number=BONUS).tables.get(number=1)
    play_table(fresh(tournament), table, dice=random.Random(3), by=cast.director)
    places += numbered(tournament, client)
    assert places == []


def test_what_is_done_with_it_says_so(tournament: Tournament, cast: builders.Cast) -> None:
    client = builders.signed_in(cast.director)
    arguments = [tournament.slug, BONUS]
    page = client.get(reverse("round", args=arguments)).content.decode()
    stamp = builders.stamp_on(page, reverse("round-publish", args=arguments))
    answer = client.post(reverse("round-publish", args=arguments), {"stamp": stamp}, follow=True)
    assert "The bonus round is published. Print it" in answer.content.decode()
    refused = client.post(reverse("clock", args=arguments), {"action": "pause", "stamp": builders.stamp()})
    assert "The clock of the bonus round has not been started." in html.unescape(refused.content.decode())


def test_a_refusal_says_so(tournament: Tournament, cast: builders.Cast) -> None:
    with pytest.raises(Refused, match=r"^The bonus round is not published yet\.$"):
        start_clock(tournament, number=BONUS, by=cast.director)
