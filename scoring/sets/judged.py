"""Judging a set by the rules: all its faults at once, and the readings of each game.

Nothing is stored here: the form shows the judgement while somebody types, and the actions accept by it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Literal

import msgspec
from msgspec import UNSET

from rules.check import Answer, check_cards, check_points
from rules.check.forms import facts_of
from rules.game import Contradiction, Fault, Game, Hint, PaymentsGame, Phrase, PointsGame, RackGame
from rules.reading import reading_of
from rules.systems.points import PointsProfile
from rules.systems.profile import Profile
from scoring.sets.facts.games import Description, PlayedGame, mahjong_of, play, with_points
from scoring.sets.table_rules import TableRules
from scoring.sets.typed import Ruling, WrittenCard, WrittenGame, WrittenSet

Verdict = Literal["blank", "incomplete", "legal", "with-infraction", "off-list", "impossible", "ruled"]


class Reading(msgspec.Struct, frozen=True):
    """One reading of a game: a key made from it, the game, and what its sentence says."""

    key: str
    game: Game
    description: Description


class FormHint(msgspec.Struct, frozen=True):
    """A hint as the form uses it: the number that each field should have, and what its sentence says."""

    changes: dict[str, int]
    reason: Phrase

    @property
    def by_letter(self) -> dict[str, int]:
        """Letter -> the number it should have; for a hint about one game."""
        return {field.partition("-")[0]: number for field, number in self.changes.items()}

    @property
    def as_text(self) -> str:
        """ "B-3=-10 C-3=0", as the page hands it to the browser."""
        return " ".join(f"{field}={number}" for field, number in self.changes.items())


class JudgedGame(msgspec.Struct, frozen=True):
    """The judgement of one game. `chosen` is the key of the reading that somebody picked.

    `hints` are the slips of the likeliest kind, one for each player who can have made it, or for each number that may
    have lost a digit. `contradictions`: what is marked, and cannot be with the numbers or with what else is marked.
    """

    number: int
    verdict: Verdict
    readings: tuple[Reading, ...] = ()
    hints: tuple[FormHint, ...] = ()
    off_list: tuple[int, ...] = ()
    chosen: str = ""
    played: PlayedGame | None = None
    contradictions: tuple[Contradiction, ...] = ()
    ruling: Ruling | None = None

    @property
    def reading(self) -> Reading | None:
        """The only reading, or the chosen one; None while there are several and none is chosen."""
        if self.verdict not in ("legal", "off-list"):
            return None
        if len(self.readings) == 1:
            return self.readings[0]
        return next((reading for reading in self.readings if reading.key == self.chosen), None)

    @property
    def is_unexplained(self) -> bool:
        """Whether no game of the event's list gives these numbers without an infraction that is not marked."""
        return self.verdict in ("impossible", "with-infraction", "off-list")

    @property
    def others(self) -> int:
        """How many readings there are besides the simplest."""
        return len(self.readings) - 1

    @property
    def hint(self) -> FormHint | None:
        """The likeliest slip."""
        return self.hints[0] if self.hints else None

    @property
    def infraction_choices(self) -> tuple[InfractionMarks, ...]:
        """What can be marked so that a reading holds: the different marks of those readings that need the fewest."""
        marks = [InfractionMarks.of(self.number, reading.game) for reading in self.readings]
        needed = [mark for mark in marks if mark.infractions]
        fewest = min((len(mark.infractions) for mark in needed), default=0)
        return tuple(dict.fromkeys(mark for mark in needed if len(mark.infractions) == fewest))


class InfractionMarks(msgspec.Struct, frozen=True):
    """Infractions, letter and kind, that would explain a game."""

    game: int
    infractions: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, number: int, game: Game) -> InfractionMarks:
        infractions = game.infractions if isinstance(game, PointsGame) else ()
        return cls(number, tuple((infraction.seat, infraction.kind) for infraction in infractions))

    @property
    def seat(self) -> str:
        """The letter, if it is one player's alone; "" otherwise."""
        letters = {letter for letter, _kind in self.infractions}
        return letters.pop() if len(letters) == 1 else ""

    @property
    def as_text(self) -> str:
        """ "B-3-infraction=blind-pass-look", as the page hands it to the browser."""
        return " ".join(f"{letter}-{self.game}-infraction={kind}" for letter, kind in self.infractions)


class Judgement(msgspec.Struct, frozen=True):
    """The judgement of a set. `faults` block the acceptance, `warnings` do not.

    `scored` is the set as `typed`, with the points that the facts of its games give.
    """

    typed: WrittenSet
    scored: WrittenSet
    faults: tuple[Fault, ...]
    warnings: tuple[Fault, ...]
    games: tuple[JudgedGame, ...]
    sums: dict[str, int | None]
    hint: FormHint | None = None

    @property
    def acceptable(self) -> bool:
        return not self.faults


def ordinary_numbers(profile: PointsProfile) -> list[int]:
    """Every number a card can have for one game, with or without an infraction, for completion while typing."""
    bonuses = (profile.self_picked, profile.jokerless, profile.no_exposure)
    extras = {sum(some) for count in range(4) for some in combinations(bonuses, count)}
    won = {value + extra for value in profile.values for extra in extras}
    others = {
        0,
        profile.wall,
        profile.unfinished,
        profile.error_survivor,
        *(-penalty for penalty in profile.thrower),
    }
    fines = {0, *(cost for cost in profile.infractions.values() if isinstance(cost, int))}
    return sorted({number - fine for number in won | others for fine in fines})


def judge(typed: WrittenSet, rules: TableRules) -> Judgement:
    """Judges a set. Faults come in the order of the cards, then of the games."""
    played = play(typed.games, rules) if rules.carries_facts else []
    written = with_points(typed, played) if rules.carries_facts else typed
    games = tuple(judge_games(written, rules, played))
    duties = rules.verifiers(written)
    faults = list(_short_table_faults(rules))
    warnings: list[Fault] = []
    for letter in rules.letters:
        faults += _card_faults(letter, written, rules)
        wrong = _verifier_fault(letter, written.cards[letter], duties.get(letter, ""))
        if wrong:
            (faults if wrong.code in ("unverified", "own-card") else warnings).append(wrong)
    for game in games:
        marks = written.games[game.number - 1]
        faults += [*_game_faults(game, marks), *_undecided(game.number, marks, rules.profile)]
        warnings += _contradicted_later(game, rules)
    if rules.asks_first_east and written.first_east not in rules.letters:
        faults.append(Fault("first-east-missing", "first_east"))
    late = _collector_fault(written, rules)
    if late:
        (faults if late.code == "collector-missing" else warnings).append(late)
    sums = {letter: _sum(written.cards[letter]) for letter in rules.letters}
    hint = _set_hint(written, games, rules)
    return Judgement(typed, written, tuple(faults), tuple(warnings), games, sums, hint)


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
    """Judges a game by its numbers and by what is marked beside them, which is never contradicted or completed."""
    points = {letter: card.points[number - 1] for letter, card in written.cards.items()}
    if all(value is None for value in points.values()):
        return JudgedGame(number, "blank")
    known = {letter: value for letter, value in points.items() if value is not None}
    if len(known) < len(points) or len(points) < 3:
        return JudgedGame(number, "incomplete")
    if marks.ruled:
        return JudgedGame(number, "ruled", ruling=marks.ruled)
    answer = _answer(known, profile, marks)
    if answer.verdict == "legal":
        return JudgedGame(number, "legal", _readings(answer.games, profile), chosen=marks.chosen)
    likeliest = [hint for hint in answer.hints if hint.code == answer.hints[0].code]
    hints = tuple(_form_hint(hint, number) for hint in likeliest if _is_as_likely(hint, likeliest[0]))
    values = _values_off_list(known, marks, profile)
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


def _undecided(number: int, marks: WrittenGame, profile: Profile) -> Iterator[Fault]:
    """A fault for each infraction that a director decides about, unless the hand is marked dead: that was ruled."""
    infractions = profile.infractions if isinstance(profile, PointsProfile) else {}
    for letter, kind in marks.infractions:
        if infractions.get(kind) == "ruling" and letter not in marks.dead:
            values = {"variant": "mark", "letter": letter, "game": number}
            yield Fault("ruling-needed", f"{letter}-{number}-infraction", values)


def _readings(games: Sequence[PointsGame], profile: PointsProfile) -> tuple[Reading, ...]:
    return tuple(Reading(_key(game, profile), game, reading_of(game, profile)) for game in games)


def _key(game: PointsGame, profile: PointsProfile) -> str:
    facts = facts_of(game, profile.system)
    return hashlib.sha256(msgspec.json.encode(facts, order="deterministic")).hexdigest()[:12]


def _values_off_list(points: Mapping[str, int], marks: WrittenGame, profile: PointsProfile) -> frozenset[int]:
    """Hand values off the event's list that would explain the winner's number with some of the bonuses."""
    winners = [seat for seat, number in points.items() if number > 0]
    if len(winners) != 1:
        return frozenset()
    fine = sum(
        cost
        for seat, kind in marks.infractions
        if seat == winners[0] and isinstance(cost := profile.infractions[kind], int)
    )
    bonuses = (profile.self_picked, profile.jokerless, profile.no_exposure)
    extras = {sum(some) for count in range(4) for some in combinations(bonuses, count)}
    hands = {points[winners[0]] + fine - extra for extra in extras}
    return frozenset(value for value in hands if value > 0 and value % 5 == 0) - frozenset(profile.values)


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


def _set_hint(written: WrittenSet, games: Sequence[JudgedGame], rules: TableRules) -> FormHint | None:
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


def _sum(card: WrittenCard) -> int | None:
    """The sum of the games; None if nothing is written."""
    numbers = [number for number in card.points if number is not None]
    return sum(numbers) if numbers else None


def _short_table_faults(rules: TableRules) -> Iterator[Fault]:
    if len(rules.letters) < 3:
        yield Fault("short-table", "")


def _card_faults(letter: str, written: WrittenSet, rules: TableRules) -> Iterator[Fault]:
    card = written.cards[letter]
    if card.is_blank and not rules.carries_facts:
        yield Fault("card-missing", f"{letter}-1", {"letter": letter})
        return
    for game, number in enumerate(card.points, 1):
        if number is None and not rules.carries_facts:
            values = {"variant": "number", "letter": letter, "game": game}
            yield Fault("missing", f"{letter}-{game}", values)
        elif number is None and written.games[game - 1].ruled:
            values = {"variant": "number", "letter": letter, "game": game}
            yield Fault("missing", f"g{game}-{letter}-award", values)
    if card.total is None:
        yield Fault("total-missing", f"{letter}-total", {"letter": letter})
    elif None not in card.points and card.total != _sum(card):
        yield Fault("total-differs", f"{letter}-total", {"sum": _sum(card), "total": card.total})


def _verifier_fault(letter: str, card: WrittenCard, duty: str) -> Fault | None:
    field = f"{letter}-verified"
    if card.is_blank or card.verified_by == duty:
        return None
    if not card.verified_by:
        return Fault("unverified", field, {"letter": letter})
    if card.verified_by == letter:
        return Fault("own-card", field, {"letter": letter, "duty": duty})
    return Fault("other-verifier", field, {"by": card.verified_by, "letter": letter, "duty": duty})


def _collector_fault(written: WrittenSet, rules: TableRules) -> Fault | None:
    if not written.handed_in_by:
        return Fault("collector-missing", "handed_in_by")
    if rules.collector and written.handed_in_by != rules.collector:
        values = {"by": written.handed_in_by, "collector": rules.collector}
        return Fault("other-collector", "handed_in_by", values)
    return None


def _game_faults(game: JudgedGame, marks: WrittenGame) -> Iterator[Fault]:
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
        why = Phrase(wrong.code, wrong.values)
        yield Fault("contradicted", field, {"game": game.number, "why": why})


def _paper_faults(game: JudgedGame, marks: WrittenGame) -> Iterator[Fault]:
    """A fault for each player whose sheet has other points than follow from the facts."""
    due = game.played.points if game.played else None
    for letter, points in marks.on_paper.items():
        if due is not None and points != due.get(letter):
            values = {"letter": letter, "points": points, "due": due.get(letter)}
            yield Fault("points-differ", f"g{game.number}-{letter}-points", values)


def _contradicted_later(game: JudgedGame, rules: TableRules) -> Iterator[Fault]:
    """A warning if the winner scored with the same hand in a later round: that set was accepted before this one."""
    won = mahjong_of(game.played.game) if game.played else None
    if won and game.verdict == "legal":
        later = rules.scored_later.get(won.seat, {}).get(str(won.hand))
        if later:
            values = {"seat": won.seat, "hand": won.hand, "game": later}
            yield Fault("hand-scored-later", f"g{game.number}-{won.seat}-scored", values)


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
