"""Sheets about what was scored: standings in three orders."""

from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.utils.translation import gettext as _

from club.names import folded, shared_names
from paper.fonts import isolated
from paper.sheets.sheet import PrintJob, column
from scoring.standings.queries import standings_of
from scoring.standings.standing import Standing, Standings
from ui.texts import shown

MOST_COLUMNS_UPRIGHT = 8


def by_rank(job: PrintJob) -> dict[str, Any] | None:
    now = standings_of(job.tournament)
    if not now.ranked:
        return None
    groups = [(part, list(places)) for part, places in groupby(now.ranked, attrgetter("part"))]
    others = [place for place in now.places if not place.has_rank]
    return in_groups(now, [*groups, (_("Without a place"), others)] if others else groups)


def by_category(job: PrintJob) -> dict[str, Any] | None:
    now = standings_of(job.tournament)
    if not now.ranked or not now.has_categories:
        return None
    whole = [(_("Full day"), now.in_final)] if len(now.in_final) < len(now.ranked) else []
    return in_groups(now, [*whole, *now.of_categories.items()])


def in_groups(now: Standings, groups: list[tuple[str, list[Standing]]]) -> dict[str, Any]:
    """The rows of each group below its title, the only text of its row; of one group alone, the rows."""
    data = listing(now, [replace(place, part="") for _title, places in groups for place in places])
    if len(groups) > 1:
        rows = iter(data["items"])
        beside = [""] * (len(data["columns"]) - 2)
        data["items"] = [
            row
            for title, places in groups
            for row in ([["", title, *beside]] if title else []) + [next(rows) for _place in places]
        ]
    return data


def by_player(job: PrintJob) -> dict[str, Any] | None:
    now = standings_of(job.tournament)
    if not now.ranked:
        return None
    order = {entry.pk: entry.public_divided_name.sort_key for entry in job.entries}
    places = sorted(
        now.places, key=lambda place: (order.get(place.entry, ((folded(place.name)), "")), place.number)
    )
    return listing(now, places)


def listing(now: Standings, places: list[Standing]) -> dict[str, Any]:
    """A column for each round and block, and behind them one for each bonus round."""
    heads = [
        column(head.name, side="right", bold=head.block is not None)
        for head in now.columns
        if head.round.bonus is None
    ]
    alike = shared_names(place.name for place in now.places)
    is_wide = len(now.columns) > MOST_COLUMNS_UPRIGHT
    return {
        "small": is_wide,
        "flipped": is_wide,
        "notes": [as_of(now)],
        "columns": [
            column(_("Place"), side="right", bold=True),
            column(_("Name"), grow=True),
            column(_("Number"), side="right"),
            *heads,
            *bonus_columns(now),
            column(_("Total"), side="right", bold=True),
        ],
        "items": [
            [
                placed(place),
                named(now, place, alike),
                str(place.number),
                *(said(points, now.unit) for points, _stands_out in now.cells(place)),
                said(place.total if place.rank is not None else None, now.unit),
            ]
            for place in places
        ],
    }


def bonus_columns(now: Standings) -> list[dict[str, Any]]:
    """A column for each bonus round, which says if it is not part of the total."""
    beside = _("%(round)s, does not count")
    names = (round_.name if round_.counts else beside % {"round": round_.name} for round_ in now.bonus)
    return [column(name, side="right") for name in names]


def as_of(now: Standings) -> str:
    """Which tables of which rounds are still out; says that all are in where none is."""
    words = _("%(round)s: tables %(tables)s")
    out = [
        words % {"round": round_.in_words, "tables": ", ".join(map(str, round_.open))}
        for round_ in now.rounds
        if round_.open
    ]
    if out:
        return _("Still to come: %(tables)s.") % {"tables": "; ".join(out)}
    return _("Every table counts.")


def placed(place: Standing) -> str:
    return "–" if place.rank is None else f"{place.rank}=" if place.tied else str(place.rank)


def named(now: Standings, place: Standing, alike: set[str]) -> str:
    """The name, the town where two people share a name, and the points outside games, without which the row would not
    add up.
    """
    name = f"{place.name} ({place.town})" if place.name in alike and place.town else place.name
    if place.is_disqualified:
        name = _("%(name)s, disqualified") % {"name": name}
    outside = [
        f"{'+' if adjusted.points > 0 else ''}{said(adjusted.points, now.unit)} {adjusted.label}"
        for adjusted in place.adjustments
    ]
    parts = [*filter(None, [place.part]), *outside]
    return " · ".join([isolated(name), *parts]) if parts else name


def said(points: int | None, unit: int = 1) -> str:
    return "–" if points is None else shown(points, unit)
