"""The standings of a season as a list for a spreadsheet. The heads are the same in every language."""

from __future__ import annotations

from django.utils.translation import gettext as _

from rules.seasons.rule import exact, to_hundredths
from seasons.reckoning import Reckoned, SeasonLine
from tournament.spreadsheet import Cell, Worksheet


def season_list(now: Reckoned) -> Worksheet:
    """The points of each event stand in a column; which of them are dropped, by their days, in the last."""
    days = {column.key: column.tournament.date.isoformat() for column in now.counting}
    events = [f"{days[column.key]} {column.tournament.name}" for column in now.counting]
    heads = ["place", "name", "points", "tied", "events", "games", *events]

    def cells(line: SeasonLine) -> list[Cell]:
        place, parts = line.place, [line.parts.get(key) for key in days]
        return [
            *(place.rank, line.name, line.points, "yes" if place.tied else "no", place.attended, place.games),
            *(to_hundredths(part.attendance.points) if part else None for part in parts),
            to_hundredths(exact(place.brought_in.points)) if place.brought_in else None,
            to_hundredths(place.absences),
            "; ".join(days[part.event] for part in place.parts if not part.counts),
        ]

    return Worksheet(
        "season", _("Season"), [*heads, "brought in", "events missed", "dropped"], map(cells, now.lines)
    )
