"""Who has opened the slip, who uses paper, and which tables have nobody with a phone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Q

from phones.models import MOST_WRONG_PINS, PaperTable
from tournament.models import Round, Seat, Table, Tournament
from tournament.seating.queries import by_name


@dataclass(frozen=True)
class Hall:
    """`players`: the entries, with the number of `devices` on which the key is open, `paper_since` and `wrong_pins`.
    `round` is the one that is on or comes first, if any is seated; `nobody` its tables where no slip was opened, and
    `phone_tables` those that do not use paper.
    """

    players: Sequence[Any]
    round: Round | None
    nobody: Sequence[int]
    paper_tables: Sequence[Table]
    phone_tables: Sequence[int]

    @property
    def opened(self) -> int:
        return sum(player.devices > 0 for player in self.players)

    @property
    def missing(self) -> list[Any]:
        return [player for player in self.players if not player.devices and not player.paper_since]

    @property
    def locked(self) -> list[Any]:
        return [player for player in self.players if (player.wrong_pins or 0) >= MOST_WRONG_PINS]

    @property
    def on_paper(self) -> list[Any]:
        return [player for player in self.players if player.paper_since]


def hall_of(tournament: Tournament) -> Hall:
    still_open = Count("opened_keys", filter=Q(opened_keys__ended_at__isnull=True))
    of_key = {name: F(f"phone_key__{name}") for name in ("paper_since", "wrong_pins")}
    entries = tournament.entries.registered().with_people()
    players: list[Any] = sorted(entries.annotate(devices=still_open, **of_key), key=by_name)
    round_ = tournament.rounds.published().last() or tournament.rounds.planned().first()
    with_phone = {player.pk for player in players if player.devices}
    seats = Seat.objects.filter(round=round_).values_list("table__number", "entry") if round_ else ()
    tables = {number for number, _entry in seats}
    paper = list(PaperTable.objects.filter(table__round=round_).select_related("table")) if round_ else []
    on_paper = {row.table.number for row in paper}
    nobody = tables - {number for number, entry in seats if entry in with_phone} - on_paper
    return Hall(players, round_, sorted(nobody), [row.table for row in paper], sorted(tables - on_paper))
