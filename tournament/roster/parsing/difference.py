"""The changes that a roster would make, and the questions that only the director can answer."""

import hashlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext as _

from .columns import FIELDS
from .lines import RefusedLine, RosterLine, UnclearLine

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

NEW, SKIP = "new", "skip"


class Record(NamedTuple):
    name: str
    town: str
    member_number: str


@dataclass(frozen=True)
class KnownPerson:
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
    category: str = ""
    barred: str = ""
    """Since when and why, for a person who is barred."""
    also: tuple["Record", ...] = ()
    """The other records of the same person."""

    @property
    def names(self) -> tuple[str, ...]:
        return self.name, *(record.name for record in self.also)

    @property
    def towns(self) -> tuple[str, ...]:
        return self.town, *(record.town for record in self.also)

    @property
    def member_numbers(self) -> tuple[str, ...]:
        numbers = (self.member_number, *(record.member_number for record in self.also))
        return tuple(filter(None, numbers))

    @property
    def key(self) -> str:
        return str(self.person)


class FieldChange(NamedTuple):
    field: str
    old: str | int | bool
    new: str | int | bool

    @property
    def label(self) -> "StrPromise":
        columns = {"shows_initials": "initials", "fee_note": "fee", "family_name": "last_name"}
        return FIELDS[columns.get(self.field, self.field)]

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
class NewEntry:
    line: RosterLine
    known: KnownPerson | None = None
    changes: tuple[FieldChange, ...] = ()


@dataclass(frozen=True)
class ChangedEntry:
    line: RosterLine
    known: KnownPerson
    changes: tuple[FieldChange, ...]


@dataclass(frozen=True)
class LineQuestion:
    """A line only the director can place.

    `reason` is "spelling", "number" (somebody of a name like this plays under the line's number), "town", "member" (the
    club knows the member number under quite another name), "other-member" (it knows the name under another member
    number), "barred" (a person of this name is barred), or that an earlier line (`twin`) has the same person ("twice"),
    player number ("number-twice") or member number ("member-twice").
    `placed` is the line without what the earlier one has, as it comes in. `more` are as many people again who would
    fit and are not offered.
    """

    line: RosterLine
    reason: str
    candidates: tuple[KnownPerson, ...] = ()
    twin: int = 0
    more: int = 0
    placed: RosterLine | None = None

    @property
    def comes_in(self) -> RosterLine:
        return self.placed or self.line

    @property
    def may_be_new(self) -> bool:
        return self.reason != "member" and not self.number_taken

    @property
    def number_taken(self) -> bool:
        number = self.comes_in.number
        return number is not None and any(person.number == number for person in self.candidates)


@dataclass(frozen=True)
class LineAnswer:
    """A director's answer about a line: `choice` is "new", "skip" or "same"; `keeps_name` with "same"."""

    choice: str
    person: int = 0
    keeps_name: bool = False

    @classmethod
    def read(cls, text: str) -> "LineAnswer | None":
        """From a form's value: "new", "skip", "same-12" or "keep-12"; None for anything else."""
        word, _dash, person = text.partition("-")
        if text in {NEW, SKIP}:
            return cls(text)
        if word in {"same", "keep"} and person.isascii() and person.isdigit() and len(person) < 19:
            return cls("same", int(person), word == "keep")
        return None


@dataclass
class RosterDifference:
    new: list[NewEntry] = field(default_factory=list)
    changed: list[ChangedEntry] = field(default_factory=list)
    unchanged: list[RosterLine] = field(default_factory=list)
    questions: list[LineQuestion] = field(default_factory=list)
    refused: list[RefusedLine] = field(default_factory=list)
    skipped: list[RosterLine] = field(default_factory=list)
    missing: list[KnownPerson] = field(default_factory=list)
    withdrawn: list[KnownPerson] = field(default_factory=list)
    unclear: tuple[UnclearLine, ...] = ()
    left_out: tuple[RefusedLine, ...] = ()

    @property
    def names_nobody(self) -> bool:
        named = self.new, self.changed, self.unchanged, self.questions, self.refused, self.skipped
        return not (any(named) or self.unclear)

    @property
    def seated_with_other_numbers(self) -> int:
        return self.seated_with_other("number")

    @property
    def seated_with_other_names(self) -> int:
        return self.seated_with_other("name")

    def seated_with_other(self, field: str) -> int:
        return sum(
            entry.known.seated and any(change.field == field for change in entry.changes)
            for entry in self.changed
        )

    @property
    def changes_something(self) -> bool:
        return bool(
            self.new or self.changed or self.questions or self.unclear or self.missing or self.withdrawn
        )

    def fingerprint(self) -> str:
        """Differs whenever the preview would, so that only what was shown is imported."""
        shown = replace(self, skipped=[], left_out=())
        return hashlib.sha256(repr(shown).encode()).hexdigest()
