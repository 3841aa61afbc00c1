"""Certificates: a name, a place and the event, on a club's own background or between two walls of tiles."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.family_names import divided
from club.models import Club
from paper.models import CertificateBackground
from paper.sheets.sheet import PrintJob
from scoring.models import Criterion, PrizeAward
from scoring.prizes.queries import in_plan_order
from scoring.prizes.words import place_won, row_place_won
from scoring.results.queries import directors
from scoring.standings.queries import standings_of
from scoring.standings.standing import Standing, Standings
from tournament.models import Tournament

MOST_PLACES = 3
"""Whoever is further behind has a certificate for a prize, or where their number is asked for."""
MOST_TO_SIGN = 2


@dataclass(frozen=True)
class Certificate:
    """`field`: among how many players; 0 where that means nothing."""

    number: int
    name: str
    words: str
    field: int = 0


# Long enough to show whether a background leaves the words room.
EXAMPLES = [
    Certificate(1, "Ruth Example", "First Place", 46),
    Certificate(2, "Wilhelmina Featherstonehaugh-Cholmondeley", "Half Day Winner", 18),
]


def background_of(club: Club) -> CertificateBackground | None:
    return CertificateBackground.objects.filter(club=club).first()


def certificates(job: PrintJob) -> dict[str, Any] | None:
    """For places 1 to 3 of the final standings and of each category, winners of blocks, and prizes; of chosen numbers
    for every place. None until the standings are final.
    """
    if job.tournament.finished_at is None:
        return None
    return sheet_data(job, [of for of in earned(job) if job.includes(of.number)])


def words_only(job: PrintJob) -> dict[str, Any] | None:
    data = certificates(job)
    return data and {**data, "background": None, "has_border": False}


def example(job: PrintJob) -> dict[str, Any]:
    return sheet_data(job, EXAMPLES)


def example_of_words(job: PrintJob) -> dict[str, Any]:
    return {**example(job), "background": None, "has_border": False}


def earned(job: PrintJob) -> list[Certificate]:
    """Each once, in the order of the places; prizes for anything else come last."""
    now = standings_of(job.tournament)
    most = None if job.chosen else MOST_PLACES
    of_places = [
        Certificate(
            place.number, place.full_name, place_won(title, place.rank or 0, tied=place.tied), len(places)
        )
        for title, places, shown in contests(now, most)
        for place in places
        if shown is None or (place.rank or 0) <= shown
    ]
    seen = {(of.number, of.words) for of in of_places}
    return of_places + [of for of in prizes(job.tournament) if (of.number, of.words) not in seen]


def contests(now: Standings, most: int | None) -> Iterator[tuple[str, list[Standing], int | None]]:
    """What there are places of, with its name, "" of the final standings, and how many of them count as a success."""
    yield "", now.in_final, most
    everybody = {place.entry for place in now.in_final}
    for name, places in now.of_categories.items():
        if {place.entry for place in places} != everybody:
            yield name, places, most
    for count in now.blocks:
        yield count.name, now.of_block(count.block), most and 1


def prizes(tournament: Tournament) -> Iterator[Certificate]:
    """Those locked in, but for what is drawn or won at a single table."""
    awards = PrizeAward.objects.filter(row__tournament=tournament).exclude(row__criterion=Criterion.LOT)
    for award in in_plan_order(awards):
        if not award.contest:
            words = row_place_won(award.row, award.rank, tied=award.sharing > 1)
            yield Certificate(award.entry.number, award.entry.name, words)


def sheet_data(job: PrintJob, rows: list[Certificate]) -> dict[str, Any]:
    tournament, background = job.tournament, background_of(job.tournament.club)
    names = directors(tournament)
    where = [*filter(None, [tournament.place]), date_format(tournament.date, "DATE_FORMAT")]
    return {
        "background": bytes(background.content) if background else None,
        "kind": background.kind if background else "",
        "has_border": background is None,
        "club": tournament.club.name,
        "signed": [_("%(name)s, Director") % {"name": name} for name in names]
        if 0 < len(names) <= MOST_TO_SIGN
        else [_("Director")],
        "items": [
            {
                "name": lines_of(row.name),
                "place": row.words,
                "below": " · ".join([*where, *among(row.field)]),
            }
            for row in rows
        ],
    }


def lines_of(name: str) -> list[str]:
    """The name in the two lines that it may take, or in one."""
    parts = divided(name)
    return [*filter(None, [parts.before, f"{parts.family} {parts.after}".replace(" ,", ",").strip()])]


def among(field: int) -> list[str]:
    return (
        [ngettext("%(players)d player", "%(players)d players", field) % {"players": field}] if field else []
    )
