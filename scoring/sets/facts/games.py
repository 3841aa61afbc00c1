"""Scores a table's games from their facts, in order, with all faults at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET

from rules.game import (
    Fault,
    Fishing,
    Game,
    Line,
    Mahjong,
    Phrase,
    PointsGame,
    Refusal,
    Scored,
    SixteenHandsGame,
)
from rules.reading import reading_of
from rules.score import score_game
from rules.systems.points import PointsProfile
from rules.systems.profile import Profile
from rules.systems.registry import FAMILIES
from scoring.sets.facts import rack
from scoring.sets.facts.families import FAMILY_FIELDS, Facts
from scoring.sets.typed import WrittenCard, WrittenGame, WrittenSet

if TYPE_CHECKING:
    from scoring.sets.table_rules import TableRules

Description = Phrase | tuple[Line, ...]
"""What the sentence about a game says; in systems without points, where points were scored, the point lines."""


class PlayedGame(msgspec.Struct, frozen=True):
    """One game entered by its facts, with the answer of `rules.score`.

    `game` is None while a fact that the game needs is missing. The fields of `faults` are those of the form without
    the game's prefix: "won", "A-scored". `points` is None unless the game is scored.
    """

    game: Game | None = None
    faults: tuple[Fault, ...] = ()
    points: dict[str, int] | None = None
    lines: tuple[Line, ...] = ()
    warnings: tuple[str, ...] = ()
    description: Description = ()


def game_code(round_number: int, game: int) -> str:
    """ "R1G3", as stored for a hand that was won before."""
    return f"R{round_number}G{game}"


NOBODY: Mapping[str, WrittenCard] = {}


def play(
    games: Sequence[WrittenGame], rules: TableRules, cards: Mapping[str, WrittenCard] = NOBODY
) -> list[PlayedGame]:
    """Scores the games in order, since a hand won in one counts as won before in the next.

    `cards` tell who left during the round and takes no part in the games after that.
    """
    won = {letter: dict(rules.won.get(letter, {})) for letter in rules.letters}
    played = []
    for number, game in enumerate(games, 1):
        for letter, card in cards.items():
            if card.substitute is not None and card.left_after == number - 1:
                won[letter] = dict(rules.won.get(str(card.substitute), {}))  # who plays here now
        seats = [letter for letter in rules.letters if letter not in cards or cards[letter].plays(number)]
        result = _play(game, rules, won, seats)
        played.append(result)
        mahjong = mahjong_of(result.game)
        if mahjong and result.points is not None:
            won[mahjong.seat].setdefault(str(mahjong.hand), game_code(rules.round_number, number))
    return played


def mahjong_of(game: Game | None) -> Mahjong | None:
    """Who won a game of sixteen hands, and with which hand; None if nobody did."""
    won = game.mahjong if isinstance(game, SixteenHandsGame) else UNSET
    return None if won is UNSET else won


def _play(
    game: WrittenGame, rules: TableRules, won: Mapping[str, Mapping[str, str]], seats: Sequence[str]
) -> PlayedGame:
    facts = game.facts
    if facts is None:
        first = FAMILY_FIELDS[rules.profile.family].FIRST
        return PlayedGame(faults=(Fault("game-missing", first),))
    game_facts = {**msgspec.to_builtins(facts), "seats": seats, **_won_before(facts, won)}
    complete_game = _complete_game(game_facts, rules.profile)
    answer = score_game(game_facts if complete_game is None else complete_game, rules.profile)
    faults = [
        *(answer.errors if isinstance(answer, Refusal) else ()),
        *_exposures_faults(facts, rules.profile),
    ]
    if isinstance(answer, Scored) and answer.status == "replay" and facts.outcome == "thrown-in":
        # Nothing was dealt again: there was no time.
        ended = Phrase("ended", {"variant": facts.outcome})
        return PlayedGame(complete_game, (), dict.fromkeys(rules.letters, 0), (), (facts.outcome,), ended)
    if isinstance(answer, Scored) and answer.status != "scored":
        faults.append(_ruling_fault(answer.status, facts))
    if faults or complete_game is None or not isinstance(answer, Scored):
        return PlayedGame(
            complete_game, _distinct(_form_fault(fault, facts, rules.profile) for fault in faults)
        )
    return PlayedGame(
        game=complete_game,
        points=answer.points,
        lines=tuple(answer.lines),
        warnings=tuple(answer.warnings),
        description=describe(complete_game, answer, rules.profile),
    )


def _complete_game(game_facts: Mapping[str, Any], profile: Profile) -> Game | None:
    """The game; None if a fact is missing, which `score_game` then names."""
    try:
        return msgspec.convert(game_facts, FAMILIES[profile.family].game)
    except msgspec.ValidationError:
        return None


def _distinct(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """The faults without repeats: several fields of the rules share one field of the form."""
    return tuple({(fault.code, fault.field, repr(fault.values)): fault for fault in faults}.values())


def _won_before(facts: Facts, won: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """The hands that this game repeats; others are left out, because the result is stored with the game."""
    games_before: dict[str, dict[str, str]] = {}
    for claim in claims_of(facts):
        hand = str(claim.hand)
        if hand in won.get(claim.seat, {}):
            games_before.setdefault(claim.seat, {})[hand] = won[claim.seat][hand]
    return {"won_before": games_before} if games_before else {}


def claims_of(facts: Facts) -> Iterator[Mahjong | Fishing]:
    """The hands that players scored with in a game of sixteen hands; nothing in other games."""
    if isinstance(facts, SixteenHandsGame):
        yield from () if facts.mahjong is UNSET else (facts.mahjong,)
        yield from facts.fishing


def _exposures_faults(facts: Facts, profile: Profile) -> list[Fault]:
    """A fault if the thrower's penalty depends on the exposures and their field is empty, which does not mean zero."""
    if not isinstance(profile, PointsProfile) or profile.no_exposure or not isinstance(facts, rack.RackFacts):
        return []
    thrown = facts.outcome == "win" and facts.thrower is not UNSET and facts.hand_class == "exposed"
    if facts.exposures is not UNSET or not thrown or len(set(profile.thrower)) == 1:
        return []
    return [Fault("exposures-needed", "exposures", {"variant": "desk"})]


def _form_fault(fault: Fault, facts: Facts, profile: Profile) -> Fault:
    """A fault of the rules with its field of the form."""
    of_challenge = fault.code == "missing" and fault.field.startswith("challenges.")
    values = {"variant": "challenge"} if of_challenge else fault.values
    return Fault(fault.code, FAMILY_FIELDS[profile.family].field_of(fault.field, facts), values)


def _ruling_fault(status: str, facts: Facts) -> Fault:
    if status == "replay":
        return Fault("replayed", "outcome")
    if isinstance(facts, rack.RackFacts) and facts.infractions:
        return Fault("ruling-needed", "infractions.0.kind", {"variant": "infraction"})
    return Fault("ruling-needed", "ruled")


def describe(game: Game, scored: Scored, profile: Profile) -> Description:
    if isinstance(profile, PointsProfile) and isinstance(game, PointsGame):
        return reading_of(game, profile)
    if scored.lines:
        return tuple(scored.lines)
    return Phrase("ended", {} if game.outcome in ("played", "win") else {"variant": game.outcome})


def with_points(written_set: WrittenSet, played: Sequence[PlayedGame]) -> WrittenSet:
    """The set with the points of its games as its cards' numbers, None for games that cannot be scored.

    Numbers of ruled games stay as typed; where a player's is not typed, it is what the facts give.
    """
    cards = {
        letter: msgspec.structs.replace(
            card,
            points=tuple(
                typed if marks.ruled and typed is not None else (game.points or {}).get(letter)
                for typed, marks, game in zip(card.points, written_set.games, played, strict=True)
            ),
        )
        for letter, card in written_set.cards.items()
    }
    return msgspec.structs.replace(written_set, cards=cards)


def fields(written_set: WrittenSet, rules: TableRules) -> dict[str, str]:
    """A set as values of the form's fields, empty ones included: "g1-won", "A-total", "handed_in_by"."""
    values = {"handed_in_by": written_set.handed_in_by, "first_east": written_set.first_east}
    family = rules.profile.family
    write = FAMILY_FIELDS[family].write
    not_asked: set[str] = {*rack.NOT_ASKED.get(family, ())}
    if not rules.profile.extras:
        not_asked.add("extra")
    for number, game in enumerate(written_set.games, 1):
        for name, text in write(game.facts, rules.letters).items():
            field = name.rpartition("-")[2].rstrip("0123456789")
            if field not in not_asked:
                values[f"g{number}-{name}"] = text
        if family == "sixteen-hands":
            values |= {
                f"g{number}-{letter}-points": str(game.on_paper.get(letter, "")) for letter in rules.letters
            }
        values[f"off-list-{number}"] = "on" if game.off_list else ""
        for letter, points in written_set.numbers(number).items():
            values[f"g{number}-{letter}-award"] = "" if game.ruled is None or points is None else str(points)
    for letter, card in written_set.cards.items():
        values[f"{letter}-total"] = "" if card.total is None else str(card.total)
        values[f"{letter}-verified"] = card.verified_by
        values[f"{letter}-left"] = "" if card.left_after is None else str(card.left_after)
        values[f"{letter}-substitute"] = "" if card.substitute is None else str(card.substitute)
    return values
