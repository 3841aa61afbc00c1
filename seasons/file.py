"""The standings of a season as a list for a spreadsheet. The heads are the same in every language."""

from collections.abc import Iterator
from decimal import Decimal

from django.utils.translation import gettext as _

from seasons.reckoning import Reckoned, number
from seasons.words import place_words
from tournament.spreadsheet import Cell, Worksheet


def season_list(now: Reckoned) -> Worksheet:
    heads = [
        *("place", "name", "points", "tied", "events", "games", "still needed"),
        *(f"{column.tournament.date:%Y-%m-%d} {column.tournament.name}" for column in now.counting),
        *("brought in", "events missed", "dropped"),
    ]
    return Worksheet("season", _("Season"), heads, season_rows(now))


def season_rows(now: Reckoned) -> Iterator[list[Cell]]:
    """Numbers of each event; which of them are dropped stands in the last cell, by the day."""
    days = {column.key: f"{column.tournament.date:%Y-%m-%d}" for column in now.counting}
    for line in now.lines:
        place = line.place
        dropped = [days[key] for key, part in line.parts.items() if not part.counts]
        yield [
            place.rank,
            line.name,
            line.points,
            "yes" if place.tied else "no",
            place.attended,
            place.games,
            "" if place.rank else place_words(place),
            *(number(line.parts[key].attendance.points) if key in line.parts else None for key in days),
            Decimal(str(place.brought_in.points)) if place.brought_in else None,
            number(place.absences) if now.rule.points.absent else None,
            "; ".join(dropped),
        ]
