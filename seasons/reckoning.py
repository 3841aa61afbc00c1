"""The standings of a season, as everybody reads them: what is withheld from anybody counts for nobody."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

import msgspec
from django.utils.formats import date_format
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from club.family_names import as_shown, initials
from club.models import Person
from club.names import shared_names
from rules.seasons.event import EventScores, UnknownTableError
from rules.seasons.rule import SeasonRule
from rules.seasons.standings import BroughtIn, Part, SeasonPlace, season_standings
from seasons.facts import facts_at, scores_at
from seasons.models import Season, SeasonEvent
from tournament.models import Tournament
from ui.texts import Number


def number(points: Fraction) -> Number:
    """Points as they are shown: to the nearest hundredth, a half to the even one."""
    hundredths = round(points * 100)
    return hundredths // 100 if hundredths % 100 == 0 else Decimal(hundredths).scaleb(-2).normalize()


def said(points: Fraction) -> str:
    return str(number(points))


@dataclass(frozen=True)
class SeasonColumn:
    """An event of the season. `why_not` is a sentence where it does not count (yet), "" where it does."""

    event: SeasonEvent
    why_not: str = ""
    scores: EventScores | None = None

    @property
    def tournament(self) -> Tournament:
        return self.event.tournament

    @property
    def key(self) -> str:
        return str(self.event.tournament_id)

    @property
    def day(self) -> str:
        """As the head of a narrow column has it."""
        # Translators: a day without its year, such as Jan 21: letters as Django's date formats have them.
        return date_format(self.tournament.date, _("M j"))

    @property
    def state(self) -> tuple[int, str]:
        return self.tournament.pk, self.tournament.journal_head


@dataclass(frozen=True)
class SeasonLine:
    """One person of the season; `parts` are the events attended that count or were dropped, by the event's key."""

    person: int
    name: str
    place: SeasonPlace
    parts: Mapping[str, Part]

    @property
    def points(self) -> Number:
        return number(self.place.points)


@dataclass(frozen=True)
class Reckoned:
    """A season's standings. `columns` are all its events by their days, `counting` those that count; `rule` is that of
    the last of them. `merged`: record -> the record that it is merged into.
    """

    season: Season
    rule: SeasonRule
    columns: Sequence[SeasonColumn]
    lines: Sequence[SeasonLine]
    merged: Mapping[str, str]
    names: Mapping[int, str]

    @property
    def counting(self) -> list[SeasonColumn]:
        return [column for column in self.columns if not column.why_not]

    @property
    def columns_shown(self) -> list[SeasonColumn]:
        """Those that count, the last one first."""
        return self.counting[::-1]

    @property
    def has_dropped(self) -> bool:
        return any(not part.counts for line in self.lines for part in line.place.parts)

    @property
    def has_brought_in(self) -> bool:
        return any(line.place.brought_in for line in self.lines)

    @property
    def last(self) -> SeasonColumn | None:
        return self.counting[-1] if self.counting else None

    @property
    def running(self) -> list[SeasonColumn]:
        """Events that are being played."""
        return [column for column in self.columns if is_running(column.tournament)]

    def names_with(self, people: Iterable[int]) -> dict[int, str]:
        """The names of those who are in the season, and the initials of further people."""
        others = Person.objects.in_bulk([person for person in people if person not in self.names])
        mains = {key: int(self.merged.get(str(key), key)) for key in others}
        more = {key: self.names.get(mains[key], initials(others[key].name)) for key in others}
        return {**self.names, **more}

    def met(self, person: int) -> list[tuple[str, int]]:
        """With whom somebody sat at a table, and how often; the most often first."""
        met: Counter[str] = Counter()
        for table in (table for column in self.counting for table in facts_at(*column.state).tables):
            there = {self.merged.get(other, other) for other in table.points}
            met.update(there - {str(person)} if str(person) in there else ())
        named = [(self.names[int(key)], times) for key, times in met.items() if int(key) in self.names]
        return sorted(named, key=lambda row: (-row[1], row[0]))


class Reckoning:
    """What all events of a season are reckoned with. Three queries, and some for each event that changed."""

    def __init__(self, season: Season) -> None:
        self.season = season
        self.versions = list(season.versions.all())
        aliases = season.club.people.filter(alias_of__isnull=False).values_list("pk", "alias_of")
        self.merged = {str(alias): str(main) for alias, main in aliases}
        self.people = list(season.people.all())
        self.guests = frozenset(self.main(row.person_id) for row in self.people if row.is_guest)

    def main(self, person: object) -> str:
        return self.merged.get(str(person), str(person))

    def rule_on(self, day: date) -> SeasonRule:
        return [row for row in self.versions if row.holds_from is None or row.holds_from <= day][-1].read

    def column(self, event: SeasonEvent, *, now: bool) -> SeasonColumn:
        tournament, rule = event.tournament, self.rule_on(event.tournament.date)
        if why_not := why_not_shown(self.season, tournament, now=now):
            return SeasonColumn(event, why_not)
        state = tournament.pk, tournament.journal_head
        there = facts_at(*state).people  # merges of others change nothing here
        merged = frozenset(pair for pair in self.merged.items() if pair[0] in there)
        try:
            scores = scores_at(
                *state,
                rule=msgspec.json.encode(rule.points),
                weight=float(event.weight),
                needs_wins=bool({"most-wins", "fewest-thrown"} & set(rule.ties)),
                guests=self.guests & (there | {main for _alias, main in merged}),
                merged=merged,
            )
        except UnknownTableError as error:
            message = _("a table had %(size)s people, and the rule has no points for that")
            return SeasonColumn(event, message % {"size": error.size})
        if not scores.counts:
            message = _("%(there)s members were there, and it counts only with %(least)s")
            values = {"there": len(scores.people), "least": rule.points.least_members}
            return SeasonColumn(event, message % values)
        return SeasonColumn(event, "", scores)

    def brought_in(self) -> list[BroughtIn]:
        """The rows of one person's records together."""
        sums: dict[str, Counter[str]] = defaultdict(Counter)
        for row in self.people:
            if (main := self.main(row.person_id)) not in self.guests:
                sums[main].update(hundredths=int(row.points * 100), events=row.events, games=row.games)
        return [
            BroughtIn(person=person, points=row["hundredths"] / 100, events=row["events"], games=row["games"])
            for person, row in sums.items()
            if any(row.values())
        ]


def why_not_shown(season: Season, tournament: Tournament, *, now: bool) -> str:
    """Why an event does not count yet; "" where it does. `now`: one that is being played counts as it stands."""
    if tournament.withheld_from is not None:
        return _("its results are withheld")
    if season.is_public and not tournament.is_watched:
        return _("it is not public, and this season is")
    if tournament.finished_at is None and not (now and is_running(tournament)):
        return _("it is being played") if is_running(tournament) else _("it is not finished")
    return ""


def is_running(tournament: Tournament) -> bool:
    return tournament.finished_at is None and tournament.standings_version > 0


def reckon(
    season: Season, *, until: int | None = None, only: Collection[int] | None = None, now: bool = False
) -> Reckoned:
    """The standings of today's records: after the event with the key `until`, or of the events `only`, or of all.

    `now`: events that are being played count as they stand.
    """
    reckoning = Reckoning(season)
    rows = season.events.filter(tournament__deleted_at__isnull=True).select_related("tournament")
    events = list(rows.order_by("tournament__date", "tournament__pk"))
    keys = [event.tournament_id for event in events]
    if until in keys:
        events = events[: keys.index(until) + 1]
    if only is not None:
        events = [event for event in events if event.tournament_id in only]
    columns = [reckoning.column(event, now=now) for event in events]
    counted = [column for column in columns if column.scores is not None]
    rule = reckoning.rule_on(counted[-1].tournament.date if counted else localdate())
    scores = [column.scores for column in counted if column.scores]
    places = season_standings(scores, rule, reckoning.brought_in())
    people = Person.objects.in_bulk([int(place.person) for place in places])
    short = {reckoning.main(person) for column in counted for person in facts_at(*column.state).initials}
    names = {key: as_shown(person.name, is_short=str(key) in short) for key, person in people.items()}
    alike = shared_names(names.values())
    names |= {
        key: f"{names[key]} ({person.town})"
        for key, person in people.items()
        if names[key] in alike and person.town and str(key) not in short
    }
    lines = [
        SeasonLine(
            int(place.person), names[int(place.person)], place, {part.event: part for part in place.parts}
        )
        for place in places
    ]

    def order(line: SeasonLine) -> tuple[Any, ...]:
        return (
            line.place.rank or len(lines) + 1,
            -line.place.points,
            people[line.person].divided_name.sort_key,
        )

    return Reckoned(season, rule, columns, sorted(lines, key=order), reckoning.merged, names)
