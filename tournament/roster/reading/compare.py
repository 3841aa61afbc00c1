"""Compares a roster with who is known: what is new, changed, already there, unclear, refused, or not in the file.

A pure function of the lines, the people known and the director's answers, so that the preview and the change that
follows it cannot differ unless one of the three did.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext as _
from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from tournament.family_names import divided, unlike_the_guess
from tournament.names import SIMILAR, folded

from .columns import FIELDS
from .lines import Lines, RefusedLine, RosterLine, UnclearLine

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
    phone: str = ""
    email: str = ""
    notes: str = ""
    fee_note: str = ""
    family_name: str = ""

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
        named = {"shows_initials": "initials", "fee_note": "fee", "family_name": "last_name"}
        return FIELDS[named.get(self.field, self.field)]

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
    """An entry of which the file says something else."""

    line: RosterLine
    known: Known
    changes: tuple[FieldChange, ...]


@dataclass(frozen=True)
class Question:
    """A line only the director can place.

    `why` is "spelling", "number" (somebody of a name like this plays under the line's number), "town", "member" (the
    club knows the member number under quite another name), "other-member" (it knows the name under another member
    number), or that an earlier line (`twin`) has the same person ("twice"), player number ("number-twice") or member
    number ("member-twice").
    `placed` is the line without what the earlier one has, as it comes in. `more` are as many people again who would
    fit and are not offered.
    """

    line: RosterLine
    why: str
    candidates: tuple[Known, ...] = ()
    twin: int = 0
    more: int = 0
    placed: RosterLine | None = None

    @property
    def comes_in(self) -> RosterLine:
        return self.placed or self.line

    @property
    def may_be_new(self) -> bool:
        return self.why != "member" and not self.number_taken

    @property
    def number_taken(self) -> bool:
        """Whether one of those offered plays under the line's number: somebody new cannot."""
        number = self.comes_in.number
        return number is not None and any(one.number == number for one in self.candidates)


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
    unclear: tuple[UnclearLine, ...] = ()
    left_out: tuple[RefusedLine, ...] = ()

    @property
    def names_nobody(self) -> bool:
        """Whether the file has no line with a player."""
        return not (
            self.new
            or self.changed
            or self.same
            or self.questions
            or self.refused
            or self.skipped
            or self.unclear
        )

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
        return bool(
            self.new or self.changed or self.questions or self.unclear or self.missing or self.withdrawn
        )

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
            self.unclear,
        )
        return hashlib.sha256(repr(parts).encode()).hexdigest()


def compare(lines: Lines, known: Sequence[Known], answers: Mapping[str, Answer] | None = None) -> Difference:
    """The difference between the file's lines and the people known. `answers` maps the keys of lines.

    An answer that the line does not offer counts as none: its question stays.
    """
    difference = Difference(refused=list(lines.refused), unclear=lines.unclear, left_out=lines.left_out)
    placed = place(lines.good, known, answers or {}, difference)
    free = refuse_taken_numbers(placed, known, difference)
    for line, person in free:
        sort_in(line, person, difference)
    # A line that was refused or waits for an answer still says that its person is in the file.
    named = {person.person for _line, person in placed if person}
    named |= {candidate.person for question in difference.questions for candidate in question.candidates}
    unread = {folded(line.name) for line in difference.refused}
    unread |= {folded(name) for line in lines.unclear for name in (line.name, *line.names)}
    difference.missing = [
        person
        for person in known
        if person.entry
        and person.state != "withdrawn"
        and person.person not in named
        and folded(person.name) not in unread
    ]
    difference.refused.sort(key=lambda line: line.line)
    return difference


Placed = tuple[RosterLine, Known | None]


def place(
    lines: Sequence[RosterLine],
    known: Sequence[Known],
    answers: Mapping[str, Answer],
    difference: Difference,
) -> list[Placed]:
    """Each line with its person, None for somebody new; questions and repeats go to the difference."""
    people = People(known)
    repeated = repeats(lines)
    placed: list[Placed] = []
    open_lines: list[RosterLine] = []
    for line in sorted(lines, key=lambda line: (not line.member_number, not people.knows_number(line))):
        person = None if line.key in repeated else people.sure(line, lines)
        if person is None or needs_asking(line, person):
            open_lines.append(line)
        else:
            people.claim(person, line)
            placed.append((line, person))
    seen: dict[str, list[RosterLine]] = {}
    for line, _person in placed:
        seen.setdefault(folded(line.name), []).append(line)
    for line in sorted(open_lines, key=lambda line: (line.line, line.part)):
        namesakes = seen.setdefault(folded(line.name), [])
        question: Question | None
        if line.key in repeated:
            question = people.with_candidates(repeated[line.key], lines)
        else:
            question = people.question(line) or twin_question(line, namesakes)
        answer = answers.get(line.key)
        if question is None:
            placed.append((with_namesake(line, namesakes), None))
        elif answer and answer.choice == SKIP:
            difference.skipped.append(line)
        elif answer and answer.choice == NEW and question.may_be_new:
            placed.append((question.comes_in, None))
        elif answer and (chosen := chosen_of(question, answer)):
            comes_in = question.comes_in
            if chosen.person in people.claimed:
                difference.refused.append(already_there(line, people.claimed[chosen.person]))
            else:
                people.claim(chosen, line)
                placed.append(
                    (replace(comes_in, name=chosen.name) if answer.keeps_name else comes_in, chosen)
                )
        else:
            difference.questions.append(question)
        namesakes.append(line)
    return placed


def repeats(lines: Sequence[RosterLine]) -> dict[str, Question]:
    """A question for each line with the player number or the member number of an earlier one."""
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
        why = "twice" if is_same else "member-twice" if member is not line else "number-twice"
        questions[line.key] = Question(line, why, twin=twin.line, placed=placed)
    return questions


def with_namesake(line: RosterLine, namesakes: Sequence[RosterLine]) -> RosterLine:
    if not namesakes:
        return line
    remark = _("Line %(line)s has this name too.") % {"line": namesakes[0].line}
    return replace(line, remarks=(*line.remarks, remark))


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


def twin_question(line: RosterLine, namesakes: Sequence[RosterLine]) -> Question | None:
    """Asked when another line has this name too, and the same address or nothing that tells the two apart."""
    for other in namesakes:
        towns_differ = line.town and other.town and folded(line.town) != folded(other.town)
        members_differ = line.member_number and other.member_number
        if shares_contact(line, other) or not (towns_differ or members_differ):
            return Question(line, "twice", twin=other.line)
    return None


def shares_contact(line: RosterLine, other: "RosterLine | Known") -> bool:
    return bool(line.email and line.email.casefold() == other.email.casefold())


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

    def sure(self, line: RosterLine, lines: Sequence[RosterLine]) -> Known | None:
        return self.with_member_number(line) or self.with_name(line, lines)

    def with_candidates(self, question: Question, lines: Sequence[RosterLine]) -> Question:
        """The question with those offered who fit what the line has to itself."""
        person = self.sure(question.comes_in, lines)
        asked = self.question(question.comes_in)
        if person:
            return replace(question, candidates=(person,))
        return replace(question, candidates=asked.candidates, more=asked.more) if asked else question

    def with_member_number(self, line: RosterLine) -> Known | None:
        return self.by_member.get(line.member_number) if line.member_number else None

    def with_name(self, line: RosterLine, lines: Sequence[RosterLine]) -> Known | None:
        """The one person of exactly this name whom the line means, or None when that is not certain."""
        candidates = [
            one
            for one in self.by_name.get(line.name, ())
            if (not members_differ(line, one) or is_slip(line, one)) and not town_differs(line, one)
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
            why = "other-member" if any(members_differ(line, one) for one in namesakes) else "town"
            return offering(line, why, sorted(namesakes, key=lambda one: nearness(line, one), reverse=True))
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


def offering(line: RosterLine, why: str, people: Sequence[Known]) -> Question:
    return Question(line, why, tuple(people[:MOST_CANDIDATES]), more=max(len(people) - MOST_CANDIDATES, 0))


def is_like_holder(line: RosterLine, holder: Known) -> bool:
    """Whether the line may mean the one who plays under its number: spelled much the same, or a word in common."""
    written, known = folded(line.name), folded(holder.name)
    words = {word for word in written.split() if len(word) > 2}
    return bool(words & set(known.split())) or fuzz.token_sort_ratio(written, known) >= SAME_NUMBER


def contradicts(line: RosterLine, known: Known) -> bool:
    """Two different member numbers are two people, unless the name is the same and so is the player number, or nearly
    the member number."""
    if not members_differ(line, known):
        return False
    same_name = folded(line.name) == folded(known.name)
    return not (
        same_name and (is_near(line, known) or (known.number is not None and known.number == line.number))
    )


def members_differ(line: RosterLine, known: Known) -> bool:
    return bool(line.member_number and known.member_number and line.member_number != known.member_number)


def is_near(line: RosterLine, known: Known) -> bool:
    """Whether one character makes the difference: changed, added, left out, or two that traded places."""
    return OSA.distance(line.member_number, known.member_number) == 1


def is_slip(line: RosterLine, known: Known) -> bool:
    """Whether a member number is surely a correction: by one character, with the same number, town or e-mail."""
    same = (known.number is not None and known.number == line.number) or shares_contact(line, known)
    return is_near(line, known) and (same or bool(line.town and folded(line.town) == folded(known.town)))


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


def other_family_name(line: RosterLine, person: Known) -> str | None:
    """The family name to be kept of a known person, where the file divides the name otherwise than lists do now."""
    if not line.family_name or folded(line.family_name) == folded(
        divided(line.name, person.family_name).family
    ):
        return None
    return unlike_the_guess(line.family_name, line.name)


def changes_between(line: RosterLine, person: Known) -> tuple[FieldChange, ...]:
    """What the file says otherwise; what it leaves empty is not a change."""
    pairs: list[tuple[str, str | int | bool, str | int | bool | None]] = [
        ("name", person.name, line.name),
        ("family_name", person.family_name, other_family_name(line, person)),
        ("town", person.town, line.town or None),
        ("member_number", person.member_number, line.member_number or None),
        ("phone", person.phone, line.phone or None),
        ("email", person.email, line.email or None),
    ]
    if person.entry is not None:
        pairs += [
            ("number", person.number or 0, line.number),
            ("shows_initials", person.shows_initials, line.shows_initials),
            ("notes", person.notes, line.notes or None),
            ("fee_note", person.fee_note, line.fee or None),
        ]
    return tuple(FieldChange(name, old, new) for name, old, new in pairs if new is not None and old != new)
