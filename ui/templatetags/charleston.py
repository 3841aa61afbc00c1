import re
from datetime import datetime, timedelta
from typing import Any

import segno
from django import template
from django.forms import BaseForm, BoundField
from django.template import Context
from django.utils.formats import get_format, time_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, gettext_lazy

from ui.texts import Number, in_money, shown

register = template.Library()

# Each letter has its own shape, so that it can be recognized without color and on paper.
SEAT_MARKS = {
    "A": '<circle cx="5" cy="5" r="4.6"/>',
    "B": '<path d="M1.2 0h2.8v10H1.2zM6 0h2.8v10H6z"/>',
    "C": '<path d="M5 0l5 9.4H0z"/>',
    "D": '<path d="M5 0l5 5-5 5-5-5z"/>',
}

# state: (mark, chip class, table tile class, words)
STATES = {
    "not-begun": ("", "", "", gettext_lazy("not started")),
    "seated": ("", "", "", gettext_lazy("seated")),
    "playing": ("", "", "", gettext_lazy("playing")),
    "called": ("•", "chip-warning", "is-held", gettext_lazy("time called")),
    "in": ("→", "chip-note", "is-in", gettext_lazy("cards in")),
    "held": ("‖", "chip-warning", "is-held", gettext_lazy("held")),
    "disputed": ("?", "chip-warning", "is-held", gettext_lazy("in dispute")),
    "accepted": ("✓", "chip-good", "is-accepted", gettext_lazy("accepted")),
    "late": ("!", "chip-bad", "is-late", gettext_lazy("late")),
    "written-off": ("–", "", "is-empty", gettext_lazy("written off")),
    "empty": ("", "", "is-empty", gettext_lazy("empty")),
    "good": ("✓", "chip-good", "is-accepted", "good"),
    "warning": ("!", "chip-warning", "is-held", "warning"),
    "bad": ("!", "chip-bad", "is-late", "bad"),
    "note": ("", "chip-note", "is-in", "note"),
    "plain": ("", "", "", "plain"),
}


@register.simple_tag
def seat(letter: str, size: str = "") -> SafeString:
    """The tile of a seat letter `A` to `D`; `size="large"` if it is alone. Spoken as "Seat A"."""
    shape = SEAT_MARKS.get(letter, "")
    return format_html(
        '<span class="seat seat-{}{}"><span class="seat-letter"><span class="visually-hidden">{} </span>{}</span>'
        '<svg class="seat-mark" viewBox="0 0 10 10" aria-hidden="true">{}</svg></span>',
        letter.lower(),
        " seat-large" if size == "large" else "",
        gettext("Seat"),
        letter,
        mark_safe(shape),  # noqa: S308 (a constant of this file)
    )


@register.simple_tag
def qr(address: str) -> SafeString:
    drawn = segno.make(address, micro=False).svg_inline(
        scale=4, border=2, svgclass="qr", lineclass=None, omitsize=True
    )
    label = format_html('<svg role="img" aria-label="{}"', gettext("QR code of this address"))
    return mark_safe(drawn.replace("<svg", label, 1))  # noqa: S308 (segno draws it from modules)


@register.simple_tag(takes_context=True)
def points(
    context: Context,
    value: Number | None,
    total: bool = False,  # noqa: FBT001
    signed: bool = False,  # noqa: FBT001
    unit: int | None = None,
) -> SafeString:
    """Points: a negative in a pill ("minus 20" when spoken).

    `total=True` is heavier; `signed=True` writes a plus before a gain; `None` is a dash. The unit is that of the
    page's tournament where the page says no other.
    """
    of_page = getattr(context.get("tournament"), "unit", 1)
    return points_in_html(value, unit or context.get("unit") or of_page, total=total, signed=signed)


def points_in_html(
    value: Number | None, unit: int = 1, *, total: bool = False, signed: bool = False
) -> SafeString:
    heavy = " num-total" if total else ""
    if value is None:
        return format_html(
            '<span class="num num-none"><span aria-hidden="true">–</span>'
            '<span class="visually-hidden">{}</span></span>',
            gettext("none"),
        )
    number = shown(-value if value < 0 else value, unit, grouped=True)
    if value < 0:
        return format_html(
            '<span class="num num-negative{}"><span aria-hidden="true">−{}</span>'
            '<span class="visually-hidden">{}</span></span>',
            heavy,
            number,
            gettext("minus %(points)s") % {"points": number},
        )
    plus = "+" if signed and value else ""
    return format_html('<span class="num{}">{}{}</span>', heavy, plus, number)


@register.simple_tag
def typed_value(value: str, words: str = "") -> SafeString | str:
    """A typed value: a number as the cards show it, anything else as `words`."""
    return points_in_html(int(value)) if value.lstrip("-").isdecimal() else words or value


@register.simple_tag
def chip(state: str, words: str = "") -> SafeString:
    """A chip with the mark and words of a state in `STATES`; the words default to the state's name."""
    mark, css, _, usual_words = STATES[state]
    return format_html('<span class="chip {}">{}{}</span>', css, _mark(mark), words or usual_words)


@register.simple_tag
def state(name: str, words: str = "") -> SafeString:
    mark, _, _, usual_words = STATES[name]
    return format_html('<span class="table-tile-state">{}{}</span>', _mark(mark), words or usual_words)


@register.filter
def in_points(number: Number, tournament: Any) -> str:
    """Points within a sentence: `{{ place.total|in_points:tournament }}`."""
    return shown(number, tournament.unit)


@register.filter
def tile_class(name: str) -> str:
    return STATES[name][2]


def _mark(mark: str) -> SafeString:
    if not mark:
        return SafeString("")
    return format_html('<span class="mark" aria-hidden="true">{}</span> ', mark)


@register.filter
def money(cents: int, currency: str) -> str:
    """Cents as people write money: `{{ cents|money:tournament.currency }}`."""
    return in_money(cents, currency)


@register.filter
def of(values: dict[Any, Any], key: object) -> Any:
    """What a mapping has under a key, None where it has nothing: `{{ owed|of:entry.number }}`."""
    return values.get(key) if values else None


@register.filter
def ordinal(place: int) -> str:
    """3 as "3rd" in English, "3.º" in Spanish, "3." elsewhere."""
    language = (get_language() or "en")[:2]
    if language == "es":
        return f"{place}.º"
    if language != "en":
        return f"{place}."
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


@register.filter(expects_localtime=True)
def to_the_second(moment: datetime) -> str:
    """The time of day with its seconds, "2:03:22 PM", as the reader's language writes times.

    With its zone in the hour that comes twice when summer time ends: "1:03:22 AM EDT".
    """
    time = time_format(moment, get_format("TIME_FORMAT").replace("i", "i:s"))
    comes_twice = moment.utcoffset() != moment.replace(fold=1 - moment.fold).utcoffset()
    return f"{time} {moment.tzname()}" if comes_twice else time


@register.filter
def bdi(names: object) -> SafeString:
    """A name, or several with commas, each in <bdi>, so that right-to-left names do not reorder the sentence."""
    several = names if isinstance(names, list | tuple | set | frozenset) else [names]
    return format_html_join(", ", "<bdi>{}</bdi>", ((name,) for name in several))


@register.filter(is_safe=True)
def minus(words: str) -> str:
    """A sentence with minus signs for the hyphens of negative numbers: "-10" as "−10"."""
    return re.sub(r"(?<!\w)-(?=\d)", "−", words)


@register.filter
def clock(time_left: timedelta | int) -> str:
    """Time left as "12:48", from 100 minutes on as "1:42:03"; overtime has a plus, "+0:31"."""
    seconds = int(time_left.total_seconds()) if isinstance(time_left, timedelta) else time_left
    sign, seconds = ("+" if seconds < 0 else ""), abs(seconds)
    hours, seconds_left = divmod(seconds, 3600) if seconds >= 6000 else (0, seconds)
    if hours:
        return f"{sign}{hours}:{seconds_left // 60:02}:{seconds_left % 60:02}"
    return f"{sign}{seconds_left // 60}:{seconds_left % 60:02}"


@register.inclusion_tag("ui/field.html")
def field(bound: BoundField, label: str = "") -> dict[str, Any]:
    return {"field": bound, "label": label}


@register.inclusion_tag("ui/error_summary.html")
def error_summary(form: BaseForm) -> dict[str, Any]:
    return {"form": form, "faulty": [bound for bound in form if bound.errors]}
