"""A family of arithmetic as one object: all that other rooms ask about how a game is played, typed and paid."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from rules.game import Fault, Game, Phrase, Settled
from rules.systems.shapes import Shape

if TYPE_CHECKING:
    from random import Random


Facts = dict[str, Any]
"""A game as the ``score`` command takes it, without its system."""
WALLS = 0.4
"""How many of the made-up games nobody wins."""
Won = Mapping[str, Mapping[str, str]]
"""By seat, what its player has had already and cannot have again."""


class Field(NamedTuple):
    """What is written of a game on paper, and typed of it at the desk: once, or ``of_seat`` for each seat.

    ``kind``: ``seat`` (one of the seats, or one of ``options``), ``choice`` and ``one`` (of them; ``one`` is never
    empty), ``ticks`` (any of them), ``number`` up to ``most``, ``points`` as written on paper, ``hand`` (won or
    fished), ``tick``, ``text``, ``extras``, ``infractions``. ``is_rare``: in few games, so that it stands apart.
    ``on_paper``: False for what only the desk asks, of a director or where the numbers do not tell it;
    ``of_director``: what a director alone fills in.
    """

    name: str
    kind: str
    options: tuple[str, ...] = ()
    most: int = 0
    of_seat: bool = False
    is_rare: bool = False
    on_paper: bool = True
    of_director: bool = False

    @property
    def stem(self) -> str:
        """The name without a number, of fields that are asked several times."""
        return self.name.rstrip("0123456789")


class Claim(NamedTuple):
    """A hand that its player scored with, where each can be won once in an event."""

    seat: str
    hand: int
    is_win: bool


def _nobody(_game: Any) -> str | None:
    return None


def _ruling_needed(_game: Any) -> Fault:
    return Fault("ruling-needed", "outcome")


def _nothing(*_of: Any) -> tuple[Any, ...]:
    return ()


class Sitting(NamedTuple):
    """Points of one seat for a whole sitting, with the code of their line; ``second``: of the second total."""

    seat: str
    points: int
    code: str
    values: Mapping[str, Any] = {}
    second: int = 0


class Family(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """``faults``, ``settle`` and the other functions take a game and a profile of these types."""

    name: str
    profile: type[Any]
    game: type[Game]
    outcomes: tuple[str, ...]
    shapes: Mapping[str, Shape]
    """The values that only profiles of this family have."""
    fields: tuple[Field, ...]
    """The facts of a game, in this order; extras where a house has any, and points that only paper has."""
    faults: Callable[..., list[Fault]]
    settle: Callable[[Any, Any], Settled]
    examples: Callable[[Any], Iterable[tuple[Phrase, Facts]]]
    """Ordinary games for the rule sheet, at least three, each with a phrase that tells it."""
    made_up: Callable[[Sequence[str], int, Any, Won, Random], Iterator[Game]]
    """So many random games without a fault: of these seats, by this profile, with what was won before."""

    in_short: Callable[[Any], Iterable[Phrase]] = _nothing
    """What is paid for what, a phrase for each line that stands at the head of a sheet."""
    won: Callable[[Any], Facts]
    """A game that seat A wins, to show what the extras of a house come to."""

    winner: Callable[[Any], str | None] = _nobody
    """Who won a game and is paid for it; None where nobody is."""
    settle_sitting: Callable[[Sequence[Mapping[str, int]], Any], Iterable[Sitting]] = _nothing
    """What a table's games of a round give together besides their sum, from the points of each game by seat."""
    claims: Callable[[Any], Iterable[Claim]] = _nothing
    """What players scored with that they can have once in an event, the win first."""
    hand_values: Callable[[Any], Iterable[int]] = _nothing
    """The values of hands in a game, which may be off the event's list."""
    asked: Callable[[Any, Any], Iterable[Fault]] = _nothing
    """What a game can be scored without and the desk asks all the same."""
    waits: Callable[[Any], Fault] = _ruling_needed
    """What to look at where a director has to rule."""
    form: str = ""
    """The name of the files that have the parts of this family that are no data; "" where there are none."""
    checked: bool = False
    """Whether the numbers on the cards tell the games (`rules.check`), so that no facts need to be typed."""
    numbers: tuple[Field, ...] = ()
    """What is written and typed of a game where points are, in place of facts."""
    counts_wins: bool = False
    """Whether a game by its facts tells who won it, and how."""
    sums_to_zero: bool = False
    """Whether what one player gets is what others pay."""
