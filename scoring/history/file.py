"""Standings as they were, and what changed between two moments, as files."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.history.queries import Changes
from scoring.standings.file import standing_list
from scoring.standings.standing import Standings
from tournament.models import Tournament
from tournament.spreadsheet import Columns, Worksheet, worksheet


def history_lists(
    tournament: Tournament, standings: Standings, changes: Changes | None, *, names_people: bool
) -> list[Worksheet | None]:
    """The standings then; and whose points or place had changed, by the names that everybody sees."""
    columns: Columns = [
        (_("No."), lambda change: change.now.number),
        (_("Name"), lambda change: change.now.name),
        (_("Points then"), lambda change: change.total_before),
        (_("Points now"), lambda change: change.now.total),
        (_("Place then"), lambda change: change.rank_before),
        (_("Place now"), lambda change: change.now.rank),
    ]
    changed = [*changes.points, *changes.moved] if changes else []
    return [
        standing_list(tournament, standings, names_people=names_people) if standings.rounds_counted else None,
        worksheet("changes", _("Changes"), changed, columns),
    ]
