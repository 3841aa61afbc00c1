"""One line of a roster: cleaned and checked, or refused with its reason."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.names import MOST_CHARACTERS, has_control_characters, has_letter, tidy
from tournament.players.limits import MOST_IN_A_NUMBER, MOST_MEMBER_NUMBER, MOST_TOWN

_YES = frozenset({"yes", "y", "x", "1", "true", "sí", "si", "✓"})
_NO = frozenset({"no", "n", "0", "false", "-"})


@dataclass(frozen=True)
class RosterLine:
    """What a line says. `line` counts from 1 in the file; what its file leaves open is None or empty."""

    line: int
    name: str
    number: int | None = None
    member_number: str = ""
    town: str = ""
    shows_initials: bool | None = None


@dataclass(frozen=True)
class RefusedLine:
    """A line that will not be taken over: what it says, and why not; `name` as far as one can be read."""

    line: int
    text: str
    reason: str
    name: str = ""


def check_line(line: int, cells: dict[str, str], *, last_first: bool) -> RosterLine | RefusedLine:
    """`cells` maps the fields of `columns.FIELDS` to the cells as written."""
    faults = [_("Something invisible is in it.")] if any(map(has_control_characters, spaced(cells))) else []
    clean = {field: tidy(cell) for field, cell in cells.items()}
    name = whole_name(clean, last_first=last_first)
    number, number_fault = read_number(clean.get("number", ""))
    shows_initials, initials_fault = read_yes(clean.get("initials", ""))
    faults += [
        fault
        for fault in (
            "" if has_letter(name) else _("There is no name."),
            length_fault(_("The name"), name, MOST_CHARACTERS),
            number_fault,
            length_fault(_("The town"), clean.get("town", ""), MOST_TOWN),
            length_fault(_("The member number"), clean.get("member_number", ""), MOST_MEMBER_NUMBER),
            initials_fault,
        )
        if fault
    ]
    if faults:
        return RefusedLine(line, shortened(in_one(clean.values())), " ".join(faults), name)
    return RosterLine(
        line, name, number, clean.get("member_number", ""), clean.get("town", ""), shows_initials
    )


def spaced(cells: dict[str, str]) -> list[str]:
    """Tabs and line breaks are spaces to us; other control characters are not."""
    return [" ".join(cell.split("\n")).replace("\t", " ").replace("\r", " ") for cell in cells.values()]


def whole_name(clean: dict[str, str], *, last_first: bool) -> str:
    name = clean.get("name", "")
    if last_first and name.count(",") == 1:
        last, first = name.split(",")
        name = f"{first.strip()} {last.strip()}".strip()
    if name:
        return name
    return f"{clean.get('first_name', '')} {clean.get('last_name', '')}".strip()


def read_number(cell: str) -> tuple[int | None, str]:
    if not cell:
        return None, ""
    digits = cell.removeprefix("#")
    if not (
        digits.isascii() and digits.isdigit() and len(digits) < 12 and 1 <= int(digits) <= MOST_IN_A_NUMBER
    ):
        return None, _(
            "“%(number)s” is not a player number: it must be a whole number from 1 to %(most)s."
        ) % {
            "number": shortened(cell, 20),
            "most": f"{MOST_IN_A_NUMBER:,}",
        }
    return int(digits), ""


def read_yes(cell: str) -> tuple[bool | None, str]:
    word = cell.casefold()
    if word in _YES:
        return True, ""
    if word in _NO:
        return False, ""
    if not word:
        return None, ""
    return None, _("“%(word)s” under initials only must be yes or no.") % {"word": shortened(cell, 20)}


def length_fault(what: str, text: str, most: int) -> str:
    if len(text) <= most:
        return ""
    return _("%(what)s has %(length)s characters; there is room for %(most)s.") % {
        "what": what,
        "length": f"{len(text):,}",
        "most": most,
    }


def in_one(cells: Iterable[str]) -> str:
    """What a row says, for a person to know it by."""
    return " · ".join(filter(None, map(tidy, cells)))


def shortened(text: str, most: int = 80) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
