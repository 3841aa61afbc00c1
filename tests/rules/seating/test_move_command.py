"""``python -m rules move``: one JSON object, or a refusal on standard output with exit 2."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rules.commands.move import main

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def move(capsys):
    def run(words):
        code = main(words.split())
        printed = capsys.readouterr()
        assert printed.err == ""
        return code, json.loads(printed.out)

    return run


def test_the_form_of_the_answer(move):
    code, answer = move("--tables 12 --rounds 6 --movement sanctioned")
    assert code == 0
    assert list(answer) == [
        "tables",
        "movement",
        "requested",
        "reason",
        "rounds",
        "steps",
        "first_repeat_round",
        "repeats",
    ]
    assert answer["rounds"][0][0] == {"table": 1, "A": "A1", "B": "B1", "C": "C1", "D": "D1"}
    assert answer["steps"] == [{"A": 1, "B": -1, "C": 2, "D": -2}] * 5
    assert answer["first_repeat_round"] == 4
    assert {"pair": ["C1", "D1"], "rounds": [1, 4]} in answer["repeats"]
    pairs = [[(player[0], int(player[1:])) for player in repeat["pair"]] for repeat in answer["repeats"]]
    assert pairs == sorted(pairs)
    assert all(pair == sorted(pair) for pair in pairs)


def test_an_empty_seat_is_null_and_its_name_never_used(move):
    _, answer = move("--players 46 --rounds 3 --movement repeat-free")
    names = {seats[letter] for seating in answer["rounds"] for seats in seating for letter in "ABCD"}
    assert None in names
    assert len(names - {None}) == 46
    assert answer["tables"] == 12


@pytest.mark.parametrize("movement", ["assigned", "random"])
def test_players_are_named_after_letter_and_first_table(move, movement):
    _, answer = move(f"--tables 5 --rounds 3 --movement {movement} --seed 7")
    first = answer["rounds"][0]
    assert all(seats[letter] == f"{letter}{seats['table']}" for seats in first for letter in "ABCD")
    assert answer["steps"] == [None, None]


def test_custom_steps_and_equals_signs(move):
    code, answer = move("--tables=7 --rounds=2 --movement=custom --steps=B=1,A=0,C=-1,D=9")
    assert code == 0
    assert answer["steps"] == [{"A": 0, "B": 1, "C": -1, "D": 2}]


def test_steps_are_any_whole_numbers(move):
    code, answer = move(
        f"--tables 5 --rounds 2 --movement custom --steps A={10**30 + 1},B=-{10**30},C=-7,D=+3"
    )
    assert code == 0
    assert answer["steps"] == [{"A": 1, "B": 0, "C": -2, "D": -2}]


def test_beyond_its_limits_repeat_free_says_what_was_made_instead(move):
    code, answer = move("--tables 4 --rounds 3 --movement repeat-free")
    assert code == 0
    assert (answer["movement"], answer["requested"]) == ("assigned", "repeat-free")
    assert (
        answer["reason"]
        == "At 4 tables steps by letter stay free of repeats for 2 rounds at most; these are seat slips."
    )
    assert answer["first_repeat_round"] is None


@pytest.mark.parametrize(
    ("words", "faults"),
    [
        ("", [("missing", "movement"), ("missing", "rounds"), ("missing", "tables")]),
        (
            "--players 5 --movement howell",
            [("five-players", "players"), ("missing", "rounds"), ("unknown-movement", "movement")],
        ),
        ("--players x --rounds 0 --movement random", [("wrong-type", "players"), ("bad-rounds", "rounds")]),
        (
            "--players 46 --tables 13 --noise 3 --movement random",
            [("tables-do-not-fit", "tables"), ("unknown-field", "noise"), ("missing", "rounds")],
        ),
        ("--tables 4 --steps A=1,B=2,C=3,D=4", [("missing", "movement"), ("missing", "rounds")]),
        ("--tables 100000000000000000000000 --rounds 2 --movement random", [("too-many-tables", "tables")]),
        ("--tables x --rounds 2 --movement random", [("wrong-type", "tables")]),
        ("--tables 1e9 --rounds 2.5 --movement random", [("wrong-type", "rounds"), ("wrong-type", "tables")]),
        ("--tables 1000000000 --rounds 2 --movement random", [("too-many-tables", "tables")]),
        ("--players 5 --rounds 2 --movement random", [("five-players", "players")]),
        ("--players 46 --tables 13 --rounds 2 --movement random", [("tables-do-not-fit", "tables")]),
        (
            "--tables 4 --rounds 2 --movement ranked",
            [("bad-standings", "standings"), ("one-round-only", "rounds")],
        ),
        ("--tables 4 --rounds 2 --movement custom --steps A=1,B=2,C=3", [("wrong-type", "steps")]),
        ("--tables 4 --rounds 2 --movement custom --steps A=1,A=1,B=2,C=3,D=4", [("wrong-type", "steps")]),
        (
            "--tables 4 --rounds 2 --movement random --noise 3",
            [("unknown-field", "noise")],
        ),
        ("--tables 4 --tables 5 --rounds 2 --movement random", [("given-twice", "tables")]),
        ("--tables 4 --movement random --rounds", [("missing", "rounds")]),
        ("--movement random --rounds 3", [("missing", "tables")]),
    ],
)
def test_refusals(move, words, faults):
    code, answer = move(words)
    assert code == 2
    assert list(answer) == ["errors"]
    assert [(fault["code"], fault["field"]) for fault in answer["errors"]] == sorted(
        faults, key=lambda f: f[::-1]
    )
    assert all(fault["message"].endswith(".") for fault in answer["errors"])


@pytest.mark.slow
def test_from_the_command_line():
    words = ["-m", "rules", "move", "--players", "5", "--rounds", "3", "--movement", "assigned"]
    process = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, check=False)
    assert (process.returncode, process.stderr) == (2, b"")
    assert json.loads(process.stdout)["errors"][0]["code"] == "five-players"
