"""Games worked out by a profile's own numbers: for the form that changes them, the rule sheet and the paper."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from rules.game import Refusal
from rules.score import score_game
from rules.systems.payments import PaymentsProfile
from rules.systems.profile import Profile
from rules.systems.sixteen_hands import SixteenHandsProfile
from tournament.words import in_words

Facts = dict[str, Any]


@dataclass(frozen=True)
class WorkedGame:
    """A game in words, everybody's points by letter, and the sentences they come from, each with its letter."""

    words: str
    points: dict[str, int]
    lines: list[tuple[str, str]]


def worked_games(profile: Profile) -> list[WorkedGame]:
    """Ordinary games with the points that the engine gives for them; at least three in every system."""
    worked = []
    for words, facts in (*_games(profile), *_with_extras(profile)):
        scored = score_game(facts, profile)
        if not isinstance(scored, Refusal) and scored.status == "scored":
            lines = [(line.seat, in_words(line)) for line in scored.lines if line.points]
            worked.append(WorkedGame(words, scored.points, lines))
    return worked


def _games(profile: Profile) -> Iterator[tuple[str, Facts]]:
    if isinstance(profile, SixteenHandsProfile):
        yield from _sixteen_hands(profile)
        return
    value = getattr(profile, "values", (25,))[0]
    values = {"value": value}
    won: Facts = {"outcome": "win", "winner": "A", "value": value}
    thrown = {**won, "thrower": "B"}
    yield _("A wins %(value)s from B’s throw, with nothing exposed.") % values, {**thrown, "exposures": 0}
    if isinstance(profile, PaymentsProfile):
        yield _("A wins %(value)s with a card that B misnamed.") % values, {**thrown, "misnamed": True}
    else:
        yield _("A wins %(value)s from B’s throw, with three exposures.") % values, {**thrown, "exposures": 3}
    picked = {**won, "self_picked": True, "exposures": 1}
    yield _("A picks the winning tile of a hand of %(value)s.") % values, picked
    jokerless = {**picked, "jokerless": True}
    yield _("A picks the winning tile of a hand of %(value)s, without jokers.") % values, jokerless
    if isinstance(profile, PaymentsProfile):
        challenge = {"by": "C", "of": "D", "upheld": False}
        words = _("The wall runs out. C had challenged D’s hand as dead, in error.")
        yield words, {"outcome": "wall", "challenges": [challenge]}
    else:
        yield (
            _("The wall runs out, and nobody has won. D’s hand is dead."),
            {"outcome": "wall", "dead": ["D"]},
        )


def _sixteen_hands(profile: SixteenHandsProfile) -> Iterator[tuple[str, Facts]]:
    hands = {hand.tier: hand for hand in reversed(profile.hands)}
    for hand in hands.values():
        words = _("A wins with hand %(hand)s.") % {"hand": f"{hand.number} {hand.name}".strip()}
        yield words, {"outcome": "played", "mahjong": {"seat": "A", "hand": hand.number}}
    fishing = {
        "outcome": "played",
        "mahjong": {"seat": "A", "hand": profile.hands[-1].number},
        "fishing": [{"seat": "B", "hand": profile.hands[0].number}],
    }
    yield _("A wins, and B was fishing."), fishing
    beside = {"outcome": "played", "bouquet": ["C"], "flower": ["C"], "kongs": {"C": 1}}
    yield _("The wall runs out. C has a bouquet, the own flower and a kong."), beside


def _with_extras(profile: Profile) -> Iterator[tuple[str, Facts]]:
    """The last game of a win or a wall, with every extra that its seat can have."""
    if not profile.extras:
        return
    if isinstance(profile, SixteenHandsProfile):
        won: Facts = {"outcome": "played", "mahjong": {"seat": "A", "hand": 1}}
    else:
        won = {"outcome": "win", "winner": "A", "value": getattr(profile, "values", (25,))[0]}
        won |= {"self_picked": True, "exposures": 1}
    for extra in profile.extras:
        seat = "A" if extra.to == "winner" else "C"
        words = _("A wins, and %(seat)s has the extra “%(name)s”.") % {"seat": seat, "name": extra.name}
        yield words, {**won, "extras": [{"seat": seat, "code": extra.code}]}
