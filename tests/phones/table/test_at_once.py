"""Sixteen hands at one table at the same moment, on both databases."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connection

from phones.access import Phone, hashed
from phones.models import EnteredGame, GameAnswer, OpenedKey, PhoneMode, PhoneSetting
from phones.table import actions
from record.refused import Refused
from record.stamps import Stamp
from scoring.models import CardSet
from scoring.sets.typed import typing_of
from tests import builders
from tournament.models import Entry, Table, Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases, pytest.mark.slow]
SIXTEEN = 16
LONGEST = 60  # seconds; nothing here takes ten


@pytest.fixture
def tournament() -> Tournament:
    tournament = builders.running_tournament(builders.cast().club, players=4)
    PhoneSetting.objects.create(tournament=tournament, mode=PhoneMode.COUNT)
    return tournament


def together(work: Callable[[int], None]) -> None:
    start = threading.Barrier(SIXTEEN)

    def run(number: int) -> None:
        start.wait(LONGEST)
        try:
            work(number)
        except Refused:
            pass
        finally:
            connection.close()

    with ThreadPoolExecutor(SIXTEEN) as pool:
        list(pool.map(run, range(SIXTEEN)))


def wall(tournament: Tournament) -> object:
    return typing_of(tournament.profile.family).FACTS(outcome="wall")


def at(tournament: Tournament) -> tuple[Table, list[Entry]]:
    table = tournament.rounds.get(number=1).tables.get(number=1)
    seats = table.seats.select_related("entry__person").order_by("letter")
    return table, [seat.entry for seat in seats]


def phone_of(tournament: Tournament, entry: Entry, mark: str = "") -> Phone:
    return Phone(Tournament.objects.get(pk=tournament.pk), entry, hashed(mark or f"own of {entry.pk}"))


def test_each_of_four_confirms_four_times_at_once_and_counts_once(tournament: Tournament) -> None:
    table, entries = at(tournament)
    for game in (1, 2, 3, 4):
        actions.enter(phone_of(tournament, entries[0]), table, game=game, facts=wall(tournament))
    for answers in (1, 2, 3, 4, 0):
        version = answers or 4

        def confirm(number: int, game: int = answers, version: int = version) -> None:
            entry = entries[number % 4]
            stamp = Stamp(key=uuid4())
            actions.answer(
                phone_of(tournament, entry), table, game=game, version=version, by=entry, stamp=stamp
            )

        together(confirm)
        rows = GameAnswer.objects.filter(table=table, game=answers)
        assert sorted(rows.values_list("entry", flat=True)) == sorted(entry.pk for entry in entries)
    assert CardSet.objects.get(table=table).state == CardSet.State.ACCEPTED
    assert table.set_versions.count() == 1


def test_one_device_with_two_keys_makes_one_confirmation(tournament: Tournament) -> None:
    table, entries = at(tournament)
    actions.enter(phone_of(tournament, entries[0]), table, game=1, facts=wall(tournament))
    device = hashed("one phone")
    for entry in entries[1:3]:
        OpenedKey.objects.create(entry=entry, device=device, at=builders.timezone.now())

    def confirm(number: int) -> None:
        entry = entries[1 + number % 2]
        phone = phone_of(tournament, entry, "one phone")
        actions.answer(phone, table, game=1, version=1, by=entry, stamp=Stamp(key=uuid4()))

    together(confirm)
    assert GameAnswer.objects.filter(device=device).count() == 0
    OpenedKey.objects.filter(entry=entries[2]).delete()
    together(confirm)
    assert GameAnswer.objects.filter(device=device).count() == 1


def test_sixteen_who_enter_one_game_make_one_of_it(tournament: Tournament) -> None:
    table, entries = at(tournament)

    def enter(number: int) -> None:
        stamp = Stamp(key=uuid4(), seen={"version": 0})
        actions.enter(
            phone_of(tournament, entries[number % 4]), table, game=1, facts=wall(tournament), stamp=stamp
        )

    together(enter)
    assert EnteredGame.objects.filter(table=table).count() == 1
