"""Which person of the club a line of a roster means: by member number, by name, by player number, by likeness."""

from collections.abc import Sequence
from dataclasses import replace

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from tournament.names import SIMILAR, folded

from .difference import Known, Question
from .lines import RosterLine

# Somebody's own number beside a name is half an answer. "Tab Nane" and "Tab Name" reach 87, "Anne Leigh" and
# "Ann Lee" 70, "Ann Lee" and "Bo Li" 33.
SAME_NUMBER = 60
# A page that offers more names than this is a list to be searched; a line of the file is sooner made plain.
MOST_CANDIDATES = 8


class People:
    """The people known. Each is claimed by one line at most."""

    def __init__(self, people: Sequence[Known]) -> None:
        self.known = {person.person: person for person in people}
        self.plain = {person.person: folded(person.name) for person in people}
        self.claimed: dict[int, int] = {}
        self.by_member = {person.member_number: person for person in people if person.member_number}
        self.by_number = {person.number: person for person in people if person.number is not None}
        self.by_name: dict[str, list[Known]] = {}
        for person in people:
            self.by_name.setdefault(person.name, []).append(person)

    def claim(self, person: Known, line: RosterLine) -> None:
        self.claimed[person.person] = line.line

    def knows_number(self, line: RosterLine) -> bool:
        """Whether somebody of this name is entered under the line's number: sure enough to go first."""
        return line.number is not None and any(
            person.number == line.number for person in self.by_name.get(line.name, ())
        )

    def sure(self, line: RosterLine, lines: Sequence[RosterLine]) -> Known | None:
        return self.with_member_number(line) or self.with_name(line, lines)

    def with_candidates(self, question: Question, lines: Sequence[RosterLine]) -> Question:
        """The question with those offered who fit what the line has to itself."""
        person = self.sure(question.comes_in, lines)
        own_question = self.question(question.comes_in)
        if person:
            return replace(question, candidates=(person,))
        return (
            replace(question, candidates=own_question.candidates, more=own_question.more)
            if own_question
            else question
        )

    def with_member_number(self, line: RosterLine) -> Known | None:
        return self.by_member.get(line.member_number) if line.member_number else None

    def with_name(self, line: RosterLine, lines: Sequence[RosterLine]) -> Known | None:
        """The one person of exactly this name whom the line means, or None when that is not certain."""
        candidates = [
            person
            for person in self.by_name.get(line.name, ())
            if (not members_differ(line, person) or is_slip(line, person)) and not town_differs(line, person)
        ]
        free = [person for person in candidates if person.person not in self.claimed]
        if not free:
            return None
        best = max(nearness(line, person) for person in free)
        nearest = [person for person in free if nearness(line, person) == best]
        namesakes = sum(other.name == line.name for other in lines)
        return nearest[0] if len(nearest) == 1 or namesakes >= len(nearest) else None

    def question(self, line: RosterLine) -> Question | None:
        member = self.with_member_number(line)
        if member:
            return Question(line, "member", (member,))
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

    def is_free(self, line: RosterLine, person: Known) -> bool:
        return person.person not in self.claimed and not contradicts(line, person)

    def alike(self, line: RosterLine) -> list[Known]:
        """Those of a name nearly the same, the likest first; of equals, who is nearest otherwise."""
        matches = process.extract(
            folded(line.name), self.plain, scorer=fuzz.token_sort_ratio, score_cutoff=SIMILAR, limit=None
        )
        likeness = {person: score for _name, score, person in matches}
        free = [self.known[person] for person in likeness if self.is_free(line, self.known[person])]
        return sorted(
            free, key=lambda person: (likeness[person.person], nearness(line, person)), reverse=True
        )


def offering(line: RosterLine, reason: str, people: Sequence[Known]) -> Question:
    return Question(line, reason, tuple(people[:MOST_CANDIDATES]), more=max(len(people) - MOST_CANDIDATES, 0))


def is_like_holder(line: RosterLine, holder: Known) -> bool:
    """Whether the line may mean the one who plays under its number: spelled much the same, or a word in common."""
    line_name, own_name = folded(line.name), folded(holder.name)
    words = {word for word in line_name.split() if len(word) > 2}
    return bool(words & set(own_name.split())) or fuzz.token_sort_ratio(line_name, own_name) >= SAME_NUMBER


def contradicts(line: RosterLine, person: Known) -> bool:
    """Two different member numbers are two people, unless the name is the same and so is the player number, or nearly
    the member number."""
    if not members_differ(line, person):
        return False
    same_name = folded(line.name) == folded(person.name)
    return not (
        same_name and (is_near(line, person) or (person.number is not None and person.number == line.number))
    )


def members_differ(line: RosterLine, person: Known) -> bool:
    return bool(line.member_number and person.member_number and line.member_number != person.member_number)


def is_near(line: RosterLine, person: Known) -> bool:
    """Whether one character makes the difference: changed, added, left out, or two that traded places."""
    return OSA.distance(line.member_number, person.member_number) == 1


def is_slip(line: RosterLine, person: Known) -> bool:
    """Whether a member number is surely a correction: by one character, with the same number, town or e-mail."""
    agrees = (person.number is not None and person.number == line.number) or shares_contact(line, person)
    return is_near(line, person) and (agrees or bool(line.town and folded(line.town) == folded(person.town)))


def town_differs(line: RosterLine, person: Known) -> bool:
    return bool(line.town and person.town and folded(line.town) != folded(person.town))


def nearness(line: RosterLine, person: Known) -> tuple[bool, bool, bool]:
    same_number = person.number is not None and person.number == line.number
    return same_number, folded(line.town) == folded(person.town), person.entry is not None


def shares_contact(line: RosterLine, other: "RosterLine | Known") -> bool:
    return bool(line.email and line.email.casefold() == other.email.casefold())
