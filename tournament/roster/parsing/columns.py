"""Finds the header row of a roster and the field of each column, by its heading, else by its cells."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.utils.translation import gettext_lazy

from club.names import NUMBERING, folded, tidy

from .cells import are_categories, is_player_number, is_yes_or_no, mostly, says_part

Row = tuple[int, tuple[str, ...]]

# A title, a date, a place and a blank line come before the columns' names; no form has more above them.
MOST_TITLES = 15

FIELDS = {
    "number": gettext_lazy("Player number"),
    "name": gettext_lazy("Name"),
    "first_name": gettext_lazy("First name"),
    "last_name": gettext_lazy("Last name"),
    "suffix": gettext_lazy("Jr., Sr., III"),
    "other_player": gettext_lazy("Another player"),
    "member_number": gettext_lazy("Member number"),
    "town": gettext_lazy("Town"),
    "phone": gettext_lazy("Phone"),
    "email": gettext_lazy("E-mail"),
    "notes": gettext_lazy("Notes"),
    "fee": gettext_lazy("Fee"),
    "initials": gettext_lazy("Initials only"),
    "category": gettext_lazy("Category"),
    "waiting": gettext_lazy("On the waiting list"),
    "status": gettext_lazy("Coming, waiting or canceled"),
    "ticket": gettext_lazy("What was booked"),
    "quantity": gettext_lazy("How many people"),
    "company": gettext_lazy("Company"),
}
NAMES = frozenset({"name", "first_name", "last_name"})
# Several columns may hold these.
REPEATED = frozenset({"phone", "notes", "status", "other_player"})

# The plainest first: of two columns for one thing, the one named more plainly is taken.
_HEADINGS = {
    "number": "player number|player no|no|nr|num|number|badge|badge no|badge number|bib|bib number|entry no"
    "|entry number|numero",
    "name": "player name|full name|name|player|players|player 1|name 1|participant|attendee|entrant|guest|who"
    "|nombre completo|nombre y apellido|jugador|jugadora",
    "first_name": "first name|first names|first|name first|given name|given names|given|forename|nombre",
    "last_name": "last name|last names|last|name last|surname|surnames|family name|apellido|apellidos",
    "suffix": "suffix|name suffix",
    "other_player": "player 2|player 3|player 4|name 2|name 3|name 4|second player|third player|fourth player"
    "|player two|partner|partner name|your partner|teammate|other player|jugador 2",
    "member_number": "member number|member no|member nr|member id|membership number|membership no|league number|nmjl no"
    "|nmjl number|member|membership|numero de socio",
    "town": "town|home town|hometown|city|city state|town city|residence|from|where from|home club|club|ciudad",
    "phone": "mobile|mobile phone|mobile number|mobile phone number|cell|cell phone|phone|phone number|telephone|tel"
    "|telefono",
    "email": "email|e mail|email address|e mail address|mail|correo",
    "notes": "notes|note|remarks|remark|comments|comment|add ons|observaciones",
    "fee": "payment status|payment state|order payment status|amount paid|total paid|paid|pd|fee paid|order total|total"
    "|total amount|gross|gross sales|amount|amt|entry fee|fee|price|ticket price|dues|pagado",
    "initials": "initials|initials only|iniciales",
    "category": "category|half day|half full day|half or full day|session|sessions|division|categoria|medio dia",
    "waiting": "on waitlist|waitlist|waiting list|waiting",
    "status": "status|rsvp|response",
    "ticket": "ticket type|ticket|tickets|item|item name|lineitem name|rate title|selection|level",
    "quantity": "quantity|qty|item quantity|lineitem quantity|number of guests|guests|number of tickets|party size",
    "company": "company|company name|organization|organization name|organisation",
}
_FIELD_OF = {
    phrase: (field, rank)
    for field, phrases in _HEADINGS.items()
    for rank, phrase in enumerate(phrases.split("|"))
}
# What a longer heading or a question is about, the first that fits; "" is left out.
_ABOUT = (
    ("initials", r"initials"),
    ("", r"emergency|business|type$|label|id|ip|date|time|code|show|publish|(e ?mail|phone) [2-9]"),
    ("member_number", r"(member\w*|league|nmjl) .*(no|number)|number .*league"),
    ("status", r"status|playing|attending|coming"),
    ("notes", r"allerg\w*|diet\w*|food|lunch|meal|veg\w*|bring\w*|sets?|seat me|sit\w*|access\w*|needs?"),
    ("notes", r"comments?|notes?|remarks?|wish\w*|requests?|anything"),
    ("phone", r"phone|cell|mobile"),
    ("email", r"e ?mail"),
    ("town", r"town|city"),
    ("name", r"your (full )?name"),
)
# The player's column goes before the payer's.
_OF_PLAYER = re.compile(r"\b(player|attendee|participant|entrant|ticket)\b")
_OF_PAYER = re.compile(r"\b(billing|buyer|customer|payer|purchaser|card|registered by)\b")
_WHOSE = re.compile(
    r"^((player|attendee|participant|entrant|ticket|guest|billing|buyer|customer|payer|purchaser|card|contact|home"
    r"|address|your|my) )+"
)
_NOT_COMING = re.compile(r"\b(refunded|failed|cancel\w*|declined)\b", re.IGNORECASE)

LINE_KINDS = ("player", "people", "left")


@dataclass(frozen=True)
class RosterSheet:
    """A file as a table: `rows` are (line number in the file from 1, cells), without blank rows.

    `encoding` and `separator` are empty for a workbook; `title` is its sheet's, `titles` those of all sheets.
    """

    rows: tuple[Row, ...]
    encoding: str = ""
    separator: str = ""
    title: str = ""
    titles: tuple[str, ...] = ()

    @property
    def width(self) -> int:
        return max((len(cells) for _line, cells in self.rows), default=0)


@dataclass(frozen=True)
class Layout:
    """How to read a sheet: the field of each column (empty: left out), the header row (from 1; 0 for none; rows
    above it are titles), whether names are written "Last, First", the title of the sheet, and whether names all in
    small or all in capital letters get capitals where they belong.

    `line_kinds` has a director's corrections of single lines: "player", "people" (each name in the cell by itself) or
    "left".
    """

    fields: tuple[str, ...]
    header: int = 1
    last_first: bool = False
    title: str = ""
    line_kinds: tuple[tuple[int, str], ...] = ()
    mends_names: bool = False

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Layout":
        line_kinds = tuple((line, kind) for line, kind in data.get("line_kinds", ()))
        return cls(
            tuple(data["fields"]),
            data["header"],
            data["last_first"],
            data["title"],
            line_kinds,
            data.get("mends_names", False),
        )


def guess_layout(sheet: RosterSheet, *, header: int | None = None) -> Layout:
    """Columns by the words of their headings where their cells agree, else by their cells.

    `header` is the header row (from 1, 0 for none); None finds it.
    """
    header = best_heading(sheet.rows)[0] if header is None else header
    columns = [column_cells(sheet.rows[header:], column) for column in range(sheet.width)]
    fields = by_headings(headings(sheet, header), columns)
    missing = FIELDS.keys() if not header else {"name", "email", "category"} - set(fields)
    if NAMES & set(fields):
        missing = missing - {"name"}
    fields = by_cells(fields, columns, missing)
    if "first_name" in fields and "last_name" not in fields:
        # "First" alone holds whole names; "Name" beside it, in one word, the last ones.
        if "name" not in fields:
            fields[fields.index("first_name")] = "name"
        elif mostly(lambda name: " " not in name, columns[fields.index("name")]):
            fields[fields.index("name")] = "last_name"
    return Layout(tuple(fields), header, names_have_commas(fields, columns), sheet.title)


def column_cells(rows: Sequence[Row], column: int) -> list[str]:
    return list(filter(None, (tidy(cells[column]) for _line, cells in rows if column < len(cells))))


def best_heading(rows: Sequence[Row]) -> tuple[int, int]:
    """The row that names the most columns, from 1, and their number; of a heading on two lines the lower one.

    One column must be the players' names, unless the row names three others.
    """
    best, most = 0, 0
    for row, (_line, cells) in enumerate(rows[: MOST_TITLES + 1], 1):
        fields = set(filter(None, (field_of([cell])[0] for cell in cells)))
        if (NAMES & fields or len(fields) > 2) and len(fields) > most:
            best, most = row, len(fields)
    header_fields = [field_of([cell])[0] for cell in rows[best - 1][1]] if best else []
    is_player = any(is_numbered(above, header_fields) for _line, above in rows[: max(best - 1, 0)])
    return (0, 0) if is_player else (best, most)


def is_numbered(cells: Sequence[str], fields: Sequence[str]) -> bool:
    """Whether a row above the header has a player number in that column, so that it is a player and no title."""
    return any(
        field == "number" and cell.strip().isdigit() for field, cell in zip(fields, cells, strict=False)
    )


def heading_rows(sheet: RosterSheet, header: int) -> tuple[Row, ...]:
    """The header row, and the one above it if that names two or more columns too."""
    if header > 1:
        (above, cells), (line, _cells) = sheet.rows[header - 2 : header]
        if line == above + 1 and sum(bool(field_of([cell])[0]) for cell in cells) > 1:
            return sheet.rows[header - 2 : header]
    return sheet.rows[header - 1 : header] if header else ()


def headings(sheet: RosterSheet, header: int) -> list[list[str]]:
    """The headings of each column, the upper line first. A cell of the upper line covers the blank ones after it,
    as merged cells do.
    """
    parts: list[list[str]] = [[] for _column in range(sheet.width)]
    rows = heading_rows(sheet, header)
    for _line, cells in rows:
        reaching = ""
        for column, cell in enumerate(cells):
            reaching = tidy(cell) or (reaching if cells is not rows[-1][1] else "")
            if reaching:
                parts[column].append(reaching)
    return parts


def field_of(heading: Sequence[str]) -> tuple[str, tuple[int, int]]:
    """The field that a heading names, "" for none, and a rank (lowest is best): whose field it is, and how plainly
    it is named.

    Of a heading in parts ("Ticket - Name - First") the whole counts first, then the last part, then the subject.
    """
    words = plain(" ".join(heading))
    parts = [plain(part) for part in re.split(r":| - ", heading[-1])] if heading else [""]
    owner = 0 if _OF_PLAYER.search(words) else 2 if _OF_PAYER.search(words) else 1
    for phrase in (words, _WHOSE.sub("", words), parts[-1], _WHOSE.sub("", parts[-1])):
        if phrase in _FIELD_OF:
            field, rank = _FIELD_OF[phrase]
            return field, (owner, rank)
    for rank, (field, about) in enumerate(_ABOUT):
        if re.search(rf"\b({about})\b", words):
            return field, (owner, 100 + rank)
    return "", (3, 0)


def plain(heading: str) -> str:
    """The words of a heading: "Name_First" is "name first", "MemberNumber" "member number", "Player #" "player no"."""
    heading = re.sub(r"\(.*?\)|\b20\d\d\b", " ", heading).replace("#", " no ").replace("$", " amount ")
    return folded(re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", heading))


def by_headings(heads: Sequence[Sequence[str]], columns: Sequence[Sequence[str]]) -> list[str]:
    """The best column for each field: one that is filled, of the player, and plainly named."""
    guesses: list[tuple[str, tuple[int, ...]]] = []
    for heading, cells in zip(heads, columns, strict=True):
        field, rank = field_of(heading)
        if field == "fee" and any(map(_NOT_COMING.search, cells)):
            field = "status"
        guesses.append((field if bears_out(field, cells) else "", (not cells, *rank)))
    best = {field: min(rank for other, rank in guesses if other == field) for field, _rank in guesses}
    fields: list[str] = []
    for field, quality in guesses:
        if field in REPEATED:
            keeps = field != "phone" or quality[1] == best[field][1]
        else:
            keeps = quality == best[field] and field not in fields
        fields.append(field if keeps else "")
    return fields


def bears_out(field: str, cells: Sequence[str]) -> bool:
    """Whether at least half of the cells can be values of this field."""
    if field == "category":
        return are_categories(cells)
    fits = {
        "number": is_player_number,
        "member_number": lambda cell: any(map(str.isdigit, cell)),
        "email": lambda cell: "@" in cell,
        "phone": is_phone,
        "initials": is_yes_or_no,
        "waiting": is_yes_or_no,
    }.get(field)
    return fits is None or mostly(fits, cells) or not cells


def is_phone(cell: str) -> bool:
    return sum(map(str.isdigit, cell)) >= 7 and "@" not in cell


def by_cells(fields: list[str], columns: Sequence[Sequence[str]], missing: Iterable[str]) -> list[str]:
    """Fields from `missing` for the columns without one, by the form of at least half of their cells."""
    open_fields, guessed = set(missing), list(fields)
    for field, fits in _LOOKS_LIKE:
        for column, cells in enumerate(columns):
            twice = field == "number" and len(set(cells)) < len(cells)
            if field in open_fields and not guessed[column] and not twice and mostly(fits, cells):
                guessed[column] = field
                if field not in REPEATED:
                    open_fields.discard(field)
    return guessed


def is_small_number(cell: str) -> bool:
    """A player number without a heading: zip codes and order numbers have more digits."""
    return is_player_number(cell) and len(cell) < 4


def is_words(cell: str) -> bool:
    return any(map(str.isalpha, cell)) and "@" not in cell and not is_yes_or_no(cell)


def is_full_name(cell: str) -> bool:
    return is_words(cell) and " " in NUMBERING.sub("", cell)


def is_short_words(cell: str) -> bool:
    return is_words(cell) and cell[0].isupper() and len(cell.split()) < 4


# A column of two words or more is likelier the names' than a column of single words.
_LOOKS_LIKE: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("email", lambda cell: "@" in cell),
    ("phone", is_phone),
    ("category", says_part),
    ("number", is_small_number),
    ("name", is_full_name),
    ("name", is_words),
    ("town", is_short_words),
    ("notes", is_words),
)


def names_have_commas(fields: Sequence[str], columns: Sequence[Sequence[str]]) -> bool:
    names = columns[fields.index("name")] if "name" in fields else []
    return bool(names) and sum(name.count(",") == 1 for name in names) * 5 >= len(names) * 4


def says_something(cells: Sequence[str]) -> bool:
    """Whether a row has any letter or digit, unlike ",,," or "---"."""
    return any(sign.isalnum() for cell in cells for sign in cell)
