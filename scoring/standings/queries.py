"""The standings computed from what is stored: totals of what counts, ranks, and how much of each round is accepted."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Sum, Value

from rules.ranking import Place
from scoring.models import Card, CardSet, CorrectionWindow
from scoring.sets.tables import IS_WRITTEN_OFF, seated
from scoring.standings.counted import (
    counted_adjustments,
    counted_lines,
    counting,
    disqualified,
    shown_until,
    up_to,
)
from scoring.standings.kept import until_the_next_entry
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


@dataclass
class CountedPoints:
    """What counts, by entry: the points of each round, those outside games, the second total, and for an average the
    games played.
    """

    tournament: Tournament
    by_round: dict[int, dict[int, int]] = field(default_factory=lambda: defaultdict(dict))
    adjusted: dict[int, list[AdjustedPoints]] = field(default_factory=lambda: defaultdict(list))
    second_totals: Counter[int] = field(default_factory=Counter)
    games: Counter[int] = field(default_factory=Counter)

    def add(self, entry: int, number: int, points: int, second: int, games: int) -> None:
        self.by_round[entry][number] = self.by_round[entry].get(number, 0) + points
        if self.tournament.counts(number):
            self.second_totals[entry] += second
            self.games[entry] += games

    def adjust(self, rows: Iterable[tuple[int, int | None, int, str]]) -> None:
        for entry, number, points, kind in rows:
            self.adjusted[entry].append(
                AdjustedPoints(number, points, kind, is_said=self.tournament.shows_reasons)
            )


def standings_for(role: str | None, tournament: Tournament) -> Standings:
    """The standings that somebody with this role is shown: everybody's are without what is withheld."""
    return standings_of(tournament, until=shown_until(tournament, role))


@until_the_next_entry
def standings_of(tournament: Tournament, until: int | None) -> Standings:
    """The standings up to round `until`, None: all that counts."""
    return calculate(tournament, until=until)


def calculate(tournament: Tournament, *, until: int | None = None) -> Standings:
    counted = CountedPoints(tournament)
    lines = counted_lines(tournament, until=until)
    by_average = tournament.ranks_by_average
    games = Count("game", distinct=True, filter=Q(game__gt=0)) if by_average else Value(0)
    of_rounds = lines.values_list("entry", "round__number").order_by()
    for row in of_rounds.annotate(Sum("points"), Sum("second"), games=games):
        counted.add(*row)
    if by_average:
        for entry, number, played in left_early(tournament, until):
            counted.add(entry, number, 0, 0, (played or 0) - tournament.games_in(number))
    rows = counted_adjustments(tournament, until=until)
    counted.adjust(rows.values_list("entry", "round__number", "points", "kind"))
    rounds = round_counts(tournament, until=until)
    # What is withheld changes on, and would show here that it did.
    as_of = tournament.standings_at if until is None else last_counted_at(tournament, until)
    return assembled(counted, rounds, as_of=as_of, until=until)


def left_early(tournament: Tournament, until: int | None) -> QuerySet[Card, tuple[int, int, int | None]]:
    """Entry, round and games played of those who left during a round; their cards have lines for its later games."""
    cards = Card.objects.filter(
        counting(tournament, "card_set"),
        *up_to(until, "round__"),
        round__tournament=tournament,
        round__published_at__isnull=False,
        left_after__isnull=False,
        substitute=None,
    )
    return cards.values_list("entry", "round__number", "left_after")


def last_counted_at(tournament: Tournament, until: int) -> datetime | None:
    """When the last set or adjustment came in that is in the standings up to a round."""
    sets = CardSet.objects.filter(
        counting(tournament, ""), *up_to(until, "round__"), round__tournament=tournament
    ).aggregate(at=Max("accepted_at"))
    adjustments = counted_adjustments(tournament, until=until).aggregate(at=Max("at"))
    return max(filter(None, (sets["at"], adjustments["at"])), default=None)


def assembled(
    counted: CountedPoints,
    rounds: list[RoundCount],
    *,
    as_of: datetime | None,
    until: int | None = None,
    moment: datetime | None = None,
    wins_then: Callable[[], Wins] | None = None,
) -> Standings:
    """The standings of points by entry and round, of every entry that was seated or has a result or an adjustment.

    `moment` and `wins_then`: when they stood so and who had won games then, where that is not now.
    """
    tournament, by_round, adjusted = counted.tournament, counted.by_round, counted.adjusted
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
    out = disqualified(tournament, until=until, moment=moment)
    withdrawn = {entry.pk for entry in entries if entry.state == Entry.State.WITHDRAWN}
    if withdrawn - out.keys():
        # A disqualification withdraws: where it does not show, that mark would tell of it.
        withdrawn -= disqualified(tournament).keys() - out.keys()
    counting_points = {
        entry: points_that_count
        for entry, points in by_round.items()
        if (
            points_that_count := {
                number: value for number, value in points.items() if tournament.counts(number)
            }
        )
    }
    totals = {
        entry: sum(points.values()) + outside.get(entry, 0) for entry, points in counting_points.items()
    }
    penalties = {entry: sum(row.points < 0 for row in rows) for entry, rows in adjusted.items()}
    tie_breaks = tie_breaks_of(
        tournament, counting_points, penalties, counted.second_totals, until=until, wins_then=wins_then
    )
    games = {entry: max(counted.games[entry], 1) for entry in totals} if tournament.ranks_by_average else {}
    tie_breaks = replace(tie_breaks, games=games)
    parts = {
        entry.pk: entry.category.name
        for entry in entries
        if entry.category and entry.category.ends_before(tournament.last_round)
    }
    ranks: dict[int, Place[int]] = {}
    decided_by: dict[int, str] = {}
    in_place = {pk: total for pk, total in totals.items() if out.get(pk, True)}
    for ranked in tie_breaks.ranked_by_part(in_place, parts):
        ranks |= {place.entry: place for place in ranked}
        decided_by |= tie_breaks.decided_by(ranked)
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
            second_total=counted.second_totals[entry.pk],
            average=round(Fraction(totals[entry.pk] * 100, tournament.unit * games[entry.pk]))
            if entry.pk in games
            else None,
            rounds=[by_round.get(entry.pk, {}).get(round_.number) for round_ in rounds],
            is_withdrawn=entry.pk in withdrawn,
            town="" if entry.shows_initials else entry.person.town,
            adjustments=tuple(adjusted.get(entry.pk, ())),
            is_disqualified=entry.pk in out,
            category=entry.category.name if entry.category else "",
            part=parts.get(entry.pk, ""),
            blocks=of_blocks.get(entry.pk, (None,) * len(begun)),
        )
        for entry in entries
    ]
    return Standings(
        version=tournament.standings_version,
        as_of=as_of,
        places=sorted(places, key=lambda place: (place.rank is None, place.part, place.rank)),
        rounds=rounds,
        categories=tuple(
            categories_won(rounds, entries, {pk: totals[pk] for pk in ranks}, tournament.last_round)
        ),
        blocks=tuple(
            block_count(block, rounds, {entry: of_blocks[entry][index] for entry in ranks})
            for index, block in enumerate(begun)
        ),
        until=until,
        withheld_from=tournament.withheld_from,
        tie_breaks=tie_breaks,
        unit=tournament.unit,
        second_total_title=tournament.second_total,
    )


def categories_won(
    rounds: Sequence[RoundCount], entries: Iterable[Entry], totals: Mapping[int, int], last_round: int
) -> Iterator[CategoryCount]:
    """Who has the most points of each category, once every round until its last one is complete."""
    members: dict[Category, dict[int, int]] = defaultdict(dict)
    for entry in entries:
        if entry.category and entry.pk in totals:
            members[entry.category][entry.pk] = totals[entry.pk]
    for category, of_members in sorted(members.items(), key=lambda item: item[0].pk):
        last = category.last_round or last_round
        played = [round_ for round_ in rounds if round_.number <= last]
        if len(played) == last and all(round_.is_complete for round_ in played):
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
    rows = (
        seated(Table.objects.filter(round__in=rounds))
        .annotate(
            counts=Exists(CardSet.objects.filter(counting(tournament, ""), table=OuterRef("pk"))),
            off=IS_WRITTEN_OFF,
        )
        .order_by("round__number", "number")
        .values_list("round__number", "number", "counts", "off")
    )
    by_round: dict[int, list[tuple[int, bool, bool]]] = defaultdict(list)
    for round_, number, counts, off in rows:
        by_round[round_].append((number, counts, off))
    return [round_count(tournament, number, tables) for number, tables in by_round.items()]


def round_count(tournament: Tournament, number: int, tables: Sequence[tuple[int, bool, bool]]) -> RoundCount:
    """Of a round's tables by number, with whether each counts and whether it is written off."""
    return RoundCount(
        number,
        accepted=sum(counts for _table, counts, _off in tables),
        tables=len(tables),
        open=tuple(table for table, counts, off in tables if not counts and not off),
        written_off=tuple(table for table, _counts, off in tables if off),
        bonus=tournament.bonus_rounds.get(number),
    )


def window_of(tournament: Tournament) -> CorrectionWindow | None:
    """The time for corrections that was set and not ended; what is left of it depends on the hour."""
    return CorrectionWindow.objects.filter(tournament=tournament, ended_at__isnull=True).first()


def checked_until(tournament: Tournament, now: datetime) -> datetime | None:
    """Until when players check what they are shown and tell the desk what is wrong; None where they do not."""
    window = window_of(tournament)
    return window.closes_at if window is not None and window.is_running(now) else None
