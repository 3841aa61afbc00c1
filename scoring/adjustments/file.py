"""What was given and taken outside the games, as a file for directors."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from scoring.models import Adjustment
from tournament.spreadsheet import Columns, Worksheet, player_columns, worksheet


def adjustment_list(rows: Collection[Adjustment]) -> Worksheet | None:
    columns: Columns = [
        *player_columns(lambda row: row.entry),
        (_("Points"), lambda row: row.points),
        (_("For what"), lambda row: row.get_kind_display()),
        (_("Round"), lambda row: row.round.number if row.round else None),
        (_("Why"), lambda row: row.reason),
        (_("Who"), lambda row: str(row.by or "")),
        (_("When"), lambda row: row.at),
        (_("Cancelled"), lambda row: row.cancelled_at),
        (_("Why cancelled"), lambda row: row.cancel_reason),
    ]
    return worksheet("penalties", _("Penalties and other points"), rows, columns)
