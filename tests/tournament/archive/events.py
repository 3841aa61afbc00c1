"""Events with something in every kind of line, and installations that have nothing."""

from __future__ import annotations

import datetime
from typing import Any

from club.models import Club, Membership, Person, User
from demo.simulation import play_rounds
from phones.models import (
    EnteredGame,
    GameAnswer,
    OpenedKey,
    PaperTable,
    PhoneKey,
    PhoneMode,
    PhoneSetting,
    PhoneTable,
)
from record.models import JournalEntry
from scoring.adjustments.actions import adjust, cancel
from scoring.complaints.actions import warn
from scoring.finishing.actions import finish
from scoring.models import (
    CardSet,
    Confirmation,
    CorrectionWindow,
    FinalStandings,
    Pot,
    PotPayment,
    PrizeAward,
    PrizeDecision,
    PrizeRow,
    Raffle,
    ReportedNumber,
    WrittenOff,
)
from scoring.standings.standing import AdjustedPoints
from tests import builders
from tournament.categories.actions import change_category, make_category
from tournament.deletion.actions import remove_rows
from tournament.models import (
    Category,
    Entry,
    HallMessage,
    KeepApart,
    Payment,
    SittingOut,
    StartingTime,
    Table,
    Tournament,
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
    SittingOut.objects.create(round=third, entry=second)
    table_1, table_2 = third.tables.order_by("number")[:2]
    numbers = {letter: [25, -5, 0, 0] for letter in "ABCD"}
    held = builders.card_set(
        table_1, numbers, state=CardSet.State.HELD, held_reason="Totals differ.", entered_by=cast.scorekeeper
    )
    Confirmation.objects.create(card_set=held, version=1, first=cast.scorekeeper, second=cast.director)
    WrittenOff.objects.create(table=table_2, reason="The cards were lost.", by=cast.director, at=AT)
    adjust(event, entry=second, given=AdjustedPoints(3, -10, "late"), reason="", by=cast.director)
    misled = adjust(
        event, entry=first, given=AdjustedPoints(None, 5, "ruling"), reason="Misled.", by=cast.director
    )
    cancel(misled, reason="It was another player.", by=cast.director)
    half_day = make_category(event, name="Half day", last_round=None, by=cast.director)
    change_category(half_day, name="Half day", last_round=3, players=[second.pk], by=cast.director)
    warn(event, entry=second, reason="Played with the wrong card.", by=cast.director)
    kept_of_a_day(event, cast)
    kept_of_prizes(event, half_day, cast)
    kept_of_phones(event)
    event.refresh_from_db()
    return event


def kept_of_phones(event: Tournament) -> None:
    PhoneSetting.objects.create(tournament=event, mode=PhoneMode.COUNT)
    first, second = event.entries.order_by("pk")[:2]
    PhoneKey.objects.create(entry=second, number=2, wrong_pins=2, paper_since=AT)
    OpenedKey.objects.create(entry=first, device="d" * 64, at=AT)
    OpenedKey.objects.create(entry=second, device="e" * 64, at=AT, ended_at=AT)
    table = event.rounds.get(number=3).tables.order_by("number")[0]
    PaperTable.objects.create(table=table, since=AT)
    PhoneTable.objects.create(
        table=table,
        version=3,
        card=1,
        first_east="A",
        begun_by=first,
        begun_game=2,
        called_by=second,
        called_at=AT,
    )
    facts, device = {"outcome": "wall"}, "d" * 64
    EnteredGame.objects.create(table=table, game=1, version=1, facts=facts, entry=first, device=device, at=AT)
    said = {"table": table, "game": 1, "version": 1, "seats": "A1 B2", "at": AT}
    GameAnswer.objects.create(entry=first, is_right=True, device=device, **said)
    GameAnswer.objects.create(
        entry=second, is_right=False, field="won", device="e" * 64, is_shared=True, **said
    )


def kept_of_a_day(event: Tournament, cast: builders.Cast) -> None:
    """Rows that no page of results needs: money, messages, times, reports, and decisions that were taken back."""
    by, entry = cast.director, event.entries.get(number=1)
    table = event.rounds.get(number=3).tables.get(number=1)
    Table.objects.filter(pk=table.pk).update(seated_at=AT, called_at=AT, extra_minutes=5)
    Payment.objects.create(entry=entry, cents=3500, method="cash", reference="114", at=AT, by=by)
    HallMessage.objects.create(tournament=event, words="Lunch is served.", at=AT, by=by)
    StartingTime.objects.create(tournament=event, number=2, day=2, minute=615)
    CorrectionWindow.objects.create(
        tournament=event, opened_at=AT, closes_at=AT + datetime.timedelta(minutes=15), by=by
    )
    ReportedNumber.objects.create(entry=entry, table=table, reason="Game 2 was 30", at=AT, by=by)
    decided = {"at": AT, "by": by, "ended_at": AT, "ended_by": by}
    WrittenOff.objects.create(table=table, reason="Not found.", **decided)
    FinalStandings.objects.create(tournament=event, places=[], ended_reason="A set was missing.", **decided)
    place = {
        "entry": entry.pk,
        "name": entry.name,
        "number": 1,
        "rank": 1,
        "shows_initials": True,
        "total": 0,
    }
    FinalStandings.objects.create(tournament=event, at=AT, by=by, places=[place])


def kept_of_prizes(event: Tournament, category: Category, cast: builders.Cast) -> None:
    by, entry = cast.director, event.entries.get(number=1)
    PrizeRow.objects.create(
        tournament=event, position=1, criterion="category", category=category, cents=[1000]
    )
    PrizeRow.objects.create(tournament=event, position=2, criterion="named", named=entry, things=["Tote bag"])
    row = PrizeRow.objects.create(
        tournament=event, position=3, criterion="overall", cents=[5000, 2500], fixed_at=AT, fixed_version=9
    )
    PrizeAward.objects.create(
        row=row, entry=entry, first_place=1, last_place=1, rank=1, score=120, cents=5000, presented_at=AT
    )
    PrizeDecision.objects.create(
        tournament=event, key="round:1", candidates=[1, 2], winners=[2], how="lot", seed="5eed", by=by, at=AT
    )
    Raffle.objects.create(
        tournament=event, prize="Basket", winners=2, seed_hash="5eed", drawn_from=[1, 2, 3], at=AT, by=by
    )
    Pot.objects.create(tournament=event, stake_cents=500)
    PotPayment.objects.create(entry=entry, cents=1250, note="cash", at=AT, by=by)


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
