"""The rule of a season, places and points, in the reader's language."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext_lazy as _
from msgspec.structs import asdict

from rules.seasons.rule import RULES, QualifiesRow, SeasonRule, printed_rule, to_hundredths
from rules.seasons.standings import BroughtIn, SeasonPlace, tie_figures
from seasons.reckoning import Reckoned, SeasonLine
from ui.texts import shown

BY = {
    "total": _("the points made there"),
    "average": _("the average of a game there"),
    "place": _("points by the place in the event"),
    "table": _("points by the place at the table, each round"),
    "linear": _("points by the place in even steps, down to 0 for the last"),
}
TIES_IN_EVENT = {"split": _("the average of those places"), "high": _("the points of the higher place")}
WHICH = {
    "all": _("all of them"),
    "best": _("the best, so many"),
    "drop": _("all but the worst, so many; missed events first"),
    "share": _("the best, so many percent of the events so far"),
}
EACH = {"season": _("the season"), "week": _("each week (Monday to Sunday)"), "month": _("each month")}
TOGETHER = {"sum": _("added up"), "average": _("averaged over the events that count")}
TIES = {
    "most-wins": _("more mah jonggs"),
    "fewest-thrown": _("fewer winning tiles thrown"),
    "most-attended": _("more events attended"),
    "best-event": _("the better best event"),
}


def points_text(points: Fraction | float) -> str:
    return shown(to_hundredths(Fraction(str(points))))


def shown_text(points: str | None) -> str:
    """Points that are kept as text, as people read them."""
    return shown(Decimal(points)) if points else "–"


def place_words(place: SeasonPlace) -> str:
    """The place, "3="; or what is lacking for one, "4 of 6 events"."""
    if place.rank is not None:
        return f"{place.rank}=" if place.tied else str(place.rank)
    need = place.needs[0]
    sentence = _("%(has)s of %(of)s games") if need.what == "games" else _("%(has)s of %(of)s events")
    return sentence % {"has": need.has, "of": need.of}


def title_of(rule: SeasonRule) -> str:
    """ "Based on Groene Hart Mahjong", or that the numbers differ from it; "" for a rule of the club's own."""
    title, is_printed = str(_(rule.title)), rule in map(printed_rule, RULES)
    return title if is_printed or not title else _("%(title)s, changed") % {"title": title}


def rule_words(rule: SeasonRule) -> list[str]:
    """The rule in sentences, a paragraph for each of its rows; each is said where what stands beside it is so."""
    points, counts, needs = rule.points, rule.counts, rule.qualifies
    tables = [
        _("At a table of %(size)s: %(places)s.") % {"size": size, "places": listed(places)}
        for size, places in sorted(points.tables.items())
    ]
    steps = _(", then ").join(str(TIES[step]) for step in rule.ties)
    values = asdict(points) | asdict(counts) | asdict(needs)
    values |= {name: points_text(values[name]) for name in ("below", "top", "attending", "absent")}
    values |= {"by": BY[points.by], "ties": TIES_IN_EVENT[points.ties], "each": EACH[counts.each]}
    values |= {"together": TOGETHER[counts.together], "places": listed(points.places), "steps": steps}
    has_most = points.absent and points.most_absences is not None
    is_said: list[dict[Any, object]] = [
        {
            _("An event is worth %(by)s."): True,
            _("From the first on: %(places)s; below that %(below)s."): points.by == "place",
            **dict.fromkeys(tables, points.by == "table"),
            _("The first gets %(top)s."): points.by == "linear",
            _("Those tied get %(ties)s."): points.by in ("place", "table", "linear"),
            _("Being there is worth %(attending)s more."): points.attending,
            _("Each event missed is worth %(absent)s."): points.absent,
            _("At most %(most_absences)s missed events count this way."): has_most,
            _("An event counts only with at least %(least_members)s members there."): points.least_members,
        },
        {
            _("Every event counts."): counts.which == "all",
            _("The best %(number)s of %(each)s count."): counts.which == "best",
            _("All but the worst %(number)s count; missed events are dropped first."): counts.which == "drop",
            _("The best %(number)s percent of the events so far count."): counts.which == "share",
            _("The points are %(together)s."): True,
        },
        {
            _("A place takes at least %(events)s events."): needs.events,
            _("A place takes at least %(games)s games."): needs.games,
            _("A place takes at least %(share)s percent of the events so far."): needs.share,
            _("Everybody who came at least once has a place."): needs == QualifiesRow(),
        },
        {_("Between equal points: %(steps)s."): rule.ties, _("Those still tied share the place."): True},
    ]
    return [" ".join(sentence % values for sentence in row if row[sentence]) for row in is_said]


def listed(points: Sequence[float]) -> str:
    return " / ".join(map(points_text, points))


def sum_words(now: Reckoned, line: SeasonLine) -> str:
    """How somebody's points come about: "12 + 9 + 7 + 2 brought in = 30"."""
    place, before = line.place, line.place.brought_in or BroughtIn(person="", points=0)
    parts = [points_text(part.attendance.points) for part in line.parts.values() if part.counts]
    divisor = len(parts) + before.events
    if before.points:
        parts.append(_("%(points)s brought in") % {"points": points_text(before.points)})
    words = " + ".join(parts) or "0"
    if now.rule.counts.together == "average":
        words = _("(%(sum)s) divided by %(number)s events") % {"sum": words, "number": divisor}
    if place.absences:
        missed = _("%(points)s for events missed") % {"points": points_text(abs(place.absences))}
        words += f" {'−' if place.absences < 0 else '+'} {missed}"
    return f"{words} = {points_text(place.points)}"


def tie_words(now: Reckoned, line: SeasonLine) -> str:
    """What somebody has to show where points are equal; "" where nothing is asked for."""
    figures = tie_figures(line.place)
    sentences = {
        "most-wins": _("Mah jonggs: %(number)s."),
        "fewest-thrown": _("Winning tiles thrown: %(number)s."),
        "most-attended": _("Events attended: %(number)s."),
        "best-event": _("Best event: %(number)s."),
    }
    return " ".join(sentences[step] % {"number": points_text(figures[step])} for step in now.rule.ties)
