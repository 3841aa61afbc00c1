"""The round clock, minute by minute, with the time given by hand."""

import datetime
import re

import pytest
from django.urls import reverse
from django.utils import timezone

from record.refused import Conflict, Refused
from record.stamps import Stamp
from tests import builders
from tournament.clock.actions import (
    end_clock,
    extend_clock,
    pause_clock,
    resume_clock,
    start_clock,
    take_back_end,
)
from tournament.clock.queries import Clock, clock_of
from tournament.models import Round, Tournament
from tournament.settings.actions import change_settings

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


def clock_at(tournament: Tournament, now: datetime.datetime) -> Clock:
    clock = clock_of(tournament, now)
    assert clock is not None
    return clock


def test_a_clock_counts_down_warns_and_runs_over(tournament, cast, at) -> None:
    start_clock(tournament, number=1, by=cast.director)
    clocks = [clock_at(tournament, at(minutes)) for minutes in (0, 49.5, 50, 60, 60.5)]
    assert [(clock.state, clock.seconds_left) for clock in clocks] == [
        ("running", 3600),
        ("running", 630),
        ("warning", 600),
        ("warning", 0),
        ("over", -30),
    ]


def test_a_computers_clock_put_back_gives_no_round_more_than_its_time(tournament, cast, at) -> None:
    at(60)
    start_clock(tournament, number=1, by=cast.director)
    clocks = [clock_at(tournament, at(minutes)) for minutes in (50, 0, 61)]
    assert [(clock.state, clock.seconds_left) for clock in clocks] == [
        ("running", 3600),
        ("running", 3600),
        ("running", 3540),
    ]
    assert clocks[1].ends_at == NOON + datetime.timedelta(minutes=60)


def test_time_stands_still_while_paused(tournament, cast, at) -> None:
    start_clock(tournament, number=1, by=cast.director)
    at(10)
    pause_clock(tournament, number=1, by=cast.director)
    paused = clock_at(tournament, at(25))
    assert (paused.state, paused.seconds_left) == ("paused", 3000)
    resume_clock(tournament, number=1, by=cast.director)
    running = clock_at(tournament, at(30))
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


def test_an_end_taken_back_leaves_the_clock_as_if_it_had_not_been_ended(tournament, cast, at) -> None:
    start_clock(tournament, number=1, by=cast.director)
    at(20)
    end_clock(tournament, number=1, by=cast.director)
    at(23)
    take_back_end(tournament, number=1, by=cast.director)
    clock = clock_at(tournament, at(30))
    assert (clock.state, clock.seconds_left) == ("running", 1800)
    pause_clock(tournament, number=1, by=cast.director)
    at(40)
    end_clock(tournament, number=1, by=cast.director)
    at(50)
    take_back_end(tournament, number=1, by=cast.director)
    clock = clock_at(tournament, at(60))
    assert (clock.state, clock.seconds_left) == ("paused", 1800)
    verbs = tournament.journal.values_list("verb", flat=True)
    assert list(verbs).count("clock-end-taken-back") == 2


def test_an_end_is_not_taken_back_once_another_clock_runs(tournament, cast, at) -> None:
    start_clock(tournament, number=1, by=cast.director)
    start_clock(tournament, number=2, ending=1, by=cast.director)
    with pytest.raises(Conflict, match="The clock of round 2 is still running"):
        take_back_end(tournament, number=1, by=cast.director)


def test_starting_ends_the_clock_that_its_page_named_and_no_other(tournament, cast, at) -> None:
    start_clock(tournament, number=1, by=cast.director)
    at(70)
    with pytest.raises(Conflict, match="The clock of round 1 is still running"):
        start_clock(tournament, number=2, ending=3, by=cast.director)
    start_clock(tournament, number=2, ending=1, by=cast.director)
    first, second = tournament.rounds.filter(number__in=(1, 2))
    assert (first.ended_at, second.started_at) == (timezone.now(), timezone.now())
    assert list(tournament.journal.order_by("sequence").values_list("verb", "round__number")) == [
        ("clock-started", 1),
        ("clock-ended", 1),
        ("clock-started", 2),
    ]


def test_an_extension_is_taken_back_whole_or_in_part(tournament, cast, at) -> None:
    start_clock(tournament, number=1, by=cast.director)
    extend_clock(tournament, number=1, minutes=15, by=cast.director)
    stamp = Stamp(seen={"extra_minutes": 15})
    for _ in range(2):
        extend_clock(tournament, number=1, minutes=-5, stamp=stamp, by=cast.director)
    assert tournament.rounds.get(number=1).extra_minutes == 10
    with pytest.raises(Refused, match="Round 1 has 10 extra minutes"):
        extend_clock(tournament, number=1, minutes=-11, by=cast.director)
    extend_clock(tournament, number=1, minutes=-10, by=cast.director)
    assert clock_at(tournament, at(0)).seconds_left == 3600
    with pytest.raises(Conflict, match="it now has 0 extra minutes"):
        extend_clock(tournament, number=1, minutes=-5, stamp=stamp, by=cast.director)


@pytest.mark.slow
def test_a_clock_nobody_ended_is_not_looked_at_once_the_next_round_is_out(tournament, cast, at) -> None:
    start_clock(tournament, number=1, by=cast.director)
    assert clock_at(tournament, at(70)).round == 1
    for table in tournament.rounds.get(number=1).tables.all():
        builders.card_set(table, {letter: [0, 0, 0, 0] for letter in "ABCD"}, state="accepted")
    assert clock_at(tournament, at(71)).round == 2
    client = builders.signed_in(cast.director)
    for name, arguments in (("rounds", []), ("round", [2])):
        page = client.get(reverse(name, args=[tournament.slug, *arguments])).content.decode()
        assert "End round 1 and start round 2" in builders.one_line(page)
    form_data = {"action": "start", "ending": "1", "stamp": builders.stamp(), "back": "round"}
    answer = client.post(reverse("clock", args=[tournament.slug, 2]), form_data, follow=True).content.decode()
    # 71 minutes after noon UTC, in New York, and an hour for the round.
    assert "The clock of round 2 runs until 9:11 AM." in answer


@pytest.mark.slow
def test_the_end_is_asked_for_with_what_follows(tournament, cast, at) -> None:
    start_clock(tournament, number=1, by=cast.director)
    at(47.2)
    client = builders.signed_in(cast.director)
    address = reverse("round", args=[tournament.slug, 1])
    page = builders.one_line(client.get(address).content.decode())
    assert "The clock stops in the hall and on every phone." in page
    turn = reverse("clock", args=[tournament.slug, 1])
    ended = client.post(turn, {"action": "end", "back": "round", "stamp": builders.stamp()}, follow=True)
    assert "Round 1 has ended. You can take that back here." in ended.content.decode()
    assert 'value="take-back-end"' in ended.content.decode()


def test_changed_minutes_reach_every_round_that_has_not_begun(tournament, cast, at) -> None:
    start_clock(tournament, number=1, by=cast.director)
    change_settings(tournament, by=cast.director, new={"minutes": 45})
    assert list(tournament.rounds.values_list("minutes", flat=True)) == [60, 45, 45]


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
    assert clock_at(tournament, at(0)).seconds_left == 3900
    for other in (stamp, Stamp(seen={"extra_minutes": 0})):
        with pytest.raises(Conflict, match="it now has 5 extra minutes"):
            extend_clock(tournament, number=1, minutes=10, stamp=other, by=cast.director)
    fresh = Stamp(seen={"extra_minutes": 5})
    extend_clock(tournament, number=1, minutes=10, stamp=fresh, by=cast.director)
    assert tournament.rounds.get(number=1).extra_minutes == 15


@pytest.mark.parametrize("minutes", [241, 0])
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
    assert clock_at(tournament, at(0)).round == 2
    start_clock(tournament, number=1, by=cast.director)
    assert clock_at(tournament, at(1)).round == 1
    end_clock(tournament, number=1, by=cast.director)
    assert clock_at(tournament, at(2)).round == 2


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


@pytest.mark.slow
def test_more_time_is_asked_for_with_the_end_that_follows(tournament, cast, at) -> None:
    client = builders.signed_in(cast.director)
    address = reverse("round", args=[tournament.slug, 1])

    def options_of(name: str) -> dict[str, str]:
        page = client.get(address).content.decode()
        select = re.search(rf'<select id="{name}-1".*?</select>', page, re.DOTALL)
        options = re.findall(r'<option value="(\d+)"[^>]*>\s*(.*?)\s*</option>', select[0], re.DOTALL)
        return dict(options)

    assert options_of("minutes")["5"] == "+5 min: 65 in all"
    start_clock(tournament, number=1, by=cast.director)
    # Noon UTC is 7:00 in New York; the round takes an hour.
    assert [options_of("minutes")[minutes] for minutes in ("5", "240")] == [
        "+5 min: until 8:05 AM",
        "+240 min: until 12:00 PM",
    ]
    extend_clock(tournament, number=1, minutes=12, by=cast.director)
    assert "240" not in options_of("minutes")
    assert list(options_of("fewer").items())[:2] == [
        ("12", "−12 min: until 8:00 AM"),
        ("1", "−1 min: until 8:11 AM"),
    ]
    at(10)
    pause_clock(tournament, number=1, by=cast.director)
    at(30)
    assert options_of("minutes")["5"] == "+5 min: until 8:37 AM"
    extend_clock(tournament, number=1, minutes=228, by=cast.director)
    assert b'value="extend"' not in client.get(address).content
