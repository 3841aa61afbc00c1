"""The rows of the standings as text. A change moves many of them and changes few, so their pieces are kept."""

from collections.abc import Collection, Hashable, Mapping
from functools import lru_cache
from operator import attrgetter

from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from scoring.standings.standing import Standing, Standings

MOST_PIECES = 16_384
"""Rows of a few hundred bytes: enough for the largest field in two languages."""
OF_PLAYER = "number", "name", "category", "is_disqualified", "is_withdrawn", "tie_break_label", "adjustments"


def table_rows(slug: str, standings: Standings, *, seats: Mapping[int, str], notes: bool) -> SafeString:
    """The rows of the table. Each piece has lines of its own, so that a stream sends only the lines that changed.

    `seats`: table and letter by the player's number, as in "12A"; `notes`: whether a wrong number can be noted from
    here.
    """
    place, player, points = (
        Piece("scoring/standings/_row_place.html", "rank", "tied", "is_disqualified"),
        Piece("scoring/standings/_row_player.html", *OF_PLAYER),
        Piece("scoring/standings/_row_points.html", "has_rank", "total", "second_total", "average"),
    )
    unit = ("unit", standings.unit)
    lines: list[str] = []
    part = ""
    for row, cells, apart in standings.rows:
        if row.has_rank and row.part != part:
            part = row.part
            width = 3 + len(cells) + bool(standings.second_total) + standings.by_average
            lines += (f'<tr class="part"><th colspan="{width}" scope="rowgroup">{escape(part)}</th></tr>',)
        lines += (
            f'<tr data-number="{row.number}" data-seat="{seats.get(row.number, "")}">',
            place.text(row),
            player.text(row, ("slug", slug), ("apart", apart), ("notes", notes), unit),
            points.text(
                row,
                ("cells", cells),
                unit,
                ("second_total", standings.second_total),
                ("by_average", standings.by_average),
            ),
            "</tr>",
        )
    return mark_safe("\n".join(lines))  # noqa: S308 (of templates)


def screen_rows(standings: Standings, alike: Collection[str]) -> SafeString:
    """The rows of the hall screen; `alike` are the names that several players have."""
    place = Piece("scoring/standings/_row_of_screen_place.html", "rank", "is_disqualified")
    others = Piece("scoring/standings/_row_of_screen.html", *OF_PLAYER, "has_rank", "total", "average")
    unit = ("unit", standings.unit)
    lines: list[str] = []
    part = ""
    for row, _cells, apart in standings.rows:
        if row.has_rank and row.part != part:
            part = row.part
            lines += (f'<li class="hall-part"><span class="hall-name">{escape(part)}</span></li>',)
        is_alike = row.name in alike
        lines += (
            "<li>",
            place.text(row),
            others.text(row, ("apart", apart), ("is_alike", is_alike), unit),
            "</li>",
        )
    return mark_safe("\n".join(lines))  # noqa: S308 (of templates)


class Piece:
    """A template's text for some fields of a row. It is given nothing else, so the text follows from them."""

    def __init__(self, template: str, *fields: str) -> None:
        self.template = template
        self.fields = fields
        self.values = attrgetter(*fields)
        self.language = get_language()

    def text(self, row: Standing, *more: tuple[str, Hashable]) -> str:
        return _made(self.template, self.language, self.fields, self.values(row), more)


@lru_cache(MOST_PIECES)
def _made(
    template: str,
    _language: str | None,
    fields: tuple[str, ...],
    values: tuple[Hashable, ...],
    more: tuple[tuple[str, Hashable], ...],
) -> str:
    text = render_to_string(template, {"place": dict(zip(fields, values, strict=True)), **dict(more)})
    # When somebody passes, only the number of the place changes: it has a line of its own.
    between = "\n" if "tied" in fields else " "
    return between.join(filter(None, map(str.strip, text.split("\n"))))
