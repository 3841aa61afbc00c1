"""The questions about a game as players read them, by the fields of its family."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext_lazy
from msgspec.structs import replace

from rules.game import Line
from scoring.sets.games import PlayedGame
from scoring.sets.words import FACTS
from tournament.words import in_words

QUESTIONS: dict[str, Any] = {
    "won": gettext_lazy("Who won?"),
    "value": gettext_lazy("What is the hand worth?"),
    "from": gettext_lazy("Where did the last tile come from?"),
    "class": gettext_lazy("What kind of hand?"),
    "exposures": gettext_lazy("How many exposures did the winner have?"),
    "jokerless": gettext_lazy("Jokers"),
    "outcome": gettext_lazy("How did it end?"),
    "scored": gettext_lazy("Mahjong or fishing"),
    "hand": gettext_lazy("Dead hand, or mah jongg in error"),
    "infraction": gettext_lazy("Infraction"),
    "extra": gettext_lazy("Extra of the house"),
    "claimed": gettext_lazy("Value claimed in error"),
    "mistake": gettext_lazy("Does one player pay for all?"),
    "by": gettext_lazy("Who challenged a hand?"),
    "of": gettext_lazy("Whose hand was challenged?"),
    "settled": gettext_lazy("Was the challenge right?"),
}
HOW_IT_ENDED = frozenset({"won", "outcome", "exposures"})
"""What is never changed alone: how a game ended, and what only some endings have."""
OPTIONS: dict[str, Any] = {
    "won wall": gettext_lazy("Wall game"),
    "won unfinished": gettext_lazy("Time ran out"),
    "won error": gettext_lazy("Mah jongg in error ended it"),
    "won thrown-in": gettext_lazy("Thrown in, not dealt again"),
    "from picked": gettext_lazy("Picked from the wall"),
    "class exposed": gettext_lazy("Exposed"),
    "class concealed": gettext_lazy("Concealed"),
    "class singles-and-pairs": gettext_lazy("Singles and pairs"),
}
TICKS: dict[str, tuple[Any, Any]] = {
    "jokerless": (gettext_lazy("No jokers in the hand"), gettext_lazy("Jokers in the hand")),
}
"""What is ticked, and what holds where it is not."""


def question(name: str) -> str:
    """What asks for a field; of several of one kind, as the challenges of a game, all but the first are numbered."""
    kind = name.rstrip("123456789")
    words = str(QUESTIONS.get(kind) or capfirst(str(FACTS.get(name, name))))
    number = name.removeprefix(kind) if kind in QUESTIONS else ""
    return words if number in ("", "1") else f"{words} ({number})"


def of_seat(letter: str, names: Mapping[str, str], chair: str, own: str, other: str, **values: Any) -> str:
    """What is said of whoever sits there: `own` to herself, else `other` with her name."""
    return (own if letter == chair else other) % {"name": names.get(letter, "?"), **values}


def reason(line: Line, names: Mapping[str, str]) -> str:
    """Why a game gave these points, with the names of those it speaks of."""
    return in_words(
        replace(line, values={field: named(value, names) for field, value in line.values.items()})
    )


def shares(played: PlayedGame, names: Mapping[str, str]) -> list[tuple[str, str, int, list[str]]]:
    """What a game gives each player, by letter and name, and why."""
    return [
        (letter, names[letter], given, [reason(line, names) for line in played.lines if line.seat == letter])
        for letter, given in (played.points or {}).items()
    ]


def named(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, tuple):
        return tuple(named(part, names) for part in value)
    return ", ".join(names.get(part, part) for part in value.split(", ")) if isinstance(value, str) else value
