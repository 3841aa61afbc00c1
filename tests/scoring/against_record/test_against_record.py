"""What was changed behind the program's back shows, also where cards and lines were changed together."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core.management import CommandError, call_command

from scoring.models import Card, CardSet, PointLine, SetVersion
from scoring.sets.accepting import accept_set
from scoring.sets.disputes import reopen_set, rule_on_set
from tests import builders
from tests.scoring import paper
from tournament.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    tournament = builders.running_tournament(cast.club, players=8, rounds=1)
    for table in (1, 2):
        accept_set(*paper.judged(tournament, number=table), by=cast.scorekeeper)
    return tournament


def report(tournament: Tournament, capsys: pytest.CaptureFixture[str]) -> str:
    """What the command says that does not hold."""
    with pytest.raises(CommandError, match="The record does not hold"):
        call_command("verify_journal", tournament.slug)
    return capsys.readouterr().out


@pytest.mark.slow
def test_what_nobody_touched_holds(
    tournament: Tournament, cast: builders.Cast, capsys: pytest.CaptureFixture[str]
) -> None:
    reopen_set(paper.place(tournament), by=cast.director, present="ABCD", reason="A card was read wrong.")
    call_command("verify_journal", tournament.slug)
    rule_on_set(*paper.judged(tournament), ruling="It was right.", consulted="ABCD", by=cast.director)
    call_command("verify_journal", tournament.slug)
    assert capsys.readouterr().out.count(" entries, whole; the last hash is ") == 2


def swapped(tournament: Tournament) -> None:
    """Players A and B of table 1 get each other's points: cards and lines change together and fit."""
    cards = Card.objects.filter(card_set__table__number=1)
    first, second = cards.get(letter="A"), cards.get(letter="B")
    pairs = ((first.letter, second.entry_id), (second.letter, first.entry_id))
    lines = {
        entry: list(PointLine.objects.filter(entry=entry)) for entry in (first.entry_id, second.entry_id)
    }
    cards.filter(letter__in="AB").delete()
    PointLine.objects.filter(entry__in=lines).delete()
    for card, (_letter, entry) in zip((first, second), pairs, strict=True):
        for line in lines[card.entry_id]:
            line.entry_id = entry
        PointLine.objects.bulk_create(lines[card.entry_id])
        card.entry_id = entry
    Card.objects.bulk_create([first, second])


def card_and_lines(tournament: Tournament) -> None:
    card = Card.objects.get(card_set__table__number=1, letter="C")
    card.points, card.written_total = [0, 10, 35, 50], 95
    card.save()
    lines = PointLine.objects.filter(card_set=card.card_set, entry=card.entry, game=4)
    lines.exclude(pk=lines.first().pk).delete()
    lines.update(points=50)


def history_too(tournament: Tournament) -> None:
    card_and_lines(tournament)
    for step in SetVersion.objects.filter(table__number=1):
        step.typed["cards"]["C"] |= {"points": [0, 10, 35, 50], "total": 95}
        step.save()


def accepted_unseen(tournament: Tournament) -> None:
    CardSet.objects.filter(table__number=1).update(version=9)
    SetVersion.objects.filter(table__number=1).update(number=9)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (card_and_lines, "round 1 table 1, entry 1: card C is stored as"),
        (history_too, "round 1 table 1, entry 1: the history of the set does not have it as recorded."),
        (swapped, "round 1 table 1, entry 1: its cards are stored for players"),
        (
            accepted_unseen,
            "round 1 table 1: the history has an acceptance, version 9, that the journal has not.",
        ),
    ],
)
def test_what_was_changed_behind_the_programs_back_shows(
    tournament: Tournament,
    capsys: pytest.CaptureFixture[str],
    change: Callable[[Tournament], None],
    sentence: str,
) -> None:
    change(tournament)
    output = report(tournament, capsys)
    assert sentence in output
    assert "table 2" not in output


@pytest.mark.slow
def test_a_set_that_counts_without_an_entry_shows(
    tournament: Tournament, cast: builders.Cast, capsys: pytest.CaptureFixture[str]
) -> None:
    reopen_set(paper.place(tournament), by=cast.director, present="ABCD", reason="A card was read wrong.")
    CardSet.objects.filter(table__number=1).update(
        state="accepted", accepted_at=CardSet.objects.get(table__number=2).accepted_at
    )
    assert "round 1 table 1 counts, and the journal does not say that it was accepted." in report(
        tournament, capsys
    )
