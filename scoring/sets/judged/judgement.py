"""The result of judging a set: verdict, readings and hints of each game, and all faults."""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.game import Contradiction, Fault, Game, Phrase, PointsGame
from scoring.sets.facts.games import Description, PlayedGame
from scoring.sets.typed import Ruling, WrittenSet

Verdict = Literal["blank", "incomplete", "legal", "with-infraction", "off-list", "impossible", "ruled"]


class Reading(msgspec.Struct, frozen=True):
    """One reading of a game: a key made from it, the game, and its description."""

    key: str
    game: Game
    description: Description


class FormHint(msgspec.Struct, frozen=True):
    """A hint for the form: the corrected number of each field, and the hint's description.

    Without `changes` it only says what to look for on the cards.
    """

    changes: dict[str, int]
    reason: Phrase

    @property
    def by_letter(self) -> dict[str, int]:
        """The corrected number of each letter, for a hint about one game."""
        return {field.partition("-")[0]: number for field, number in self.changes.items()}

    @property
    def as_text(self) -> str:
        """ "B-3=-10 C-3=0", for the browser."""
        return " ".join(f"{field}={number}" for field, number in self.changes.items())


class LackingExtra(msgspec.Struct, frozen=True):
    letter: str
    code: str
    name: str


class JudgedGame(msgspec.Struct, frozen=True):
    """The judgement of one game. `chosen` is the key of the reading that somebody chose.

    `hints`: the equally likely hints of the first kind, such as one per player who can have made the mistake.
    `contradictions`: marks that contradict the numbers or each other. `lacking`: the fewest extras that are not marked
    and would explain the numbers.
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
    lacking: tuple[LackingExtra, ...] = ()

    @property
    def reading(self) -> Reading | None:
        """The only reading, or the chosen one; None while several are possible and none is chosen."""
        if self.verdict not in ("legal", "off-list"):
            return None
        if len(self.readings) == 1:
            return self.readings[0]
        return next((reading for reading in self.readings if reading.key == self.chosen), None)

    @property
    def is_unexplained(self) -> bool:
        """Whether no game with hands of the event's list gives these numbers without unmarked infractions."""
        return self.verdict in ("impossible", "with-infraction", "off-list")

    @property
    def others(self) -> int:
        """The number of readings besides the simplest."""
        return len(self.readings) - 1

    @property
    def hint(self) -> FormHint | None:
        """The likeliest hint."""
        return self.hints[0] if self.hints else None

    @property
    def lacking_marks(self) -> str:
        """ "B-3-extra=door-prize", for the browser."""
        return " ".join(f"{extra.letter}-{self.number}-extra={extra.code}" for extra in self.lacking)

    @property
    def infraction_choices(self) -> tuple[InfractionMarks, ...]:
        """Alternative marks that each give a reading: those of the readings that need the fewest."""
        marks = [InfractionMarks.of(self.number, reading.game) for reading in self.readings]
        nonempty_marks = [mark for mark in marks if mark.infractions]
        fewest = min((len(mark.infractions) for mark in nonempty_marks), default=0)
        return tuple(dict.fromkeys(mark for mark in nonempty_marks if len(mark.infractions) == fewest))


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
        """The letter if all infractions are one player's; else ""."""
        letters = {letter for letter, _kind in self.infractions}
        return letters.pop() if len(letters) == 1 else ""

    @property
    def as_text(self) -> str:
        """ "B-3-infraction=blind-pass-look", for the browser."""
        return " ".join(f"{letter}-{self.game}-infraction={kind}" for letter, kind in self.infractions)


class Judgement(msgspec.Struct, frozen=True):
    """The judgement of a set. `faults` block the acceptance, `warnings` do not.

    `scored` is `typed_set` with the points that its games' facts give.
    """

    typed_set: WrittenSet
    scored: WrittenSet
    faults: tuple[Fault, ...]
    warnings: tuple[Fault, ...]
    games: tuple[JudgedGame, ...]
    sums: dict[str, int | None]
    hint: FormHint | None = None

    @property
    def acceptable(self) -> bool:
        return not self.faults
