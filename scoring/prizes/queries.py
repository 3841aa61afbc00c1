"""Who wins what, as things stand: the plan, what is fixed, and what a correction since would move."""

import hashlib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

import msgspec
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from rules import awards as engine
from scoring.models import PrizeAward, PrizeDecision, PrizeRow
from scoring.prizes.contests import DEFINITIONS, Scores, not_ready
from scoring.prizes.words import row_and_places
from tournament.models import Entry, Tournament


@dataclass(frozen=True)
class MovedPrize:
    row: PrizeRow
    entry: Entry
    was_cents: int
    was_thing: str
    cents: int
    thing: str


@dataclass
class RowOutcome:
    """What a row comes to. `awards` are the fixed ones, or those that it has as things stand, which are not stored.

    `open` has each tie that is to be decided, with who tied; `passed_over` who is passed over, with the exclusive
    prize they hold.
    """

    row: PrizeRow
    not_ready: str = ""
    awards: list[PrizeAward] = field(default_factory=list)
    open: list[tuple[engine.Undecided[int], list[Entry]]] = field(default_factory=list)
    passed_over: list[tuple[Entry, PrizeRow]] = field(default_factory=list)
    together: list[PrizeRow] = field(default_factory=list)
    """Other rows that are fixed with this one, because a tie pools places of both."""

    @property
    def can_be_fixed(self) -> bool:
        return not (self.row.fixed_at or self.not_ready or self.open)


def sharing_tournaments(awards: Iterable[PrizeAward]) -> list[PrizeAward]:
    """The same prizes, with one shared object for each tournament, so that it is read once."""
    listed, tournaments = list(awards), dict[int, Tournament]()
    for award in listed:
        row = award.row
        row.tournament = tournaments.setdefault(row.tournament_id, row.tournament)
    return listed


def in_plan_order(awards: QuerySet[PrizeAward]) -> list[PrizeAward]:
    """Fixed prizes with their rows and players by the plan's order, then table, place and player. One query."""
    rows = awards.select_related("entry__person", "row__tournament", "row__category")
    return sorted(
        sharing_tournaments(rows),
        key=lambda award: (
            award.row.position,
            award.row_id,
            [int(part) for part in award.contest.split(".") if part],
            award.first_place,
            award.entry.number,
        ),
    )


def in_called_order(awards: list[PrizeAward]) -> list[list[PrizeAward]]:
    """Fixed prizes as they are called, from the last row of the plan to the first, in each the last place first.

    `awards` are in the plan's order. Called together are those who share a place, and the winners of all tables of a
    row.
    """
    calls: dict[tuple[int, int, int], list[PrizeAward]] = {}
    for award in awards:
        place = 0 if award.contest else award.first_place
        calls.setdefault((award.row.position, award.row_id, place), []).append(award)
    return [calls[key] for key in sorted(calls, reverse=True)]


class PrizePlan:
    """The prize plan of a tournament and its outcome at the moment. Each part is read once."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.scores = Scores(tournament)

    @cached_property
    def rows(self) -> list[PrizeRow]:
        return list(self.tournament.prize_rows.select_related("named__person", "category"))

    @cached_property
    def fixed(self) -> list[PrizeAward]:
        return in_plan_order(PrizeAward.objects.filter(row__tournament=self.tournament))

    @cached_property
    def entries(self) -> dict[int, Entry]:
        return {entry.number: entry for entry in self.tournament.entries.with_people()}

    @cached_property
    def engine_rows(self) -> list[engine.AwardRow[int]]:
        return [
            engine.AwardRow(
                row.key,
                DEFINITIONS[row.criterion].contests(self.scores, row),
                row.first_place,
                tuple(row.cents),
                tuple(row.things),
                row.exclusive,
                self.scores.ranks(row),
            )
            for row in self.rows
        ]

    @cached_property
    def decisions(self) -> list[engine.TieDecision[int]]:
        return [
            engine.TieDecision(
                decision.key,
                decision.contest,
                tuple(decision.candidates),
                tuple(decision.winners),
                decision.how == PrizeDecision.How.EACH,
            )
            for decision in self.tournament.prize_decisions.all()
        ]

    @cached_property
    def index(self) -> dict[int, int]:
        return {row.pk: place for place, row in enumerate(self.rows)}

    @cached_property
    def given(self) -> list[engine.Award[int]]:
        return [
            engine.Award(
                row=self.index[award.row_id],
                contest=award.contest,
                entry=award.entry.number,
                first=award.first_place,
                last=award.last_place,
                rank=award.rank,
                score=award.score,
            )
            for award in self.fixed
        ]

    @cached_property
    def outcome(self) -> engine.Awards[int]:
        fixed = {place for place, row in enumerate(self.rows) if row.fixed_at}
        return engine.award_prizes(self.engine_rows, decisions=self.decisions, fixed=fixed, given=self.given)

    @cached_property
    def outcomes(self) -> list[RowOutcome]:
        by_row = [RowOutcome(row, "" if row.fixed_at else not_ready(self.scores, row)) for row in self.rows]
        for award in [*self.fixed, *self.as_things_stand()]:
            by_row[self.index[award.row_id]].awards.append(award)
        for waiting in self.outcome.undecided:
            candidates = [self.entries[number] for number in waiting.candidates]
            by_row[waiting.row].open.append((waiting, candidates))
        for passed in self.outcome.passed_over:
            by_row[passed.row].passed_over.append((self.entries[passed.entry], self.rows[passed.holds]))
        for place, outcome in enumerate(by_row):
            if not outcome.row.fixed_at:
                outcome.not_ready = outcome.not_ready or self.passed_over_too_early(outcome, by_row)
                bound = engine.shared_ties(self.engine_rows, self.outcome.awards, {place}) - {place}
                outcome.together = [self.rows[other] for other in sorted(bound)]
        return by_row

    def as_things_stand(self) -> Iterator[PrizeAward]:
        tie_breaks = [self.scores.tie_breaks(row) for row in self.rows]
        for award in self.outcome.awards:
            yield PrizeAward(
                row=self.rows[award.row],
                entry=self.entries[award.entry],
                contest=award.contest,
                first_place=award.first,
                last_place=award.last,
                rank=award.rank,
                score=award.score,
                sharing=award.sharing,
                moved_up=award.moved_up,
                cents=award.cents,
                thing=award.thing,
                tie_break=tie_breaks[award.row].get(award.entry, ""),
            )

    def passed_over_too_early(self, outcome: RowOutcome, outcomes: list[RowOutcome]) -> str:
        """Why a row waits where somebody is passed over for an exclusive prize that may still go to somebody else."""
        for entry, holds in outcome.passed_over:
            if not holds.fixed_at and outcomes[self.index[holds.pk]].not_ready:
                return _(
                    "%(name)s is passed over for %(prize)s, which may still change. "
                    "Move this row above it, or wait for it."
                ) % {"name": entry.name, "prize": row_and_places(holds)}
        return ""

    def tied_with(self, rows: Collection[int]) -> list[PrizeRow]:
        """These fixed rows, by their keys, and those that were fixed with them because a tie pools places of both."""
        chosen = {self.index[key] for key in rows}
        return [
            self.rows[place] for place in sorted(engine.shared_ties(self.engine_rows, self.given, chosen))
        ]

    @cached_property
    def moved(self) -> list[MovedPrize]:
        """The fixed prizes that would go to somebody else if everything were awarded anew; in the plan's order.

        Whoever was given an exclusive prize at lunch keeps it, whatever the evening brings: what was fixed first is
        awarded first here too, whatever its place in the plan.
        """
        fixed_at = {
            place: min(
                (
                    other.fixed_at
                    for other, engine_row in zip(self.rows, self.engine_rows, strict=True)
                    if other.fixed_at and engine_row.ladder == self.engine_rows[place].ladder
                )
            )
            for place, row in enumerate(self.rows)
            if row.fixed_at
        }
        if not fixed_at:
            return []
        order = sorted(fixed_at, key=lambda place: (fixed_at[place], place))
        anew = engine.award_prizes([self.engine_rows[place] for place in order], decisions=self.decisions)
        moved = []
        for place, row in enumerate(self.rows):
            if row.fixed_at is None:
                continue
            was = {
                (award.contest, award.entry.number): (award.cents, award.thing)
                for award in self.fixed
                if award.row_id == row.pk
            }
            now = {
                (award.contest, award.entry): (award.cents, award.thing)
                for award in anew.awards
                if order[award.row] == place
            }
            for key in sorted(was.keys() | now.keys()):
                before, after = was.get(key, (0, "")), now.get(key, (0, ""))
                if before != after:
                    moved.append(MovedPrize(row, self.entries[key[1]], *before, *after))
        return moved

    @cached_property
    def mark(self) -> str:
        """A digest of this outcome; it changes whenever the outcome changes."""
        keys = [(row.pk, row.position, bool(row.fixed_at)) for row in self.rows]
        text = msgspec.json.encode([keys, self.outcome.awards, self.outcome.undecided])
        return hashlib.sha256(text).hexdigest()[:16]

    @property
    def set_out(self) -> int:
        """The cents of the whole plan: each row as often as it has contests."""
        return sum(sum(row.cents) * len(row.contests) for row in self.engine_rows)


def still_to_present(tournament: Tournament) -> QuerySet[PrizeRow]:
    """The rows of the plan that are not fixed yet, or have a prize that is not public yet."""
    hidden = PrizeAward.objects.filter(row=OuterRef("pk"), presented_at__isnull=True)
    return tournament.prize_rows.filter(Q(fixed_at__isnull=True) | Exists(hidden))
