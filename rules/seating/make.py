"""Makes a plan by the movement asked for, or by seat slip where that movement cannot make one."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.game import LETTERS, Phrase, Refusal
from rules.seating.assigned import assigned_plan
from rules.seating.certificate import certificate
from rules.seating.draw import draw
from rules.seating.empty import empty_seats
from rules.seating.going_on import go_on, resume, steps_from
from rules.seating.plan import FixedSeat, Plan, Round, Steps, TableSeats
from rules.seating.ranked import RankedWeights, ranked_round
from rules.seating.redraw import redraw_plan
from rules.seating.repeat_free import repeat_free_steps, why_not
from rules.seating.request import Request, check
from rules.seating.steps import STEPS, first_round, play_out


def make_plan(
    *,
    rounds: int,
    movement: str,
    players: int | Sequence[str] | None = None,
    tables: int | None = None,
    steps: Steps | None = None,
    seed: int = 0,
    empty_letter: str = "D",
    keep_apart: Sequence[tuple[str, str]] = (),
    keep_apart_rounds: int | None = None,
    fixed: Sequence[FixedSeat] = (),
    history: Sequence[Round] = (),
    new_draw: bool = False,
    standings: Sequence[str] = (),
    weights: RankedWeights | None = None,
) -> Plan | Refusal:
    """A plan of ``rounds`` rounds, or every reason why there is none. Deterministic in its arguments.

    ``players`` is the number of players (then named letter + first table) or their names, which are drawn into the
    seats; None takes every seat of ``tables``. ``steps`` belongs to the movement custom. ``keep_apart`` pairs do not
    meet in the first ``keep_apart_rounds`` rounds (None: in all) where that is possible; the certificate tells.
    ``fixed`` players stay at a table.

    ``history``: all rounds played so far, to be followed by ``rounds`` more. Their meetings count as repeats, and
    movements by step continue from the last of them (``players`` may have left or come), unless ``new_draw`` asks for
    new letters and tables. ``standings`` names every player, the leader first, for the movement ranked, whose
    ``weights`` set its priorities.
    """
    request = Request(
        players=players,
        tables=tables,
        rounds=rounds,
        movement=movement,
        steps=steps,
        seed=seed,
        empty_letter=empty_letter,
        keep_apart=keep_apart,
        keep_apart_rounds=keep_apart_rounds,
        fixed=fixed,
        history=history,
        new_draw=new_draw,
        standings=standings,
        weights=weights or RankedWeights(),
    )
    refusal = check(request)
    if refusal is not None:
        return refusal
    if movement in ("assigned", "random", "ranked"):
        return _by_slip(request, movement, None)
    plan = _going_on(request) if history and not new_draw else _announced(request)
    # # Staying by exchange may repeat a meeting; the certificate tells, and seat slips were not asked for.
    if plan.movement == "repeat-free" and plan.reason is None and _repeats(plan, history):
        return _by_slip(request, "assigned", Phrase("no-steps-around"))
    return plan


def _by_slip(request: Request, movement: str, reason: Phrase | None) -> Plan:
    field = request.field()
    if movement == "ranked":
        number = {name: index for index, name in enumerate(field.names)}
        rounds = ranked_round(field, [number[name] for name in request.standings], request.weights)
    elif movement == "random":
        rounds = redraw_plan(field, request.rounds, request.seed)
    else:
        rounds = assigned_plan(field, request.rounds, request.seed)
    if request.names is None:
        rounds = _renamed(rounds)
    gaps = request.rounds - (0 if request.history else 1)
    return Plan(field.tables, movement, request.movement, reason, rounds, (None,) * gaps)


def _announced(request: Request) -> Plan:
    """Steps by letter from a new start: the seats first, then the people drawn into them."""
    tables = -(-request.size // 4)
    moves = _moves(request, tables)
    if moves is None:
        return _by_slip(request, "assigned", why_not(tables, request.rounds))
    start = first_round(tables, empty_seats(request.size, moves, request.empty_letter))
    if request.names is None:
        return _by_steps(request, play_out(start, moves), moves)
    round_one_seats = _held(request, start, moves)
    if round_one_seats is None:
        return _by_slip(request, "assigned", Phrase("no-fixed-seat", {"movement": request.movement}))
    fixed = [FixedSeat(round_one_seats[seat.player], seat.table) for seat in request.fixed]
    rounds = play_out(start, moves, fixed)
    seats = [player for table in start for player in table.players()]
    number = {name: index for index, name in enumerate(seats)}
    field = request.field()
    person_at, _ = draw(
        field,
        [[[number[player] for player in table.players()] for table in seating] for seating in rounds],
        seed=request.seed,
        held={field.names.index(name): number[seat] for name, seat in round_one_seats.items()},
    )
    people = {seat: field.names[person] for seat, person in zip(seats, person_at, strict=True)}
    has_exchanges = rounds != play_out(start, moves)
    plan = _by_steps(request, tuple(_named(seating, people) for seating in rounds), moves)
    return msgspec.structs.replace(plan, reason=_stays(request)) if has_exchanges else plan


def _stays(request: Request) -> Phrase:
    return Phrase("stays-by-exchange", {"count": len(request.fixed)})


def _going_on(request: Request) -> Plan:
    """Steps by letter continued from the last round played."""
    names = request.names or ()
    start = resume(names, request.history[-1])
    if start is None:
        values = {"players": len(names), "tables": len(request.history[-1])}
        return _by_slip(request, "assigned", Phrase("no-fit", values))
    if request.movement == "repeat-free":
        moves = steps_from(start, request.history, request.rounds)
        if moves is None:
            return _by_slip(request, "assigned", Phrase("no-steps-around"))
    else:
        moves = ((request.steps or STEPS[request.movement]).on(len(start)),) * request.rounds
    continued = go_on(start, moves, request.history, request.keep_apart, request.fixed)
    if certificate(continued.rounds, fixed=request.fixed).displaced:
        return _by_slip(request, "assigned", Phrase("no-fixed-seat", {"movement": request.movement}))
    has_exchanges = continued.rounds != go_on(start, moves, request.history, request.keep_apart).rounds
    notes = tuple(note for round_repair in continued.repairs for note in round_repair.notes())
    reason = _stays(request) if has_exchanges else None
    return Plan(
        len(start), request.movement, request.movement, reason, continued.rounds, continued.steps, notes
    )


def _moves(request: Request, tables: int) -> tuple[Steps, ...] | None:
    if request.movement == "repeat-free":
        return repeat_free_steps(tables, request.rounds)
    return ((request.steps or STEPS[request.movement]).on(tables),) * (request.rounds - 1)


def _by_steps(request: Request, rounds: tuple[Round, ...], moves: tuple[Steps, ...]) -> Plan:
    """After rounds already played ``steps`` begins with None, a gap without an announcement."""
    gaps: tuple[Steps | None, ...] = (None, *moves) if request.history else moves
    return Plan(len(rounds[0]), request.movement, request.movement, None, rounds, gaps)


def _held(request: Request, start: Round, moves: Sequence[Steps]) -> dict[str, str] | None:
    """The seat in round 1 of each fixed player, at one letter that never moves where that suits all of them.

    Otherwise at letters where staying by exchange repeats the fewest meetings. None where a table is too small.
    """
    if not request.fixed:
        return {}
    seats = {table.table: table for table in start}
    for index, letter in enumerate(LETTERS):
        round_one_seats = {seat.player: getattr(seats[seat.table], letter) for seat in request.fixed}
        if None not in round_one_seats.values() and not any(tuple(move)[index] for move in moves):
            return round_one_seats
    round_one_seats = {}
    for seat in request.fixed:
        free = [name for name in seats[seat.table].players() if name not in round_one_seats.values()]
        if not free:
            return None
        fixed_seats = [FixedSeat(name, int(name[1:])) for name in round_one_seats.values()]

        def meetings(name: str, fixed_seats: list[FixedSeat] = fixed_seats, table: int = seat.table) -> int:
            return certificate(play_out(start, moves, [*fixed_seats, FixedSeat(name, table)])).extra_meetings

        round_one_seats[seat.player] = min(free, key=meetings)
    return round_one_seats


def _repeats(plan: Plan, history: Sequence[Round]) -> bool:
    """Whether the plan repeats a meeting; with ``history`` a repair or a new draw can cause that."""
    if not history:
        return False
    before = certificate(history).extra_meetings
    return certificate([*history, *plan.rounds]).extra_meetings > before


def _renamed(rounds: tuple[Round, ...]) -> tuple[Round, ...]:
    """Names every player by letter and table of the first round."""
    called = {
        player: f"{letter}{table.table}"
        for table in rounds[0]
        for letter, player in table.seats()
        if player is not None
    }
    return tuple(_named(seating, called) for seating in rounds)


def _named(seating: Round, people: dict[str, str]) -> Round:
    return tuple(
        TableSeats(table.table, *(None if player is None else people[player] for _, player in table.seats()))
        for table in seating
    )
