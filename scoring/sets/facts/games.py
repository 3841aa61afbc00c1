"""Scoring a table's games from their facts, in order: the points of each card, and all faults at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

import msgspec

from rules.game import Fault, Line, Phrase, PointsGame, Refusal, Scored
from rules.reading import reading_of
from rules.score import score_game
from rules.systems.points import PointsProfile
from rules.systems.profile import Profile
from scoring.sets.facts import rack, sixteen
from scoring.sets.typed import WrittenCard, WrittenGame, WrittenSet

if TYPE_CHECKING:
    from scoring.sets.table_rules import TableRules

FAMILY_FIELDS: dict[str, ModuleType] = {"points": rack, "payments": rack, "sixteen-hands": sixteen}
DIRECTORS = ("ruled", "override")
"""Facts that only a director decides."""
Description = Phrase | tuple[Line, ...]
"""What the sentence about a game says; in systems without points, where points were scored, the point lines."""


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
    description: Description = ()


def game_code(round_number: int, game: int) -> str:
    """ "R1G3", as it is stored of a hand that was won before."""
    return f"R{round_number}G{game}"


def play(games: Sequence[WrittenGame], rules: TableRules) -> list[PlayedGame]:
    """Scores the games in order, since a hand won in one counts as won before in the next."""
    won = {letter: dict(rules.won.get(letter, {})) for letter in rules.letters}
    played = []
    for number, game in enumerate(games, 1):
        result = _play(game, rules, won)
        played.append(result)
        mahjong = (result.facts or {}).get("mahjong")
        if mahjong and result.points is not None:
            won[mahjong["seat"]].setdefault(str(mahjong["hand"]), game_code(rules.round_number, number))
    return played


def _play(game: WrittenGame, rules: TableRules, won: Mapping[str, Mapping[str, str]]) -> PlayedGame:
    if not game.facts:
        first = FAMILY_FIELDS[rules.profile.family].FIRST
        return PlayedGame(faults=(Fault("game-missing", first),))
    facts = {**game.facts, "seats": list(rules.letters), **_won_before(game.facts, won)}
    answer = score_game(facts, rules.profile)
    faults = [
        *(answer.errors if isinstance(answer, Refusal) else ()),
        *_exposures_faults(facts, rules.profile),
    ]
    if isinstance(answer, Scored) and answer.status != "scored":
        faults.append(_ruling_fault(answer.status, facts))
    if faults or not isinstance(answer, Scored):
        return PlayedGame(facts, _once(_form_fault(fault, facts, rules.profile) for fault in faults))
    return PlayedGame(
        facts=facts,
        points=answer.points,
        lines=tuple(answer.lines),
        warnings=tuple(answer.warnings),
        description=describe(facts, answer, rules.profile),
    )


def _once(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """The faults without repeats: several fields of the rules are one field of the form."""
    return tuple({(fault.code, fault.field, repr(fault.values)): fault for fault in faults}.values())


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
    return [Fault("exposures-needed", "exposures", {"variant": "desk"})]


def _form_fault(fault: Fault, facts: Mapping[str, Any], profile: Profile) -> Fault:
    """A fault of the rules, with the field of the form that it belongs to."""
    of_challenge = fault.code == "missing" and fault.field.startswith("challenges.")
    values = {"variant": "challenge"} if of_challenge else fault.values
    return Fault(fault.code, FAMILY_FIELDS[profile.family].field_of(fault.field, facts), values)


def _ruling_fault(status: str, facts: Mapping[str, Any]) -> Fault:
    if status == "replay":
        return Fault("replayed", "outcome")
    if facts.get("infractions"):
        return Fault("ruling-needed", "infractions.0.kind", {"variant": "infraction"})
    return Fault("ruling-needed", "ruled")


def describe(facts: Mapping[str, Any], scored: Scored, profile: Profile) -> Description:
    if isinstance(profile, PointsProfile):
        game = {name: value for name, value in facts.items() if name not in ("system", "profile")}
        return reading_of(msgspec.convert(game, PointsGame), profile)
    if scored.lines:
        return tuple(scored.lines)
    outcome = facts["outcome"]
    return Phrase("ended", {} if outcome in ("played", "win") else {"variant": outcome})


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
