"""Compares a roster with the people known: new, changed, unchanged, unclear, refused, or missing from the file.

A pure function of the lines, the people known and the director's answers, so that preview and change agree unless one
of these changes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from rapidfuzz import fuzz

from club.family_names import divided, unlike_the_guess
from club.names import SIMILAR, folded

from .difference import (
    NEW,
    SKIP,
    ChangedEntry,
    FieldChange,
    KnownPerson,
    LineAnswer,
    LineQuestion,
    NewEntry,
    RosterDifference,
)
from .lines import Lines, RefusedLine, RosterLine
from .people import People, name_ratio, shares_contact

# One member number under two names as unlike as this is a slip more often than a marriage.
SAME_MEMBER = 60


def compare(
    lines: Lines, people: Sequence[KnownPerson], answers: Mapping[str, LineAnswer] | None = None
) -> RosterDifference:
    """The difference between the file's lines and the people known. `answers` maps the keys of lines.

    An answer that the line does not offer is ignored.
    """
    difference = RosterDifference(refused=list(lines.refused), unclear=lines.unclear, left_out=lines.left_out)
    placed = place(lines.good, people, answers or {}, difference)
    free = refuse_taken_numbers(placed, people, difference)
    for line, person in free:
        sort_in(line, person, difference)
    # A line that was refused or waits for an answer still says that its person is in the file.
    people_named = {person.person for _line, person in placed if person}
    people_named |= {
        candidate.person for question in difference.questions for candidate in question.candidates
    }
    unread = {folded(line.name) for line in difference.refused}
    unread |= {folded(name) for line in lines.unclear for name in (line.name, *line.names)}
    difference.missing = [
        person
        for person in people
        if person.entry
        and person.state != "withdrawn"
        and person.person not in people_named
        and folded(person.name) not in unread
    ]
    difference.refused.sort(key=lambda line: line.line)
    return difference


Placed = tuple[RosterLine, KnownPerson | None]


def place(
    lines: Sequence[RosterLine],
    club_people: Sequence[KnownPerson],
    answers: Mapping[str, LineAnswer],
    difference: RosterDifference,
) -> list[Placed]:
    """Each line with its person, None for a new one; questions and repeats go to the difference."""
    people = People(club_people)
    repeated = repeats(lines)
    placed: list[Placed] = []
    open_lines: list[RosterLine] = []
    for line in sorted(lines, key=lambda line: (not line.member_number, not people.knows_number(line))):
        person = None if line.key in repeated else people.sure(line, lines)
        if person is None or needs_asking(line, person) or may_be_namesake(line, person):
            open_lines.append(line)
        else:
            people.claim(person, line)
            placed.append((line, person))
    lines_by_name: dict[str, list[RosterLine]] = {}
    for line, _person in placed:
        lines_by_name.setdefault(folded(line.name), []).append(line)
    for line in sorted(open_lines, key=lambda line: (line.line, line.part)):
        namesakes = lines_by_name.setdefault(folded(line.name), [])
        question: LineQuestion | None
        if line.key in repeated:
            question = people.with_candidates(repeated[line.key], lines)
        else:
            question = (
                barred_question(line, people.sure(line, lines))
                or people.question(line)
                or twin_question(line, namesakes)
            )
        answer = answers.get(line.key)
        if question is None:
            if namesakes:
                remark = _("Line %(line)s has this name too.") % {"line": namesakes[0].line}
                line = replace(line, remarks=(*line.remarks, remark))
            placed.append((line, None))
        elif answer and answer.choice == SKIP:
            difference.skipped.append(line)
        elif answer and answer.choice == NEW and question.may_be_new:
            placed.append((question.comes_in, None))
        elif answer and (chosen := chosen_of(question, answer)):
            comes_in = question.comes_in
            if chosen.person in people.claimed:
                reason = _("This person is on line %(line)s already.")
                reason %= {"line": people.claimed[chosen.person]}
                difference.refused.append(RefusedLine(line.line, line.name, reason))
            else:
                people.claim(chosen, line)
                placed.append(
                    (replace(comes_in, name=chosen.name) if answer.keeps_name else comes_in, chosen)
                )
        else:
            difference.questions.append(question)
        namesakes.append(line)
    return placed


def repeats(lines: Sequence[RosterLine]) -> dict[str, LineQuestion]:
    numbers: dict[int, RosterLine] = {}
    members: dict[str, RosterLine] = {}
    questions = {}
    for line in lines:
        member = members.setdefault(line.member_number, line) if line.member_number else line
        number = numbers.setdefault(line.number, line) if line.number is not None else line
        twin = member if member is not line else number
        if twin is line:
            continue
        placed = replace(
            line,
            member_number="" if member is not line else line.member_number,
            number=None if number is not line else line.number,
        )
        is_same = fuzz.token_sort_ratio(folded(line.name), folded(twin.name)) >= SIMILAR
        reason = "twice" if is_same else "member-twice" if member is not line else "number-twice"
        questions[line.key] = LineQuestion(line, reason, twin=twin.line, placed=placed)
    return questions


def needs_asking(line: RosterLine, person: KnownPerson) -> bool:
    return (
        bool(line.member_number)
        and line.member_number in person.member_numbers
        and name_ratio(line, person) < SAME_MEMBER
    )


def may_be_namesake(line: RosterLine, person: KnownPerson) -> bool:
    """Whether the line may mean somebody else than the barred person of that name: a member number would tell."""
    same_member = bool(line.member_number) and line.member_number in person.member_numbers
    return bool(person.barred) and person.entry is None and not same_member


def barred_question(line: RosterLine, person: KnownPerson | None) -> LineQuestion | None:
    if person is None or not may_be_namesake(line, person):
        return None
    return LineQuestion(line, "barred", (person,))


def twin_question(line: RosterLine, namesakes: Sequence[RosterLine]) -> LineQuestion | None:
    """A question when another line has the same name, and the same address or nothing that distinguishes the two."""
    for other in namesakes:
        towns_differ = line.town and other.town and folded(line.town) != folded(other.town)
        members_differ = line.member_number and other.member_number
        if shares_contact(line, other) or not (towns_differ or members_differ):
            return LineQuestion(line, "twice", twin=other.line)
    return None


def chosen_of(question: LineQuestion, answer: LineAnswer) -> KnownPerson | None:
    if answer.choice != "same":
        return None
    return next((person for person in question.candidates if person.person == answer.person), None)


def refuse_taken_numbers(
    placed: Sequence[Placed], people: Sequence[KnownPerson], difference: RosterDifference
) -> list[Placed]:
    while True:
        leaving = {
            person.entry
            for line, person in placed
            if person and person.entry and line.number not in {None, person.number}
        }
        holders = {person.number: person for person in people if person.entry and person.entry not in leaving}
        taken = [
            (line, person)
            for line, person in placed
            if line.number in holders and (person is None or holders[line.number].entry != person.entry)
        ]
        if not taken:
            return list(placed)
        for line, _person in taken:
            reason = _(
                "Number %(number)s belongs to %(name)s. Give this line another number in the file, or none for the next"
                " free one."
            ) % {"number": line.number, "name": holders[line.number].name}
            difference.refused.append(RefusedLine(line.line, line.name, reason))
        # A refused line keeps its old number, which may refuse another: look again.
        placed = [pair for pair in placed if pair not in taken]


def sort_in(line: RosterLine, person: KnownPerson | None, difference: RosterDifference) -> None:
    if person is None:
        difference.new.append(NewEntry(line))
        return
    changes = changes_between(line, person)
    if person.entry is None and person.barred:
        difference.refused.append(RefusedLine(line.line, line.name, person.barred))
        return
    if person.entry is None:
        difference.new.append(NewEntry(line, person, changes))
    elif changes:
        difference.changed.append(ChangedEntry(line, person, changes))
    else:
        difference.unchanged.append(line)
    if person.state == "withdrawn" and not person.barred:
        difference.withdrawn.append(person)


def other_family_name(line: RosterLine, person: KnownPerson) -> str | None:
    """The family name to store for a known person, where the file divides the name differently."""
    if not line.family_name or folded(line.family_name) == folded(
        divided(line.name, person.family_name).family
    ):
        return None
    return unlike_the_guess(line.family_name, line.name)


def changes_between(line: RosterLine, person: KnownPerson) -> tuple[FieldChange, ...]:
    pairs: list[tuple[str, str | int | bool, str | int | bool | None]] = [
        ("name", person.name, None if line.name in person.names else line.name),
        ("family_name", person.family_name, other_family_name(line, person)),
        ("town", person.town, line.town or None),
        (
            "member_number",
            person.member_number,
            None if line.member_number in person.member_numbers else line.member_number or None,
        ),
        ("phone", person.phone, line.phone or None),
        ("email", person.email, line.email or None),
    ]
    if person.entry is not None:
        pairs += [
            ("number", person.number or 0, line.number),
            ("shows_initials", person.shows_initials, line.shows_initials),
            ("notes", person.notes, line.notes or None),
            ("fee_note", person.fee_note, line.fee or None),
            # Capitals alone are no other category.
            (
                "category",
                person.category,
                None if folded(line.category or "") == folded(person.category) else line.category,
            ),
        ]
    return tuple(FieldChange(name, old, new) for name, old, new in pairs if new is not None and old != new)
