"""The contests of each criterion: who takes part with which score, and when its outcome is complete."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.db.models import Sum
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from rules.awards import draw_lots
from scoring.models import Criterion, PrizeRow
from scoring.standings.counted import counted_lines
from scoring.standings.queries import standings_of
from scoring.standings.standing import Standings
from scoring.standings.tie_breaks import Wins, wins_of
from tournament.models import Tournament

Contests = Mapping[str, Mapping[int, int]]
"""By the contest's name the score of each player number, higher is better. The name is "" where there is only one,
and of a table its round and number: "2.7"."""


class Scores:
    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament

    @cached_property
    def standings(self) -> Standings:
        return standings_of(self.tournament)

    @cached_property
    def offered(self) -> list[str]:
        return offered(self.tournament)

    @cached_property
    def totals(self) -> dict[int, int]:
        return {place.number: place.total for place in self.standings.ranked}

    @cached_property
    def final_totals(self) -> dict[int, int]:
        return {place.number: place.total for place in self.standings.in_final}

    def ranks(self, row: PrizeRow) -> dict[int, int]:
        """Who of equal scores comes first in a row; nothing where they tie."""
        direction = DEFINITIONS[row.criterion].by_standing
        if not direction or not self.tournament.tie_breaks:
            return {}
        return {place.number: direction * (place.rank or 0) for place in self.standings.ranked}

    def tie_breaks(self, row: PrizeRow) -> dict[int, str]:
        """The tie-break that decides between equal totals, where the prizes of a row depend on it."""
        if not self.ranks(row):
            return {}
        return {place.number: place.tie_break for place in self.standings.ranked if place.tie_break}

    def of_rounds(self, numbers: range) -> dict[int, int]:
        """The points of every player who has a card in one of these rounds."""
        columns = [index for index, round_ in enumerate(self.standings.rounds) if round_.number in numbers]
        points = {
            place.number: [place.rounds[column] for column in columns] for place in self.standings.ranked
        }
        return {
            number: sum(score or 0 for score in scores)
            for number, scores in points.items()
            if any(score is not None for score in scores)
        }

    def of_block(self, number: int) -> dict[int, int]:
        """The totals of a block, its adjustments included, of every player with something that counts in it."""
        if number > len(self.standings.blocks):
            return {}
        totals = {place.number: place.blocks[number - 1] for place in self.standings.ranked}
        return {player: total for player, total in totals.items() if total is not None}

    def of_category(self, category: int | None) -> dict[int, int]:
        players = self.tournament.entries.filter(category=category, category__isnull=False)
        numbers = set(players.values_list("number", flat=True))
        return {number: total for number, total in self.totals.items() if number in numbers}

    @cached_property
    def tables(self) -> dict[int, dict[str, dict[int, int]]]:
        """Round -> table -> player -> points, of the tables that count. One query.

        Whoever left during a round and whoever played on have each the points of their own games.
        """
        rows = (
            counted_lines(self.tournament)
            .order_by("round__number", "card_set__table__number", "entry__number")
            .values_list("round__number", "card_set__table__number", "entry__number")
            .annotate(Sum("points"))
        )
        tables: dict[int, dict[str, dict[int, int]]] = defaultdict(lambda: defaultdict(dict))
        for round_number, table, number, points in rows:
            if number in self.totals:
                tables[round_number][f"{round_number}.{table}"][number] = points
        return tables

    def of_tables(self, number: int | None) -> dict[str, dict[int, int]]:
        counted = [round_.number for round_ in self.standings.rounds if round_.counts]
        rounds = [self.tables.get(of_round, {}) for of_round in (counted if number is None else [number])]
        return {name: scores for tables in rounds for name, scores in tables.items()}

    @cached_property
    def wins(self) -> Wins:
        """Who won how many games, by the facts; by player number. One query."""
        numbers = {place.entry: place.number for place in self.standings.ranked}
        wins = wins_of(self.tournament)
        return Wins(*(_numbered(counts, numbers) for counts in (wins.all, wins.self_picked, wins.jokerless)))


def _numbered(counts: Counter[int], numbers: Mapping[int, int]) -> Counter[int]:
    return Counter({numbers[entry]: count for entry, count in counts.items() if entry in numbers and count})


@dataclass(frozen=True)
class Definition:
    """How a criterion is reckoned. `number`: what its number counts, "" where it has none.

    `by_standing`: equal scores go by the places of the standings, which tie-breaks decide; -1: by them from the end.
    """

    contests: Callable[[Scores, PrizeRow], Contests]
    number: str = ""
    number_needed: bool = False
    by_standing: int = 0


def block(tournament: Tournament, number: int) -> tuple[int, ...]:
    """The rounds of a block, counted from 1; none where there is no such block."""
    return next((block.rounds for block in tournament.blocks if block.number == number), ())


def _negative(contests: Contests) -> Contests:
    return {name: {number: -score for number, score in scores.items()} for name, scores in contests.items()}


def _drawn(_scores: Scores, row: PrizeRow) -> Contests:
    order = draw_lots(row.seed, row.drawn_from)
    return {"": {number: -place for place, number in enumerate(order)}}


DEFINITIONS: dict[str, Definition] = {
    Criterion.OVERALL: Definition(lambda scores, _row: {"": scores.final_totals}, by_standing=1),
    Criterion.BLOCK: Definition(
        lambda scores, row: {"": scores.of_block(row.number or 1)},
        number="block",
        number_needed=True,
    ),
    Criterion.CATEGORY: Definition(
        lambda scores, row: {"": scores.of_category(row.category_id)}, by_standing=1
    ),
    Criterion.ROUND: Definition(
        lambda scores, row: {"": scores.of_rounds(range(row.number or 0, (row.number or 0) + 1))},
        number="round",
        number_needed=True,
    ),
    Criterion.TABLE_HIGH: Definition(lambda scores, row: scores.of_tables(row.number), number="round"),
    Criterion.TABLE_LOW: Definition(
        lambda scores, row: _negative(scores.of_tables(row.number)), number="round"
    ),
    Criterion.LOWEST: Definition(lambda scores, _row: _negative({"": scores.final_totals}), by_standing=-1),
    Criterion.SELF_PICKED: Definition(lambda scores, _row: {"": scores.wins.self_picked}),
    Criterion.JOKERLESS: Definition(lambda scores, _row: {"": scores.wins.jokerless}),
    Criterion.LOT: Definition(_drawn),
    Criterion.NAMED: Definition(
        lambda _scores, row: {"": {row.named.number: 0} if row.named else {}},
    ),
}


def offered(tournament: Tournament) -> list[str]:
    missing = set() if tournament.has_rack_facts else {Criterion.SELF_PICKED, Criterion.JOKERLESS}
    if len(tournament.blocks) == 1:
        missing.add(Criterion.BLOCK)
    if not tournament.categories.exists():
        missing.add(Criterion.CATEGORY)
    return [criterion for criterion in Criterion.values if criterion not in missing]


def exists(scores: Scores, row: PrizeRow) -> bool:
    """Whether the tournament has what a row is about; a copied row may be about a block of its origin."""
    if row.criterion not in scores.offered or (row.criterion == Criterion.CATEGORY and row.category is None):
        return False
    if row.number is None:
        return True
    return row.number <= most_of(DEFINITIONS[row.criterion], scores.tournament)


def most_of(definition: Definition, tournament: Tournament) -> int:
    return len(tournament.blocks) if definition.number == "block" else tournament.last_round


def not_ready(scores: Scores, row: PrizeRow) -> str:
    """Why the outcome of a row may still change, as a sentence; "" when it is complete."""
    tournament, definition = scores.tournament, DEFINITIONS[row.criterion]
    if row.criterion == Criterion.LOT:
        return "" if row.drawn_from else _("The lots are not drawn yet.")
    if row.criterion == Criterion.NAMED:
        return "" if row.named_id else _("Nobody is named yet.")
    if not exists(scores, row):
        return _("There is nothing of this kind in this tournament. Change the row, or remove it.")
    last = row.category.last_round if row.category else None
    if row.number is None and last is None:
        return "" if tournament.finished_at else _("The standings are not final yet.")
    numbers = (
        tuple(range(1, (last or 0) + 1))
        if row.number is None
        else (block(tournament, row.number) if definition.number == "block" else (row.number,))
    )
    complete = {round_.number for round_ in scores.standings.rounds if round_.is_complete}
    rounds = set(numbers) & set(range(1, tournament.last_round + 1))
    if rounds and (rounds <= complete or tournament.finished_at):
        return ""
    return _("Cards of these rounds are still out.")
