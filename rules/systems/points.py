"""Systems of points: the winner scores the hand and bonuses, the thrower loses by the winner's exposures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType

from rules.game import (
    HAND_CLASSES,
    INFRACTION_KINDS,
    Due,
    Fault,
    Infraction,
    Phrase,
    Ruled,
    Seats,
    Settled,
    quoted,
    short,
)
from rules.limits import MOST_POINTS
from rules.systems.family import WALLS, Facts, Family, Field, Won
from rules.systems.profile import Profile
from rules.systems.rack import (
    CARD_VALUES,
    EXTRA,
    INFRACTION,
    NOTHING_LOST,
    RACK_OUTCOMES,
    RackGame,
    dead_before_throw,
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
from rules.systems.shapes import FLAG, POINTS, BadValueError, Shape, numbers

if TYPE_CHECKING:
    from random import Random


THROWN = ("thrower-0-exposures", "thrower-1-exposures", "thrower-2-exposures", "thrower-3-exposures")
"""The codes of the thrower's line, by the winner's exposures."""


class PointsGame(RackGame, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """``ruled``: the director's decision where at most one hand was live without an error."""

    infractions: tuple[Infraction, ...] = ()
    ruled: Ruled | UnsetType = UNSET


class PointsProfile(Profile, frozen=True, kw_only=True):
    """Points for the winner, penalties for the thrower. All penalties are positive numbers.

    ``thrower`` is indexed by the winner's exposures, the last for three or more. ``infractions`` maps each kind to
    points, ``dead`` or ``ruling``.
    """

    self_picked: int
    jokerless: int
    no_exposure: int
    wall: int
    dead_gets_wall: bool
    unfinished: int
    error_survivor: int
    thrower: tuple[int, ...]
    infractions: Mapping[str, int | str]
    values: tuple[int, ...]

    def __hash__(self) -> int:
        return hash((self.system, self.thrower, self.values, self.wall, tuple(self.infractions.items())))


def _infractions(value: object, base: object) -> dict[str, int | str]:
    if not isinstance(value, Mapping):
        raise BadValueError(Phrase("give-infractions"))
    problems = []
    for kind, answer in value.items():
        if kind not in INFRACTION_KINDS:
            problems.append(Phrase("no-infraction", {"kind": quoted(kind), "kinds": INFRACTION_KINDS}))
        elif answer not in ("dead", "ruling") and not (type(answer) is int and 0 <= answer <= MOST_POINTS):
            problems.append(Phrase("give-infraction-points", {"kind": quoted(kind)}))
    if problems:
        raise BadValueError(*problems)
    answers = {**base, **value} if isinstance(base, Mapping) else value
    return {kind: answers[kind] for kind in INFRACTION_KINDS}


def faults(
    game: PointsGame, profile: PointsProfile, lost_fields: frozenset[str] = NOTHING_LOST
) -> list[Fault]:
    problems = rack_faults(game, needs_exposures=profile.no_exposure > 0, lost_fields=lost_fields)
    if game.infractions:
        problems += _infraction_faults(game, profile, lost_fields)
    if (
        game.ruled is not UNSET
        and lost_fields.isdisjoint({"seats", "dead", "error"})
        and not _needs_ruling(game)
    ):
        problems.append(not_for_outcome("ruled", "ruled"))
    return problems


def _infraction_faults(game: PointsGame, profile: PointsProfile, lost_fields: frozenset[str]) -> list[Fault]:
    problems: list[Fault] = []
    seats = seats_of(game)
    marked = set()
    for index, infraction in enumerate(game.infractions):
        seat, kind, field = infraction.seat, infraction.kind, f"infractions.{index}"
        if seat not in seats:
            problems.append(not_at_table(seat, f"{field}.seat"))
        if (seat, kind) in marked:
            problems.append(Fault("duplicate-infraction", field, {"seat": short(seat)}))
        marked.add((seat, kind))
        if kind not in INFRACTION_KINDS:
            values = {"infraction": quoted(kind), "infractions": INFRACTION_KINDS}
            problems.append(Fault("unknown-infraction", f"{field}.kind", values))
            continue
        if profile.infractions[kind] == "dead":
            problems.append(Fault("enter-as-dead", f"{field}.kind", {"seat": short(seat)}))
        thrown = game.outcome == "win" and game.thrower == seat
        if kind == "misnamed-for-mahjong" and not thrown and lost_fields.isdisjoint({"outcome", "thrower"}):
            problems.append(Fault("not-the-thrower", f"{field}.seat"))
    return problems


def _needs_ruling(game: PointsGame) -> bool:
    return len(game.dead) > 1 and game.error is UNSET and len(intact(game)) < 2


def settle(game: PointsGame, profile: PointsProfile) -> Settled:
    outcome = game.outcome
    if game.dead and _needs_ruling(game):
        if game.ruled != "wall":
            return Settled({}, "ruling" if game.ruled is UNSET else "replay", [], [])
        outcome = "wall"
    seats = seats_of(game)
    due = _won(game, profile) if outcome == "win" else _not_won(game, profile, outcome, seats)
    for infraction in game.infractions:
        answer = profile.infractions[infraction.kind]
        if not isinstance(answer, int):
            return Settled({}, "ruling", [], [])
        due.append((infraction.seat, -answer, infraction.kind, ()))
    points = dict.fromkeys(seats, 0)
    for seat, number, _, _ in due:
        points[seat] += number
    off_list = outcome == "win" and game.value not in profile.values
    return Settled(points, "scored", ["value-off-list"] if off_list else [], due)


def _won(game: PointsGame, profile: PointsProfile) -> list[Due]:
    winner, value = game.winner, game.value
    assert isinstance(winner, str)  # noqa: S101  (faults() saw to it)
    assert isinstance(value, int)  # noqa: S101
    exposures = 0 if game.exposures is UNSET else game.exposures
    due: list[Due] = [(winner, value, "hand", ())]
    if game.self_picked and profile.self_picked:
        due.append((winner, profile.self_picked, "self-picked", ()))
    if game.jokerless and profile.jokerless and game.hand_class != "singles-and-pairs":
        due.append((winner, profile.jokerless, "jokerless", ()))
    if profile.no_exposure and exposures == 0 and game.hand_class == "exposed":
        due.append((winner, profile.no_exposure, "no-exposure", ()))
    if isinstance(game.thrower, str):
        step = min(exposures, 3)
        if penalty := profile.thrower[step]:
            due.append((game.thrower, -penalty, THROWN[step], ()))
    return due


def _not_won(game: PointsGame, profile: PointsProfile, outcome: str, seats: Seats) -> list[Due]:
    if outcome == "error":
        return _points_each(intact(game), profile.error_survivor, "error-survivor")
    dead = (*dead_before_throw(game), *game.dead_after_throw)
    live = [seat for seat in seats if seat not in dead]
    if outcome == "wall":
        return _points_each(list(seats) if profile.dead_gets_wall else live, profile.wall, "wall")
    return _points_each(live, profile.unfinished, "unfinished")


def _points_each(seats: list[str], points: int, code: str) -> list[Due]:
    return [(seat, points, code, ()) for seat in seats] if points else []


def made_up(
    seats: Sequence[str], games: int, profile: PointsProfile, _won: Won, dice: Random
) -> Iterator[PointsGame]:
    """About four games in ten are walls; low hands win more often than high ones, three in four off a throw."""
    for _game in range(games):
        facts: Facts = {"outcome": "wall"}
        if dice.random() >= WALLS:
            is_late = dice.random() < 0.03
            facts = {"outcome": "unfinished"} if is_late else _made_up_win(seats, profile, dice)
        if dice.random() < 0.05:
            spared = {facts.get("winner"), facts.get("thrower")}
            facts["dead"] = (dice.choice([seat for seat in seats if seat not in spared]),)
        if dice.random() < 0.03 and isinstance(profile.infractions.get("blind-pass-look"), int):
            facts["infractions"] = (Infraction(dice.choice(seats), "blind-pass-look"),)
        yield PointsGame(seats=tuple(seats), **facts)


def _made_up_win(seats: Sequence[str], profile: PointsProfile, dice: Random) -> Facts:
    winner = dice.choice(seats)
    value = min(dice.choices(sorted(profile.values), k=3))
    hand_class = dice.choices(HAND_CLASSES, [15, 4, 1])[0]
    facts: Facts = {
        "outcome": "win",
        "winner": winner,
        "value": value,
        "hand_class": hand_class,
        "exposures": dice.choices(range(4), [2, 4, 3, 1])[0] if hand_class == "exposed" else 0,
        "jokerless": dice.random() < 0.2,
        "self_picked": dice.random() < 0.25,
    }
    if not facts["self_picked"]:
        facts["thrower"] = dice.choice([seat for seat in seats if seat != winner])
    return facts


def examples(profile: PointsProfile) -> Iterator[tuple[Phrase, Facts]]:
    values, thrown = {"value": profile.values[0]}, {**won_game(profile), "thrower": "B", "self_picked": False}
    yield Phrase("thrown", values), {**thrown, "exposures": 0}
    yield Phrase("thrown-exposed", values), {**thrown, "exposures": 3}
    yield from picked_examples(profile)
    yield Phrase("wall-dead"), {"outcome": "wall", "dead": ["D"]}


def in_short(profile: PointsProfile) -> Iterator[Phrase]:
    yield Phrase("gets-value")
    for name in ("self_picked", "jokerless", "no_exposure"):
        if points := getattr(profile, name):
            yield Phrase(f"gets-{name}", {"points": points})
    if profile.wall:
        yield Phrase(
            "gets-wall", {"points": profile.wall, **({"variant": "all"} if profile.dead_gets_wall else {})}
        )
    for penalty in dict.fromkeys(profile.thrower):
        steps = tuple(step for step, points in enumerate(profile.thrower) if points == penalty)
        if penalty:
            to = (
                {"variant": "any"}
                if len(steps) == 4
                else {"exposures": Phrase("exposures", {"steps": steps})}
            )
            yield Phrase("loses", {"points": penalty, **to})


def asked(game: PointsGame, profile: PointsProfile) -> Iterator[Fault]:
    """The exposures, where the thrower's penalty depends on them: an empty field does not mean none."""
    if profile.no_exposure or len(set(profile.thrower)) == 1 or game.exposures is not UNSET:
        return
    if game.outcome == "win" and game.thrower is not UNSET and game.hand_class == "exposed":
        yield Fault("exposures-needed", "exposures", {"variant": "desk"})


def waits(game: PointsGame) -> Fault:
    if game.infractions:
        return Fault("ruling-needed", "infractions.0.kind", {"variant": "infraction"})
    return Fault("ruling-needed", "ruled")


FAMILY = Family(
    name="points",
    profile=PointsProfile,
    game=PointsGame,
    outcomes=RACK_OUTCOMES,
    shapes={
        **dict.fromkeys(("self_picked", "jokerless", "no_exposure", "wall"), POINTS),
        "dead_gets_wall": FLAG,
        "unfinished": POINTS,
        "error_survivor": POINTS,
        "thrower": numbers(
            *("no-exposures", "one-exposure", "two-exposures", "more-exposures"),
            problem=Phrase("give-four-penalties"),
        ),
        "infractions": Shape("infractions", _infractions),
        "values": CARD_VALUES,
    },
    fields=(
        *rack_fields(ends=RACK_OUTCOMES[1:], exposures=True),
        INFRACTION,
        Field("ruled", "choice", ("wall", "replay"), is_rare=True, on_paper=False, of_director=True),
    ),
    numbers=(
        Field("reading", "ticks", ("wall", "self-picked", "no-jokers")),
        Field("points", "points", of_seat=True),
        Field("hand", "choice", ("dead", "called", "shown"), of_seat=True, is_rare=True),
        INFRACTION,
        EXTRA,
    ),
    faults=faults,
    settle=settle,
    winner=winner_of,
    hand_values=hand_values,
    asked=asked,
    waits=waits,
    examples=examples,
    in_short=in_short,
    won=won_game,
    made_up=made_up,
    checked=True,
    counts_wins=True,
    form="rack",
)
