"""What everybody reads of a season that is public: its standings now and after any event, a person's part, what was
published, and the rule.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from club.access import Request
from live.published import depends_on, published
from seasons.access import get_season
from seasons.models import SeasonPublication
from seasons.pictures import places_of
from seasons.published import moved_since
from seasons.reckoning import Reckoned, reckon
from seasons.rows import season_list
from seasons.words import sum_words, tie_words
from tournament.spreadsheet import file_of

MOST_MET = 12


def public(view: Callable[..., HttpResponse]) -> Any:
    return require_safe(published(view, topic="club:"))


def read(request: Request, slug: str, season: str, **asked: Any) -> Reckoned:
    """The standings as this reader may know them: of an event that is not public, strangers do not learn that it is."""
    now = reckon(get_season(request, slug, season, may="watch"), **asked)
    depends_on(request, {column.tournament.slug: column.tournament.version for column in now.columns})
    if request.role is None:
        now = replace(now, columns=[column for column in now.columns if column.tournament.is_watched])
    return now


def publications_of(request: Request, now: Reckoned) -> list[SeasonPublication]:
    """What was published, in its order; to strangers an event that they may not watch goes by its day alone."""
    publications = list(now.season.publications.all())
    if request.role is None:
        watched = {column.key for column in now.columns}
        hidden = [event for row in publications for event in row.events if event["tournament"] not in watched]
        for event in hidden:
            event["name"] = date_format(date.fromisoformat(event["date"]), "DATE_FORMAT")
    return publications


def shown(request: Request, template: str, now: Reckoned, **more: Any) -> HttpResponse:
    context = {"season": now.season, "club": now.season.club, "now": now, "section": "season", **more}
    return render(request, f"seasons/{template}.html", context)


@public
def season(request: Request, slug: str, season: str) -> HttpResponse:
    now = read(request, slug, season)
    publications = publications_of(request, now)
    last = publications[-1] if publications else None
    moved = moved_since(last, now) if last else []
    return shown(request, "season", now, last_published=last, moved=moved, publications=publications)


@public
def season_now(request: Request, slug: str, season: str) -> HttpResponse:
    """The standings if it ended now: with the events that are being played, as they stand."""
    now = read(request, slug, season, now=True)
    return shown(request, "_standings" if request.htmx else "now", now)


@public
def season_after(request: Request, slug: str, season: str, event_of_season: str) -> HttpResponse:
    """The standings after an event, by what is on record today."""
    now = read(request, slug, season, until=event_of_season)
    if now.last is None or now.last.key != event_of_season:
        raise Http404(_("There is no such event in this season."))
    return shown(request, "after", now)


@public
def season_person(request: Request, slug: str, season: str, person: int) -> HttpResponse:
    now = read(request, slug, season)
    place = next((place for place, line in enumerate(now.lines) if line.person.pk == person), None)
    if place is None:
        raise Http404(_("There is no such person in this season."))
    line, met = now.lines[place], now.met(now.lines[place].person)
    beside = [*now.lines[max(place - 1, 0) : place], *now.lines[place + 1 : place + 2]]
    return shown(
        *(request, "person", now),
        line=line,
        events=[(column, line.parts.get(column.key)) for column in now.counting],
        around=[other for other in beside if other.place.rank and line.place.rank],
        sum_words=sum_words(now, line),
        figures=tie_words(now, line),
        met=met[:MOST_MET],
        more_met=len(met[MOST_MET:]),
        picture=places_of(line),
    )


@public
def season_published(request: Request, slug: str, season: str, publication: int) -> HttpResponse:
    """The standings as they were published, whatever was corrected since."""
    now = read(request, slug, season)
    row = next((row for row in publications_of(request, now) if row.number == publication), None)
    if row is None:
        raise Http404(_("No standings of this number were published."))
    people = now.people(place.person for place in row.read_places)
    places = [(people[place.person].name, place) for place in row.read_places]
    return shown(request, "published", now, publication=row, places=places, moved=moved_since(row, now))


@public
def season_rule(request: Request, slug: str, season: str) -> HttpResponse:
    now = read(request, slug, season)
    return shown(request, "rule", now, versions=now.season.versions.order_by("-pk"))


@public
def season_file(request: Request, slug: str, season: str, kind: str) -> HttpResponse:
    now = read(request, slug, season)
    return file_of(kind, f"{now.season.slug}-standings", season_list(now))
