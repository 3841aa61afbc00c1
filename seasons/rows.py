"""The rows of a season's standings: of its page as text, since a template is too slow for five hundred people and fifty
events, and of a spreadsheet, where the heads are the same in every language.
"""

from fractions import Fraction
from functools import lru_cache

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules.seasons.rule import exact, to_hundredths
from seasons.reckoning import Reckoned, SeasonLine
from seasons.words import place_words
from tournament.spreadsheet import Cell, Worksheet
from ui.templatetags.charleston import points_in_html

MOST_CELLS = 32_768


def table_rows(now: Reckoned) -> SafeString:
    """A row for each person: place, name, points, events attended, then each event, the last one first."""
    language = get_language()
    page = reverse("season-person", args=[now.season.club.slug, now.season.slug, 0]).removesuffix("0/")
    keys = [column.key for column in now.counting[::-1]]
    has_brought_in, has_absences = now.has_brought_in, now.rule.points.absent
    rows = []
    for line in now.lines:
        place, parts = line.place, [line.parts.get(key) for key in keys]
        cells: list[tuple[Fraction | None, bool]] = [
            (part.attendance.points, part.counts) if part else (None, True) for part in parts
        ]
        if has_brought_in:
            cells.append((exact(place.brought_in.points) if place.brought_in else None, True))
        if has_absences:
            cells.append((place.absences, True))
        rows.append(
            f"<tr{'' if place.rank else ' class=quiet'}>"
            f'<td class="place">{escape(place_words(place))}</td>'
            f'<th scope="row"><a href="{page}{line.person.pk}/"><bdi>{escape(line.name)}</bdi></a></th>'
            f'<td class="digits">{points_in_html(line.points, total=True)}</td>'
            f'<td class="digits attended">{place.attended}</td>'
            f"{''.join(cell(*of_cell, language) for of_cell in cells)}</tr>"
        )
    return mark_safe("\n".join(rows))  # noqa: S308 (of numbers and escaped names)


@lru_cache(MOST_CELLS)
def cell(points: Fraction | None, counts: bool, _language: str | None) -> str:  # noqa: FBT001 (quicker by place)
    if points is None:
        return '<td class="digits quiet">–</td>'
    words = points_in_html(to_hundredths(points))
    return f'<td class="digits">{words}</td>' if counts else f'<td class="digits dropped">({words})</td>'


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
