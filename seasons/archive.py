"""A season as a file: to keep it, and to restore it in another installation once its tournaments are restored there."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec
from django.utils.text import slugify
from django.utils.translation import gettext as _

from club.bars.actions import person_named
from club.models import Club, Person, User
from club.names import first_free, has_letter, tidy
from record.change import change, still_there
from record.refused import refuse
from record.stamps import Stamp
from record.verbs import Verb
from rules.seasons.rule import SeasonRule, read_rule
from seasons.actions import refuse_taken
from seasons.models import RuleVersion, Season, SeasonEvent, SeasonPerson, SeasonPublication
from seasons.reckoning import said
from tournament.archive.actions import refusing_bad_content
from tournament.models import Tournament
from ui.texts import has_control_characters

Moment = Annotated[datetime, msgspec.Meta(tz=True)]


class EventRow(msgspec.Struct, forbid_unknown_fields=True):
    tournament: int
    name: str
    date: str


class PlaceRow(msgspec.Struct, forbid_unknown_fields=True):
    person: int
    rank: int | None
    points: str
    events: dict[str, str]


class SeasonFile(msgspec.Struct, forbid_unknown_fields=True):
    """`people` and `tournaments` say by the keys of where it was written who and what they are: mark and name, address.

    `rules`: rule, day, reason, moment; `events`: key, weight; `said`: key, guest, points, events, games; `published`:
    moment, events and places as `SeasonPublication` has them.
    """

    type: Literal["charleston-season"]
    format: Literal[1]
    name: str
    slug: str
    is_public: bool
    people: dict[str, tuple[str, str]]
    tournaments: dict[str, str]
    rules: list[tuple[dict[str, Any], date | None, str, Moment]]
    events: list[tuple[str, Decimal]]
    said: list[tuple[str, bool, Decimal, int, int]]
    published: list[tuple[Moment, list[EventRow], list[PlaceRow]]]


def as_file(season: Season) -> bytes:
    events = [(str(row.tournament_id), row.weight) for row in season.events.order_by("pk")]
    rows = [
        (str(row.person_id), row.is_guest, row.points, row.events, row.games) for row in season.people.all()
    ]
    published = [(row.at, row.events, row.places) for row in season.publications.all()]
    people = {key for key, *_rest in rows} | {str(place["person"]) for row in published for place in row[2]}
    events_named = {str(event["tournament"]) for row in published for event in row[1]}
    addresses = Tournament.everything.filter(pk__in={key for key, _weight in events} | events_named)
    versions = season.versions.order_by("pk").values_list("rule", "holds_from", "reason", "at")
    return msgspec.json.encode(
        SeasonFile(
            *("charleston-season", 1, season.name, season.slug, season.is_public),
            people={str(row.pk): (str(row.mark), row.name) for row in Person.objects.filter(pk__in=people)},
            tournaments={str(key): slug for key, slug in addresses.values_list("pk", "slug")},
            rules=list(versions),
            events=events,
            said=rows,
            published=published,
        )
    )


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
        marks = [mark for mark, _name in file.people.values()]
        known = {str(row.mark): row for row in club.people.filter(mark__in=marks)}
        people = {
            key: known.get(mark) or person_named(act.where, readable(name, 120), "")
            for key, (mark, name) in file.people.items()
        }
        found = club.tournaments.in_bulk(list(file.tournaments.values()), field_name="slug")
        keys = {key: found[slug].pk if slug in found else -int(key) for key, slug in file.tournaments.items()}
        slug = first_free(slugify(file.slug)[:50] or "season", club.seasons.values_list("slug", flat=True))
        season = Season.objects.create(club=act.where, name=file.name, slug=slug, is_public=file.is_public)
        for data, day, reason, at in file.rules:
            rule = read_rule(data)
            if not isinstance(rule, SeasonRule):
                raise refuse("bad-rule", _("The rule in this file cannot be read."), "file")
            kept = msgspec.to_builtins(rule)
            RuleVersion.objects.create(season=season, rule=kept, holds_from=day, reason=reason, at=at)
        for key, weight in file.events:
            if keys[key] > 0:
                SeasonEvent.objects.create(season=season, tournament_id=keys[key], weight=weight)
        for person, is_guest, points, events, games in file.said:
            row = {"is_guest": is_guest, "points": points, "events": events, "games": games}
            SeasonPerson.objects.create(season=season, person=people[person], **row)
        for number, (at, of_events, places) in enumerate(file.published, 1):
            given = [
                {**msgspec.structs.asdict(event), "tournament": keys[str(event.tournament)]}
                for event in of_events
            ]
            stood = [
                {
                    "person": people[str(place.person)].pk,
                    "rank": place.rank,
                    "points": said(Fraction(place.points)),
                    "events": {str(keys[key]): said(Fraction(worth)) for key, worth in place.events.items()},
                }
                for place in places
            ]
            SeasonPublication.objects.create(season=season, number=number, at=at, events=given, places=stood)
        if season.versions.filter(holds_from=None).first() is None:
            raise refuse("bad-rule", _("The rule in this file cannot be read."), "file")
        missing = sorted(set(file.tournaments.values()) - set(found))
        act.answer = season.pk
        act.record(file.name, new={"slug": slug, "events": len(file.events), "missing": missing})
        return season, missing
