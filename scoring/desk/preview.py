"""Before a reopened set is accepted again: who would move in the standings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Sum

from rules.ranking import rank
from scoring.models import CardSet, SetVersion
from scoring.sets.queries import TablePlace
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


def moves(place: TablePlace, written: WrittenSet) -> list[Move]:
    """Everybody whose rank or total would differ from before the dispute, by rank; nothing for other sets."""
    card_set = place.card_set
    if card_set is None or not card_set.reopened or card_set.state == CardSet.State.ACCEPTED:
        return []
    now = {standing.entry: standing for standing in standings_of(place.tournament).places}
    # After the finish the set counts as it was until it is accepted again.
    counts = _still_counted(place)
    without = {entry: standing.total - counts.get(entry, 0) for entry, standing in now.items()}
    again = {
        place.entries[letter].pk: sum(number or 0 for number in card.points)
        for letter, card in written.cards.items()
    }
    before, after = _ranked(without, counts or _as_accepted(place)), _ranked(without, again)
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


def _still_counted(place: TablePlace) -> dict[int, int]:
    """Entry -> points of the set that count although it is open."""
    lines = counted_lines(place.tournament).filter(card_set=place.card_set)
    return dict(lines.order_by().values_list("entry").annotate(Sum("points")))


def _as_accepted(place: TablePlace) -> dict[int, int]:
    """Entry -> points of the set as it was last accepted, here or at the table it was moved from."""
    points: dict[int, int] = {}
    for line in _last_lines(place.table.pk, set()):
        points[line["entry"]] = points.get(line["entry"], 0) + line["points"]
    return points


def _last_lines(table: int, visited: set[int]) -> list[dict[str, int]]:
    """The lines of the last acceptance that was taken back."""
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
    """Entry -> rank and total, with these points added."""
    places = rank({entry: total + more.get(entry, 0) for entry, total in totals.items()})
    return {place.entry: (place.rank, place.total) for place in places}
