"""What moved since the standings of a season were published, and their text for a mail."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from seasons.models import SeasonPublication
from seasons.reckoning import Reckoned, reckon, said
from seasons.words import place_words, shown_text


@dataclass(frozen=True)
class MovedPerson:
    """Somebody whose points or place are not as published; points "" for whoever did or does not stand there, a rank is
    None for no place. `events`: those that are worth something else, with what they were; "" for not there.
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
    events = (column.tournament for column in now.counting)
    return [{"tournament": event.pk, "name": event.name, "date": event.date.isoformat()} for event in events]


def moved_since(publication: SeasonPublication, now: Reckoned) -> list[MovedPerson]:
    """Who stands otherwise than published, by what was corrected, merged or decided since: new events apart."""
    names = {str(event["tournament"]): event["name"] for event in publication.events}
    if set(names) != {column.key for column in now.counting}:
        now = reckon(publication.season, only=set(map(int, names)))
    before: dict[int, dict[str, Any]] = {}
    for place in publication.places:
        main = int(now.merged.get(str(place["person"]), place["person"]))
        before[main] = together(before[main], place) if main in before else place
    after = {place["person"]: place for place in as_data(now)}
    people = now.names_with(before)
    nothing: dict[str, Any] = {"rank": None, "points": "", "events": {}}
    moved = []
    for person in {**after, **before}:
        old, new = before.get(person, nothing), after.get(person, nothing)
        if [old["rank"], old["points"], old["events"]] == [new["rank"], new["points"], new["events"]]:
            continue
        events = tuple(
            (names.get(key, ""), old["events"].get(key, ""), new["events"].get(key, ""))
            for key in {**old["events"], **new["events"]}
            if old["points"] and new["points"] and old["events"].get(key) != new["events"].get(key)
        )
        name = people.get(person, _("somebody"))
        moved.append(MovedPerson(name, old["rank"], old["points"], new["rank"], new["points"], events))
    return moved


def together(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """Two records then that are one person now."""
    return {
        "rank": min(filter(None, (first["rank"], second["rank"])), default=None),
        "points": said(Fraction(first["points"]) + Fraction(second["points"])),
        "events": first["events"] | second["events"],
    }


def moved_words(moved: MovedPerson) -> str:
    """One line: what stood there, what stands there now, and by which events."""
    if not moved.old_points:
        sentence = _("%(name)s: %(new)s points, and was not listed before.")
    elif not moved.points:
        sentence = _("%(name)s: had %(old)s points, and is no longer listed.")
    elif moved.old_rank == moved.rank:
        sentence = _("%(name)s: %(old)s became %(new)s points.")
    elif moved.old_points == moved.points:
        sentence = _("%(name)s: place %(old_rank)s became %(rank)s, with the same points.")
    else:
        sentence = _("%(name)s: %(old)s became %(new)s points, place %(old_rank)s became %(rank)s.")
    words = sentence % {
        "name": moved.name,
        "old": shown_text(moved.old_points),
        "new": shown_text(moved.points),
        "old_rank": moved.old_rank or "–",
        "rank": moved.rank or "–",
    }
    changes = [
        _("%(event)s: %(old)s became %(new)s")
        % {"event": event, "old": shown_text(old) or "–", "new": shown_text(new) or "–"}
        for event, old, new in moved.events
    ]
    return f"{words} ({'; '.join(changes)})" if changes else words


def mail_text(now: Reckoned, moved: list[MovedPerson], address: str) -> str:
    """The standings as plain lines, to be copied into a mail."""
    title = now.season.name
    if now.last is not None:
        values = {"season": now.season.name, "event": now.last.tournament.name, "count": len(now.counting)}
        title = _("%(season)s after %(event)s (events counted: %(count)s)") % values
    rows = [
        f"{place_words(line.place)}  {line.name}  {shown_text(said(line.place.points))}" for line in now.lines
    ]
    corrected = ["", _("Corrected since the last e-mail:"), *map(moved_words, moved)] if moved else []
    return "\n".join([title, "", *rows, *corrected, "", address])
