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
from record.refused import Refused
from scoring.adjustments.actions import adjust
from scoring.bonus.actions import NewBonusRound, add_bonus_round
from scoring.desk.codes import table_of_code
from scoring.models import Criterion, PrizeRow
from scoring.prizes.words import contest_words
from scoring.seats.on_the_day import Seats
from scoring.sets.words import game_of_code
from scoring.standings.standing import AdjustedPoints
from tests import builders
from tests.whole.test_every_page import RIGHTS, addresses
from tools import messages
from tournament.clock.actions import start_clock
from tournament.clock.tables import mark_seated
from tournament.models import StartingTime, Tournament
from tournament.models.blocks import BonusRound
from tournament.rounds.actions import publish_round

pytestmark = pytest.mark.django_db
BONUS = 2
# On the page of rounds the number stands beside the name, small; the live stream is no page.
WITH_ITS_NUMBER = ("rounds", "live")


NUMBERED = {
    # A round that is planned, or that there is not.
    (
        "It is played next, after %(last)s. Round %(next)s becomes round %(new)s, and so on: reprint "
        "anything already printed for those rounds."
    ),
    "Before round %(numbers)s:",
    "Round %d has no seating yet. Draw first.",
    "There is no round %d to plan.",
    # What a round is called, what stands beside its name, and what is not said of a bonus round.
    # Of every round.
    "After each round %(moves)s",
    "Bonus round (round %(number)s)",
    "the bonus round (round %(number)s)",
    "Round %(number)s",
    "round %(number)s",
    "Round %(number)s of %(all)s",
    # Of several tournaments, or of several rounds.
    "round %(number)s of %(all)s",
    "round %(numbers)s",
    # The journal and the copies of the database say what is stored.
    "round %(round)s: %(moves)s",
    "round %s table %s",
    "from round %s",
    "round %s",
    "before planning round %s again",
    "before reopening round %s table %s",
    "before moving accepted cards of round %s",
    "round %s complete",
}
"""The sentences that name a round by its number. In every other one its name is a value."""


@pytest.mark.parametrize(
    ("alone", "name", "in_words"),
    [
        (True, "Bonus round", "the bonus round"),
        (False, "Bonus round (round 4)", "the bonus round (round 4)"),
    ],
)
def test_its_name_says_which_one_where_there_are_several(alone: object, name: str, in_words: str) -> None:
    bonus = BonusRound(4, games=2, counts=True, is_alone=bool(alone))
    with translation.override("en"):
        assert (bonus.name, bonus.in_words) == (name, in_words)


@pytest.mark.slow
def test_sentences_have_a_rounds_name_as_a_value() -> None:
    sentences = {
        message.id if isinstance(message.id, str) else message.id[0]
        for message in messages.read(messages.catalogues()[0])
    }
    assert {words for words in sentences if re.search(r"(?i)\brounds? (%|\{)", words)} == NUMBERED


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    """Round 1 is played, a bonus round comes second, and two rounds after it."""
    tournament = builders.running_tournament(cast.club, players=8, rounds=3)
    StartingTime.objects.create(tournament=tournament, number=2, minute=900)
    list(play_rounds(tournament, 1, seed=5, by=cast.director))
    choice: dict[str, Any] = {"games": 2, "minutes": 30, "seats": Seats.DRAWN, "counts": True, "seed": 3}
    add_bonus_round(fresh(tournament), NewBonusRound(**choice), by=cast.director)
    return fresh(tournament)


def fresh(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def places_with_number(tournament: Tournament, client: Client, language: str, word: str) -> list[str]:
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
        answer = client.get(
            reverse(name, kwargs={name: parts[name] for name in names}),
            follow=True,
            headers={"accept-language": language},
        )
        if "html" in answer["Content-Type"]:
            read = re.sub(
                r"<(script|style|head)\b.*?</\1>|<[^>]+>", "\n", answer.content.decode(), flags=re.DOTALL
            )
            words = re.sub(r"[ \t]*\n\s*", "\n", html.unescape(read))
            places += [
                f"{name}: {line}"
                for line in words.splitlines()
                if re.search(rf"(?i)\b{word} {BONUS}\b", line)
            ]
    return places


@pytest.mark.slow
def test_no_page_says_its_number(tournament: Tournament, cast: builders.Cast) -> None:
    client = builders.signed_in(cast.director)
    places = places_with_number(tournament, client, "en", "round")
    publish_round(tournament, number=BONUS, by=cast.director)
    mark_seated(tournament, number=BONUS, by=cast.director)
    start_clock(tournament, number=BONUS, by=cast.director)
    entry = tournament.entries.get(number=3)
    adjust(tournament, entry=entry, given=AdjustedPoints(BONUS, -10, "late"), reason="", by=cast.director)
    table = tournament.rounds.get(number=BONUS).tables.get(number=1)
    play_table(fresh(tournament), table, dice=random.Random(3), by=cast.director)
    places += places_with_number(tournament, client, "en", "round") + places_with_number(
        tournament, client, "es", "ronda"
    )
    assert places == []


@pytest.mark.slow
def test_what_is_done_with_it_says_so(tournament: Tournament, cast: builders.Cast) -> None:
    client = builders.signed_in(cast.director)
    arguments = [tournament.slug, BONUS]
    page = client.get(reverse("round", args=arguments)).content.decode()
    stamp = builders.stamp_on(page, reverse("round-publish", args=arguments))
    answer = client.post(reverse("round-publish", args=arguments), {"stamp": stamp}, follow=True)
    assert "The bonus round is published: players see their seats." in answer.content.decode()
    refused = client.post(reverse("clock", args=arguments), {"action": "pause", "stamp": builders.stamp()})
    assert "The clock of the bonus round has not been started." in html.unescape(refused.content.decode())


@pytest.mark.slow
def test_a_refusal_says_so(tournament: Tournament, cast: builders.Cast) -> None:
    with pytest.raises(Refused, match=r"^The bonus round is not published yet\.$"):
        start_clock(tournament, number=BONUS, by=cast.director)


@pytest.mark.slow
def test_a_game_a_contest_and_a_card_of_it_say_so(tournament: Tournament) -> None:
    assert game_of_code("R2G3", tournament) == "game 3 of the bonus round"
    each_table = PrizeRow(tournament=tournament, criterion=Criterion.TABLE_HIGH)
    assert contest_words("2.7", each_table) == "table 7 of the bonus round"
    with pytest.raises(
        Refused, match=r"^This card says the bonus round, table 7, and that round is not published\.$"
    ):
        table_of_code(f"C/{tournament.pk}-2-7-A-1", tournament, tournament.rounds.get(number=1))
