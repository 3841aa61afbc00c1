"""Compares a roster with who is known: what is new, changed, already there, unclear, refused, or not in the file.

A pure function of the lines, the people known and the director's answers, so that the preview and the change that
follows it cannot differ unless one of the three did.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, NamedTuple

from django.utils.translation import gettext as _
from rapidfuzz import fuzz, process

from tournament.names import SIMILAR, folded

from .columns import FIELDS
from .line import RefusedLine, RosterLine

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

# One member number under two names as unlike as this is a slip more often than a marriage.
SAME_MEMBER = 60
# Somebody's own number beside a name is half an answer. "Tab Nane" and "Tab Name" reach 87, "Anne Leigh" and
# "Ann Lee" 70, "Ann Lee" and "Bo Li" 33.
SAME_NUMBER = 60
# A page that offers more names than this is a list to be searched; a line of the file is sooner made plain.
MOST_CANDIDATES = 8

NEW, SKIP = "new", "skip"


@dataclass(frozen=True)
class Known:
    """A person of the club; `number` and `state` when entered in this tournament."""

    person: int
    name: str
    town: str = ""
    member_number: str = ""
    entry: int | None = None
    number: int | None = None
    state: str = ""
    shows_initials: bool = False
    seated: bool = False

    @property
    def key(self) -> str:
        """The person's id as a form's value spells it."""
        return str(self.person)


class FieldChange(NamedTuple):
    field: str
    old: str | int | bool
    new: str | int | bool

    @property
    def label(self) -> "StrPromise":
        return FIELDS["initials" if self.field == "shows_initials" else self.field]

    @property
    def was(self) -> str:
        return in_words(self.old)

    @property
    def becomes(self) -> str:
        return in_words(self.new)


def in_words(value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value) or "–"


@dataclass(frozen=True)
class New:
    """An entry to be made, for somebody known to the club or not."""

    line: RosterLine
    known: Known | None = None
    changes: tuple[FieldChange, ...] = ()


@dataclass(frozen=True)
class Change:
    """An entry whose number, name, town, member number or initials differ from the file."""

    line: RosterLine
    known: Known
    changes: tuple[FieldChange, ...]


@dataclass(frozen=True)
class Question:
    """A line only the director can place. `why` is "spelling", "number", "town", "member" or "twice".

    `more` are as many people again who would fit and are not offered.
    """

    line: RosterLine
    why: Literal["spelling", "number", "town", "member", "twice"]
    candidates: tuple[Known, ...] = ()
    twin: int = 0
    more: int = 0

    @property
    def may_be_new(self) -> bool:
        return self.why != "member" and not self.number_taken

    @property
    def number_taken(self) -> bool:
        """Whether one of those offered plays under the line's number: somebody new cannot."""
        return self.line.number is not None and any(one.number == self.line.number for one in self.candidates)


@dataclass(frozen=True)
class Answer:
    """What the director said about a line: `choice` is "new", "skip" or "same"; `keeps_name` with "same"."""

    choice: str
    person: int = 0
    keeps_name: bool = False

    @classmethod
    def read(cls, text: str) -> "Answer | None":
        """From a form's value: "new", "skip", "same-12" or "keep-12"; None for anything else."""
        word, _dash, person = text.partition("-")
        if text in {NEW, SKIP}:
            return cls(text)
        if word in {"same", "keep"} and person.isascii() and person.isdigit() and len(person) < 19:
            return cls("same", int(person), word == "keep")
        return None


@dataclass
class Difference:
    """Everything the preview shows; `same` are lines that change nothing."""

    new: list[New] = field(default_factory=list)
    changed: list[Change] = field(default_factory=list)
    same: list[RosterLine] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    refused: list[RefusedLine] = field(default_factory=list)
    skipped: list[RosterLine] = field(default_factory=list)
    missing: list[Known] = field(default_factory=list)
    withdrawn: list[Known] = field(default_factory=list)

    @property
    def names_nobody(self) -> bool:
        """Whether the file has no line with a player."""
        return not (self.new or self.changed or self.same or self.questions or self.refused or self.skipped)

    @property
    def seated_with_other_numbers(self) -> int:
        return self.seated_with_other("number")

    @property
    def seated_with_other_names(self) -> int:
        return self.seated_with_other("name")

    def seated_with_other(self, field: str) -> int:
        """How many players with a seat get another one of these, so that what is printed is out of date."""
        return sum(
            one.known.seated and any(change.field == field for change in one.changes) for one in self.changed
        )

    @property
    def changes_something(self) -> bool:
        return bool(self.new or self.changed or self.questions or self.missing or self.withdrawn)

    def fingerprint(self) -> str:
        """Equal as long as the preview would read the same."""
        parts = (
            self.new,
            self.changed,
            self.same,
            self.questions,
            self.refused,
            self.missing,
            self.withdrawn,
        )
        return hashlib.sha256(repr(parts).encode()).hexdigest()


def compare(
    lines: Sequence[RosterLine],
    refused: Iterable[RefusedLine],
    known: Sequence[Known],
    answers: Mapping[int, Answer] | None = None,
) -> Difference:
    """The difference between the file's lines and the people known. `answers` maps line numbers.

    An answer that the line does not offer counts as none: its question stays.
    """
    difference = Difference(refused=list(refused))
    lines = refuse_repeated_numbers(lines, difference)
    placed = place(lines, known, answers or {}, difference)
    free = refuse_taken_numbers(placed, known, difference)
    for line, person in free:
        sort_in(line, person, difference)
    # A line that was refused or waits for an answer still says that its person is in the file.
    named = {person.person for _line, person in placed if person}
    named |= {candidate.person for question in difference.questions for candidate in question.candidates}
    refused_names = {folded(one.name) for one in difference.refused}
    difference.missing = [
        one
        for one in known
        if one.entry
        and one.state != "withdrawn"
        and one.person not in named
        and folded(one.name) not in refused_names
    ]
    difference.refused.sort(key=lambda one: one.line)
    return difference


Placed = tuple[RosterLine, Known | None]


def refuse_repeated_numbers(lines: Sequence[RosterLine], difference: Difference) -> list[RosterLine]:
    first: dict[int, int] = {}
    kept = []
    for line in lines:
        if line.number is not None and first.setdefault(line.number, line.line) != line.line:
            reason = _("Number %(number)s is on line %(line)s already.") % {
                "number": line.number,
                "line": first[line.number],
            }
            difference.refused.append(RefusedLine(line.line, line.name, reason, line.name))
        else:
            kept.append(line)
    return kept


def place(
    lines: Sequence[RosterLine],
    known: Sequence[Known],
    answers: Mapping[int, Answer],
    difference: Difference,
) -> list[Placed]:
    """Each line with its person, None for somebody new; questions and repeats go to the difference."""
    people = People(known)
    placed: list[Placed] = []
    open_lines: list[RosterLine] = []
    for line in sorted(lines, key=lambda one: (not one.member_number, not people.knows_number(one))):
        member = people.with_member_number(line)
        person = member or people.with_name(line, lines)
        if member and member.person in people.claimed:
            difference.refused.append(already_there(line, people.claimed[member.person]))
        elif person is None or needs_asking(line, person):
            open_lines.append(line)
        else:
            people.claim(person, line)
            placed.append((line, person))
    seen: dict[str, list[RosterLine]] = {}
    for line, _person in placed:
        seen.setdefault(folded(line.name), []).append(line)
    for line in sorted(open_lines, key=lambda one: one.line):
        question = people.question(line) or twin_question(line, seen)
        seen.setdefault(folded(line.name), []).append(line)
        answer = answers.get(line.line)
        if question is None:
            placed.append((line, None))
        elif answer and answer.choice == SKIP:
            difference.skipped.append(line)
        elif answer and answer.choice == NEW and question.may_be_new:
            placed.append((line, None))
        elif answer and (chosen := chosen_of(question, answer)):
            if chosen.person in people.claimed:
                difference.refused.append(already_there(line, people.claimed[chosen.person]))
                continue
            people.claim(chosen, line)
            placed.append((replace(line, name=chosen.name) if answer.keeps_name else line, chosen))
        else:
            difference.questions.append(question)
    return placed


def needs_asking(line: RosterLine, person: Known) -> bool:
    """The same member number under quite another name."""
    return (
        bool(line.member_number)
        and person.member_number == line.member_number
        and fuzz.token_sort_ratio(folded(line.name), folded(person.name)) < SAME_MEMBER
    )


def already_there(line: RosterLine, other: int) -> RefusedLine:
    reason = _("This person is on line %(line)s already.") % {"line": other}
    return RefusedLine(line.line, line.name, reason)


def twin_question(line: RosterLine, seen: Mapping[str, Sequence[RosterLine]]) -> Question | None:
    """Asked when another line has this name too and nothing tells the two apart."""
    for other in seen.get(folded(line.name), ()):
        towns_differ = line.town and other.town and folded(line.town) != folded(other.town)
        members_differ = line.member_number and other.member_number
        if not (towns_differ or members_differ):
            return Question(line, "twice", twin=other.line)
    return None


def chosen_of(question: Question, answer: Answer) -> Known | None:
    if answer.choice != "same":
        return None
    return next((one for one in question.candidates if one.person == answer.person), None)


class People:
    """Those known, found by member number, by name and by likeness; each is claimed by one line at most."""

    def __init__(self, known: Sequence[Known]) -> None:
        self.known = {one.person: one for one in known}
        self.plain = {one.person: folded(one.name) for one in known}
        self.claimed: dict[int, int] = {}
        self.by_member = {one.member_number: one for one in known if one.member_number}
        self.by_number = {one.number: one for one in known if one.number is not None}
        self.by_name: dict[str, list[Known]] = {}
        for one in known:
            self.by_name.setdefault(one.name, []).append(one)

    def claim(self, person: Known, line: RosterLine) -> None:
        self.claimed[person.person] = line.line

    def knows_number(self, line: RosterLine) -> bool:
        """Whether somebody of this name is entered under the line's number: sure enough to go first."""
        return line.number is not None and any(
            one.number == line.number for one in self.by_name.get(line.name, ())
        )

    def with_member_number(self, line: RosterLine) -> Known | None:
        return self.by_member.get(line.member_number) if line.member_number else None

    def with_name(self, line: RosterLine, lines: Sequence[RosterLine]) -> Known | None:
        """The one person of exactly this name whom the line means, or None when that is not certain."""
        candidates = [
            one
            for one in self.by_name.get(line.name, ())
            if not contradicts(line, one) and not town_differs(line, one)
        ]
        free = [one for one in candidates if one.person not in self.claimed]
        if not free:
            return None
        best = max(nearness(line, one) for one in free)
        nearest = [one for one in free if nearness(line, one) == best]
        namesakes = sum(other.name == line.name for other in lines)
        return nearest[0] if len(nearest) == 1 or namesakes >= len(nearest) else None

    def question(self, line: RosterLine) -> Question | None:
        member = self.with_member_number(line)
        if member:
            return Question(line, "member", (member,))
        namesakes = [one for one in self.by_name.get(line.name, ()) if self.is_free(line, one)]
        if namesakes:
            return offering(
                line, "town", sorted(namesakes, key=lambda one: nearness(line, one), reverse=True)
            )
        alike = self.alike(line)
        holder = self.by_number.get(line.number) if line.number is not None else None
        if holder and self.is_free(line, holder) and is_like_holder(line, holder):
            return offering(line, "number", [holder, *(one for one in alike if one is not holder)])
        return offering(line, "spelling", alike) if alike else None

    def is_free(self, line: RosterLine, one: Known) -> bool:
        return one.person not in self.claimed and not contradicts(line, one)

    def alike(self, line: RosterLine) -> list[Known]:
        """Those of a name nearly the same, the likest first; of equals, who is nearest otherwise."""
        found = process.extract(
            folded(line.name), self.plain, scorer=fuzz.token_sort_ratio, score_cutoff=SIMILAR, limit=None
        )
        likeness = {person: score for _name, score, person in found}
        free = [self.known[person] for person in likeness if self.is_free(line, self.known[person])]
        return sorted(free, key=lambda one: (likeness[one.person], nearness(line, one)), reverse=True)


def offering(
    line: RosterLine, why: Literal["spelling", "number", "town"], people: Sequence[Known]
) -> Question:
    return Question(line, why, tuple(people[:MOST_CANDIDATES]), more=max(len(people) - MOST_CANDIDATES, 0))


def is_like_holder(line: RosterLine, holder: Known) -> bool:
    """Whether the line may mean the one who plays under its number: spelled much the same, or a word in common."""
    written, known = folded(line.name), folded(holder.name)
    words = {word for word in written.split() if len(word) > 2}
    return bool(words & set(known.split())) or fuzz.token_sort_ratio(written, known) >= SAME_NUMBER


def contradicts(line: RosterLine, one: Known) -> bool:
    """Two different member numbers are two people."""
    return bool(line.member_number and one.member_number and line.member_number != one.member_number)


def town_differs(line: RosterLine, one: Known) -> bool:
    return bool(line.town and one.town and folded(line.town) != folded(one.town))


def nearness(line: RosterLine, one: Known) -> tuple[bool, bool, bool]:
    same_number = one.number is not None and one.number == line.number
    return same_number, folded(line.town) == folded(one.town), one.entry is not None


def refuse_taken_numbers(
    placed: Sequence[Placed], known: Sequence[Known], difference: Difference
) -> list[Placed]:
    """Leaves out lines whose number belongs to an entry that keeps it."""
    while True:
        leaving = {
            person.entry
            for line, person in placed
            if person and person.entry and line.number not in {None, person.number}
        }
        holders = {one.number: one for one in known if one.entry and one.entry not in leaving}
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
        placed = [one for one in placed if one not in taken]


def sort_in(line: RosterLine, person: Known | None, difference: Difference) -> None:
    if person is None:
        difference.new.append(New(line))
        return
    changes = changes_between(line, person)
    if person.entry is None:
        difference.new.append(New(line, person, changes))
    elif changes:
        difference.changed.append(Change(line, person, changes))
    else:
        difference.same.append(line)
    if person.state == "withdrawn":
        difference.withdrawn.append(person)


def changes_between(line: RosterLine, person: Known) -> tuple[FieldChange, ...]:
    """What the file says otherwise; what it leaves empty is not a change."""
    pairs: list[tuple[str, str | int | bool, str | int | bool | None]] = [
        ("name", person.name, line.name),
        ("town", person.town, line.town or None),
        ("member_number", person.member_number, line.member_number or None),
    ]
    if person.entry is not None:
        pairs += [
            ("number", person.number or 0, line.number),
            ("shows_initials", person.shows_initials, line.shows_initials),
        ]
    return tuple(FieldChange(name, old, new) for name, old, new in pairs if new is not None and old != new)
