"""Scoring profiles: every number of a system, and the validation of each value that a house changes.

The values stand in the system's TOML file, with a clause and a sentence each. Other code asks a profile for a value
or for its family, never for the system's name.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from rules.duties import CARRIED, COLLECTORS, FIRST_EASTS, PRACTICES
from rules.limits import LONGEST_MINUTES, MOST_GAMES_IN_PROFILE, MOVEMENTS
from rules.systems.family import Family
from rules.systems.shapes import (
    BLOCK_NAMES,
    EXTRAS,
    FLAG,
    LABELS,
    POINTS,
    SHEET_WORDS,
    Extra,
    Shape,
    counted,
    one_of,
)

SYSTEMS: dict[str, Path] = {
    name: Path(__file__).with_name(f"{name}.toml")
    for name in ("sanctioned", "club-day", "sixteen-hands", "card-game", "mahj-x")
}
"""The file of each system, in the order in which they are offered."""


class System(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stands in a system's file: what it is called, its numbers, and what a day of it consists of.

    ``values`` are those of scoring, ``desk`` those the desk works by; each has a default, a clause and a sentence.
    """

    family: str
    title: str
    about: str
    unit: int = 1
    """How many of the smallest unit, in which points are reckoned, make one point: 10 for tenths."""
    digits: int = 3
    """How many digits a number of one game has at most."""
    second_total: str = ""
    """What a second total is called that decides between equal ones; "" without one."""
    rounds: int = 4
    """How many rounds the day usually has."""
    has_master_points: bool = False
    """Whether its places are reported for Master Points."""
    has_pot: bool = False
    """Whether players share a pot of equal stakes."""
    three_reroll: bool = False
    """Whether a table of three passes no tiles, and rolls again for East before the last game."""
    initialed_cards: str = ""
    """The clauses that want cards with another player's initials, handed in together; "" where none does."""
    asks_values: bool = False
    """Whether values stand on a sheet of the organizer, so that they are asked for at once."""
    values: dict[str, dict[str, Any]]
    desk: dict[str, dict[str, Any]]

    @property
    def names(self) -> dict[str, dict[str, Any]]:
        return self.values | self.desk


class Hand(msgspec.Struct, frozen=True, gc=False):
    """One of the sixteen hands: number, class, and its name on the organizer's sheet."""

    number: int
    tier: str = msgspec.field(name="class")
    exposed_chows: bool
    name: str


class Profile(msgspec.Struct, frozen=True, kw_only=True, dict=False):
    """The values that every system has: names, the clauses of its point lines, and the rules of the desk.

    ``clauses`` maps the code of a point line to its clause in the rule text.
    """

    system: str
    family: Family
    clauses: Mapping[str, str]
    extras: tuple[Extra, ...]
    games_per_round: int
    round_minutes: int
    warning_minutes: int
    cards_carry: str
    verification: str
    collector: str
    first_east: str
    labels: tuple[str, ...]
    block_names: str
    sheet_words: Mapping[str, str]
    movement: str
    disturbing: int
    marked_numbers: bool

    def to_data(self) -> dict[str, object]:
        """Every value as plain JSON data, defaults included, to be stored with a tournament."""
        names = ("system", *definition(self.system).names)
        return {name: plain(getattr(self, name)) for name in names}

    @property
    def unit(self) -> int:
        return definition(self.system).unit

    @property
    def most(self) -> int:
        """The highest number of one game, as it is written."""
        most: int = 10 ** definition(self.system).digits - 1
        return most

    @property
    def values(self) -> tuple[int, ...]:
        """The values of the hands on the event's card, where there is one."""
        return ()

    @property
    def infractions(self) -> Mapping[str, int | str]:
        """What each infraction costs, where any is marked: points, ``dead`` or ``ruling``."""
        return {}

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The hands that each player wins once, where there is a list of them, in the order of their numbers."""
        return ()

    @property
    def looks_at_other_rounds(self) -> bool:
        """Whether what a game gives depends on other rounds of the event."""
        return bool(self.hands) or any(extra.per == "block" for extra in self.extras)

    @property
    def ticks(self) -> tuple[str, ...]:
        """What a player writes besides such a hand, limited to what scores at this event."""
        return ()


@cache
def definition(system: str) -> System:
    return msgspec.convert(tomllib.loads(SYSTEMS[system].read_text(encoding="utf-8")), System)


DESK_SHAPES: dict[str, Shape] = {
    "extras": EXTRAS,
    "games_per_round": counted("games", 1, MOST_GAMES_IN_PROFILE),
    "round_minutes": counted("minutes", 1, LONGEST_MINUTES),
    "warning_minutes": counted("minutes", 0, LONGEST_MINUTES),
    "cards_carry": one_of(*CARRIED),
    "verification": one_of(*PRACTICES),
    "collector": one_of(*COLLECTORS),
    "first_east": one_of(*FIRST_EASTS),
    "labels": LABELS,
    "block_names": BLOCK_NAMES,
    "sheet_words": SHEET_WORDS,
    "movement": one_of(*MOVEMENTS),
    "disturbing": POINTS,
    "marked_numbers": FLAG,
}
"""The values that every profile has; each family has its own besides."""


def plain(value: object) -> object:
    """A value of a profile as JSON data: tuples become lists, hands and extras objects."""
    return [plain(part) for part in value] if isinstance(value, tuple) else msgspec.to_builtins(value)
