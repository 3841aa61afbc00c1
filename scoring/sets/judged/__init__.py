"""Judges a set by the rules: all its faults at once, and the readings of each game.

Stores nothing: the form shows the judgement while somebody types, and the actions use it to accept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from rules.check import Answer, check_cards, check_points
from rules.check.forms import facts_of
from rules.game import Fault, Game, Hint, PaymentsGame, Phrase, PointsGame, RackGame
from rules.reading import reading_of
from rules.systems.points import PointsProfile
from rules.systems.profile import Profile
from scoring.sets.facts.games import PlayedGame, game_code, mahjong_of, play, with_points
from scoring.sets.judged.judgement import FormHint, JudgedGame, Judgement, LackingExtra, Reading
from scoring.sets.judged.values import ordinary_numbers, values_off_list
from scoring.sets.table_rules import TableRules
from scoring.sets.typed import WrittenCard, WrittenGame, WrittenSet

__all__ = ["JudgedGame", "Judgement", "judge", "judge_game", "ordinary_numbers"]


def judge(typed_set: WrittenSet, rules: TableRules) -> Judgement:
    """Judges a set. Faults come in the order of the cards, then of the games."""
    played = play(typed_set.games, rules, typed_set.cards) if rules.carries_facts else []
    written_set = with_points(typed_set, played) if rules.carries_facts else typed_set
    games = tuple(judge_games(written_set, rules, played))
    duties = rules.verifiers(written_set)
    faults = [Fault("short-table", "")] if len(rules.letters) < 3 else []
    warnings: list[Fault] = []
    for letter in rules.letters:
        faults += card_faults(letter, written_set, rules)
        wrong = verifier_fault(letter, written_set.cards[letter], duties.get(letter, ""))
        if wrong:
            (faults if wrong.code in ("unverified", "own-card") else warnings).append(wrong)
    for game in games:
        marks = written_set.games[game.number - 1]
        faults += [*game_faults(game, marks), *undecided(game.number, marks, rules.profile)]
        warnings += contradicted_later(game, written_set, rules)
    faults += extras_again(written_set, rules)
    if rules.asks_first_east and written_set.first_east not in rules.letters:
        faults.append(Fault("first-east-missing", "first_east"))
    wrong = collector_fault(written_set, rules)
    if wrong:
        (faults if wrong.code == "collector-missing" else warnings).append(wrong)
    sums = {letter: sum_of(written_set.cards[letter]) for letter in rules.letters}
    hint = set_hint(written_set, games, rules)
    return Judgement(typed_set, written_set, tuple(faults), tuple(warnings), games, sums, hint)


def extras_again(written_set: WrittenSet, rules: TableRules) -> Iterator[Fault]:
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
                    field = f"g{number}-{letter}-extra" if rules.carries_facts else f"{letter}-{number}-extra"
                    values = {"variant": once[code].per, "letter": letter, "name": once[code].name}
                    yield Fault("extra-again", field, {**values, "game": number, "before": had[code]})
                elif code in once:
                    had[code] = game_code(rules.round_number, number)


def card_faults(letter: str, written_set: WrittenSet, rules: TableRules) -> Iterator[Fault]:
    card = written_set.cards[letter]
    if card.is_blank and not rules.carries_facts:
        yield Fault("card-missing", f"{letter}-1", {"letter": letter})
        return
    if card.substitute is not None and card.left_after is None:
        yield Fault("left-when", f"{letter}-left", {"letter": letter})
    for game, number in enumerate(card.points, 1):
        if not card.plays(game):
            if number is not None:
                values = {"letter": letter, "game": game, "left": card.left_after}
                yield Fault("left-already", f"{letter}-{game}", values)
        elif number is None and not rules.carries_facts:
            values = {"variant": "number", "letter": letter, "game": game}
            yield Fault("missing", f"{letter}-{game}", values)
        elif number is None and written_set.games[game - 1].ruled:
            values = {"variant": "number", "letter": letter, "game": game}
            yield Fault("missing", f"g{game}-{letter}-award", values)
    if card.total is None:
        yield Fault("total-missing", f"{letter}-total", {"letter": letter})
    elif card.is_whole and card.total != (sum_of(card) or 0):
        yield Fault("total-differs", f"{letter}-total", {"sum": sum_of(card), "total": card.total})


def sum_of(card: WrittenCard) -> int | None:
    """The sum of the games; None if no number is typed."""
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


def collector_fault(written_set: WrittenSet, rules: TableRules) -> Fault | None:
    if not written_set.handed_in_by:
        return Fault("collector-missing", "handed_in_by")
    if rules.collector and written_set.handed_in_by != rules.collector:
        values = {"by": written_set.handed_in_by, "collector": rules.collector}
        return Fault("other-collector", "handed_in_by", values)
    return None


def undecided(number: int, marks: WrittenGame, profile: Profile) -> Iterator[Fault]:
    """A fault for each infraction that needs a ruling; a hand marked dead counts as ruled."""
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
    """A fault for each player whose sheet has other points than the facts give."""
    result = game.played.points if game.played else None
    for letter, points in marks.on_paper.items():
        if result is not None and points != result.get(letter):
            values = {"letter": letter, "points": points, "due": result.get(letter)}
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
        reading = game.readings[0].description if game.readings else ""
        return Fault("infraction-needed", field, {**values, "reading": reading})
    if game.verdict == "off-list" and not marks.off_list:
        return Fault("value-off-list", f"off-list-{game.number}", {**values, "value": game.off_list})
    return None


def contradicted_later(game: JudgedGame, written_set: WrittenSet, rules: TableRules) -> Iterator[Fault]:
    """A warning if the winner scored with the same hand in a later round whose set was accepted earlier."""
    won = mahjong_of(game.played.game) if game.played else None
    if won and game.verdict == "legal":
        card = written_set.cards[won.seat]
        played_on = card.substitute is not None and game.number > (card.left_after or 0)
        player = str(card.substitute) if played_on else won.seat
        later_game = rules.scored_later.get(player, {}).get(str(won.hand))
        if later_game:
            values = {"seat": won.seat, "hand": won.hand, "game": later_game}
            yield Fault("hand-scored-later", f"g{game.number}-{won.seat}-scored", values)


def judge_games(
    written_set: WrittenSet, rules: TableRules, played: Sequence[PlayedGame]
) -> Iterator[JudgedGame]:
    """Judges each game by its facts if the cards carry facts, by its numbers otherwise."""
    if rules.carries_facts:
        for number, (marks, game) in enumerate(zip(written_set.games, played, strict=True), 1):
            if marks.ruled:
                yield JudgedGame(number, "ruled", played=game, ruling=marks.ruled)
            else:
                yield judge_facts(number, marks, game)
    elif isinstance(rules.profile, PointsProfile):
        for number, marks in enumerate(written_set.games, 1):
            yield judge_game(number, written_set, marks, rules.profile)


def judge_facts(number: int, marks: WrittenGame, played: PlayedGame) -> JudgedGame:
    """Judges a game entered by its facts; it has one reading or none."""
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
    """The values of the winning hand and of a hand claimed in error."""
    if isinstance(game, RackGame) and game.value is not UNSET:
        yield game.value
    elif isinstance(game, PaymentsGame) and game.error is not UNSET and game.error.value is not UNSET:
        yield game.error.value


def judge_game(
    number: int, written_set: WrittenSet, marks: WrittenGame, profile: PointsProfile
) -> JudgedGame:
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
    if answer.verdict == "legal":
        return JudgedGame(number, "legal", _readings(answer.games, profile), chosen=marks.chosen)
    hints = _form_hints(answer.hints, number)
    values = values_off_list(numbers, marks, profile)
    wider_profile = msgspec.structs.replace(profile, values=tuple(sorted({*profile.values, *values})))
    answer_off_list = _answer(numbers, wider_profile, marks) if values else answer
    if answer_off_list.verdict == "legal":
        readings = _readings(answer_off_list.games, profile)
        values_used = sorted(
            {value for game in answer_off_list.games for value in _hand_values(game)} & values
        )
        return JudgedGame(number, "off-list", readings, hints, tuple(values_used), marks.chosen)
    wrong = answer.contradictions or answer_off_list.contradictions
    if answer.verdict == "with-infraction" and not wrong:
        readings = _readings(answer.games, profile)
        return JudgedGame(
            number, "with-infraction", readings, hints, lacking=_lacking(numbers, profile, marks)
        )
    lacking = _lacking(numbers, profile, marks)
    return JudgedGame(number, "impossible", hints=hints, contradictions=wrong, lacking=lacking)


def _lacking(
    numbers: Mapping[str, int], profile: PointsProfile, marks: WrittenGame
) -> tuple[LackingExtra, ...]:
    """The fewest extras that would explain the numbers and are not marked."""
    if not profile.extras:
        return ()
    answer = check_points(numbers, profile, **{**_marked(marks, profile), "extras": None})
    if answer.verdict != "legal":
        return ()
    marked = set(marks.extras)
    games = [{(mark.seat, mark.code) for mark in game.extras} for game in answer.games]
    fewest = min((extras - marked for extras in games if marked <= extras), key=len, default=set())
    names = {extra.code: extra.name for extra in profile.extras}
    return tuple(LackingExtra(letter, code, names[code]) for letter, code in sorted(fewest))


def _answer(points: Mapping[str, int], profile: PointsProfile, marks: WrittenGame) -> Answer:
    """The rules' answer about one game. Its readings have no ruling until a director makes one."""
    answer = check_points(points, profile, **_marked(marks, profile))
    games = tuple(game for game in answer.games if game.ruled is UNSET)
    if answer.games and not games:
        return check_points(points, profile, **{**_marked(marks, profile), "error": None})
    return msgspec.structs.replace(answer, games=games)


def _marked(marks: WrittenGame, profile: PointsProfile) -> dict[str, Any]:
    """The marks as `check_points` takes them: with any hand marked, all unmarked ones are live."""
    hands = {"dead": marks.dead, "error": marks.error} if marks.dead or marks.error else {}
    return {**hands, "infractions": _with_a_price(marks, profile), "extras": marks.extras}


def _with_a_price(marks: WrittenGame, profile: PointsProfile) -> tuple[tuple[str, str], ...]:
    """The infractions whose cost the rules fix; the others need a ruling."""
    return tuple(mark for mark in marks.infractions if isinstance(profile.infractions[mark[1]], int))


def _readings(games: Sequence[PointsGame], profile: PointsProfile) -> tuple[Reading, ...]:
    return tuple(Reading(_key(game, profile), game, reading_of(game, profile)) for game in games)


def _key(game: PointsGame, profile: PointsProfile) -> str:
    facts = facts_of(game, profile.system)
    return hashlib.sha256(msgspec.json.encode(facts, order="deterministic")).hexdigest()[:12]


def _form_hints(hints: Sequence[Hint], number: int) -> tuple[FormHint, ...]:
    """The likeliest slips; together what any of the zeros of a game without a winner may be left of."""
    likeliest = [hint for hint in hints if hint.code == hints[0].code]
    changes = [change for hint in likeliest for change in hint.changes]
    if likeliest and likeliest[0].code == "dropped-digit" and changes[0].was == 0:
        values = {
            "variant": "winner",
            "seats": tuple(sorted({change.seat for change in changes})),
            "numbers": tuple(sorted({change.should_be for change in changes})),
        }
        return (FormHint({}, Phrase("dropped-digit", values)),)
    return tuple(_form_hint(hint, number) for hint in likeliest if _is_as_likely(hint, likeliest[0]))


def _form_hint(hint: Hint, number: int) -> FormHint:
    changes = {f"{change.seat}-{number}": change.should_be for change in hint.changes}
    return FormHint(changes, Phrase(hint.code, hint.values))


def _is_as_likely(hint: Hint, first: Hint) -> bool:
    """Whether the hint is as likely as `first`: the same corrections for other players, or another digit left out."""
    if hint is first or hint.code == "dropped-digit":
        return True
    due, first_due = (
        sorted((change.should_be, change.seat) for change in slip.changes) for slip in (hint, first)
    )
    return [number for number, _seat in due] == [number for number, _seat in first_due] and due != first_due


def explains_total(hint: FormHint, written_set: WrittenSet) -> bool:
    """Whether the hint corrects one number, and with it a sum that differs from the written total."""
    if len(hint.changes) != 1:
        return False
    ((field, number),) = hint.changes.items()
    letter, _hyphen, game = field.partition("-")
    card = written_set.cards[letter]
    old, total = card.points[int(game) - 1], sum_of(card)
    if old is None or total is None or card.total is None or not card.is_whole:
        return False
    return card.total == total - old + number


def set_hint(written_set: WrittenSet, games: Sequence[JudgedGame], rules: TableRules) -> FormHint | None:
    """The hint that a card's numbers are in the wrong games; None if that explains nothing, or if one wrong number
    explains both its game and a written total.
    """
    profile = rules.profile
    if rules.carries_facts or not isinstance(profile, PointsProfile):
        return None
    if not any(game.verdict == "impossible" for game in games) or len(written_set.cards) < 3:
        return None
    if any(explains_total(hint, written_set) for game in games for hint in game.hints):
        return None  # another order of the numbers leaves every sum as it is
    marked = [_marked(game, profile) for game in written_set.games]
    checked = check_cards(
        {letter: card.points for letter, card in written_set.cards.items()},
        profile,
        dead=[marks.get("dead") for marks in marked],
        infractions=[marks["infractions"] for marks in marked],
        errors=[marks.get("error", UNSET) for marks in marked],
        extras=[marks["extras"] for marks in marked],
    )
    for hint in checked.hints:
        if hint.code == "games-out-of-order":
            changes = {f"{change.seat}-{change.game}": change.should_be for change in hint.changes}
            return FormHint(changes, Phrase(hint.code, hint.values))
    return None
