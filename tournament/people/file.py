"""What one person of the club played, as a file for directors."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from tournament.people.queries import PlayedTournament
from tournament.spreadsheet import Columns, Worksheet, worksheet


def played_list(played: Collection[PlayedTournament]) -> Worksheet | None:
    columns: Columns = [
        (_("Day"), lambda row: row.tournament.date),
        (_("Tournament"), lambda row: row.tournament.name),
        (_("No."), lambda row: row.entry.number),
        (_("As"), lambda row: row.entry.person.name),
        (_("State"), lambda row: row.entry.get_state_display()),
        (_("Category"), lambda row: row.entry.category.name if row.entry.category else None),
        (_("Rounds"), lambda row: ", ".join(map(str, row.rounds))),
        (_("Place"), lambda row: row.outcome.rank),
        (_("Places"), lambda row: row.outcome.places or None),
        (_("Points"), lambda row: row.outcome.total),
        (_("Prizes"), lambda row: "; ".join(row.outcome.prizes)),
    ]
    return worksheet("played", _("Tournaments"), played, columns)
