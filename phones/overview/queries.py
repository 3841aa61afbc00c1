"""Who has opened the slip, who uses paper, and which tables have nobody with a phone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from phones.models import MOST_WRONG_PINS, OpenedKey, PaperTable, PhoneKey
from tournament.models import Entry, Round, Seat, Table, Tournament
from tournament.seating.queries import by_name


@dataclass(frozen=True)
class PlayerPhone:
    """A player, and on how many devices her key is open."""

    entry: Entry
    devices: int
    paper_since: datetime | None
    is_locked: bool

    @property
    def has_none(self) -> bool:
        return not self.devices and self.paper_since is None


@dataclass(frozen=True)
class Hall:
    """`round` is the one that is on or comes first, if any is seated; `nobody` its tables where no slip was opened, and
    `phone_tables` those that do not use paper.
    """

    players: Sequence[PlayerPhone]
    round: Round | None
    nobody: Sequence[int]
    paper_tables: Sequence[Table]
    phone_tables: Sequence[int]

    @property
    def opened(self) -> int:
        return sum(player.devices > 0 for player in self.players)

    @property
    def missing(self) -> list[PlayerPhone]:
        return [player for player in self.players if player.has_none]

    @property
    def locked(self) -> list[PlayerPhone]:
        return [player for player in self.players if player.is_locked]

    @property
    def on_paper(self) -> list[PlayerPhone]:
        return [player for player in self.players if player.paper_since]


def player_phones(tournament: Tournament) -> list[PlayerPhone]:
    """Everybody registered, by family name."""
    still_open = OpenedKey.objects.filter(entry__tournament=tournament, ended_at__isnull=True)
    devices = Counter(still_open.values_list("entry", flat=True))
    entries = tournament.entries.registered().with_people()
    keys = {key.entry_id: key for key in PhoneKey.objects.filter(entry__tournament=tournament)}
    none = PhoneKey()
    return [
        PlayerPhone(
            entry=entry,
            devices=devices[entry.pk],
            paper_since=keys.get(entry.pk, none).paper_since,
            is_locked=keys.get(entry.pk, none).wrong_pins >= MOST_WRONG_PINS,
        )
        for entry in sorted(entries, key=by_name)
    ]


def hall_of(tournament: Tournament) -> Hall:
    players = player_phones(tournament)
    round_ = tournament.rounds.published().last() or tournament.rounds.planned().first()
    with_phone = {player.entry.pk for player in players if player.devices}
    seats = Seat.objects.filter(round=round_).values_list("table__number", "entry") if round_ else ()
    tables = {number for number, _entry in seats}
    paper = list(PaperTable.objects.filter(table__round=round_).select_related("table")) if round_ else []
    on_paper = {row.table.number for row in paper}
    nobody = tables - {number for number, entry in seats if entry in with_phone} - on_paper
    return Hall(players, round_, sorted(nobody), [row.table for row in paper], sorted(tables - on_paper))
