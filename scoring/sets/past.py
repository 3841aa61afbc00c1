"""What was done with a table's set, step by step, as its page shows it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from scoring.sets.confirmations import differing
from scoring.sets.merge import Difference, field_label, set_in_journal
from scoring.sets.queries import TablePlace, history
from tournament.models import JournalEntry


@dataclass(frozen=True)
class Slip:
    """A number that was mended at the desk before the set was accepted."""

    label: str
    was: int
    now: int


@dataclass(frozen=True)
class Step:
    """One entry of the journal; `changes` are the fields in which a set with numbers was changed.

    `table` is where a set that was moved came from or went to.
    """

    at: datetime
    actor_name: str
    verb: str
    reason: str
    mended: list[Slip]
    changes: list[Difference]
    table: int | None


def past(place: TablePlace) -> list[Step]:
    """Every step, oldest first. One query."""
    return [
        Step(
            entry.at,
            entry.actor_name,
            entry.verb,
            entry.reason,
            _mended(place, entry),
            _changes(place, entry),
            _other_table(entry),
        )
        for entry in history(place)
    ]


def _mended(place: TablePlace, entry: JournalEntry) -> list[Slip]:
    said = (entry.new or {}).get("mended", [])
    return [Slip(field_label(place, f"{one['seat']}-{one['field']}"), one["was"], one["now"]) for one in said]


def _changes(place: TablePlace, entry: JournalEntry) -> list[Difference]:
    if _other_table(entry):
        return []  # other cards, not other numbers
    old, new = set_in_journal(entry.old), set_in_journal(entry.new)
    if old is None or new is None or old.is_blank:
        return []
    return differing(place, old, new)


def _other_table(entry: JournalEntry) -> int | None:
    said = entry.new or {}
    return said.get("moved_to") or said.get("moved_from")
