"""Judges a set by the rules: all its faults at once, and the readings of each game.

Stores nothing: the form shows the judgement while somebody types, and the actions use it to accept.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import msgspec
from msgspec import UNSET

from rules.check import Answer, check_cards, check_points
from rules.check.forms import facts_of
from rules.game import Hint, Phrase
from rules.reading import reading_of
from rules.score import settle_sitting
from rules.systems.points import PointsGame
from rules.systems.profile import Profile
from scoring.sets.games import PlayedGame, game_code, play, win_of, with_points
from scoring.sets.judged.judgement import (
    FormHint,
    InfractionMarks,
    JudgedGame,
    Judgement,
    LackingExtra,
    Reading,
)
from scoring.sets.judged.values import ordinary_numbers, values_off_list
from scoring.sets.places import FieldPlace, SetFault
from scoring.sets.table_rules import TableRules
from scoring.sets.typed import WrittenCard, WrittenGame, WrittenSet

__all__ = [
    "JudgedGame",
    "Judgement",
    "judge",
    "judge_game",
    "ordinary_numbers",
    "readings_off_list",
    "sums_of",
]


def judge(typed_set: WrittenSet, rules: TableRules) -> Judgement:
    """Judges a set. Faults come in the order of the cards, then of the games."""
    played = play(typed_set.games, rules, typed_set.cards) if rules.carries_facts else []
    written_set = with_points(typed_set, played) if rules.carries_facts else typed_set
    games = tuple(_told_by_totals(game, written_set) for game in judge_games(written_set, rules, played))
    duties = rules.verifiers(written_set)
    faults = [SetFault("short-table")] if len(rules.letters) < 3 else []
    warnings: list[SetFault] = []
    sums = sums_of(written_set, rules.profile)
    for letter in rules.letters:
        faults += card_faults(letter, written_set, rules, sums[letter])
        wrong = verifier_fault(letter, written_set.cards[letter], duties.get(letter, ""))
        if wrong:
            (faults if wrong.code in ("unverified", "own-card") else warnings).append(wrong)
    for game in games:
        marks = written_set.games[game.number - 1]
        faults += [*game_faults(game, marks), *undecided(game.number, marks, rules.profile)]
        warnings += contradicted_later(game, written_set, rules)
    faults += extras_again(written_set, rules)
    if rules.asks_first_east and written_set.first_east not in rules.letters:
        faults.append(SetFault("first-east-missing", FieldPlace("first_east")))
    wrong = collector_fault(written_set, rules)
    if wrong:
        (faults if wrong.code == "collector-missing" else warnings).append(wrong)
    hints = set_hints(written_set, games, rules)
    return Judgement(typed_set, written_set, tuple(faults), tuple(warnings), games, sums, hints)


def extras_again(written_set: WrittenSet, rules: TableRules) -> Iterator[SetFault]:
    """A fault for each extra that is given once a round or block, and that a player has again.

    It is whose who played the game: somebody who plays on in a seat has the own ones of other rounds, and none of
    the player before.
    """
    once = {extra.code: extra for extra in rules.profile.extras if extra.per != "game"}
    for letter in rules.letters if once else ():
        card, had = written_set.cards[letter], dict(rules.extras_had.get(letter, {}))
        for number, game in enumerate(written_set.games, 1):
            if card.substitute is not None and number == (card.left_after or 0) + 1:
                had = dict(rules.extras_had.get(str(card.substitute), {}))
            for code in game.extras_of(letter):
                if code in had:
                    place = FieldPlace("extra", letter, number, is_fact=rules.carries_facts)
                    values = {"variant": once[code].per, "letter": letter, "name": once[code].name}
                    yield SetFault("extra-again", place, {**values, "game": number, "before": had[code]})
                elif code in once:
                    had[code] = game_code(rules.round_number, number)


def card_faults(
    letter: str, written_set: WrittenSet, rules: TableRules, due: int | None
) -> Iterator[SetFault]:
    card = written_set.cards[letter]
    if card.is_blank and not rules.carries_facts:
        yield SetFault("card-missing", FieldPlace("", letter, 1), {"letter": letter})
        return
    if card.substitute is not None and card.left_after is None:
        yield SetFault("left-when", FieldPlace("left", letter), {"letter": letter})
    for game, number in enumerate(card.points, 1):
        if not card.plays(game):
            if number is not None:
                values = {"letter": letter, "game": game, "left": card.left_after}
                yield SetFault("left-already", FieldPlace("", letter, game), values)
        elif number is None and (not rules.carries_facts or written_set.games[game - 1].ruled):
            place = (
                FieldPlace("award", letter).in_game(game)
                if rules.carries_facts
                else FieldPlace("", letter, game)
            )
            yield SetFault("missing", place, {"variant": "number", "letter": letter, "game": game})
    if card.total is None:
        yield SetFault("total-missing", FieldPlace("total", letter), {"letter": letter})
    elif card.is_whole and card.total != (due or 0):
        values = {"sum": due, "total": card.total}
        yield SetFault("total-differs", FieldPlace("total", letter), values)


def sums_of(written_set: WrittenSet, profile: Profile) -> dict[str, int | None]:
    """What each card comes to: its games, and what they give together; None if no number is typed."""
    sums = {letter: sum_of(card) for letter, card in written_set.cards.items()}
    cards = {letter: card.points for letter, card in written_set.cards.items()}
    for line in settle_sitting(cards, profile):
        sums[line.seat] = (sums[line.seat] or 0) + line.points
    return sums


def sum_of(card: WrittenCard) -> int | None:
    """The sum of the games; None if no number is typed."""
    numbers = [number for number in card.points if number is not None]
    return sum(numbers) if numbers else None


def verifier_fault(letter: str, card: WrittenCard, duty: str) -> SetFault | None:
    place = FieldPlace("verified", letter)
    if card.is_blank or card.verified_by == duty:
        return None
    if not card.verified_by:
        return SetFault("unverified", place, {"letter": letter})
    if card.verified_by == letter:
        return SetFault("own-card", place, {"letter": letter, "duty": duty})
    return SetFault("other-verifier", place, {"by": card.verified_by, "letter": letter, "duty": duty})


def collector_fault(written_set: WrittenSet, rules: TableRules) -> SetFault | None:
    if not written_set.handed_in_by:
        return SetFault("collector-missing", FieldPlace("handed_in_by"))
    if rules.collector and written_set.handed_in_by != rules.collector:
        values = {"by": written_set.handed_in_by, "collector": rules.collector}
        return SetFault("other-collector", FieldPlace("handed_in_by"), values)
    return None


def undecided(number: int, marks: WrittenGame, profile: Profile) -> Iterator[SetFault]:
    """A fault for each infraction that needs a ruling; a hand marked dead counts as ruled."""
    for letter, kind in marks.infractions:
        if profile.infractions.get(kind) == "ruling" and letter not in marks.dead:
            values = {"variant": "mark", "letter": letter, "game": number}
            yield SetFault("ruling-needed", FieldPlace("infraction", letter, number), values)


def game_faults(game: JudgedGame, marks: WrittenGame) -> Iterator[SetFault]:
    if game.verdict == "ruled":
        return
    if game.played:
        yield from game.played.faults
        yield from _paper_faults(game, marks)
    if game.played is None or game.verdict == "off-list":
        yield from _contradicted(game) if game.contradictions else filter(None, [_game_fault(game, marks)])


def _contradicted(game: JudgedGame) -> Iterator[SetFault]:
    for wrong in game.contradictions:
        place = FieldPlace("" if wrong.seat else "reading", wrong.seat or "", game.number)
        reason = Phrase(wrong.code, wrong.values)
        yield SetFault("contradicted", place, {"game": game.number, "why": reason})


def _paper_faults(game: JudgedGame, marks: WrittenGame) -> Iterator[SetFault]:
    """A fault for each player whose sheet has other points than the facts give."""
    result = game.played.points if game.played else None
    for letter, points in marks.on_paper.items():
        if result is not None and points != result.get(letter):
            values = {"letter": letter, "points": points, "due": result.get(letter)}
            yield SetFault("points-differ", FieldPlace("points", letter).in_game(game.number), values)


def _game_fault(game: JudgedGame, marks: WrittenGame) -> SetFault | None:
    place, values = FieldPlace("reading", game=game.number), dict[str, Any](game=game.number)
    if len(game.hints) == 1:
        place = next(iter(game.hints[0].changes), place)
    elif not game.hints and len(game.infraction_choices) == 1:
        place = FieldPlace("", game.infraction_choices[0].infractions[0][0], game.number)
    match game.verdict:
        case "impossible":
            hint = {"hint": game.hints[0].reason} if len(game.hints) == 1 else {}
            return SetFault("impossible", place, values | hint)
        case "with-infraction" if len(game.infraction_choices) > 1:
            return SetFault("infraction-needed", place, values | {"variant": "several"})
        case "with-infraction":
            reading = game.readings[0].description if game.readings else ""
            return SetFault("infraction-needed", place, values | {"reading": reading})
        case "off-list" if not marks.off_list:
            off_list = FieldPlace("off-list", game=game.number)
            return SetFault("value-off-list", off_list, values | {"value": game.off_list})
    return None


def contradicted_later(game: JudgedGame, written_set: WrittenSet, rules: TableRules) -> Iterator[SetFault]:
    """A warning if the winner scored with the same hand in a later round whose set was accepted earlier."""
    won = win_of(game.played.game, rules.profile) if game.played else None
    if won and game.verdict == "legal":
        card = written_set.cards[won.seat]
        played_on = card.substitute is not None and game.number > (card.left_after or 0)
        player = str(card.substitute) if played_on else won.seat
        later_game = rules.scored_later.get(player, {}).get(str(won.hand))
        if later_game:
            values = {"seat": won.seat, "hand": won.hand, "game": later_game}
            yield SetFault("hand-scored-later", FieldPlace("scored", won.seat).in_game(game.number), values)


def judge_games(
    written_set: WrittenSet, rules: TableRules, played: Sequence[PlayedGame]
) -> Iterator[JudgedGame]:
    """Judges each game by its facts if the cards carry facts, by its numbers otherwise."""
    if rules.carries_facts:
        for number, (marks, game) in enumerate(zip(written_set.games, played, strict=True), 1):
            if marks.ruled:
                yield JudgedGame(number, "ruled", played=game, ruling=marks.ruled)
            else:
                yield judge_facts(number, marks, game, rules.profile)
    else:
        for number, marks in enumerate(written_set.games, 1):
            yield judge_game(number, written_set, marks, rules.profile)


def judge_facts(number: int, marks: WrittenGame, played: PlayedGame, profile: Profile) -> JudgedGame:
    if marks.facts is None:
        return JudgedGame(number, "blank", played=played)
    if played.game is None or played.points is None:
        return JudgedGame(number, "impossible", played=played)
    reading = (Reading("facts", played.game, played.description),)
    if "value-off-list" in played.warnings:
        off_list = tuple(profile.family.hand_values(played.game))
        return JudgedGame(number, "off-list", reading, off_list=off_list, played=played)
    return JudgedGame(number, "legal", reading, played=played)


def judge_game(number: int, written_set: WrittenSet, marks: WrittenGame, profile: Profile) -> JudgedGame:
    """Judges a game by its numbers and marks; the marks are facts.

    A player who left earlier takes no part; with fewer than three left the game was not played, and all have 0.
    """
    points = written_set.numbers(number)
    if all(value is None for value in points.values()):
        return JudgedGame(number, "blank")
    numbers = {letter: value for letter, value in points.items() if value is not None}
    if len(numbers) < len(points) or len(written_set.cards) < 3:
        return JudgedGame(number, "incomplete")
    if marks.ruled:
        return JudgedGame(number, "ruled", ruling=marks.ruled)
    if len(points) < 3:
        return JudgedGame(number, "impossible" if any(numbers.values()) else "legal")
    marks = marks.among(points)
    answer = _answer(numbers, profile, marks)
    legal = _readings(answer.games, profile) if answer.verdict == "legal" else ()
    if legal and (not marks.chosen or any(reading.key == marks.chosen for reading in legal)):
        return JudgedGame(number, "legal", legal, chosen=marks.chosen)
    hints = _form_hints(answer.hints, number)
    values, answer_off_list = _off_list(numbers, marks, profile, answer)
    readings = _readings(answer_off_list.games, profile) if answer_off_list.verdict == "legal" else ()
    if legal and all(reading.key != marks.chosen for reading in readings):
        return JudgedGame(number, "legal", legal, chosen=marks.chosen)
    if readings:
        values_used = sorted(
            {value for game in answer_off_list.games for value in profile.family.hand_values(game)} & values
        )
        return JudgedGame(number, "off-list", readings, hints, tuple(values_used), marks.chosen)
    wrong = answer.contradictions or answer_off_list.contradictions
    if answer.verdict == "with-infraction" and not wrong:
        readings = _readings(answer.games, profile)
        return JudgedGame(
            number,
            "with-infraction",
            readings,
            hints,
            lacking=_lacking(numbers, profile, marks),
            infraction_choices=tuple(
                InfractionMarks(number, choice) for choice in _infractions(numbers, answer, profile, marks)
            ),
        )
    lacking = _lacking(numbers, profile, marks)
    return JudgedGame(number, "impossible", hints=hints, contradictions=wrong, lacking=lacking)


def _off_list(
    numbers: Mapping[str, int], marks: WrittenGame, profile: Profile, answer: Answer
) -> tuple[frozenset[int], Answer]:
    """The hands off the event's list that the winner's number may be, and the rules' answer with them on it."""
    values = values_off_list(numbers, marks, profile)
    wider_profile = msgspec.structs.replace(profile, values=tuple(sorted({*profile.values, *values})))
    return values, _answer(numbers, wider_profile, marks) if values else answer


def readings_off_list(
    numbers: Mapping[str, int], marks: WrittenGame, profile: Profile
) -> tuple[Reading, ...]:
    """The readings of a game's numbers, those with a hand off the event's list among them."""
    answer = _answer(numbers, profile, marks)
    return _readings(_off_list(numbers, marks, profile, answer)[1].games, profile)


def _infractions(
    numbers: Mapping[str, int], answer: Answer, profile: Profile, marks: WrittenGame
) -> Iterator[tuple[tuple[str, str], ...]]:
    """The fewest infractions that explain the numbers, letter and kind, in each combination of kinds that does."""
    costs = profile.infractions
    found = [
        [
            (mark.seat, mark.kind)
            for mark in game.infractions
            if (mark.seat, mark.kind) not in marks.infractions
        ]
        for game in answer.games
    ]
    fewest = min(map(len, found), default=0)
    for unmarked in dict.fromkeys(tuple(unmarked) for unmarked in found if len(unmarked) == fewest):
        alike = [
            [(seat, kind) for kind in costs if costs[kind] == costs[likely]] for seat, likely in unmarked
        ]
        for choice in product(*alike):
            marked = msgspec.structs.replace(marks, infractions=(*marks.infractions, *choice))
            if _answer(numbers, profile, marked).verdict == "legal":
                yield choice


def _lacking(numbers: Mapping[str, int], profile: Profile, marks: WrittenGame) -> tuple[LackingExtra, ...]:
    if not profile.extras:
        return ()
    answer = check_points(numbers, profile, **{**_marked(marks, profile), "extras": UNSET})
    if answer.verdict != "legal":
        return ()
    marked = set(marks.extras)
    games = [{(mark.seat, mark.code) for mark in game.extras} for game in answer.games]
    fewest = min((extras - marked for extras in games if marked <= extras), key=len, default=set())
    names = {extra.code: extra.name for extra in profile.extras}
    return tuple(LackingExtra(letter, code, names[code]) for letter, code in sorted(fewest))


def _answer(points: Mapping[str, int], profile: Profile, marks: WrittenGame) -> Answer:
    """The rules' answer about one game. Its readings have no ruling until a director makes one."""
    answer = check_points(points, profile, **_marked(marks, profile))
    games = tuple(game for game in answer.games if game.ruled is UNSET)
    if answer.games and not games:
        return check_points(points, profile, **{**_marked(marks, profile), "error": None})
    return msgspec.structs.replace(answer, games=games)


def _marked(marks: WrittenGame, profile: Profile) -> dict[str, Any]:
    """The marks as `check_points` takes them: with any hand marked, all unmarked ones are live."""
    hands = {"dead": marks.dead, "error": marks.error} if marks.dead or marks.error else {}
    # Of the infractions those whose cost the rules fix; the rest need a ruling.
    infractions = tuple(mark for mark in marks.infractions if isinstance(profile.infractions[mark[1]], int))
    return {**hands, "infractions": infractions, "extras": marks.extras}


def _readings(games: Sequence[PointsGame], profile: Profile) -> tuple[Reading, ...]:
    return tuple(Reading(_key(game, profile), game, reading_of(game, profile)) for game in games)


def _key(game: PointsGame, profile: Profile) -> str:
    facts = facts_of(game, profile.system)
    return hashlib.sha256(msgspec.json.encode(facts, order="deterministic")).hexdigest()[:12]


def _form_hints(hints: Sequence[Hint], number: int) -> tuple[FormHint, ...]:
    """The likeliest slips. Where a minus is missing beside another winner, that one may be the wrong number."""
    likeliest = [hint for hint in hints if hint.code == hints[0].code and _is_as_likely(hint, hints[0])]
    if [hint.code for hint in likeliest] == ["missing-minus"]:
        negative = likeliest[0].changes[0].seat
        others = [
            hint
            for hint in hints
            if hint.code == "two-winners" and negative not in {change.seat for change in hint.changes}
        ]
        likeliest += others
    return tuple(_form_hint(hint, number) for hint in likeliest)


def _form_hint(hint: Hint, number: int) -> FormHint:
    """`number` is the game of a hint that is about one."""
    changes = {
        FieldPlace("", change.seat, number if change.game is UNSET else change.game): change.should_be
        for change in hint.changes
    }
    return FormHint(changes, Phrase(hint.code, hint.values))


def _is_as_likely(hint: Hint, first: Hint) -> bool:
    """Whether the hint is as likely as `first`: the same corrections for other players, or another digit left out."""
    if hint is first or hint.code == "dropped-digit":
        return True
    due, first_due = (
        sorted((change.should_be, change.seat) for change in slip.changes) for slip in (hint, first)
    )
    return [number for number, _seat in due] == [number for number, _seat in first_due] and due != first_due


def _told_by_totals(game: JudgedGame, written_set: WrittenSet) -> JudgedGame:
    """The game with those of several hints alone that explain a written total too, if any does."""
    explaining = tuple(hint for hint in game.hints if explains_total(hint, written_set))
    return msgspec.structs.replace(game, hints=explaining) if explaining else game


def explains_total(hint: FormHint, written_set: WrittenSet) -> bool:
    """Whether the hint corrects one number, and with it a sum that differs from the written total."""
    if len(hint.changes) != 1:
        return False
    ((place, number),) = hint.changes.items()
    card = written_set.cards[place.letter]
    old, total = card.points[place.game - 1], sum_of(card)
    if old is None or total is None or card.total is None or not card.is_whole:
        return False
    return card.total == total - old + number


def set_hints(
    written_set: WrittenSet, games: Sequence[JudgedGame], rules: TableRules
) -> tuple[FormHint, ...]:
    """The cards whose numbers are in the wrong games, all that are as likely as the likeliest; none if that explains
    nothing, or if one wrong number explains both its game and a written total.
    """
    profile = rules.profile
    wrong = {game.number for game in games if game.verdict == "impossible"}
    if rules.carries_facts or not wrong or len(written_set.cards) < 3:
        return ()
    if any(explains_total(hint, written_set) for game in games for hint in game.hints):
        return ()  # another order of the numbers leaves every sum as it is
    marked = [_marked(game, profile) for game in written_set.games]
    cards = {letter: card.points for letter, card in written_set.cards.items()}
    checked = check_cards(cards, profile, marked)
    orders = [hint for hint in checked.hints if hint.code == "games-out-of-order"]

    def likelihood(hint: Hint) -> tuple[int, int]:
        return len(wrong.intersection(change.game for change in hint.changes)), len(hint.changes)

    return tuple(_form_hint(hint, 0) for hint in orders if likelihood(hint) == likelihood(orders[0]))
