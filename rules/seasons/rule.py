"""The rule of a season as a few rows of data, and the rules that clubs have printed, one TOML file each.

A printed rule is shipped as it was read: ``source`` says where it stands, ``open`` what it leaves open and how that
was read. Points are numbers as a club prints them, halves too, and are reckoned exactly.
"""

import tomllib
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

import msgspec

from rules.game import Fault, Refusal, quoted, refusal
from rules.systems.reader import read_value

TieStep = Literal["most-wins", "fewest-thrown", "most-attended", "best-event"]
"""What decides between equal seasons: mah jonggs, winning tiles thrown, events attended, the best single event."""


class PointsRow(msgspec.Struct, frozen=True, kw_only=True):
    """What an event is worth. ``by`` says how: the total of its points, their average a game, the place in the event
    (``places``, below them ``below``), the place at each table (``tables``: a list for each number of people at one),
    or ``linear``, from ``top`` for the first down to 0 for the last. Who shares places gets their average, or with
    ``ties`` "high" the points of the highest of them. ``attending`` is added for being there; ``absent`` (usually less
    than 0) for each event that counts and was missed, at most ``most_absences`` times. An event with fewer than
    ``least_members`` members does not count.
    """

    by: Literal["total", "average", "place", "table", "linear"]
    places: tuple[float, ...] = ()
    below: float = 0
    tables: dict[str, tuple[float, ...]] = {}
    top: float = 1000
    ties: Literal["split", "high"] = "split"
    attending: float = 0
    absent: float = 0
    most_absences: int | None = None
    least_members: int = 0


class CountsRow(msgspec.Struct, frozen=True, kw_only=True):
    """Which events of a person count (``which``): all, the ``best`` number, the best number ``each`` week (Monday to
    Sunday) or month, all but a number (``drop``; missed events are dropped first), or the best ``share`` in percent of
    the events so far, rounded up. ``together``: the sum, or the average of the events that count.
    """

    which: Literal["all", "best", "drop", "share"] = "all"
    number: int = 0
    each: Literal["season", "week", "month"] = "season"
    together: Literal["sum", "average"] = "sum"


class QualifiesRow(msgspec.Struct, frozen=True, kw_only=True):
    """Who has a place: at least so many events, games, and percent of the events so far."""

    events: int = 0
    games: int = 0
    share: int = 0


class SeasonRule(msgspec.Struct, frozen=True, kw_only=True):
    title: str = ""
    source: str = ""
    open: tuple[str, ...] = ()
    points: PointsRow
    counts: CountsRow = CountsRow()
    qualifies: QualifiesRow = QualifiesRow()
    ties: tuple[TieStep, ...] = ()


RULES: Mapping[str, Path] = {path.stem: path for path in sorted(Path(__file__).parent.glob("*.toml"))}
"""The file of each rule that a club has printed, by name."""


@cache
def printed_rule(name: str) -> SeasonRule:
    """Raises KeyError where no rule is called so."""
    rule = read_rule(tomllib.loads(RULES[name].read_text(encoding="utf-8")))
    assert isinstance(rule, SeasonRule)  # noqa: S101 (a file of our own)
    return rule


def read_rule(data: object) -> SeasonRule | Refusal:
    """A rule from its data: rows as objects, or the name of a printed rule."""
    if isinstance(data, str):
        if data in RULES:
            return printed_rule(data)
        values = {"variant": "season-rule", "rule": quoted(data), "rules": ", ".join(RULES)}
        return Refusal((Fault("bad-value", "rule", values),))
    faults: list[Fault] = []
    rule: SeasonRule | None = read_value(data, SeasonRule, "rule", faults)
    if rule:
        faults += _faults(rule)
    return rule if rule and not faults else refusal(faults)


def _faults(rule: SeasonRule) -> Iterator[Fault]:
    points, counts, needs = rule.points, rule.counts, rule.qualifies
    checks = [
        ("points.places", "season-places", points.by == "place" and not points.places),
        ("points.tables", "season-tables", points.by == "table" and not points.tables),
        ("points.least_members", "season-least", points.least_members < 0),
        ("points.most_absences", "season-least", (points.most_absences or 0) < 0),
        ("counts.number", "season-number", counts.which != "all" and counts.number < 1),
        ("counts.number", "season-share", counts.which == "share" and counts.number > 100),
        ("counts.each", "season-each", counts.each != "season" and counts.which != "best"),
        ("qualifies.events", "season-least", needs.events < 0),
        ("qualifies.games", "season-least", needs.games < 0),
        ("qualifies.share", "season-share", not 0 <= needs.share <= 100),
    ]
    for name, variant, is_wrong in checks:
        if is_wrong:
            yield Fault("bad-value", f"rule.{name}", {"variant": variant})
    for size, places in points.tables.items():
        if size != str(len(places)):
            values = {"variant": "season-table", "size": size, "count": len(places)}
            yield Fault("bad-value", f"rule.points.tables.{size}", values)


@lru_cache
def exact(number: float) -> Fraction:
    """A number as it is written: 0.1 is a tenth."""
    return Fraction(str(number))


def to_hundredths(points: Fraction) -> int | Decimal:
    """Points as they are shown: to the nearest hundredth, a half to the even one."""
    hundredths = round(points * 100)
    return hundredths // 100 if hundredths % 100 == 0 else Decimal(hundredths).scaleb(-2).normalize()
