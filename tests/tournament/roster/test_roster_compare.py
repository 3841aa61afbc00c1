"""What a roster would change: a pure comparison, each case by its own small world."""

from dataclasses import replace

import pytest

from tournament.roster.parsing.compare import compare
from tournament.roster.parsing.difference import FieldChange, KnownPerson, LineAnswer, RosterDifference
from tournament.roster.parsing.lines import Lines, RefusedLine, RosterLine

ANN = KnownPerson(1, "Ann Lee", "Reno", "M1", entry=11, number=5, state="registered")
BO = KnownPerson(2, "Bo Li", "Elko", "", entry=12, number=6, state="registered")
JOSE = KnownPerson(3, "José Núñez", "Elko", "")


def line(at: int, name: str, **fields: object) -> RosterLine:
    return RosterLine(at, name, **fields)


def run(*lines: RosterLine, people: tuple[KnownPerson, ...] = (ANN, BO), **answers: str) -> RosterDifference:
    read = {key.removeprefix("line_"): LineAnswer.read(text) for key, text in answers.items()}
    return compare(Lines(lines), people, read)


def shape(difference: RosterDifference) -> dict[str, list[object]]:
    """Every kind that is not empty, by line numbers (missing and withdrawn by person)."""
    lines_by_kind = {
        "new": [roster_line.line.line for roster_line in difference.new],
        "changed": [changed_line.line.line for changed_line in difference.changed],
        "same": [line.line for line in difference.unchanged],
        "questions": [(question.line.line, question.reason) for question in difference.questions],
        "refused": [refused_line.line for refused_line in difference.refused],
        "skipped": [skipped_line.line for skipped_line in difference.skipped],
        "missing": [missing_player.person for missing_player in difference.missing],
        "withdrawn": [entry.person for entry in difference.withdrawn],
    }
    return {kind: lines for kind, lines in lines_by_kind.items() if lines}


def test_the_same_list_changes_nothing() -> None:
    same = (line(2, "Ann Lee", number=5, town="Reno", member_number="M1"), line(3, "Bo Li", number=6))
    assert shape(run(*same)) == {"same": [2, 3]}
    assert not run(*same).changes_something


def test_new_changed_and_missing() -> None:
    difference = run(line(2, "Ann Lee", number=7, town="reno"), line(3, "Cy Wu"))
    assert shape(difference) == {"changed": [2], "new": [3], "missing": [2]}
    assert difference.changed[0].changes == (FieldChange("town", "Reno", "reno"), FieldChange("number", 5, 7))


def test_what_the_file_leaves_empty_is_kept() -> None:
    assert shape(run(line(2, "Ann Lee"), line(3, "Bo Li"))) == {"same": [2, 3]}


def test_somebody_known_to_the_club_is_entered_without_a_second_person() -> None:
    difference = run(line(2, "José Núñez"), people=(JOSE,))
    assert [(roster_line.known.person, roster_line.changes) for roster_line in difference.new] == [(3, ())]


@pytest.mark.parametrize("spelled", ["Jose Nunez", "JOSÉ NÚÑEZ", "Núñez José", "José Nuñes"])
def test_another_spelling_is_asked(spelled: str) -> None:
    assert shape(run(line(2, spelled), people=(JOSE,))) == {"questions": [(2, "spelling")]}


@pytest.mark.parametrize(
    ("answer", "kind", "name"),
    [("same-3", "new", "Jose Nunez"), ("keep-3", "new", "José Núñez"), ("new", "new", "Jose Nunez")],
)
def test_answers(answer: str, kind: str, name: str) -> None:
    difference = run(line(2, "Jose Nunez"), people=(JOSE,), line_2=answer)
    assert shape(difference) == {kind: [2]}
    assert difference.new[0].line.name == name
    assert (difference.new[0].known is None) == (answer == "new")


def test_leaving_a_line_out() -> None:
    assert shape(run(line(2, "Jose Nunez"), people=(JOSE,), line_2="skip")) == {"skipped": [2]}


@pytest.mark.parametrize("answer", ["same-1", "same-99", "nonsense", "same-", "keep-x"])
def test_an_answer_nobody_offered_is_none(answer: str) -> None:
    difference = compare(Lines((line(2, "Jose Nunez"),)), (ANN, JOSE), {"2": LineAnswer.read(answer)})
    assert shape(difference)["questions"] == [(2, "spelling")]


def test_two_people_of_one_name_are_told_apart_by_town() -> None:
    two = (line(2, "Mary Smith", town="Plano"), line(3, "Mary Smith", town="Dallas"))
    assert shape(run(*two, people=())) == {"new": [2, 3]}
    plano, dallas = KnownPerson(8, "Mary Smith", "Plano"), KnownPerson(9, "Mary Smith", "Dallas")
    difference = run(*two, people=(dallas, plano))
    assert [roster_line.known.person for roster_line in difference.new] == [8, 9]


def test_two_lines_that_nothing_tells_apart_are_asked() -> None:
    two = (line(2, "Li Wei"), line(3, "Li Wei"))
    assert shape(run(*two, people=())) == {"new": [2], "questions": [(3, "twice")]}
    assert shape(run(*two, people=(), line_3="new")) == {"new": [2, 3]}


def test_two_of_one_name_already_entered_are_found_again_by_number() -> None:
    five, nine = (KnownPerson(n, "Li Wei", entry=n, number=n, state="registered") for n in (5, 9))
    assert shape(run(line(2, "Li Wei", number=9), line(3, "Li Wei", number=5), people=(five, nine))) == {
        "same": [2, 3]
    }
    assert shape(run(line(2, "Li Wei"), line(3, "Li Wei"), people=(five, nine))) == {"same": [2, 3]}


def test_a_namesake_in_front_takes_nobodys_place() -> None:
    five = KnownPerson(5, "Li Wei", entry=5, number=5, state="registered")
    difference = run(line(2, "Li Wei", number=30), line(3, "Li Wei", number=5), people=(five,))
    assert shape(difference) == {"questions": [(2, "twice")], "same": [3]}


def test_another_town_is_asked() -> None:
    assert shape(run(line(2, "Bo Li", town="Boise"), people=(BO,))) == {"questions": [(2, "town")]}


def test_every_namesake_is_offered_the_nearest_first() -> None:
    smiths = tuple(KnownPerson(n, "Mary Smith", "Boston") for n in range(1, 5))
    entered = KnownPerson(9, "Mary Smith", "Boston", entry=19, number=3, state="registered")
    (question,) = run(line(2, "Mary Smith", number=3, town="Plano"), people=(*smiths, entered)).questions
    assert ([candidate.person for candidate in question.candidates], question.more) == ([9, 1, 2, 3, 4], 0)


@pytest.mark.parametrize("name", ["Mary Smith", "Mary Smyth"])
def test_where_too_many_fit_it_is_said_how_many_more(name: str) -> None:
    smiths = tuple(KnownPerson(n, "Mary Smith", "Boston") for n in range(1, 12))
    (question,) = run(line(2, name, town="Plano"), people=smiths).questions
    assert (len(question.candidates), question.more) == (8, 3)


def test_a_member_number_finds_the_person_under_a_new_name() -> None:
    difference = run(line(2, "Ann Lee-Baker", member_number="M1"), people=(ANN,))
    assert difference.changed[0].changes == (FieldChange("name", "Ann Lee", "Ann Lee-Baker"),)


def test_a_member_number_under_quite_another_name_is_asked_and_never_new() -> None:
    wrong = line(2, "Cornelius Vanderbilt", member_number="M1")
    assert shape(run(wrong, people=(ANN,))) == {"questions": [(2, "member")]}
    assert shape(run(wrong, people=(ANN,), line_2="new")) == {"questions": [(2, "member")]}
    assert shape(run(wrong, people=(ANN,), line_2="same-1")) == {"changed": [2]}


def test_other_member_numbers_are_other_people() -> None:
    assert shape(run(line(2, "Ann Lee", number=8, member_number="M77"), people=(ANN,))) == {
        "new": [2],
        "missing": [1],
    }


def test_one_person_on_two_lines_is_asked() -> None:
    two = (line(2, "Ann Lee", member_number="M1"), line(3, "Anne Lee", member_number="M1"))
    assert shape(run(*two, people=(ANN,))) == {"same": [2], "questions": [(3, "twice")]}
    assert shape(run(*two, people=(ANN,), line_3="skip")) == {"same": [2], "skipped": [3]}
    assert shape(run(*two, people=())) == {"new": [2], "questions": [(3, "twice")]}


def test_one_member_number_for_two_people_is_asked_and_only_the_first_keeps_it() -> None:
    two = (line(2, "Cy Wu", member_number="M9"), line(3, "Di Xu", member_number="M9"))
    assert shape(run(*two, people=())) == {"new": [2], "questions": [(3, "member-twice")]}
    new = run(*two, people=(), line_3="new").new
    assert [(roster_line.line.name, roster_line.line.member_number) for roster_line in new] == [
        ("Cy Wu", "M9"),
        ("Di Xu", ""),
    ]


def test_a_known_person_is_offered_where_the_number_is_another_lines() -> None:
    two = (line(2, "Cy Wu", member_number="M9"), line(3, "Bo Li", member_number="M9"))
    (question,) = run(*two).questions
    assert [person.name for person in question.candidates] == ["Bo Li"]
    assert shape(run(*two, line_3="same-2")) == {"new": [2], "same": [3], "missing": [1]}


@pytest.mark.parametrize("fields", [{"number": 5}, {"town": "Reno"}, {"email": "ANN@example.org"}])
@pytest.mark.parametrize("member_number", ["M2", "M", "M11", "1M"])
def test_a_member_number_corrected_by_one_character(member_number: str, fields: dict[str, object]) -> None:
    ann = replace(ANN, email="ann@example.org")
    difference = run(line(2, "Ann Lee", member_number=member_number, **fields), people=(ann,))
    assert shape(difference) == {"changed": [2]}
    assert FieldChange("member_number", "M1", member_number) in difference.changed[0].changes


def test_another_member_number_under_ones_own_name_is_asked_where_it_may_be_a_correction() -> None:
    assert shape(run(line(2, "Ann Lee", member_number="M2"), people=(ANN,))) == {
        "questions": [(2, "other-member")]
    }
    other = line(2, "Ann Lee", number=5, member_number="X77")
    assert shape(run(other, people=(ANN,))) == {"questions": [(2, "other-member")]}
    assert shape(run(other, people=(ANN,), line_2="same-1")) == {"changed": [2]}


def test_a_namesake_in_another_town_comes_in_with_a_remark() -> None:
    two = (line(2, "Ida Munk", town="Elgin"), line(3, "Ida Munk", town="Geneva"))
    assert [roster_line.line.remarks for roster_line in run(*two, people=()).new] == [
        (),
        ("Line 2 has this name too.",),
    ]


def test_one_name_and_one_address_are_asked_whatever_the_town() -> None:
    two = (
        line(2, "Ida Munk", town="Elgin", email="ida@example.org"),
        line(3, "Ida Munk", town="Elgin, IL", email="Ida@example.org"),
    )
    assert shape(run(*two, people=())) == {"new": [2], "questions": [(3, "twice")]}


def test_numbers_may_trade_places() -> None:
    difference = run(line(2, "Ann Lee", number=6), line(3, "Bo Li", number=5))
    assert shape(difference) == {"changed": [2, 3]}


def test_a_number_twice_in_the_file_is_asked_and_the_second_gets_the_next_free_one() -> None:
    two = (line(2, "Cy Wu", number=8), line(3, "Di Xu", number=8))
    assert shape(run(*two, people=())) == {"new": [2], "questions": [(3, "number-twice")]}
    assert [roster_line.line.number for roster_line in run(*two, people=(), line_3="new").new] == [8, None]


def test_a_number_somebody_keeps() -> None:
    difference = run(line(2, "Cy Wu", number=6), line(3, "Ann Lee", number=5))
    assert [(refused_line.line, refused_line.reason) for refused_line in difference.refused] == [
        (
            2,
            "Number 6 belongs to Bo Li. Give this line another number in the file, or none for the next free one.",
        )
    ]
    assert shape(difference)["missing"] == [2]


@pytest.mark.parametrize("spelled", ["Tab Nane", "Tab Nname", "Tabitha Name", "Name, Tab", "T. Name"])
def test_another_spelling_under_somebodys_own_number_is_asked_and_never_new(spelled: str) -> None:
    tab = KnownPerson(7, "Tab Name", entry=17, number=5, state="registered")
    respelled = line(2, spelled, number=5)
    difference = run(respelled, people=(tab,))
    assert shape(difference) == {"questions": [(2, "number")]}
    assert difference.questions[0].may_be_new is False
    assert shape(run(respelled, people=(tab,), line_2="new")) == {"questions": [(2, "number")]}
    assert run(respelled, people=(tab,), line_2="same-7").changed[0].changes == (
        FieldChange("name", "Tab Name", spelled),
    )
    assert shape(run(respelled, people=(tab,), line_2="keep-7")) == {"same": [2]}


def test_the_holder_of_a_number_is_offered_before_others_of_such_a_name() -> None:
    tab, tad = KnownPerson(7, "Tab Name", entry=17, number=5, state="registered"), KnownPerson(8, "Tab Nanes")
    (question,) = run(line(2, "Tab Nane", number=5), people=(tad, tab)).questions
    assert [candidate.person for candidate in question.candidates] == [7, 8]


def test_a_number_that_its_holder_leaves_is_free() -> None:
    tab = KnownPerson(7, "Tab Name", entry=17, number=5, state="registered")
    difference = run(line(2, "Tab Nane", number=5), line(3, "Tab Name", number=6), people=(tab,))
    assert shape(difference) == {"new": [2], "changed": [3]}


def test_a_refused_move_refuses_who_counted_on_it() -> None:
    """Bo wants Cy's number, which Cy keeps; so Bo keeps 6, and Ann cannot have it."""
    cy = KnownPerson(4, "Cy Wu", entry=14, number=7, state="registered")
    difference = run(
        line(2, "Ann Lee", number=6), line(3, "Bo Li", number=7), line(4, "Cy Wu"), people=(ANN, BO, cy)
    )
    assert shape(difference) == {"same": [4], "refused": [2, 3]}


def test_who_stands_on_a_refused_line_is_not_missing() -> None:
    refused = RefusedLine(2, "x · Ann Lee", "Not a number.", "ann lee")
    difference = compare(Lines((line(3, "Cy Wu"),), (refused,)), (ANN, BO))
    assert shape(difference) == {"new": [3], "refused": [2], "missing": [2]}


def test_the_withdrawn_are_neither_missing_nor_brought_back() -> None:
    withdrawn = KnownPerson(4, "Cy Wu", entry=14, number=7, state="withdrawn")
    assert shape(run(people=(withdrawn,))) == {}
    assert shape(run(line(2, "Cy Wu"), people=(withdrawn,))) == {"same": [2], "withdrawn": [4]}


def test_the_fingerprint_follows_what_is_shown() -> None:
    first = run(line(2, "Ann Lee"), line(3, "Cy Wu")).fingerprint()
    assert run(line(2, "Ann Lee"), line(3, "Cy Wu")).fingerprint() == first
    assert run(line(2, "Ann Lee"), line(3, "Cy Wu"), people=(ANN,)).fingerprint() != first
