"""Makes a plan by the movement asked for, or by seat slip where that movement cannot make one."""

from collections.abc import Sequence

import msgspec

from rules.game import LETTERS, Phrase, Refusal
from rules.seating.assigned import assigned_plan, redraw_plan
from rules.seating.certificate import certificate
from rules.seating.draw import draw
from rules.seating.empty import empty_seats
from rules.seating.going_on import go_on, resume, steps_from
from rules.seating.plan import FixedSeat, Plan, Round, Steps, TableSeats
from rules.seating.ranked import ranked_round
from rules.seating.repeat_free import repeat_free_steps, why_not
from rules.seating.request import PlanRequest, check
from rules.seating.steps import STEPS, first_round, play_out


def make_plan(request: PlanRequest) -> Plan | Refusal:
    """The plan that is asked for, or every reason why there is none. Deterministic in its request."""
    refusal = check(request)
    if refusal is not None:
        return refusal
    if request.movement in ("assigned", "random", "ranked"):
        return _by_slip(request, request.movement, None)
    is_going_on = request.history and not request.new_draw
    plan = _going_on(request) if is_going_on else _announced(request)
    # Staying by exchange may repeat a meeting; the certificate tells, and seat slips were not asked for.
    if plan.movement == "repeat-free" and plan.reason is None and _repeats(plan, request.history):
        return _by_slip(request, "assigned", Phrase("no-steps-around"))
    return plan


def _by_slip(request: PlanRequest, movement: str, reason: Phrase | None) -> Plan:
    field = request.field()
    if movement == "ranked":
        number = {name: index for index, name in enumerate(field.names)}
        rounds = ranked_round(field, [number[name] for name in request.standings], request.weights)
    elif movement == "random":
        rounds = redraw_plan(field, request.rounds, request.seed)
    else:
        rounds = assigned_plan(field, request.rounds, request.seed)
    if request.names is None:
        rounds = by_first_seats(rounds)
    gaps = request.rounds - (0 if request.history else 1)
    return Plan(field.tables, movement, request.movement, reason, rounds, (None,) * gaps)


def _announced(request: PlanRequest) -> Plan:
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


def _stays(request: PlanRequest) -> Phrase:
    return Phrase("stays-by-exchange", {"count": len(request.fixed)})


def _going_on(request: PlanRequest) -> Plan:
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
    apart = [wish.pair for wish in request.keep_apart]
    continued = go_on(start, moves, request.history, apart, request.fixed)
    if certificate(continued.rounds, fixed=request.fixed).displaced:
        return _by_slip(request, "assigned", Phrase("no-fixed-seat", {"movement": request.movement}))
    has_exchanges = continued.rounds != go_on(start, moves, request.history, apart).rounds
    notes = tuple(note for round_repair in continued.repairs for note in round_repair.notes())
    reason = _stays(request) if has_exchanges else None
    return Plan(
        len(start), request.movement, request.movement, reason, continued.rounds, continued.steps, notes
    )


def _moves(request: PlanRequest, tables: int) -> tuple[Steps, ...] | None:
    if request.movement == "repeat-free":
        return repeat_free_steps(tables, request.rounds)
    return ((request.steps or STEPS[request.movement]).on(tables),) * (request.rounds - 1)


def _by_steps(request: PlanRequest, rounds: tuple[Round, ...], moves: tuple[Steps, ...]) -> Plan:
    """After rounds already played ``steps`` begins with None, a gap without an announcement."""
    gaps: tuple[Steps | None, ...] = (None, *moves) if request.history else moves
    return Plan(len(rounds[0]), request.movement, request.movement, None, rounds, gaps)


def _held(request: PlanRequest, start: Round, moves: Sequence[Steps]) -> dict[str, str] | None:
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


def by_first_seats(rounds: tuple[Round, ...]) -> tuple[Round, ...]:
    """The rounds with everybody named after their seat in the first one, such as C7."""
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
