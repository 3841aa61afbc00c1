"""A season as a file: to keep it, and to restore it in another installation once its tournaments are restored there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Any, Literal

import msgspec
from django.utils.translation import gettext as _

from club.bars.actions import person_named
from club.models import Club, Person, User
from club.names import has_letter, tidy
from record.change import change, still_there
from record.refused import refuse
from record.stamps import Stamp
from record.verbs import Verb
from rules.seasons.rule import SeasonRule, read_rule
from seasons.actions import address_of, refuse_taken
from seasons.models import RuleVersion, Season, SeasonEvent, SeasonPerson, SeasonPublication
from tournament.archive.actions import refusing_bad_content
from tournament.models import Tournament
from ui.texts import has_control_characters

Moment = Annotated[datetime, msgspec.Meta(tz=True)]
Points = Annotated[str, msgspec.Meta(pattern=r"^-?\d{1,9}(\.\d{1,2})?\Z")]


class EventRow(msgspec.Struct, forbid_unknown_fields=True):
    tournament: str
    name: str
    date: str


class PlaceRow(msgspec.Struct, forbid_unknown_fields=True):
    person: str
    rank: int | None
    points: Points
    events: dict[str, Points]


class SeasonFile(msgspec.Struct, forbid_unknown_fields=True):
    """Tournaments stand in it by their addresses, people by their marks; `people` has the name of each mark.

    `rules`: rule, day, reason, moment; `events`: address, weight; `said`: mark, guest, points, events, games;
    `published`: moment, events and places as `SeasonPublication` has them.
    """

    type: Literal["charleston-season"]
    format: Literal[1]
    name: str
    is_public: bool
    people: dict[str, str]
    rules: list[tuple[dict[str, Any], date | None, str, Moment]]
    events: list[tuple[str, Decimal]]
    said: list[tuple[str, bool, Decimal, int, int]]
    published: list[tuple[Moment, list[EventRow], list[PlaceRow]]]


def as_file(season: Season) -> bytes:
    said_of, published = season.people.all(), season.publications.all()
    mentioned = {row.person_id for row in said_of}
    mentioned |= {place["person"] for row in published for place in row.places}
    people = Person.objects.in_bulk(mentioned)
    marks = {key: str(person.mark) for key, person in people.items()}
    slugs = dict(Tournament.everything.filter(club=season.club).values_list("pk", "slug"))

    def address(key: object) -> str:
        return slugs.get(int(str(key)), str(key))

    return msgspec.json.encode(
        SeasonFile(
            *("charleston-season", 1, season.name, season.is_public),
            people={marks[key]: person.name for key, person in people.items()},
            rules=list(season.versions.order_by("pk").values_list("rule", "holds_from", "reason", "at")),
            events=[(address(row.tournament_id), row.weight) for row in season.events.order_by("pk")],
            said=[(marks[row.person_id], row.is_guest, row.points, row.events, row.games) for row in said_of],
            published=[(row.at, *translated((row.events, row.places), address, marks)) for row in published],
        )
    )


def translated(rows: Any, event: Callable[[Any], Any], people: Mapping[Any, Any]) -> Any:
    """A publication's events and places, with other names of its events and people."""

    def worth(points: Mapping[str, str]) -> dict[str, str]:
        return {str(event(key)): value for key, value in points.items()}

    events, places = rows
    places = [
        {**row, "person": people[row["person"]], "events": worth(row["events"])}
        for row in places
        if row["person"] in people
    ]
    return [{**row, "tournament": event(row["tournament"])} for row in events], places


def readable(name: str, most: int) -> str:
    if tidy(name) != name or not has_letter(name) or has_control_characters(name) or len(name) > most:
        raise ValueError(name)
    return name


def restore(club: Club, content: bytes, *, by: User, stamp: Stamp | None = None) -> tuple[Season, list[str]]:
    """A new season of the club as the file has it, and the addresses of its tournaments that the club does not have.

    People are the club's own by their marks, or else by their names. Raises Refused for what is no such file, and for
    one that contradicts itself; then nothing is changed.
    """
    with (
        refusing_bad_content(),
        change(club, Verb.SEASON_MADE, by=by, stamp=stamp, content=content.hex()) as act,
    ):
        if act.repeated:
            return still_there(Season.objects, act.answer), []
        file = msgspec.json.decode(content, type=SeasonFile)
        refuse_taken(act.where, readable(file.name, 80))
        known = {str(row.mark): row for row in club.people.filter(mark__in=file.people)}
        people = {
            mark: known.get(mark) or person_named(act.where, readable(name, 120), "")
            for mark, name in file.people.items()
        }
        slugs = {slug for slug, _weight in file.events}
        slugs |= {event.tournament for _at, events, _places in file.published for event in events}
        tournaments = club.tournaments.in_bulk(list(slugs), field_name="slug")
        keys = {
            slug: tournaments[slug].pk if slug in tournaments else -place
            for place, slug in enumerate(sorted(slugs), 1)
        }
        slug = address_of(club, file.name)
        season = Season.objects.create(club=act.where, name=file.name, slug=slug, is_public=file.is_public)
        for data, day, reason, at in file.rules:
            rule = read_rule(data)
            if not isinstance(rule, SeasonRule):
                raise refuse("bad-rule", _("The rule in this file cannot be read."), "file")
            kept = msgspec.to_builtins(rule)
            RuleVersion.objects.create(season=season, rule=kept, holds_from=day, reason=reason, at=at)
        for address, weight in file.events:
            if address in tournaments:
                SeasonEvent.objects.create(season=season, tournament=tournaments[address], weight=weight)
        for person, is_guest, points, events, games in file.said:
            row = {"is_guest": is_guest, "points": points, "events": events, "games": games}
            SeasonPerson.objects.create(season=season, person=people[person], **row)
        marks = {mark: person.pk for mark, person in people.items()}
        for number, (at, of_events, of_places) in enumerate(file.published, 1):
            rows = msgspec.to_builtins((of_events, of_places))
            events, places = translated(rows, keys.__getitem__, marks)
            SeasonPublication.objects.create(
                season=season, number=number, at=at, events=events, places=places
            )
        if season.versions.filter(holds_from=None).first() is None:
            raise refuse("bad-rule", _("The rule in this file cannot be read."), "file")
        missing = sorted(slugs - set(tournaments))
        act.answer = season.pk
        act.record(file.name, new={"slug": slug, "events": len(file.events), "missing": missing})
        return season, missing
