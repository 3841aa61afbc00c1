"""Events with something in every kind of line, and installations that have nothing."""

from __future__ import annotations

import datetime
from typing import Any

from demo.simulation import play_rounds
from scoring.adjustments.actions import adjust, cancel
from scoring.finishing.actions import finish
from scoring.models import CardSet, Confirmation, WrittenOff
from tests import builders
from tournament.deletion.actions import remove_rows
from tournament.models import (
    Club,
    Entry,
    JournalEntry,
    KeepApart,
    Membership,
    Person,
    Tournament,
    User,
)

AT = datetime.datetime(2026, 11, 20, 15, 4, 5, 123456, tzinfo=datetime.UTC)


def whole_event(cast: builders.Cast, **fields: Any) -> Tournament:
    """Two rounds played and a third begun, by nine players, with everything that an event can have."""
    event = builders.running_tournament(cast.club, players=9, rounds=3, **fields)
    list(play_rounds(event, 2, seed=3, by=cast.director))
    first, second = event.entries.order_by("pk")[:2]
    KeepApart.objects.create(tournament=event, first=first, second=second, rounds=2)
    Person.objects.filter(pk=first.person_id).update(
        name="Søren O’Brien-Núñez", member_number="=1+1", phone="555 0199", email="soren@example.org"
    )
    Entry.objects.filter(pk=first.pk).update(notes="no walnuts", fee_note="ck 2210", shows_initials=True)
    third = event.rounds.get(number=3)
    third.published_at, third.started_at, third.plan_reason = (
        AT,
        AT,
        {"code": "no-steps-around", "values": {}},
    )
    third.steps = {"A": 1, "B": -1, "C": 2, "D": -2}
    third.save()
    table_1, table_2 = third.tables.order_by("number")[:2]
    numbers = {letter: [25, -5, 0, 0] for letter in "ABCD"}
    held = builders.card_set(
        table_1, numbers, state=CardSet.State.HELD, held_reason="Totals differ.", entered_by=cast.scorekeeper
    )
    Confirmation.objects.create(card_set=held, version=1, first=cast.scorekeeper, second=cast.director)
    WrittenOff.objects.create(table=table_2, reason="The cards were lost.", by=cast.director, at=AT)
    adjust(event, entry=second, round_number=3, kind="late", points=-10, reason="", by=cast.director)
    misled = adjust(
        event, entry=first, round_number=None, kind="ruling", points=5, reason="Misled.", by=cast.director
    )
    cancel(misled, reason="It was another player.", by=cast.director)
    event.refresh_from_db()
    return event


def finished_event(cast: builders.Cast) -> Tournament:
    event = builders.running_tournament(cast.club, players=8, rounds=1)
    list(play_rounds(event, 1, seed=4, by=cast.director))
    finish(event, by=cast.director)
    event.refresh_from_db()
    return event


def event_of_facts(cast: builders.Cast) -> Tournament:
    """One round whose cards carry what happened, and no points."""
    event = builders.running_tournament(
        cast.club, players=8, rounds=1, system="sixteen-hands", cards_carry="facts"
    )
    list(play_rounds(event, 1, seed=2, by=cast.director))
    event.refresh_from_db()
    return event


def empty_installation() -> Club:
    """Everything is gone; a club is there, and nobody in it."""
    for tournament in Tournament.everything.all():
        remove_rows(tournament)
    JournalEntry.objects.all().delete()
    Person.objects.all().delete()
    Membership.everything.all().delete()
    User.objects.all().delete()
    Club.objects.all().delete()
    return Club.objects.create(name="A new club", slug="new-club")
