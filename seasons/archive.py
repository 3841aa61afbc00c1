"""A season as a file: to keep it, and to restore it in another installation once its tournaments are restored there."""

from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _

from club.bars.actions import person_named
from club.models import Club, User
from club.names import has_letter, tidy
from record.change import change, still_there
from record.refused import refuse
from record.stamps import Stamp
from record.verbs import Verb
from rules.seasons.rule import SeasonRule, read_rule
from seasons.actions import new_season
from seasons.models import PublishedEvent, PublishedPlace, Season
from tournament.archive.actions import refusing_bad_content
from ui.texts import has_control_characters

Weight = Annotated[str, msgspec.Meta(pattern=r"^\d{1,3}(\.\d{1,2})?\Z")]
Before = Annotated[str, msgspec.Meta(pattern=r"^-?\d{1,7}(\.\d{1,2})?\Z")]
Count = Annotated[int, msgspec.Meta(ge=0, le=30_000)]
Moment = Annotated[datetime, msgspec.Meta(tz=True)]


class SeasonFile(msgspec.Struct, forbid_unknown_fields=True):
    """Tournaments stand in it by their addresses, people by their marks; `people` has the name of each mark.

    `rules`: rule, day, reason, moment; `events`: address, weight; `said`: mark, guest, points, events, games;
    `published`: moment, events, places.
    """

    type: Literal["charleston-season"]
    format: Literal[1]
    name: str
    is_public: bool
    people: dict[UUID, str]
    rules: Annotated[list[tuple[dict[str, Any], date | None, str, Moment]], msgspec.Meta(min_length=1)]
    events: list[tuple[str, Weight]]
    said: list[tuple[UUID, bool, Before, Count, Count]]
    published: list[tuple[Moment, list[PublishedEvent], list[PublishedPlace]]]


def as_file(season: Season) -> bytes:
    people = season.people.values_list("person__mark", "is_guest", "points", "events", "games")
    published = [(row.at, row.events, row.read_places) for row in season.publications.all()]
    marks = {mark for mark, *_rest in people}
    marks |= {place.person for _at, _events, places in published for place in places}
    content = {
        "type": "charleston-season",
        "format": 1,
        "name": season.name,
        "is_public": season.is_public,
        "people": dict(season.club.people.filter(mark__in=marks).values_list("mark", "name")),
        "rules": list(season.versions.order_by("pk").values_list("rule", "holds_from", "reason", "at")),
        "events": list(season.events.order_by("pk").values_list("tournament__slug", "weight")),
        "said": list(people),
        "published": published,
    }
    return msgspec.json.encode(content)


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
        known = {row.mark: row for row in club.people.filter(mark__in=file.people)}
        people = {
            mark: known.get(mark) or person_named(act.where, readable(name, 120), "")
            for mark, name in file.people.items()
        }
        season = new_season(act.where, readable(file.name, 80), is_public=file.is_public)
        for data, day, reason, at in file.rules:
            rule = read_rule(data)
            if not isinstance(rule, SeasonRule) or (day is None) is season.versions.exists():
                raise refuse("bad-rule", _("The rule in this file cannot be read."), "file")
            kept = msgspec.to_builtins(rule)
            season.versions.create(rule=kept, holds_from=day, reason=reason, at=at)
        slugs = {slug for slug, _weight in file.events}
        slugs |= {event.tournament for _at, events, _places in file.published for event in events}
        tournaments = club.tournaments.in_bulk(list(slugs), field_name="slug")
        for slug, weight in file.events:
            if slug in tournaments:
                season.events.create(tournament=tournaments[slug], weight=weight)
        for mark, is_guest, points, events, games in file.said:
            row = {"is_guest": is_guest, "points": points, "events": events, "games": games}
            season.people.create(person=people[mark], **row)
        for number, (at, of_events, places) in enumerate(file.published, 1):
            for place in places:
                place.person = people[place.person].mark
            rows = msgspec.to_builtins({"events": of_events, "places": places})
            season.publications.create(number=number, at=at, **rows)
        missing = sorted(slugs - tournaments.keys())
        act.answer = season.pk
        act.record(file.name, new={"slug": season.slug, "events": len(file.events), "missing": missing})
        return season, missing


def readable(name: str, most: int) -> str:
    if tidy(name) != name or not has_letter(name) or has_control_characters(name) or len(name) > most:
        raise ValueError(name)
    return name
