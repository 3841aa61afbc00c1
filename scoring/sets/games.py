"""Scores a table's games from their facts, in order, with all faults at once."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from rules.game import Fault, Game, Line, Phrase, Refusal, Scored
from rules.reading import reading_of
from rules.score import score_game
from rules.systems.family import Claim
from rules.systems.profile import Profile
from scoring.sets.places import FieldPlace, SetFault
from scoring.sets.table_rules import TableRules
from scoring.sets.typed import Facts, WrittenCard, WrittenGame, WrittenSet, typing_of

Description = Phrase | tuple[Line, ...]
"""What the sentence about a game says; in systems without points, where points were scored, the point lines."""


class PlayedGame(msgspec.Struct, frozen=True):
    """One game entered by its facts, with the answer of `rules.score`.

    `game` is None while a fact that the game needs is missing. `points` is None unless the game is scored.
    """

    game: Game | None = None
    faults: tuple[SetFault, ...] = ()
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
        result = _play(number, game, rules, won, seats)
        played.append(result)
        win = win_of(result.game, rules.profile)
        if win and result.points is not None:
            won[win.seat].setdefault(str(win.hand), game_code(rules.round_number, number))
    return played


def win_of(game: Game | None, profile: Profile) -> Claim | None:
    """Who won a game with which hand, where each can be won once; None if nobody did."""
    claims = () if game is None else profile.family.claims(game)
    return next((claim for claim in claims if claim.is_win), None)


def _play(
    number: int,
    game: WrittenGame,
    rules: TableRules,
    won: Mapping[str, Mapping[str, str]],
    seats: Sequence[str],
) -> PlayedGame:
    facts = game.facts
    if facts is None:
        first: FieldPlace = typing_of(rules.profile.family).first(rules.letters)
        return PlayedGame(faults=(SetFault("game-missing", first.in_game(number)),))
    game_facts = {**msgspec.to_builtins(facts), "seats": seats, **_won_before(facts, rules.profile, won)}
    complete_game = _complete_game(game_facts, rules.profile)
    answer = score_game(game_facts if complete_game is None else complete_game, rules.profile)
    faults = [
        *(answer.errors if isinstance(answer, Refusal) else ()),
        *rules.profile.family.asked(facts, rules.profile),
    ]
    if isinstance(answer, Scored) and answer.status == "replay" and facts.outcome == "thrown-in":
        # Nothing was dealt again: there was no time.
        ended = Phrase("ended", {"variant": facts.outcome})
        return PlayedGame(complete_game, (), dict.fromkeys(rules.letters, 0), (), (facts.outcome,), ended)
    if isinstance(answer, Scored) and answer.status != "scored":
        replayed = Fault("replayed", "outcome")
        faults.append(replayed if answer.status == "replay" else rules.profile.family.waits(facts))
    if faults or complete_game is None or not isinstance(answer, Scored):
        placed = [_set_fault(fault, number, facts, rules.profile) for fault in faults]
        # Several fields of the rules share one field of the form.
        distinct = {(fault.code, fault.place, repr(fault.values)): fault for fault in placed}
        return PlayedGame(complete_game, tuple(distinct.values()))
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
        return msgspec.convert(game_facts, profile.family.game)
    except msgspec.ValidationError:
        return None


def _won_before(facts: Facts, profile: Profile, won: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """Only the hands that this game repeats, because the result is stored with the game."""
    games_before: dict[str, dict[str, str]] = {}
    for claim in profile.family.claims(facts):
        hand = str(claim.hand)
        if hand in won.get(claim.seat, {}):
            games_before.setdefault(claim.seat, {})[hand] = won[claim.seat][hand]
    return {"won_before": games_before} if games_before else {}


def _set_fault(fault: Fault, number: int, facts: Facts, profile: Profile) -> SetFault:
    of_challenge = fault.code == "missing" and fault.field.startswith("challenges.")
    values = {"variant": "challenge"} if of_challenge else fault.values
    place: FieldPlace = typing_of(profile.family).place_of(fault.field, facts)
    return SetFault(fault.code, place.in_game(number), values)


def describe(game: Game, scored: Scored, profile: Profile) -> Description:
    if profile.family.checked:
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
