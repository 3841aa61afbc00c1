"""The standings as they were are those that were shown, whatever happened since."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from demo.simulation import play_rounds
from scoring.adjustments.actions import adjust, cancel
from scoring.finishing.actions import finish, take_back_finish
from scoring.history.queries import changes_between, standings_at
from scoring.models import Adjustment
from scoring.sets.accepting import accept_set
from scoring.sets.disputes import reopen_set, rule_on_set
from scoring.sets.judged import judge
from scoring.sets.writing_off import take_back_write_off, write_off
from scoring.standings.queries import calculate, standings_of
from scoring.standings.standing import AdjustedPoints, Standings
from tests import builders
from tests.scoring import paper
from tournament.models import Entry, Tournament
from tournament.rounds.actions import publish_round

pytestmark = [pytest.mark.django_db]

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


class Clock:
    """The program's time, a minute later at each step, and the standings that were shown at the end of each."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = NOON
        self.shown: dict[datetime, list[tuple[Any, ...]]] = {}
        monkeypatch.setattr(timezone, "now", lambda: self.now)

    def step(self, tournament: Tournament, act: Callable[[], object]) -> None:
        self.now += timedelta(minutes=1)
        act()
        tournament.refresh_from_db()
        self.shown[self.now] = rows(calculate(tournament))


def rows(standings: Standings) -> list[tuple[Any, ...]]:
    return [
        (place.number, place.rank, place.tied, place.total, place.rounds, place.adjusted)
        for place in standings.places
    ] + [
        (round_.number, round_.accepted, round_.tables, round_.open, round_.written_off)
        for round_ in standings.rounds
    ]


@pytest.fixture
def cast() -> builders.Cast:
    return builders.cast()


@pytest.mark.slow
def test_every_moment_of_a_day_is_told_as_it_was(
    cast: builders.Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rounds, tables written off, one of them for a while, a penalty and its end, the finish and a dispute after it,
    and the finish taken back, which ends what counted of a set in dispute.
    """
    clock = Clock(monkeypatch)
    tournament = builders.running_tournament(cast.club, players=12, rounds=2, published=1)
    by, first = cast.director, tournament.entries.get(number=1)

    def accept(number: int, round_number: int) -> None:
        at = paper.place(tournament, number, round_number)
        judgement = judge(paper.written(), at.rules)
        assert accept_set(at, judgement, by=by).state == "accepted"

    adjustments: list[Adjustment] = []
    steps: list[Callable[[], object]] = [
        lambda: accept(1, 1),
        lambda: adjustments.append(
            adjust(
                tournament,
                entry=first,
                given=AdjustedPoints(1, -30, Adjustment.Kind.RULING),
                reason="Late",
                by=by,
            )
        ),
        lambda: accept(2, 1),
        lambda: write_off(paper.place(tournament, 3, 1), reason="Lost", by=by),
        lambda: take_back_write_off(paper.place(tournament, 3, 1), by=by),
        lambda: write_off(paper.place(tournament, 3, 1), reason="Lost for good", by=by),
        lambda: cancel(adjustments[0], reason="It was another player", by=by),
        lambda: publish_round(tournament, number=2, by=by),
        lambda: accept(1, 2),
        lambda: reopen_set(paper.place(tournament, 1, 2), reason="dispute", present="ABCD", by=by),
        lambda: again(tournament, cast, 1, 2),
        lambda: accept(2, 2),
        lambda: accept(3, 2),
        lambda: finish(tournament, by=by),
        lambda: reopen_set(paper.place(tournament, 2, 2), reason="dispute", present="ABCD", by=by),
        lambda: again(tournament, cast, 2, 2),
        lambda: reopen_set(paper.place(tournament, 1, 2), reason="dispute", present="ABCD", by=by),
        lambda: take_back_finish(tournament, reason="Too early", by=by),
        lambda: again(tournament, cast, 1, 2),
        lambda: finish(tournament, by=by),
    ]
    for step in steps:
        clock.step(tournament, step)
    rows_at = {moment: rows(standings_at(tournament, moment)) for moment in clock.shown}
    assert {moment.minute for moment in rows_at if rows_at[moment] != clock.shown[moment]} == set()
    # A finish and a dispute after it change nothing, whatever became of that finish.
    assert [
        at.minute for at in clock.shown if clock.shown[at] == clock.shown.get(at - timedelta(minutes=1))
    ] == [
        14,
        15,
        17,
        20,
    ]


def again(tournament: Tournament, cast: builders.Cast, number: int, round_number: int) -> None:
    at = paper.place(tournament, number, round_number)
    other = {"A": [0, 10, 0, 0], "B": [0, 10, 0, 0], "C": [0, 10, 0, 0], "D": [0, 10, 0, 0]}
    judgement = judge(paper.written({letter: list(points) for letter, points in other.items()}), at.rules)
    rule_on_set(at, judgement, ruling="As ruled", consulted=list(at.entries), by=cast.director)


@pytest.mark.slow
@pytest.mark.parametrize("system", ["sanctioned", "club-day", "sixteen-hands", "card-game", "mahj-x"])
def test_in_every_system_now_is_what_the_standings_say(cast: builders.Cast, system: str) -> None:
    carry = {"cards_carry": "facts"} if system in ("sixteen-hands", "card-game") else {}
    tournament = builders.running_tournament(cast.club, players=8, rounds=1, system=system, **carry)
    list(play_rounds(tournament, 1, seed=2, by=cast.director))
    tournament.refresh_from_db()
    assert rows(standings_at(tournament, timezone.now())) == rows(standings_of(tournament))


@pytest.mark.slow
def test_tie_breaks_are_by_the_games_won_until_then(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(
        cast.club,
        players=12,
        rounds=2,
        tie_break="most-wins",
        next_tie_break="most-self-picked",
        cards_carry="facts",
    )
    list(play_rounds(tournament, 1, seed=2, by=cast.director))
    between = timezone.now()
    list(play_rounds(tournament, 1, seed=3, by=cast.director))
    tournament.refresh_from_db()
    first, both = (calculate(tournament, until=until).tie_breaks.tallies for until in (1, 2))
    assert first != both
    assert standings_at(tournament, between).tie_breaks.tallies == first
    assert standings_at(tournament, timezone.now()).tie_breaks.tallies == both


@pytest.mark.slow
def test_what_changed_is_told_in_words(cast: builders.Cast, client: Client) -> None:
    tournament = builders.running_tournament(cast.club, players=4, rounds=1)
    list(play_rounds(tournament, 1, seed=2, by=cast.director))
    page = client.get(reverse("history-round", args=[tournament.slug, 1]))
    text = builders.one_line(page.content.decode())
    tournament.refresh_from_db()
    best = standings_of(tournament).ranked[0]
    assert "1 table of round 1 came in." in text
    assert f"{best.name}</bdi>: 0 became {best.total} points. Now in place 1." in text
    changes = changes_between(standings_of(tournament), standings_of(tournament))
    assert not changes.any


@pytest.mark.slow
def test_the_public_sees_nothing_withheld_and_initials_where_they_are_asked_for(
    cast: builders.Cast, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = builders.running_tournament(cast.club, players=4, rounds=2, published=1)
    list(play_rounds(tournament, 2, seed=2, by=cast.director))
    Tournament.objects.filter(pk=tournament.pk).update(withheld_from=2)
    Entry.objects.filter(tournament=tournament, number=1).update(shows_initials=True)
    assert client.get(reverse("history-round", args=[tournament.slug, 2])).status_code == 404
    later = timezone.now() + timedelta(minutes=5)
    monkeypatch.setattr(timezone, "now", lambda: later)
    earlier = later.replace(second=0, microsecond=0) - timedelta(minutes=1)
    minute = timezone.localtime(earlier, ZoneInfo(tournament.time_zone)).strftime("%Y-%m-%dT%H:%M")
    address = f"{reverse('history', args=[tournament.slug])}?at={minute}"
    for browser, columns in ((client, 1), (builders.signed_in(cast.director), 2)):
        page = browser.get(address)
        assert page.content.decode().count('scope="col" class="digits later"') == columns
        assert "Player 1<" not in page.content.decode()


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("at=2999-01-01T10:00", "still to come"),
        ("at=0001-01-01T10:00", "too long ago"),
        ("at=yesterday", "Enter a valid date/time"),
        ("at=2026-01-01T10:00&since=2026-01-01T10:00", "earlier than the other"),
    ],
)
def test_a_minute_that_cannot_be_is_refused_in_words(
    cast: builders.Cast, client: Client, query: str, words: str
) -> None:
    tournament = builders.running_tournament(cast.club, players=4, rounds=1)
    page = client.get(f"{reverse('history', args=[tournament.slug])}?{query}")
    assert (page.status_code, words in page.content.decode()) == (422, True)


@pytest.mark.slow
def test_it_costs_as_many_queries_for_48_players_as_for_8(
    cast: builders.Cast, django_assert_num_queries: Any
) -> None:
    for players in (8, 48):
        tournament = builders.running_tournament(cast.club, players=players, rounds=1)
        list(play_rounds(tournament, 1, seed=2, by=cast.director))
        tournament.refresh_from_db()
        with django_assert_num_queries(10):
            standings_at(tournament, timezone.now())
