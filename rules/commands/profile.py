import sys

from rules.commands.forms import refusal_form
from rules.commands.json_lines import encode
from rules.game import refusal
from rules.systems.registry import SYSTEMS, describe, unknown_system


def main(system: str, *, desk: bool) -> int:
    """Prints the values of a system as one JSON object. Exit status 2 for an unknown system."""
    is_system = system in SYSTEMS
    answer = describe(system, desk=desk) if is_system else refusal_form(refusal([unknown_system(system)]))
    sys.stdout.buffer.write(encode(answer) + b"\n")
    return 0 if is_system else 2
