"""Random legal games for systems of payments and of sixteen hands."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from rules.game import Fishing, Mahjong
from rules.systems.payments import PaymentsProfile
from rules.systems.profile import Profile
from rules.systems.sixteen_hands import SixteenHandsProfile
from scoring.sets.facts.families import Facts
from scoring.sets.facts.rack import RackFacts, TypedChallenge, TypedError
from scoring.sets.facts.sixteen import SixteenFacts

WALLS = 0.4


def made_up_facts(
    letters: Sequence[str],
    games: int,
    profile: Profile,
    taken: Mapping[str, Mapping[str, str]],
    dice: random.Random,
) -> Iterator[Facts]:
    """The facts of one game after another, as the desk types them; no letter scores with the hands it has `taken`."""
    if isinstance(profile, PaymentsProfile):
        for _game in range(games):
            yield _settled(letters, profile, dice)
    elif isinstance(profile, SixteenHandsProfile):
        remaining = {
            letter: [hand for hand in range(1, 17) if str(hand) not in taken.get(letter, {})]
            for letter in letters
        }
        for _game in range(games):
            yield _sixteen(letters, remaining, dice)


def _settled(letters: Sequence[str], profile: PaymentsProfile, dice: random.Random) -> RackFacts:
    """A game of payments: about four in ten are walls, one in thirty an error, and now and then a challenge."""
    winner, *others = dice.sample(letters, len(letters))
    chance = dice.random()
    facts = RackFacts(outcome="wall")
    if chance > 0.97:
        caller, *exposed = others
        error = TypedError(caller, tuple(exposed), dice.choice(profile.values))
        return RackFacts(outcome="error", error=error)
    if chance > WALLS:
        value = min(dice.choices(sorted(profile.values), k=3))
        facts = RackFacts(outcome="win", winner=winner, value=value, jokerless=dice.random() < 0.2)
        if dice.random() < 0.25:
            facts = replace(facts, self_picked=True)
        else:
            facts = replace(facts, thrower=others[0], misnamed=dice.random() < 0.03)
    if dice.random() < 0.05:
        challenge = TypedChallenge(winner, others[-1], dice.random() < 0.5)
        facts = replace(facts, challenges=(challenge,))
    return facts


def _sixteen(letters: Sequence[str], remaining: dict[str, list[int]], dice: random.Random) -> SixteenFacts:
    """A game of sixteen hands; nobody wins with, or fishes on, a hand that is not in `remaining`."""
    if dice.random() < 0.02:
        return SixteenFacts(outcome="stale")
    winner, hand = dice.choice(letters), 0
    if dice.random() >= WALLS and remaining[winner]:
        hand = dice.choice(remaining[winner])
        remaining[winner].remove(hand)
    fishing = [
        Fishing(letter, dice.choice(remaining[letter]))
        for letter in letters
        if not (hand and letter == winner) and remaining[letter] and dice.random() < 0.3
    ]
    bouquet = tuple(letter for letter in letters if dice.random() < 0.08)
    mahjong = Mahjong(winner, hand) if hand else UNSET
    return SixteenFacts(outcome="played", mahjong=mahjong, fishing=tuple(fishing), bouquet=bouquet)
