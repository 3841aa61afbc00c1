"""Who would move in the standings if a reopened set were accepted as typed now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Sum

from scoring.models import CardSet, SetVersion
from scoring.sets.queries import DeskTable
from scoring.sets.typed import WrittenSet
from scoring.standings.counted import counted_lines
from scoring.standings.queries import standings_of
from scoring.standings.tie_breaks import TieBreaks
from tournament.verbs import Verb


@dataclass(frozen=True)
class Move:
    """One player's rank and total as they were before the set was reopened, and as they would be."""

    number: int
    name: str
    rank_before: int
    rank_after: int
    total_before: int
    total_after: int


def moves(desk_table: DeskTable, written_set: WrittenSet) -> list[Move]:
    """The players whose rank or total would differ from before the dispute, by rank; empty for sets that were not
    reopened.
    """
    card_set = desk_table.card_set
    if card_set is None or not card_set.reopened or card_set.state == CardSet.State.ACCEPTED:
        return []
    # After the finish the set counts as accepted before until it is accepted again.
    counted_points = _still_counted(desk_table)
    old_points = counted_points or _as_accepted(desk_table)
    new_points = _as_typed(desk_table, written_set)
    standings = {
        standing.entry: standing
        for standing in standings_of(desk_table.tournament).places
        if standing.rank is not None
        or ((standing.entry in old_points or standing.entry in new_points) and not standing.is_disqualified)
    }
    other_points = {
        entry: standing.total - counted_points.get(entry, 0) for entry, standing in standings.items()
    }
    tie_breaks = standings_of(desk_table.tournament).tie_breaks
    places_before = _ranked(tie_breaks, other_points, old_points)
    places_after = _ranked(tie_breaks, other_points, new_points)
    moved_entries = [entry for entry in standings if places_before[entry] != places_after[entry]]
    return [
        Move(
            number=standings[entry].number,
            name=standings[entry].full_name,
            rank_before=places_before[entry][0],
            rank_after=places_after[entry][0],
            total_before=places_before[entry][1],
            total_after=places_after[entry][1],
        )
        for entry in sorted(
            moved_entries, key=lambda entry: (places_after[entry][0], standings[entry].number)
        )
    ]


def _as_typed(desk_table: DeskTable, written_set: WrittenSet) -> dict[int, int]:
    """Points of the set as typed, by entry: of the players at the letters, and of those who played on for them."""
    numbers = {card.substitute for card in written_set.cards.values() if card.substitute is not None}
    keys = desk_table.tournament.entries.filter(number__in=numbers) if numbers else []
    by_number = {entry.number: entry.pk for entry in keys}
    points: dict[int, int] = {}
    for letter, card in written_set.cards.items():
        for game, number in enumerate(card.points, 1):
            is_gone = card.left_after is not None and game > card.left_after
            player = by_number.get(card.substitute or 0) if is_gone else None
            player = player or desk_table.entries[letter].pk
            points[player] = points.get(player, 0) + (number or 0)
    return points


def _still_counted(desk_table: DeskTable) -> dict[int, int]:
    """Points of the open set that count, by entry; only after the finish there are any."""
    lines = counted_lines(desk_table.tournament).filter(card_set=desk_table.card_set)
    return dict(lines.order_by().values_list("entry").annotate(Sum("points")))


def _as_accepted(desk_table: DeskTable) -> dict[int, int]:
    """Points of the set as last accepted, here or at the table it was moved from, by entry."""
    points: dict[int, int] = {}
    for line in _last_lines(desk_table.table.pk, set()):
        points[line["entry"]] = points.get(line["entry"], 0) + line["points"]
    return points


def _last_lines(table: int, visited: set[int]) -> list[dict[str, int]]:
    """The lines of the last acceptance that was undone, at this table or at those its cards were moved from."""
    visited.add(table)
    steps = list(SetVersion.objects.filter(table=table).order_by("-pk"))
    if taken_back := next((step.lines for step in steps if step.lines), None):
        return list(taken_back)
    for step in steps:
        came_from = step.other_table_id if step.verb == Verb.SET_MOVED_HERE else None
        if came_from is not None and came_from not in visited and (lines := _last_lines(came_from, visited)):
            return lines
    return []


def _ranked(
    tie_breaks: TieBreaks, totals: Mapping[int, int], extra_points: Mapping[int, int]
) -> dict[int, tuple[int, int]]:
    """Rank and total after adding `extra_points`, by entry; tie-breaks go by what counts now."""
    places = tie_breaks.ranked({entry: total + extra_points.get(entry, 0) for entry, total in totals.items()})
    return {place.entry: (place.rank, place.total) for place in places}
