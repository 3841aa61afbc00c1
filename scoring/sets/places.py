"""Where a field of the desk's forms stands, its name in HTML, and faults that name it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

import msgspec

from rules.game import LETTERS, NO_VALUES, Fault, Values
from ui.texts import number_or_0

T = TypeVar("T")


class FieldPlace(msgspec.Struct, frozen=True, gc=False):
    """A field of a card, of a game, or of the whole set.

    On cards of numbers a game's number has no name, and the marks beside it have: "A-3", "A-3-hand", "A-total",
    "reading-3", "handed_in_by". Facts stand with their game: "g3-won", "g3-A-hand".
    """

    name: str = ""
    letter: str = ""
    game: int = 0
    is_fact: bool = False

    @property
    def html_name(self) -> str:
        parts: tuple[str | int, ...] = (self.letter, self.game, self.name)
        if self.is_fact:
            parts = (f"g{self.game}", self.letter, self.name)
        elif not self.letter:
            parts = (self.name, self.game)
        return "-".join(str(part) for part in parts if part)

    @classmethod
    def read(cls, html_name: str) -> FieldPlace:
        """The place with this name; any other text is the name of a field of the set."""
        head, _hyphen, rest = html_name.partition("-")
        if head in LETTERS and rest:
            game, _hyphen, name = rest.partition("-")
            return cls(name, head, number_or_0(game, 2)) if number_or_0(game, 2) else cls(rest, head)
        if head[:1] == "g" and number_or_0(head[1:], 2) and rest:
            letter, _hyphen, name = rest.partition("-")
            place = cls(name, letter) if letter in LETTERS and name else cls(rest)
            return place.in_game(number_or_0(head[1:], 2))
        name, _hyphen, game = html_name.rpartition("-")
        return cls(name, game=number_or_0(game, 2)) if name and number_or_0(game, 2) else cls(html_name)

    def in_game(self, number: int) -> FieldPlace:
        """The place in this game of a fact, which the families name without the game."""
        return FieldPlace(self.name, self.letter, number, is_fact=True)

    @property
    def card(self) -> str:
        """The letter of the card that it stands on; "" for a field of a game or of the set."""
        return "" if self.is_fact else self.letter

    @property
    def its_game(self) -> int:
        """The game that it stands with; 0 for a field of a card or of the set."""
        return 0 if self.card else self.game


def named(values: Mapping[FieldPlace, T]) -> dict[str, T]:
    return {place.html_name: value for place, value in values.items()}


def as_text(values: Iterable[tuple[FieldPlace, object]]) -> str:
    """ "B-3=-10 C-3=0", for the browser; a place may have several values."""
    return " ".join(f"{place.html_name}={value}" for place, value in values)


class TwoOfOne(ValueError):
    """What only one player can have is marked for two: the second one's place, and the letter of the first."""

    def __init__(self, place: FieldPlace, first: str) -> None:
        super().__init__(place.html_name)
        self.place, self.first = place, first


class SetFault(msgspec.Struct, frozen=True, gc=False):
    """A fault of a set: a stable code, the field at fault, the values of its sentence."""

    code: str
    place: FieldPlace = FieldPlace()
    values: Values = NO_VALUES

    @property
    def field(self) -> str:
        return self.place.html_name

    @property
    def stored(self) -> Fault:
        return Fault(self.code, self.field, self.values)
