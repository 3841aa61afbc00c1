"""The ``check`` command: one line in, one answer out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, cast

import msgspec
from msgspec import UNSET, UnsetType

from rules.check.answers import Answer, SetAnswer, answer_game, answer_set, encoded_game
from rules.check.faults import read_patiently
from rules.check.numbers import Numbers
from rules.check.tables import MOST_PROFILES, Tables, tables
from rules.facts import TABLES, Seats
from rules.game import Refusal, refusal
from rules.json_lines import encode, read_json
from rules.profile import MOST_POINTS, SYSTEMS, PointsProfile, ProfileError, change_profile, load_profile
from rules.reading import wrong_type
from rules.words import language, say

Number = Annotated[int, msgspec.Meta(ge=-MOST_POINTS, le=MOST_POINTS)]
Card = Annotated[tuple[Number, ...], msgspec.Meta(min_length=1)]


class Line(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A line as it should be. One that does not fit is read once more, patiently."""

    system: str
    points: dict[str, Number] | UnsetType = UNSET
    cards: dict[str, Card] | UnsetType = UNSET
    profile: msgspec.Raw | UnsetType = UNSET
    dead: tuple[str, ...] | UnsetType = UNSET


class LegalSet(msgspec.Struct, frozen=True, gc=False):
    """The answer about a set in which every game is legal, the games encoded before."""

    verdict: str
    by_game: list[msgspec.Raw]
    hints: tuple[()] = ()


class _NotSoundError(Exception):
    """Something is wrong with a line."""


_DECODER = msgspec.json.Decoder(Line)
_BASES = {system: profile for system in SYSTEMS if isinstance(profile := load_profile(system), PointsProfile)}


def answer(line: object) -> Answer | SetAnswer | Refusal:
    """The answer to one decoded line. Never raises: whatever is wrong is answered with a Refusal."""
    if not isinstance(line, Mapping):
        return Refusal((wrong_type("", say("an object"), line),))
    table, games, faults = read_patiently(line)
    if faults or table is None:
        return refusal(faults)
    return answer_set(table, games) if "cards" in line else answer_game(table, games[0])


def answer_line(line: bytes) -> bytes:
    """Answer one line of the command. Raises NotJsonError."""
    try:
        return encode(_sound_answer(_DECODER.decode(line)))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, ProfileError, _NotSoundError):
        return encode(answer(read_json(line)))


def _sound_answer(line: Line) -> msgspec.Raw | LegalSet | SetAnswer:
    """The answer to a line in which nothing is wrong; most games and profiles of an event have been seen before."""
    table = _tables(language(), line.system, b"{}" if line.profile is UNSET else bytes(line.profile))
    dead = None if line.dead is UNSET else tuple(sorted(line.dead))
    if line.cards is UNSET and line.points is not UNSET:
        seats = _seats(line.points, dead)
        points = tuple([line.points[seat] for seat in seats])
        return encoded_game(table, Numbers(seats, points, dead))[1]
    if line.cards is UNSET or line.points is not UNSET:
        raise _NotSoundError
    seats = _seats(line.cards, dead)
    cards = [line.cards[seat] for seat in seats]
    if len({len(card) for card in cards}) > 1:
        raise _NotSoundError
    games = [Numbers(seats, points, dead) for points in zip(*cards, strict=True)]
    encoded = [encoded_game(table, game) for game in games]
    if all(is_legal for is_legal, _ in encoded):
        return LegalSet("legal", [answer for _, answer in encoded])
    return answer_set(table, games)


def _seats(numbers: Mapping[str, object], dead: Seats | None) -> Seats:
    """The seats by letter."""
    seats = TABLES.get(tuple(numbers))
    if seats is None or (dead and (len({*dead}) < len(dead) or not {*seats}.issuperset(dead))):
        raise _NotSoundError
    return seats


@lru_cache(maxsize=MOST_PROFILES)
def _tables(_language: str | None, system: str, changes: bytes) -> Tables:
    """The tables of a points system with these changes, an object of JSON."""
    data = msgspec.json.decode(changes)
    if system not in _BASES or not isinstance(data, dict):
        raise _NotSoundError
    return tables(cast("PointsProfile", change_profile(_BASES[system], data)))
