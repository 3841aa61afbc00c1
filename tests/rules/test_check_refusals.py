"""What the ``check`` command says about a line that cannot be asked: every sentence, of every fault in it."""

from __future__ import annotations

import json

import pytest

from rules.commands.check import answer_line, answer_value
from rules.limits import MOST_POINTS

SYSTEM = {"system": "sanctioned"}
GAME = {**SYSTEM, "points": {"A": 45, "B": -20, "C": 0, "D": 0}}
NO_SYSTEM = (
    "There is no system called “bridge”; there are sanctioned, club-day, sixteen-hands, card-game, mahj-x."
)
NO_TABLE = "A table has three or four different seats out of A, B, C and D."


def short(seat):
    return f"The card of {seat} is short: every game needs a number on every card."


def answer_to(line):
    """The command's answer, which is the same for the line and for its value."""
    text = answer_line(json.dumps(line).encode())
    assert text == answer_value(line)
    return json.loads(text)


@pytest.mark.parametrize(
    ("line", "sentences"),
    [
        ([1], ["This should be an object, not a list."]),
        ({}, ["Something is left out: points.", "Say which scoring system the event plays."]),
        ({**GAME, "system": "bridge"}, [NO_SYSTEM]),
        ({**GAME, "system": 5}, ["system should be a text, not a whole number."]),
        (
            {**GAME, "system": "card-game"},
            ["Only numbers of a points system can be checked: sanctioned, club-day or mahj-x."],
        ),
        (
            {**GAME, "winner": "A", "who": 1},
            ["who is not a field of this command.", "winner is not a field of this command."],
        ),
        (
            {**GAME, "cards": {"A": [1], "B": [1], "C": [1]}},
            ["Give the points of one game or the cards of a set, not both."],
        ),
        ({**SYSTEM, "points": "ten"}, ["points should be an object, not “ten”."]),
        ({**SYSTEM, "points": {"A": 1, "B": 2}}, [NO_TABLE]),
        (
            {**SYSTEM, "points": {"A": True, "B": 1.5, "C": "3", "D": None}},
            [
                "points.A should be a whole number, not true or false.",
                "points.B should be a whole number, not a number with decimals.",
                "points.C should be a whole number, not “3”.",
                "points.D should be a whole number, not nothing.",
            ],
        ),
        (
            {**SYSTEM, "points": {"A": MOST_POINTS + 1, "B": -MOST_POINTS - 1, "C": MOST_POINTS, "D": 0}},
            [f"points.{seat} is beyond anything that can be scored." for seat in "AB"],
        ),
        ({**GAME, "dead": "A"}, ["dead should be a list, not “A”."]),
        (
            {**GAME, "dead": [1, None, "E", "B", "B"]},
            [
                "Seat “B” is named twice.",
                "Nobody sits in seat “E” at this table.",
                "dead.0 should be a text, not a whole number.",
                "dead.1 should be a text, not nothing.",
            ],
        ),
        ({**GAME, "profile": []}, ["profile should be an object, not a list."]),
        (
            {**GAME, "profile": {"wall": -1, "limit": 3}},
            [
                "“limit” is not a value of this system.",
                "A wall game: give a whole number from 0 to 1,000,000,000.",
            ],
        ),
        (
            {**SYSTEM, "cards": {"A": [10], "B": [10], "C": [10]}, "dead": ["C", "C", "D"]},
            ["Seat “C” is named twice.", "Nobody sits in seat “D” at this table."],
        ),
        (
            {**SYSTEM, "cards": {"A": [10], "B": [10], "C": [10]}, "dead": ["D"]},
            ["Nobody sits in seat “D” at this table."],
        ),
        ({**SYSTEM, "cards": [10]}, ["cards should be an object, not a list."]),
        ({**SYSTEM, "cards": {}}, [NO_TABLE]),
        (
            {**SYSTEM, "cards": {"A": 1, "B": "ten", "C": None}},
            [
                "cards.A should be a list, not a whole number.",
                "cards.B should be a list, not “ten”.",
                "cards.C should be a list, not nothing.",
            ],
        ),
        (
            {**SYSTEM, "cards": {"A": 1, "B": [1], "C": []}},
            ["cards.A should be a list, not a whole number.", short("C")],
        ),
        (
            {**SYSTEM, "cards": {"A": [1, 2], "B": [1], "C": [1, "ten"]}},
            [short("B"), "cards.C.1 should be a whole number, not “ten”."],
        ),
    ],
)
def test_each_refusal_says_what_is_wrong(line, sentences):
    assert [fault["message"] for fault in answer_to(line)["errors"]] == sentences


def test_the_largest_numbers_can_be_asked_about():
    largest = {"A": MOST_POINTS, "B": -MOST_POINTS, "C": 0}
    assert answer_to({**SYSTEM, "points": largest})["verdict"] == "impossible"
