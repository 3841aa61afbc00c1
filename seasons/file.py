"""The standings of a season as a list for a spreadsheet. The heads are the same in every language."""

from __future__ import annotations

from decimal import Decimal

from django.utils.translation import gettext as _

from seasons.reckoning import Reckoned, SeasonLine, number
from tournament.spreadsheet import Cell, Worksheet


def season_list(now: Reckoned) -> Worksheet:
    """The points of each event stand in a column; which of them are dropped, by their days, in the last."""
    events = {column.key: f"{column.tournament.date:%Y-%m-%d}" for column in now.counting}
    heads = ["place", "name", "points", "tied", "events", "games"]
    heads += [f"{events[column.key]} {column.tournament.name}" for column in now.counting]

    def cells(line: SeasonLine) -> list[Cell]:
        place, before = line.place, line.place.brought_in
        tied = "yes" if place.tied else "no"
        return [
            *(place.rank, line.name, line.points, tied, place.attended, place.games),
            *(number(line.parts[key].attendance.points) if key in line.parts else None for key in events),
            Decimal(str(before.points)) if before else None,
            number(place.absences),
            "; ".join(events[key] for key, part in line.parts.items() if not part.counts),
        ]

    heads += ["brought in", "events missed", "dropped"]
    return Worksheet("season", _("Season"), heads, map(cells, now.lines))
