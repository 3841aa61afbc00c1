from collections.abc import Callable, Collection, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

import msgspec
from django.db.models import F
from django.utils.text import slugify
from django.utils.translation import gettext as _

from club.bars.actions import person_named
from club.models import Club, User
from club.names import first_free, folded
from record.change import Change, change, still_there
from record.refused import refuse
from record.stamps import Stamp
from record.verbs import Verb
from rules.seasons.rule import SeasonRule
from seasons.models import Season, SeasonPublication
from seasons.published import as_published
from seasons.reckoning import reckon
from tournament.models import Tournament

PersonRow = tuple[str, str, bool, Decimal, int, int]
"""Name, town or "", whether a guest, points, events, games."""


def make_season(
    club: Club, *, name: str, is_public: bool, rule: SeasonRule, by: User, stamp: Stamp | None = None
) -> Season:
    """Raises Refused where the club has a season of this name."""
    new = {"name": name, "is_public": is_public, "season_rule": msgspec.to_builtins(rule)}
    with change(club, Verb.SEASON_MADE, by=by, stamp=stamp, content=new) as act:
        if act.repeated:
            return still_there(Season.objects, act.answer)
        season = new_season(act.where, name, is_public=is_public)
        season.versions.create(rule=new["season_rule"], at=act.at, by=by)
        act.answer = season.pk
        act.record(name, new=new)
        return season


def new_season(club: Club, name: str, *, is_public: bool) -> Season:
    """At an address of its own; it has no rule yet. Raises Refused where the club has a season of this name."""
    refuse_taken(club, name)
    slug = first_free(slugify(name)[:50] or "season", club.seasons.values_list("slug", flat=True))
    return club.seasons.create(name=name, slug=slug, is_public=is_public)


def refuse_taken(club: Club, name: str, besides: Season | None = None) -> None:
    if any(folded(other.name) == folded(name) for other in club.seasons.all() if other != besides):
        raise refuse("name-taken", _("The club has a season with this name. Choose another one."), "name")


def changed(
    season: Season,
    look: Callable[[Season], dict[str, Any]],
    do: Callable[[Season, Change[Club]], None],
    *,
    by: User,
    stamp: Stamp | None,
    content: object,
    reason: str = "",
) -> None:
    """Does something to the season as it is under the lock. `look` gives the values it was decided from, as the page
    showed them; what differs in them afterwards is recorded, and where nothing does, nothing is done.
    """
    with change(
        season.club, Verb.SEASON_CHANGED, by=by, stamp=stamp, about=season, content=[content, reason]
    ) as act:
        if act.repeated:
            return
        row = still_there(Season.objects.select_related("club"), season.pk)
        old = look(row)
        act.compare(old)
        do(row, act)
        new = look(row)
        if differing := [name for name in new if new[name] != old[name]]:
            act.record(
                old={name: old[name] for name in differing},
                new={name: new[name] for name in differing},
                reason=reason,
            )


def named(season: Season) -> dict[str, Any]:
    return {"name": season.name, "is_public": season.is_public}


def rename(season: Season, *, name: str, is_public: bool, by: User, stamp: Stamp | None = None) -> None:
    """Its name, and whether everybody may read it. Raises Refused where another season has the name."""

    def do(row: Season, act: Change[Club]) -> None:
        refuse_taken(act.where, name, besides=row)
        row.name, row.is_public = name, is_public
        row.save(update_fields=["name", "is_public"])

    changed(season, named, do, by=by, stamp=stamp, content=["name", name, is_public])


def ruled(season: Season) -> dict[str, Any]:
    version = season.versions.order_by("pk").last()
    assert version is not None  # noqa: S101 (made with the season)
    return {"holds_from": version.holds_from and version.holds_from.isoformat(), "season_rule": version.rule}


def has_begun(season: Season) -> bool:
    """Whether an event was put in: from then on every number stays, and another rule is a new version."""
    return season.events.exists() or season.versions.count() > 1


def set_rule(
    season: Season,
    *,
    rule: SeasonRule,
    by: User,
    holds_from: date | None = None,
    reason: str = "",
    stamp: Stamp | None = None,
) -> None:
    """Another rule: in place of the first one before the season has begun; afterwards a new version from a day on.

    Raises Refused without that day or a reason.
    """
    data = msgspec.to_builtins(rule)

    def do(row: Season, act: Change[Club]) -> None:
        if ruled(row)["season_rule"] == data:
            return
        if not has_begun(row):
            row.versions.update(rule=data, at=act.at, by=by)
            return
        if holds_from is None or not reason:
            message = _("The season has started: say from which day on this applies, and why.")
            raise refuse("day-or-reason-missing", message, "holds_from")
        row.versions.create(rule=data, holds_from=holds_from, reason=reason, at=act.at, by=by)

    changed(season, ruled, do, by=by, stamp=stamp, content=[data, holds_from], reason=reason)


def put_in(season: Season) -> dict[str, Any]:
    rows = season.events.order_by("pk").values_list("tournament__name", "tournament__date", "weight")
    return {"events": [f"{name}, {day:%m/%d/%Y}, × {weight.normalize()}" for name, day, weight in rows]}


def set_events(
    season: Season,
    tournaments: Collection[Tournament],
    *,
    by: User,
    weight: Decimal = Decimal(1),
    reason: str = "",
    stamp: Stamp | None = None,
) -> None:
    """The tournaments that count in the season, all of them; `weight` is of those that are new.

    Raises Refused where one is taken out without a reason.
    """
    keys = {tournament.pk for tournament in tournaments}

    def do(row: Season, act: Change[Club]) -> None:
        shown = row.events.filter(tournament__deleted_at__isnull=True)  # a deleted one may come back
        there = set(shown.values_list("tournament", flat=True))
        if there - keys and not reason:
            raise refuse("reason-missing", _("Say why an event does not count any more."), "reason")
        row.events.filter(tournament__in=there - keys).delete()
        of_club = Tournament.objects.filter(club=act.where, pk__in=keys - there).order_by("date", "pk")
        for tournament in of_club:
            row.events.create(tournament=tournament, weight=weight)

    changed(season, put_in, do, by=by, stamp=stamp, content=[sorted(keys), str(weight)], reason=reason)


def listed(season: Season) -> dict[str, Any]:
    rows = season.people.values("points", "events", "games", player=F("person__name"), guest=F("is_guest"))
    return {"people": list(rows)}


def set_people(season: Season, names: Sequence[PersonRow], *, by: User, stamp: Stamp | None = None) -> None:
    """The whole list of guests and of points brought in; who never played here becomes a person of the club. Raises
    Refused where a name is several people's or stands twice.
    """

    def do(row: Season, act: Change[Club]) -> None:
        row.people.all().delete()
        for name, town, *values in names:
            person = person_named(act.where, name, town)
            if row.people.filter(person=person).exists():
                raise refuse("twice", _("%(name)s is in the list twice.") % {"name": name}, "names")
            known = dict(zip(("is_guest", "points", "events", "games"), values, strict=True))
            row.people.create(person=person, **known)

    changed(season, listed, do, by=by, stamp=stamp, content=[list(map(str, row)) for row in names])


def publish(season: Season, *, by: User, stamp: Stamp | None = None) -> SeasonPublication:
    """Keeps the standings as they are now, unless nothing changed. Raises Refused while no event counts."""
    with change(season.club, Verb.SEASON_PUBLISHED, by=by, stamp=stamp, about=season) as act:
        season = still_there(Season.objects.select_related("club"), season.pk)
        now, last = reckon(season), season.publications.last()
        if now.last is None:
            raise refuse("nothing-counts", _("No event counts yet, so there is nothing to publish."))
        kept = as_published(now)
        if last is not None and (act.repeated or kept == {"events": last.events, "places": last.places}):
            return last
        number = last.number + 1 if last else 1
        names = [event["name"] for event in kept["events"]]
        act.record(new={"number": number, "events": names, "players": len(now.lines)})
        return season.publications.create(number=number, at=act.at, by=by, **kept)


def remove(season: Season, *, reason: str, by: User, stamp: Stamp | None = None) -> None:
    """With all that belongs to it; the tournaments stay. Raises Refused where people have read it as published."""
    with change(season.club, Verb.SEASON_REMOVED, by=by, stamp=stamp, about=season, content=reason) as act:
        row = still_there(Season.objects, season.pk)
        if row.publications.exists():
            message = _("Its standings were published, so it stays. It can be hidden: not public.")
            raise refuse("published", message)
        act.record(old=named(row) | put_in(row), reason=reason)
        row.delete()
