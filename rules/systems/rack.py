"""Faults of a game of the American kind, in which one hand wins.

Used by both families of that kind. ``lost_fields`` names facts that were misshapen: they are not reported again, and
nothing is concluded from their absence.
"""

from collections import Counter
from collections.abc import Collection, Iterator

from msgspec import UNSET, UnsetType

from rules.game import (
    HAND_CLASSES,
    LETTERS,
    TABLES,
    ErrorCall,
    Fault,
    Game,
    HandClass,
    Phrase,
    Seats,
    quoted,
    short,
)
from rules.limits import MOST_POINTS
from rules.systems.family import Facts, Field
from rules.systems.profile import Profile
from rules.systems.reader import missing
from rules.systems.shapes import BadValueError, Shape, as_list

NOTHING_LOST: frozenset[str] = frozenset()
RACK_OUTCOMES = ("win", "wall", "unfinished", "error")
NO_WIN_OUTCOMES = ("wall", "unfinished", "error", "thrown-in")


MOST_VALUE = 995
HANDS = ("dead", "called", "shown")
INFRACTION = Field("infraction", "infractions", of_seat=True, is_rare=True)
EXTRA = Field("extra", "extras", of_seat=True, is_rare=True)
EXPOSURES = tuple(map(str, range(5)))


def rack_fields(*, ends: tuple[str, ...], exposures: bool) -> tuple[Field, ...]:
    """What is typed of a game in which one hand wins; ``ends`` are the other outcomes."""
    return (
        Field("won", "seat", ends),
        Field("value", "number", most=MOST_VALUE),
        Field("from", "seat", ("picked",)),
        Field("class", "one", HAND_CLASSES),
        *([Field("exposures", "choice", EXPOSURES)] if exposures else []),
        Field("jokerless", "tick"),
        Field("points", "points", of_seat=True),
        EXTRA,
        Field("hand", "choice", HANDS, of_seat=True, is_rare=True),
    )


class RackGame(Game, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """A game of the American kind: one hand wins, by a throw or self-picked."""

    winner: str | UnsetType = UNSET
    value: int | UnsetType = UNSET
    hand_class: HandClass = "exposed"
    jokerless: bool = False
    self_picked: bool = False
    thrower: str | UnsetType = UNSET
    exposures: int | UnsetType = UNSET
    dead: Seats = ()
    dead_after_throw: Seats = ()
    error: ErrorCall | UnsetType = UNSET


def _card_values(value: object, _base: object) -> tuple[int, ...]:
    values = as_list(value)
    if not values or any(type(value) is not int or bad_value(value, "values") for value in values):
        raise BadValueError(Phrase("give-hand-values"))
    return tuple(sorted({value for value in values if isinstance(value, int)}))


CARD_VALUES = Shape("card-values", _card_values)


def seats_of(game: RackGame) -> Seats:
    """The seats in the order of the letters; all four where ``seats`` is no possible table."""
    return TABLES.get(game.seats, LETTERS)


def bad_seats() -> Fault:
    return Fault("bad-seats", "seats")


def not_at_table(seat: str, field: str) -> Fault:
    return Fault("seat-not-at-table", field, {"seat": quoted(seat)})


def dead_twice(seat: str, field: str) -> Fault:
    return Fault("dead-twice", field, {"seat": quoted(seat)})


def not_for_outcome(field: str, variant: str) -> Fault:
    return Fault("not-for-outcome", field, {"variant": variant})


def repeats(seats: Collection[str]) -> set[str]:
    if len({*seats}) == len(seats):
        return set()
    return {seat for seat, times in Counter(seats).items() if times > 1}


def dead_before_throw(game: RackGame) -> Seats:
    """The seats dead when the game ended: declared dead, or out by a mah jongg in error."""
    error = game.error
    return game.dead if error is UNSET else (*game.dead, error.caller, *error.exposed)


def intact(game: RackGame) -> list[str]:
    """The seats neither dead nor exposed or destroyed because of a mah jongg in error."""
    out = dead_before_throw(game)
    return [seat for seat in seats_of(game) if seat not in out]


def bad_value(value: int, field: str) -> Fault | None:
    """The fault of a hand value that no card has, or None."""
    if 0 < value <= MOST_POINTS and value % 5 == 0:
        return None
    if abs(value) <= MOST_POINTS:
        return Fault("bad-value", field, {"variant": "hand", "value": value})
    return Fault("bad-value", field, {"variant": "hand-beyond-bounds"})


def rack_faults(
    game: RackGame, *, needs_exposures: bool, lost_fields: frozenset[str] = NOTHING_LOST
) -> list[Fault]:
    """The faults in the facts that both families share; ``needs_exposures`` where a bonus depends on the exposures."""
    faults: list[Fault] = []
    seats = TABLES.get(game.seats)
    if seats is None:
        seats = LETTERS
        if "seats" not in lost_fields:
            faults.append(bad_seats())
    if game.dead or game.dead_after_throw or game.error is not UNSET:
        _dead_faults(game, seats, lost_fields, faults)
    if game.outcome == "win":
        _win_faults(game, seats, lost_fields, faults)
        _exposures_faults(game, lost_fields, faults, needed=needs_exposures)
    else:
        _no_win_faults(game, lost_fields, faults)
    return faults


def _dead_faults(game: RackGame, seats: Seats, lost_fields: frozenset[str], faults: list[Fault]) -> None:
    error = game.error
    exposed = () if error is UNSET else error.exposed
    for field, marked in (
        ("dead", game.dead),
        ("dead_after_throw", game.dead_after_throw),
        ("error.exposed", exposed),
    ):
        faults += [not_at_table(seat, field) for seat in marked if seat not in seats]
        faults += [dead_twice(seat, field) for seat in repeats(marked)]
    if error is not UNSET and error.caller not in seats:
        faults.append(not_at_table(error.caller, "error.caller"))
    in_both = {*dead_before_throw(game)}.intersection(game.dead_after_throw)
    for seat in in_both:
        values = {"variant": "after-throw", "seat": short(seat)}
        faults.append(Fault("dead-twice", "dead_after_throw", values))
    if error is not UNSET and lost_fields.isdisjoint({"seats", "dead", "error", "outcome"}):
        _count_intact(game, len(intact(game)), faults)


def _count_intact(game: RackGame, hands: int, faults: list[Fault]) -> None:
    if game.outcome == "error" and hands > 1:
        faults.append(Fault("play-goes-on", "error", {"count": hands}))
    if game.outcome in ("win", "wall", "unfinished") and hands < 2:
        faults.append(Fault("should-have-ended", "error"))


def _win_faults(
    game: RackGame,
    seats: Seats,
    lost_fields: frozenset[str],
    faults: list[Fault],
) -> None:
    out = dead_before_throw(game)
    winner, thrower = game.winner, game.thrower
    if winner is UNSET:
        if "winner" not in lost_fields:
            faults.append(missing("winner"))
    elif winner not in seats:
        faults.append(not_at_table(winner, "winner"))
    elif winner in out or winner in game.dead_after_throw:
        faults.append(Fault("dead-winner", "winner", {"seat": winner}))
    if game.value is UNSET:
        if "value" not in lost_fields:
            faults.append(missing("value"))
    elif fault := bad_value(game.value, "value"):
        faults.append(fault)
    if thrower is not UNSET:
        _thrower_faults(game, thrower, seats, out, faults)
    elif not game.self_picked and lost_fields.isdisjoint({"thrower", "self_picked"}):
        faults.append(Fault("no-thrower", "thrower"))
    if game.self_picked and game.dead_after_throw:
        faults.append(not_for_outcome("dead_after_throw", "nobody-threw"))


def _thrower_faults(game: RackGame, thrower: str, seats: Seats, out: Seats, faults: list[Fault]) -> None:
    if thrower not in seats:
        faults.append(not_at_table(thrower, "thrower"))
    if game.self_picked:
        faults.append(Fault("self-picked-with-thrower", "thrower", {"seat": short(thrower)}))
    if thrower == game.winner:
        faults.append(Fault("winner-is-thrower", "thrower", {"seat": short(thrower)}))
    if thrower in out and thrower in seats:
        faults.append(Fault("dead-thrower", "thrower", {"seat": thrower}))


def _exposures_faults(
    game: RackGame, lost_fields: frozenset[str], faults: list[Fault], *, needed: bool
) -> None:
    exposures = game.exposures
    if exposures is UNSET:
        if needed and game.hand_class == "exposed" and lost_fields.isdisjoint({"exposures", "hand_class"}):
            faults.append(Fault("exposures-needed", "exposures"))
        return
    if not 0 <= exposures <= 4:
        faults.append(Fault("exposures-out-of-range", "exposures"))
    if exposures > 0 and game.hand_class != "exposed":
        faults.append(Fault("class-with-exposures", "exposures", {"variant": game.hand_class}))


def _no_win_faults(game: RackGame, lost_fields: frozenset[str], faults: list[Fault]) -> None:
    if (
        game.outcome not in NO_WIN_OUTCOMES
    ):  # missing, misshapen or unknown: nothing can be said about its facts
        return
    winner_facts = (
        ("winner", game.winner is not UNSET),
        ("value", game.value is not UNSET),
        ("hand_class", game.hand_class != "exposed"),
        ("jokerless", game.jokerless),
        ("self_picked", game.self_picked),
        ("thrower", game.thrower is not UNSET),
        ("exposures", game.exposures is not UNSET and game.exposures != 0),
    )
    faults += [not_for_outcome(field, f"nobody-won {field}") for field, is_given in winner_facts if is_given]
    if game.dead_after_throw and game.outcome != "wall":
        faults.append(not_for_outcome("dead_after_throw", "only-after-a-throw"))
    if game.outcome == "error" and game.error is UNSET and "error" not in lost_fields:
        faults.append(missing("error"))


def winner_of(game: RackGame) -> str | None:
    return None if game.outcome != "win" or game.winner is UNSET else game.winner


def hand_values(game: RackGame) -> Iterator[int]:
    value = game.value if game.value is not UNSET else getattr(game.error, "value", UNSET)
    if value is not UNSET:
        yield value


def won_game(profile: Profile) -> Facts:
    won = {"outcome": "win", "winner": "A", "value": profile.values[0]}
    return {**won, "self_picked": True, "exposures": 1}


def picked_examples(profile: Profile) -> Iterator[tuple[Phrase, Facts]]:
    values, picked = {"value": profile.values[0]}, won_game(profile)
    yield Phrase("picked", values), picked
    yield Phrase("picked-jokerless", values), {**picked, "jokerless": True}
