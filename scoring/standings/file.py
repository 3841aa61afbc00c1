from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import override

from scoring.standings.standing import RoundCount, Standing, Standings
from tournament.models import Tournament
from tournament.spreadsheet import Cell, Worksheet


def standing_list(tournament: Tournament, now: Standings, *, names_people: bool) -> Worksheet:
    """The heads are the same in every language; `names_people`: with town and member number."""
    heads = [*standing_heads(now), *(["town", "member number"] if names_people else [])]
    return Worksheet(
        "standings", _("Standings"), heads, standing_rows(tournament, now, names_people=names_people)
    )


def standing_rows(tournament: Tournament, now: Standings, *, names_people: bool) -> Iterator[list[Cell]]:
    now = now.in_points
    people = {entry.pk: entry.person for entry in tournament.entries.with_people()} if names_people else {}
    for place in now.places:
        person = people.get(place.entry)
        yield [*standing_cells(now, place), *([person.town, person.member_number] if person else [])]


def standing_heads(now: Standings) -> list[str]:
    return [
        *("number", "name", "rank", "tied", "total"),
        *(["average"] if now.by_average else []),
        *(["second total"] if now.second_total else []),
        *(f"round {round_.number}" for round_ in now.announced),
        "withdrawn",
        *(count.name for count in now.blocks),
        *(("category",) if now.has_categories else ()),
        *(("state",) if now.has_disqualified else ()),
        *(("adjustments", "adjustments in words") if now.has_adjustments else ()),
        *(bonus_head(round_) for round_ in now.bonus),
    ]


def standing_cells(now: Standings, place: Standing) -> list[Cell]:
    tied = "yes" if place.tied else "no"
    withdrawn = "yes" if place.is_withdrawn else "no"
    row: list[Cell] = [place.number, place.name, place.rank, tied, place.total]
    row += [average_of(place)] if now.by_average else []
    row += [place.second_total] if now.second_total else []
    row += [*now.points_of(place, now.announced), withdrawn]
    row += place.blocks
    if now.has_categories:
        row.append(place.category)
    if now.has_disqualified:
        row.append("disqualified" if place.is_disqualified else "")
    if now.has_adjustments:
        row += [place.adjusted, adjustments_in_words(place)]
    row += now.points_of(place, now.bonus)
    return row


def average_of(place: Standing) -> Decimal | None:
    """Points for each game, to the hundredth."""
    return None if place.average is None else Decimal(place.average) / 100


def bonus_head(round_: RoundCount) -> str:
    """The head of a bonus round's column: whether it is part of the total."""
    return f"bonus round {round_.number}{'' if round_.counts else ' (does not count)'}"


def bonus_for_files(now: Standings, place: Standing) -> dict[str, Any]:
    """A row's points of each bonus round, and whether they are part of the total."""
    points = zip(now.bonus, now.points_of(place, now.bonus), strict=True)
    return {
        "bonus_rounds": [
            {"round": round_.number, "points": total, "counts": round_.counts} for round_, total in points
        ]
    }


def adjustments_for_files(place: Standing) -> list[dict[str, Any]]:
    """What was given or taken outside games, with the short name of its reason in English, as programs read it."""
    with override("en"):
        return [
            {"round": adjustment.round, "points": adjustment.points, "reason": adjustment.label}
            for adjustment in place.adjustments
        ]


def adjustments_in_words(place: Standing) -> str:
    """The same for one cell: "disturbed the room, round 2: -50"."""
    return "; ".join(
        f"{row['reason']}{', round ' + str(row['round']) if row['round'] else ''}: {row['points']:+}"
        for row in adjustments_for_files(place)
    )
