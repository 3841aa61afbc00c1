"""Every test of the rules begins with nothing remembered: an answer from another test's call would hide a fault."""

from __future__ import annotations

import pytest

from rules.check.games import _legal_as_marked, _legal_unmarked
from rules.check.mistakes import hints
from rules.check.sets import _orders
from rules.commands import check, score


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    for remembered in (check._answered, score._answer, _legal_as_marked, _legal_unmarked, hints, _orders):
        remembered.cache_clear()
