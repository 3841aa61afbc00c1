import re
from collections.abc import Iterable, Mapping
from typing import Any

from club.models import Person
from club.names import folded
from record.journal.erasing import EntryWords, words_of
from record.kept import ERASED
from record.models import JournalEntry

# Values of a person in the journal, beside the name.
OWN = ("family_name", "said_as", "town", "member_number", "reference", "decided_in", "reason")
MOST_IN_A_SUBJECT = 200
SPACE = r"\s+"


class Renaming:
    """Puts `instead` in the place of somebody's name, in texts and in JSON."""

    instead: str
    numbers: dict[int, int]
    """Their player's number by tournament."""

    def in_text(self, text: str, number: int | None = None, *, own: bool = False) -> str:
        """`number`: the player's, where the text is of one tournament; `own`: the text is about them alone."""
        raise NotImplementedError

    def in_value(self, value: Any, number: int | None = None, *, own: bool = False) -> Any:
        if isinstance(value, str):
            return self.in_text(value, number, own=own)
        if isinstance(value, list):
            return [self.in_value(item, number, own=own) for item in value]
        if isinstance(value, Mapping):
            return {key: self.in_value(item, number, own=own) for key, item in value.items()}
        return value

    def left_of(self, entry: JournalEntry) -> EntryWords:
        """The words of a journal entry without the names. Entries about them alone lose their reason."""
        raise NotImplementedError


class Naming(Renaming):
    """Where a person is named, and what comes in the place of the name.

    Names they had before count in what is about them alone: a line that was somebody else's by mistake may have had
    the name of somebody who plays. So does the present one where somebody else of the club has it too.
    """

    def __init__(self, person: Person, instead: str, *, called: Iterable[str] = ()) -> None:
        """`called`: what they are called now, where it is not the name that is stored."""
        self.instead = instead
        self.entries = {entry.pk: entry for entry in person.entries.all()}
        self.numbers = {entry.tournament_id: entry.number for entry in self.entries.values()}
        self.bars = set(person.bars.values_list("pk", flat=True))
        others = Person.objects.filter(club=person.club_id).exclude(
            pk__in=Person.objects.same_as([person.pk])
        )
        taken = {folded(name) for name in others.values_list("name", flat=True)}
        present = set(called) or {person.name}
        self.names = sorted((present | former_names(person)) - {instead}, key=len, reverse=True)
        self.free = [name for name in self.names if name in present and folded(name) not in taken]
        self.own_pattern, self.free_pattern = pattern(self.names), pattern(self.free)

    def in_text(self, text: str, number: int | None = None, *, own: bool = False) -> str:
        if own:
            return self.own_pattern.sub(self.instead, text)
        text = self.free_pattern.sub(self.instead, text)
        if number is not None:
            for name in self.names:
                text = re.sub(rf"(?<!\w){number} {re.escape(name)}(?!\w)", f"{number} {self.instead}", text)
        return text

    def in_value(self, value: Any, number: int | None = None, *, own: bool = False) -> Any:
        own = own or (isinstance(value, Mapping) and self.is_about(value, number))
        renamed = super().in_value(value, number, own=own)
        if own and isinstance(renamed, dict):
            renamed |= {name: "" for name in OWN if renamed.get(name)}
            renamed |= {"name": self.instead} if renamed.get("name") else {}
        return renamed

    def is_about(self, value: Mapping[str, Any], number: int | None) -> bool:
        """Whether a mapping of the journal is this player's, by {"player": number or name} or {"number", "name"}."""
        player = value.get("player", value.get("number") if "name" in value else None)
        return player in self.free or (number is not None and player == number)

    def left_of(self, entry: JournalEntry) -> EntryWords:
        number = self.numbers.get(entry.tournament_id) if entry.tournament_id else None
        own = entry.entry_id in self.entries or entry.other_entry_id in self.entries
        own = own or self.is_of_club(entry)
        subject = self.in_text(entry.subject, number, own=own)
        if len(entry.subject) == MOST_IN_A_SUBJECT and number is not None:
            subject = self.without_cut_name(subject, number)
        reason = self.in_text(entry.reason, number, own=own)
        if own and entry.reason and entry.table_id is None:
            reason = ERASED
        return EntryWords(
            subject[:MOST_IN_A_SUBJECT],
            self.in_value(entry.old, number, own=own and entry.table_id is None),
            self.in_value(entry.new, number, own=own and entry.table_id is None),
            reason,
            entry.actor_name,
        )

    def is_in(self, entry: JournalEntry) -> bool:
        if entry.entry_id in self.entries or entry.other_entry_id in self.entries:
            return True
        return self.left_of(entry) != words_of(entry)

    def is_of_club(self, entry: JournalEntry) -> bool:
        if entry.tournament_id is not None or entry.subject not in self.names:
            return False
        values = [value for value in (entry.old, entry.new) if isinstance(value, Mapping)]
        return entry.subject in self.free or any(value.get("bar") in self.bars for value in values)

    def without_cut_name(self, subject: str, number: int) -> str:
        """A subject that ends in a truncated name of the person, without that part."""
        for name in self.names:
            label = f"{number} {name}"
            for end in range(len(label) - 1, len(f"{number} "), -1):
                if subject.endswith(label[:end]):
                    return f"{subject[:-end]}{number} …"
        return subject


def pattern(names: Iterable[str]) -> re.Pattern[str]:
    spellings: list[str] = []
    for name in names:
        words = [re.escape(word) for word in name.split()]
        spellings.append(SPACE.join(words))
        if len(words) > 1:
            spellings.append(rf"{words[-1]},\s*{SPACE.join(words[:-1])}")
    return re.compile(rf"(?<!\w)(?:{'|'.join(spellings) or '(?!)'})(?!\w)", re.IGNORECASE)


def former_names(person: Person) -> set[str]:
    names: set[str] = set()
    entries = {entry.pk: entry.number for entry in person.entries.all()}
    about = JournalEntry.objects.filter(entry__in=entries).values_list("entry", "subject", "old", "new")
    for key, subject, old, new in about:
        for value in (old, new):
            if isinstance(value, Mapping) and isinstance(value.get("name"), str):
                names.add(value["name"])
        if match := re.fullmatch(rf"{entries[key]} (.+)", subject):
            names.add(match[1])
    return {name for name in names if name.strip()}
