import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.commands.prizes import answer, answer_line, prizes_by_place
from rules.english import sentence


def prizes_of(totals, prizes_cents):
    shared = prizes_by_place(totals, prizes_cents)
    return {place.entry: place.prize_cents for place in shared.places}, shared.unawarded_cents


@pytest.mark.parametrize(
    ("totals", "prizes_cents", "paid", "unawarded"),
    [
        ({1: 30, 2: 20, 3: 10}, [100, 50, 25], {1: 100, 2: 50, 3: 25}, 0),
        ({1: 30, 2: 30, 3: 10}, [100, 50], {1: 75, 2: 75, 3: 0}, 0),
        ({1: 30, 2: 20, 3: 20, 4: 20}, [100, 50], {1: 100, 2: 17, 3: 17, 4: 16}, 0),
        ({9: 5, 10: 5, 2: 5}, [100], {2: 34, 9: 33, 10: 33}, 0),
        ({1: 30}, [100, 50, 25], {1: 100}, 75),
        ({1: 5, 2: 5}, [101, 0, 7], {1: 51, 2: 50}, 7),
        ({1: 5, 2: 5}, [], {1: 0, 2: 0}, 0),
        ({}, [5], {}, 5),
    ],
)
def test_ties_pool_and_share_the_prizes_of_their_places(totals, prizes_cents, paid, unawarded):
    assert prizes_of(totals, prizes_cents) == (paid, unawarded)


@pytest.mark.slow
@settings(deadline=None)
@given(st.dictionaries(st.integers(1, 30), st.integers(-3, 3)), st.lists(st.integers(0, 9999), max_size=12))
def test_every_cent_is_paid_or_left_and_a_better_total_never_gets_less(totals, prizes):
    prizes = sorted(prizes, reverse=True)
    paid, unawarded = prizes_of(totals, prizes)
    assert sum(paid.values()) + unawarded == sum(prizes)
    for player, total in totals.items():
        assert all(paid[player] >= paid[other] for other in totals if totals[other] < total)
        assert all(abs(paid[player] - paid[other]) <= 1 for other in totals if totals[other] == total)


def test_the_command_answers_by_rank_then_entry_number():
    line = b'{"totals": {"12": 340, "3": 340, "7": 200}, "prizes_cents": [10000, 5000]}'
    assert answer_line(line) == (
        b'{"places":[{"entry":"3","rank":1,"tied":true,"prize_cents":7500},'
        b'{"entry":"12","rank":1,"tied":true,"prize_cents":7500},'
        b'{"entry":"7","rank":3,"tied":false,"prize_cents":0}],"unawarded_cents":0}'
    )
    assert answer_line(b"[]") == (
        b'{"errors":[{"code":"wrong-type","field":"","message":"This should be an object, not a list."}]}'
    )


def test_a_refusal_says_why():
    question = {"totals": {"1": 2.5}, "prizes_cents": [-1, True], "stake": 1}
    assert [sentence(fault) for fault in answer(question).errors] == [
        "A prize is never less than nothing.",
        "prizes_cents.1 should be a whole number, not true or false.",
        "stake is not a field that is known here.",
        "totals.1 should be a whole number, not a number with decimals.",
    ]
    assert [sentence(fault) for fault in answer({"totals": 1, "prizes_cents": "5"}).errors] == [
        "prizes_cents should be a list, not “5”.",
        "totals should be an object, not a whole number.",
    ]
    assert [sentence(fault) for fault in answer({"totals": {}}).errors] == [
        "Something is left out: prizes cents.",
        "Something is left out: totals.",
    ]


@pytest.mark.parametrize(
    ("question", "errors"),
    [
        ({}, ["prizes_cents missing", "totals missing"]),
        ([], [" wrong-type"]),
        ({"totals": [], "prizes_cents": {}}, ["prizes_cents wrong-type", "totals wrong-type"]),
        ({"totals": {}, "prizes_cents": []}, ["totals missing"]),
        (
            {"totals": {"1": 2.5, "2": True, "3": 1}, "prizes_cents": [1, -1, True, "5"], "stake": 1},
            [
                "prizes_cents.1 bad-value",
                "prizes_cents.2 wrong-type",
                "prizes_cents.3 wrong-type",
                "stake unknown-field",
                "totals.1 wrong-type",
                "totals.2 wrong-type",
            ],
        ),
    ],
)
def test_what_cannot_be_shared_is_refused(question, errors):
    assert [f"{fault.field} {fault.code}" for fault in answer(question).errors] == errors


def test_a_prize_of_nothing_is_a_prize():
    paid = answer({"totals": {"1": 5, "2": 3}, "prizes_cents": [100, 0]})
    assert [place.prize_cents for place in paid.places] == [100, 0]
    assert paid.unawarded_cents == 0


def test_what_is_no_object_is_said_to_be_none():
    assert [sentence(fault) for fault in answer([1]).errors] == ["This should be an object, not a list."]
