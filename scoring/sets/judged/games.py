"""Judging each game of a set by its facts, or by its numbers and the marks beside them; the hint for the whole set."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from rules.check import Answer, check_cards, check_points
from rules.check.forms import facts_of
from rules.game import Game, Hint, PaymentsGame, Phrase, PointsGame, RackGame
from rules.reading import reading_of
from rules.systems.points import PointsProfile
from scoring.sets.facts.games import PlayedGame
from scoring.sets.judged.judgement import FormHint, JudgedGame, Reading
from scoring.sets.judged.values import values_off_list
from scoring.sets.table_rules import TableRules
from scoring.sets.typed import WrittenGame, WrittenSet


def judge_games(written: WrittenSet, rules: TableRules, played: Sequence[PlayedGame]) -> Iterator[JudgedGame]:
    """Judges each game by its facts if the cards carry facts, by its numbers otherwise."""
    if rules.carries_facts:
        for number, (marks, game) in enumerate(zip(written.games, played, strict=True), 1):
            if marks.ruled:
                yield JudgedGame(number, "ruled", played=game, ruling=marks.ruled)
            else:
                yield judge_facts(number, marks, game)
    elif isinstance(rules.profile, PointsProfile):
        for number, marks in enumerate(written.games, 1):
            yield judge_game(number, written, marks, rules.profile)


def judge_facts(number: int, marks: WrittenGame, played: PlayedGame) -> JudgedGame:
    """Judges a game entered by its facts, which has one reading or none."""
    if marks.facts is None:
        return JudgedGame(number, "blank", played=played)
    if played.game is None or played.points is None:
        return JudgedGame(number, "impossible", played=played)
    reading = (Reading("facts", played.game, played.description),)
    if "value-off-list" in played.warnings:
        off_list = tuple(_hand_values(played.game))
        return JudgedGame(number, "off-list", reading, off_list=off_list, played=played)
    return JudgedGame(number, "legal", reading, played=played)


def _hand_values(game: Game) -> Iterator[int]:
    """The value of the hand that won, or that was claimed in error."""
    if isinstance(game, RackGame) and game.value is not UNSET:
        yield game.value
    elif isinstance(game, PaymentsGame) and game.error is not UNSET and game.error.value is not UNSET:
        yield game.error.value


def judge_game(number: int, written: WrittenSet, marks: WrittenGame, profile: PointsProfile) -> JudgedGame:
    """Judges a game by its numbers and by what is marked beside them, which is never contradicted or completed.

    Somebody who left before it is no part of it; where fewer than three were left, it was not played, and all have 0.
    """
    points = written.numbers(number)
    if all(value is None for value in points.values()):
        return JudgedGame(number, "blank")
    known = {letter: value for letter, value in points.items() if value is not None}
    if len(known) < len(points) or len(written.cards) < 3:
        return JudgedGame(number, "incomplete")
    if marks.ruled:
        return JudgedGame(number, "ruled", ruling=marks.ruled)
    if len(points) < 3:
        return JudgedGame(number, "impossible" if any(known.values()) else "legal")
    marks = marks.among(points)
    answer = _answer(known, profile, marks)
    if answer.verdict == "legal":
        return JudgedGame(number, "legal", _readings(answer.games, profile), chosen=marks.chosen)
    likeliest = [hint for hint in answer.hints if hint.code == answer.hints[0].code]
    hints = tuple(_form_hint(hint, number) for hint in likeliest if _is_as_likely(hint, likeliest[0]))
    values = values_off_list(known, marks, profile)
    wider = msgspec.structs.replace(profile, values=tuple(sorted({*profile.values, *values})))
    unlisted = _answer(known, wider, marks) if values else answer
    if unlisted.verdict == "legal":
        readings = _readings(unlisted.games, profile)
        off = sorted({value for game in unlisted.games for value in _hand_values(game)} & values)
        return JudgedGame(number, "off-list", readings, hints, tuple(off), marks.chosen)
    wrong = answer.contradictions or unlisted.contradictions
    if answer.verdict == "with-infraction" and not wrong:
        return JudgedGame(number, "with-infraction", _readings(answer.games, profile), hints)
    return JudgedGame(number, "impossible", hints=hints, contradictions=wrong)


def _answer(points: Mapping[str, int], profile: PointsProfile, marks: WrittenGame) -> Answer:
    """What the rules say of one game. No reading has a ruling: there is none until the director makes it."""
    answer = check_points(points, profile, **_marked(marks, profile))
    games = tuple(game for game in answer.games if game.ruled is UNSET)
    if answer.games and not games:
        return check_points(points, profile, **{**_marked(marks, profile), "error": None})
    return msgspec.structs.replace(answer, games=games)


def _marked(marks: WrittenGame, profile: PointsProfile) -> dict[str, Any]:
    """The marks as `check_points` takes them: with any hand marked, all are as marked; with none, any may have been."""
    hands = {"dead": marks.dead, "error": marks.error} if marks.dead or marks.error else {}
    return {**hands, "infractions": _with_a_price(marks, profile)}


def _with_a_price(marks: WrittenGame, profile: PointsProfile) -> tuple[tuple[str, str], ...]:
    """The infractions of which the rules say what they cost, not a director."""
    return tuple(mark for mark in marks.infractions if isinstance(profile.infractions[mark[1]], int))


def _readings(games: Sequence[PointsGame], profile: PointsProfile) -> tuple[Reading, ...]:
    return tuple(Reading(_key(game, profile), game, reading_of(game, profile)) for game in games)


def _key(game: PointsGame, profile: PointsProfile) -> str:
    facts = facts_of(game, profile.system)
    return hashlib.sha256(msgspec.json.encode(facts, order="deterministic")).hexdigest()[:12]


def _form_hint(hint: Hint, number: int) -> FormHint:
    changes = {f"{change.seat}-{number}": change.should_be for change in hint.changes}
    return FormHint(changes, Phrase(hint.code, hint.values))


def _is_as_likely(hint: Hint, first: Hint) -> bool:
    """Whether the slip is as likely as the first of its kind: the same made by another player, not another number.

    A digit left out may have been any.
    """
    if hint.code == "dropped-digit":
        return True
    number = first.changes[0].should_be
    alike = len(hint.changes) == len(first.changes) and hint.changes[0].should_be == number
    return hint is first or (alike and hint.changes[0].seat != first.changes[0].seat)


def set_hint(written: WrittenSet, games: Sequence[JudgedGame], rules: TableRules) -> FormHint | None:
    """The hint for the whole set that a card's numbers are in the wrong games; None if that explains nothing."""
    profile = rules.profile
    if rules.carries_facts or not isinstance(profile, PointsProfile):
        return None
    if not any(game.verdict == "impossible" for game in games) or len(written.cards) < 3:
        return None
    marked = [_marked(game, profile) for game in written.games]
    checked = check_cards(
        {letter: card.points for letter, card in written.cards.items()},
        profile,
        dead=[marks.get("dead") for marks in marked],
        infractions=[marks["infractions"] for marks in marked],
        errors=[marks.get("error", UNSET) for marks in marked],
    )
    for hint in checked.hints:
        if hint.code == "games-out-of-order":
            changes = {f"{change.seat}-{change.game}": change.should_be for change in hint.changes}
            return FormHint(changes, Phrase(hint.code, hint.values))
    return None
