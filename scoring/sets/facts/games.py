"""Scoring a table's games from their facts, in order: the points of each card, and all faults at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

import msgspec
from django.utils import translation
from django.utils.translation import gettext as _

from rules.english import describe
from rules.game import Line, PointsGame, Refusal, Scored
from rules.score import score_game
from rules.systems.points import PointsProfile
from rules.systems.profile import Profile
from scoring.sets.facts import rack, sixteen
from scoring.sets.typed import WrittenCard, WrittenGame, WrittenSet
from tournament.refused import Fault
from tournament.words import fault_in_words, in_words

if TYPE_CHECKING:
    from scoring.sets.judged import TableRules

FAMILY_FIELDS: dict[str, ModuleType] = {"points": rack, "payments": rack, "sixteen-hands": sixteen}
DIRECTORS = ("ruled", "override")
"""Facts that only a director decides."""


class PlayedGame(msgspec.Struct, frozen=True):
    """One game entered by its facts, with the answer of `rules.score`.

    `facts` is None if nothing was typed. The fields of `faults` are those of the form without the game's prefix:
    "won", "A-scored". `points` is None unless the game is scored.
    """

    facts: dict[str, Any] | None = None
    faults: tuple[Fault, ...] = ()
    points: dict[str, int] | None = None
    lines: tuple[Line, ...] = ()
    warnings: tuple[str, ...] = ()
    words: str = ""


def play(games: Sequence[WrittenGame], rules: TableRules) -> list[PlayedGame]:
    """Scores the games in order, since a hand won in one counts as won before in the next."""
    won = {letter: dict(rules.won.get(letter, {})) for letter in rules.letters}
    played = []
    for number, game in enumerate(games, 1):
        result = _play(game, rules, won)
        played.append(result)
        mahjong = (result.facts or {}).get("mahjong")
        if mahjong and result.points is not None:
            where = _("round %(round)s game %(game)s") % {"round": rules.round_number, "game": number}
            won[mahjong["seat"]].setdefault(str(mahjong["hand"]), where)
    return played


def _play(game: WrittenGame, rules: TableRules, won: Mapping[str, Mapping[str, str]]) -> PlayedGame:
    if not game.facts:
        first = FAMILY_FIELDS[rules.profile.family].FIRST
        return PlayedGame(faults=(Fault("game-missing", first, _("Nothing is typed yet.")),))
    facts = {**game.facts, "seats": list(rules.letters), **_won_before(game.facts, won)}
    answer = score_game(facts, rules.profile)
    faults = [
        *(map(fault_in_words, answer.errors) if isinstance(answer, Refusal) else ()),
        *_exposures_faults(facts, rules.profile),
    ]
    if isinstance(answer, Scored) and answer.status != "scored":
        faults.append(_ruling_fault(answer.status, facts))
    if faults or not isinstance(answer, Scored):
        return PlayedGame(
            facts, tuple(dict.fromkeys(_form_fault(fault, facts, rules.profile) for fault in faults))
        )
    return PlayedGame(
        facts=facts,
        points=answer.points,
        lines=tuple(answer.lines),
        warnings=tuple(answer.warnings),
        words=game_in_words(facts, answer, rules.profile),
    )


def _won_before(facts: Mapping[str, Any], won: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """The hands won before that this game repeats; only those, because they are stored with the game."""
    scoring = [claim for claim in (facts.get("mahjong"), *facts.get("fishing", ())) if claim]
    before: dict[str, dict[str, str]] = {}
    for claim in scoring:
        seat, hand = claim["seat"], str(claim["hand"])
        if hand in won.get(seat, {}):
            before.setdefault(seat, {})[hand] = won[seat][hand]
    return {"won_before": before} if before else {}


def _exposures_faults(facts: Mapping[str, Any], profile: Profile) -> list[Fault]:
    """A fault if the thrower's penalty depends on the exposures and their field is empty, which is not zero."""
    if not isinstance(profile, PointsProfile) or profile.no_exposure or "exposures" in facts:
        return []
    thrown = facts.get("outcome") == "win" and "thrower" in facts
    if not thrown or facts.get("hand_class", "exposed") != "exposed" or len(set(profile.thrower)) == 1:
        return []
    message = _("Say how many exposures the winner had when the winning tile was thrown.")
    return [Fault("exposures-needed", "exposures", message)]


def _form_fault(fault: Fault, facts: Mapping[str, Any], profile: Profile) -> Fault:
    """A fault of the rules, with the field of the form that it belongs to."""
    message = fault.message
    if fault.code == "missing" and fault.field.startswith("challenges."):
        message = _("Say who challenged whom, and how it was settled.")
    return Fault(fault.code, FAMILY_FIELDS[profile.family].field_of(fault.field, facts), message)


def _ruling_fault(status: str, facts: Mapping[str, Any]) -> Fault:
    if status == "replay":
        message = _("This game is dealt again: enter the game that took its place, or that time ran out.")
        return Fault("replayed", "outcome", message)
    if facts.get("infractions"):
        message = _(
            "The director decides about this: the hand is dead, or the infraction has no effect. Hold the set, or "
            "enter what was ruled."
        )
        return Fault("ruling-needed", "infractions.0.kind", message)
    message = _(
        "At most one live hand was left: the director decides whether it counts as a wall or is played again. Hold "
        "the set, or enter what was ruled."
    )
    return Fault("ruling-needed", "ruled", message)


def game_in_words(facts: Mapping[str, Any], scored: Scored, profile: Profile) -> str:
    """The game in one sentence: a description in systems of points, the point lines in the others."""
    if isinstance(profile, PointsProfile):
        game = {name: value for name, value in facts.items() if name not in ("system", "profile")}
        return describe(msgspec.convert(game, PointsGame), profile, translation)
    if scored.lines:
        return "; ".join(f"{line.seat} {in_words(line)}" for line in scored.lines)
    ended = {
        "wall": _("Wall game: nobody pays."),
        "unfinished": _("Time ran out: nobody pays."),
        "error": _("Mah jongg in error, and no hand was left intact: nobody pays."),
        "stale": _("Stale: nothing is scored."),
        "missed": _("Not begun before the bell: nothing is scored."),
    }
    return ended.get(facts["outcome"], _("Nobody scored."))


def with_points(written: WrittenSet, played: Sequence[PlayedGame]) -> WrittenSet:
    """The set with the points of its games as the numbers of its cards; None for games that cannot be scored."""
    cards = {
        letter: WrittenCard(
            tuple(game.points.get(letter) if game.points else None for game in played),
            card.total,
            card.verified_by,
        )
        for letter, card in written.cards.items()
    }
    return msgspec.structs.replace(written, cards=cards)


def fields(written: WrittenSet, rules: TableRules) -> dict[str, str]:
    """A set as values of the form's fields, the empty ones included: "g1-won", "A-total", "handed_in_by"."""
    values = {"handed_in_by": written.handed_in_by, "first_east": written.first_east}
    family = rules.profile.family
    write = FAMILY_FIELDS[family].write
    for number, game in enumerate(written.games, 1):
        for name, text in write(game.facts or {}, rules.letters).items():
            if name.rpartition("-")[2].rstrip("0123456789") not in rack.NOT_ASKED.get(family, ()):
                values[f"g{number}-{name}"] = text
        values[f"off-list-{number}"] = "on" if game.off_list else ""
    for letter, card in written.cards.items():
        values[f"{letter}-total"] = "" if card.total is None else str(card.total)
        values[f"{letter}-verified"] = card.verified_by
    return values
