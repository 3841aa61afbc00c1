"""What changed elsewhere, or before a page was loaded again: nothing old is shown, nor decided from."""

import re
from contextlib import nullcontext
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
from asgiref.sync import async_to_sync
from django.utils import timezone

from club.rights.actions import erase
from phones.keys.codes import code_of
from phones.models import EnteredGame, GameAnswer, PhoneTable
from phones.overview.actions import table_uses
from phones.table import made as module
from phones.table.made import made
from phones.table.queries import table_now
from record.models import JournalEntry
from scoring.models import CardSet, CorrectionWindow, SetVersion
from scoring.sets.entering import hand_in, take_back
from scoring.sets.queries import desk_table_of
from tests import builders
from tests.phones.table.at_the_table import Phone, version_of
from tests.phones.table.test_table import WIN, done, play_round
from tournament.models import Entry, Round, Table, Tournament

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


def change(tournament: Tournament, **fields: Any) -> None:
    """As every change of a tournament does."""
    tournament.refresh_from_db()
    Tournament.objects.filter(pk=tournament.pk).update(**fields, version=tournament.version + 1)
    tournament.refresh_from_db()


def right(phone: Phone, table: Table, game: int, **more: str) -> dict[str, Any]:
    """Without loading the page first."""
    return phone.send("answer", key=builders.stamp(), game=game, version=version_of(table, game), **more)


def refused_on_an_old_page(phone: Phone) -> None:
    assert phone.send("enter", key=builders.stamp(version=0), game=1, won="wall")["status"] == 409


def test_a_refused_act_keeps_no_older_tournament(
    phones: dict[str, Phone], table: Table, tournament: Tournament
) -> None:
    done(phones["A"].enter(1, **WIN))
    change(tournament, time_zone="Asia/Tokyo")
    refused_on_an_old_page(phones["B"])
    kept = made.as_it_stands(tournament, table)
    assert kept.around.time_zone == kept.tournament.time_zone == "Asia/Tokyo"


def test_a_second_person_who_is_to_type_the_set_is_waited_for(
    phones: dict[str, Phone], table: Table, tournament: Tournament
) -> None:
    play_round(phones)
    change(tournament, second_person=True)
    refused_on_an_old_page(phones["B"])
    for letter in "ABCD":
        done(right(phones[letter], table, 0))
    assert CardSet.objects.get(table=table).state == CardSet.State.IN


def test_after_a_finish_that_is_taken_back_players_go_on(
    phones: dict[str, Phone], table: Table, tournament: Tournament
) -> None:
    done(phones["A"].enter(1, **WIN))
    change(tournament, finished_at=timezone.now())
    assert phones["A"].page
    change(tournament, finished_at=None)
    refused_on_an_old_page(phones["B"])
    done(right(phones["B"], table, 1))


def test_a_name_that_was_erased_is_not_written_again(
    phones: dict[str, Phone], table: Table, cast: builders.Cast
) -> None:
    done(phones["A"].enter(1, **WIN))
    name = phones["A"].entry.name
    erase(phones["A"].entry.person, instead="Somebody", by=cast.director)
    done(phones["A"].send("call", key=builders.stamp()))
    texts = [CardSet.objects.get(table=table).held_reason]
    texts += SetVersion.objects.values_list("reason", flat=True)
    texts += [f"{entry.reason} {entry.new}" for entry in JournalEntry.objects.all()]
    assert "Somebody asks for the director." in texts[0]
    assert [text for text in texts if f"{name} asks" in text] == []


def test_a_table_on_paper_that_no_phone_has_touched(
    phones: dict[str, Phone], table: Table, cast: builders.Cast
) -> None:
    assert 'data-state="enter"' in phones["A"].page
    table_uses(table, paper=True, by=cast.director)
    assert 'data-state="paper"' in phones["A"].page
    phones["B"].client.get(phones["B"].at("live"))
    assert phones["A"].send("enter", key=builders.stamp(version=0), game=1, **WIN)["status"] == 409
    assert not EnteredGame.objects.exists()


def test_a_device_that_was_another_players_disputes_nothing_either(
    phones: dict[str, Phone], table: Table, tournament: Tournament
) -> None:
    done(phones["A"].enter(1, **WIN))
    client = phones["A"].client
    client.post(f"/p/{tournament.slug}/not-me/")
    client.get(f"/K/{code_of(phones['B'].entry).code}")
    answer = right(Phone(tournament, phones["B"].entry, client, table), table, 1, field="value")
    assert (answer["status"], "used for two players" in answer["reasons"][0]) == (422, True)


def test_for_a_seat_that_was_emptied_nobody_answers(
    phones: dict[str, Phone], table: Table, tournament: Tournament
) -> None:
    done(phones["A"].enter(1, **WIN))
    table.seats.filter(letter="D").delete()
    tournament.outdate_prints([phones["A"].entry])
    change(tournament)
    assert right(phones["B"], table, 1, **{"as": "D", "pin": "0000"})["status"] == 409
    assert not GameAnswer.objects.filter(entry=phones["B"].entry).exists()


def test_nobody_begins_a_game_that_does_not_come_next(phones: dict[str, Phone], table: Table) -> None:
    for game in ("99999", "2"):
        assert phones["A"].client.post(phones["A"].at("begin"), {"game": game}).status_code == 204
    assert PhoneTable.objects.get(table=table).begun_game is None


def test_times_are_of_the_zone_of_now_for_whoever_acts_first(
    phones: dict[str, Phone], table: Table, tournament: Tournament
) -> None:
    done(phones["A"].enter(1, **WIN))
    phones["C"].client.post(phones["C"].at("begin"), {"game": "2"})
    assert phones["A"].page
    change(tournament, time_zone="Asia/Tokyo")
    part = right(phones["D"], table, 1)["part"]
    with timezone.override("Asia/Tokyo"):
        fresh = module.drawn(table_now(table), "D")
    assert re.findall(r"\d\d?:\d\d", part) == re.findall(r"\d\d?:\d\d", fresh) != []


def test_a_bonus_round_is_another_round(
    phones: dict[str, Phone], table: Table, tournament: Tournament
) -> None:
    change(tournament, rounds_planned=1)
    play_round(phones)
    for letter in "ABCD":
        done(right(phones[letter], table, 0))
    assert "That was the last round" in phones["A"].page
    Round.objects.create(tournament=tournament, number=3, bonus_games=2, bonus_counts=True)
    change(tournament)
    assert "That was the last round" not in phones["A"].page


@pytest.mark.django_db(transaction=True)
def test_what_a_stream_reads_late_is_kept_as_what_it_is(
    phones: dict[str, Phone], table: Table, tournament: Tournament
) -> None:
    """The hub has not heard yet that the tournament was finished, and that this was taken back."""
    done(phones["A"].enter(1, **WIN))
    own, hall = PhoneTable.objects.get(table=table).version, module.hall_of(tournament.pk)
    made.forget()
    change(tournament, finished_at=timezone.now())
    whole = hall.version_of(table.pk, own)
    async_to_sync(made.part)(table.pk, phones["C"].entry.pk, whole, "en", nullcontext)
    change(tournament, finished_at=None)
    kept, now = made.as_it_stands(tournament, table), table_now(table)
    assert (kept.whole_version, kept.is_over) == (now.whole_version, False)


def test_once_the_time_for_corrections_is_over_nobody_is_offered_a_call(
    phones: dict[str, Phone], tournament: Tournament, cast: builders.Cast
) -> None:
    play_round(phones)
    for letter in "ABCD":
        done(phones[letter].right(0))
    now = timezone.now()
    CorrectionWindow.objects.create(
        tournament=tournament, opened_at=now, closes_at=now + timedelta(minutes=5), by=cast.director
    )
    assert phones["A"].at("call") in phones["A"].page
    with mock.patch("django.utils.timezone.now", return_value=now + timedelta(minutes=6)):
        assert phones["A"].at("call") not in phones["A"].page


def test_the_stream_of_a_player_who_was_withdrawn_ends(
    phones: dict[str, Phone], tournament: Tournament
) -> None:
    opening = phones["A"].entry.opened_keys.get().pk
    assert module.hall_of(tournament.pk).is_open(opening)
    Entry.objects.filter(pk=phones["A"].entry.pk).update(state=Entry.State.WITHDRAWN)
    assert not module.hall_of(tournament.pk).is_open(opening)


def test_cards_that_were_handed_in_and_taken_back_are_not_typed(
    phones: dict[str, Phone], table: Table, tournament: Tournament, cast: builders.Cast
) -> None:
    """Before the phones had a set of their own."""
    done(phones["A"].enter(1, **WIN))
    hand_in(desk_table_of(tournament, table), handed_in_by="A", by=cast.scorekeeper)
    take_back(desk_table_of(tournament, table), by=cast.scorekeeper)
    done(right(phones["B"], table, 1))
    done(phones["B"].send("call"))
    tournament.refresh_from_db()
    kept, now = made.as_it_stands(tournament, table), table_now(table)
    assert (kept.typed_at_desk, kept.goes_on) == (now.typed_at_desk, now.goes_on) == (False, True)
