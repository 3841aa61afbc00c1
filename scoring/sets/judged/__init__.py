"""Judging a set by the rules: all its faults at once, and the readings of each game.

Nothing is stored here: the form shows the judgement while somebody types, and the actions accept by it.
"""

from __future__ import annotations

from rules.game import Fault
from scoring.sets.facts.games import play, with_points
from scoring.sets.judged.faults import (
    card_faults,
    collector_fault,
    contradicted_later,
    game_faults,
    short_table_faults,
    sum_of,
    undecided,
    verifier_fault,
)
from scoring.sets.judged.games import judge_games, set_hint
from scoring.sets.judged.judgement import JudgedGame, Judgement
from scoring.sets.judged.values import ordinary_numbers
from scoring.sets.table_rules import TableRules
from scoring.sets.typed import WrittenSet

__all__ = ["JudgedGame", "Judgement", "judge", "ordinary_numbers"]


def judge(typed: WrittenSet, rules: TableRules) -> Judgement:
    """Judges a set. Faults come in the order of the cards, then of the games."""
    played = play(typed.games, rules, typed.cards) if rules.carries_facts else []
    written = with_points(typed, played) if rules.carries_facts else typed
    games = tuple(judge_games(written, rules, played))
    duties = rules.verifiers(written)
    faults = list(short_table_faults(rules))
    warnings: list[Fault] = []
    for letter in rules.letters:
        faults += card_faults(letter, written, rules)
        wrong = verifier_fault(letter, written.cards[letter], duties.get(letter, ""))
        if wrong:
            (faults if wrong.code in ("unverified", "own-card") else warnings).append(wrong)
    for game in games:
        marks = written.games[game.number - 1]
        faults += [*game_faults(game, marks), *undecided(game.number, marks, rules.profile)]
        warnings += contradicted_later(game, rules)
    if rules.asks_first_east and written.first_east not in rules.letters:
        faults.append(Fault("first-east-missing", "first_east"))
    late = collector_fault(written, rules)
    if late:
        (faults if late.code == "collector-missing" else warnings).append(late)
    sums = {letter: sum_of(written.cards[letter]) for letter in rules.letters}
    hint = set_hint(written, games, rules)
    return Judgement(typed, written, tuple(faults), tuple(warnings), games, sums, hint)
