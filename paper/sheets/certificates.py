"""Certificates: a name, a place and the event, on a club's own background or on a drawn border."""

from __future__ import annotations

from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from paper.models import CertificateBackground
from paper.sheets.amounts import NO_PAGES, Amounts, Pages
from paper.sheets.sheet import PrintJob
from scoring.standings.queries import standings_of
from tournament.models import Club
from ui.templatetags.charleston import ordinal

# Long enough to show whether a background leaves the words room.
EXAMPLES = [("Ruth Example", 1), ("Wilhelmina Featherstonehaugh-Cholmondeley", 2), ("May-Ling Example", 12)]


def background_of(club: Club) -> CertificateBackground | None:
    return CertificateBackground.objects.filter(club=club).first()


def certificates(job: PrintJob) -> dict[str, Any] | None:
    """One for everybody with a place, the first place first, once the standings are final."""
    if job.tournament.finished_at is None:
        return None
    places = [place for place in standings_of(job.tournament).ranked if job.includes(place.number)]
    field = len(standings_of(job.tournament).ranked)
    return sheet_data(job, [(place.full_name, place.rank or 0, place.tied) for place in places], field)


def certificate_pages(amounts: Amounts) -> Pages:
    return (
        amounts.pieces(len(amounts.standings.ranked), 1) if amounts.job.tournament.finished_at else NO_PAGES
    )


def words_only(job: PrintJob) -> dict[str, Any] | None:
    """The same without a background, for paper that has it already."""
    data = certificates(job)
    return data and {**data, "background": None, "has_border": False}


def example(job: PrintJob) -> dict[str, Any]:
    """With made-up names, for a look before there are places."""
    return sheet_data(job, [(name, rank, False) for name, rank in EXAMPLES], 46)


def example_of_words(job: PrintJob) -> dict[str, Any]:
    return {**example(job), "background": None, "has_border": False}


def sheet_data(job: PrintJob, rows: list[tuple[str, int, bool]], field: int) -> dict[str, Any]:
    tournament, background = job.tournament, background_of(job.tournament.club)
    among = ngettext("among %(players)d player", "among %(players)d players", field) % {"players": field}
    return {
        "background": bytes(background.content) if background else None,
        "kind": background.kind if background else "",
        "has_border": background is None,
        "head": _("Certificate"),
        "club": tournament.club.name,
        "day": date_format(tournament.date, "DATE_FORMAT"),
        "where": tournament.place,
        "director": _("Director"),
        "among": among,
        "items": [
            {
                "name": name,
                "place": (_("shared %(place)s place") if tied else _("%(place)s place"))
                % {"place": ordinal(rank)},
            }
            for name, rank, tied in rows
        ],
    }
