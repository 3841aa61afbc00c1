"""A key opens its player's page and table, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from phones.keys.codes import code_of
from tests.whole.test_every_page import (
    PASSED,
    RIGHTS,
    UNKNOWN,
    World,
    addresses,
    kept_world,
    outcome,
    world,
)

__all__ = ["kept_world", "world"]

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PHONE = [name for name, (route, _names) in addresses().items() if route.startswith("p/")]
AT_A_TABLE = [name for name in PHONE if "table" in addresses()[name][1]]
ELSEWHERE = [
    name for name, (route, _names) in addresses().items() if not route.startswith(("p/", "k/", "K/"))
]


def phone_of(world: World, number: int) -> Client:
    client = Client()
    client.get(f"/K/{code_of(world.tournament.entries.get(number=number)).code}")
    return client


def status(world: World, client: Client, name: str, **parts: Any) -> object:
    world.parts = {**world.parts, **parts}
    answer = getattr(client, RIGHTS[name][0])(world.address(name))
    return answer.status_code


@pytest.mark.parametrize("name", AT_A_TABLE)
def test_no_address_of_another_table_is_known(world: World, name: str) -> None:
    """Player 1 sits at table 1, player 5 at table 2; no round, table or tournament beside that is hers."""
    first, fifth = phone_of(world, 1), phone_of(world, 5)
    for client, own, other in ((first, 1, 2), (fifth, 2, 1)):
        assert status(world, client, name, number=1, table=own) != UNKNOWN
        for round_, table in ((1, other), (2, own), (1, 99), (99, own)):
            assert status(world, client, name, number=round_, table=table) == UNKNOWN, (round_, table)


def test_there_are_addresses_of_a_table() -> None:
    assert len(AT_A_TABLE) >= 5


@pytest.mark.parametrize("name", ELSEWHERE)
def test_everywhere_else_a_phone_with_a_key_is_nobody(world: World, name: str) -> None:
    method, expected = RIGHTS[name]
    assert outcome(phone_of(world, 1), method, world.address(name), {}) == expected[0]


def test_whoever_was_given_another_seat_leaves_the_table_behind(world: World) -> None:
    first, seats = phone_of(world, 1), world.tournament.rounds.get(number=1).seats
    one, five = seats.get(entry__number=1), seats.get(entry__number=5)
    entry, other = one.entry, five.entry
    seats.filter(pk=one.pk).delete()
    five.entry = entry
    five.save()
    seats.create(table=one.table, letter=one.letter, entry=other, round=one.round)
    [name] = [name for name in AT_A_TABLE if name == "phone-live"]
    assert status(world, first, name, number=1, table=1) == UNKNOWN
    assert status(world, first, name, number=1, table=2) != UNKNOWN
    assert outcome(first, "get", f"/p/{world.tournament.slug}/", {}) == PASSED
