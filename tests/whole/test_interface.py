"""docs/interface.md is what other programs were promised: every example in it is run."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.sets.accepting import accept_set
from tests import builders
from tests.scoring import paper

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "interface.md").read_text(encoding="utf-8")


@dataclass
class Example:
    """One command of the page: what it is given, line by line, what it answers, and its exit status."""

    command: str
    input_lines: list[str] = field(default_factory=list)
    answers: list[Any] = field(default_factory=list)
    status: int = 0


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def examples() -> list[Example]:
    all_examples: list[Example] = []
    for line in "".join(blocks("console")).splitlines():
        if line.startswith("$ "):
            all_examples.append(Example(line[2:]))
        elif line.startswith("< "):
            all_examples[-1].input_lines.append(line[2:])
        elif line.startswith("exit "):
            all_examples[-1].status = int(line[5:])
        else:
            all_examples[-1].answers.append(json.loads(line))
    return all_examples


def test_every_command_has_an_example() -> None:
    commands = {example.command.split()[3] for example in examples()}
    assert commands == {"score", "check", "move", "pot", "prizes", "season", "evening"}


@pytest.mark.slow
@pytest.mark.parametrize("example", examples(), ids=lambda example: example.command)
def test_a_command_answers_as_shown(example: Example) -> None:
    words = shlex.split(example.command)
    assert words[:3] == ["python", "-m", "rules"]
    ran = subprocess.run(
        [sys.executable, *words[1:]],
        input="".join(f"{line}\n" for line in example.input_lines),
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert [json.loads(line) for line in ran.stdout.splitlines()] == example.answers
    assert (ran.returncode, ran.stderr) == (example.status, "")


@pytest.mark.django_db
def test_the_standings_have_the_form_shown(client: Client) -> None:
    (block,) = blocks("json")
    example = json.loads(block)
    cast = builders.cast()
    tournament = builders.tournament(cast.club, players=4, rounds_planned=1)
    for entry, name in zip(
        tournament.entries.select_related("person"),
        ("May-Ling Wu", "Iris O’Hara", "Ruth Abramson", "Zoë Núñez"),
        strict=True,
    ):
        entry.person.name = name
        entry.person.save()
    tournament.entries.filter(number=3).update(shows_initials=True)
    builders.seat_everybody(tournament)
    numbers = dict(zip("ABCD", [paper.NUMBERS[letter] for letter in "CADB"], strict=True))
    outcome = accept_set(*paper.judged(tournament, paper.written(numbers)), by=cast.scorekeeper)
    answer = client.get(reverse("standings-json", args=[tournament.slug])).json()
    as_of = [datetime.fromisoformat(one.pop("as_of")) for one in (answer, example)]
    marks = [one["journal"].pop("mark") for one in (answer, example)]
    assert (outcome.state, answer) == ("accepted", example)
    assert [len(mark) for mark in marks] == [19, 19]
    assert None not in [moment.utcoffset() for moment in as_of]
