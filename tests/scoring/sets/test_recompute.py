"""Stored lines follow from the cards, and a line that does not is reported."""

from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command

from scoring.models import PointLine
from scoring.sets.accepting import accept_set
from tests import builders
from tests.scoring import paper
from tests.scoring.paper import written
from tournament.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def tournament() -> Tournament:
    cast = builders.cast()
    tournament = builders.running_tournament(cast.club, players=8)
    accept_set(*paper.judged(tournament, written()), by=cast.scorekeeper)
    return tournament


def recompute(*slugs: str) -> str:
    out = io.StringIO()
    call_command("recompute", *slugs, stdout=out)
    return out.getvalue()


def test_the_record_follows_from_the_cards(tournament: Tournament) -> None:
    assert recompute() == recompute(tournament.slug) == "Every stored line follows from the cards.\n"


def test_a_changed_line_is_reported_and_left_alone(tournament: Tournament) -> None:
    PointLine.objects.filter(code="hand").update(points=40)
    out = io.StringIO()
    with pytest.raises(CommandError, match="2 differences"):
        call_command("recompute", stdout=out)
    assert out.getvalue().splitlines() == [
        f"{tournament.slug}, Round 1 table 1: C game 3, 40 (hand) is stored and does not follow from the cards.",
        f"{tournament.slug}, Round 1 table 1: C game 3, 35 (hand) follows from the cards and is not stored.",
    ]
    assert PointLine.objects.get(code="hand").points == 40


def test_a_missing_line_is_reported(tournament: Tournament) -> None:
    PointLine.objects.filter(code="nothing").first().delete()
    with pytest.raises(CommandError, match="1 differences"):
        recompute()


def test_an_unknown_tournament_is_said() -> None:
    with pytest.raises(CommandError, match="no tournament called nowhere"):
        recompute("nowhere")
