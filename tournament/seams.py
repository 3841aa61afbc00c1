"""What the application above this one knows about tables; `settings.ABOVE_TOURNAMENT` names its module."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from typing import Any, Protocol, cast

from django.conf import settings
from django.db.models import QuerySet
from django.utils.functional import SimpleLazyObject

from club.models import Club
from rules.game import Fault
from tournament.models import Entry, Table, Tournament


@dataclass(frozen=True)
class RecordedEntry:
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
class Remark:
    """Something decided about a player, for directors; `is_over`: it was taken back."""

    at: datetime
    words: str
    reason: str
    is_over: bool


@dataclass(frozen=True)
class EntryOutcome:
    """The result of an entry. `rank` and `total` are None until the tournament is finished, `rank` also for an entry
    without a place; `places` is the number of entries with one.
    """

    rank: int | None = None
    total: int | None = None
    places: int = 0
    prizes: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()
    substitutions: tuple[str, ...] = ()


class Above(Protocol):
    """`with_cards`, `played` and `settled` narrow a queryset of tables without running it."""

    def played(self, tables: QuerySet[Table]) -> QuerySet[Table]:
        """Those with cards, or with games that are entered and not on cards yet."""

    def with_cards(self, tables: QuerySet[Table]) -> QuerySet[Table]:
        """Those for which something was typed: who sat there is a matter of record."""

    def settled(self, tables: QuerySet[Table]) -> QuerySet[Table]:
        """Those that nobody waits for any more: the cards are accepted, or a director wrote the table off."""

    def left_before(self, tournament: Tournament, number: int) -> Mapping[int, Leaver]:
        """Who left during a round before the one of this number and has not played since, by the entry's key."""

    def played_on(self, club: Club) -> set[int]:
        """The entries who played on for somebody else in the club's tournaments, deleted ones left out."""

    def checked_until(self, tournament: Tournament, now: datetime) -> datetime | None:
        """Until when players check the numbers that they are shown; None where nobody asked them to."""

    def outcomes(self, entries: Collection[Entry]) -> Mapping[int, EntryOutcome]:
        """What came of entries, by their keys, in as many queries for one as for many."""

    def end_over(self, tournament: Tournament) -> None:
        """Ends an evening whose day is over; nothing changes where it goes on."""

    def sentence(self, fault: Fault) -> str:
        """The sentence of a fault that was stored with a set."""

    def contradictions(self, tournament: Tournament, records: Iterable[RecordedEntry]) -> Iterator[str]:
        """A sentence for each place where what is stored is not what the journal's entries say, oldest first."""


above = cast("Above", SimpleLazyObject(lambda: import_module(settings.ABOVE_TOURNAMENT)))
