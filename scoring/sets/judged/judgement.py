"""The result of judging a set: verdict, readings and hints of each game, and all faults."""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.game import Contradiction, Game, Phrase
from scoring.sets.games import Description, PlayedGame
from scoring.sets.places import FieldPlace, SetFault, as_text
from scoring.sets.typed import Ruling, WrittenSet

Verdict = Literal["blank", "incomplete", "legal", "with-infraction", "off-list", "impossible", "ruled"]


class Reading(msgspec.Struct, frozen=True):
    """One reading of a game: a key made from it, the game, and its description."""

    key: str
    game: Game
    description: Description


class FormHint(msgspec.Struct, frozen=True):
    """A hint for the form: the corrected number of each place, and the hint's description.

    Without `changes` it only says what to look for on the cards.
    """

    changes: dict[FieldPlace, int]
    reason: Phrase

    @property
    def letters(self) -> str:
        return "".join(dict.fromkeys(place.letter for place in self.changes))

    @property
    def by_letter(self) -> dict[str, int]:
        return {place.letter: number for place, number in self.changes.items()}

    @property
    def as_text(self) -> str:
        return as_text(self.changes.items())


class LackingExtra(msgspec.Struct, frozen=True):
    letter: str
    code: str
    name: str


class JudgedGame(msgspec.Struct, frozen=True):
    """The judgement of one game. `chosen` is the key of the reading that somebody chose.

    `hints`: the equally likely hints of the first kind, such as one per player who can have made the mistake.
    `contradictions`: marks that contradict the numbers or each other. `lacking`: the fewest extras that are not marked
    and would explain the numbers. `infraction_choices`: the fewest infractions that would, each of every kind that
    costs the same.
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
    infraction_choices: tuple[InfractionMarks, ...] = ()

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
        return len(self.readings) - 1

    @property
    def hint(self) -> FormHint | None:
        return self.hints[0] if self.hints else None

    @property
    def reading_name(self) -> str:
        return FieldPlace("reading", game=self.number).html_name

    @property
    def lacking_marks(self) -> str:
        return as_text((FieldPlace("extra", extra.letter, self.number), extra.code) for extra in self.lacking)


class InfractionMarks(msgspec.Struct, frozen=True):
    game: int
    infractions: tuple[tuple[str, str], ...]

    @property
    def seat(self) -> str:
        """The letter if all infractions are one player's; else ""."""
        letters = {letter for letter, _kind in self.infractions}
        return letters.pop() if len(letters) == 1 else ""

    @property
    def as_text(self) -> str:
        return as_text(
            (FieldPlace("infraction", letter, self.game), kind) for letter, kind in self.infractions
        )


class Judgement(msgspec.Struct, frozen=True):
    """The judgement of a set. `faults` block the acceptance, `warnings` do not.

    `scored` is `typed_set` with the points that its games' facts give. `hints`: the equally likely cards whose numbers
    stand in the wrong games.
    """

    typed_set: WrittenSet
    scored: WrittenSet
    faults: tuple[SetFault, ...]
    warnings: tuple[SetFault, ...]
    games: tuple[JudgedGame, ...]
    sums: dict[str, int | None]
    hints: tuple[FormHint, ...] = ()

    @property
    def acceptable(self) -> bool:
        return not self.faults
