"""Random legal games for systems of payments and of sixteen hands."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.systems.payments import PaymentsProfile
from rules.systems.profile import Profile
from rules.systems.sixteen_hands import SixteenHandsProfile

WALLS = 0.4


def made_up_facts(
    letters: Sequence[str],
    games: int,
    profile: Profile,
    taken: Mapping[str, Mapping[str, str]],
    dice: random.Random,
) -> Iterator[dict[str, Any]]:
    """The facts of one game after another, as the desk types them; no letter scores with the hands it has `taken`."""
    if isinstance(profile, PaymentsProfile):
        for _game in range(games):
            yield _settled(letters, profile, dice)
    elif isinstance(profile, SixteenHandsProfile):
        left = {
            letter: [hand for hand in range(1, 17) if str(hand) not in taken.get(letter, {})]
            for letter in letters
        }
        for _game in range(games):
            yield _sixteen(letters, left, dice)


def _settled(letters: Sequence[str], profile: PaymentsProfile, dice: random.Random) -> dict[str, Any]:
    """A game of payments: about four in ten are walls, one in thirty an error, and now and then a challenge."""
    winner, *others = dice.sample(letters, len(letters))
    chance = dice.random()
    facts: dict[str, Any] = {"outcome": "wall"}
    if chance > 0.97:
        caller, *exposed = others
        value = dice.choice(profile.values)
        return {"outcome": "error", "error": {"caller": caller, "exposed": exposed, "value": value}}
    if chance > WALLS:
        facts = {"outcome": "win", "winner": winner, "value": min(dice.choices(sorted(profile.values), k=3))}
        facts |= {"jokerless": True} if dice.random() < 0.2 else {}
        if dice.random() < 0.25:
            facts["self_picked"] = True
        else:
            facts["thrower"] = others[0]
            facts |= {"misnamed": True} if dice.random() < 0.03 else {}
    if dice.random() < 0.05:
        facts["challenges"] = [{"by": winner, "of": others[-1], "upheld": dice.random() < 0.5}]
    return facts


def _sixteen(letters: Sequence[str], left: dict[str, list[int]], dice: random.Random) -> dict[str, Any]:
    """A game of sixteen hands; nobody wins with, or fishes on, a hand that is not in `left` any more."""
    facts: dict[str, Any] = {"outcome": "played"}
    if dice.random() < 0.02:
        return {"outcome": "stale"}
    winner = dice.choice(letters)
    if dice.random() >= WALLS and left[winner]:
        hand = dice.choice(left[winner])
        left[winner].remove(hand)
        facts["mahjong"] = {"seat": winner, "hand": hand}
    fishing = [
        {"seat": letter, "hand": dice.choice(left[letter])}
        for letter in letters
        if facts.get("mahjong", {}).get("seat") != letter and left[letter] and dice.random() < 0.3
    ]
    bouquet = [letter for letter in letters if dice.random() < 0.08]
    return facts | ({"fishing": fishing} if fishing else {}) | ({"bouquet": bouquet} if bouquet else {})
