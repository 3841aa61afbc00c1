"""Sixteen scorekeepers at once: nothing lost, nothing doubled, no "database is locked", on either database."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from record.journal import lock, verify
from record.models import JournalEntry, Sent
from record.refused import Conflict
from scoring.models import Card, CardSet, PointLine
from scoring.sets.accepting import accept_set
from scoring.sets.change import SetOutcome
from scoring.sets.entering import save_set
from scoring.standings.counted import counted_lines
from tests import builders
from tests.scoring import paper
from tests.scoring.paper import NUMBERS, written
from tournament.models import Entry, Tournament
from tournament.players.actions import correct

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases, pytest.mark.slow]
WRITERS = 16


def at_once(work: Callable[[int], object]) -> list[object]:
    """What each of the writers came to, an exception as itself; they all start together."""
    start = threading.Barrier(WRITERS)

    def run(writer: int) -> object:
        start.wait(30)
        try:
            return work(writer)
        except Exception as problem:
            return problem
        finally:
            connection.close()

    with ThreadPoolExecutor(WRITERS) as pool:
        return list(pool.map(run, range(WRITERS)))


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return builders.running_tournament(cast.club, players=4 * WRITERS)


def test_sixteen_writers_on_sixteen_tables(tournament: Tournament, cast: builders.Cast) -> None:
    tables = [paper.judged(tournament, number=number) for number in range(1, WRITERS + 1)]

    def work(writer: int) -> str:
        return accept_set(*tables[writer], by=cast.scorekeeper).state

    assert at_once(work) == ["accepted"] * WRITERS
    assert sum(counted_lines(tournament).values_list("points", flat=True)) == WRITERS * sum(
        map(sum, NUMBERS.values())
    )
    assert (Card.objects.count(), PointLine.objects.count()) == (4 * WRITERS, 16 * WRITERS)
    assert (JournalEntry.objects.count(), list(verify(tournament))) == (WRITERS, [])
    tournament.refresh_from_db()
    assert (tournament.version, tournament.standings_version) == (WRITERS, WRITERS)


def test_sixteen_writers_on_one_table_one_is_accepted(tournament: Tournament, cast: builders.Cast) -> None:
    typed, stamps = paper.judged(tournament), [paper.stamp(tournament) for _writer in range(WRITERS)]

    def work(writer: int) -> str:
        return accept_set(*typed, stamp=stamps[writer], by=cast.scorekeeper).state

    outcomes = at_once(work)
    assert outcomes.count("accepted") == 1
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == WRITERS - 1
    assert (CardSet.objects.count(), PointLine.objects.count(), JournalEntry.objects.count()) == (1, 16, 1)


def test_sixteen_writers_on_one_table_each_in_the_end(tournament: Tournament, cast: builders.Cast) -> None:
    def work(writer: int) -> str:
        """Everybody types another total, looks again after each conflict, and keeps it in the end."""
        for _ in range(4 * WRITERS):
            totals: dict[str, int | None] = {"A": 100 + writer}
            place, judgement = paper.judged(tournament, written(totals=totals))
            try:
                return save_set(place, judgement, stamp=place.stamp, by=cast.scorekeeper).state
            except Conflict:
                continue
        return "gave up"

    assert at_once(work) == ["in"] * WRITERS
    typed = [entry.new["cards"]["A"]["total"] for entry in JournalEntry.objects.order_by("sequence")]
    assert sorted(typed) == [100 + writer for writer in range(WRITERS)]
    assert (CardSet.objects.get().version, Card.objects.get(letter="A").written_total) == (WRITERS, typed[-1])
    assert list(verify(tournament)) == []


def test_one_form_sent_sixteen_times(tournament: Tournament, cast: builders.Cast) -> None:
    typed, stamp = paper.judged(tournament), paper.stamp(tournament)

    def work(writer: int) -> object:
        return accept_set(*typed, stamp=stamp, by=cast.scorekeeper)

    outcomes = at_once(work)
    assert [outcome.state for outcome in outcomes if isinstance(outcome, SetOutcome)] == [
        "accepted"
    ] * WRITERS
    assert (Sent.objects.count(), PointLine.objects.count(), JournalEntry.objects.count()) == (1, 16, 1)


def test_a_change_to_the_clubs_people_does_not_hold_up_the_score_desk(
    tournament: Tournament, cast: builders.Cast
) -> None:
    """Who registers a player holds the club and waits for the tournament: the desk must not wait for the club."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite admits one writer at a time and has no rows to lock")

    def accept() -> str:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = '3s'")
            return accept_set(*paper.judged(tournament, written()), by=cast.scorekeeper).state
        finally:
            connection.close()

    with transaction.atomic(), ThreadPoolExecutor(1) as pool:
        lock(cast.club)
        assert pool.submit(accept).result() == "accepted"


def test_people_renamed_through_two_tournaments_while_sets_are_accepted_in_both(
    tournament: Tournament, cast: builders.Cast
) -> None:
    """A new name is on record in both tournaments, whichever it came through; nobody waits for the other for ever."""
    other = builders.running_tournament(cast.club, players=0)
    people = list(tournament.entries.select_related("person")[:4])
    twins = [
        Entry.objects.create(tournament=other, person=person.person, number=person.number)
        for person in people
    ]

    def work(writer: int) -> str:
        if writer % 2:
            return accept_set(*paper.judged(tournament, number=writer), by=cast.scorekeeper).state
        entry = (people if writer % 4 else twins)[writer // 4]
        correct(entry, by=cast.director, new={"name": f"Named by {writer}"})
        return "renamed"

    assert at_once(work) == ["renamed", "accepted"] * (WRITERS // 2)
    verbs = JournalEntry.objects.filter(verb="player-corrected").values_list("tournament", flat=True)
    assert Counter(verbs) == {tournament.pk: 8, other.pk: 8}
    assert (list(verify(tournament)), list(verify(other))) == ([], [])
