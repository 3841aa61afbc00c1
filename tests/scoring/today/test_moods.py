"""Today opens on the mood of the hour; the list before the day ticks itself, and afterwards the event is copied."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.models import PrizeRow
from scoring.today.getting_ready import getting_ready
from tests import builders
from tournament.models import Tournament

pytestmark = pytest.mark.django_db

AHEAD = datetime.timedelta(days=150)


def title_of(cast: builders.Cast, tournament: Tournament) -> str:
    page = builders.signed_in(cast.director).get(reverse("manage", args=[tournament.slug])).content.decode()
    return page.partition("<title>")[2].partition(",")[0].strip()


def test_today_opens_on_the_mood_of_the_hour(cast: builders.Cast) -> None:
    day = timezone.localdate() + AHEAD
    ahead = builders.tournament(cast.club, players=46, checked_in=False, date=day)
    drawn = builders.running_tournament(cast.club, published=0, date=day)
    begun = builders.running_tournament(cast.club, date=day)
    over = builders.running_tournament(cast.club)
    Tournament.objects.filter(pk=over.pk).update(finished_at=timezone.now())
    titles = [title_of(cast, tournament) for tournament in (ahead, drawn, begun, over)]
    assert titles == ["Getting ready", "Getting ready", "Today", "Afterwards"]


def ticks(tournament: Tournament) -> dict[str, bool]:
    return {task.name: task.is_done for task in getting_ready(tournament, timezone.now()).tasks}


def test_the_list_before_the_day_ticks_itself(cast: builders.Cast) -> None:
    day = timezone.localdate() + AHEAD
    tournament = builders.tournament(cast.club, date=day)
    assert ticks(tournament) == {
        "Players": False,
        "Rounds": True,
        "Seating plan": False,
        "Prizes": False,
        "Entry fees": True,
    }
    tournament = builders.tournament(cast.club, players=16, checked_in=False, date=day, fee_cents=1000)
    PrizeRow.objects.create(tournament=tournament, position=1, criterion="overall", cents=[5000])
    ready = getting_ready(tournament, timezone.now())
    assert [task.fact for task in ready.tasks if task.name in ("Players", "Prizes", "Entry fees")] == [
        "16 players are signed up: 4 tables of four",
        "$50 to give away",
        "16 players owe $160",
    ]
    assert (ready.days, ticks(tournament)["Prizes"]) == (150, True)


def test_a_better_plan_is_offered_and_taken(cast: builders.Cast) -> None:
    day = timezone.localdate() + AHEAD
    tournament = builders.tournament(cast.club, players=46, checked_in=False, date=day, rounds_planned=4)
    client = builders.signed_in(cast.director)
    page = client.get(reverse("manage", args=[tournament.slug])).content.decode()
    choose = reverse("seating-choose", args=[tournament.slug])
    ready = getting_ready(tournament, timezone.now())
    assert ready.better is not None
    assert ready.next is not None
    assert (ready.next.name, "Let nobody meet twice" in page) == ("Seating plan", True)
    answer = {"movement": ready.better.movement, "rounds": 4, "stamp": builders.stamp_on(page, choose)}
    assert client.post(choose, answer).status_code == 302
    tournament.refresh_from_db()
    assert (getting_ready(tournament, timezone.now()).better, ticks(tournament)["Seating plan"]) == (
        None,
        True,
    )


def test_next_years_tournament_has_the_settings_the_prizes_and_the_people_to_choose_from(
    cast: builders.Cast,
) -> None:
    tournament = builders.running_tournament(cast.club, minutes=75, name="Fling 2026", fee_cents=2000)
    PrizeRow.objects.create(tournament=tournament, position=1, criterion="overall", cents=[5000])
    client = builders.signed_in(cast.director)
    address = reverse("tournament-copy", args=[tournament.slug])
    page = client.get(address).content.decode()
    assert ('value="Fling 2027"' in page, 'value="2027-11-19"' in page) == (True, True)
    form = {"name": "Fling 2027", "day": "2027-11-19", "stamp": builders.stamp()}
    roster = client.post(address, form, follow=True)
    copied = Tournament.objects.get(name="Fling 2027")
    assert (copied.minutes, copied.fee_cents, copied.frozen_profile, copied.drawn_at) == (
        75,
        2000,
        None,
        None,
    )
    assert [row.cents for row in copied.prize_rows.all()] == [[5000]]
    assert (copied.entries.count(), "Player 8" in roster.content.decode()) == (0, True)
    assert client.post(address, form).status_code == 302
    assert Tournament.objects.filter(name="Fling 2027").count() == 1
