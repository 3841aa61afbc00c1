"""The ``pot`` command."""

from __future__ import annotations

from rules.commands.forms import refusal_form
from rules.commands.json_lines import encode, read_json
from rules.game import Refusal
from rules.pot import answer


def answer_line(line: bytes) -> bytes:
    """Answer one line of the command. Raises NotJsonError."""
    answered = answer(read_json(line))
    return encode(refusal_form(answered) if isinstance(answered, Refusal) else answered)
