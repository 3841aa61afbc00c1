"""The held sets as a file for the desk."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from scoring.sets.held import HeldSet
from tournament.spreadsheet import Columns, Worksheet, worksheet


def held_list(sets: Collection[HeldSet]) -> Worksheet | None:
    columns: Columns = [
        (_("Round"), lambda row: row.desk_table.round.number),
        (_("Table"), lambda row: row.desk_table.table.number),
        (_("Why"), lambda row: row.desk_table.card_set.held_reason),
        (_("Who"), lambda row: row.step.actor_name if row.step else None),
        (_("When"), lambda row: row.step.at if row.step else None),
    ]
    return worksheet("held", _("Held sets"), sets, columns)
