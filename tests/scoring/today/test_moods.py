"""Today opens on the mood of the hour; the list before the day ticks itself, and afterwards the event is copied."""

import datetime

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from paper.done import is_round_printed
from scoring.finishing.actions import finish
from scoring.models import PrizeRow
from scoring.today.afterwards import afterwards
from scoring.today.getting_ready import getting_ready
from scoring.today.queries import today
from tests import builders
from tournament.models import Tournament

pytestmark = pytest.mark.django_db

AHEAD = datetime.timedelta(days=150)


def title_of(cast: builders.Cast, tournament: Tournament) -> str:
    page = builders.signed_in(cast.director).get(reverse("manage", args=[tournament.slug])).content.decode()
    return page.partition("<title>")[2].partition(",")[0].strip()


@pytest.mark.slow
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
        "Print the morning": False,
    }
    tournament = builders.tournament(cast.club, players=16, checked_in=False, date=day, fee_cents=1000)
    PrizeRow.objects.create(tournament=tournament, position=1, criterion="overall", cents=[5000])
    ready = getting_ready(tournament, timezone.now())
    assert [task.fact for task in ready.tasks if task.name in ("Players", "Prizes", "Entry fees")] == [
        "16 players are on the list: 4 tables of four",
        "$50 to give away",
        "16 players owe $160",
    ]
    assert (ready.days, ticks(tournament)["Prizes"]) == (150, True)
    page = builders.signed_in(cast.director).get(reverse("manage", args=[tournament.slug]))
    assert "4 of 6 done" in page.content.decode()


@pytest.mark.slow
def test_the_morning_is_printed_when_its_last_sheet_is(cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club, players=8, date=timezone.localdate() + AHEAD)
    client = builders.signed_in(cast.director)
    facts = []
    for name in ("badges", "sign-in", "table-signs"):
        client.post(reverse("print-sheet", args=[tournament.slug, name]), {"paper": "a4", "language": "en"})
        facts.append(getting_ready(tournament, timezone.now()).tasks[-1].fact)
    assert facts == [
        "Not printed yet: Sign-in sheet, Table signs.",
        "Not printed yet: Table signs.",
        "Everything is printed.",
    ]
    assert ticks(tournament)["Print the morning"]


@pytest.mark.slow
def test_the_clock_comes_first_once_a_round_is_on_paper_as_its_seats_are_now(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=2, published=1)
    client = builders.signed_in(cast.director)

    def is_printed() -> bool:
        step = today(tournament, timezone.now()).next
        assert step.prints == 1
        return step.is_printed

    seen = [is_printed()]
    client.post(reverse("print-all", args=[tournament.slug]), {"pack": "round", "round": 1})
    seen.append(is_printed())
    tournament.rounds.filter(number=1).update(seating_version=2)
    seen.append(is_printed())
    assert seen == [False, True, False]


@pytest.mark.slow
def test_no_paper_is_said_once_for_the_event_and_ends_when_a_round_is_printed(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=2, published=1)
    client = builders.signed_in(cast.director)
    client.post(reverse("print-none", args=[tournament.slug]))
    rounds = list(tournament.rounds.all())
    assert [is_round_printed(round_) for round_ in rounds] == [True, True]
    page = client.get(reverse("manage", args=[tournament.slug])).content.decode()
    assert ("No paper today" in page, "Start the clock of round 1" in page) == (False, True)
    client.post(reverse("print-all", args=[tournament.slug]), {"pack": "round", "round": 1})
    assert [is_round_printed(round_) for round_ in rounds] == [True, False]


@pytest.mark.slow
def test_certificates_tick_once_they_were_printed(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=1)
    call_command("simulate", tournament.slug, rounds=1, seed=1, verbosity=0)
    finish(tournament, by=cast.director)
    seen = [afterwards(tournament).tasks[-1]]
    client = builders.signed_in(cast.director)
    client.post(reverse("print-all", args=[tournament.slug]), {"pack": "end"})
    seen.append(afterwards(tournament).tasks[-1])
    assert [(task.name, task.is_done) for task in seen] == [("Certificates", False), ("Certificates", True)]


@pytest.mark.slow
def test_next_years_tournament_has_the_settings_the_prizes_and_the_people_to_choose_from(
    cast: builders.Cast,
) -> None:
    tournament = builders.running_tournament(cast.club, minutes=75, name="Fling 2026", fee_cents=2000)
    PrizeRow.objects.create(tournament=tournament, position=1, criterion="overall", cents=[5000])
    client = builders.signed_in(cast.director)
    address = reverse("tournament-copy", args=[tournament.slug])
    page = client.get(address).content.decode()
    assert ('value="Fling 2027"' in page, 'value="2027-11-19"' in page) == (True, True)
    Tournament.objects.filter(pk=tournament.pk).update(name="Fling")
    assert 'value="Fling 2027"' in client.get(address).content.decode()
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
    whose = "Last time’s list of players (Nov. 20, 2026)"
    assert [words in roster.content.decode() for words in (whose, "Import none of them")] == [True, True]
    assert client.post(address, form).status_code == 302
    assert Tournament.objects.filter(name="Fling 2027").count() == 1
