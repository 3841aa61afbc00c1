"""What stands on a sheet, as fingerprints: of the whole, and of each piece that is handed out under a number."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

NOT_READ = frozenset({"paper", "large", "printed", "code", "address", "down", "abreast"})
"""Left out of a fingerprint: the layout, and the codes, which depend on one hall's address."""
PIECE_LENGTH = 16


@dataclass(frozen=True)
class Fingerprint:
    """`whole` changes whenever anything that people read on the sheet does. `pieces` has a fingerprint for each badge,
    card or slip by the number of its player or table, as text; it is empty for a list, which is printed as a whole.
    """

    whole: str
    pieces: Mapping[str, str]

    @property
    def is_of_nothing(self) -> bool:
        return self.whole == digest(None)


def fingerprint(data: dict[str, Any] | None, *, in_pieces: bool) -> Fingerprint:
    """`data` is what the sheet's template reads; None: nothing to print. `in_pieces`: pieces can be printed alone."""
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
    if isinstance(value, dict):
        return {name: read(part) for name, part in value.items() if name not in NOT_READ}
    return [read(part) for part in value] if isinstance(value, list) else value
