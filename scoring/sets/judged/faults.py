"""The faults of a set that is judged: of its cards, of who verified and brought them, and of its games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.game import Fault, Phrase
from rules.systems.points import PointsProfile
from rules.systems.profile import Profile
from scoring.sets.facts.games import mahjong_of
from scoring.sets.judged.judgement import JudgedGame
from scoring.sets.table_rules import TableRules
from scoring.sets.typed import WrittenCard, WrittenGame, WrittenSet


def short_table_faults(rules: TableRules) -> Iterator[Fault]:
    if len(rules.letters) < 3:
        yield Fault("short-table", "")


def card_faults(letter: str, written: WrittenSet, rules: TableRules) -> Iterator[Fault]:
    card = written.cards[letter]
    if card.is_blank and not rules.carries_facts:
        yield Fault("card-missing", f"{letter}-1", {"letter": letter})
        return
    for game, number in enumerate(card.points, 1):
        if not card.plays(game):
            if number is not None:
                values = {"letter": letter, "game": game, "left": card.left_after}
                yield Fault("left-already", f"{letter}-{game}", values)
        elif number is None and not rules.carries_facts:
            values = {"variant": "number", "letter": letter, "game": game}
            yield Fault("missing", f"{letter}-{game}", values)
        elif number is None and written.games[game - 1].ruled:
            values = {"variant": "number", "letter": letter, "game": game}
            yield Fault("missing", f"g{game}-{letter}-award", values)
    if card.total is None:
        yield Fault("total-missing", f"{letter}-total", {"letter": letter})
    elif card.is_whole and card.total != (sum_of(card) or 0):
        yield Fault("total-differs", f"{letter}-total", {"sum": sum_of(card), "total": card.total})


def sum_of(card: WrittenCard) -> int | None:
    """The sum of the games; None if nothing is written."""
    numbers = [number for number in card.points if number is not None]
    return sum(numbers) if numbers else None


def verifier_fault(letter: str, card: WrittenCard, duty: str) -> Fault | None:
    field = f"{letter}-verified"
    if card.is_blank or card.verified_by == duty:
        return None
    if not card.verified_by:
        return Fault("unverified", field, {"letter": letter})
    if card.verified_by == letter:
        return Fault("own-card", field, {"letter": letter, "duty": duty})
    return Fault("other-verifier", field, {"by": card.verified_by, "letter": letter, "duty": duty})


def collector_fault(written: WrittenSet, rules: TableRules) -> Fault | None:
    if not written.handed_in_by:
        return Fault("collector-missing", "handed_in_by")
    if rules.collector and written.handed_in_by != rules.collector:
        values = {"by": written.handed_in_by, "collector": rules.collector}
        return Fault("other-collector", "handed_in_by", values)
    return None


def undecided(number: int, marks: WrittenGame, profile: Profile) -> Iterator[Fault]:
    """A fault for each infraction that a director decides about, unless the hand is marked dead: that was ruled."""
    infractions = profile.infractions if isinstance(profile, PointsProfile) else {}
    for letter, kind in marks.infractions:
        if infractions.get(kind) == "ruling" and letter not in marks.dead:
            values = {"variant": "mark", "letter": letter, "game": number}
            yield Fault("ruling-needed", f"{letter}-{number}-infraction", values)


def game_faults(game: JudgedGame, marks: WrittenGame) -> Iterator[Fault]:
    if game.verdict == "ruled":
        return
    if game.played:
        for fault in game.played.faults:
            yield Fault(fault.code, f"g{game.number}-{fault.field}", fault.values)
        yield from _paper_faults(game, marks)
    if game.played is None or game.verdict == "off-list":
        yield from _contradicted(game) if game.contradictions else filter(None, [_game_fault(game, marks)])


def _contradicted(game: JudgedGame) -> Iterator[Fault]:
    for wrong in game.contradictions:
        field = f"{wrong.seat}-{game.number}" if wrong.seat else f"reading-{game.number}"
        reason = Phrase(wrong.code, wrong.values)
        yield Fault("contradicted", field, {"game": game.number, "why": reason})


def _paper_faults(game: JudgedGame, marks: WrittenGame) -> Iterator[Fault]:
    """A fault for each player whose sheet has other points than follow from the facts."""
    due = game.played.points if game.played else None
    for letter, points in marks.on_paper.items():
        if due is not None and points != due.get(letter):
            values = {"letter": letter, "points": points, "due": due.get(letter)}
            yield Fault("points-differ", f"g{game.number}-{letter}-points", values)


def _game_fault(game: JudgedGame, marks: WrittenGame) -> Fault | None:
    field = next(iter(game.hints[0].changes), "") if len(game.hints) == 1 else ""
    if game.verdict == "with-infraction" and not game.hints and len(game.infraction_choices) == 1:
        field = game.infraction_choices[0].as_text.partition("-infraction")[0]
    field = field or f"reading-{game.number}"
    values: dict[str, Any] = {"game": game.number}
    if game.verdict == "impossible":
        return Fault(
            "impossible", field, {**values, "hint": game.hints[0].reason} if len(game.hints) == 1 else values
        )
    if game.verdict == "with-infraction":
        if len(game.infraction_choices) > 1:
            return Fault("infraction-needed", field, {**values, "variant": "several"})
        first = game.readings[0].description if game.readings else ""
        return Fault("infraction-needed", field, {**values, "reading": first})
    if game.verdict == "off-list" and not marks.off_list:
        return Fault("value-off-list", f"off-list-{game.number}", {**values, "value": game.off_list})
    return None


def contradicted_later(game: JudgedGame, rules: TableRules) -> Iterator[Fault]:
    """A warning if the winner scored with the same hand in a later round: that set was accepted before this one."""
    won = mahjong_of(game.played.game) if game.played else None
    if won and game.verdict == "legal":
        later_game = rules.scored_later.get(won.seat, {}).get(str(won.hand))
        if later_game:
            values = {"seat": won.seat, "hand": won.hand, "game": later_game}
            yield Fault("hand-scored-later", f"g{game.number}-{won.seat}-scored", values)
