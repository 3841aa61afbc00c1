"""The ``season`` command: the standings of a season from its events, and from what was brought into it."""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from fractions import Fraction

import msgspec

from rules.commands.forms import answered
from rules.commands.json_lines import read_json
from rules.game import Fault, Refusal, quoted, refusal, short
from rules.limits import MOST_POINTS
from rules.seasons.event import SeasonEvent, UnknownTableError, event_scores
from rules.seasons.rule import SeasonRule, read_rule, to_hundredths
from rules.seasons.standings import BroughtIn, season_standings
from rules.systems.reader import AN_OBJECT, missing, read_value, unknown_field, wrong_type


def answer_line(line: bytes) -> bytes:
    result = answer(read_json(line))
    return answered(result if isinstance(result, Refusal) else msgspec.to_builtins(result, enc_hook=rounded))


def answer(data: object) -> dict[str, object] | Refusal:
    """The ``standings``, and as ``not_counted`` the names of the events with too few members."""
    if not isinstance(data, dict):
        return Refusal((wrong_type("", AN_OBJECT, data),))
    known = ("rule", "events", "brought_in")
    faults = [unknown_field(name) for name in data if name not in known]
    faults += [missing(name) for name in known[:2] if name not in data]
    rule = read_rule(data["rule"]) if "rule" in data else None
    if isinstance(rule, Refusal):
        faults += rule.errors
    events = read_value(data.get("events", []), tuple[SeasonEvent, ...], "events", faults)
    brought_in = read_value(data.get("brought_in", []), tuple[BroughtIn, ...], "brought_in", faults)
    for name, value in data.items():
        faults += _beyond_bounds(value, name)
    if not faults:
        faults += _faults(events, brought_in)
    if faults or not isinstance(rule, SeasonRule):
        return refusal(faults)
    try:
        scores = [event_scores(event, rule.points) for event in sorted(events, key=lambda event: event.date)]
    except UnknownTableError as error:
        values = {"variant": "season-unknown-table", "event": quoted(error.event), "size": error.size}
        return Refusal((Fault("bad-value", "events", values),))
    places = season_standings(scores, rule, brought_in)
    return {"standings": places, "not_counted": [event.name for event in scores if not event.counts]}


def _beyond_bounds(value: object, path: str) -> Iterator[Fault]:
    if isinstance(value, dict | list):
        for name, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _beyond_bounds(part, f"{path}.{short(str(name))}")
    elif isinstance(value, int | float) and abs(value) > MOST_POINTS:
        yield Fault("wrong-type", path, {"variant": "beyond-bounds", "field": path})


def _faults(events: tuple[SeasonEvent, ...], brought_in: tuple[BroughtIn, ...]) -> Iterator[Fault]:
    for index, event in enumerate(events):
        counted = {f"tables.{number}.games": table.games for number, table in enumerate(event.tables)}
        for name, number in {"unit": event.unit, **counted}.items():
            if number < 1:
                yield Fault("bad-value", f"events.{index}.{name}", {"variant": "season-one"})
        if not is_day(event.date):
            values = {"variant": "season-date", "date": quoted(event.date)}
            yield Fault("bad-value", f"events.{index}.date", values)
    for person, rows in Counter(row.person for row in brought_in).items():
        if rows > 1:
            values = {"variant": "season-person-twice", "person": quoted(person)}
            yield Fault("bad-value", "brought_in", values)


def is_day(text: str) -> bool:
    """Whether it is written YYYY-MM-DD, of the forms that Python reads."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def rounded(points: Fraction) -> float:
    hundredths = to_hundredths(points)
    return hundredths if isinstance(hundredths, int) else float(hundredths)
