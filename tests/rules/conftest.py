"""Every test of the rules begins with nothing remembered: an answer from another test's call would hide a fault."""

from __future__ import annotations

import pytest

from rules.check.answers import answer_game, encoded_game
from rules.check.numbers import legal
from rules.check.sets import _orders
from rules.check.slips import hints


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    for remembered in (answer_game, encoded_game, legal, hints, _orders):
        remembered.cache_clear()
