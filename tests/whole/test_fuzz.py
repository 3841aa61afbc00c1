"""Forms of any mix, right values among wrong ones, at every address: answered, never an error of the program.

CHARLESTON_FUZZ says how many rounds of all addresses; `make fuzz` asks for many. A failure names its seed.
"""

import os
from random import Random

import pytest

from tests import builders
from tests.whole.test_bad_input import field_names, status_of
from tests.whole.test_every_page import RIGHTS, World, kept_world, world

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
__all__ = ["kept_world", "world"]

ROUNDS = int(os.environ.get("CHARLESTON_FUZZ") or 1)
VALUES = [
    "",
    "0",
    "1",
    "2",
    "-1",
    "999999999999",
    "on",
    "A",
    "1-A-1",
    "custom",
    "sanctioned",
    "2027-03-20",
    "x" * 500,
]
VALUES += [
    "½",
    "٣",
    "=1+1",
    "\u202eabc",
    "<b>",
    "1e9",
    "NaN",
    "\x00",
    "[1]",
    '{"a":1}',
    "Lois Lane",
    "director",
    "5 5",
]


def form(chance: Random, names: list[str]) -> dict[str, str]:
    chosen = chance.sample(names, chance.randint(0, len(names)))
    return {name: chance.choice(VALUES) for name in chosen} | {"stamp": builders.stamp()}


def test_any_mix_of_fields_is_answered(world: World) -> None:
    names, failed, sent = field_names(), {}, 0
    for round_ in range(ROUNDS):
        for name in RIGHTS:
            chance, client = Random(f"{name} {round_}"), world.browser(world.cast.director)
            client.raise_request_exception = False
            status = status_of(client.post(world.address(name), form(chance, names)))
            sent += 1
            if status >= 500 and status != 503:
                failed[name, round_] = status
    assert failed == {}
    assert sent == ROUNDS * len(RIGHTS)
