"""The room board: the state of every table of a round, and how late its cards are."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Count, Prefetch, Q
from django.utils import timezone

from club.models import User
from rules.duties import brings_cards
from scoring.desk.presence import present
from scoring.models import PLAYING, CardSet
from scoring.sets.queries import with_write_off
from scoring.sets.tables import IS_WRITTEN_OFF, OpenTable, seated, waited_for
from tournament.clock.late_tables import is_of_today, late_words, minutes_late, time_up
from tournament.models import Round, Seat, Table, Tournament

WRITTEN_OFF = "written-off"
STATES = (PLAYING, *CardSet.State.values, WRITTEN_OFF)


@dataclass(frozen=True)
class Tile:
    """One table on the board. `key`: the row of its table. `late`: whole minutes its cards are overdue. `written_off`:
    the reason, if it is.

    `is_seated`: somebody marked it so. `is_called`: a director called time there; `is_time_up`: by that or the clock.
    `collector`: the letter that brings its cards, "" where nobody has that duty. `names`: who sits there, by letter.
    `is_of_today`: its time was up on the day that it is now.
    """

    key: int
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
    is_seated: bool = False
    is_called: bool = False
    extra_minutes: int = 0
    is_time_up: bool = False
    collector: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    is_of_today: bool = True

    @property
    def collector_name(self) -> str:
        return self.names.get(self.collector, "")

    @property
    def late_words(self) -> str:
        return late_words(self.late, today=self.is_of_today)

    @property
    def look(self) -> str:
        """The state as a name of `ui` STATES; before the round has begun, a table is "seated" once it is marked so."""
        if self.state == CardSet.State.HELD and self.reopened:
            return "disputed"
        if self.state != PLAYING:
            return self.state
        if self.is_time_up:
            return "late" if self.late else "called"
        return PLAYING if self.has_begun else "seated" if self.is_seated else "not-begun"

    @property
    def is_untyped(self) -> bool:
        return self.state == CardSet.State.IN and not self.is_typed

    @property
    def needs_somebody(self) -> bool:
        return bool(self.late) or self.state == CardSet.State.HELD

    @property
    def is_done(self) -> bool:
        return self.state in (CardSet.State.ACCEPTED, WRITTEN_OFF)


@dataclass(frozen=True)
class Board:
    """A round's tables by number. `earlier`: tables of earlier rounds that are still waited for."""

    round: Round
    tiles: list[Tile]
    has_begun: bool
    at: datetime
    rounds: list[int]
    earlier: list[OpenTable]

    @property
    def waiting(self) -> list[Tile]:
        """Those whose sets are in or held, the longest waiting first."""
        tiles = (tile for tile in self.tiles if tile.state in (CardSet.State.IN, CardSet.State.HELD))
        return sorted(tiles, key=lambda tile: (tile.since, tile.number))

    @property
    def late(self) -> list[Tile]:
        return [tile for tile in self.tiles if tile.late]

    @property
    def counts(self) -> dict[str, int]:
        counts = Counter(tile.state for tile in self.tiles)
        return {state: counts[state] for state in STATES} | {"late": len(self.late)}

    @property
    def is_latest(self) -> bool:
        return self.round.number == max(self.rounds, default=0)

    @property
    def is_complete(self) -> bool:
        settled = self.counts[CardSet.State.ACCEPTED] + self.counts[WRITTEN_OFF]
        return bool(self.tiles) and settled == len(self.tiles)

    @property
    def written_off(self) -> int:
        return self.counts[WRITTEN_OFF]

    @property
    def needing(self) -> list[Tile]:
        """The tables that somebody has to go to: the latest first, then those held, the longest waiting first."""
        tiles = [tile for tile in self.tiles if tile.needs_somebody]
        return sorted(tiles, key=lambda tile: (-tile.late, tile.since, tile.number))

    @property
    def others(self) -> list[Tile]:
        return [tile for tile in self.tiles if not tile.needs_somebody]

    @property
    def looks(self) -> dict[str, int]:
        return Counter(tile.look for tile in self.tiles)

    @property
    def extra_minutes(self) -> dict[str, int]:
        """The tables with minutes of their own, for the stamp of the room's form."""
        return {str(tile.number): tile.extra_minutes for tile in self.tiles if tile.extra_minutes}

    @property
    def next_table(self) -> int | None:
        """The table whose cards have been in longest, or else the first that is still playing."""
        waiting = (tile.number for tile in self.waiting if tile.state == CardSet.State.IN)
        return next(waiting, next((tile.number for tile in self.tiles if tile.state == PLAYING), None))


def board(
    tournament: Tournament, round_: Round, now: datetime | None = None, *, reader: User | None = None
) -> Board:
    """The board of a published round. The number of queries does not depend on the number of tables."""
    now = now or timezone.now()
    tables = list(
        with_write_off(seated(Table.objects.filter(round=round_)))
        .annotate(cards=Count("card_set__cards"))
        .select_related("card_set__confirmation")
        .prefetch_related(Prefetch("seats", Seat.objects.order_by("letter").select_related("entry__person")))
        .order_by("number")
    )
    practice, turn = tournament.profile.collector, tournament.collector_turn(round_.number)
    people = present(round_, now, reader=reader)
    # Without a clock, the first cards show that the round is being played.
    has_begun = round_.started_at is not None or any(hasattr(table, "card_set") for table in tables)
    tiles = [
        _tile(
            table,
            time_up(round_, table, now),
            now,
            people.get(table.number, []),
            has_begun=has_begun,
            collector=brings_cards(practice, turn, [seat.letter for seat in table.seats.all()]),
        )
        for table in tables
    ]
    rounds = tournament.rounds.published()
    return Board(
        round=round_,
        tiles=tiles,
        has_begun=has_begun,
        at=now,
        rounds=list(rounds.values_list("number", flat=True)),
        earlier=waited_for(tournament, before=round_.number),
    )


def open_tables(round_: Round, *, after: int = 0) -> list[int]:
    """The tables to type: with cards in, longest waiting first, then the rest by number, starting from `after`."""
    untyped = Q(card_set__isnull=True) | Q(card_set__state=CardSet.State.IN)
    tables = seated(Table.objects.filter(~IS_WRITTEN_OFF, round=round_)).filter(untyped)
    rows = tables.exclude(number=after).values_list("number", "card_set__handed_in_at")
    waiting = sorted((since, number) for number, since in rows if since)
    others = sorted(
        (number for number, since in rows if not since), key=lambda number: (number < after, number)
    )
    return [number for _since, number in waiting] + others


def set_counts(round_: Round) -> dict[str, int]:
    tables = seated(Table.objects.filter(round=round_)).annotate(off=IS_WRITTEN_OFF)
    rows = tables.values_list("off", "card_set__state")
    counts = Counter(WRITTEN_OFF if off else state or PLAYING for off, state in rows)
    return {state: counts[state] for state in STATES}


def _tile(
    table: Table,
    due: datetime | None,
    now: datetime,
    people: list[str],
    *,
    has_begun: bool,
    collector: str,
) -> Tile:
    card_set: CardSet | None = getattr(table, "card_set", None)
    written_off = getattr(table, "written_off", None)
    state = WRITTEN_OFF if written_off else card_set.state if card_set else PLAYING
    waits = getattr(card_set, "confirmation", None)
    is_time_up = due is not None and due <= now
    late = minutes_late(due, now) if state == PLAYING else 0
    return Tile(
        key=table.pk,
        number=table.number,
        state=state,
        is_typed=bool(getattr(table, "cards", 0)),
        late=late,
        since=card_set.handed_in_at if card_set else due if is_time_up else None,
        held_reason=card_set.held_reason if card_set else "",
        written_off=written_off.reason if written_off else "",
        reopened=bool(card_set and card_set.reopened),
        by_ruling=bool(card_set and card_set.ruling),
        to_confirm=bool(
            card_set and state == CardSet.State.IN and waits and waits.version == card_set.version
        ),
        present=people,
        has_begun=has_begun,
        is_seated=table.seated_at is not None,
        is_called=table.called_at is not None,
        extra_minutes=table.extra_minutes,
        is_time_up=is_time_up,
        collector=collector,
        names={seat.letter: seat.entry.name for seat in table.seats.all()},
        is_of_today=is_of_today(due, now),
    )
