"""``python -m rules move``: a plan and its certificate as one JSON object on standard output."""

import re
import sys
from collections.abc import Sequence

import msgspec

from rules.commands.forms import refusal_form
from rules.english import sentence
from rules.game import LETTERS, Fault, Refusal, refusal
from rules.seating.certificate import Repeat, certificate
from rules.seating.make import make_plan
from rules.seating.plan import Plan, Round, Steps
from rules.seating.request import PlanRequest, check

NUMBERS = ("tables", "players", "rounds", "seed")
OPTIONS = (*NUMBERS, "movement", "steps")
_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,4000}")


class MoveAnswer(msgspec.Struct, frozen=True):
    tables: int
    movement: str
    requested: str
    reason: str | None
    rounds: tuple[Round, ...]
    steps: tuple[Steps | None, ...]
    first_repeat_round: int | None
    repeats: tuple[Repeat, ...]


def main(argv: list[str]) -> int:
    """Runs ``move`` with ``--tables 12 --rounds 6 --movement sanctioned ...``; exit status 2 for a refusal."""
    request = read_arguments(argv)
    plan = request if isinstance(request, Refusal) else make_plan(request)
    answer = refusal_form(plan) if isinstance(plan, Refusal) else _certified(plan)
    sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
    return 2 if isinstance(plan, Refusal) else 0


def read_arguments(argv: Sequence[str]) -> PlanRequest | Refusal:
    options, faults = _pairs(argv)
    numbers: dict[str, int] = {}
    for name in NUMBERS:
        if name in options and _WHOLE_NUMBER.fullmatch(options[name]):
            numbers[name] = int(options[name])
        elif name in options:
            values = {"variant": "option", "name": name, "given": options[name]}
            faults.append(Fault("wrong-type", name, values))
    steps = _read_steps(options["steps"]) if "steps" in options else None
    if isinstance(steps, Fault):
        faults.append(steps)
        steps = None
    faulty_fields = {fault.field for fault in faults}
    faults += [
        Fault("missing", name, {"variant": "option", "name": name})
        for name in ("rounds", "movement")
        if name not in options and name not in faulty_fields
    ]
    request = PlanRequest(
        tables=numbers.get("tables"),
        players=numbers.get("players"),
        rounds=numbers.get("rounds", 1),
        seed=numbers.get("seed", 0),
        movement=options.get("movement", "sanctioned" if steps is None else "custom"),
        steps=steps,
    )
    if not faults:
        return request
    # One refusal names what is wrong with the arguments that could be read, too.
    faulty_fields = {fault.field for fault in faults}
    if "players" in faulty_fields:
        faulty_fields.add("tables")
    others = check(request)
    return refusal(
        [*faults, *(fault for fault in others.errors if fault.field not in faulty_fields)]
        if others
        else faults
    )


def _certified(plan: Plan) -> MoveAnswer:
    facts = certificate(plan.rounds)
    return MoveAnswer(
        tables=plan.tables,
        movement=plan.movement,
        requested=plan.requested,
        reason=None if plan.reason is None else sentence(plan.reason),
        rounds=plan.rounds,
        steps=plan.steps,
        first_repeat_round=facts.first_repeat_round,
        repeats=facts.repeats,
    )


# Read by hand and not by argparse, because a refusal names everything that is wrong, as JSON.
def _pairs(argv: Sequence[str]) -> tuple[dict[str, str], list[Fault]]:
    """``--name value`` and ``--name=value``, with a fault for each word that is neither."""
    options: dict[str, str] = {}
    faults: list[Fault] = []
    words = list(argv)
    while words:
        word = words.pop(0)
        name, equals_sign, value = word.removeprefix("--").partition("=")
        if not equals_sign and words and not words[0].startswith("--"):
            value = words.pop(0)
        if not word.startswith("--") or name not in OPTIONS:
            known_options = tuple(f"--{option}" for option in OPTIONS)
            faults.append(
                Fault("unknown-field", name, {"variant": "option", "word": word, "known": known_options})
            )
        elif not value:
            faults.append(Fault("missing", name, {"variant": "option-value", "name": name}))
        elif name in options:
            faults.append(Fault("given-twice", name, {"name": name}))
        else:
            options[name] = value
    return options, faults


def _read_steps(text: str) -> Steps | Fault:
    """``A=0,B=1,C=-1,D=2`` in any order, each letter once."""
    parts = [part.strip().partition("=") for part in text.split(",")]
    steps = {
        letter: int(value)
        for letter, _, value in parts
        if letter in LETTERS and _WHOLE_NUMBER.fullmatch(value)
    }
    if len(parts) == len(steps) == len(LETTERS):
        return Steps(**steps)
    return Fault("wrong-type", "steps", {"variant": "steps", "text": text})
