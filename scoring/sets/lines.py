"""The point lines of an accepted set. They follow from numbers and readings alone, so they can be recomputed."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

import msgspec
from django.db.models import F
from django.utils import translation
from django.utils.translation import gettext as _
from msgspec import UNSET

from record.phrases import with_minus
from rules.english import line_sentence
from rules.game import Line, Refusal, Scored
from rules.reading import thrown_to
from rules.score import score_game, scored, settle_sitting
from rules.systems.points import THROWN, PointsProfile
from rules.systems.profile import Profile
from scoring.models import CardSet, PointLine
from scoring.sets.games import PlayedGame
from scoring.sets.judged import JudgedGame, judge_game
from scoring.sets.queries import written_set_of
from scoring.sets.typed import Ruling, WrittenCard, WrittenGame, WrittenSet
from tournament.models import CardsCarry, Entry, Tournament
from ui.texts import shown

AS_WRITTEN, NOTHING, RULED = "as-written", "nothing", "ruled"


class SetLine(msgspec.Struct, frozen=True, order=True):
    letter: str
    game: int
    points: int
    code: str
    clause: str
    values: tuple[tuple[str, Any], ...] = ()
    second: int = 0

    def __str__(self) -> str:
        return f"{self.letter} game {self.game}, {self.points} ({self.code})"


def set_lines(
    written_set: WrittenSet, profile: Profile, judged: Sequence[JudgedGame] | None = None
) -> list[SetLine]:
    """The lines of an accepted set. A card has at least one line for each game; they add up to its number. Lines of
    game 0 has those of the whole sitting.

    A game whose reading scores to exactly the numbers on the cards has the lines of `rules.score`; `judged` are the
    games as they were judged, of which nothing is asked twice. Otherwise there is a line for a thrower's penalty that
    all readings share, and one line with its number for each other card. Lines of a ruled game say who ruled and why.
    """
    lines: list[SetLine] = []
    for number, game in enumerate(written_set.games, 1):
        known = judged[number - 1] if judged else None
        points = {letter: value or 0 for letter, value in written_set.numbers(number).items()}
        if game.ruled:
            lines += _ruled_lines(number, points, game.ruled)
            continue
        result = _result(game, known, profile)
        scored_lines = None if result is None or isinstance(result, Refusal) else _lines_for(points, result)
        sure_lines = _sure_lines(number, written_set, known, profile) if scored_lines is None else []
        lines += _game_lines(number, points, scored_lines, sure_lines)
    cards = {letter: card.points for letter, card in written_set.cards.items()}
    lines += (
        SetLine(line.seat, 0, line.points, line.code, line.clause, tuple(line.values.items()), line.second)
        for line in settle_sitting(cards, profile)
    )
    return lines


def _result(
    game: WrittenGame, known: JudgedGame | None, profile: Profile
) -> Scored | PlayedGame | Refusal | None:
    if known and known.played:
        return known.played
    if game.reading is None:
        return None
    return scored(game.reading, profile) if known else score_game(game.reading, profile)


def _ruled_lines(number: int, points_by_letter: dict[str, int], ruling: Ruling) -> Iterator[SetLine]:
    values = (("by", ruling.by), ("reason", ruling.reason))
    for letter, points in points_by_letter.items():
        yield SetLine(letter, number, points, RULED, "", values)


def _lines_for(points: Mapping[str, int], result: Scored | PlayedGame) -> Sequence[Line] | None:
    """The lines if they give these points; none for a game that was thrown in and not dealt again."""
    if isinstance(result, Scored) and result.status == "replay" and not any(points.values()):
        return ()
    return result.lines if result.points == points else None


def _sure_lines(
    number: int, written_set: WrittenSet, known: JudgedGame | None, profile: Profile
) -> list[Line]:
    """The lines that are sure where a game has several readings: the thrower's, and the marked extras."""
    penalty = _penalty(number, written_set, known, profile)
    throwers = {line.seat for line in penalty}
    extras = {extra.code: extra for extra in profile.extras}
    return penalty + [
        Line(seat, extras[code].points, "extra", profile.clauses["extra"], {"name": extras[code].name})
        for seat, code in written_set.games[number - 1].extras
        if seat not in throwers
    ]


def _penalty(number: int, written_set: WrittenSet, known: JudgedGame | None, profile: Profile) -> list[Line]:
    """The thrower's lines, if all readings of the numbers are wins that agree on them; else none."""
    marks = written_set.games[number - 1]
    if marks.facts is not None or not profile.family.checked:
        return []
    judged = known or judge_game(number, written_set, marks, profile)
    games = [reading.game for reading in judged.readings if judged.verdict in ("legal", "off-list")]
    throwers = {getattr(game, "thrower", UNSET) for game in games if game.outcome == "win"}
    penalties = [
        [line for line in scored(game, profile).lines if line.seat in throwers]
        for game in games
        if game.outcome == "win"
    ]
    agree = len(throwers) == 1 and len(penalties) == len(games)
    return penalties[0] if agree and all(lines == penalties[0] for lines in penalties) else []


def _game_lines(
    number: int,
    points_by_letter: dict[str, int],
    scored_lines: Sequence[Line] | None,
    sure_lines: Sequence[Line],
) -> Iterator[SetLine]:
    for letter, points in points_by_letter.items():
        seat_lines = [line for line in scored_lines or sure_lines if line.seat == letter]
        for line in seat_lines:
            yield SetLine(
                letter, number, line.points, line.code, line.clause, tuple(sorted(line.values.items()))
            )
        left_over = points - sum(line.points for line in seat_lines)
        if not seat_lines or left_over:
            code = AS_WRITTEN if left_over or scored_lines is None else NOTHING
            yield SetLine(letter, number, left_over, code, "")


def point_lines(
    card_set: CardSet,
    written_set: WrittenSet,
    entries: Mapping[str, Entry],
    profile: Profile,
    judged: Sequence[JudgedGame] | None = None,
) -> list[PointLine]:
    """The lines as unsaved rows of the players at these letters and their substitutes."""
    is_substituted = any(card.substitute is not None for card in written_set.cards.values())
    cards = (
        card_set.cards.filter(substitute__isnull=False).select_related("substitute") if is_substituted else []
    )
    players = {
        (card.letter, game): card.substitute
        for card in cards
        for game in range(len(card.points) + 1)
        if game == 0 or card.player_of(game) == card.substitute_id
    }
    counts: Counter[tuple[str, int]] = Counter()
    return [
        PointLine(
            card_set=card_set,
            round_id=card_set.round_id,
            entry=players.get((line.letter, line.game), entries[line.letter]),
            game=line.game,
            position=_next(counts, line),
            points=line.points,
            second=line.second,
            code=line.code,
            clause=line.clause,
            values=dict(line.values),
        )
        for line in set_lines(written_set, profile, judged)
    ]


def points_of(
    cards: Mapping[str, WrittenCard], entries: Mapping[str, int], players: Mapping[int, int], profile: Profile
) -> Iterator[tuple[int, int, int, int]]:
    """Entry, points, those of the second total and games played (0 or 1) for each game of a set, and for all of them
    together; `entries` by letter, `players` by number, for substitutes.

    The lines of a game add up to the number on the card, so the card tells as much as its lines do.
    """
    for letter, card in cards.items():
        entry, substitute = entries.get(letter), players.get(card.substitute or 0)
        for game, points in enumerate(card.points, 1):
            is_gone = card.left_after is not None and game > card.left_after
            played_on = substitute is not None and is_gone
            player = substitute if played_on else entry
            if player is not None and (points is not None or not played_on):
                yield player, points or 0, 0, int(played_on or not is_gone)
    for line in settle_sitting({letter: card.points for letter, card in cards.items()}, profile):
        yield players.get(cards[line.seat].substitute or 0) or entries[line.seat], line.points, line.second, 0


def _next(counts: Counter[tuple[str, int]], line: SetLine) -> int:
    counts[line.letter, line.game] += 1
    return counts[line.letter, line.game]


def lines_of(card_set: CardSet) -> list[dict[str, Any]]:
    """The point lines of a set in the form of `SetVersion.lines`."""
    rows = card_set.lines.order_by("entry__number", "game", "position")
    lines = rows.values("entry", "game", "points", "code", number=F("entry__number"))
    return [dict(line) for line in lines]


def line_in_words(line: PointLine, profile: Profile, cards_carry: str) -> str:
    """The sentence of a stored line in the language of the page.

    Numbers do not tell a winner's exposures, and neither do facts where every throw costs the same; the sentence then
    says only what the penalty implies.
    """
    code, points, values = line.code, line.points, line.values
    if code == NOTHING:
        return "0"
    if code == AS_WRITTEN:
        return (
            _("%(points)s on the card; how it came about was not noted")
            % {"points": shown(points, profile.unit)}
            if points
            else "0"
        )
    if code == RULED:
        return _("%(points)s as ruled by %(by)s: %(reason)s") % {
            "points": shown(points, profile.unit),
            **values,
        }
    if code in THROWN:
        unasked = code == THROWN[0] and len({*cast("PointsProfile", profile).thrower}) == 1
        if unasked or cards_carry == CardsCarry.POINTS:
            code, values = thrown_to(-points, profile)
    return with_minus(line_sentence(code, points, values, translation))


def wrong_lines(tournament: Tournament) -> Iterator[str]:
    """One sentence for each stored line that does not follow from the cards, and for each missing one."""
    profile = tournament.profile
    sets = CardSet.objects.accepted().filter(round__tournament=tournament)
    for card_set in sets.select_related("round", "table").prefetch_related("cards__substitute", "lines"):
        cards = {card.letter: card for card in card_set.cards.all()}
        games = tournament.games_in(card_set.round.number)
        written_set = written_set_of(card_set, tuple(cards), games, profile)
        letters = {
            (card.player_of(game or games), game): letter
            for letter, card in cards.items()
            for game in range(games + 1)
        }
        stored_lines = Counter(
            SetLine(
                letters.get((line.entry_id, line.game), "?"),
                line.game,
                line.points,
                line.code,
                line.clause,
                tuple(sorted(line.values.items())),
                line.second,
            )
            for line in card_set.lines.all()
        )
        computed_lines = Counter(set_lines(written_set, profile))
        where = f"{tournament.slug}, {card_set}"
        for line in (stored_lines - computed_lines).elements():
            yield f"{where}: {line} is stored and does not follow from the cards."
        for line in (computed_lines - stored_lines).elements():
            yield f"{where}: {line} follows from the cards and is not stored."
