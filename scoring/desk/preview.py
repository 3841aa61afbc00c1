"""Before a reopened set is accepted again: who would move in the standings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Sum

from rules.ranking import rank
from scoring.models import CardSet
from scoring.sets.queries import TablePlace, history, place_of
from scoring.sets.typed import WrittenSet
from scoring.standings.counted import counted_lines
from scoring.standings.queries import standings_of


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
    now = standings_of(place.tournament).places
    names = {standing.number: standing.full_name for standing in now}
    # After the finish the set counts as it was until it is accepted again; before it, its lines are in the journal.
    counts = _still_counted(place)
    without = {standing.number: standing.total - counts.get(standing.number, 0) for standing in now}
    again = {
        place.entries[letter].number: sum(number or 0 for number in card.points)
        for letter, card in written.cards.items()
    }
    before, after = _ranked(without, counts or _as_accepted(place)), _ranked(without, again)
    changed = [number for number in without if before[number] != after[number]]
    return [
        Move(number, names[number], before[number][0], after[number][0], before[number][1], after[number][1])
        for number in sorted(changed, key=lambda number: (after[number][0], number))
    ]


def _still_counted(place: TablePlace) -> dict[int, int]:
    """Player number -> points of the set that count although it is open."""
    lines = counted_lines(place.tournament).filter(card_set=place.card_set)
    return dict(lines.order_by().values_list("entry__number").annotate(Sum("points")))


def _as_accepted(place: TablePlace) -> dict[int, int]:
    """Player number -> points of the set as it was last accepted, here or at the table it was moved from."""
    points: dict[int, int] = {}
    for line in _last_lines(place, set()):
        points[line["entry__number"]] = points.get(line["entry__number"], 0) + line["points"]
    return points


def _last_lines(place: TablePlace, seen: set[int]) -> list[dict[str, int]]:
    """The lines that the journal kept of the last acceptance that was taken back."""
    steps = list(reversed(history(place)))
    for old in (entry.old or {} for entry in steps):
        if "lines" in old:
            return list(old["lines"])
    seen.add(place.table.number)
    come_from = {
        int(new["moved_from"]) for new in (entry.new or {} for entry in steps) if "moved_from" in new
    }
    for table in place.round.tables.filter(number__in=come_from - seen):
        if lines := _last_lines(place_of(place.tournament, place.round, table), seen):
            return lines
    return []


def _ranked(totals: Mapping[int, int], more: Mapping[int, int]) -> dict[int, tuple[int, int]]:
    """Player number -> rank and total, with these points added."""
    places = rank({number: total + more.get(number, 0) for number, total in totals.items()})
    return {one.entry: (one.rank, one.total) for one in places}
