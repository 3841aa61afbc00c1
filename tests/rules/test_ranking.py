import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.ranking import Place, Tally, entry_order, rank


def test_equal_totals_share_a_rank_and_the_next_is_skipped():
    assert rank({"12": 340, "3": 340, "7": 200, "1": -10}) == [
        Place("3", 1, True, 340),
        Place("12", 1, True, 340),
        Place("7", 3, False, 200),
        Place("1", 4, False, -10),
    ]


def test_nobody_and_one():
    assert rank({}) == []
    assert rank({7: 0}) == [Place(7, 1, False, 0)]


def test_entries_stand_numbers_before_words():
    entries = ["b", "10", "9", "", "B", "09", "²", "-3", "100"]
    assert sorted(entries, key=entry_order) == ["09", "9", "10", "100", "", "-3", "B", "b", "²"]
    assert sorted([10, 9, 100], key=entry_order) == [9, 10, 100]
    assert [place.entry for place in rank(dict.fromkeys(["b", "10", "9"], 5))] == ["9", "10", "b"]


TALLIES = {
    1: Tally(wins=3, self_picked=1, highest_round=90, penalties=20),
    2: Tally(wins=3, self_picked=2, highest_round=80, penalties=30),
    3: Tally(wins=4, self_picked=0, highest_round=70, penalties=40),
    4: Tally(wins=3, self_picked=1, highest_round=90, penalties=10),
}


@pytest.mark.parametrize(
    ("tie_breaks", "expected"),
    [
        ([], [(1, 1), (2, 1), (3, 1), (4, 1)]),
        (["most-wins"], [(3, 1), (1, 2), (2, 2), (4, 2)]),
        (["most-self-picked"], [(2, 1), (1, 2), (4, 2), (3, 4)]),
        (["highest-round"], [(1, 1), (4, 1), (2, 3), (3, 4)]),
        (["fewest-penalties"], [(4, 1), (1, 2), (2, 3), (3, 4)]),
        (["most-wins", "most-self-picked"], [(3, 1), (2, 2), (1, 3), (4, 3)]),
        (["most-self-picked", "most-wins"], [(2, 1), (1, 2), (4, 2), (3, 4)]),
        (
            ["most-wins", "most-self-picked", "highest-round", "fewest-penalties"],
            [(3, 1), (2, 2), (4, 3), (1, 4)],
        ),
    ],
)
def test_tie_breaks_part_equal_totals_in_their_order(tie_breaks, expected):
    places = rank(dict.fromkeys(TALLIES, 100), tie_breaks, TALLIES)
    assert [(place.entry, place.rank) for place in places] == expected
    assert [place.tied for place in places] == [
        [other.rank for other in places].count(place.rank) > 1 for place in places
    ]


def test_a_tie_break_never_comes_before_the_total():
    assert [place.entry for place in rank({1: 10, 3: 5}, ["most-wins"], TALLIES)] == [1, 3]


def test_tie_breaks_that_cannot_be():
    with pytest.raises(ValueError, match="No tie-break is called 'dice'"):
        rank({1: 1}, ["dice"], TALLIES)
    with pytest.raises(ValueError, match="a tally for every entry"):
        rank({1: 1}, ["most-wins"])
    with pytest.raises(ValueError, match="a tally for every entry"):
        rank({1: 1, 9: 1}, ["most-wins"], TALLIES)


@pytest.mark.slow
@settings(deadline=None)
@given(st.dictionaries(st.integers(1, 50), st.integers(-5, 5)))
def test_a_rank_is_one_more_than_the_number_of_better_totals(totals):
    places = rank(totals)
    assert {place.entry: place.rank for place in places} == {
        entry: 1 + sum(other > total for other in totals.values()) for entry, total in totals.items()
    }
    assert {place.entry: place.tied for place in places} == {
        entry: list(totals.values()).count(total) > 1 for entry, total in totals.items()
    }
