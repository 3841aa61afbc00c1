"""Every test of the rules begins with nothing remembered: an answer from another test's call would hide a fault."""

from __future__ import annotations

import pytest

from rules.check.answers import answer_game
from rules.check.games import legal
from rules.check.mistakes import hints
from rules.check.sets import _orders
from rules.commands import check, score


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    for remembered in (answer_game, check._answered, score._answer, legal, hints, _orders):
        remembered.cache_clear()
