"""Who would move in the standings if a reopened set were accepted as it is typed now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Sum

from rules.ranking import rank
from scoring.models import CardSet, SetVersion
from scoring.sets.queries import DeskTable
from scoring.sets.typed import WrittenSet
from scoring.standings.counted import counted_lines
from scoring.standings.queries import standings_of
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


def moves(desk_table: DeskTable, written: WrittenSet) -> list[Move]:
    """The players whose rank or total would differ from before the dispute, by rank; none for other sets."""
    card_set = desk_table.card_set
    if card_set is None or not card_set.reopened or card_set.state == CardSet.State.ACCEPTED:
        return []
    # After the finish the set counts as it was until it is accepted again.
    counts = _still_counted(desk_table)
    accepted = counts or _as_accepted(desk_table)
    again = {
        desk_table.entries[letter].pk: sum(number or 0 for number in card.points)
        for letter, card in written.cards.items()
    }
    now = {
        standing.entry: standing
        for standing in standings_of(desk_table.tournament).places
        if standing.rank is not None or standing.entry in accepted or standing.entry in again
    }
    without = {entry: standing.total - counts.get(entry, 0) for entry, standing in now.items()}
    before, after = _ranked(without, accepted), _ranked(without, again)
    changed = [entry for entry in now if before[entry] != after[entry]]
    return [
        Move(
            number=now[entry].number,
            name=now[entry].full_name,
            rank_before=before[entry][0],
            rank_after=after[entry][0],
            total_before=before[entry][1],
            total_after=after[entry][1],
        )
        for entry in sorted(changed, key=lambda entry: (after[entry][0], now[entry].number))
    ]


def _still_counted(desk_table: DeskTable) -> dict[int, int]:
    """Entry -> points of the open set that count; only after the finish there are any."""
    lines = counted_lines(desk_table.tournament).filter(card_set=desk_table.card_set)
    return dict(lines.order_by().values_list("entry").annotate(Sum("points")))


def _as_accepted(desk_table: DeskTable) -> dict[int, int]:
    """Entry -> points of the set as last accepted, here or at the table it was moved from."""
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


def _ranked(totals: Mapping[int, int], more: Mapping[int, int]) -> dict[int, tuple[int, int]]:
    """Entry -> rank and total after adding `more`."""
    places = rank({entry: total + more.get(entry, 0) for entry, total in totals.items()})
    return {place.entry: (place.rank, place.total) for place in places}
