"""The standings of a season, as everybody reads them: what is withheld from anybody counts for nobody."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.utils.formats import date_format
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from club.family_names import initials
from club.models import Person
from club.names import shared_names
from rules.seasons.event import EventScores, UnknownTableError
from rules.seasons.rule import SeasonRule, to_hundredths
from rules.seasons.standings import BroughtIn, Part, SeasonPlace, season_standings
from seasons.facts import EventFacts, Merged, facts_at, scores_at
from seasons.models import Season, SeasonEvent
from tournament.models import Entry, Tournament
from ui.texts import Number


@dataclass(frozen=True)
class SeasonColumn:
    """An event of the season. `why_not` is a sentence where it does not count (yet), "" where it does."""

    event: SeasonEvent
    why_not: str = ""
    scores: EventScores | None = None
    facts: EventFacts | None = None

    @property
    def tournament(self) -> Tournament:
        return self.event.tournament

    @property
    def key(self) -> str:
        return self.tournament.slug

    @property
    def day(self) -> str:
        """As the head of a narrow column has it."""
        # Translators: a day without its year, such as Jan 21: letters as Django's date formats have them.
        return date_format(self.tournament.date, _("M j"))


@dataclass(frozen=True)
class SeasonLine:
    """One person of the season."""

    person: Person
    name: str
    place: SeasonPlace

    @cached_property
    def parts(self) -> Mapping[str, Part]:
        """The events attended that count or were dropped, by the event's key."""
        return {part.event: part for part in self.place.parts}

    @property
    def points(self) -> Number:
        return to_hundredths(self.place.points)


class Named(NamedTuple):
    """`mark` is that of the record that counts."""

    mark: UUID
    name: str


@dataclass(frozen=True)
class Reckoned:
    """A season's standings. `columns` are all its events by their days, `counting` those that count; `rule` is that of
    the last of them.
    """

    season: Season
    rule: SeasonRule
    columns: Sequence[SeasonColumn]
    lines: Sequence[SeasonLine]

    @property
    def counting(self) -> list[SeasonColumn]:
        return [column for column in self.columns if not column.why_not]

    @property
    def last(self) -> SeasonColumn | None:
        return self.counting[-1] if self.counting else None

    @property
    def running(self) -> list[SeasonColumn]:
        """Events that are being played."""
        return [column for column in self.columns if is_running(column.tournament)]

    @property
    def has_dropped(self) -> bool:
        return any(not part.counts for line in self.lines for part in line.place.parts)

    @property
    def has_brought_in(self) -> bool:
        return any(line.place.brought_in for line in self.lines)

    def people(self, marks: Iterable[UUID]) -> Mapping[UUID, Named]:
        """Those of the season, those with these marks, and the records that these are merged into; by their marks.
        Whoever is not in the season has initials.
        """
        known = {line.person.mark: Named(line.person.mark, line.name) for line in self.lines}
        others = {mark: Named(mark, _("somebody")) for mark in marks if mark not in known}
        for person in self.season.club.people.filter(mark__in=others).select_related("alias_of"):
            main = person.alias_of or person
            others[person.mark] = known.get(main.mark) or Named(main.mark, initials(main.name))
            others[main.mark] = others[person.mark]
        return others | known

    def met(self, person: Person) -> list[tuple[str, int]]:
        """With whom somebody sat at a table, and how often; the most often first."""
        tables = [table for column in self.columns if column.facts for table in column.facts.tables]
        met = Counter(other for table in tables if str(person.pk) in table.points for other in table.points)
        others = [line for line in self.lines if met[str(line.person.pk)] and line.person != person]
        named = [(line.name, met[str(line.person.pk)]) for line in others]
        return sorted(named, key=lambda row: (-row[1], row[0]))


class Reckoning:
    """What all events of a season are reckoned with. Three queries, and some for each event that changed."""

    def __init__(self, season: Season) -> None:
        self.season = season
        self.versions = list(season.versions.all())
        self.merged: dict[int, Merged] = defaultdict(frozenset)
        aliases = Entry.objects.filter(tournament__seasons__season=season, person__alias_of__isnull=False)
        for tournament, entry, main in aliases.values_list("tournament", "pk", "person__alias_of"):
            self.merged[tournament] |= {(entry, main)}
        rows = [(str(row.person.main_id), row) for row in season.people.select_related("person")]
        self.guests = frozenset(person for person, row in rows if row.is_guest)
        sums: dict[str, Counter[str]] = defaultdict(Counter)
        for person, row in rows:  # those of one person's records together
            sums[person].update(hundredths=int(row.points * 100), events=row.events, games=row.games)
        self.brought_in = [
            BroughtIn(person=person, points=row["hundredths"] / 100, events=row["events"], games=row["games"])
            for person, row in sums.items()
            if any(row.values()) and person not in self.guests
        ]

    def rule_on(self, day: date) -> SeasonRule:
        return [row for row in self.versions if row.holds_from is None or row.holds_from <= day][-1].read

    def column(self, event: SeasonEvent, *, now: bool) -> SeasonColumn:
        tournament, rule = event.tournament, self.rule_on(event.tournament.date)
        if why_not := why_not_shown(self.season, tournament, now=now):
            return SeasonColumn(event, why_not)
        state = tournament.pk, tournament.journal_head, self.merged[tournament.pk]
        weight, of_rule = float(event.weight), msgspec.json.encode(rule)
        try:
            scores = scores_at(*state, rule=of_rule, weight=weight, guests=self.guests)
        except UnknownTableError as error:
            message = _("a table had %(size)s people, and the rule has no points for that")
            return SeasonColumn(event, message % {"size": error.size})
        if not scores.counts:
            message = _("%(there)s members were there, and it counts only with %(least)s")
            values = {"there": len(scores.people), "least": rule.points.least_members}
            return SeasonColumn(event, message % values)
        return SeasonColumn(event, "", scores, facts_at(*state))

    def names(self, people: Mapping[int, Person], counted: Sequence[SeasonColumn]) -> dict[int, str]:
        """As the public reads them: initials where somebody asked for them in an event, towns where two are alike."""
        short = {person for column in counted if column.facts for person in column.facts.initials}
        alike = shared_names(person.name for key, person in people.items() if str(key) not in short)

        def shown(key: int, person: Person) -> str:
            if str(key) in short:
                return initials(person.name)
            return f"{person.name} ({person.town})" if person.name in alike and person.town else person.name

        return {key: shown(key, person) for key, person in people.items()}


def why_not_shown(season: Season, tournament: Tournament, *, now: bool) -> str:
    """Why an event does not count yet; "" where it does. `now`: one that is being played counts as it stands."""
    if tournament.withheld_from is not None:
        return _("its results are withheld")
    if season.is_public and not tournament.is_watched:
        return _("it is not public, and this season is")
    if tournament.finished_at is not None or (now and is_running(tournament)):
        return ""
    return _("it is being played") if is_running(tournament) else _("it is not finished")


def is_running(tournament: Tournament) -> bool:
    return tournament.finished_at is None and tournament.standings_version > 0


def reckon(
    season: Season, *, until: str = "", only: Collection[str] | None = None, now: bool = False
) -> Reckoned:
    """The standings of today's records: after the event at the address `until`, or of the events `only`, or of all.

    `now`: events that are being played count as they stand.
    """
    reckoning = Reckoning(season)
    rows = season.events.filter(tournament__deleted_at__isnull=True).select_related("tournament")
    events = {row.tournament.slug: row for row in rows if only is None or row.tournament.slug in only}
    if until in events:
        events = {key: events[key] for key in [*events][: [*events].index(until) + 1]}
    columns = [reckoning.column(event, now=now) for event in events.values()]
    counted = [column for column in columns if not column.why_not]
    rule = reckoning.rule_on(counted[-1].tournament.date if counted else localdate())
    scores = [column.scores for column in counted if column.scores]
    places = season_standings(scores, rule, reckoning.brought_in)
    people = Person.objects.in_bulk([int(place.person) for place in places])
    names = reckoning.names(people, counted)

    lines = [SeasonLine(people[int(place.person)], names[int(place.person)], place) for place in places]

    def order(line: SeasonLine) -> tuple[Any, ...]:
        return line.place.rank or len(lines) + 1, -line.place.points, line.person.divided_name.sort_key

    return Reckoned(season, rule, columns, sorted(lines, key=order))
