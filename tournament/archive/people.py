from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from club.models import Club, Person
from club.names import folded
from record.archive.format import PERSON
from record.archive.reading import Archive

PersonAnswer = Literal["same", "other"]
Answers = Mapping[int, PersonAnswer]
"""By the number of a person in the archive: the one the club knows, or somebody else."""


@dataclass(frozen=True)
class PersonQuestion:
    """Whether the person with this number in the archive is somebody the club knows. `by_number`: the member number is
    the same, and otherwise the name.
    """

    number: int
    name: str
    town: str
    member_number: str
    known: Person
    by_number: bool


@dataclass(frozen=True)
class PeopleMatch:
    """By number in the archive: people who are certainly the club's own, and questions about possible ones."""

    certain: dict[int, Person]
    questions: list[PersonQuestion]


def match_people(club: Club, archive: Archive) -> PeopleMatch:
    """Certain: those with the mark of this very person, and those with the same member number and name. Everybody else
    of the same number, or of the same name, is a question. No person of the club matches two of the archive.
    """
    people = list(club.people.order_by("pk"))
    by_mark = {person.mark: person for person in people}
    rows = archive.rows[PERSON]
    certain: dict[int, Person] = {}
    for number, row in enumerate(rows, 1):
        person = by_mark.get(row["mark"])
        if person is not None:
            certain[number] = person
    matched = {person.pk for person in certain.values()}
    by_number = {person.member_number: person for person in people if person.member_number}
    for number, row in enumerate(rows, 1):
        person = by_number.get(row["member_number"])
        if number in certain or person is None or person.pk in matched:
            continue
        if folded(person.name) == folded(row["name"]):
            certain[number] = person
            matched.add(person.pk)
    questions: list[PersonQuestion] = []
    by_name: dict[str, list[Person]] = {}
    for person in people:
        by_name.setdefault(folded(person.name), []).append(person)
    for number, row in enumerate(rows, 1):
        if number in certain:
            continue
        person = by_number.get(row["member_number"])
        same_number = person is not None and person.pk not in matched
        if person is None or not same_number:
            person = best_match(row, by_name.get(folded(row["name"]), []), matched)
        if person is not None:
            matched.add(person.pk)
            identity = row["name"], row["town"], row["member_number"]
            questions.append(PersonQuestion(number, *identity, person, by_number=same_number))
    return PeopleMatch(certain, questions)


def best_match(row: Mapping[str, Any], people: list[Person], matched: set[int]) -> Person | None:
    free = [person for person in people if person.pk not in matched]
    # Two numbers are two people.
    free = [person for person in free if not (person.member_number and row["member_number"])]
    free.sort(key=lambda person: folded(person.town) != folded(row["town"]))
    return free[0] if free else None
