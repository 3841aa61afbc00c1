import pytest

from rules.duties import collector, first_east, verifiers


@pytest.mark.parametrize(
    ("letters", "expected"),
    [
        ("ABCD", {"A": "C", "B": "D", "C": "A", "D": "B"}),
        ("ABC", {"A": "C", "B": "C", "C": "A"}),
        ("ABD", {"A": "B", "B": "D", "D": "B"}),
        ("ACD", {"A": "C", "C": "A", "D": "A"}),
        ("BCD", {"B": "D", "C": "D", "D": "B"}),
    ],
)
def test_players_across_verify_each_other_and_the_next_letter_stands_in(letters, expected):
    assert verifiers(list(letters)) == expected
    assert verifiers(letters[::-1], "across") == expected


@pytest.mark.parametrize(
    ("letters", "east", "expected"),
    [
        ("ABCD", None, {"A": "C", "B": "A", "C": "A", "D": "A"}),
        ("ABCD", "B", {"A": "B", "B": "D", "C": "B", "D": "B"}),
        ("ABC", "B", {"A": "B", "B": "C", "C": "B"}),
        ("ABD", "A", {"A": "B", "B": "A", "D": "A"}),
        ("BCD", None, {"B": "D", "C": "B", "D": "B"}),
    ],
)
def test_a_scorekeeper_verifies_all_and_is_verified_from_across(letters, east, expected):
    assert verifiers(letters, "east", east) == expected


@pytest.mark.parametrize(
    ("letters", "expected"),
    [
        ("ABCD", {"A": "C", "B": "B", "C": "C", "D": "D"}),
        ("ABD", {"A": "B", "B": "B", "D": "D"}),
        ("BCD", {"B": "B", "C": "C", "D": "D"}),
    ],
)
def test_a_keeps_the_official_sheet_and_another_verifies_as_line(letters, expected):
    assert verifiers(letters, "official-sheet") == expected


@pytest.mark.parametrize(
    ("letters", "east", "expected"),
    [
        ("ABCD", "A", {"A": "B", "B": "A", "C": "A", "D": "A"}),
        ("ABCD", "D", {"A": "D", "B": "D", "C": "D", "D": "A"}),
        ("ABC", "C", {"A": "C", "B": "C", "C": "A"}),
        ("ACD", "A", {"A": "C", "C": "A", "D": "A"}),
    ],
)
def test_the_first_east_signs_all_and_the_next_player_signs_easts(letters, east, expected):
    assert verifiers(letters, "first-east", east) == expected


@pytest.mark.parametrize(
    ("letters", "expected"),
    [("ABCD", "ABCDABCDA"), ("ABC", "ABCAABCAA"), ("ACD", "ACCDACCDA"), ("BCD", "BBCDBBCDB")],
)
def test_the_collector_takes_turns_and_the_next_letter_stands_in(letters, expected):
    assert "".join(collector(number, letters) for number in range(1, 10)) == expected


@pytest.mark.parametrize(
    ("practice", "letters", "pivot", "expected"),
    [
        ("dice", "ABCD", "A", ""),
        ("letter-a", "ABCD", "", "A"),
        ("letter-a", "BCD", "", "B"),
        ("pivot", "ABCD", "D", "D"),
        ("pivot", "ABC", "D", "A"),
        ("pivot", "ABCD", "", ""),
        ("letter-a", "AB", "", ""),
    ],
)
def test_the_first_east_by_the_dice_or_by_the_house(practice, letters, pivot, expected):
    assert first_east(practice, letters, pivot) == expected


@pytest.mark.parametrize("letters", ["AB", "ABCDE", "AABC", "ABCE", ""])
def test_letters_that_are_no_table(letters):
    with pytest.raises(ValueError, match="three or four different letters"):
        verifiers(letters)
    with pytest.raises(ValueError, match="three or four different letters"):
        collector(1, letters)


def test_duties_that_cannot_be():
    with pytest.raises(ValueError, match="does not sit"):
        verifiers("ABC", "east", "D")
    with pytest.raises(ValueError, match="the practices are across, east, official-sheet, first-east"):
        verifiers("ABC", "nobody")
    with pytest.raises(ValueError, match="count from 1"):
        collector(0, "ABCD")
