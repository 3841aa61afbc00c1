"""What decides between equal totals where a director chose tie-breaks: the figures of each player."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.ranking import SECOND_TOTAL, Place, Tally, by_average, rank
from scoring.models import CardSet
from scoring.sets.typed import WrittenGame, games_from
from scoring.standings.counted import counting, up_to
from tournament.models import TieBreak, Tournament


@dataclass
class Wins:
    """How many games each entry won, won self-picked, won without a joker, and threw the winning tile of, by the
    facts.
    """

    all: Counter[int] = field(default_factory=Counter)
    self_picked: Counter[int] = field(default_factory=Counter)
    jokerless: Counter[int] = field(default_factory=Counter)
    thrown: Counter[int] = field(default_factory=Counter)

    def add(
        self,
        games: Iterable[WrittenGame],
        letter: str,
        entry: int | None,
        left: int | None,
        substitute: int | None,
    ) -> None:
        """Counts the games that one card's players won: `substitute` played those after game `left`."""
        for place, game in enumerate(games, 1):
            facts: Any = game.facts
            player = substitute if substitute and left is not None and place > left else entry
            won = getattr(facts, "winner", None) == letter and facts.outcome == "win"
            if won and player is not None:
                self.all[player] += 1
                self.self_picked[player] += facts.self_picked
                self.jokerless[player] += facts.jokerless
            if player is not None and getattr(facts, "thrower", None) == letter and facts.outcome == "win":
                self.thrown[player] += 1


def wins_of(tournament: Tournament, *, until: int | None = None) -> Wins:
    """The wins that count, up to round `until`; each belongs to whoever sat there in that game. One query."""
    wins = Wins()
    sets = CardSet.objects.filter(
        counting(tournament, ""),
        *up_to(until, "round__"),
        round__tournament=tournament,
        round__published_at__isnull=False,
    )
    # Bonus rounds that do not count decide nothing either.
    rows = sets.exclude(round__bonus_counts=False).values_list(
        *("games", "cards__letter", "cards__entry"), *("cards__left_after", "cards__substitute")
    )
    for games, letter, entry, left, substitute in rows:
        wins.add(games_from(games, tournament.profile), letter, entry, left, substitute)
    return wins


@dataclass(frozen=True)
class TieBreaks:
    """The tie-breaks of a tournament in their order, and what each entry has to show. None: totals tie. `games`: how
    many each played, where the average of a game decides and not the total.
    """

    names: tuple[str, ...] = ()
    tallies: Mapping[int, Tally] = field(default_factory=dict)
    games: Mapping[int, int] = field(default_factory=dict)

    def ranked(self, totals: Mapping[int, int]) -> list[Place[int]]:
        tallies = defaultdict(Tally, self.tallies)
        totals = by_average(totals, self.games) if self.games else totals
        return rank(totals, self.names, {entry: tallies[entry] for entry in totals})

    def ranked_by_part(
        self, totals: Mapping[int, int], parts: Mapping[int, str]
    ) -> Iterator[list[Place[int]]]:
        """The places of each part by itself; `parts` has an entry's, "" where it is not there."""
        of_parts: dict[str, dict[int, int]] = defaultdict(dict)
        for entry, total in totals.items():
            of_parts[parts.get(entry, "")][entry] = total
        for _part, of_part in sorted(of_parts.items()):
            yield self.ranked(of_part)

    def decided_by(self, places: Sequence[Place[int]]) -> dict[int, str]:
        """Entry -> the first tie-break that parts it from somebody with the same total."""
        by_total: dict[int, list[Place[int]]] = defaultdict(list)
        for place in places:
            by_total[place.total].append(place)
        return {
            place.entry: self._first_difference(place.entry, other.entry)
            for tied in by_total.values()
            for place, other in _neighbors(tied)
        }

    def _first_difference(self, entry: int, other: int) -> str:
        tallies = defaultdict(Tally, self.tallies)
        own, others = rank_values(tallies[entry]), rank_values(tallies[other])
        return next(name for name in self.names if own[name] != others[name])


def rank_values(tally: Tally) -> dict[str, int]:
    return {
        TieBreak.MOST_WINS: tally.wins,
        TieBreak.MOST_SELF_PICKED: tally.self_picked,
        TieBreak.HIGHEST_ROUND: tally.highest_round,
        TieBreak.FEWEST_PENALTIES: tally.penalties,
        SECOND_TOTAL: tally.second_total,
    }


def _neighbors(tied: Sequence[Place[int]]) -> list[tuple[Place[int], Place[int]]]:
    """Each place with its neighbor of a different rank: the one below, or above for the last rank."""
    pairs = []
    for place in tied:
        below = [other for other in tied if other.rank > place.rank]
        above = [other for other in tied if other.rank < place.rank]
        if below or above:
            pairs.append((place, below[0] if below else above[-1]))
    return pairs


def tie_breaks_of(
    tournament: Tournament,
    by_round: Mapping[int, Mapping[int, int]],
    penalties: Mapping[int, int],
    second_totals: Mapping[int, int],
    *,
    until: int | None = None,
    wins_then: Callable[[], Wins] | None = None,
) -> TieBreaks:
    """The tie-breaks over points by entry and round. One query, where they ask who won which game.

    `wins_then` gives the wins at an earlier time.
    """
    second = (SECOND_TOTAL,) if tournament.second_total else ()
    names = (*second, *tournament.tie_breaks)
    if not names:
        return TieBreaks()
    wins = Wins()
    if {TieBreak.MOST_WINS, TieBreak.MOST_SELF_PICKED} & set(names):
        wins = wins_then() if wins_then else wins_of(tournament, until=until)
    return TieBreaks(
        names,
        {
            entry: Tally(
                wins=wins.all[entry],
                self_picked=wins.self_picked[entry],
                highest_round=max(points.values()),
                penalties=penalties.get(entry, 0),
                second_total=second_totals.get(entry, 0),
            )
            for entry, points in by_round.items()
        },
    )
