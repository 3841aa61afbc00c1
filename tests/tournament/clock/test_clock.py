"""The round clock, minute by minute, with the time given by hand."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tournament.clock.actions import end_clock, extend_clock, pause_clock, resume_clock, start_clock
from tournament.clock.queries import Clock, clock_of
from tournament.models import Round, Tournament
from tournament.refused import Conflict, Refused
from tournament.stamps import Stamp

pytestmark = pytest.mark.django_db

NOON = datetime.datetime(2026, 11, 20, 12, 0, tzinfo=datetime.UTC)


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return builders.running_tournament(
        cast.club, players=8, rounds=3, published=2, minutes=60, warning_minutes=10
    )


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch):
    """Sets the time: minutes after noon."""

    def set_time(minutes: float) -> datetime.datetime:
        now = NOON + datetime.timedelta(minutes=minutes)
        monkeypatch.setattr(timezone, "now", lambda: now)
        return now

    set_time(0)
    return set_time


def shown(tournament: Tournament, now: datetime.datetime) -> Clock:
    clock = clock_of(tournament, now)
    assert clock is not None
    return clock


def test_a_clock_counts_down_warns_and_runs_over(tournament, cast, at) -> None:
    start_clock(tournament, number=1, by=cast.director)
    seen = [shown(tournament, at(minutes)) for minutes in (0, 49.5, 50, 60, 60.5)]
    assert [(one.state, one.seconds_left) for one in seen] == [
        ("running", 3600),
        ("running", 630),
        ("warning", 600),
        ("warning", 0),
        ("over", -30),
    ]


def test_time_stands_still_while_paused(tournament, cast, at) -> None:
    start_clock(tournament, number=1, by=cast.director)
    at(10)
    pause_clock(tournament, number=1, by=cast.director)
    paused = shown(tournament, at(25))
    assert (paused.state, paused.seconds_left) == ("paused", 3000)
    resume_clock(tournament, number=1, by=cast.director)
    running = shown(tournament, at(30))
    assert (running.state, running.seconds_left) == ("running", 2700)
    assert running.ends_at == NOON + datetime.timedelta(minutes=75)


def test_ending_keeps_the_time_left_and_counts_a_pause_in(tournament, cast, at) -> None:
    start_clock(tournament, number=1, by=cast.director)
    at(20)
    pause_clock(tournament, number=1, by=cast.director)
    at(30)
    end_clock(tournament, number=1, by=cast.director)
    at(200)
    round_ = tournament.rounds.get(number=1)
    assert round_.seconds_left(timezone.now()) == 2400
    assert round_.paused_seconds == 600


def test_asking_twice_changes_nothing(tournament, cast, at) -> None:
    for minutes, turn in ((0, start_clock), (5, pause_clock), (9, resume_clock), (20, end_clock)):
        at(minutes)
        turn(tournament, number=1, by=cast.director)
        before = Round.objects.filter(tournament=tournament, number=1).values().get()
        at(minutes + 1)
        turn(tournament, number=1, by=cast.director)
        assert Round.objects.filter(tournament=tournament, number=1).values().get() == before
    assert list(tournament.journal.values_list("verb", flat=True)) == [
        "clock-started",
        "clock-paused",
        "clock-resumed",
        "clock-ended",
    ]


def test_extra_minutes_are_added_once_for_one_page(tournament, cast, at) -> None:
    start_clock(tournament, number=1, by=cast.director)
    stamp = Stamp(seen={"extra_minutes": 0})
    for _ in range(2):
        extend_clock(tournament, number=1, minutes=5, stamp=stamp, by=cast.director)
    assert shown(tournament, at(0)).seconds_left == 3900
    for other in (stamp, Stamp(seen={"extra_minutes": 0})):
        with pytest.raises(Conflict, match="it now has 5 extra minutes"):
            extend_clock(tournament, number=1, minutes=10, stamp=other, by=cast.director)
    fresh = Stamp(seen={"extra_minutes": 5})
    extend_clock(tournament, number=1, minutes=10, stamp=fresh, by=cast.director)
    assert tournament.rounds.get(number=1).extra_minutes == 15


@pytest.mark.parametrize("minutes", [241, -5])
def test_extra_minutes_have_limits(tournament, cast, at, minutes) -> None:
    with pytest.raises(Refused, match="1 to 240 minutes"):
        extend_clock(tournament, number=1, minutes=minutes, by=cast.director)
    assert tournament.rounds.get(number=1).extra_minutes == 0


def test_what_does_not_fit_is_said_in_a_sentence(tournament, cast, at) -> None:
    with pytest.raises(Conflict, match="has not been started"):
        pause_clock(tournament, number=1, by=cast.director)
    with pytest.raises(Conflict, match="has not been started"):
        end_clock(tournament, number=1, by=cast.director)
    with pytest.raises(Conflict, match="Round 3 is not published yet"):
        start_clock(tournament, number=3, by=cast.director)
    start_clock(tournament, number=1, by=cast.director)
    with pytest.raises(Conflict, match="The clock of round 1 is still running"):
        start_clock(tournament, number=2, by=cast.director)
    end_clock(tournament, number=1, by=cast.director)
    with pytest.raises(Conflict, match="Round 1 has ended"):
        resume_clock(tournament, number=1, by=cast.director)
    start_clock(tournament, number=2, by=cast.director)


def test_the_hall_looks_at_the_running_round_else_at_the_last_published(tournament, cast, at) -> None:
    assert shown(tournament, at(0)).round == 2
    start_clock(tournament, number=1, by=cast.director)
    assert shown(tournament, at(1)).round == 1
    end_clock(tournament, number=1, by=cast.director)
    assert shown(tournament, at(2)).round == 2


def test_before_the_first_round_there_is_no_clock(cast) -> None:
    tournament = builders.tournament(cast.club, players=8)
    assert clock_of(tournament, NOON) is None


@pytest.mark.parametrize("turn", [start_clock, pause_clock, resume_clock, end_clock])
def test_a_finished_tournament_has_no_clock_to_turn(tournament, cast, client, turn) -> None:
    start_clock(tournament, number=1, by=cast.director)
    Tournament.objects.update(finished_at=timezone.now())
    with pytest.raises(Refused, match="finished"):
        turn(tournament, number=1, by=cast.director)
    with pytest.raises(Refused, match="finished"):
        extend_clock(tournament, number=1, minutes=5, by=cast.director)
    client.force_login(cast.director)
    for page in (reverse("rounds", args=[tournament.slug]), reverse("round", args=[tournament.slug, 1])):
        assert b"clock-buttons" not in client.get(page).content
