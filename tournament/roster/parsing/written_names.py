"""The people that a cell with names means, and remarks beside the name."""

import re
from collections.abc import Mapping

from tournament.names import has_letter, tidy

from .columns import NUMBERING

REMARK = re.compile(r"\s*(?:\((?P<inside>[a-z][^()]*)\)|\s[-–]\s+(?P<after>[a-z].*))\s*$")
_BETWEEN_PEOPLE = re.compile(r"\s*[&/+]\s*|\s+(?:and|plus|with)\s+", re.IGNORECASE)
_TITLE = re.compile(r"^(mr|mrs|ms|miss|dr)\b\.?\s*", re.IGNORECASE)
_SUFFIX = re.compile(r",?\s+(jr|sr)\b\.?$|,?\s+(ii|iii|iv)$", re.IGNORECASE)
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


def first_name_first(name: str, *, last_first: bool) -> str:
    """ "Lee, Ann" as Ann Lee, in a list of such names or with one word before the comma; Jr. goes last."""
    suffix = ""
    if match := _SUFFIX.search(name):
        name, suffix = name[: match.start()], match[0].strip(" ,")
    last, comma, first = name.partition(",")
    if comma and (last_first or " " not in last):
        if not suffix and (match := _SUFFIX.search(last)):
            last, suffix = last[: match.start()], match[0].strip(" ,")
        name = f"{first.strip()} {last.strip()}"
    return f"{name} {suffix}".strip()


def family_written(name: str, values: Mapping[str, str]) -> str:
    """The family name where the file separates it: in a column of its own, or before a comma."""
    last, comma, _first = name.partition(",")
    return _SUFFIX.sub("", tidy(values.get("last_name", "")) or (last if comma else "")).strip()
