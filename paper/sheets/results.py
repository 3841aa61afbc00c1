"""Sheets about what was scored: standings in four orders, and the cards that are still out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from paper.fonts import isolated
from paper.sheets.amounts import NO_PAGES, Amounts, Pages
from paper.sheets.sheet import KEPT_TOGETHER, PrintJob, column, with_town
from rules.duties import brings_cards
from scoring.sets.tables import waited_for
from scoring.standings.queries import standings_of
from scoring.standings.standing import Standing, Standings
from tournament.models import Block, Tournament
from tournament.names import folded, shared_names

MOST_COLUMNS_UPRIGHT = 8


def by_rank(job: PrintJob) -> dict[str, Any] | None:
    """The standings as everybody reads them, leaders first."""
    now = standings_of(job.tournament)
    return listing(now, now.places) if now.ranked else None


def by_player(job: PrintJob) -> dict[str, Any] | None:
    """The same by name, for whoever looks for themselves."""
    now = standings_of(job.tournament)
    if not now.ranked:
        return None
    order = {entry.pk: entry.public_divided_name.sort_key for entry in job.entries}
    places = sorted(
        now.places, key=lambda place: (order.get(place.entry, ((folded(place.name)), "")), place.number)
    )
    return listing(now, places)


def by_table(job: PrintJob) -> dict[str, Any] | None:
    """The standings of those who sit together in the round that is on, table by table."""
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
    """The total of each block, by the first of them and so on; only where there are several."""
    now = standings_of(job.tournament)
    if not now.ranked or len(now.blocks) < 2:
        return None
    alike = shared_names(place.name for place in now.places)
    return {
        "columns": [
            column(_("Place"), side="right", bold=True),
            column(_("Name"), grow=True),
            column(_("Number"), side="right"),
            *(column(str(count.name), side="right") for count in now.blocks),
            *bonus_columns(now),
            column(_("Total"), side="right", bold=True),
        ],
        "notes": [as_of(now)],
        "items": [
            [
                placed(place),
                named(place, alike, in_blocks=blocks_with_points(now, place)),
                str(place.number),
                *(said(total) for _name, total in now.apart_of(place)),
                said(place.total if place.rank is not None else None),
            ]
            for place in now.places
        ],
    }


def has_blocks(tournament: Tournament) -> bool:
    return len(tournament.blocks) > 1


def standings_pages(amounts: Amounts) -> Pages:
    if lies_across(amounts.standings):
        return amounts.lines(amounts.places, letter=(34, 36), a4=(32, 34), single=(41, 39))
    return amounts.lines(amounts.places, letter=(44, 47), a4=(47, 50), single=(52, 56))


def block_pages(amounts: Amounts) -> Pages:
    """Before a second block has begun there is nothing to set beside each other."""
    return standings_pages(amounts) if len(amounts.standings.blocks) > 1 else NO_PAGES


def lies_across(now: Standings) -> bool:
    """Whether there are so many columns of points that the list lies across the paper, in smaller type."""
    return len(now.columns) > MOST_COLUMNS_UPRIGHT


def listing(now: Standings, places: list[Standing]) -> dict[str, Any]:
    alike = shared_names(place.name for place in now.places)
    announced = [head for head in now.columns if head.round.bonus is None]
    is_wide = lies_across(now)
    return {
        "notes": [as_of(now)],
        "small": is_wide,
        "flipped": is_wide,
        "columns": [
            column(_("Place"), side="right", bold=True),
            column(_("Name"), grow=True),
            column(_("Number"), side="right"),
            *(column(head.name, side="right", bold=head.block is not None) for head in announced),
            *bonus_columns(now),
            column(_("Total"), side="right", bold=True),
        ],
        "items": [
            [
                placed(place),
                named(place, alike),
                str(place.number),
                *(said(points) for points, _stands_out in now.cells(place)),
                said(place.total if place.rank is not None else None),
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


def named(place: Standing, alike: set[str], *, in_blocks: Iterable[Block] = ()) -> str:
    """The name with all that tells its row from another: the town, and what was given and taken outside games, without
    which the points would not make up the total. What blocks on the list hold already is in theirs.
    """
    name = f"{place.name} ({place.town})" if place.name in alike and place.town else place.name
    if place.is_disqualified:
        name = _("%(name)s, disqualified") % {"name": name}
    outside = [
        f"{'+' if adjusted.points > 0 else ''}{said(adjusted.points)} {adjusted.label}"
        for adjusted in place.adjustments
        if not any(block.holds(adjusted.round) for block in in_blocks)
    ]
    return " · ".join([isolated(name), *outside]) if outside else name


def blocks_with_points(now: Standings, place: Standing) -> list[Block]:
    """Those whose total stands on the row; in another, of which nothing counts yet, a penalty may count."""
    return [count.block for count, total in zip(now.blocks, place.blocks, strict=True) if total is not None]


def said(points: int | None) -> str:
    return "–" if points is None else f"\N{MINUS SIGN}{-points}" if points < 0 else str(points)


def cards_out(job: PrintJob) -> dict[str, Any] | None:
    """The tables whose cards are still waited for, with who sits there and who was to bring them."""
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
        turn = tournament.round_in_block(waited.round)
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
