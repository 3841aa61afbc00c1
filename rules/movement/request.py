"""What is asked of a plan, and everything that can be wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from rules.game import Fault, Refusal, refusal
from rules.movement.empty import table_count
from rules.movement.field import Field, read_history
from rules.movement.plan import LETTERS, MOST_ROUNDS, MOST_TABLES, FixedSeat, Round, Steps
from rules.movement.ranked import RankedWeights
from rules.movement.steps import STEPS
from rules.words import say, say_count, to_say

MOVEMENTS = (*STEPS, "custom", "repeat-free", "assigned", "random", "ranked")


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """The arguments of `make_plan`; see there."""

    players: int | Sequence[str] | None = None
    tables: int | None = None
    rounds: int
    movement: str
    steps: Steps | None = None
    seed: int = 0
    empty_letter: str = "D"
    keep_apart: Sequence[tuple[str, str]] = ()
    keep_apart_rounds: int | None = None
    fixed: Sequence[FixedSeat] = ()
    history: Sequence[Round] = ()
    new_draw: bool = False
    standings: Sequence[str] = ()
    weights: RankedWeights = RankedWeights()

    @property
    def names(self) -> tuple[str, ...] | None:
        """The players by name, None where only their number is known."""
        return None if self.players is None or isinstance(self.players, int) else tuple(self.players)

    @property
    def size(self) -> int:
        """The number of players."""
        if self.players is None:
            return 4 * (self.tables or 0)
        return self.players if isinstance(self.players, int) else len(self.players)

    def field(self) -> Field:
        """The people to be seated; without names they are called by their numbers."""
        names = self.names or tuple(str(number) for number in range(self.size))
        number = {name: place for place, name in enumerate(names)}
        met, short, letters = read_history(names, self.history)
        return Field(
            names=names,
            empty_letter=self.empty_letter,
            apart=tuple(
                (number[one], number[other])
                for one, other in self.keep_apart
                if one in number and other in number
            ),
            apart_rounds=self.rounds if self.keep_apart_rounds is None else self.keep_apart_rounds,
            fixed={number[seat.player]: seat.table for seat in self.fixed},
            met=met,
            short=short,
            letters=letters,
        )


def check(request: Request) -> Refusal | None:
    """Everything that is wrong with a request, None where nothing is."""
    faults = [
        *_field_faults(request),
        *_movement_faults(request),
        *_steps_faults(request),
        *_name_faults(request),
        *_fixed_faults(request),
        *_standings_faults(request),
    ]
    return refusal(faults) if faults else None


def _field_faults(request: Request) -> list[Fault]:
    tables = request.tables
    if request.players is None:
        if tables is None:
            return [Fault("missing", "tables", say("Say how many tables or how many players there are."))]
        if tables < 1:
            return [Fault("too-few-tables", "tables", say("At least one table is needed."))]
        return _size_faults(tables, "tables")
    needed = table_count(request.size)
    if isinstance(needed, Refusal):
        return list(needed.errors)
    if tables is not None and tables != needed:
        message = say_count(
            "{players} players sit at {count} table, not at {tables}.",
            "{players} players sit at {count} tables, not at {tables}.",
            needed,
            players=request.size,
            tables=tables,
        )
        return [Fault("tables-do-not-fit", "tables", message)]
    return _size_faults(needed, "players")


def _size_faults(tables: int, field: str) -> list[Fault]:
    if tables <= MOST_TABLES:
        return []
    message = say(
        "A plan may have at most {tables} tables ({players} players).",
        tables=MOST_TABLES,
        players=4 * MOST_TABLES,
    )
    return [Fault("too-many-tables", field, message)]


def _movement_faults(request: Request) -> list[Fault]:
    faults = []
    if not 1 <= request.rounds <= MOST_ROUNDS:
        message = say("A plan has 1 to {rounds} rounds.", rounds=MOST_ROUNDS)
        faults.append(Fault("bad-rounds", "rounds", message))
    if request.movement not in MOVEMENTS:
        message = say(
            "The movement must be one of {movements} or {last}.",
            movements=", ".join(MOVEMENTS[:-1]),
            last=MOVEMENTS[-1],
        )
        faults.append(Fault("unknown-movement", "movement", message))
    if request.empty_letter not in LETTERS[1:]:
        message = say("Empty seats may be at letter B, C or D.")
        faults.append(Fault("bad-letter", "empty_letter", message))
    if request.keep_apart_rounds is not None and request.keep_apart_rounds < 0:
        message = say("Pairs are kept apart in the first 0, 1, 2 ... rounds.")
        faults.append(Fault("bad-rounds", "keep_apart_rounds", message))
    return faults


def _steps_faults(request: Request) -> list[Fault]:
    if request.movement == "custom" and request.steps is None:
        message = say("A custom movement needs the four steps, one for each letter.")
        return [Fault("missing", "steps", message)]
    if request.movement != "custom" and request.steps is not None:
        return [Fault("not-for-movement", "steps", say("Only a custom movement takes steps of its own."))]
    return []


def _name_faults(request: Request) -> list[Fault]:
    names = request.names
    if names is None:
        needing = (
            (request.keep_apart, to_say("The players' names are needed beside keep apart.")),
            (request.fixed, to_say("The players' names are needed beside fixed.")),
            (request.history, to_say("The players' names are needed beside history.")),
        )
        return [Fault("missing", "players", say(sentence)) for value, sentence in needing if value]
    faults = [
        Fault("duplicate-player", "players", say("{name} is named {count} times.", name=name, count=count))
        for name, count in Counter(names).items()
        if count > 1
    ]
    known = set(names)
    faults += [
        Fault("unknown-player", "fixed", say("{name} is not among the players.", name=seat.player))
        for seat in request.fixed
        if seat.player not in known
    ]
    faults += [
        Fault("same-player", "keep_apart", say("{name} cannot be kept apart from {name}.", name=one))
        for one, other in request.keep_apart
        if one == other
    ]
    return faults


def _fixed_faults(request: Request) -> list[Fault]:
    tables = -(-request.size // 4)
    faults = [
        Fault(
            "no-such-table",
            "fixed",
            say(
                "{name} cannot stay at table {table}: there are tables 1 to {tables}.",
                name=seat.player,
                table=seat.table,
                tables=tables,
            ),
        )
        for seat in request.fixed
        if not 1 <= seat.table <= tables
    ]
    at_table = Counter(seat.table for seat in request.fixed)
    faults += [
        Fault(
            "fixed-together",
            "fixed",
            say(
                "{count} players cannot stay at table {table}: they would meet in every round.",
                count=count,
                table=table,
            ),
        )
        for table, count in at_table.items()
        if count > 1
    ]
    faults += [
        Fault(
            "duplicate-player",
            "fixed",
            say("{name} cannot stay at {count} tables.", name=player, count=count),
        )
        for player, count in Counter(seat.player for seat in request.fixed).items()
        if count > 1
    ]
    return faults


def _standings_faults(request: Request) -> list[Fault]:
    if request.movement != "ranked":
        return []
    faults = []
    if request.names is None or sorted(request.standings) != sorted(request.names):
        message = say("A ranked round needs the standings: every player once, the leader first.")
        faults.append(Fault("bad-standings", "standings", message))
    if request.rounds != 1:
        message = say(
            "A ranked round needs the standings after the round before it: plan one round at a time."
        )
        faults.append(Fault("one-round-only", "rounds", message))
    return faults
