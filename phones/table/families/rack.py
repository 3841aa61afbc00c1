"""American games: who won what from whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import UNSET

from phones.table.words import of_seat
from rules.game import ErrorCall
from scoring.sets.typed import WrittenGame
from scoring.sets.words import infraction_in_words

WINNING = frozenset({"value", "from", "class", "exposures", "jokerless"})


def not_asked(profile: Any) -> Mapping[str, str]:
    """Exposures make nothing where nobody threw the tile, except where having none is paid."""
    picked = "" if getattr(profile, "no_exposure", 0) else " from=picked"
    return {
        "exposures": f"class=concealed class=singles-and-pairs{picked}",
        "jokerless": "class=singles-and-pairs",
    }


def sentence(facts: Any, names: Mapping[str, str], chair: str) -> str:
    return " ".join((_ended(facts, names, chair), *_besides(facts, names, chair)))


def _ended(facts: Any, names: Mapping[str, str], chair: str) -> str:
    match facts.outcome:
        case "win":
            return _won(facts, names, chair)
        case "wall":
            return _("Wall game. Nobody won.")
        case "unfinished":
            return _("Time ran out before anybody won.")
        case "error":
            return _("Mah jongg in error ended the game.")
        case _:
            return _("Thrown in, and not dealt again.")


def _won(facts: Any, names: Mapping[str, str], chair: str) -> str:
    winner, value = facts.winner, facts.value
    values = {"name": names[winner], "value": value, "other": names.get(str(facts.thrower), "")}
    if facts.self_picked:
        pattern = (
            _("You won %(value)s and picked the tile yourself.")
            if winner == chair
            else _("%(name)s won %(value)s with a tile from the wall.")
        )
    elif winner == chair:
        pattern = _("You won %(value)s from %(other)s’s tile.")
    elif facts.thrower == chair:
        pattern = _("%(name)s won %(value)s from your tile.")
    else:
        pattern = _("%(name)s won %(value)s from %(other)s’s tile.")
    return pattern % values


def _besides(facts: Any, names: Mapping[str, str], chair: str) -> Iterator[str]:
    if facts.outcome == "win":
        yield from _hand(facts)
    yield from _hands_out(facts, names, chair)
    for mark in facts.infractions:
        yield f"{names[mark.seat]}: {infraction_in_words(mark.kind)}."
    if facts.misnamed:
        yield _("The tile was misnamed: the thrower pays for all.")
    if facts.out_of_turn:
        yield _("The tile was thrown out of turn: the thrower pays for all.")
    for challenge in facts.challenges:
        values = {"by": names.get(challenge.by, "?"), "of": names.get(challenge.of, "?")}
        pattern = (
            _("%(by)s challenged %(of)s’s hand, and was right.")
            if challenge.upheld is True
            else _("%(by)s challenged %(of)s’s hand, and was wrong.")
        )
        yield pattern % values


def _hand(facts: Any) -> Iterator[str]:
    if facts.hand_class == "concealed":
        yield _("A concealed hand.")
    elif facts.hand_class == "singles-and-pairs":
        yield _("Singles and pairs.")
    elif facts.exposures is not UNSET:
        count = facts.exposures
        yield ngettext("%d exposure.", "%d exposures.", count) % count if count else _("No exposures.")
    if facts.jokerless:
        yield _("No jokers.")


def _hands_out(facts: Any, names: Mapping[str, str], chair: str) -> Iterator[str]:
    if facts.error is not UNSET:
        own, other = _("You called mah jongg in error."), _("%(name)s called mah jongg in error.")
        yield of_seat(facts.error.caller, names, chair, own, other)
        for letter in facts.error.exposed:
            yield of_seat(letter, names, chair, _("You showed your hand."), _("%(name)s showed the hand."))
    for letter in (*facts.dead, *facts.dead_after_throw):
        yield of_seat(letter, names, chair, _("Your hand is dead."), _("%(name)s’s hand is dead."))


def marked(facts: Any) -> WrittenGame:
    """A game whose numbers stand on the cards: the marks that make them what they are."""
    error = None if facts.error is UNSET else ErrorCall(facts.error.caller, facts.error.exposed)
    return WrittenGame(
        infractions=tuple((mark.seat, mark.kind) for mark in facts.infractions),
        extras=tuple((mark.seat, mark.code) for mark in facts.extras),
        dead=(*facts.dead, *facts.dead_after_throw),
        error=error,
    )


ALIKE = ("outcome", "winner", "value", "self_picked", "thrower", "jokerless", "hand_class")
"""What makes the reading of a game's numbers this game."""
