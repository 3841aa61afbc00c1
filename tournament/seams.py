"""What an application above this one says about tables, and which of its pages a tournament leads to.

`scoring` answers in its `AppConfig.ready`. Until then no table has cards, and a tournament leads to its rounds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from rules.game import Fault
    from tournament.models import Table

    Narrow = Callable[[QuerySet[Table]], QuerySet[Table]]


def _none(tables: QuerySet[Table]) -> QuerySet[Table]:
    return tables.none()


def _code(fault: Fault) -> str:
    return fault.code


@dataclass
class Above:
    """`with_cards` and `settled` narrow a queryset of tables; each stays one query. Pages are names of addresses."""

    with_cards: Narrow = _none
    """Those for which something was typed: who sat there is a matter of record."""
    settled: Narrow = _none
    """Those that nobody waits for any more: the cards are accepted, or a director wrote the table off."""
    sentence: Callable[[Fault], str] = _code
    """The sentence of a fault that was stored with a set."""
    public_page: str = "rounds"
    """Where players look; takes the tournament's slug."""
    work_page: str = "rounds"
    """Where a director begins; takes the tournament's slug."""


above = Above()
