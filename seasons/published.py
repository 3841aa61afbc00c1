"""Standings as they are published, what moved since, and their text for a mail."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _

from rules.seasons.rule import to_hundredths
from seasons.models import PublishedPlace, SeasonPublication
from seasons.reckoning import Reckoned, reckon
from seasons.words import place_words, points_text, shown_text


def as_published(now: Reckoned) -> dict[str, Any]:
    """The values of a `SeasonPublication`."""
    events = (column.tournament for column in now.counting)
    return {
        "events": [
            {"tournament": event.slug, "name": event.name, "date": event.date.isoformat()} for event in events
        ],
        "places": msgspec.to_builtins(places_now(now)),
    }


def places_now(now: Reckoned) -> list[PublishedPlace]:
    return [
        PublishedPlace(
            line.person.mark,
            line.place.rank,
            str(line.points),
            {key: str(to_hundredths(part.attendance.points)) for key, part in line.parts.items()},
        )
        for line in now.lines
    ]


@dataclass(frozen=True)
class Moved:
    """Somebody whose points or place are not as published; None where they did or do not stand there. `events` has the
    name of each event that was published.
    """

    name: str
    old: PublishedPlace | None
    new: PublishedPlace | None
    events: Mapping[str, str]


def moved_since(publication: SeasonPublication, now: Reckoned) -> list[Moved]:
    """Who stands otherwise than published, by what was corrected, merged or decided since: new events apart."""
    names = {event["tournament"]: event["name"] for event in publication.events}
    if names.keys() != {column.key for column in now.counting}:
        now = reckon(publication.season, only=names)
    published = publication.read_places
    people = now.people(place.person for place in published)
    before: dict[UUID, PublishedPlace] = {}
    for place in published:
        place.person = people[place.person].mark
        before[place.person] = together(before.get(place.person), place)
    after = {place.person: place for place in places_now(now)}
    return [
        Moved(people[mark].name, before.get(mark), after.get(mark), names)
        for mark in {**after, **before}
        if before.get(mark) != after.get(mark)
    ]


def together(first: PublishedPlace | None, second: PublishedPlace) -> PublishedPlace:
    """Two records then that are one person now."""
    if first is None:
        return second
    return PublishedPlace(
        first.person,
        min(filter(None, (first.rank, second.rank)), default=None),
        str(to_hundredths(Fraction(first.points) + Fraction(second.points))),
        first.events | second.events,
    )


def moved_words(moved: Moved, named: Callable[[str], str] = str) -> str:
    """One line: what stood there, what stands there now, and by which events. `named` makes what is shown of names."""
    old, new = moved.old, moved.new
    if old is None:
        sentence = _("%(name)s: %(new)s points, and was not listed before.")
    elif new is None:
        sentence = _("%(name)s: had %(old)s points, and is no longer listed.")
    elif old.rank == new.rank:
        sentence = _("%(name)s: %(old)s became %(new)s points.")
    elif old.points == new.points:
        sentence = _("%(name)s: place %(old_rank)s became %(rank)s, with the same points.")
    else:
        sentence = _("%(name)s: %(old)s became %(new)s points, place %(old_rank)s became %(rank)s.")
    words = sentence % {
        "name": named(moved.name),
        "old": old and shown_text(old.points),
        "new": new and shown_text(new.points),
        "old_rank": (old and old.rank) or "–",
        "rank": (new and new.rank) or "–",
    }
    then, now = (old.events, new.events) if old and new else ({}, {})
    changes = [
        _("%(event)s: %(old)s became %(new)s")
        % {"event": named(event), "old": shown_text(then.get(key)), "new": shown_text(now.get(key))}
        for key, event in moved.events.items()
        if then.get(key) != now.get(key)
    ]
    return f"{words} ({'; '.join(changes)})" if changes else words


def mail_text(now: Reckoned, moved: list[Moved], address: str) -> str:
    """The standings as plain lines, to be copied into a mail."""
    title = now.season.name
    if now.last is not None:
        values = {"season": title, "event": now.last.tournament.name, "count": len(now.counting)}
        title = _("%(season)s after %(event)s (events counted: %(count)s)") % values
    rows = [f"{place_words(line.place)}  {line.name}  {points_text(line.place.points)}" for line in now.lines]
    corrected = ["", _("Corrected since the last e-mail:"), *map(moved_words, moved)] if moved else []
    return "\n".join([title, "", *rows, *corrected, "", address])
