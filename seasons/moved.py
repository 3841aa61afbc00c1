"""What moved since the standings of a season were published, and their text for a mail."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from seasons.models import SeasonPublication
from seasons.reckoning import Reckoned, SeasonLine, reckon, said
from seasons.words import place_words, shown_text


@dataclass(frozen=True)
class MovedPerson:
    """Somebody whose points or place are not as published. A rank is None for no place, `old_points` "" for whoever
    did not stand there. `events`: the events that are worth something else, with what they were; "" for not there.
    """

    name: str
    old_rank: int | None
    old_points: str
    rank: int | None
    points: str
    events: tuple[tuple[str, str, str], ...] = ()


def as_data(now: Reckoned) -> list[dict[str, Any]]:
    return [
        {
            "person": line.person,
            "rank": line.place.rank,
            "points": said(line.place.points),
            "events": {key: said(part.attendance.points) for key, part in line.parts.items()},
        }
        for line in now.lines
    ]


def events_as_data(now: Reckoned) -> list[dict[str, Any]]:
    return [
        {
            "tournament": column.tournament.pk,
            "name": column.tournament.name,
            "date": column.tournament.date.isoformat(),
        }
        for column in now.counting
    ]


def reckoned_again(publication: SeasonPublication, now: Reckoned) -> Reckoned:
    """The same events by what is on record today."""
    keys = {event["tournament"] for event in publication.events}
    if keys == {column.tournament.pk for column in now.counting}:
        return now
    return reckon(publication.season, only=keys)


def moved_since(publication: SeasonPublication, now: Reckoned) -> list[MovedPerson]:
    """Who stands otherwise than published, by what was corrected, merged or decided since: new events apart."""
    again = reckoned_again(publication, now)
    names = {str(event["tournament"]): event["name"] for event in publication.events}
    before: dict[int, dict[str, Any]] = {}
    for place in publication.places:
        main = int(again.merged.get(str(place["person"]), place["person"]))
        if main in before:  # two records then, one person now
            place = together(before[main], place)
        before[main] = place
    lines = {line.person: line for line in again.lines}
    moved = [moved_person(before.get(line.person), line, names) for line in again.lines]
    gone = [
        MovedPerson(now.names.get(person) or _("somebody"), place["rank"], place["points"], None, "")
        for person, place in before.items()
        if person not in lines
    ]
    return [*filter(None, moved), *gone]


def together(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    ranks = [place["rank"] for place in (first, second) if place["rank"] is not None]
    return {
        "rank": min(ranks, default=None),
        "points": f"{first['points']} + {second['points']}",
        "events": first["events"] | second["events"],
    }


def moved_person(
    before: dict[str, Any] | None, line: SeasonLine, names: dict[str, str]
) -> MovedPerson | None:
    points, events = said(line.place.points), {}
    for key, part in line.parts.items():
        events[key] = said(part.attendance.points)
    if before is None:
        return MovedPerson(line.name, None, "", line.place.rank, points)
    if (before["rank"], before["points"]) == (line.place.rank, points) and before["events"] == events:
        return None
    differing = [
        (names.get(key, ""), before["events"].get(key, ""), events.get(key, ""))
        for key in {**before["events"], **events}
        if before["events"].get(key) != events.get(key)
    ]
    return MovedPerson(line.name, before["rank"], before["points"], line.place.rank, points, tuple(differing))


def moved_words(moved: MovedPerson) -> str:
    """One sentence: what stood there, what stands there now, and by which events."""
    values = {
        "name": moved.name,
        "old": shown_text(moved.old_points),
        "new": shown_text(moved.points),
        "old_rank": moved.old_rank,
        "rank": moved.rank,
    }
    if not moved.old_points:
        sentence = _("%(name)s: %(new)s points, and did not stand there before.")
    elif not moved.points:
        sentence = _("%(name)s: stood there with %(old)s points, and does not any more.")
    elif moved.old_points == moved.points and moved.old_rank == moved.rank:
        sentence = _("%(name)s: still %(new)s points.")
    elif moved.old_rank == moved.rank:
        sentence = _("%(name)s: %(old)s became %(new)s points.")
    elif moved.rank and moved.old_rank and moved.old_points == moved.points:
        sentence = _("%(name)s: place %(old_rank)s became %(rank)s, with the same points.")
    elif moved.rank and moved.old_rank:
        sentence = _("%(name)s: %(old)s became %(new)s points, place %(old_rank)s became %(rank)s.")
    elif moved.rank:
        sentence = _("%(name)s: %(old)s became %(new)s points, now in place %(rank)s.")
    else:
        sentence = _("%(name)s: %(old)s became %(new)s points, no longer with a place.")
    changes = [
        _("%(event)s: %(old)s became %(new)s")
        % {"event": event, "old": shown_text(old) or _("nothing"), "new": shown_text(new) or _("nothing")}
        for event, old, new in moved.events
    ]
    return " ".join([sentence % values, *([f"({'; '.join(changes)})"] if changes else [])])


def mail_text(now: Reckoned, moved: list[MovedPerson], address: str) -> str:
    """The standings as plain lines, to be copied into a mail."""
    title = now.season.name
    if now.last is not None:
        values = {"season": now.season.name, "event": now.last.tournament.name, "count": len(now.counting)}
        title = _("%(season)s after %(event)s (events counted: %(count)s)") % values
    lines = [title, "", *mail_lines(now)]
    if moved:
        lines += ["", _("Corrected since the last mail:"), *map(moved_words, moved)]
    return "\n".join([*lines, "", address])


def mail_lines(now: Reckoned) -> Iterator[str]:
    for line in now.lines:
        yield f"{place_words(line.place)}  {line.name}  {shown_text(said(line.place.points))}"
