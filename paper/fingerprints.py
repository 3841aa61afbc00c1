"""What stands on a sheet, as fingerprints: of the whole, and of each piece that is handed out under a number."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

NOT_READ = frozenset({"paper", "large", "printed", "code", "down", "abreast"})
"""What nobody reads: how it is laid out, and the codes, which are of one hall's address."""
PIECE_LENGTH = 16


@dataclass(frozen=True)
class Fingerprint:
    """Another `whole` as soon as anything that people read on the sheet is. `pieces` has that of each badge, card or
    slip by the number of its player or table, as text; it is empty for a list, which is printed as a whole.
    """

    whole: str
    pieces: Mapping[str, str]


def fingerprint(data: dict[str, Any] | None, *, in_pieces: bool) -> Fingerprint:
    """Of what a sheet's template reads; None: there is nothing on it. `in_pieces`: some of it can be printed alone."""
    return Fingerprint(digest(data), pieces_of(data) if data and in_pieces else {})


def pieces_of(data: Mapping[str, Any]) -> dict[str, str]:
    items: list[Any] = data.get("items", [])
    if not all(isinstance(item, dict) and number_of(item) for item in items):
        return {}
    shared = {name: value for name, value in data.items() if name not in ("items", "forms")}
    forms = [digest(form) for form in data.get("forms", [])]
    parts: dict[str, list[Any]] = {}
    for item in items:
        form = forms[item["form"]] if forms else ""
        parts.setdefault(str(number_of(item)), []).append([form, {**item, "form": ""}])
    beside = digest(shared)
    return {number: digest([beside, part])[:PIECE_LENGTH] for number, part in parts.items()}


def number_of(item: Mapping[str, Any]) -> Any:
    return item.get("table") or item.get("number")


def digest(value: Any) -> str:
    text = json.dumps(read(value), sort_keys=True, default=bytes.hex)
    return hashlib.sha256(text.encode()).hexdigest()


def read(value: Any) -> Any:
    """A value without what nobody reads."""
    if isinstance(value, dict):
        return {name: read(part) for name, part in value.items() if name not in NOT_READ}
    return [read(part) for part in value] if isinstance(value, list) else value
