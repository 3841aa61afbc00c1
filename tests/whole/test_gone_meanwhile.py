"""A tournament goes back to a copy while forms are on their way: each is told that it came too late."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from record import journal
from record.models import Chained
from tests import builders
from tests.scoring import paper
from tests.whole.test_every_page import World, kept_world, world
from tournament.deletion.actions import remove_rows
from tournament.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
__all__ = ["kept_world", "world"]

ABOUT_A_ROW = [
    "desk-table",
    "desk-handed-in",
    "desk-hand-back",
    "desk-write-off",
    "desk-write-off-take-back",
    "roster-apply",
    "fee",
    "fee-own",
    "adjustments",
    "reported-answer",
    "raffle-draw",
    "prize-draw",
    "hall-message-take-down",
    "complaint-take-back",
    "adjustment-cancel",
]


@pytest.mark.both_databases
@pytest.mark.parametrize("name", ABOUT_A_ROW)
def test_what_is_gone_when_its_turn_comes_is_a_conflict(
    world: World, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock, left = journal.lock, [world.tournament]

    def too_late(where: Chained) -> Chained:
        """Going back makes all rows anew, with keys of their own."""
        while left:
            tournament = left.pop()
            remove_rows(Tournament.objects.get(pk=tournament.pk), itself=False)
            Tournament.objects.filter(pk=tournament.pk).update(version=F("version") + 1)
        return lock(where)

    form: dict[str, Any] = {**paper.post(do="accept"), "reason": "x", "kind": "late", "name": "Ann Lee"}
    form |= {"method": "cash", "amount": "5", "number": "1", "table": "1", "letter": "A"}
    form |= {"player": "1", "points": "5", "round": ""}
    if name != "desk-table":
        form["stamp"] = builders.stamp(version=world.tournament.version)
    client = Client()
    client.force_login(world.cast.director)
    # What the page shows is read before the change; only its address knows whose table it is.
    address = (
        reverse(name, args=[world.tournament.slug, 1, 1]) if name == "desk-table" else world.address(name)
    )
    monkeypatch.setattr(journal, "lock", too_late)
    answer = client.post(address, form)
    assert (left, answer.status_code) == ([], 409)
    assert "This was changed after you opened the page" in answer.content.decode()
