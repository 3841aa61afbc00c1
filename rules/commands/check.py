from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, UnsetType

from rules.check import Answer, answer
from rules.check.answers import VERDICTS, answer_game, answer_judged
from rules.check.forms import GameForm, form_of
from rules.check.index import MOST_PROFILES, Index, index_of
from rules.check.numbers import MOST_GAMES, Numbers
from rules.commands.forms import HintForm, hint_forms, refusal_form
from rules.commands.json_lines import encode, read_json
from rules.english import sentence
from rules.game import TABLES, Refusal, Seats
from rules.limits import MOST_POINTS
from rules.systems.registry import SYSTEMS, ProfileError, change_profile, load_profile

Number = Annotated[int, msgspec.Meta(ge=-MOST_POINTS, le=MOST_POINTS)]
Card = Annotated[tuple[Number, ...], msgspec.Meta(min_length=1)]


class Question(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A line of the common shape. Any other line is read again field by field, to name its faults or read its marks."""

    system: str
    points: dict[str, Number] | UnsetType = UNSET
    cards: dict[str, Card] | UnsetType = UNSET
    profile: msgspec.Raw | UnsetType = UNSET
    dead: tuple[str, ...] | UnsetType = UNSET


class ContradictionForm(msgspec.Struct, frozen=True, gc=False):
    code: str
    seat: str | None
    message: str


class AnswerForm(msgspec.Struct, frozen=True, gc=False):
    verdict: str
    games: list[GameForm]
    hints: list[HintForm]
    contradictions: list[ContradictionForm] | UnsetType = UNSET


class SetAnswerForm(msgspec.Struct, frozen=True, gc=False):
    verdict: str | None
    by_game: list[msgspec.Raw]
    hints: list[HintForm]


class _NotSoundError(Exception):
    """The line has a fault, which `read_each_field` will name."""


_DECODER = msgspec.json.Decoder(Question)
_BASES = {system: profile for system in SYSTEMS if (profile := load_profile(system)).family.checked}


def answer_line(line: bytes) -> bytes:
    try:
        return _answer(_DECODER.decode(line))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, ProfileError, _NotSoundError):
        return answer_value(read_json(line))


def answer_value(question: Any) -> bytes:
    answered = answer(question)
    if isinstance(answered, Refusal):
        return encode(refusal_form(answered))
    if isinstance(answered, Answer):
        return _form(answered, question["system"])
    games = [game for game in answered.by_game if game]
    worst = max(map(_verdict, games), key=VERDICTS.index, default=None)
    by_game = [msgspec.Raw(_form(game, question["system"])) for game in games]
    return encode(SetAnswerForm(worst, by_game, hint_forms(answered.hints)))


def _answer(question: Question) -> bytes:
    """The answer to a line without faults, from caches: games and profiles repeat within an event."""
    index = _index(question.system, b"{}" if question.profile is UNSET else bytes(question.profile))
    dead = UNSET if question.dead is UNSET else tuple(sorted(question.dead))
    if question.cards is UNSET and question.points is not UNSET:
        seats = _seats(question.points, dead)
        points = tuple([question.points[seat] for seat in seats])
        return _answered(index, seats, points, dead)[1]
    if question.cards is UNSET or question.points is not UNSET:
        raise _NotSoundError
    seats = _seats(question.cards, dead)
    cards = [question.cards[seat] for seat in seats]
    if len({len(card) for card in cards}) > 1:
        raise _NotSoundError
    games = list(zip(*cards, strict=True))
    answered = [_answered(index, seats, points, dead) for points in games]
    by_game = b",".join([form for _, form in answered])
    answers = [answer for answer, _ in answered]
    if all(answer.verdict == "legal" for answer in answers):
        return b'{"verdict":"legal","by_game":[%b],"hints":[]}' % by_game
    set_answer = answer_judged(index, [Numbers(seats, points, dead) for points in games], answers)
    return b'{"verdict":"%b","by_game":[%b],"hints":%b}' % (
        str(set_answer.verdict).encode(),
        by_game,
        msgspec.json.encode(hint_forms(set_answer.hints)),
    )


@lru_cache(maxsize=MOST_GAMES)
def _answered(
    index: Index, seats: Seats, points: tuple[int, ...], dead: Seats | UnsetType
) -> tuple[Answer, bytes]:
    answered = answer_game(index, Numbers(seats, points, dead))
    return answered, _form(answered, index.system)


def _form(answered: Answer, system: str) -> bytes:
    games = [form_of(game, system) for game in answered.games]
    form = AnswerForm(_verdict(answered), games, hint_forms(answered.hints))
    if answered.contradictions:
        forms = [
            ContradictionForm(contradiction.code, contradiction.seat, sentence(contradiction))
            for contradiction in answered.contradictions
        ]
        form = msgspec.structs.replace(form, contradictions=forms)
    return msgspec.json.encode(form)


def _verdict(answered: Answer) -> str:
    """The command says ``with-infraction`` for games with marked infractions, which the engine calls legal."""
    if answered.verdict == "legal" and answered.games[0].infractions:
        return "with-infraction"
    return answered.verdict


def _seats(numbers: Mapping[str, object], dead: Seats | UnsetType) -> Seats:
    seats = TABLES.get(tuple(numbers))
    if seats is None or (dead and (len({*dead}) < len(dead) or not {*seats}.issuperset(dead))):
        raise _NotSoundError
    return seats


@lru_cache(maxsize=MOST_PROFILES)
def _index(system: str, changes: bytes) -> Index:
    data = msgspec.json.decode(changes)
    if system not in _BASES or not isinstance(data, dict):
        raise _NotSoundError
    return index_of(change_profile(_BASES[system], data))
