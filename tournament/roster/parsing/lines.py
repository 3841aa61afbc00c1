"""Tells which lines of a roster are players, which are left out, and which only the director can judge; and reads
each.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from club.family_names import stands_in
from club.names import MOST_CHARACTERS, NUMBERING, first_name_first, folded, has_letter, recapitalized, tidy
from record.refused import refuse
from tournament.models.choices import (
    MOST_CATEGORY,
    MOST_EMAIL,
    MOST_FEE_NOTE,
    MOST_MEMBER_NUMBER,
    MOST_NOTES,
    MOST_PHONE,
    MOST_TOWN,
)
from ui.texts import has_control_characters

from .cells import (
    NO,
    NOBODY,
    REMARK,
    YES,
    amount,
    family_written,
    in_one,
    length_fault,
    people_on,
    read_category,
    read_number,
    read_yes,
    shortened,
    spaced,
    split_remark,
    whole_name,
)
from .columns import NAMES, REPEATED, Layout, RosterSheet, field_of, headings, is_phone

# What a line says of everybody on it; telephone, town and numbers are of the first player alone.
OF_THE_LINE = ("waiting", "status", "ticket", "category")


@dataclass(frozen=True)
class RosterLine:
    """The values of a line. `line` counts from 1 in the file, `part` from 0 the people on it; values missing from
    the file are None or empty. `remarks` are for the director.
    """

    line: int
    name: str
    number: int | None = None
    member_number: str = ""
    town: str = ""
    shows_initials: bool | None = None
    phone: str = ""
    email: str = ""
    notes: str = ""
    fee: str = ""
    waiting: bool = False
    part: int = 0
    remarks: tuple[str, ...] = ()
    family_name: str = ""
    category: str | None = None
    """"" is the whole event."""

    @property
    def key(self) -> str:
        """The line in a form's field names: "12", for a second person on it "12-1"."""
        return f"{self.line}-{self.part}" if self.part else str(self.line)


@dataclass(frozen=True)
class RefusedLine:
    """A line that cannot be imported: its text and the reason; `name` if one can be read."""

    line: int
    text: str
    reason: str
    name: str = ""


@dataclass(frozen=True)
class UnclearLine:
    """A line of which only the director can tell whether it is one player, several or none.

    `names` are those on it, `name` the one if it is one.
    """

    line: int
    text: str
    reason: str
    name: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lines:
    good: tuple[RosterLine, ...] = ()
    refused: tuple[RefusedLine, ...] = ()
    unclear: tuple[UnclearLine, ...] = ()
    left_out: tuple[RefusedLine, ...] = ()


# What somebody wrote who comes, who waits, who does not come, and who has not decided.
_WAITS = re.compile(r"\bwait", re.IGNORECASE)
_GONE = re.compile(
    r"^(no?|not attending|not coming|not going|cancell?ed|refunded|failed|declined|withdrawn|expired|incomplete"
    r"|not yet replied|no reply)$",
    re.IGNORECASE,
)
_UNDECIDED = re.compile(r"^(maybe|perhaps|tentative|interested|unsure|\?)", re.IGNORECASE)
_NO_PLAYER = re.compile(r"not playing|\bonly\b|sponsor|spectator", re.IGNORECASE)
_ENTRY = re.compile(r"entry|player|tournament|seat|ticket|registration|wait", re.IGNORECASE)

# Between the lines of players: "Total: 42", "- page 2 -", "Table 1", "NOT YET PAID", "Waiting list", "Tuesday group".
_GROUP = re.compile(
    r"^\W*(total|subtotal|sum|count|players|members|printed|updated|exported|page|table|(not (yet )?)?paid|unpaid"
    r"|wait(ing)?( ?list)?)[\d\W]*$|\b(group|list)$",
    re.IGNORECASE,
)
_TOTAL = re.compile(r"[\W\d]*(sub)?total[\W\d]*", re.IGNORECASE)
# A colon, an exclamation mark, a full stop after a word in small letters, or a telephone number are in no name.
_SENTENCE = re.compile(r"[:!?=]|[a-z]{3}\.(\s|$)|\d{3}\W?\d{4}")


def read_lines(sheet: RosterSheet, layout: Layout) -> Lines:
    if not NAMES & set(layout.fields):
        raise refuse("no-name-column", _("Please say which column holds the name."), "columns")
    single_fields = [field for field in layout.fields if field and field not in REPEATED]
    if len(set(single_fields)) < len(single_fields):
        raise refuse("column-twice", _("Two columns are said to hold the same thing."), "columns")
    return SheetReader(sheet, layout).read()


class SheetReader:
    """Reads one sheet; what is usual in the sheet tells which lines are odd."""

    def __init__(self, sheet: RosterSheet, layout: Layout) -> None:
        self.layout = layout
        self.rows = sheet.rows[layout.header :]
        self.heading = sheet.rows[layout.header - 1][1] if layout.header else ()
        labels = [" ".join(parts) for parts in headings(sheet, layout.header)]
        columns = [(column, field, labels[column]) for column, field in enumerate(layout.fields) if field]
        # Of two telephones the mobile one comes first.
        self.columns = sorted(
            columns, key=lambda column: not re.search("mobile|cell", column[2], re.IGNORECASE)
        )
        self.other_columns = [column for column, field, _label in columns if field == "other_player"]
        self.notes = [(column, label) for column, field, label in columns if field == "notes"]
        of_category = [label for _column, field, label in columns if field == "category"]
        self.category_label = shortened(of_category[0], MOST_CATEGORY) if of_category else None
        self.values = [(row, self.by_field(row[1])) for row in self.rows]
        self.amounts = Counter(filter(None, (amount(values.get("fee", "")) for _row, values in self.values)))
        self.tickets = Counter(filter(None, (values.get("ticket") for _row, values in self.values)))
        self.quantities = Counter(
            values["quantity"] for _row, values in self.values if values.get("quantity")
        )
        self.contacts = Counter(
            filter(None, (values.get(key) for _row, values in self.values for key in ("email", "phone")))
        )
        names = [values.get("name", "") for _row, values in self.values]
        self.is_numbered = sum(bool(NUMBERING.match(name)) for name in names) * 2 > len(names)
        self.waiting = False
        self.good: list[RosterLine] = []
        self.refused: list[RefusedLine] = []
        self.unclear: list[UnclearLine] = []
        self.left_out: list[RefusedLine] = []

    def by_field(self, cells: Sequence[str]) -> dict[str, str]:
        """The cells by field: of several columns for one field the first that is filled."""
        values: dict[str, str] = {}
        for column, field, _label in self.columns:
            cell = cells[column] if column < len(cells) else ""
            is_one = {"phone": is_phone, "email": lambda text: "@" in text}.get(field, str.strip)
            if field == "status" and (status := tidy(cell)):
                values[field] = f"{values[field]}\n{status}" if field in values else status
            elif is_one(cell):
                values.setdefault(field, cell)
        return values

    def read(self) -> Lines:
        line_kinds = dict(self.layout.line_kinds)
        for (line, cells), values in self.values:
            text = shortened(in_one(cells))
            kind = line_kinds.get(line)
            reason = _("You left it out.") if kind == "left" else "" if kind else self.why_not(cells, values)
            if reason:
                self.left_out.append(RefusedLine(line, text, reason))
                continue
            name, remark = split_remark(whole_name(values))
            people = people_on(name, last_first=self.layout.last_first)
            unclear = "" if kind else self.why_unclear(values, people)
            if unclear:
                suggestion = (
                    people[0]
                    if len(people) == 1
                    else first_name_first(name, last_first=self.layout.last_first)
                )
                self.unclear.append(UnclearLine(line, text, unclear, suggestion, people))
                continue
            if kind == "player" and len(people) == 1:
                name = people[0]
            names = (
                people if kind == "people" else [first_name_first(name, last_first=self.layout.last_first)]
            )
            notes = "; ".join(filter(None, [self.note(cells), remark]))
            family = family_written(name, values)
            for part, person_name in enumerate(names):
                self.check({**values, "name": person_name, "last_name": family, "notes": notes}, line, part)
            for part, person_name in enumerate(self.others(cells), len(names)):
                family = family_written(person_name, {})
                turned_name = first_name_first(person_name, last_first=self.layout.last_first)
                of_line = {field: values[field] for field in OF_THE_LINE if field in values}
                self.check({**of_line, "name": turned_name, "last_name": family, "notes": ""}, line, part)
        return Lines(tuple(self.good), tuple(self.refused), tuple(self.unclear), tuple(self.left_out))

    def others(self, cells: Sequence[str]) -> list[str]:
        names = [tidy(cells[column]) for column in self.other_columns if column < len(cells)]
        return [name for name in names if has_letter(name) and name.casefold() not in NO | NOBODY]

    def why_not(self, cells: Sequence[str], values: Mapping[str, str]) -> str:
        filled = list(filter(None, map(tidy, cells)))
        name = tidy(values.get("name", ""))
        if self.heading and [folded(cell) for cell in cells] == [folded(cell) for cell in self.heading]:
            return _("The headings once more.")
        if len(filled) == 1 and not self.may_be_name(filled[0]):
            self.waiting = bool(_WAITS.search(filled[0]))
            return _("A heading, a total or a remark.")
        if _GROUP.search(name) and name[-1:].isdigit() and not NUMBERING.match(name):
            return _("A total.")
        if _TOTAL.fullmatch(whole_name(values)):
            return _("A total.")
        standing = [word for word in values.get("status", "").split("\n") if _GONE.match(word)]
        if standing:
            return _("It says “%(word)s”.") % {"word": shortened(standing[0], 30)}
        if values.get("fee", "").strip().startswith(("-", "($", "(-")):
            return _("Money that was paid back or taken out.")
        ticket, usual = values.get("ticket", ""), self.tickets.most_common(1)
        if (
            ticket
            and _ENTRY.search(usual[0][0])
            and not _ENTRY.search(ticket)
            and not _NO_PLAYER.search(ticket)
        ):
            return _("It is for “%(what)s”, not for a place.") % {"what": shortened(tidy(ticket), 30)}
        if not has_letter(whole_name(values)) and not self.speaks_of_somebody(values):
            return _("There is no name.")
        return ""

    def may_be_name(self, text: str) -> bool:
        """Whether a single text on a line may be a player, and no heading, total or remark."""
        if self.is_numbered and not NUMBERING.match(text):
            return False
        words_alone = REMARK.sub("", NUMBERING.sub("", text))
        return (
            has_letter(words_alone) and not _GROUP.search(words_alone) and not _SENTENCE.search(words_alone)
        )

    def speaks_of_somebody(self, values: Mapping[str, str]) -> bool:
        """Whether a line without a name has a number, a payment, or an address that is on no other line."""
        if values.get("company"):
            return False
        contact = [values[key] for key in ("email", "phone") if values.get(key)]
        paid = amount(values.get("fee", "")) and not contact
        return bool(
            values.get("number")
            or values.get("member_number")
            or paid
            or any(self.contacts[text] == 1 for text in contact)
        )

    def why_unclear(self, values: Mapping[str, str], people: Sequence[str]) -> str:
        if people:
            return _("Two people may be on this line.")
        undecided = [word for word in values.get("status", "").split("\n") if _UNDECIDED.match(word)]
        undecided += [word for word in [tidy(values.get("ticket", ""))] if _NO_PLAYER.search(word)]
        if undecided:
            return _("It says “%(word)s”.") % {"word": shortened(undecided[0], 40)}
        return ""

    def note(self, cells: Sequence[str]) -> str:
        """The notes of all columns: a "yes" as the column's heading, other words after a short heading; a "no" is
        left out.
        """
        notes = []
        for column, label in self.notes:
            cell = tidy(cells[column]) if column < len(cells) else ""
            if cell.casefold() in YES:
                notes.append(label or cell)
            elif cell and cell.casefold() not in NO:
                plain_note = not label or len(label) > 20 or field_of([label])[1][1] < 100
                notes.append(cell if plain_note else f"{label}: {cell}")
        return "; ".join(notes)

    def remarks(self, values: Mapping[str, str]) -> tuple[str, ...]:
        remarks = []
        quantity, usual = values.get("quantity", ""), self.quantities.most_common(1)
        if quantity.isdecimal() and usual[0][0].isdecimal() and int(quantity) > int(usual[0][0]):
            remarks.append(_("How many people: %(count)s. Who else comes?") % {"count": quantity})
        paid, price = amount(values.get("fee", "")), self.amounts.most_common(1)
        if paid and price and paid > price[0][0] and paid % price[0][0] == 0:
            remarks.append(
                _("Paid %(times)s times what most did: for somebody else too?")
                % {"times": paid // price[0][0]}
            )
        return tuple(remarks)

    def check(self, values: Mapping[str, str], line: int, part: int) -> None:
        clean = {field: tidy(cell) for field, cell in values.items()}
        if self.layout.mends_names:
            clean["name"] = recapitalized(clean["name"]) or clean["name"]
        number, number_fault = read_number(clean.get("number", "") if not part else "")
        shows_initials, initials_fault = read_yes(clean.get("initials", ""))
        faults = [
            _("Something invisible is in it.") if any(map(has_control_characters, spaced(values))) else "",
            "" if has_letter(clean["name"]) else _("There is no name."),
            length_fault(_("The name"), clean["name"], MOST_CHARACTERS),
            number_fault,
            length_fault(_("The town"), clean.get("town", ""), MOST_TOWN),
            length_fault(_("The member number"), clean.get("member_number", ""), MOST_MEMBER_NUMBER),
            initials_fault,
            length_fault(_("The category"), clean.get("category", ""), MOST_CATEGORY),
        ]
        if any(faults):
            text = shortened(in_one(clean.values()))
            self.refused.append(RefusedLine(line, text, " ".join(filter(None, faults)), clean["name"]))
            return
        roster_line = RosterLine(
            line,
            clean["name"],
            number,
            clean.get("member_number", "") if not part else "",
            clean.get("town", ""),
            shows_initials,
            shortened(clean.get("phone", ""), MOST_PHONE),
            shortened(clean.get("email", ""), MOST_EMAIL),
            shortened(clean["notes"], MOST_NOTES),
            shortened(clean.get("fee", ""), MOST_FEE_NOTE),
            self.waits(clean),
            part,
            category=read_category(clean, self.category_label),
            family_name=family if stands_in(family := clean.get("last_name", ""), clean["name"]) else "",
        )
        self.good.append(replace(roster_line, remarks=() if part else self.remarks(values)))

    def waits(self, clean: Mapping[str, str]) -> bool:
        return (
            self.waiting
            or clean.get("waiting", "").casefold() in YES
            or bool(_WAITS.match(clean.get("ticket", "")))
            or bool(_WAITS.search(clean.get("status", "")))
        )
