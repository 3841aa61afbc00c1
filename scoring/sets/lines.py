"""An accepted set as point lines: made from the numbers and the readings alone, so that it can be made again.

The stored lines are in English, whoever accepted the set; a reader of another language gets their sentences made again.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from rules.game import Scored
from rules.profile import Profile
from rules.score import score_game
from scoring.models import CardSet, PointLine
from scoring.sets.typed import WrittenSet, stored
from tournament.models import Entry, Tournament

AS_WRITTEN, NOTHING = "as-written", "nothing"
LANGUAGE_OF_RECORD = "en"


class SetLine(msgspec.Struct, frozen=True, order=True):
    """One line: the letter that has it, the game, the points and where they come from."""

    letter: str
    game: int
    points: int
    code: str
    clause: str
    message: str


def set_lines(written: WrittenSet, profile: Profile) -> list[SetLine]:
    """The lines of an accepted set; each card's lines of a game add up to its number, and there is always one.

    Where the set has a reading of a game, and it scores to the very numbers on the cards, the lines are those of
    `rules.score`; elsewhere a card has one line with the number as written. Sentences are in the reader's language.
    """
    lines: list[SetLine] = []
    for number, game in enumerate(written.games, 1):
        points = {letter: card.points[number - 1] or 0 for letter, card in written.cards.items()}
        lines += _game_lines(number, points, game.reading, profile)
    return lines


def _game_lines(
    number: int, written: dict[str, int], reading: dict[str, Any] | None, profile: Profile
) -> Iterator[SetLine]:
    scored = score_game(reading, profile) if reading else None
    known = scored.lines if isinstance(scored, Scored) and scored.points == written else None
    for letter, points in written.items():
        explained = [line for line in known or () if line.seat == letter]
        for line in explained:
            yield SetLine(letter, number, line.points, line.code, line.clause, line.message)
        if not explained:
            code = AS_WRITTEN if points or known is None else NOTHING
            message = (
                _("%(points)s on the card; how it came about was not noted") % {"points": points}
                if points
                else "0"
            )
            yield SetLine(letter, number, points, code, "", message)


def lines_of_record(written: WrittenSet, profile: Profile) -> list[SetLine]:
    """The lines as they are stored: in English, and no sentence longer than there is room for."""
    with override(LANGUAGE_OF_RECORD):
        return [
            msgspec.structs.replace(line, message=line.message[:200]) for line in set_lines(written, profile)
        ]


def point_lines(
    card_set: CardSet, written: WrittenSet, entries: Mapping[str, Entry], profile: Profile
) -> list[PointLine]:
    """The lines as rows for the players at these letters, not saved."""
    before: Counter[tuple[str, int]] = Counter()
    return [
        PointLine(
            card_set=card_set,
            round_id=card_set.round_id,
            entry=entries[line.letter],
            game=line.game,
            position=_next(before, line),
            points=line.points,
            code=line.code,
            clause=line.clause,
            message=line.message,
        )
        for line in lines_of_record(written, profile)
    ]


def _next(before: Counter[tuple[str, int]], line: SetLine) -> int:
    """Which line of its card's game this is, from 1."""
    before[line.letter, line.game] += 1
    return before[line.letter, line.game]


def sentences(lines: Collection[PointLine], tournament: Tournament) -> dict[int, str]:
    """Line key -> its sentence in the reader's language.

    Made again from the cards of its set; a line that the cards do not give keeps the sentence of the record.
    """
    said = {line.pk: line.message for line in lines}
    if get_language() in (None, LANGUAGE_OF_RECORD):
        return said
    sets = CardSet.objects.filter(pk__in={line.card_set_id for line in lines}).prefetch_related("cards")
    for card_set in sets:
        letters = {card.entry_id: card.letter for card in card_set.cards.all()}
        written = stored(card_set, tuple(letters.values()), tournament.games_per_round)
        made: dict[tuple[str, int, int, str], list[str]] = defaultdict(list)
        for line in set_lines(written, tournament.profile):
            made[line.letter, line.game, line.points, line.code].append(line.message)
        for stored_line in lines:
            found = made[
                letters.get(stored_line.entry_id, ""), stored_line.game, stored_line.points, stored_line.code
            ]
            if stored_line.card_set_id == card_set.pk and found:
                said[stored_line.pk] = found.pop(0)
    return said
