"""The rows of a season's standings as text: a template is too slow for five hundred people and fifty events."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from seasons.reckoning import Reckoned, SeasonLine, number
from seasons.words import place_words
from ui.templatetags.charleston import points_in_html

MOST_CELLS = 32_768


def table_rows(now: Reckoned) -> SafeString:
    """A row for each person: place, name, points, events attended, then each event, the last one first."""
    language = get_language()
    page = reverse("season-person", args=[now.season.club.slug, now.season.slug, 0])
    before = page.removesuffix("0/")
    keys = [column.key for column in reversed(now.counting)]
    rows = (
        "".join(
            (
                f"<tr{'' if line.place.rank else ' class=quiet'}>",
                f'<td class="place">{escape(place_words(line.place))}</td>',
                f'<th scope="row"><a href="{before}{line.person}/"><bdi>{escape(line.name)}</bdi></a></th>',
                f'<td class="digits">{points_in_html(line.points, total=True)}</td>',
                f'<td class="digits attended">{line.place.attended}</td>',
                *cells(line, keys, language),
                *beside(now, line),
                "</tr>",
            )
        )
        for line in now.lines
    )
    return mark_safe("\n".join(rows))  # noqa: S308 (of numbers and escaped names)


def cells(line: SeasonLine, keys: list[str], language: str | None) -> Iterator[str]:
    for key in keys:
        part = line.parts.get(key)
        if part is None:
            yield '<td class="digits quiet">–</td>'
        else:
            yield cell(part.attendance.points, is_dropped=not part.counts, language=language)


@lru_cache(MOST_CELLS)
def cell(points: Fraction, *, is_dropped: bool, language: str | None) -> str:
    words = points_in_html(number(points))
    return f'<td class="digits dropped">({words})</td>' if is_dropped else f'<td class="digits">{words}</td>'


def beside(now: Reckoned, line: SeasonLine) -> Iterator[str]:
    if now.has_brought_in:
        brought = line.place.brought_in
        yield f'<td class="digits">{points_in_html(number(Fraction(str(brought.points))) if brought else None)}</td>'
    if now.rule.points.absent:
        yield f'<td class="digits">{points_in_html(number(line.place.absences))}</td>'
