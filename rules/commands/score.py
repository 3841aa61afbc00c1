from functools import lru_cache
from typing import Any, Union, cast

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from rules.commands.forms import line_form, refusal_form
from rules.commands.json_lines import encode, read_json
from rules.english import line_sentence
from rules.game import TABLES, Game, Refusal, Settled, as_decimal
from rules.score import settle, settle_facts
from rules.systems.profile import Profile
from rules.systems.reader import AN_OBJECT, wrong_type
from rules.systems.registry import SYSTEMS, ProfileError, load_profile

_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)

# The type that a line of each system is decoded into, and the system's profile.
_PROFILES: dict[type[Game], Profile] = {
    cast(
        "type[Game]",
        msgspec.defstruct(
            f"Game{index}",
            [],
            bases=(profile.family.game,),
            tag_field="system",
            tag=profile.system,
            frozen=True,
            gc=False,
            kw_only=True,
            forbid_unknown_fields=True,
        ),
    ): profile
    for index, profile in enumerate(map(load_profile, SYSTEMS))
}
_HASHABLE = {
    kind
    for kind in _PROFILES
    if not any(isinstance(field.default_factory, type) for field in msgspec.structs.fields(kind))
}
_DECODER: msgspec.json.Decoder[Game] = msgspec.json.Decoder(Union[tuple(_PROFILES)])  # noqa: UP007


class ScoredForm(msgspec.Struct, frozen=True, gc=False):
    points: dict[str, int]
    status: str
    warnings: list[str]
    lines: list[Any]


def answer_line(line: bytes) -> bytes:
    try:
        game = _DECODER.decode(line)
        if game.profile is UNSET:
            profile = _PROFILES[type(game)]
            if type(game) in _HASHABLE:
                seats = TABLES.get(game.seats, game.seats)
                return _answer(game if game.seats is seats else replace(game, seats=seats))
        else:
            profile = _house_profile(type(game), bytes(game.profile))
    except (*_UNREADABLE, ProfileError):
        return answer_value(read_json(line))
    return _encoded(settle(game, profile), profile)


def answer_value(facts: object) -> bytes:
    settled, profile = settle_facts(facts)
    return _encoded(settled, profile)


@lru_cache(maxsize=16384)
def _answer(game: Game) -> bytes:
    """The answer to a game of a system's own profile, cached: games repeat within an event."""
    profile = _PROFILES[type(game)]
    return _encoded(settle(game, profile), profile)


@lru_cache(maxsize=4096)
def _house_profile(kind: type[Game], changes: bytes) -> Profile:
    data = msgspec.json.decode(changes)
    if not isinstance(data, dict):
        raise ProfileError([wrong_type("profile", AN_OBJECT, data)])
    return load_profile(_PROFILES[kind].system, data)


def _encoded(settled: Settled | Refusal, profile: Profile | None) -> bytes:
    if isinstance(settled, Refusal) or profile is None:
        return encode(refusal_form(cast("Refusal", settled)))
    clauses = profile.clauses
    if profile.unit > 1:
        return _in_points(settled, profile)
    lines = [line_form(due, clauses[due[2]]) for due in settled.due]
    form = ScoredForm(settled.points, settled.status, settled.warnings, lines)
    try:
        return msgspec.json.encode(form)
    except UnicodeEncodeError:  # half a surrogate pair in the reason for an exception
        return encode(replace(form, lines=[msgspec.json.decode(line) for line in lines]))


def _in_points(settled: Settled, profile: Profile) -> bytes:
    unit = profile.unit
    points = {seat: number / unit for seat, number in settled.points.items()}
    lines = [
        {
            "seat": seat,
            "points": number / unit,
            "code": code,
            "clause": profile.clauses[code],
            "message": line_sentence(code, number, {**dict(values), "points": as_decimal(number, unit)}),
        }
        for seat, number, code, values in settled.due
    ]
    answer = {"points": points, "status": settled.status, "warnings": settled.warnings, "lines": lines}
    return msgspec.json.encode(answer)
