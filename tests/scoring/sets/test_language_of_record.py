"""The record is in English, whoever accepted the set; a reader gets the sentences in the language of the page."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.utils.translation import get_language, gettext, ngettext, override

from rules import words
from scoring.models import PointLine
from scoring.sets.accepting import accept_set
from scoring.standings.player import player_page
from tests import builders
from tests.scoring import paper
from tests.scoring.paper import written
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


def in_spanish(sentence: str) -> str:
    return f"<{sentence}>" if get_language() == "es" else sentence


@pytest.fixture(autouse=True)
def _made_up_spanish() -> Iterator[None]:
    before = words.speak(words.Translator(in_spanish, lambda one, *_: in_spanish(one), get_language))
    assert before == words.Translator(gettext, ngettext, get_language)
    yield
    words.speak(before)


@pytest.fixture
def made() -> Tournament:
    cast = builders.cast()
    made = builders.running_tournament(cast.club, players=8)
    with override("es"):
        accept_set(*paper.judged(made, written()), by=cast.scorekeeper)
    return made


def sentences(tournament: Tournament) -> list[str]:
    [one] = player_page(tournament, 1).rounds
    return [line.message for game in one.games for line in game.lines]


def test_the_record_is_in_english_and_follows_from_the_cards_in_any_language(made: Tournament) -> None:
    assert not PointLine.objects.filter(message__contains="<").exists()
    for language in ("en", "es"):
        with override(language):
            out = io.StringIO()
            call_command("recompute", stdout=out)
            assert out.getvalue() == "Every stored line follows from the cards.\n"


def test_a_player_reads_the_lines_in_the_language_of_the_page(made: Tournament) -> None:
    with override("en"):
        english = sentences(made)
    with override("es"):
        spanish = sentences(made)
    assert len(english) == len(spanish)
    explained = [(one, other) for one, other in zip(english, spanish, strict=True) if one != "0"]
    assert any(other == f"<{one}>" for one, other in explained)
    assert all(other == f"<{one}>" or one.endswith("was not noted") for one, other in explained)


def test_a_line_that_the_cards_do_not_give_keeps_the_sentence_of_the_record(made: Tournament) -> None:
    PointLine.objects.update(points=7, message="7 as it was")
    with override("es"):
        assert set(sentences(made)) == {"7 as it was"}
