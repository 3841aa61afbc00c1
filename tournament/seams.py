"""What applications above this one know about tables, and the pages that a tournament links to.

`scoring` sets them in its `AppConfig.ready`. Without it no table has cards, and a tournament links to its rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from rules.game import Fault
    from tournament.models import Club, Entry, Table, Tournament

    Narrow = Callable[[QuerySet[Table]], QuerySet[Table]]


def _none(tables: QuerySet[Table]) -> QuerySet[Table]:
    return tables.none()


def _code(fault: Fault) -> str:
    return fault.code


@dataclass(frozen=True)
class RecordedEntry:
    """An entry of the journal, to compare with what is stored."""

    sequence: int
    verb: str
    subject: str
    new: Any
    reason: str
    old: Any


@dataclass(frozen=True)
class Leaver:
    """Somebody who left during the round of this number; `substitute` played on in the seat, if anybody did."""

    round: int
    substitute: Entry | None


@dataclass(frozen=True)
class PlayedOn:
    """Somebody who played on at a table, from the middle of a round, for somebody who left.

    Two people by their keys, and the entry of who played on.
    """

    table: int
    left: int
    played_on: int
    entry: int


@dataclass(frozen=True)
class Remark:
    """Something decided about a player, for directors; `is_over`: it was taken back."""

    at: datetime
    words: str
    reason: str
    is_over: bool


@dataclass(frozen=True)
class Outcome:
    """The result of an entry. `rank` and `total` are None until the tournament is finished, `rank` also for an entry
    without a place; `places` is the number of entries with one.
    """

    rank: int | None = None
    total: int | None = None
    places: int = 0
    prizes: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()
    substitutions: tuple[str, ...] = ()


def _no_outcomes(_entries: Collection[Entry]) -> Mapping[int, Outcome]:
    return {}


def _no_substitutes(_club: Club) -> list[PlayedOn]:
    return []


def _no_leavers(_tournament: Tournament, _number: int) -> Mapping[int, Leaver]:
    return {}


def _no_contradictions(_tournament: Tournament, _records: Iterable[RecordedEntry]) -> Iterator[str]:
    return iter(())


@dataclass
class Above:
    """`with_cards` and `settled` narrow a queryset of tables without running it. Pages are names of URLs."""

    with_cards: Narrow = _none
    """Those for which something was typed: who sat there is a matter of record."""
    settled: Narrow = _none
    """Those that nobody waits for any more: the cards are accepted, or a director wrote the table off."""
    left_before: Callable[[Tournament, int], Mapping[int, Leaver]] = _no_leavers
    """Who left during a round before the one of this number and has not played since, by the entry's key."""
    played_on: Callable[[Club], list[PlayedOn]] = _no_substitutes
    """Who played on for somebody else in the club's tournaments, deleted ones left out."""
    outcomes: Callable[[Collection[Entry]], Mapping[int, Outcome]] = _no_outcomes
    """What came of entries, by their keys, in as many queries for one as for many."""
    sentence: Callable[[Fault], str] = _code
    """The sentence of a fault that was stored with a set."""
    contradictions: Callable[[Tournament, Iterable[RecordedEntry]], Iterator[str]] = _no_contradictions
    """A sentence for each place where what is stored is not what the journal's entries say, oldest first."""
    public_page: str = "rounds"
    """Where players look; takes the tournament's slug."""
    work_page: str = "rounds"
    """Where a director begins; takes the tournament's slug."""
    room_page: str = "round"
    """Where a director sees every table of a round; takes the tournament's slug and the round's number."""
    print_page: str = "rounds"
    """Where everything is printed; takes the tournament's slug."""


above = Above()
