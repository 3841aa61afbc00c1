"""Systems of payments: players pay the winner; every game sums to zero."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Struct, UnsetType

from rules.game import Due, ErrorCall, Fault, Phrase, Settled, short
from rules.systems.family import WALLS, Facts, Family, Field, Won
from rules.systems.profile import Profile
from rules.systems.rack import (
    CARD_VALUES,
    MOST_VALUE,
    NOTHING_LOST,
    RACK_OUTCOMES,
    RackGame,
    bad_value,
    hand_values,
    intact,
    not_at_table,
    not_for_outcome,
    picked_examples,
    rack_faults,
    rack_fields,
    seats_of,
    winner_of,
    won_game,
)
from rules.systems.reader import missing
from rules.systems.shapes import POINTS, times

if TYPE_CHECKING:
    from random import Random


OUTCOMES = (*RACK_OUTCOMES, "thrown-in")


class PricedErrorCall(ErrorCall, frozen=True, gc=False, forbid_unknown_fields=True):
    value: int | UnsetType = UNSET


class Challenge(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """``by`` challenged ``of``'s hand as dead, ``of`` played on, and the hand was examined after the game."""

    by: str
    of: str
    upheld: bool


class PaymentsGame(RackGame, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """``misnamed``, ``out_of_turn``: the thrower of the win did so and pays for all."""

    error: PricedErrorCall | UnsetType = UNSET
    misnamed: bool = False
    out_of_turn: bool = False
    challenges: tuple[Challenge, ...] = ()


class PaymentsProfile(Profile, frozen=True, kw_only=True):
    """Payments between players as multiples of the hand's value; ``lowest`` is an amount."""

    thrower_pays: int
    others_pay: int
    self_picked_pays: int
    jokerless_factor: int
    sole_payer: int
    error_pays: int
    lowest: int
    values: tuple[int, ...]


def faults(
    game: PaymentsGame, profile: PaymentsProfile, lost_fields: frozenset[str] = NOTHING_LOST
) -> list[Fault]:
    problems = rack_faults(game, needs_exposures=False, lost_fields=lost_fields)
    if (game.misnamed or game.out_of_turn) and game.outcome in OUTCOMES:
        thrown = game.outcome == "win" and not game.self_picked
        fields = [name for name in ("misnamed", "out_of_turn") if getattr(game, name) and not thrown]
        problems += [not_for_outcome(field, "one-pays-for-all") for field in fields]
    if game.error is not UNSET:
        problems += _price_faults(game, lost_fields)
    if game.challenges:
        problems += _challenge_faults(game)
    if game.outcome == "thrown-in":
        filled = [name for name in ("dead", "error", "challenges") if getattr(game, name) not in ((), UNSET)]
        problems += [not_for_outcome(field, "thrown-in") for field in filled]
    return problems


def _price_faults(game: PaymentsGame, lost_fields: frozenset[str]) -> list[Fault]:
    claimed = game.error.value if game.error is not UNSET else UNSET
    if claimed is not UNSET:
        fault = bad_value(claimed, "error.value")
        return [fault] if fault else []
    is_paid = game.outcome == "error" and len(intact(game)) == 1
    return [missing("error.value")] if is_paid and lost_fields.isdisjoint({"error", "dead", "seats"}) else []


def _challenge_faults(game: PaymentsGame) -> list[Fault]:
    problems: list[Fault] = []
    seats = seats_of(game)
    pairs = set()
    for index, challenge in enumerate(game.challenges):
        field = f"challenges.{index}"
        problems += [
            not_at_table(seat, f"{field}.{role}")
            for role, seat in (("by", challenge.by), ("of", challenge.of))
            if seat not in seats
        ]
        if challenge.by == challenge.of:
            values = {"variant": "own-hand", "seat": short(challenge.by)}
            problems.append(Fault("bad-challenge", field, values))
        if (challenge.by, challenge.of) in pairs:
            problems.append(Fault("bad-challenge", field, {"variant": "twice"}))
        pairs.add((challenge.by, challenge.of))
    return problems


def settle(game: PaymentsGame, profile: PaymentsProfile) -> Settled:
    if game.outcome == "thrown-in":
        return Settled({}, "replay", [], [])
    due: list[Due] = []
    warnings: list[str] = []
    if game.outcome == "win":
        due += _win(game, profile)
        warnings += _off_list(game.value, profile)
    elif game.outcome == "error":
        due += _error(game, profile)
        warnings += _off_list(game.error.value if game.error is not UNSET else UNSET, profile)
    due += _challenges(game, profile)
    points = dict.fromkeys(seats_of(game), 0)
    for seat, amount, _, _ in due:
        points[seat] += amount
    return Settled(points, "scored", warnings, due)


def _off_list(value: object, profile: PaymentsProfile) -> list[str]:
    return [] if value is UNSET or value in profile.values else ["value-off-list"]


def _win(game: PaymentsGame, profile: PaymentsProfile) -> list[Due]:
    winner, value = game.winner, game.value
    assert isinstance(winner, str)  # noqa: S101  (faults() saw to it)
    assert isinstance(value, int)  # noqa: S101
    if any(challenge.upheld and challenge.of == winner for challenge in game.challenges):
        return [(winner, 0, "void-win", (("seat", winner),))]
    if game.misnamed or game.out_of_turn:
        reason = "misnamed" if game.misnamed else "out-of-turn"
        values = (("value", value), ("by", profile.sole_payer))
        return _pay(str(game.thrower), profile.sole_payer * value, winner, "sole-payment", reason, values)
    doubled = game.jokerless and game.hand_class != "singles-and-pairs"
    times = profile.jokerless_factor if doubled else 1
    others = [seat for seat in seats_of(game) if seat != winner]
    if game.self_picked:
        paid = dict.fromkeys(others, ("picked", profile.self_picked_pays))
    else:
        paid = dict.fromkeys(others, ("other", profile.others_pay))
        paid[str(game.thrower)] = ("thrown", profile.thrower_pays)
    return _payments(winner, value, times, paid)


def _payments(winner: str, value: int, times: int, paid: dict[str, tuple[str, int]]) -> list[Due]:
    """The winner's line says who paid what and why, each payer's line what it is made of; who owes nothing has none.

    ``paid`` has for each payer the reason and the multiple of the hand.
    """
    amounts = {seat: value * times * by for seat, (_why, by) in paid.items() if by}
    if not amounts:
        return []
    jokerless = " jokerless" if times != 1 else ""
    hand = (("value", value), *((("times", times),) if jokerless else ()))
    thrower = next((seat for seat in amounts if paid[seat][0] == "thrown"), None)
    others = tuple(seat for seat in amounts if seat != thrower)
    received: tuple[tuple[str, Any], ...] = hand
    if thrower:
        received += (("seat", thrower), ("most", amounts[thrower]))
    if others:
        received += (("others", ", ".join(others)), ("least", amounts[others[0]]), ("count", len(others)))
    how = paid[others[0]][0] if others and not thrower else "thrown" if others else "thrown alone"
    lines = [(winner, sum(amounts.values()), "payment", (("variant", f"{how}{jokerless}"), *received))]
    for seat, amount in amounts.items():
        why, by = paid[seat]
        because = (("by", by),) if why != "other" or by != 1 else ()
        variant = f"to {why if because else 'once'}{jokerless}"
        lines.append((seat, -amount, "payment", (("variant", variant), ("seat", winner), *hand, *because)))
    return lines


def _pay(
    payer: str, amount: int, receiver: str, code: str, reason: str, values: tuple[tuple[str, Any], ...] = ()
) -> list[Due]:
    """The receiver's line, then the payer's, if anything is owed; variants are the reason with ``from`` or ``to``."""
    if not amount:
        return []
    return [
        (receiver, amount, code, (("variant", f"{reason} from"), ("seat", payer), *values)),
        (payer, -amount, code, (("variant", f"{reason} to"), ("seat", receiver), *values)),
    ]


def _error(game: PaymentsGame, profile: PaymentsProfile) -> list[Due]:
    intact_seats, error = intact(game), game.error
    if len(intact_seats) != 1 or error is UNSET or error.value is UNSET:
        return []
    values = (("value", error.value), ("by", profile.error_pays))
    amount = profile.error_pays * error.value
    return _pay(error.caller, amount, intact_seats[0], "error-payment", "error", values)


def _challenges(game: PaymentsGame, profile: PaymentsProfile) -> list[Due]:
    due: list[Due] = []
    for challenge in game.challenges:
        payer, receiver = (challenge.of, challenge.by) if challenge.upheld else (challenge.by, challenge.of)
        reason = "upheld" if challenge.upheld else "in-error"
        due += _pay(payer, profile.lowest, receiver, "challenge", reason)
    return due


def winner(game: PaymentsGame) -> str | None:
    """Nobody where the win is void."""
    won = winner_of(game)
    return None if any(found.upheld and found.of == won for found in game.challenges) else won


def made_up(
    seats: Sequence[str], games: int, profile: PaymentsProfile, _won: Won, dice: Random
) -> Iterator[PaymentsGame]:
    """About four in ten are walls, one in thirty is an error, and now and then there is a challenge."""
    for _game in range(games):
        yield PaymentsGame(seats=tuple(seats), **_made_up_game(seats, profile, dice))


def _made_up_game(seats: Sequence[str], profile: PaymentsProfile, dice: Random) -> Facts:
    winner, *others = dice.sample(seats, len(seats))
    chance = dice.random()
    facts: Facts = {"outcome": "wall"}
    if chance > 0.97:
        caller, *exposed = others
        error = PricedErrorCall(caller, tuple(exposed), dice.choice(profile.values))
        return {"outcome": "error", "error": error}
    if chance > WALLS:
        value = min(dice.choices(sorted(profile.values), k=3))
        facts = {"outcome": "win", "winner": winner, "value": value, "jokerless": dice.random() < 0.2}
        if dice.random() < 0.25:
            facts["self_picked"] = True
        else:
            facts |= {"thrower": others[0], "misnamed": dice.random() < 0.03}
    if dice.random() < 0.05:
        facts["challenges"] = (Challenge(winner, others[-1], dice.random() < 0.5),)
    return facts


def examples(profile: PaymentsProfile) -> Iterator[tuple[Phrase, Facts]]:
    values, thrown = {"value": profile.values[0]}, {**won_game(profile), "thrower": "B", "self_picked": False}
    yield Phrase("thrown", values), {**thrown, "exposures": 0}
    yield Phrase("misnamed", values), {**thrown, "misnamed": True, "exposures": 0}
    yield from picked_examples(profile)
    challenge = {"by": "C", "of": "D", "upheld": False}
    yield Phrase("wall-challenge"), {"outcome": "wall", "challenges": [challenge]}


def in_short(profile: PaymentsProfile) -> Iterator[Phrase]:
    alike = {"variant": "alike"} if profile.thrower_pays == profile.others_pay else {}
    pays = {"thrower": profile.thrower_pays, "others": profile.others_pay, "picked": profile.self_picked_pays}
    yield Phrase("pays-win", {**pays, **alike})
    if profile.jokerless_factor > 1:
        yield Phrase("pays-jokerless", {"times": profile.jokerless_factor})
    yield Phrase("pays-alone", {"times": profile.sole_payer})
    yield Phrase("pays-error", {"times": profile.error_pays})
    yield Phrase("pays-challenge", {"points": profile.lowest})


CHALLENGES = tuple((f"by{row}", f"of{row}", f"settled{row}") for row in (1, 2, 3))
"""The fields of each challenge that can be typed."""
CHALLENGE_FIELDS = tuple(
    field
    for by, of, settled in CHALLENGES
    for field in (
        Field(by, "seat", is_rare=True),
        Field(of, "seat", is_rare=True),
        Field(settled, "choice", ("upheld", "in-error"), is_rare=True),
    )
)


FAMILY = Family(
    name="payments",
    profile=PaymentsProfile,
    game=PaymentsGame,
    outcomes=OUTCOMES,
    shapes={
        **dict.fromkeys(
            ("thrower_pays", "others_pay", "self_picked_pays", "sole_payer", "error_pays"), times()
        ),
        "jokerless_factor": times(1),
        "lowest": POINTS,
        "values": CARD_VALUES,
    },
    fields=(
        *rack_fields(ends=OUTCOMES[1:], exposures=False),
        Field("claimed", "number", most=MOST_VALUE, is_rare=True),
        Field("mistake", "choice", ("misnamed", "out_of_turn"), is_rare=True),
        *CHALLENGE_FIELDS,
    ),
    faults=faults,
    settle=settle,
    winner=winner,
    hand_values=hand_values,
    examples=examples,
    in_short=in_short,
    won=won_game,
    made_up=made_up,
    counts_wins=True,
    sums_to_zero=True,
    form="rack",
)
