"""What is known of a set once it is judged: of each game its verdict, readings and hints, of the set its faults."""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.game import Contradiction, Fault, Game, Phrase, PointsGame
from scoring.sets.facts.games import Description, PlayedGame
from scoring.sets.typed import Ruling, WrittenSet

Verdict = Literal["blank", "incomplete", "legal", "with-infraction", "off-list", "impossible", "ruled"]


class Reading(msgspec.Struct, frozen=True):
    """One reading of a game: a key made from it, the game, and what its sentence says."""

    key: str
    game: Game
    description: Description


class FormHint(msgspec.Struct, frozen=True):
    """A hint as the form uses it: the number that each field should have, and what its sentence says."""

    changes: dict[str, int]
    reason: Phrase

    @property
    def by_letter(self) -> dict[str, int]:
        """Letter -> the number it should have; for a hint about one game."""
        return {field.partition("-")[0]: number for field, number in self.changes.items()}

    @property
    def as_text(self) -> str:
        """ "B-3=-10 C-3=0", as the page hands it to the browser."""
        return " ".join(f"{field}={number}" for field, number in self.changes.items())


class JudgedGame(msgspec.Struct, frozen=True):
    """The judgement of one game. `chosen` is the key of the reading that somebody picked.

    `hints` are the slips of the likeliest kind, one for each player who can have made it, or for each number that may
    have lost a digit. `contradictions`: what is marked, and cannot be with the numbers or with what else is marked.
    """

    number: int
    verdict: Verdict
    readings: tuple[Reading, ...] = ()
    hints: tuple[FormHint, ...] = ()
    off_list: tuple[int, ...] = ()
    chosen: str = ""
    played: PlayedGame | None = None
    contradictions: tuple[Contradiction, ...] = ()
    ruling: Ruling | None = None

    @property
    def reading(self) -> Reading | None:
        """The only reading, or the chosen one; None while there are several and none is chosen."""
        if self.verdict not in ("legal", "off-list"):
            return None
        if len(self.readings) == 1:
            return self.readings[0]
        return next((reading for reading in self.readings if reading.key == self.chosen), None)

    @property
    def is_unexplained(self) -> bool:
        """Whether no game of the event's list gives these numbers without an infraction that is not marked."""
        return self.verdict in ("impossible", "with-infraction", "off-list")

    @property
    def others(self) -> int:
        """How many readings there are besides the simplest."""
        return len(self.readings) - 1

    @property
    def hint(self) -> FormHint | None:
        """The likeliest slip."""
        return self.hints[0] if self.hints else None

    @property
    def infraction_choices(self) -> tuple[InfractionMarks, ...]:
        """What can be marked so that a reading holds: the different marks of those readings that need the fewest."""
        marks = [InfractionMarks.of(self.number, reading.game) for reading in self.readings]
        needed = [mark for mark in marks if mark.infractions]
        fewest = min((len(mark.infractions) for mark in needed), default=0)
        return tuple(dict.fromkeys(mark for mark in needed if len(mark.infractions) == fewest))


class InfractionMarks(msgspec.Struct, frozen=True):
    """Infractions, letter and kind, that would explain a game."""

    game: int
    infractions: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, number: int, game: Game) -> InfractionMarks:
        infractions = game.infractions if isinstance(game, PointsGame) else ()
        return cls(number, tuple((infraction.seat, infraction.kind) for infraction in infractions))

    @property
    def seat(self) -> str:
        """The letter, if it is one player's alone; "" otherwise."""
        letters = {letter for letter, _kind in self.infractions}
        return letters.pop() if len(letters) == 1 else ""

    @property
    def as_text(self) -> str:
        """ "B-3-infraction=blind-pass-look", as the page hands it to the browser."""
        return " ".join(f"{letter}-{self.game}-infraction={kind}" for letter, kind in self.infractions)


class Judgement(msgspec.Struct, frozen=True):
    """The judgement of a set. `faults` block the acceptance, `warnings` do not.

    `scored` is the set as `typed`, with the points that the facts of its games give.
    """

    typed: WrittenSet
    scored: WrittenSet
    faults: tuple[Fault, ...]
    warnings: tuple[Fault, ...]
    games: tuple[JudgedGame, ...]
    sums: dict[str, int | None]
    hint: FormHint | None = None

    @property
    def acceptable(self) -> bool:
        return not self.faults
