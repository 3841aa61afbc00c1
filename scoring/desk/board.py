"""The room board: the state of every table of a round, and how late its cards are."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Count, Q
from django.utils import timezone

from scoring.desk.presence import present
from scoring.models import PLAYING, CardSet
from scoring.sets.tables import OpenTable, seated, waited_for
from tournament.models import Round, Table, Tournament, User

WRITTEN_OFF = "written-off"
STATES = (PLAYING, *CardSet.State.values, WRITTEN_OFF)


@dataclass(frozen=True)
class Tile:
    """One table on the board. `late` is how many whole minutes its cards are overdue; `written_off` is why it is."""

    number: int
    state: str
    is_typed: bool
    late: int
    since: datetime | None
    held_reason: str
    written_off: str
    reopened: bool
    by_ruling: bool
    to_confirm: bool
    present: list[str]
    has_begun: bool

    @property
    def look(self) -> str:
        """The state as a name of `ui` STATES; before the round has begun, a table is "seated"."""
        if self.state == CardSet.State.HELD and self.reopened:
            return "disputed"
        if self.state != PLAYING:
            return self.state
        return "late" if self.late else PLAYING if self.has_begun else "seated"


@dataclass(frozen=True)
class Board:
    """A round's tables by number; `waiting` are those whose sets are in or held, the longest waiting first.

    `earlier` are the tables of rounds before this one that are still waited for.
    """

    round: Round
    tiles: list[Tile]
    waiting: list[Tile]
    late: list[Tile]
    counts: dict[str, int]
    has_begun: bool
    rounds: list[int] = field(default_factory=list)
    earlier: list[OpenTable] = field(default_factory=list)

    @property
    def is_latest(self) -> bool:
        return self.round.number == max(self.rounds, default=0)

    @property
    def is_complete(self) -> bool:
        """Whether nobody waits for a table of this round any more."""
        settled = self.counts[CardSet.State.ACCEPTED] + self.counts[WRITTEN_OFF]
        return bool(self.tiles) and settled == len(self.tiles)

    @property
    def written_off(self) -> int:
        """How many of the round's tables nobody waits for, though they have no points."""
        return self.counts[WRITTEN_OFF]

    @property
    def next_table(self) -> int | None:
        """The table whose cards have waited longest at the desk, or else the first that is still playing."""
        waiting = (tile.number for tile in self.waiting if tile.state == CardSet.State.IN)
        return next(waiting, next((tile.number for tile in self.tiles if tile.state == PLAYING), None))


def overdue_since(round_: Round, now: datetime) -> datetime | None:
    """When the cards of a round became due: at the end of its clock, or when it was ended earlier."""
    due = round_.ends_at(now)
    if round_.ended_at and (due is None or round_.ended_at < due):
        due = round_.ended_at
    return due if due and due <= now else None


def board(
    tournament: Tournament, round_: Round, now: datetime | None = None, *, reader: User | None = None
) -> Board:
    """The board of a published round. As many queries for a large field as for a small one."""
    now = now or timezone.now()
    due = overdue_since(round_, now)
    tables = list(
        seated(Table.objects.filter(round=round_))
        .select_related("card_set__confirmation", "written_off")
        .annotate(cards=Count("card_set__cards"))
        .order_by("number")
    )
    people = present(round_, now, reader=reader)
    # Without a clock, the first cards show that the round is being played.
    has_begun = round_.started_at is not None or any(hasattr(table, "card_set") for table in tables)
    tiles = [_tile(table, due, now, people.get(table.number, []), has_begun=has_begun) for table in tables]
    waiting = sorted(
        (tile for tile in tiles if tile.state in (CardSet.State.IN, CardSet.State.HELD)),
        key=lambda tile: (tile.since, tile.number),
    )
    counts = Counter(tile.state for tile in tiles)
    rounds = tournament.rounds.published()
    return Board(
        round=round_,
        tiles=tiles,
        waiting=waiting,
        late=[tile for tile in tiles if tile.late],
        counts={state: counts[state] for state in STATES} | {"late": sum(tile.late > 0 for tile in tiles)},
        has_begun=has_begun,
        rounds=list(rounds.values_list("number", flat=True)),
        earlier=waited_for(tournament, before=round_.number),
    )


def open_tables(round_: Round, *, after: int = 0) -> list[int]:
    """The tables to type: those whose cards are in, longest waiting first, then others by number from `after` on."""
    untyped = Q(card_set__isnull=True) | Q(card_set__state=CardSet.State.IN)
    tables = seated(Table.objects.filter(round=round_, written_off__isnull=True)).filter(untyped)
    rows = tables.exclude(number=after).values_list("number", "card_set__handed_in_at")
    waiting = sorted((since, number) for number, since in rows if since)
    others = sorted(
        (number for number, since in rows if not since), key=lambda number: (number < after, number)
    )
    return [number for _since, number in waiting] + others


def set_counts(round_: Round) -> dict[str, int]:
    """State -> number of the round's tables."""
    rows = seated(Table.objects.filter(round=round_)).values_list("written_off", "card_set__state")
    counts = Counter(WRITTEN_OFF if off else state or PLAYING for off, state in rows)
    return {state: counts[state] for state in STATES}


def _tile(table: Table, due: datetime | None, now: datetime, people: list[str], *, has_begun: bool) -> Tile:
    card_set: CardSet | None = getattr(table, "card_set", None)
    written_off = getattr(table, "written_off", None)
    state = WRITTEN_OFF if written_off else card_set.state if card_set else PLAYING
    waits = getattr(card_set, "confirmation", None)
    late = int((now - due).total_seconds() // 60) if due and state == PLAYING else 0
    return Tile(
        number=table.number,
        state=state,
        is_typed=bool(getattr(table, "cards", 0)),
        late=late,
        since=card_set.handed_in_at if card_set else due,
        held_reason=card_set.held_reason if card_set else "",
        written_off=written_off.reason if written_off else "",
        reopened=bool(card_set and card_set.reopened),
        by_ruling=bool(card_set and card_set.ruling),
        to_confirm=bool(
            card_set and state == CardSet.State.IN and waits and waits.version == card_set.version
        ),
        present=people,
        has_begun=has_begun,
    )
