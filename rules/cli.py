"""The command line: ``python -m rules score`` and others answer JSON; ``move`` and ``profile`` print."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from rules.limits import MOST_ROUNDS_PLANNED, MOST_TABLES, MOVEMENTS

if TYPE_CHECKING:
    import argparse

LINE_COMMANDS = {
    "score": "one game's facts per line of JSON in, its point lines out",
    "check": "the numbers on the cards per line in, the games they can come from out",
    "pot": "equal stakes shared by positive totals",
    "prizes": "prizes by place, pooled and shared where entries tie",
    "season": "the standings of a season from its events and its rule",
    "evening": "the next round of a club evening, with who sits out",
}


def parser() -> argparse.ArgumentParser:
    import argparse  # slow to start, and not needed to score

    top = argparse.ArgumentParser(prog="python -m rules", allow_abbrev=False)
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, does in LINE_COMMANDS.items():
        commands.add_parser(name, help=does, description=f"{does}; docs/interface.md has the forms")
    move = commands.add_parser("move", help="who sits where in every round", allow_abbrev=False)
    move.add_argument("--tables", metavar="T", help=f"how many tables, at most {MOST_TABLES}")
    move.add_argument("--players", metavar="N", help="how many players; the last tables may then seat three")
    move.add_argument("--rounds", metavar="R", required=True, help=f"1 to {MOST_ROUNDS_PLANNED}")
    move.add_argument(
        "--movement", metavar="NAME", required=True, help=", ".join(MOVEMENTS[:-1]) + f" or {MOVEMENTS[-1]}"
    )
    move.add_argument("--steps", metavar="A=0,B=1,C=-1,D=2", help="the steps of a custom movement")
    move.add_argument("--seed", metavar="S", help="another seed, another draw; 0 when left out")
    profile = commands.add_parser("profile", help="every value of a system with its clause and a sentence")
    profile.add_argument("system", metavar="SYSTEM")
    profile.add_argument("--desk", action="store_true", help="the values the desk works by")
    return top


def main(arguments: Sequence[str]) -> int:
    """Runs one command and returns its exit status; imports only that command's module."""
    command, options = (arguments[0], list(arguments[1:])) if arguments else ("", [])
    if command in LINE_COMMANDS and not options:
        from rules.commands.forms import NOT_JSON
        from rules.commands.json_lines import run

        answer_line = import_module(f"rules.commands.{command}").answer_line
        return run(answer_line, NOT_JSON, sys.stdin.buffer, sys.stdout.buffer)
    if command == "move" and not {"-h", "--help"}.intersection(options):
        # Refuses in JSON what argparse would refuse in words.
        return int(import_module("rules.commands.move").main(options))
    try:
        namespace = parser().parse_args(arguments)
    except SystemExit as ended:
        return int(ended.code or 0)
    return int(import_module("rules.commands.profile").main(namespace.system, desk=namespace.desk))


def start() -> int:
    try:
        return main(sys.argv[1:])
    except BrokenPipeError:
        sys.stdout = None  # flushing it at exit would raise again
        return 1
    except KeyboardInterrupt:
        return 130
