"""Sheets about what was scored: standings in four orders, and the cards that are still out."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.utils.translation import gettext as _

from club.names import folded, shared_names
from paper.fonts import isolated
from paper.sheets.sheet import KEPT_TOGETHER, PrintJob, column, with_town
from rules.duties import brings_cards
from scoring.sets.tables import waited_for
from scoring.standings.queries import standings_of
from scoring.standings.standing import Standing, Standings
from tournament.models import Block, Tournament
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


def has_categories(tournament: Tournament) -> bool:
    return tournament.categories.exists()


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


def by_table(job: PrintJob) -> dict[str, Any] | None:
    now = standings_of(job.tournament)
    played = [seated for seated in job.rounds if seated.round.published_at]
    if not now.ranked or not played:
        return None
    at = {seat.entry.pk: seat for seat in played[-1].taken_seats}
    places = sorted(
        (place for place in now.places if place.entry in at),
        key=lambda place: (at[place.entry].table, at[place.entry].letter),
    )
    data = listing(now, places)
    data["columns"].insert(0, column(_("Table"), side="right", bold=True))
    data["items"] = [
        [f"{at[place.entry].table}{at[place.entry].letter}", *row]
        for place, row in zip(places, data["items"], strict=True)
    ]
    return data


def by_block(job: PrintJob) -> dict[str, Any] | None:
    """The total of each block; only where there are several."""
    now = standings_of(job.tournament)
    if not now.ranked or len(now.blocks) < 2:
        return None
    heads = [column(count.name, side="right") for count in now.blocks]
    rows = [
        (place, blocks_with_points(now, place), [total for _name, total in now.apart_of(place)])
        for place in now.places
    ]
    return table_of(now, heads, rows)


def has_blocks(tournament: Tournament) -> bool:
    return len(tournament.blocks) > 1


def lies_across(now: Standings) -> bool:
    """Whether there are so many columns of points that the list lies across the paper, in smaller type."""
    return len(now.columns) > MOST_COLUMNS_UPRIGHT


def listing(now: Standings, places: list[Standing]) -> dict[str, Any]:
    announced = [head for head in now.columns if head.round.bonus is None]
    heads = [column(head.name, side="right", bold=head.block is not None) for head in announced]
    rows = [(place, list[Block](), [points for points, _stands_out in now.cells(place)]) for place in places]
    is_wide = lies_across(now)
    return {"small": is_wide, "flipped": is_wide, **table_of(now, heads, rows)}


def table_of(
    now: Standings,
    heads: list[dict[str, Any]],
    rows: list[tuple[Standing, list[Block], list[int | None]]],
) -> dict[str, Any]:
    """A list with columns of points under `heads` and for each bonus round. A row: who, the blocks whose totals stand
    on it, and the points.
    """
    alike = shared_names(place.name for place in now.places)
    return {
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
                named(now, place, alike, in_blocks=blocks),
                str(place.number),
                *(said(number, now.unit) for number in points),
                said(place.total if place.rank is not None else None, now.unit),
            ]
            for place, blocks, points in rows
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


def named(now: Standings, place: Standing, alike: set[str], *, in_blocks: Iterable[Block] = ()) -> str:
    """The name, the town where two people share a name, and the points outside games, without which the row would not
    add up. Points that a block of `in_blocks` holds are left out.
    """
    name = f"{place.name} ({place.town})" if place.name in alike and place.town else place.name
    if place.is_disqualified:
        name = _("%(name)s, disqualified") % {"name": name}
    outside = [
        f"{'+' if adjusted.points > 0 else ''}{said(adjusted.points, now.unit)} {adjusted.label}"
        for adjusted in place.adjustments
        if not any(block.holds(adjusted.round) for block in in_blocks)
    ]
    parts = [*filter(None, [place.part]), *outside]
    return " · ".join([isolated(name), *parts]) if parts else name


def blocks_with_points(now: Standings, place: Standing) -> list[Block]:
    """The blocks whose total stands on the row. A penalty may count in a block that has no total yet."""
    return [count.block for count, total in zip(now.blocks, place.blocks, strict=True) if total is not None]


def said(points: int | None, unit: int = 1) -> str:
    return "–" if points is None else shown(points, unit)


def cards_out(job: PrintJob) -> dict[str, Any] | None:
    tournament = job.tournament
    waiting = waited_for(tournament)
    if not waiting:
        return None
    seats: dict[tuple[int, int], str] = defaultdict(str)
    letters: dict[tuple[int, int], list[str]] = defaultdict(list)
    for seated in job.rounds:
        for table in seated.tables:
            place = (seated.round.number, table.number)
            seats[place] = ", ".join(
                f"{letter}{KEPT_TOGETHER}{with_town(job, entry)}" for letter, entry in table.seats if entry
            )
            letters[place] = [letter for letter, entry in table.seats if entry]
    items = []
    for waited in waiting:
        place = (waited.round, waited.number)
        turn = tournament.collector_turn(waited.round)
        letter = brings_cards(tournament.profile.collector, turn, letters[place])
        items.append([str(waited.round), str(waited.number), seats[place], letter])
    return {
        "columns": [
            column(_("Round"), side="right"),
            column(_("Table"), side="right", bold=True),
            column(_("Players"), grow=True),
            column(_("Brings them")),
        ],
        "tall": True,
        "items": items,
    }
