"""The record holds codes and values; a reader gets the sentences in the language of the page."""

from __future__ import annotations

import io

import pytest
from django.core.management import call_command
from django.utils.translation import gettext, override

from scoring.models import PointLine
from scoring.sets.accepting import accept_set
from scoring.standings.player import player_page
from tests import builders
from tests.scoring import paper
from tests.scoring.paper import NUMBERS, written
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    cast = builders.cast()
    tournament = builders.running_tournament(cast.club, players=8)
    with override("es"):
        accept_set(*paper.judged(tournament, written()), by=cast.scorekeeper)
    return tournament


def sentences(tournament: Tournament) -> list[str]:
    [latest] = player_page(tournament, tournament.entries.get(number=1).pk).rounds
    return [line.message for game in latest.games for line in game.lines]


def test_the_record_follows_from_the_cards_in_any_language(tournament: Tournament) -> None:
    for language in ("en", "es"):
        with override(language):
            out = io.StringIO()
            call_command("recompute", stdout=out)
            assert out.getvalue() == "Every stored line follows from the cards.\n"


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_player_reads_the_lines_in_the_language_of_the_page(tournament: Tournament, language: str) -> None:
    with override(language):
        assert sentences(tournament) == [
            gettext("%(points)s on the card; how it came about was not noted") % {"points": 45},
            gettext("{points} for a wall game").format(points=10),
            "0",
            "0",
        ]


def test_a_line_is_said_from_its_own_values(tournament: Tournament) -> None:
    PointLine.objects.update(points=7, code="payment", values={"variant": "to once", "seat": "C", "value": 7})
    with override("en"):
        assert set(sentences(tournament)) == {"7 to C: 7 for the hand"}


def sentences_of(letter: str, tournament: Tournament) -> list[str]:
    number = paper.place(tournament).entries[letter].number
    [latest] = player_page(tournament, tournament.entries.get(number=number).pk).rounds
    return [line.message for game in latest.games for line in game.lines]


def test_a_thrower_reads_what_the_card_says_and_no_more(tournament: Tournament) -> None:
    """-20 is a penalty in all readings of game 1; -10 in game 3 leaves open whether the winner had an exposure."""
    with override("en"):
        assert sentences_of("B", tournament) == [
            "−20 for throwing the winning tile to a hand with two exposures",
            "10 for a wall game",
            "−10 for throwing the winning tile to a hand with at most one exposure",
            "0",
        ]


def test_facts_say_how_many_exposures_there_were(tournament: Tournament) -> None:
    Tournament.objects.update(cards_carry="facts")
    tournament.refresh_from_db()
    with override("en"):
        assert (
            sentences_of("B", tournament)[2]
            == "−10 for throwing the winning tile to a hand with no exposures"
        )


def test_one_penalty_for_all_exposures_says_nothing_of_them() -> None:
    cast = builders.cast()
    level = builders.running_tournament(cast.club, players=8, profile_changes={"thrower": [10, 10, 10, 10]})
    numbers = {**NUMBERS, "B": [-10, 10, -10, 0]}
    accept_set(*paper.judged(level, written(numbers)), by=cast.scorekeeper)
    with override("en"):
        assert sentences_of("B", level)[0] == "−10 for throwing the winning tile"
