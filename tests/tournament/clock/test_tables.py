"""The tables of a round: marked as seated, given minutes of their own, called."""

from __future__ import annotations

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from record.refused import Conflict, Refused
from record.stamps import Stamp
from tests import builders
from tournament.clock.actions import start_clock
from tournament.clock.late_tables import time_up
from tournament.clock.tables import (
    call_time,
    extend_table,
    mark_seated,
    unseated,
)
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return builders.running_tournament(cast.club, players=12, rounds=2, published=1)


def open_tables(tournament: Tournament) -> list[int]:
    return [table.number for table in unseated(tournament.rounds.get(number=1))]


def test_tables_are_seated_one_by_one_or_all_at_once(tournament: Tournament, cast: builders.Cast) -> None:
    assert open_tables(tournament) == [1, 2, 3]
    assert mark_seated(tournament, number=1, tables=[2], by=cast.scorekeeper) == [2]
    assert open_tables(tournament) == [1, 3]
    assert mark_seated(tournament, number=1, by=cast.director) == [1, 3]
    assert open_tables(tournament) == []
    assert mark_seated(tournament, number=1, by=cast.director) == []
    assert [(entry.verb, entry.new) for entry in tournament.chain().order_by("sequence")] == [
        ("tables-seated", {"tables": [2]}),
        ("tables-seated", {"tables": [1, 3]}),
    ]


def test_the_mark_is_taken_back_and_an_old_form_does_not_set_it_again(
    tournament: Tournament, cast: builders.Cast
) -> None:
    stamp = Stamp()
    mark_seated(tournament, number=1, tables=[2], by=cast.director, stamp=stamp)
    assert mark_seated(tournament, number=1, tables=[2, 3], is_seated=False, by=cast.director) == [2]
    assert open_tables(tournament) == [1, 2, 3]
    with pytest.raises(Conflict):
        mark_seated(tournament, number=1, tables=[2], by=cast.director, stamp=stamp)
    assert open_tables(tournament) == [1, 2, 3]


def test_what_is_no_table_of_a_published_round_is_refused(
    tournament: Tournament, cast: builders.Cast
) -> None:
    with pytest.raises(Refused, match=r"Round 1 has no table 4\."):
        mark_seated(tournament, number=1, tables=[1, 4], by=cast.director)
    with pytest.raises(Refused, match=r"Round 2 is not published yet\."):
        mark_seated(tournament, number=2, by=cast.director)
    assert open_tables(tournament) == [1, 2, 3]
    assert tournament.chain().count() == 0


def test_a_table_without_players_is_not_waited_for(tournament: Tournament, cast: builders.Cast) -> None:
    tournament.rounds.get(number=1).tables.get(number=3).seats.all().delete()
    assert open_tables(tournament) == [1, 2]
    assert mark_seated(tournament, number=1, by=cast.director) == [1, 2]


def test_one_table_is_given_minutes_and_they_are_taken_back(
    tournament: Tournament, cast: builders.Cast
) -> None:
    first, second = Stamp(seen={"extra": {}}), Stamp(seen={"extra": {}})
    give = {"number": 1, "table": 2, "minutes": 5, "by": cast.director}
    assert extend_table(tournament, **give, stamp=first).extra_minutes == 5
    assert extend_table(tournament, **give, stamp=first).extra_minutes == 5  # sent twice
    with pytest.raises(Conflict, match=r"it now has 5 extra minutes"):
        extend_table(tournament, **give, stamp=second)  # from a page that did not show them
    stamp = Stamp(seen={"extra": {"2": 5}})
    assert extend_table(tournament, **give, stamp=stamp).extra_minutes == 10
    with pytest.raises(Refused, match=r"has 10 extra minutes; no more"):
        extend_table(tournament, number=1, table=2, minutes=-11, by=cast.director)
    with pytest.raises(Refused, match=r"1 to 240"):
        extend_table(tournament, number=1, table=2, minutes=231, by=cast.director)
    assert extend_table(tournament, number=1, table=2, minutes=-10, by=cast.director).extra_minutes == 0
    rows = tournament.chain().order_by("sequence")
    assert [(entry.verb, entry.subject, entry.new) for entry in rows] == [
        ("table-extended", "round 1 table 2", {"extra_minutes": 5}),
        ("table-extended", "round 1 table 2", {"extra_minutes": 10}),
        ("table-shortened", "round 1 table 2", {"extra_minutes": 0}),
    ]


def test_time_is_called_at_one_table(tournament: Tournament, cast: builders.Cast) -> None:
    with pytest.raises(Conflict, match=r"has not been started"):
        call_time(tournament, number=1, table=2, by=cast.director)
    start_clock(tournament, number=1, by=cast.director)
    called = call_time(tournament, number=1, table=2, by=cast.director)
    now = timezone.now()
    assert time_up(called.round, called, now) == called.called_at
    assert call_time(tournament, number=1, table=2, by=cast.director).called_at == called.called_at
    with pytest.raises(Conflict, match=r"take that back first"):
        extend_table(tournament, number=1, table=2, minutes=5, by=cast.director)
    plays = call_time(tournament, number=1, table=2, is_called=False, by=cast.director)
    assert time_up(plays.round, plays, now) == plays.round.started_at + datetime.timedelta(minutes=60)
    verbs = [entry.verb for entry in tournament.chain().order_by("sequence")]
    assert verbs == ["clock-started", "time-called", "time-call-taken-back"]


def test_a_table_with_minutes_of_its_own_is_late_later(tournament: Tournament, cast: builders.Cast) -> None:
    start_clock(tournament, number=1, by=cast.director)
    extend_table(tournament, number=1, table=2, minutes=5, by=cast.director)
    round_ = tournament.rounds.get(number=1)
    tables = list(round_.tables.all())
    at = round_.started_at + datetime.timedelta(minutes=70)
    assert [(at - time_up(round_, table, at)).total_seconds() / 60 for table in tables] == [10, 5, 10]
    round_.ended_at = round_.started_at + datetime.timedelta(minutes=50)  # a director ended it early
    assert [(at - time_up(round_, table, at)).total_seconds() / 60 for table in tables] == [20, 15, 20]


@pytest.mark.parametrize("act", ["extend", "shorten", "call", "take-back-call"])
def test_only_directors_turn_the_time_of_a_table(
    tournament: Tournament, cast: builders.Cast, act: str
) -> None:
    start_clock(tournament, number=1, by=cast.director)
    address = reverse("tables", args=[tournament.slug, 1])
    keeper = builders.signed_in(cast.scorekeeper)
    refused = keeper.post(address, {"button": f"{act} 2", "stamp": builders.stamp(extra={})})
    assert refused.status_code == 403
    seats = keeper.post(address, {"act": "seated", "table": "2", "stamp": builders.stamp()})
    assert seats.status_code == 302
    assert open_tables(tournament) == [1, 3]


@pytest.mark.parametrize(
    "form_data", [{}, {"act": "extend"}, {"act": "call", "table": "x"}, {"button": "fly 2"}]
)
def test_what_no_button_sends_is_refused_with_a_sentence(
    tournament: Tournament, cast: builders.Cast, form_data: dict[str, str]
) -> None:
    address = reverse("tables", args=[tournament.slug, 1])
    answer = builders.signed_in(cast.director).post(address, {**form_data, "stamp": builders.stamp()})
    assert answer.status_code == 422
    assert "Type the number of a table" in answer.content.decode()
    assert tournament.chain().count() == 0
