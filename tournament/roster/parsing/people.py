"""Finds the person of the club that a line means: by member number, name, player number, or similarity."""

from collections.abc import Sequence
from dataclasses import replace

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from club.names import SIMILAR, folded

from .difference import KnownPerson, LineQuestion
from .lines import RosterLine

# Somebody's own number beside a name is half an answer. "Tab Nane" and "Tab Name" reach 87, "Anne Leigh" and
# "Ann Lee" 70, "Ann Lee" and "Bo Li" 33.
SAME_NUMBER = 60
# A page that offers more names than this is a list to be searched; a line of the file is sooner made plain.
MOST_CANDIDATES = 8


class People:
    def __init__(self, people: Sequence[KnownPerson]) -> None:
        self.known = {person.person: person for person in people}
        self.plain = {(person.person, name): folded(name) for person in people for name in person.names}
        self.claimed: dict[int, int] = {}
        self.by_member = {number: person for person in people for number in person.member_numbers}
        self.by_number = {person.number: person for person in people if person.number is not None}
        self.by_name: dict[str, list[KnownPerson]] = {}
        for person in people:
            for name in dict.fromkeys(person.names):
                self.by_name.setdefault(name, []).append(person)

    def claim(self, person: KnownPerson, line: RosterLine) -> None:
        self.claimed[person.person] = line.line

    def knows_number(self, line: RosterLine) -> bool:
        """Whether somebody of this name is entered under the line's number, a sure match that goes first."""
        return line.number is not None and any(
            person.number == line.number for person in self.by_name.get(line.name, ())
        )

    def sure(self, line: RosterLine, lines: Sequence[RosterLine]) -> KnownPerson | None:
        return self.with_member_number(line) or self.with_name(line, lines)

    def with_candidates(self, question: LineQuestion, lines: Sequence[RosterLine]) -> LineQuestion:
        """The question with those candidates who fit the values that only this line has."""
        person = self.sure(question.comes_in, lines)
        own_question = self.question(question.comes_in)
        if person:
            return replace(question, candidates=(person,))
        return (
            replace(question, candidates=own_question.candidates, more=own_question.more)
            if own_question
            else question
        )

    def with_member_number(self, line: RosterLine) -> KnownPerson | None:
        return self.by_member.get(line.member_number) if line.member_number else None

    def with_name(self, line: RosterLine, lines: Sequence[RosterLine]) -> KnownPerson | None:
        """The one person of exactly this name that the line means, or None when that is uncertain."""
        free = []
        for person in self.by_name.get(line.name, ()):
            towns = set(map(folded, filter(None, person.towns)))
            town_differs = line.town and towns and folded(line.town) not in towns
            if person.person in self.claimed or town_differs:
                continue
            # One character of the member number differs, and number, town or e-mail is the same: a correction.
            agrees = (person.number is not None and person.number == line.number) or shares_contact(
                line, person
            )
            agrees = agrees or bool(line.town and folded(line.town) == folded(person.town))
            if not members_differ(line, person) or (is_near(line, person) and agrees):
                free.append(person)
        if not free:
            return None
        best = max(nearness(line, person) for person in free)
        nearest = [person for person in free if nearness(line, person) == best]
        namesakes = sum(other.name == line.name for other in lines)
        return nearest[0] if len(nearest) == 1 or namesakes >= len(nearest) else None

    def question(self, line: RosterLine) -> LineQuestion | None:
        member = self.with_member_number(line)
        if member:
            return LineQuestion(line, "member", (member,))
        namesakes = [person for person in self.by_name.get(line.name, ()) if self.is_free(line, person)]
        if namesakes:
            reason = "other-member" if any(members_differ(line, person) for person in namesakes) else "town"
            return offering(
                line, reason, sorted(namesakes, key=lambda person: nearness(line, person), reverse=True)
            )
        alike = self.alike(line)
        holder = self.by_number.get(line.number) if line.number is not None else None
        if holder and self.is_free(line, holder) and is_like_holder(line, holder):
            return offering(line, "number", [holder, *(person for person in alike if person is not holder)])
        return offering(line, "spelling", alike) if alike else None

    def is_free(self, line: RosterLine, person: KnownPerson) -> bool:
        return person.person not in self.claimed and not contradicts(line, person)

    def alike(self, line: RosterLine) -> list[KnownPerson]:
        """People with a similar name, the most similar first; among equals the one nearest by other values."""
        matches = process.extract(
            folded(line.name), self.plain, scorer=fuzz.token_sort_ratio, score_cutoff=SIMILAR, limit=None
        )
        likeness: dict[int, float] = {}
        for _name, score, (person, _own) in matches:
            likeness[person] = max(score, likeness.get(person, 0))
        free = [self.known[person] for person in likeness if self.is_free(line, self.known[person])]
        return sorted(
            free, key=lambda person: (likeness[person.person], nearness(line, person)), reverse=True
        )


def offering(line: RosterLine, reason: str, people: Sequence[KnownPerson]) -> LineQuestion:
    return LineQuestion(
        line, reason, tuple(people[:MOST_CANDIDATES]), more=max(len(people) - MOST_CANDIDATES, 0)
    )


def is_like_holder(line: RosterLine, holder: KnownPerson) -> bool:
    """Whether the line may mean the holder of its number: similar spelling, or a word in common."""
    words = {word for word in folded(line.name).split() if len(word) > 2}
    own_words = {word for name in holder.names for word in folded(name).split()}
    return bool(words & own_words) or name_ratio(line, holder) >= SAME_NUMBER


def name_ratio(line: RosterLine, person: KnownPerson) -> float:
    return max(fuzz.token_sort_ratio(folded(line.name), folded(name)) for name in person.names)


def contradicts(line: RosterLine, person: KnownPerson) -> bool:
    """Different member numbers are different people, unless name and player number are equal, or the member numbers
    nearly so.
    """
    if not members_differ(line, person):
        return False
    same_name = folded(line.name) in map(folded, person.names)
    return not (
        same_name and (is_near(line, person) or (person.number is not None and person.number == line.number))
    )


def members_differ(line: RosterLine, person: KnownPerson) -> bool:
    numbers = person.member_numbers
    return bool(line.member_number and numbers and line.member_number not in numbers)


def is_near(line: RosterLine, person: KnownPerson) -> bool:
    """Whether the member numbers differ by one character: changed, added, left out, or exchanged with its
    neighbour.
    """
    return OSA.distance(line.member_number, person.member_number) == 1


def nearness(line: RosterLine, person: KnownPerson) -> tuple[bool, bool, bool]:
    same_number = person.number is not None and person.number == line.number
    return same_number, folded(line.town) == folded(person.town), person.entry is not None


def shares_contact(line: RosterLine, other: "RosterLine | KnownPerson") -> bool:
    return bool(line.email and line.email.casefold() == other.email.casefold())
