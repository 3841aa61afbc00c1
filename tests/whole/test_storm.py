"""A quarter of an hour at the desk, all at once: eight scorekeepers, sixty-four tables, and a network that is no help.

Requests are dropped before they arrive, answers are lost on the way back, forms arrive twice, late and out of order,
pages are reloaded in between, and every fourth set is typed by two people. Whatever the browsers had to do again, each
set is accepted exactly once, each acceptance is in the journal, and the standings are what the cards add up to.
"""

from __future__ import annotations

import random
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from club.models import Membership, Role, User
from record.journal import verify
from record.models import JournalEntry, Sent
from record.stamps import Stamp
from scoring.models import CardSet, PointLine
from scoring.standings.queries import standings_of
from tests import builders
from tests.scoring import paper
from tournament.models import Seat, Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases, pytest.mark.slow]

SCOREKEEPERS, TABLES = 8, 64


def cards_of(table: int) -> dict[str, list[int | None]]:
    """Four legal games, other ones at each table: two wins off a throw, a wall, and one self-picked."""
    value = (25, 30, 35, 40, 45, 50)[table % 6]
    order = "ABCD"[table % 4 :] + "ABCD"[: table % 4]
    won, threw, third, fourth = order
    return {
        won: [value, 10, -10, 0],
        threw: [-10, 10, 0, value + 10],
        third: [0, 10, value, 0],
        fourth: [0, 10, 0, 0],
    }


def another(stamp: str) -> str:
    """The stamp of the same page, opened once more."""
    return str(Stamp(seen=Stamp.from_text(stamp).seen))


@dataclass
class Browser:
    """One scorekeeper's browser: a pile in some order, a network with its whims, and what was seen."""

    tournament: Tournament
    user: User
    client: Client
    pile: list[int]
    whims: random.Random
    seen: Counter[str] = field(default_factory=Counter)

    def work(self, start: threading.Barrier) -> Counter[str]:
        try:
            start.wait(30)
            held_back = []
            for table in self.pile:
                form = self.typed(table, version=0)
                if self.whims.random() < 0.2:
                    held_back.append((table, form))  # sent later than what was typed after it
                else:
                    self.bring(table, form)
                if self.whims.random() < 0.3 and self.done:
                    self.late(*self.whims.choice(self.done))
            for table, form in held_back:
                self.bring(table, form)
            return self.seen
        finally:
            connection.close()

    done: list[tuple[int, dict[str, Any]]] = field(default_factory=list)

    def typed(self, table: int, version: int) -> dict[str, Any]:
        letters = sorted(cards_of(table))
        written = paper.written({letter: cards_of(table)[letter] for letter in letters})
        seats = paper.sitting(self.tournament, table)
        form = paper.post(written, do="accept", version=version, seats=seats)
        return form | {"typed_by": str(self.user.pk)}

    def bring(self, table: int, form: dict[str, Any]) -> None:
        """Sends a set as a browser does: the same form again until an answer comes; a refusal is looked at anew."""
        for _attempt in range(20):
            answer = self.send(table, form)
            if answer is None:
                continue
            if answer["accepted"]:
                self.done.append((table, form))
                return
            self.seen["refused"] += 1
            now = CardSet.objects.get(round__tournament=self.tournament, table__number=table)
            if now.state == CardSet.State.ACCEPTED:
                return  # somebody else's acceptance stands
            form = self.typed(table, now.version)
            self.seen["reloaded"] += 1
        raise AssertionError(f"Table {table} never came through.")

    def send(self, table: int, form: dict[str, Any]) -> dict[str, Any] | None:
        whim = self.whims.random()
        if whim < 0.15:
            self.seen["dropped"] += 1
            return None
        answer = self.post(table, form)
        if whim < 0.30:
            self.seen["answer lost"] += 1
            return None
        if whim < 0.45:
            self.seen["doubled"] += 1
            again = self.post(table, form)  # the same, though the round may have gone on in between
            assert again == answer | {"counts": again["counts"]} or not answer["accepted"]
        if whim > 0.9:
            # The page was reloaded before the answer was read: the same form again, from the browser's store.
            self.seen["reloaded"] += 1
            answer = self.post(table, form)
        return answer

    def late(self, table: int, form: dict[str, Any]) -> None:
        """An old form of a settled set arrives once more, and one that keeps instead of accepting."""
        self.seen["late"] += 1
        assert self.post(table, form)["accepted"]
        stale = form | {"do": "save", "stamp": another(form["stamp"]), "A-total": "999"}
        assert not self.post(table, stale)["accepted"]

    def post(self, table: int, form: dict[str, Any]) -> dict[str, Any]:
        address = reverse("desk-send", args=[self.tournament.slug, 1, table])
        response = self.client.post(address, form, headers={"Accept": "application/json"})
        connection.close()  # as at the end of every request: the pool has fewer connections than there are browsers
        assert response.status_code in (200, 409, 422), response.content
        answer: dict[str, Any] = response.json()
        return answer


def test_eight_scorekeepers_and_sixty_four_tables() -> None:
    cast = builders.cast()
    tournament = builders.running_tournament(cast.club, players=4 * TABLES, rounds=1)
    users = [builders.user(f"keeper{number}", f"Keeper {number}") for number in range(SCOREKEEPERS)]
    Membership.objects.bulk_create(
        Membership(club=cast.club, user=user, role=Role.SCOREKEEPER) for user in users
    )
    whims = random.Random(64)
    piles = [list(range(1 + first, TABLES + 1, SCOREKEEPERS)) for first in range(SCOREKEEPERS)]
    for number, pile in enumerate(piles):
        pile += piles[(number + 1) % SCOREKEEPERS][:8:4]  # typed by the neighbor too
        whims.shuffle(pile)
    browsers = [
        Browser(tournament, user, builders.signed_in(user), pile, random.Random(number))
        for number, (user, pile) in enumerate(zip(users, piles, strict=True))
    ]
    connection.close()
    start = threading.Barrier(SCOREKEEPERS)
    with ThreadPoolExecutor(SCOREKEEPERS) as pool:
        seen = sum(pool.map(lambda browser: browser.work(start), browsers), Counter())
    assert {name for name, count in seen.items() if count} == {
        "dropped",
        "answer lost",
        "doubled",
        "late",
        "refused",
        "reloaded",
    }

    accepted = JournalEntry.objects.filter(verb="set-accepted").values_list("subject", flat=True)
    assert Counter(accepted) == {f"round 1 table {table}": 1 for table in range(1, TABLES + 1)}
    assert CardSet.objects.filter(state="accepted").count() == TABLES
    assert JournalEntry.objects.count() == Sent.objects.count()
    assert list(verify(tournament)) == []
    points = {
        seat.entry.number: sum(number or 0 for number in cards_of(seat.table.number)[seat.letter])
        for seat in Seat.objects.filter(round__tournament=tournament).select_related("entry", "table")
    }
    assert {place.number: place.total for place in standings_of(tournament).places} == points
    assert PointLine.objects.values("entry", "game").distinct().count() == 16 * TABLES
