"""What phones have entered as a set of cards: what the desk would type, and judged by the same rules."""

from __future__ import annotations

from msgspec.structs import replace

from phones.table.families.rack import ALIKE, marked
from phones.table.queries import GameNow, TableNow
from rules.systems.profile import Profile
from scoring.sets.judged import JudgedGame, Judgement, judge, readings_off_list
from scoring.sets.typed import WrittenCard, WrittenGame, WrittenSet


def typed_on_phones(now: TableNow, *, is_signed: bool = True) -> Judgement:
    """The judgement of the set; `is_signed`: with totals, and verified by whoever of that duty confirmed on a phone."""
    rules = now.desk_table.rules
    empty = rules.blank()
    cards = {letter: WrittenCard(points=empty.cards[letter].points) for letter in rules.letters}
    if not rules.carries_facts:
        given = [game.points if game else {} for game in now.games]
        cards = {letter: WrittenCard(points=tuple(of.get(letter) for of in given)) for letter in cards}
    games = tuple(_game(now, game) for game in now.games)
    typed = WrittenSet(
        cards=cards,
        games=games,
        handed_in_by=rules.collector or rules.letters[0],
        first_east=now.row.first_east or empty.first_east,
    )
    if not now.is_confirmed or not is_signed:
        return judge(typed, rules)
    first = judge(typed, rules)
    verifiers = rules.verifiers(first.scored)
    by = {letter: verifier for letter, verifier in verifiers.items() if verifier in now.card_right}
    cards = {
        letter: replace(card, total=first.sums.get(letter) or 0, verified_by=by.get(letter, ""))
        for letter, card in cards.items()
    }
    games = tuple(
        replace(marks, chosen=_chosen(judged, game, marks, rules.profile))
        if game and not rules.carries_facts
        else marks
        for marks, judged, game in zip(games, first.games, now.games, strict=True)
    )
    return judge(replace(typed, cards=cards, games=games), rules)


def _game(now: TableNow, game: GameNow | None) -> WrittenGame:
    if game is None:
        return WrittenGame()
    facts = game.written.facts
    return WrittenGame(facts=facts) if now.desk_table.rules.carries_facts else marked(facts)


def _chosen(judged: JudgedGame, game: GameNow, marks: WrittenGame, profile: Profile) -> str:
    """The key of the reading that is this game, where the numbers have several, or none of the event's list."""
    facts, readings = game.written.facts, judged.readings
    if "value-off-list" in game.played.warnings:
        readings = readings_off_list(game.points, marks, profile)
    elif len(readings) < 2:
        return ""
    alike = (
        reading.key
        for reading in readings
        if all(getattr(reading.game, name) == getattr(facts, name) for name in ALIKE)
    )
    return next(alike, "")
