"""Comparing and merging what two people typed for one table, field by field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from django.utils.translation import gettext as _

from rules.game import LETTERS
from scoring.models import SetVersion
from scoring.sets.facts.labels import label_of
from scoring.sets.queries import DeskTable, history, typed_at
from scoring.sets.typed import HANDS, INFRACTIONS, WrittenSet, blank

Choice = str  # "theirs", "yours", or "" where the person at the desk has to choose


@dataclass(frozen=True)
class Difference:
    """One field that two people typed differently."""

    field: str
    label: str
    theirs: str
    yours: str

    @property
    def their_words(self) -> str:
        return field_in_words(self.field, self.theirs)

    @property
    def your_words(self) -> str:
        return field_in_words(self.field, self.yours)


@dataclass(frozen=True)
class Clash(Difference):
    """One field that differs between the stored set and the form.

    `old` is its value in the version that the form was made from; `by` and `at` say who changed it since, None if
    nobody did.
    """

    old: str
    by: str | None
    at: datetime | None
    choice: Choice

    @property
    def old_words(self) -> str:
        return field_in_words(self.field, self.old)


def field_in_words(field: str, value: str) -> str:
    """A field's value for people; a dash if it is empty."""
    if not value:
        return "–"
    if value == "on":
        return _("yes")
    if field.endswith("-infraction"):
        return ", ".join(str(INFRACTIONS.get(kind, kind)) for kind in value.split())
    return str(HANDS.get(value, value))


@dataclass(frozen=True)
class Merge:
    """The fields that differ, and the values of all the others."""

    differences: list[Clash]
    agreed: dict[str, str]
    last: SetVersion | None


def merge(desk_table: DeskTable, version: int, yours: Mapping[str, str]) -> Merge:
    """Compares a form made from `version` with the set as it is stored now.

    A field that only one side changed is chosen for that side; what both changed differently is left to choose.
    """
    steps = history(desk_table)
    base = _base(desk_table, steps, version)
    theirs = desk_table.rules.fields(desk_table.written)
    differences, agreed = [], {}
    for name, stored in theirs.items():
        mine = yours.get(name, "")
        if mine == stored or name.startswith("reading-"):
            agreed[name] = mine
            continue
        old = base.get(name, "")
        change = _last_change(desk_table, steps, version, name) if stored != old else None
        differences.append(
            Clash(
                field=name,
                label=field_label(desk_table, name),
                old=old,
                theirs=stored,
                yours=mine,
                by=change.actor_name if change else None,
                at=change.at if change else None,
                choice="theirs" if mine == old else "yours" if stored == old else "",
            )
        )
    return Merge(differences, agreed, steps[-1] if steps else None)


def _base(desk_table: DeskTable, steps: list[SetVersion], version: int) -> dict[str, str]:
    """The fields of the set at that version."""
    step = next((step for step in steps if step.number == version and step.typed), None)
    empty = blank(desk_table.rules.letters, desk_table.rules.games, desk_table.rules.collector)
    return desk_table.rules.fields(typed_at(step) or empty)


def _last_change(
    desk_table: DeskTable, steps: list[SetVersion], version: int, field: str
) -> SetVersion | None:
    """The last step after that version in which this field changed."""
    last = None
    for before, step in pairwise([None, *steps]):
        if step is not None and step.number > version:
            old, new = typed_at(before), typed_at(step)
            was = desk_table.rules.fields(old) if old else {}
            now = desk_table.rules.fields(new) if new else {}
            if was.get(field, "") != now.get(field, ""):
                last = step
    return last


def differing(desk_table: DeskTable, theirs: WrittenSet, yours: WrittenSet) -> list[Difference]:
    """The fields of the cards that two people typed differently, in the order of the pile.

    Chosen readings are not compared, since they are not on the cards.
    """
    stored, typed = desk_table.rules.fields(theirs), desk_table.rules.fields(yours)
    return [
        Difference(name, field_label(desk_table, name), stored.get(name, ""), typed.get(name, ""))
        for name in dict.fromkeys([*stored, *typed])
        if stored.get(name, "") != typed.get(name, "") and not name.startswith("reading-")
    ]


def field_label(desk_table: DeskTable, field: str) -> str:
    """A field's name for people: "B Zoë Núñez, game 3"."""
    if field == "handed_in_by":
        return _("Handed in by")
    if field.startswith("off-list-"):
        return _("Game %(game)s: hand off the list confirmed") % {"game": field.rsplit("-", 1)[1]}
    if field == "first_east":
        return _("First East")
    if desk_table.rules.carries_facts and field.startswith("g"):
        return label_of(field)
    letter, *rest = field.split("-")
    player = desk_table.entries[letter].name if letter in LETTERS and letter in desk_table.entries else letter
    names = {"letter": letter, "name": player, "game": rest[0]}
    if rest == ["total"]:
        return _("%(letter)s %(name)s, total as written") % names
    if rest == ["verified"]:
        return _("%(letter)s %(name)s, verified by") % names
    if rest[1:] == ["hand"]:
        return _("%(letter)s %(name)s, game %(game)s: dead hand or mah jongg in error") % names
    if rest[1:] == ["infraction"]:
        return _("%(letter)s %(name)s, game %(game)s: infraction") % names
    return _("%(letter)s %(name)s, game %(game)s") % names
