"""Pages of the last half hour cost as many queries for many players as for few."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.ceremony.actions import present
from scoring.finishing.actions import finish
from scoring.models import PrizeRow
from scoring.prizes.actions import fix
from tests import builders
from tournament.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def event(cast: builders.Cast, players: int) -> Tournament:
    event = builders.running_tournament(cast.club, players=players, rounds=2, rounds_per_block=1)
    call_command("simulate", event.slug, rounds=2, seed=1, verbosity=0)
    event.refresh_from_db()
    rows = [
        PrizeRow.objects.create(
            tournament=event, position=1, criterion="overall", cents=[100] * (players // 2)
        ),
        PrizeRow.objects.create(tournament=event, position=2, criterion="table-high", cents=[100]),
        PrizeRow.objects.create(tournament=event, position=3, criterion="block", number=1, cents=[100]),
    ]
    finish(event, by=cast.director)
    fix(event, rows=[row.pk for row in rows], by=cast.director)
    present(event, rows=rows, public=True, by=cast.director)
    return event


def test_many_players_cost_no_more_queries(director: Client, cast: builders.Cast) -> None:
    counts = []
    for tournament in (event(cast, 8), event(cast, 24)):
        each = {}
        for name in ("prizes", "results", "fees", "ceremony", "final-report", "master-points"):
            address = reverse(name, args=[tournament.slug])
            director.get(address)
            with CaptureQueriesContext(
                connection,
            ) as captured:
                director.get(address)
            each[name] = len(captured)
        counts.append(each)
    assert counts[0] == counts[1]
