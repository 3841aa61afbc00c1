"""What a single cell says: a number, yes or no, an amount, a part of the event, the names of people."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from club.names import NUMBERING, SUFFIX, folded, has_letter, tidy
from tournament.models.choices import MOST_IN_A_NUMBER

YES = frozenset({"yes", "y", "x", "1", "true", "sí", "si", "✓"})
NO = frozenset({"no", "n", "0", "false", "-", "none", "n/a", "na", "nothing"})


def is_yes_or_no(cell: str) -> bool:
    return cell.casefold() in YES | NO


def mostly(fits: Callable[[str], Any], cells: Sequence[str]) -> bool:
    return bool(cells) and sum(map(bool, map(fits, cells))) * 2 >= len(cells)


def is_player_number(cell: str) -> bool:
    digits = cell.removeprefix("#").removesuffix(".0")
    return digits.isascii() and digits.isdigit() and len(digits) < 6 and 1 <= int(digits) <= MOST_IN_A_NUMBER


def amount(text: str) -> float:
    """The amount of money in a cell that has nothing else; 0 for anything else."""
    match = re.fullmatch(r"\s*\$?\s*(\d+(?:\.\d{1,2})?)\s*", text)
    return float(match[1]) if match else 0


def spaced(values: Mapping[str, str]) -> list[str]:
    """The values with tabs and line breaks as spaces; other control characters stay."""
    return [" ".join(cell.split("\n")).replace("\t", " ").replace("\r", " ") for cell in values.values()]


def read_number(cell: str) -> tuple[int | None, str]:
    if not cell:
        return None, ""
    if not is_player_number(cell):
        return None, _(
            "“%(number)s” is not a player number: it must be a whole number from 1 to %(most)s."
        ) % {
            "number": shortened(cell, 20),
            "most": f"{MOST_IN_A_NUMBER:,}",
        }
    return int(cell.removeprefix("#").removesuffix(".0")), ""


def read_yes(cell: str) -> tuple[bool | None, str]:
    word = cell.casefold()
    if word in YES:
        return True, ""
    if word in NO:
        return False, ""
    if not word:
        return None, ""
    return None, _("“%(word)s” under initials only must be yes or no.") % {"word": shortened(cell, 20)}


def length_fault(label: str, text: str, most: int) -> str:
    if len(text) <= most:
        return ""
    return _("%(what)s has %(length)s characters; there is room for %(most)s.") % {
        "what": label,
        "length": f"{len(text):,}",
        "most": most,
    }


def in_one(cells: Iterable[str]) -> str:
    return " · ".join(filter(None, map(tidy, cells)))


def shortened(text: str, most: int = 80) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


# "Half day ($40)", "AM only"; and all of it.
PART = re.compile(
    r"\b(half[ -]?days?|(am|pm|morning|afternoon) (only|session)|medio d[ií]a)\b|^(am|pm|mornings?|afternoons?)$",
    re.IGNORECASE,
)
WHOLE = re.compile(
    r"\b((full|whole|all|entire)[ -]?(days?|event)|both sessions|d[ií]a (completo|entero))\b"
    r"|^(full|whole|all|both)$",
    re.IGNORECASE,
)
# A roster has few categories; a column with more different words is something else.
MOST_CATEGORIES = 8


def says_part(cell: str) -> bool:
    return bool(PART.search(cell) or WHOLE.search(cell))


def are_categories(cells: Sequence[str]) -> bool:
    """Whether a column may say which part of the event people are entered for: parts of a day, yes or no, or a few
    words that come again and again. One word for everybody says nothing.
    """
    if not cells or mostly(says_part, cells) or all(map(is_yes_or_no, cells)):
        return True
    kinds = set(map(folded, cells))
    return 1 < len(kinds) <= MOST_CATEGORIES and len(kinds) * 2 <= len(cells) and all(map(has_letter, cells))


def read_category(values: Mapping[str, str], label: str | None) -> str | None:
    """The category of a line, "" for the whole event: the cell of its column (the column's name `label` for a "yes"),
    else the part that its ticket names. None where the file says nothing.
    """
    if label is None:
        part = PART.search(values.get("ticket", ""))
        return plainly(part[0]) if part else None
    cell = values.get("category", "")
    if cell.casefold() in YES:
        return label
    if cell.casefold() in NO or WHOLE.search(cell):
        return ""
    part = PART.search(cell)
    return plainly(part[0]) if part else cell


def plainly(words: str) -> str:
    """One spelling for "Half-Day" and "half day"; AM and PM in capitals."""
    plain = words.replace("-", " ").lower()
    return plain.upper() if plain in ("am", "pm") else plain.capitalize()


REMARK = re.compile(r"\s*(?:\((?P<inside>[a-z][^()]*)\)|\s[-–]\s+(?P<after>[a-z].*))\s*$")
_BETWEEN_PEOPLE = re.compile(r"\s*[&/+]\s*|\s+(?:and|plus|with)\s+", re.IGNORECASE)
_TITLE = re.compile(r"^(mr|mrs|ms|miss|dr)\b\.?\s*", re.IGNORECASE)
NOBODY = frozenset({"guest", "friend", "husband", "wife", "sister", "brother", "partner", "one"})


def whole_name(values: Mapping[str, str]) -> str:
    """The name as written, without a list's number and star."""
    parts = (tidy(values.get(field, "")) for field in ("first_name", "last_name", "suffix"))
    name = tidy(values.get("name", "")) or " ".join(filter(None, parts))
    return NUMBERING.sub("", name).replace("*", "").strip()


def split_remark(name: str) -> tuple[str, str]:
    """Name and remark: text behind it in parentheses or after a dash that begins with a small letter."""
    match = REMARK.search(name)
    return (name[: match.start()].strip(), match["inside"] or match["after"]) if match else (name, "")


def people_on(name: str, *, last_first: bool) -> tuple[str, ...]:
    """The names in a cell that holds more than one person; () for one person."""
    last, comma, first = name.partition(", ")
    if comma and last_first and _BETWEEN_PEOPLE.search(first):
        return tuple(f"{part} {last}" for part in _BETWEEN_PEOPLE.split(first))
    if comma and not last_first and " " in last and " " in first and not _BETWEEN_PEOPLE.search(name):
        return (last, first)
    parts = [_TITLE.sub("", part) for part in _BETWEEN_PEOPLE.split(name)]
    if len(parts) == 1:
        return ()
    names = [part for part in parts if has_letter(part) and part.casefold() not in NOBODY]
    family = names[-1].partition(" ")[2] if names else ""
    return tuple(part if " " in part else f"{part} {family}".strip() for part in names)


def family_written(name: str, values: Mapping[str, str]) -> str:
    """The family name where the file separates it: in a column of its own, or before a comma."""
    last, comma, _first = name.partition(",")
    return SUFFIX.sub("", tidy(values.get("last_name", "")) or (last if comma else "")).strip()
