"""The standings computed from what is stored: totals of what counts, ranks, and how much of each round is accepted."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from django.core.cache import cache
from django.db.models import Exists, Max, OuterRef, Q, Sum

from scoring.models import CardSet, CorrectionWindow, WrittenOff
from scoring.sets.tables import seated
from scoring.standings.counted import (
    counted_adjustments,
    counted_lines,
    counting,
    disqualified,
    shown_until,
    up_to,
)
from scoring.standings.standing import (
    AdjustedPoints,
    BlockCount,
    CategoryCount,
    RoundCount,
    Standing,
    Standings,
)
from scoring.standings.tie_breaks import Wins, tie_breaks_of
from tournament.models import Block, Category, Entry, Table, Tournament

SHOWN_OF_ENTRY = "number", "state", "shows_initials", "tournament", "person__name", "person__town", "category"
"""What is read of each player: the rest of a row takes longer to read than to use."""


def standings_for(role: str | None, tournament: Tournament) -> Standings:
    """The standings that somebody with this role is shown: everybody's are without what is withheld."""
    return standings_of(tournament, until=shown_until(tournament, role))


def standings_of(tournament: Tournament, *, until: int | None = None) -> Standings:
    """The standings up to round `until`, cached per process until the next journal entry. None: all that counts."""
    key = f"standings-{tournament.pk}-{tournament.journal_head}-{until}"
    standings: Standings | None = cache.get(key)
    if standings is None:
        standings = calculate(tournament, until=until)
        cache.set(key, standings, 3600)
    return standings


def calculate(tournament: Tournament, *, until: int | None = None) -> Standings:
    """The standings computed from what is stored, up to round `until`."""
    by_round: dict[int, dict[int, int]] = defaultdict(dict)
    lines = counted_lines(tournament, until=until)
    sums = lines.values_list("entry", "round__number").annotate(Sum("points")).order_by()
    for entry, number, points in sums:
        by_round[entry][number] = points
    adjusted: dict[int, list[AdjustedPoints]] = defaultdict(list)
    rows = counted_adjustments(tournament, until=until)
    for entry, number, points, kind in rows.values_list("entry", "round__number", "points", "kind"):
        adjusted[entry].append(AdjustedPoints(number, points, kind))
    rounds = round_counts(tournament, until=until)
    # What is withheld changes on, and would show here that it did.
    as_of = tournament.standings_at if until is None else last_counted_at(tournament, until)
    return assembled(tournament, by_round, adjusted, rounds, as_of=as_of, until=until)


def last_counted_at(tournament: Tournament, until: int) -> datetime | None:
    """When the last set or adjustment came in that is in the standings up to a round."""
    sets = CardSet.objects.filter(
        counting(tournament, ""), *up_to(until, "round__"), round__tournament=tournament
    ).aggregate(at=Max("accepted_at"))
    adjustments = counted_adjustments(tournament, until=until).aggregate(at=Max("at"))
    return max(filter(None, (sets["at"], adjustments["at"])), default=None)


def assembled(
    tournament: Tournament,
    by_round: Mapping[int, Mapping[int, int]],
    adjusted: Mapping[int, Sequence[AdjustedPoints]],
    rounds: list[RoundCount],
    *,
    as_of: datetime | None,
    until: int | None = None,
    out: Mapping[int, bool | None] | None = None,
    wins_then: Callable[[], Wins] | None = None,
) -> Standings:
    """The standings of points by entry and round, of every entry that was seated or has a result or an adjustment.

    `out` and `wins_then`: who was disqualified and who had won games, where that is not as it is now.
    """
    outside = {entry: sum(row.points for row in rows) for entry, rows in adjusted.items()}
    entries = (
        tournament.entries.filter(
            Q(start_table__isnull=False)
            | Q(seats__round__published_at__isnull=False)
            | Q(pk__in=by_round)
            | Q(pk__in=adjusted)
        )
        .distinct()
        .select_related("person", "category")
        .only(*SHOWN_OF_ENTRY)
        .order_by("number")
    )
    out = disqualified(tournament, until=until) if out is None else out
    withdrawn = {entry.pk for entry in entries if entry.state == Entry.State.WITHDRAWN}
    if withdrawn - out.keys():
        # A disqualification withdraws: where it does not show, that mark would tell of it.
        withdrawn -= disqualified(tournament).keys() - out.keys()
    beside = {number for number, bonus in tournament.bonus_rounds.items() if not bonus.counts}
    counting_points = {
        entry: {number: value for number, value in points.items() if number not in beside}
        for entry, points in by_round.items()
        if points.keys() - beside
    }
    totals = {
        entry: sum(points.values()) + outside.get(entry, 0) for entry, points in counting_points.items()
    }
    penalties = {entry: sum(row.points < 0 for row in rows) for entry, rows in adjusted.items()}
    tie_breaks = tie_breaks_of(tournament, counting_points, penalties, until=until, wins_then=wins_then)
    ranked = tie_breaks.ranked({pk: total for pk, total in totals.items() if out.get(pk, True)})
    decided_by = tie_breaks.decided_by(ranked)
    ranks = {place.entry: place for place in ranked}
    begun = blocks_begun(tournament, rounds)
    of_blocks = {
        entry: tuple(block_total(block, points, adjusted.get(entry, ())) for block in begun)
        for entry, points in by_round.items()
    }
    places = [
        Standing(
            entry=entry.pk,
            number=entry.number,
            name=entry.public_name,
            full_name=entry.name,
            shows_initials=entry.shows_initials,
            rank=ranks[entry.pk].rank if entry.pk in ranks else None,
            tied=entry.pk in ranks and ranks[entry.pk].tied,
            tie_break=decided_by.get(entry.pk, ""),
            total=totals.get(entry.pk, outside.get(entry.pk, 0)),
            rounds=[by_round.get(entry.pk, {}).get(round_.number) for round_ in rounds],
            is_withdrawn=entry.pk in withdrawn,
            town="" if entry.shows_initials else entry.person.town,
            adjustments=tuple(adjusted.get(entry.pk, ())),
            is_disqualified=entry.pk in out,
            category=entry.category.name if entry.category else "",
            blocks=of_blocks.get(entry.pk, (None,) * len(begun)),
        )
        for entry in entries
    ]
    return Standings(
        version=tournament.standings_version,
        as_of=as_of,
        places=sorted(places, key=lambda place: (place.rank is None, place.rank)),
        rounds=rounds,
        categories=tuple(categories_won(rounds, entries, {pk: totals[pk] for pk in ranks})),
        blocks=tuple(
            block_count(block, rounds, {entry: of_blocks[entry][index] for entry in ranks})
            for index, block in enumerate(begun)
        ),
        until=until,
        withheld_from=tournament.withheld_from,
        tie_breaks=tie_breaks,
    )


def categories_won(
    rounds: Sequence[RoundCount], entries: Iterable[Entry], totals: Mapping[int, int]
) -> Iterator[CategoryCount]:
    """Who has the most points of each category that has a last round, once every round until then is complete."""
    members: dict[Category, dict[int, int]] = defaultdict(dict)
    for entry in entries:
        if entry.category and entry.category.last_round and entry.pk in totals:
            members[entry.category][entry.pk] = totals[entry.pk]
    for category, of_members in sorted(members.items(), key=lambda item: item[0].pk):
        played = [round_ for round_ in rounds if round_.number <= (category.last_round or 0)]
        if len(played) == category.last_round and all(round_.is_complete for round_ in played):
            best = max(of_members.values())
            winners = tuple(pk for pk, total in of_members.items() if total == best)
            yield CategoryCount(category.name, winners, best)


def blocks_begun(tournament: Tournament, rounds: Sequence[RoundCount]) -> list[Block]:
    """The blocks of which a round is published; none where all rounds are one block."""
    blocks = tournament.blocks
    if len(blocks) < 2:
        return []
    return [block for block in blocks if any(block.holds(round_.number) for round_ in rounds)]


def block_total(block: Block, points: Mapping[int, int], adjusted: Iterable[AdjustedPoints]) -> int | None:
    """A player's total of a block; None where none of its rounds counts."""
    counted = [points[round_] for round_ in points if block.holds(round_)]
    if not counted:
        return None
    return sum(counted) + sum(row.points for row in adjusted if block.holds(row.round))


def block_count(block: Block, rounds: Sequence[RoundCount], totals: Mapping[int, int | None]) -> BlockCount:
    """Whether every round of the block was played and counts, and then who has the most points of it."""
    inside = [round_ for round_ in rounds if block.holds(round_.number)]
    is_complete = len(inside) == len(block.rounds) and all(round_.is_complete for round_ in inside)
    played = {entry: total for entry, total in totals.items() if total is not None}
    if not is_complete or not played:
        return BlockCount(block, is_complete)
    best = max(played.values())
    return BlockCount(block, True, tuple(entry for entry in played if played[entry] == best), best)


def round_counts(tournament: Tournament, *, until: int | None = None) -> list[RoundCount]:
    """The progress of each published round up to `until`, by number. One query."""
    rounds = tournament.rounds.published().filter(*up_to(until))
    tables = (
        seated(Table.objects.filter(round__in=rounds))
        .annotate(
            counts=Exists(CardSet.objects.filter(counting(tournament, ""), table=OuterRef("pk"))),
            is_written_off=Exists(WrittenOff.objects.filter(table=OuterRef("pk"))),
        )
        .order_by("round__number", "number")
        .values_list("round__number", "number", "counts", "is_written_off")
    )
    by_round: dict[int, list[tuple[int, bool, bool]]] = defaultdict(list)
    for round_, number, counts, is_written_off in tables:
        by_round[round_].append((number, counts, is_written_off))
    return [
        RoundCount(
            number,
            accepted=sum(counts for _table, counts, _off in by_round[number]),
            tables=len(by_round[number]),
            open=tuple(table for table, counts, off in by_round[number] if not counts and not off),
            written_off=tuple(table for table, _counts, off in by_round[number] if off),
            bonus=tournament.bonus_rounds.get(number),
        )
        for number in by_round
    ]


def window_of(tournament: Tournament) -> CorrectionWindow | None:
    """The time for corrections that was set and not ended; what is left of it depends on the hour."""
    return CorrectionWindow.objects.filter(tournament=tournament, ended_at__isnull=True).first()
