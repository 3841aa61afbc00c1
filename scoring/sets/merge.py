"""Two people typed one table: field by field what was there, what the other wrote, and what you wrote."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from django.utils.translation import gettext as _

from rules.game import LETTERS
from scoring.models import SetVersion
from scoring.sets.facts.labels import label_of
from scoring.sets.queries import TablePlace, history, typed_at
from scoring.sets.typed import HANDS, INFRACTIONS, WrittenSet, blank

Choice = str  # "theirs", "yours", or "" where the person at the desk has to choose


@dataclass(frozen=True)
class Difference:
    """One field that two people typed otherwise."""

    field: str
    label: str
    theirs: str
    yours: str

    @property
    def their_words(self) -> str:
        return in_words(self.field, self.theirs)

    @property
    def your_words(self) -> str:
        return in_words(self.field, self.yours)


@dataclass(frozen=True)
class Clash(Difference):
    """One field that stands otherwise in the stored set than in the form.

    `old` is what both started from; `by` and `at` say who changed it since, None where nobody did.
    """

    old: str
    by: str | None
    at: datetime | None
    choice: Choice

    @property
    def old_words(self) -> str:
        return in_words(self.field, self.old)


def in_words(field: str, value: str) -> str:
    """A field's value as a person reads it; a dash where there is none."""
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


def merge(place: TablePlace, version: int, yours: Mapping[str, str]) -> Merge:
    """Compares a form made against `version` with the set as it is stored now.

    What only one side changed is chosen for that side; what both changed, differently, is left to choose.
    """
    steps = history(place)
    base = _base(place, steps, version)
    theirs = place.rules.fields(place.written)
    differences, agreed = [], {}
    for name, stored in theirs.items():
        mine = yours.get(name, "")
        if mine == stored or name.startswith("reading-"):
            agreed[name] = mine
            continue
        old = base.get(name, "")
        change = _last_change(place, steps, version, name) if stored != old else None
        differences.append(
            Clash(
                field=name,
                label=field_label(place, name),
                old=old,
                theirs=stored,
                yours=mine,
                by=change.actor_name if change else None,
                at=change.at if change else None,
                choice="theirs" if mine == old else "yours" if stored == old else "",
            )
        )
    return Merge(differences, agreed, steps[-1] if steps else None)


def _base(place: TablePlace, steps: list[SetVersion], version: int) -> dict[str, str]:
    """The fields of the set as it was at that version."""
    step = next((step for step in steps if step.number == version and step.typed), None)
    empty = blank(place.rules.letters, place.rules.games, place.rules.collector)
    return place.rules.fields(typed_at(step) or empty)


def _last_change(place: TablePlace, steps: list[SetVersion], version: int, field: str) -> SetVersion | None:
    """The last step after that version in which this field changed."""
    last = None
    for before, step in pairwise([None, *steps]):
        if step is not None and step.number > version:
            old, new = typed_at(before), typed_at(step)
            was = place.rules.fields(old) if old else {}
            now = place.rules.fields(new) if new else {}
            if was.get(field, "") != now.get(field, ""):
                last = step
    return last


def differing(place: TablePlace, theirs: WrittenSet, yours: WrittenSet) -> list[Difference]:
    """The fields of the cards that two people typed otherwise, in the order of the pile.

    Which of several readings somebody chose is not on the cards, and is not compared.
    """
    stored, typed = place.rules.fields(theirs), place.rules.fields(yours)
    return [
        Difference(name, field_label(place, name), stored.get(name, ""), typed.get(name, ""))
        for name in dict.fromkeys([*stored, *typed])
        if stored.get(name, "") != typed.get(name, "") and not name.startswith("reading-")
    ]


def field_label(place: TablePlace, field: str) -> str:
    """A field as a person names it: "B Zoë Núñez, game 3"."""
    if field == "handed_in_by":
        return _("Handed in by")
    if field.startswith("off-list-"):
        return _("Game %(game)s: hand off the list confirmed") % {"game": field.rsplit("-", 1)[1]}
    if field == "first_east":
        return _("First East")
    if place.rules.carries_facts and field.startswith("g"):
        return label_of(field)
    letter, *rest = field.split("-")
    player = place.entries[letter].name if letter in LETTERS and letter in place.entries else letter
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
