from typing import Any, cast

import msgspec
from msgspec import UNSET, UnsetType

from rules.game import ErrorCall, ExtraMark, Game, Infraction, Seats
from rules.systems.points import PointsGame


class GameForm(msgspec.Struct, frozen=True, gc=False):
    system: str
    profile: msgspec.Raw | UnsetType
    seats: Seats
    outcome: str
    winner: str | UnsetType
    value: int | UnsetType
    hand_class: str | UnsetType
    jokerless: bool | UnsetType
    self_picked: bool | UnsetType
    thrower: str | UnsetType
    exposures: int | UnsetType
    dead: Seats
    dead_after_throw: Seats | UnsetType
    error: ErrorCall | UnsetType
    ruled: str | UnsetType
    infractions: tuple[Infraction, ...]
    extras: tuple[ExtraMark, ...] | UnsetType


def form_of(game: PointsGame, system: str) -> GameForm:
    won = game.outcome == "win"
    return GameForm(
        system,
        game.profile,
        game.seats,
        game.outcome,
        game.winner,
        game.value,
        game.hand_class if won else UNSET,
        game.jokerless if won else UNSET,
        game.self_picked if won else UNSET,
        game.thrower,
        game.exposures,
        game.dead,
        game.dead_after_throw or UNSET,
        game.error,
        game.ruled,
        game.infractions,
        game.extras or UNSET,
    )


def facts_of(game: Game, system: str) -> dict[str, Any]:
    facts: dict[str, Any] = msgspec.json.decode(
        msgspec.json.encode(form_of(cast("PointsGame", game), system))
    )
    return facts
