"""The rule of a season, places and points, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.seasons.rule import RULES, CountsRow, PointsRow, QualifiesRow, SeasonRule, exact, printed_rule
from rules.seasons.standings import BroughtIn, SeasonPlace
from seasons.reckoning import Reckoned, SeasonLine, number
from ui.texts import shown

BY = {
    "total": gettext_lazy("the points made there"),
    "average": gettext_lazy("the average of a game there"),
    "place": gettext_lazy("points by the place in the event"),
    "table": gettext_lazy("points by the place at the table, each round"),
    "linear": gettext_lazy("points by the place in even steps, down to 0 for the last"),
}
TIES_IN_EVENT = {
    "split": gettext_lazy("the average of those places"),
    "high": gettext_lazy("the points of the higher place"),
}
WHICH = {
    "all": gettext_lazy("all of them"),
    "best": gettext_lazy("the best, so many"),
    "drop": gettext_lazy("all but the worst, so many; missed events first"),
    "share": gettext_lazy("the best, so many percent of the events so far"),
}
EACH = {
    "season": gettext_lazy("the season"),
    "week": gettext_lazy("each week (Monday to Sunday)"),
    "month": gettext_lazy("each month"),
}
TOGETHER = {
    "sum": gettext_lazy("added up"),
    "average": gettext_lazy("averaged over the events that count"),
}
TIES = {
    "most-wins": gettext_lazy("more mah jonggs"),
    "fewest-thrown": gettext_lazy("fewer winning tiles thrown"),
    "most-attended": gettext_lazy("more events attended"),
    "best-event": gettext_lazy("the better best event"),
}


def points_text(points: Fraction | float) -> str:
    return shown(number(exact(points) if isinstance(points, float | int) else points))


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
    is_printed = any(rule == printed_rule(name) for name in RULES)
    return (
        _(rule.title) if is_printed or not rule.title else _("%(title)s, changed") % {"title": _(rule.title)}
    )


def rule_words(rule: SeasonRule) -> list[str]:
    """The rule in sentences, a paragraph for each of its rows."""
    points, counts = rule.points, rule.counts
    rows = (worth_words(points), counts_words(counts), qualifies_words(rule.qualifies), tie_words(rule.ties))
    return [" ".join(row) for row in rows]


def listed(points: Sequence[float]) -> str:
    return " / ".join(map(points_text, points))


def worth_words(points: PointsRow) -> Iterator[str]:
    yield _("An event is worth %(what)s.") % {"what": BY[points.by]}
    if points.by == "place":
        values = {"places": listed(points.places), "below": points_text(points.below)}
        yield _("From the first on: %(places)s; below that %(below)s.") % values
    if points.by == "table":
        for size, places in sorted(points.tables.items()):
            yield _("At a table of %(size)s: %(places)s.") % {"size": size, "places": listed(places)}
    if points.by == "linear":
        yield _("The first gets %(top)s.") % {"top": points_text(points.top)}
    if points.by in ("place", "table", "linear"):
        yield _("Those tied get %(what)s.") % {"what": TIES_IN_EVENT[points.ties]}
    if points.attending:
        yield _("Being there is worth %(points)s more.") % {"points": points_text(points.attending)}
    if points.absent:
        yield _("Each event missed is worth %(points)s.") % {"points": points_text(points.absent)}
        if points.most_absences is not None:
            yield _("At most %(most)s missed events count this way.") % {"most": points.most_absences}
    if points.least_members:
        yield _("An event counts only with at least %(least)s members there.") % {
            "least": points.least_members
        }


def counts_words(counts: CountsRow) -> Iterator[str]:
    sentence = {
        "all": _("Every event counts."),
        "best": _("The best %(number)s of %(each)s count."),
        "drop": _("All but the worst %(number)s count; missed events are dropped first."),
        "share": _("The best %(number)s percent of the events so far count."),
    }[counts.which]
    yield sentence % {"number": counts.number, "each": EACH[counts.each]}
    yield _("The points are %(what)s.") % {"what": TOGETHER[counts.together]}


def qualifies_words(needs: QualifiesRow) -> Iterator[str]:
    for least, sentence in (
        (needs.events, _("A place takes at least %(least)s events.")),
        (needs.games, _("A place takes at least %(least)s games.")),
        (needs.share, _("A place takes at least %(least)s percent of the events so far.")),
    ):
        if least:
            yield sentence % {"least": least}
    if needs == QualifiesRow():
        yield _("Everybody who came at least once has a place.")


def tie_words(ties: Sequence[str]) -> Iterator[str]:
    if ties:
        steps = _(", then ").join(str(TIES[step]) for step in ties)
        yield _("Between equal points: %(steps)s.") % {"steps": steps}
    yield _("Those still tied share the place.")


def sum_words(now: Reckoned, line: SeasonLine) -> str:
    """How somebody's points come about: "12 + 9 + 7 + 2 brought in = 30"."""
    place = line.place
    counted = [part.attendance.points for part in line.parts.values() if part.counts]
    parts = list(map(points_text, counted))
    before = place.brought_in or BroughtIn(person="", points=0)
    if before.points:
        parts.append(_("%(points)s brought in") % {"points": points_text(before.points)})
    words = " + ".join(parts) or "0"
    if now.rule.counts.together == "average":
        values = {"sum": words, "number": len(counted) + before.events}
        words = _("(%(sum)s) divided by %(number)s events") % values
    if place.absences:
        missed = _("%(points)s for events missed") % {"points": points_text(abs(place.absences))}
        words += f" {'−' if place.absences < 0 else '+'} {missed}"
    return f"{words} = {points_text(place.points)}"


def tie_figures(now: Reckoned, line: SeasonLine) -> str:
    """What somebody has to show where points are equal; "" where nothing is asked for."""
    attended = [part.attendance for part in line.parts.values()]
    figures = {
        "most-wins": _("Mah jonggs: %(number)s.") % {"number": sum(event.wins for event in attended)},
        "fewest-thrown": _("Winning tiles thrown: %(number)s.")
        % {"number": sum(event.thrown for event in attended)},
        "most-attended": _("Events attended: %(number)s.") % {"number": line.place.attended},
        "best-event": _("Best event: %(number)s.")
        % {"number": points_text(max((event.points for event in attended), default=Fraction()))},
    }
    return " ".join(figures[step] for step in now.rule.ties)
