from collections.abc import Iterable
from functools import lru_cache

import msgspec

from rules.commands.json_lines import encode
from rules.english import sentence
from rules.game import Correction, Due, Fault, Hint, Line, Refusal


class RefusalForm(msgspec.Struct, frozen=True):
    errors: list[dict[str, str]]


def refusal_form(refused: Refusal) -> RefusalForm:
    """Each fault once, ordered by field, code, sentence."""
    faults = {(fault.field, fault.code, sentence(fault)) for fault in refused.errors}
    return RefusalForm(
        [{"code": code, "field": field, "message": message} for field, code, message in sorted(faults)]
    )


def answered(result: object) -> bytes:
    return encode(refusal_form(result) if isinstance(result, Refusal) else result)


NOT_JSON = encode(refusal_form(Refusal((Fault("not-json", ""),))))


class LineForm(msgspec.Struct, frozen=True, gc=False):
    seat: str
    points: int
    code: str
    clause: str
    message: str


@lru_cache(maxsize=16384)
def line_form(due: Due, clause: str) -> msgspec.Raw:
    seat, points, code, values = due
    message = sentence(Line(seat, points, code, clause, dict(values)))
    return msgspec.Raw(msgspec.json.encode(LineForm(seat, points, code, clause, message)))


class HintForm(msgspec.Struct, frozen=True, gc=False):
    code: str
    changes: tuple[Correction, ...]
    message: str


def hint_forms(hints: Iterable[Hint]) -> list[HintForm]:
    return [HintForm(hint.code, hint.changes, sentence(hint)) for hint in hints]
