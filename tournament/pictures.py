"""Pictures made on the server: who meets whom and when, black on white, as SVG."""

from collections.abc import Mapping, Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from rules.movement import Round
from rules.movement.certificate import meetings
from rules.movement.plan import in_order

CELL = 14
MARGIN = 34
LARGEST = 220  # players; beyond this nobody finds anything in a picture


def meeting_picture(rounds: Sequence[Round], labels: Mapping[str, str] | None = None) -> SafeString:
    """A triangle with a cell for every two players: the round they meet in; solid black where they meet again.

    `labels` has a short text for each name; without it the name itself stands there. Empty above 220 players.
    """
    names = sorted({name for seats in rounds for table in seats for name in table.players()}, key=in_order)
    if not names or len(names) > LARGEST:
        return SafeString("")
    place = {name: index for index, name in enumerate(names)}
    once: list[tuple[int, int, str]] = []
    again: list[tuple[int, int, str]] = []
    for (one, other), where in meetings(rounds).items():
        row, column = sorted((place[one], place[other]), reverse=True)
        # A cell has room for two rounds; of more it says how many.
        text = "·".join(map(str, where)) if len(where) < 3 else f"{len(where)}×"
        spot = (MARGIN + column * CELL, MARGIN + row * CELL, text)
        (again if len(where) > 1 else once).append(spot)
    size = MARGIN + len(names) * CELL + 4
    return format_html(
        '<svg class="meeting-picture" viewBox="0 0 {size} {size}" width="{size}" height="{size}" role="img" '
        'aria-label="{label}"><rect width="{size}" height="{size}" fill="#fff"/>'
        '<path d="{grid}" stroke="#bbb" stroke-width=".5" fill="none"/>'
        '<path d="{once}" fill="#fff"/><path d="{again}" fill="#000"/>'
        '<g font-size="{font}" text-anchor="middle" fill="#000">{once_text}</g>'
        '<g font-size="{small}" text-anchor="middle" fill="#fff">{again_text}</g>'
        '<g font-size="9" text-anchor="end" fill="#000">{names}</g></svg>',
        size=size,
        label=_("Picture of who meets whom: %(again)d pairs meet again. The table below says the same.")
        % {"again": len(again)},
        grid=_grid(len(names)),
        once=_squares(once),
        again=_squares(again),
        font=9,
        small=7,
        once_text=_numbers(once),
        again_text=_numbers(again),
        names=_names(names, labels or {}),
    )


def _grid(count: int) -> str:
    end = MARGIN + count * CELL
    rows = [f"M{MARGIN} {MARGIN + i * CELL}H{MARGIN + i * CELL}" for i in range(1, count + 1)]
    columns = [f"M{MARGIN + i * CELL} {MARGIN + i * CELL}V{end}" for i in range(count)]
    return "".join(rows + columns)


def _squares(spots: Sequence[tuple[int, int, str]]) -> str:
    inner = CELL - 1
    return "".join(f"M{x + 0.5} {y + 0.5}h{inner}v{inner}h-{inner}z" for x, y, _text in spots)


def _numbers(spots: Sequence[tuple[int, int, str]]) -> SafeString:
    return format_html_join(
        "", '<text x="{}" y="{}">{}</text>', ((x + 7, y + 10, text) for x, y, text in spots)
    )


def _names(names: Sequence[str], labels: Mapping[str, str]) -> SafeString:
    left = format_html_join(
        "",
        '<text x="{}" y="{}">{}</text>',
        ((MARGIN - 4, MARGIN + i * CELL + 10, labels.get(name, name)) for i, name in enumerate(names)),
    )
    above = format_html_join(
        "",
        '<text transform="translate({} {}) rotate(-60)" text-anchor="start">{}</text>',
        (
            (MARGIN + i * CELL + 9, MARGIN + i * CELL - 3, labels.get(name, name))
            for i, name in enumerate(names)
        ),
    )
    return format_html("{}{}", left, above)
