"""What phones have entered as a set of cards: what the desk would type, and judged by the same rules."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from phones.table.families.rack import ALIKE
from phones.table.queries import GameNow, TableNow, telling
from scoring.sets.judged import JudgedGame, Judgement, judge
from scoring.sets.typed import WrittenCard, WrittenGame, WrittenSet


def typed_on_phones(now: TableNow) -> Judgement:
    """The judgement of the set: the games that are entered, each card's total, verified by whoever has that duty.

    All have confirmed all cards, so that those of the duty have.
    """
    rules = now.desk_table.rules
    empty = rules.blank()
    numbers = {} if rules.carries_facts else _numbers(now)
    cards = {
        letter: WrittenCard(points=numbers.get(letter, empty.cards[letter].points))
        for letter in rules.letters
    }
    games = tuple(_game(now, game) for game in now.games)
    typed = WrittenSet(
        cards=cards,
        games=games,
        handed_in_by=rules.collector or rules.letters[0],
        first_east=now.row.first_east or empty.first_east,
    )
    if not now.is_confirmed:
        return judge(typed, rules)
    first = judge(typed, rules)
    verifiers = rules.verifiers(first.scored)
    cards = {
        letter: replace(card, total=first.sums.get(letter) or 0, verified_by=verifiers.get(letter, ""))
        for letter, card in cards.items()
    }
    games = tuple(
        replace(marks, chosen=_chosen(judged, game)) if game and not rules.carries_facts else marks
        for marks, judged, game in zip(games, first.games, now.games, strict=True)
    )
    return judge(replace(typed, cards=cards, games=games), rules)


def _game(now: TableNow, game: GameNow | None) -> WrittenGame:
    if game is None:
        return WrittenGame()
    if now.desk_table.rules.carries_facts:
        return WrittenGame(facts=game.written.facts)
    marks: WrittenGame = telling(now.desk_table.rules.profile.family).marked(game.written.facts)
    return marks


def _numbers(now: TableNow) -> Mapping[str, tuple[int | None, ...]]:
    return {
        letter: tuple(game.points.get(letter) if game else None for game in now.games)
        for letter in now.letters
    }


def _chosen(judged: JudgedGame, game: GameNow) -> str:
    """The key of the reading that is this game, where the numbers have several."""
    facts = game.written.facts
    if len(judged.readings) < 2:
        return ""
    alike = (
        reading.key
        for reading in judged.readings
        if all(getattr(reading.game, name) == getattr(facts, name) for name in ALIKE)
    )
    return next(alike, "")
