"""What the rules forbid the database refuses, whoever asks."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.db.models import Value
from django.db.models.signals import pre_migrate
from django.utils import timezone

from record import triggers
from record.models import JournalEntry
from scoring.models import Card, CardSet, PointLine
from scoring.sets.accepting import accept_set
from tests import builders
from tests.scoring import paper
from tests.scoring.paper import NUMBERS, written
from tournament.models import Entry, Round, Seat, Table, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases, pytest.mark.slow]
NAMES = {rule.name for rule in triggers.rules_of_applications()}


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return builders.running_tournament(cast.club, players=8, rounds=2)


def refused(queryset: Any, **values: Any) -> str:
    """What the database says to an update of one row; the row stays as it was."""
    assert queryset.count() == 1
    with pytest.raises(IntegrityError) as error, transaction.atomic():
        queryset.update(**values)
    return str(error.value)


def test_nobody_sits_at_two_tables_of_a_round_under_another_rounds_name(tournament: Tournament) -> None:
    first, second = tournament.rounds.order_by("number")
    table = Table.objects.get(round=first, number=2)
    Seat.objects.filter(table=table, letter="D").delete()
    Seat.objects.filter(round=second, entry__number=1).delete()
    entry = Entry.objects.get(tournament=tournament, number=1)
    with pytest.raises(IntegrityError, match="seat_is_in_the_round_of_its_table"), transaction.atomic():
        Seat.objects.create(round=second, table=table, letter="D", entry=entry)
    seat = Seat.objects.filter(round=second, entry__number=2)
    assert "seat_is_in_the_round_of_its_table" in refused(seat, table=table, letter="D")


def test_nobody_of_another_tournament_sits_or_has_a_card_or_a_line(
    tournament: Tournament, cast: builders.Cast
) -> None:
    accept_set(*paper.judged(tournament, written()), by=cast.scorekeeper)
    stranger = builders.tournament(cast.club, players=1).entries.get()
    here: dict[str, Any] = {"round__number": 1, "entry__number": 1}
    assert "seat_is_of_an_entry_here" in refused(Seat.objects.filter(**here), entry=stranger)
    assert "card_is_of_an_entry_here" in refused(Card.objects.filter(**here), entry=stranger)
    line = PointLine.objects.filter(**here, game=2)
    assert "line_is_of_an_entry_here" in refused(line, entry=stranger)


def test_a_set_its_cards_and_their_lines_are_of_one_round(
    tournament: Tournament, cast: builders.Cast
) -> None:
    accept_set(*paper.judged(tournament, written()), by=cast.scorekeeper)
    other = tournament.rounds.get(number=2)
    texts = [
        refused(CardSet.objects.all(), round=other),
        refused(Card.objects.filter(letter="A"), round=other),
        refused(PointLine.objects.filter(entry__number=1, game=2), round=other),
    ]
    of = ("set_is_in_the_round_of_its_table", "card_is_in_the_round_of_its_set")
    assert [
        name in text for name, text in zip((*of, "line_is_in_the_round_of_its_set"), texts, strict=True)
    ] == [True] * 3


def test_a_line_is_stored_once(tournament: Tournament, cast: builders.Cast) -> None:
    accept_set(*paper.judged(tournament, written()), by=cast.scorekeeper)
    lines = list(PointLine.objects.all())
    positions = (
        PointLine.objects.filter(entry__number=1, game=1).order_by("pk").values_list("position", flat=True)
    )
    assert list(positions) == list(range(1, len(positions) + 1))
    for line in lines:
        line.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        PointLine.objects.bulk_create(lines)
    assert PointLine.objects.count() == len(lines)


def test_what_is_published_has_its_profile(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, published=0)
    first = Round.objects.filter(tournament=tournament, number=1)
    assert "published_round_has_a_profile" in refused(first, published_at=timezone.now())
    rows = Tournament.objects.filter(pk=tournament.pk)
    rows.update(frozen_profile=tournament.profile.to_data())
    first.update(published_at=timezone.now())
    assert "profile_stays_once_published" in refused(rows, frozen_profile=None)


def test_who_waits_is_not_checked_in(tournament: Tournament) -> None:
    waiting = Entry.objects.filter(tournament=tournament, number=1)
    assert "waiting_is_not_checked_in" in refused(waiting, state="waiting")
    assert "entry_state_known" in refused(waiting, state="perhaps")


def test_an_accepted_set_has_its_time(tournament: Tournament) -> None:
    builders.card_set(paper.table(tournament), NUMBERS)
    assert "accepted_set_has_a_time" in refused(CardSet.objects.all(), state="accepted")


def test_a_verb_is_of_the_list_and_one_small_word(tournament: Tournament, cast: builders.Cast) -> None:
    accept_set(*paper.judged(tournament, written()), by=cast.scorekeeper)
    entries = JournalEntry.objects.filter(pk=JournalEntry.objects.latest("pk").pk)
    with pytest.raises(ValueError, match="no-such-verb"), transaction.atomic():
        entries.update(verb="no-such-verb")
    for text in ("", "set typed", "Drawn"):
        assert "journal_verb_shape" in refused(entries, verb=Value(text))


def test_every_trigger_stands() -> None:
    assert triggers.existing_triggers(connection) >= NAMES


@pytest.mark.django_db(transaction=True)
def test_the_triggers_come_back_after_tables_were_changed(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=1)
    accept_set(*paper.judged(tournament, written()), by=cast.scorekeeper)
    before = list(PointLine.objects.order_by("pk").values_list("pk", "position"))
    receivers = {"using": connection.alias, "plan": ["a migration"]}
    pre_migrate.send(apps.get_app_config("record"), **receivers)
    assert not triggers.existing_triggers(connection) & NAMES
    call_command("migrate", verbosity=0)
    assert triggers.existing_triggers(connection) >= NAMES
    assert list(PointLine.objects.order_by("pk").values_list("pk", "position")) == before
