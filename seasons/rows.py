"""The rows of a season's standings as text: a template is too slow for five hundred people and fifty events."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from rules.seasons.rule import exact
from rules.seasons.standings import Part
from seasons.reckoning import Reckoned, SeasonLine, number
from seasons.words import place_words
from ui.templatetags.charleston import points_in_html

MOST_CELLS = 32_768


def table_rows(now: Reckoned) -> SafeString:
    """A row for each person: place, name, points, events attended, then each event, the last one first."""
    language = get_language()
    page = reverse("season-person", args=[now.season.club.slug, now.season.slug, 0]).removesuffix("0/")
    keys = [column.key for column in now.columns_shown]
    rows = (
        "".join(
            (
                f"<tr{'' if line.place.rank else ' class=quiet'}>",
                f'<td class="place">{escape(place_words(line.place))}</td>',
                f'<th scope="row"><a href="{page}{line.person}/"><bdi>{escape(line.name)}</bdi></a></th>',
                f'<td class="digits">{points_in_html(line.points, total=True)}</td>',
                f'<td class="digits attended">{line.place.attended}</td>',
                *(cell(*shown_in(line.parts.get(key)), language) for key in keys),
                *beside(now, line, language),
                "</tr>",
            )
        )
        for line in now.lines
    )
    return mark_safe("\n".join(rows))  # noqa: S308 (of numbers and escaped names)


def shown_in(part: Part | None) -> tuple[Fraction | None, bool]:
    return (part.attendance.points, part.counts) if part else (None, True)


@lru_cache(MOST_CELLS)
def cell(points: Fraction | None, counts: bool, _language: str | None) -> str:  # noqa: FBT001 (quicker by place)
    if points is None:
        return '<td class="digits quiet">–</td>'
    words = points_in_html(number(points))
    return f'<td class="digits">{words}</td>' if counts else f'<td class="digits dropped">({words})</td>'


def beside(now: Reckoned, line: SeasonLine, language: str | None) -> Iterator[str]:
    before = line.place.brought_in
    if now.has_brought_in:
        yield cell(exact(before.points) if before else None, True, language)
    if now.rule.points.absent:
        yield cell(line.place.absences, True, language)
