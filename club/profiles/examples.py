"""Games worked out by a profile's own numbers: for the form that changes them, the rule sheet and the paper."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from record.phrases import rules_in_words
from rules.game import Phrase, Refusal
from rules.score import score_game
from rules.systems.family import Facts
from rules.systems.profile import Profile

EXAMPLES: dict[str, Any] = {
    "thrown": _("A wins %(value)s from B’s throw, with nothing exposed."),
    "thrown-exposed": _("A wins %(value)s from B’s throw, with three exposures."),
    "misnamed": _("A wins %(value)s with a card that B misnamed."),
    "picked": _("A picks the winning tile of a hand of %(value)s."),
    "picked-jokerless": _("A picks the winning tile of a hand of %(value)s, without jokers."),
    "wall-dead": _("The wall runs out, and nobody has won. D’s hand is dead."),
    "wall-challenge": _("The wall runs out. C had challenged D’s hand as dead, in error."),
    "hand-won": _("A wins with hand %(hand)s."),
    "hand-fished": _("A wins, and B was fishing."),
    "beside-hands": _("The wall runs out. C has a bouquet, the seat's flower and a kong."),
    "with-extra": _("A wins, and %(seat)s has the extra “%(name)s”."),
}
"""What a family's examples are called, and the one with an extra of the house."""


@dataclass(frozen=True)
class WorkedGame:
    """A game in words, everybody's points by letter, and the sentences they come from, each with its letter."""

    words: str
    points: dict[str, int]
    lines: list[tuple[str, str]]


def worked_games(profile: Profile) -> list[WorkedGame]:
    """Ordinary games with the points that the engine gives for them; at least three in every system."""
    worked = []
    for example, facts in (*profile.family.examples(profile), *_with_extras(profile)):
        scored = score_game(facts, profile)
        if not isinstance(scored, Refusal) and scored.status == "scored":
            lines = [(line.seat, rules_in_words(line)) for line in scored.lines if line.points]
            words = str(EXAMPLES[example.code]) % example.values
            worked.append(WorkedGame(words, scored.points, lines))
    return worked


def _with_extras(profile: Profile) -> Iterator[tuple[Phrase, Facts]]:
    for extra in profile.extras:
        seat = "A" if extra.to == "winner" else "C"
        facts = {**profile.family.won(profile), "extras": [{"seat": seat, "code": extra.code}]}
        yield Phrase("with-extra", {"seat": seat, "name": extra.name}), facts
