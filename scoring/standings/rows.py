"""The rows of the standings as text. A change moves many of them and changes few, so their pieces are kept."""

from collections.abc import Hashable
from functools import lru_cache
from operator import attrgetter

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from scoring.standings.queries import Cells, Standing

MOST_PIECES = 16_384
"""Of a few hundred bytes each: enough for the largest field in two languages."""
OF_PLACE = "rank", "tied", "is_disqualified"
OF_PLAYER = "number", "name", "category", "is_disqualified", "is_withdrawn", "tie_break_label", "adjustments"
OF_POINTS = "has_rank", "total"
YOU = ' class="is-you"'
Apart = tuple[tuple[str, int | None], ...]


def table_row(
    slug: str, place: Standing, cells: Cells, apart: Apart, *, is_you: bool, notes: bool
) -> SafeString:
    """A row of the table. Each piece is a line, so that a stream sends no other where only places change."""
    pieces = (
        f'<tr{YOU * is_you} data-number="{place.number}">',
        piece("scoring/standings/_row_place.html", OF_PLACE, place),
        piece("scoring/standings/_row_player.html", OF_PLAYER, place, slug=slug, apart=apart, notes=notes),
        piece("scoring/standings/_row_points.html", OF_POINTS, place, cells=cells),
        "</tr>",
    )
    return mark_safe("\n".join(pieces))  # noqa: S308 (of templates)


def screen_row(place: Standing, apart: Apart, *, is_alike: bool) -> SafeString:
    """What stands in a row of the hall screen."""
    of_player = OF_PLAYER + OF_POINTS
    pieces = (
        '<span class="hall-place">',
        piece("scoring/standings/_rank.html", OF_PLACE, place),
        "</span>",
        piece("scoring/standings/_row_on_screen.html", of_player, place, apart=apart, is_alike=is_alike),
    )
    return mark_safe("".join(pieces))  # noqa: S308 (of templates)


def piece(template: str, fields: tuple[str, ...], place: Standing, **more: Hashable) -> str:
    """A template's text for these fields of a row. It is given nothing else, so the text follows from them."""
    return _made(template, get_language(), fields, attrgetter(*fields)(place), tuple(more.items()))


@lru_cache(MOST_PIECES)
def _made(
    template: str,
    _language: str | None,
    fields: tuple[str, ...],
    values: tuple[Hashable, ...],
    more: tuple[tuple[str, Hashable], ...],
) -> str:
    text = render_to_string(template, {"place": dict(zip(fields, values, strict=True)), **dict(more)})
    return " ".join(filter(None, map(str.strip, text.split("\n"))))
