"""Compares and merges what two people typed for one table, field by field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from scoring.models import SetVersion
from scoring.sets.queries import DeskTable, history, typed_at
from scoring.sets.typed import WrittenSet
from scoring.sets.words import field_in_words, field_label

Choice = str  # "theirs", "yours", or "" where the person at the desk has to choose


@dataclass(frozen=True)
class Difference:
    """One field that two people typed differently; `extras_names` has the names of the house's extras by code."""

    field: str
    label: str
    theirs: str
    yours: str
    extras_names: Mapping[str, str]

    @property
    def their_words(self) -> str:
        return field_in_words(self.field, self.theirs, self.extras_names)

    @property
    def your_words(self) -> str:
        return field_in_words(self.field, self.yours, self.extras_names)


@dataclass(frozen=True)
class Clash(Difference):
    """One field that differs between the stored set and the form.

    `old`: its value in the version the form was made from; `by` and `at`: who changed it since, None if nobody did.
    """

    old: str
    by: str | None
    at: datetime | None
    choice: Choice

    @property
    def old_words(self) -> str:
        return field_in_words(self.field, self.old, self.extras_names)


@dataclass(frozen=True)
class Merge:
    """The fields that differ, and the values of all others."""

    differences: list[Clash]
    agreed: dict[str, str]
    last: SetVersion | None


def merge(desk_table: DeskTable, version: int, form_fields: Mapping[str, str]) -> Merge:
    """Compares a form made from `version` with the set as stored now.

    A field changed on one side only takes that side's value; a field changed differently on both is left to choose.
    """
    steps = history(desk_table)
    base = _base(desk_table, steps, version)
    stored_fields = desk_table.rules.fields(desk_table.written_set)
    differences, agreed = [], {}
    for name, stored in stored_fields.items():
        typed = form_fields.get(name, "")
        if typed == stored or name.startswith("reading-"):
            agreed[name] = typed
            continue
        old = base.get(name, "")
        change = _last_change(desk_table, steps, version, name) if stored != old else None
        differences.append(
            Clash(
                field=name,
                label=label_of(desk_table, name),
                old=old,
                theirs=stored,
                yours=typed,
                extras_names=desk_table.rules.extras_names,
                by=change.actor_name if change else None,
                at=change.at if change else None,
                choice="theirs" if typed == old else "yours" if stored == old else "",
            )
        )
    return Merge(differences, agreed, steps[-1] if steps else None)


def _base(desk_table: DeskTable, steps: list[SetVersion], version: int) -> dict[str, str]:
    """The fields of the set at that version."""
    step = next((step for step in steps if step.number == version and step.typed), None)
    return desk_table.rules.fields(typed_at(desk_table, step) or desk_table.rules.blank())


def _last_change(
    desk_table: DeskTable, steps: list[SetVersion], version: int, field: str
) -> SetVersion | None:
    """The last step after that version that changed this field."""
    last_step = None
    for before, step in pairwise([None, *steps]):
        if step is not None and step.number > version:
            old, new = typed_at(desk_table, before), typed_at(desk_table, step)
            old_fields = desk_table.rules.fields(old) if old else {}
            new_fields = desk_table.rules.fields(new) if new else {}
            if old_fields.get(field, "") != new_fields.get(field, ""):
                last_step = step
    return last_step


def differing(desk_table: DeskTable, theirs: WrittenSet, yours: WrittenSet) -> list[Difference]:
    """The fields of the cards that two people typed differently, in the order of the pile.

    Chosen readings are not compared, since they are not on the cards.
    """
    stored, typed = desk_table.rules.fields(theirs), desk_table.rules.fields(yours)
    extras_names = desk_table.rules.extras_names
    return [
        Difference(name, label_of(desk_table, name), stored.get(name, ""), typed.get(name, ""), extras_names)
        for name in dict.fromkeys([*stored, *typed])
        if stored.get(name, "") != typed.get(name, "") and not name.startswith("reading-")
    ]


def label_of(desk_table: DeskTable, field: str) -> str:
    """A field's name for people: "B Zoë Núñez, game 3"."""
    return field_label(field, name_at(desk_table, field))


def name_at(desk_table: DeskTable, field: str) -> str:
    """The name of the player whose card has the field; "" for fields of the set."""
    entry = desk_table.entries.get(field[0]) if field[1:2] == "-" else None
    return entry.name if entry else ""
