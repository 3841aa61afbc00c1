"""How many pages each sheet has, counted from what stands on it before anything is typeset."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from paper.cards.kinds import kind_of
from scoring.models import PrizeAward
from scoring.sets.tables import waited_for
from scoring.standings.queries import standings_of
from scoring.standings.standing import Standings
from tournament.models import Entry, Seat

if TYPE_CHECKING:
    from paper.sheets.sheet import PrintJob


MANY, FEW = 60, 0.25
"""As in `typst/sheets/listing.typ`: from how many rows on a list is never one page, and how much of a page is few."""


@dataclass(frozen=True)
class Pages:
    """Of a sheet, or of several together. `is_about`: of a list, which takes more where names or notes are long."""

    count: int
    is_about: bool = False

    def __add__(self, other: Pages) -> Pages:
        return Pages(self.count + other.count, self.is_about or other.is_about)


NO_PAGES = Pages(0)
"""There is nothing to print on the sheet yet."""


class Rows(NamedTuple):
    """How many rows of a list a page holds: the first, under the title, and each further one."""

    first: int
    following: int


@dataclass(frozen=True)
class Amounts:
    """How much there is to print of a tournament, on the job's paper. Each is counted when it is first asked for."""

    job: PrintJob

    def pieces(self, count: int, a_page: int) -> Pages:
        """Pieces to cut apart, as many on each page."""
        return Pages(-(-count // a_page))

    def lines(
        self, count: int, *, letter: tuple[int, int], a4: tuple[int, int], single: tuple[int, int] = (0, 0)
    ) -> Pages:
        """Rows of a list, by what a page of each paper holds under the title and without it; up to `single`, of Letter
        and of A4, are set closer, on one page. Such a list closes up too where few rows would be left for a last page.
        """
        is_a4 = self.job.paper == "a4"
        rows = Rows(*(a4 if is_a4 else letter))
        further = max(0, count - rows.first) if count > single[is_a4] else 0
        pages, last = divmod(further, rows.following)
        closes_up = count > MANY and any(single) and last <= rows.following * FEW
        return Pages(bool(count) + pages + (last > 0 and not closes_up), is_about=True)

    def cards(self, count_of_players: int, count_of_tables: int, games: int) -> Pages:
        """Score cards: of tables or of players, whichever this tournament has."""
        kind = kind_of(self.job.tournament)
        down = 1 if kind.geometry(self.job.tournament, "ABCD", games).is_tall else 2
        if kind.of_table:
            return self.pieces(count_of_tables, down)
        return self.pieces(count_of_players, 2 * down)

    @cached_property
    def entered(self) -> int:
        return self.job.tournament.entries.count()

    @cached_property
    def registered(self) -> int:
        return self.job.tournament.entries.filter(state=Entry.State.REGISTERED).count()

    @cached_property
    def rounds(self) -> dict[int, bool]:
        """Every round that is seated, and whether it is published."""
        rounds = self.job.tournament.rounds.values_list("number", "published_at")
        return {number: published_at is not None for number, published_at in rounds}

    @cached_property
    def seats(self) -> dict[int, list[tuple[int, int]]]:
        """Round -> the table and the entry of each seat, but for those who will have left by then."""
        seats = Seat.objects.filter(round__tournament=self.job.tournament).order_by()
        by_round: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for number, table, entry in seats.values_list("round__number", "table__number", "entry"):
            has_left = not self.rounds[number] and self.job.last_rounds.get(entry, number) < number
            if not has_left:
                by_round[number].append((table, entry))
        return by_round

    @property
    def round_players(self) -> int:
        """Those who sit in the round of the job."""
        return len(self.seats.get(self.job.round_number, ()))

    @property
    def round_tables(self) -> int:
        return len({table for table, _entry in self.seats.get(self.job.round_number, ())})

    @cached_property
    def seated(self) -> int:
        """Those who sit in any round."""
        return len(self.entries_in(list(self.rounds)))

    @cached_property
    def slips(self) -> int:
        """Those who sit in a round to come, or in any where none is to come."""
        to_come = [number for number, is_published in self.rounds.items() if not is_published]
        return len(self.entries_in(to_come or list(self.rounds)))

    def entries_in(self, rounds: list[int]) -> set[int]:
        return {entry for number in rounds for _table, entry in self.seats.get(number, ())}

    @cached_property
    def tables(self) -> int:
        """Of the whole day."""
        return len({table for seats in self.seats.values() for table, _entry in seats})

    @cached_property
    def standings(self) -> Standings:
        return standings_of(self.job.tournament)

    @property
    def places(self) -> int:
        """Rows of the standings; none before anybody has points."""
        return len(self.standings.places) if self.standings.ranked else 0

    @cached_property
    def tables_out(self) -> int:
        return len(waited_for(self.job.tournament))

    @cached_property
    def awards(self) -> int:
        return PrizeAward.objects.filter(row__tournament=self.job.tournament).count()

    @cached_property
    def awards_presented(self) -> int:
        return PrizeAward.objects.presented().filter(row__tournament=self.job.tournament).count()
