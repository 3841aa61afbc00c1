"""What one acceptance costs: a table and its set are read once and judged once, and every game is scored once."""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from club.models import User
from scoring.desk.forms import cards
from scoring.sets import accepting, change, games, judged, lines, queries
from tests import builders
from tests.scoring import paper
from tests.scoring.desk.test_facts_pages import fields_of
from tests.scoring.sets.test_facts import running
from tournament.models import Tournament

pytestmark = pytest.mark.django_db

# Who asks, whether they may, and what they are told: as in every request. The rest is the acceptance.
AROUND = re.compile(
    r"SAVEPOINT|RELEASE SAVEPOINT"
    r'|(SELECT .*? FROM|UPDATE) "(django_session|club_user|club_membership)"'
)


def asked_of_the_database(tournament: Tournament, user: User, form_data: dict[str, Any]) -> list[str]:
    """The queries of one acceptance, without those around it."""
    client = builders.signed_in(user)
    with CaptureQueriesContext(connection) as captured:
        answer = client.post(reverse("desk-table", args=[tournament.slug, 1, 1]), form_data)
    assert answer.status_code == 302
    return [sql for query in captured if not AROUND.match(sql := query["sql"])]


def telling() -> int:
    """PostgreSQL tells the streams of the new version; the hub of SQLite looks by itself."""
    return int(connection.vendor == "postgresql")


def test_cards_that_nobody_handed_in_before(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8)
    assert len(asked_of_the_database(tournament, cast.scorekeeper, paper.post(do="accept"))) == 12 + telling()


def test_cards_that_were_handed_in_before(cast: builders.Cast) -> None:
    """Two more: the cards that may lie there are read, and taken away."""
    tournament = builders.running_tournament(cast.club, players=8)
    client = builders.signed_in(cast.scorekeeper)
    client.post(reverse("desk-handed-in", args=[tournament.slug, 1, 1]), {"stamp": builders.stamp()})
    form_data = paper.post(do="accept", version=1)
    assert len(asked_of_the_database(tournament, cast.scorekeeper, form_data)) == 14 + telling()


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
        (judged, "check_points"),
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
    tournament = running(cast, "club-day")
    form_data = fields_of(tournament, "club-day") | {"do": "accept"}
    called.clear()
    asked_of_the_database(tournament, cast.director, form_data)
    assert called == {
        "_read_desk_table": 1,
        "judge": 1,
        "score_game": tournament.games_per_round,
        "point_lines": 1,
    }


def test_each_game_of_numbers_is_checked_once_and_never_scored_again(
    cast: builders.Cast, called: Counter[str]
) -> None:
    tournament = builders.running_tournament(cast.club, players=8)
    asked_of_the_database(tournament, cast.scorekeeper, paper.post(do="accept"))
    assert called["check_points"] + called["score_game"] == tournament.games_per_round


ROOT = Path(__file__).parents[3]


def files_of_acceptance(tournament: Tournament, user: User, form_data: dict[str, Any]) -> set[str]:
    """The files of the rooms whose functions one acceptance calls, from the view to its answer."""
    client = builders.signed_in(user)
    client.get(reverse("desk-table", args=[tournament.slug, 1, 1]))  # what is imported late, is imported now
    paths: set[str] = set()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            paths.add(frame.f_code.co_filename)

    sys.setprofile(note)
    try:
        answer = client.post(reverse("desk-table", args=[tournament.slug, 1, 1]), form_data)
    finally:
        sys.setprofile(None)
    assert answer.status_code == 302
    files = {Path(path).relative_to(ROOT) for path in paths if path.startswith(f"{ROOT}/")}
    return {
        str(file)
        for file in files
        if file.parts[0] in ("live", "record", "club", "tournament", "scoring", "phones")
    }


@pytest.mark.slow
def test_files_that_an_acceptance_runs_through(cast: builders.Cast) -> None:
    """Whoever follows a score has to open these; a new one needs a reason. A dozen would be fewer than its subjects:

    files  what they say                     why they are not fewer
    1      the page: `desk/views/table`
    8      who may, and how anything at all  every act of the program goes through them, and forms may know a stamp
           is changed: `access` (2),         but not the unit of work; each of three rooms has its part
           `stamps`, `known_sessions`,
           `telling`, `change`, `journal`,
           `verbs`
    4      rows: `club`, `event`, `seating`, models by subject; together they have 800 lines
           `journal`
    4      what is typed: `cards`, `sets`,   1,000 lines together; the last reads who played on for somebody
           `fields`, `players/fields`
    11     a set: `queries`, `table_rules`,  what judges a set knows no database; the judgement has 500 lines, and
           `typed`, `places`, `judged` (2),  `change` and what it stores has nearly 400; forms and faults name the same
           `accepting`, `change`, `lines`,   places, in the same words
           `ruling`, `words`

    Cards that carry facts have `facts` in place of `sets`, three more of the games as they were played, and `entry`.
    """
    numbers = builders.running_tournament(cast.club, players=8)
    files = files_of_acceptance(numbers, cast.scorekeeper, paper.post(do="accept"))
    assert len(files) == 28, sorted(files)
    facts = running(cast, "club-day")
    files = files_of_acceptance(facts, cast.director, fields_of(facts, "club-day") | {"do": "accept"})
    assert len(files) == 31, sorted(files)
