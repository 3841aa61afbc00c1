from collections import Counter
from collections.abc import Sequence

import msgspec

from rules.game import LETTERS, Fault, Refusal, refusal
from rules.limits import MOST_ROUNDS_PLANNED, MOST_TABLES, MOVEMENTS
from rules.seating.empty import table_count
from rules.seating.field import SeatingField, read_history
from rules.seating.plan import Apart, FixedSeat, Round, Steps
from rules.seating.ranked import RankedWeights


class PlanRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A plan of ``rounds`` rounds to be made.

    ``players`` is the number of players (then named letter + first table) or their names, which are drawn into the
    seats; None takes every seat of ``tables``. ``steps`` belongs to the movement custom. ``keep_apart`` pairs do not
    meet where that is possible; the certificate tells. ``fixed`` players stay at a table.

    ``history``: all rounds played so far, to be followed by ``rounds`` more. Their meetings count as repeats, and
    movements by step continue from the last of them (``players`` may have left or come), unless ``new_draw`` asks for
    new letters and tables. ``standings`` names every player, the leader first, for the movement ranked, whose
    ``weights`` set its priorities.
    """

    players: int | Sequence[str] | None = None
    tables: int | None = None
    rounds: int
    movement: str
    steps: Steps | None = None
    seed: int = 0
    empty_letter: str = "D"
    keep_apart: Sequence[Apart] = ()
    fixed: Sequence[FixedSeat] = ()
    history: Sequence[Round] = ()
    new_draw: bool = False
    standings: Sequence[str] = ()
    weights: RankedWeights = RankedWeights()

    @property
    def names(self) -> tuple[str, ...] | None:
        """The players by name; None where only their number is known."""
        return None if self.players is None or isinstance(self.players, int) else tuple(self.players)

    @property
    def size(self) -> int:
        if self.players is None:
            return 4 * (self.tables or 0)
        return self.players if isinstance(self.players, int) else len(self.players)

    def field(self) -> SeatingField:
        """The people to be seated; without names they are named by their numbers."""
        names = self.names or tuple(str(number) for number in range(self.size))
        number = {name: index for index, name in enumerate(names)}
        met, short, letters = read_history(names, self.history)
        return SeatingField(
            names=names,
            empty_letter=self.empty_letter,
            apart=tuple(
                (number[first], number[second])
                for first, second in (wish.pair for wish in self.keep_apart)
                if first in number and second in number
            ),
            # One limit holds for all pairs: the longest.
            apart_rounds=max(
                (self.rounds if wish.rounds is None else wish.rounds for wish in self.keep_apart), default=0
            ),
            fixed={number[seat.player]: seat.table for seat in self.fixed},
            met=met,
            short=short,
            letters=letters,
        )


def check(request: PlanRequest) -> Refusal | None:
    faults = [
        *_field_faults(request),
        *_movement_faults(request),
        *_steps_faults(request),
        *_name_faults(request),
        *_fixed_faults(request),
        *_standings_faults(request),
    ]
    return refusal(faults) if faults else None


def _field_faults(request: PlanRequest) -> list[Fault]:
    tables = request.tables
    if request.players is None:
        if tables is None:
            return [Fault("missing", "tables", {"variant": "size"})]
        if tables < 1:
            return [Fault("too-few-tables", "tables")]
        return _size_faults(tables, "tables")
    needed = table_count(request.size)
    if isinstance(needed, Refusal):
        return list(needed.errors)
    if tables is not None and tables != needed:
        values = {"count": needed, "players": request.size, "tables": tables}
        return [Fault("tables-do-not-fit", "tables", values)]
    return _size_faults(needed, "players")


def _size_faults(tables: int, field: str) -> list[Fault]:
    if tables <= MOST_TABLES:
        return []
    return [Fault("too-many-tables", field, {"tables": MOST_TABLES, "players": 4 * MOST_TABLES})]


def _movement_faults(request: PlanRequest) -> list[Fault]:
    faults = []
    if not 1 <= request.rounds <= MOST_ROUNDS_PLANNED:
        faults.append(Fault("bad-rounds", "rounds", {"rounds": MOST_ROUNDS_PLANNED}))
    if request.movement not in (*MOVEMENTS, "ranked"):
        faults.append(Fault("unknown-movement", "movement", {"movements": MOVEMENTS, "last": "ranked"}))
    if request.empty_letter not in LETTERS[1:]:
        faults.append(Fault("bad-letter", "empty_letter"))
    return faults


def _steps_faults(request: PlanRequest) -> list[Fault]:
    if request.movement == "custom" and request.steps is None:
        return [Fault("missing", "steps", {"variant": "steps"})]
    if request.movement != "custom" and request.steps is not None:
        return [Fault("not-for-movement", "steps")]
    return []


def _name_faults(request: PlanRequest) -> list[Fault]:
    names = request.names
    if names is None:
        return [
            Fault("missing", "players", {"variant": f"names-{name}"})
            for name in ("keep_apart", "fixed", "history")
            if getattr(request, name)
        ]
    faults = [
        Fault("duplicate-player", "players", {"name": name, "count": count})
        for name, count in Counter(names).items()
        if count > 1
    ]
    players = set(names)
    faults += [
        Fault("unknown-player", "fixed", {"name": seat.player})
        for seat in request.fixed
        if seat.player not in players
    ]
    faults += [
        Fault("same-player", "keep_apart", {"name": player})
        for player, second in (wish.pair for wish in request.keep_apart)
        if player == second
    ]
    return faults


def _fixed_faults(request: PlanRequest) -> list[Fault]:
    tables = -(-request.size // 4)
    faults = [
        Fault("no-such-table", "fixed", {"name": seat.player, "table": seat.table, "tables": tables})
        for seat in request.fixed
        if not 1 <= seat.table <= tables
    ]
    at_table = Counter(seat.table for seat in request.fixed)
    faults += [
        Fault("fixed-together", "fixed", {"count": count, "table": table})
        for table, count in at_table.items()
        if count > 1
    ]
    faults += [
        Fault("duplicate-player", "fixed", {"variant": "fixed", "name": player, "count": count})
        for player, count in Counter(seat.player for seat in request.fixed).items()
        if count > 1
    ]
    return faults


def _standings_faults(request: PlanRequest) -> list[Fault]:
    if request.movement != "ranked":
        return []
    faults = []
    if request.names is None or sorted(request.standings) != sorted(request.names):
        faults.append(Fault("bad-standings", "standings"))
    if request.rounds != 1:
        faults.append(Fault("one-round-only", "rounds"))
    return faults
