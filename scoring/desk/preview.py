"""Who would move in the standings if a reopened set were accepted as typed now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from django.db.models import Sum

from record.verbs import Verb
from scoring.models import CardSet, SetVersion
from scoring.sets.lines import points_of
from scoring.sets.queries import DeskTable
from scoring.sets.typed import WrittenSet
from scoring.standings.corrections import CorrectedPlayer
from scoring.standings.counted import counted_lines
from scoring.standings.queries import standings_of
from scoring.standings.standing import Standings


def moves(desk_table: DeskTable, written_set: WrittenSet) -> list[CorrectedPlayer]:
    """The players whose rank or total would differ from before the dispute, by rank; empty for sets that were not
    reopened.
    """
    card_set = desk_table.card_set
    if card_set is None or not card_set.reopened or card_set.state == CardSet.State.ACCEPTED:
        return []
    # After the finish the set counts as accepted before until it is accepted again.
    lines = counted_lines(desk_table.tournament).filter(card_set=card_set)
    counted_points = dict(lines.order_by().values_list("entry").annotate(Sum("points")))
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
    now = standings_of(desk_table.tournament)
    places_before = _ranked(now, other_points, old_points)
    places_after = _ranked(now, other_points, new_points)
    moved_entries = [entry for entry in standings if places_before[entry] != places_after[entry]]
    return [
        CorrectedPlayer(
            standings[entry].number, standings[entry].full_name, *places_before[entry], *places_after[entry]
        )
        for entry in sorted(
            moved_entries, key=lambda entry: (places_after[entry][0], standings[entry].number)
        )
    ]


def _as_typed(desk_table: DeskTable, written_set: WrittenSet) -> dict[int, int]:
    """Points of the set as typed, by entry: of the players at the letters and of their substitutes."""
    numbers = {card.substitute for card in written_set.cards.values() if card.substitute is not None}
    keys = desk_table.tournament.entries.filter(number__in=numbers) if numbers else []
    players = {entry.number: entry.pk for entry in keys}
    entries = {letter: entry.pk for letter, entry in desk_table.entries.items()}
    total: Counter[int] = Counter()
    for entry, points, _second in points_of(written_set.cards, entries, players, desk_table.rules.profile):
        total[entry] += points
    return total


def _as_accepted(desk_table: DeskTable) -> dict[int, int]:
    """Points of the set as last accepted, here or at the table it was moved from, by entry."""
    total: Counter[int] = Counter()
    for line in _last_lines(desk_table.table.pk, set()):
        total[line["entry"]] += line["points"]
    return total


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
    now: Standings, totals: Mapping[int, int], extra_points: Mapping[int, int]
) -> dict[int, tuple[int, int]]:
    """Rank and total after adding `extra_points`, by entry; tie-breaks go by what counts now."""
    sums = {entry: total + extra_points.get(entry, 0) for entry, total in totals.items()}
    parts = now.tie_breaks.ranked_by_part(sums, now.parts)
    return {place.entry: (place.rank, place.total) for places in parts for place in places}
