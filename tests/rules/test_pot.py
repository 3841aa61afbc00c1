from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.commands.pot import answer, answer_line
from rules.english import sentence
from rules.pot import share_pot


@pytest.mark.parametrize(
    ("stake", "totals", "paid", "rounded"),
    [
        # the text's own example
        (500, [250, 100, 50, -30], [1250, 500, 250, 0], [1250, 500, 250, 0]),
        # three equal totals: the text's rounding pays 25 cents too much
        (500, [100, 100, 100, -30], [675, 675, 650, 0], [675, 675, 675, 0]),
        # and here 25 cents too little: 2000 / 6 = 333.33 each
        (500, [1, 1, 1, 1, 1, 1], [500, 500, 500, 500, 500, 500], [500] * 6),
        (100, [7, 7, 7, 0], [150, 125, 125, 0], [125, 125, 125, 0]),
        # largest remainder before input order: 80 units, 11.43, 22.86, 45.71
        (500, [1, 2, 4, -1], [275, 575, 1150, 0], [275, 575, 1150, 0]),
        # a half is rounded up: 100 * 1 / 8 = 12.5
        (25, [1, 7, 0, 0], [25, 75, 0, 0], [25, 100, 0, 0]),
        # nobody positive: the stakes go back
        (500, [0, -10, -10, -10], [500] * 4, [500] * 4),
        (510, [-5, 0, 0, 0, 0], [510] * 5, [510] * 5),
        # a total of zero gets nothing
        (500, [10, 0, 0], [1500, 0, 0], [1500, 0, 0]),
    ],
)
def test_the_pot_is_shared_by_positive_totals(stake, totals, paid, rounded):
    pot = share_pot(stake, {str(place): total for place, total in enumerate(totals)})
    assert pot.pot_cents == stake * len(totals)
    assert list(pot.paid_cents.values()) == paid
    assert list(pot.rounded_cents.values()) == rounded


@pytest.mark.slow
@settings(deadline=None)
@given(st.integers(1, 400), st.lists(st.integers(-50, 300), min_size=1, max_size=8))
def test_the_pot_is_paid_out_exactly_within_a_unit_of_the_true_share(quarters, totals):
    stake = 25 * quarters
    pot = share_pot(stake, {str(place): total for place, total in enumerate(totals)})
    positive = sum(max(total, 0) for total in totals)
    assert sum(pot.paid_cents.values()) == pot.pot_cents == stake * len(totals)
    for place, total in enumerate(totals):
        true = Fraction(pot.pot_cents * max(total, 0), positive) if positive else Fraction(stake)
        assert abs(pot.paid_cents[str(place)] - true) < 25
        assert -12.5 < pot.rounded_cents[str(place)] - true <= 12.5
        assert pot.paid_cents[str(place)] % 25 == pot.rounded_cents[str(place)] % 25 == 0


def test_the_command_answers_the_texts_example():
    line = b'{"stake_cents": 500, "totals": {"A": 250, "B": 100, "C": 50, "D": -30}}'
    assert answer_line(line) == (
        b'{"pot_cents":2000,"paid_cents":{"A":1250,"B":500,"C":250,"D":0},'
        b'"rounded_cents":{"A":1250,"B":500,"C":250,"D":0}}'
    )
    assert answer_line(b"[]") == (
        b'{"errors":[{"code":"wrong-type","field":"","message":"This should be an object, not a list."}]}'
    )


@pytest.mark.parametrize(
    ("question", "errors"),
    [
        ({}, ["stake_cents missing", "totals missing"]),
        (3, [" wrong-type"]),
        ({"stake_cents": 510, "totals": {"A": 1, "B": 1, "C": 1}}, ["stake_cents bad-value"]),
        ({"stake_cents": 0, "totals": {"A": 1}}, ["stake_cents bad-value"]),
        ({"stake_cents": -25, "totals": {"A": 1}}, ["stake_cents bad-value"]),
        ({"stake_cents": True, "totals": {"A": False}}, ["stake_cents wrong-type", "totals.A wrong-type"]),
        (
            {"stake_cents": 5.0, "totals": 7, "pot": 1},
            ["pot unknown-field", "stake_cents wrong-type", "totals wrong-type"],
        ),
        ({"stake_cents": 500, "totals": {}}, ["totals missing"]),
    ],
)
def test_what_cannot_be_shared_is_refused(question, errors):
    assert [f"{fault.field} {fault.code}" for fault in answer(question).errors] == errors


def test_a_refusal_says_why():
    question = {"stake_cents": 0, "totals": {"A": "5", "B": None}, "pot": 7}
    assert [sentence(fault) for fault in answer(question).errors] == [
        "pot is not a field that is known here.",
        "The stake is a positive number of cents.",
        "totals.A should be a whole number, not “5”.",
        "totals.B should be a whole number, not nothing.",
    ]
    assert [sentence(fault) for fault in answer({"stake_cents": 2.5, "totals": []}).errors] == [
        "stake_cents should be a whole number, not a number with decimals.",
        "totals should be an object, not a list.",
    ]
    assert [sentence(fault) for fault in answer({"stake_cents": 1, "totals": {"A": 1, "B": 1}}).errors] == [
        "The pot, 2 stakes together, is not a multiple of 25 cents."
    ]
    assert [sentence(fault) for fault in answer(7).errors] == [
        "This should be an object, not a whole number."
    ]


def test_one_cent_is_a_stake():
    question = {"stake_cents": 1, "totals": {str(player): 0 for player in range(25)}}
    assert answer(question).paid_cents == dict.fromkeys(question["totals"], 1)


@pytest.mark.parametrize(("stake", "players"), [(510, 3), (0, 4), (-500, 4), (500, 0)])
def test_a_pot_that_cannot_be_is_an_error(stake, players):
    with pytest.raises(ValueError, match="cannot be shared"):
        share_pot(stake, dict.fromkeys("ABCD"[:players], 5))
