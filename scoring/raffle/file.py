"""Raffles as files for directors."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from scoring.models import Raffle
from tournament.models import Entry
from tournament.spreadsheet import Columns, Worksheet, player_columns, worksheet

InRaffle = tuple[Raffle, Entry]


def winner_list(rows: Collection[InRaffle]) -> Worksheet | None:
    columns: Columns = [
        (_("Prize"), lambda row: row[0].prize),
        *player_columns(lambda row: row[1]),
        (_("When"), lambda row: row[0].drawn_at),
    ]
    return worksheet("raffles", _("Raffles"), rows, columns)


def drawn_from_list(rows: Collection[InRaffle]) -> Worksheet | None:
    """The lists that were drawn from, each with its seed."""
    columns: Columns = [
        (_("Prize"), lambda row: row[0].prize),
        (_("Seed"), lambda row: row[0].seed),
        *player_columns(lambda row: row[1]),
    ]
    return worksheet("drawn-from", _("Drawn from"), rows, columns)
