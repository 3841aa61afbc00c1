"""Warnings and disqualifications as a file for directors."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from scoring.models import Complaint
from tournament.spreadsheet import Columns, Worksheet, player_columns, worksheet


def complaint_list(rows: Collection[Complaint]) -> Worksheet | None:
    columns: Columns = [
        *player_columns(lambda row: row.entry),
        (_("What"), lambda row: row.get_outcome_display()),
        (_("Why"), lambda row: row.reason),
        (_("Who"), lambda row: str(row.by or "")),
        (_("When"), lambda row: row.at),
        (_("Taken back"), lambda row: row.taken_back_at),
        (_("Why taken back"), lambda row: row.taken_back_reason),
    ]
    return worksheet("complaints", _("Warnings and disqualifications"), rows, columns)
