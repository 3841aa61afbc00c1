"""What one acceptance costs: a table and its set are read once and judged once, and every game is scored once."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.desk.forms import cards
from scoring.sets import accepting, change, lines, queries
from scoring.sets.facts import games
from tests import builders
from tests.scoring import paper
from tests.scoring.desk.test_facts_pages import fields_of
from tests.scoring.sets.test_facts import running
from tournament.models import Tournament, User

pytestmark = pytest.mark.django_db

# Who asks, whether they may, and what they are told: as in every request. The rest is the acceptance.
AROUND = re.compile(
    r"SAVEPOINT|RELEASE SAVEPOINT"
    r'|(SELECT .*? FROM|UPDATE) "(django_session|tournament_user|tournament_membership)"'
)


def asked_of_the_database(made: Tournament, user: User, sent: dict[str, Any]) -> list[str]:
    """The queries of one acceptance, without those around it."""
    client = builders.signed_in(user)
    with CaptureQueriesContext(connection) as captured:
        answer = client.post(reverse("desk-table", args=[made.slug, 1, 1]), sent)
    assert answer.status_code == 302
    return [sql for query in captured if not AROUND.match(sql := query["sql"])]


def telling() -> int:
    """PostgreSQL tells the streams of the new version; the hub of SQLite looks by itself."""
    return int(connection.vendor == "postgresql")


def test_cards_that_nobody_handed_in_before(cast: builders.Cast) -> None:
    made = builders.running_tournament(cast.club, players=8)
    assert len(asked_of_the_database(made, cast.scorekeeper, paper.post(do="accept"))) == 15 + telling()


def test_cards_that_were_handed_in_before(cast: builders.Cast) -> None:
    """Two more: the cards that may lie there are read, and taken away."""
    made = builders.running_tournament(cast.club, players=8)
    client = builders.signed_in(cast.scorekeeper)
    client.post(reverse("desk-handed-in", args=[made.slug, 1, 1]), {"stamp": builders.stamp()})
    sent = paper.post(do="accept", version=1)
    assert len(asked_of_the_database(made, cast.scorekeeper, sent)) == 17 + telling()


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often these functions are called."""
    calls: Counter[str] = Counter()
    for module, name in (
        (queries, "_read_desk_table"),
        (cards, "judge"),
        (change, "judge"),
        (games, "score_game"),
        (lines, "score_game"),
        (accepting, "point_lines"),
    ):
        _count(monkeypatch, calls, module, name)
    return calls


def _count(monkeypatch: pytest.MonkeyPatch, calls: Counter[str], module: Any, name: str) -> None:
    function = getattr(module, name)

    def counting(*args: Any, **options: Any) -> Any:
        calls[name] += 1
        return function(*args, **options)

    monkeypatch.setattr(module, name, counting)


def test_each_game_is_scored_once(cast: builders.Cast, called: Counter[str]) -> None:
    made = running(cast, "club-day")
    sent = fields_of(made, "club-day") | {"do": "accept"}
    called.clear()
    asked_of_the_database(made, cast.director, sent)
    assert called == {"_read_desk_table": 1, "judge": 1, "score_game": made.games_per_round, "point_lines": 1}
