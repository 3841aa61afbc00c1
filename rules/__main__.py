"""The commands: ``python -m rules score|check|pot|prizes`` answer lines of JSON, ``move`` and ``profile`` print."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

USAGE = """\
usage: python -m rules COMMAND

  score    one game's facts per line of JSON in, its point lines out
  check    the numbers on the cards per line in, the games they can come from out
  pot      equal stakes shared by positive totals
  prizes   prizes by place, pooled and shared where entries tie
  move     who sits where in every round; see move --help
  profile  SYSTEM [--desk]: every value of a system with its clause and a sentence
"""
LINE_COMMANDS = ("score", "check", "pot", "prizes")


def main(arguments: Sequence[str]) -> int:
    """Run one command. Returns its exit status; only the module of that command is imported."""
    command, rest = (arguments[0], arguments[1:]) if arguments else ("", ())
    if command in LINE_COMMANDS and not rest:
        from rules.json_lines import run

        return run(import_module(f"rules.{command}").answer_line, sys.stdin.buffer, sys.stdout.buffer)
    if command == "move":
        status: int = import_module("rules.movement.command").main(list(rest))
        return status
    if command == "profile" and rest and set(rest[1:]) <= {"--desk"}:
        return _profile(rest[0], desk="--desk" in rest)
    asked = command in ("--help", "-h") or "--help" in rest
    print(USAGE, end="", file=sys.stdout if asked else sys.stderr)
    return 0 if asked else 2


def _profile(system: str, *, desk: bool) -> int:
    from rules.game import refusal
    from rules.json_lines import encode
    from rules.profile import SYSTEMS, describe, unknown_system

    known = system in SYSTEMS
    answer = describe(system, desk=desk) if known else refusal([unknown_system(system)])
    sys.stdout.buffer.write(encode(answer) + b"\n")
    return 0 if known else 2


def start() -> int:
    """Run the command line; a reader that goes away ends it quietly."""
    try:
        return main(sys.argv[1:])
    except BrokenPipeError:
        sys.stdout = None  # what is still unwritten would raise again at exit
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(start())
