"""A season's pages are made once for each state of its events and of its club, and handed out from memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection

from rules.seasons.rule import printed_rule
from seasons import actions
from tests import builders
from tests.live.test_published import Front, played
from tests.seasons.world import correct, evening, people
from tournament.models import Tournament
from tournament.people.actions import merge

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.both_databases]


def test_it_is_made_anew_when_an_event_or_the_club_changed_and_only_then() -> None:
    cast = builders.cast()
    known = people(cast.club, ["Ann", "Bo", "Bo Li", "Cy"])
    event = evening(cast.club, 1, [{"Ann": 40, "Bo": -10, "Cy": 0}], known)
    evening(cast.club, 2, [{"Cy": 10}], known)
    beside = evening(cast.club, 3, [{"Bo Li": 10}], known)
    rule = printed_rule("bam-good-time")
    season = actions.make_season(cast.club, name="All", is_public=True, rule=rule, by=cast.director)
    actions.set_events(season, [event], by=cast.director)
    front, address = Front(), season.get_absolute_url()

    async def made_by(act: Callable[..., Any], *given: Any, **more: Any) -> int:
        """How often the page is made for three readers after this was done."""

        def and_let_go() -> None:
            act(*given, **more)
            connection.close()

        before = len(front.counted.paths)
        await sync_to_async(and_let_go)()
        event_now = await sync_to_async(Tournament.objects.get)(pk=event.pk)
        await sync_to_async(cast.club.refresh_from_db)()
        await front.knows(event_now)
        await front.knows(event_now, cast.club.journal_length, slug=f"club:{cast.club.slug}")
        bodies = {(await front.ask(address)).body for _reader in range(3)}
        assert len(bodies) == 1
        return len(front.counted.paths) - before

    async def scene() -> list[int]:
        return [
            await made_by(lambda: None),
            await made_by(correct, event, "Ann", 45),
            await made_by(lambda: None),
            await made_by(correct, beside, "Bo Li", 20),
            await made_by(
                merge, cast.club, main=known["Bo"], alias=known["Bo Li"], reason="one", by=cast.director
            ),
            await made_by(actions.publish, season, by=cast.director),
        ]

    assert played(front, scene()) == [1, 1, 0, 0, 1, 1]
