"""Compares and merges what two people typed for one table, field by field."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from scoring.models import SetVersion
from scoring.sets.places import FieldPlace
from scoring.sets.queries import DeskTable, history, typed_at
from scoring.sets.typed import WrittenSet
from scoring.sets.words import place_in_words, value_in_words

Choice = str  # "theirs", "yours", or "" where the person at the desk has to choose


@dataclass(frozen=True)
class Difference:
    """One field that two people typed differently; `extras_names` has the names of the house's extras by code."""

    place: FieldPlace
    label: str
    theirs: str
    yours: str
    extras_names: Mapping[str, str]

    @property
    def field(self) -> str:
        return self.place.html_name

    @property
    def their_words(self) -> str:
        return value_in_words(self.place, self.theirs, self.extras_names)

    @property
    def your_words(self) -> str:
        return value_in_words(self.place, self.yours, self.extras_names)


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
        return value_in_words(self.place, self.old, self.extras_names)


@dataclass(frozen=True)
class Merge:
    differences: list[Clash]
    agreed: dict[str, str]
    last: SetVersion | None


def merge(desk_table: DeskTable, version: int, form_values: Mapping[FieldPlace, str]) -> Merge:
    """Compares a form made from `version` with the set as stored now.

    A field changed on one side only takes that side's value; a field changed differently on both is left to choose.
    What the players left empty on their phones is no difference.
    """
    steps = history(desk_table)
    step = next((step for step in steps if step.number == version and step.typed), None)
    base = desk_table.rules.values(typed_at(desk_table, step) or desk_table.rules.blank())
    differences, agreed = [], {}
    for place, stored in desk_table.rules.values(desk_table.written_set).items():
        typed = form_values.get(place, "")
        old = base.get(place, "")
        is_left = place.name == "handed_in_by" or not (stored or old)
        if typed == stored or place.name == "reading" or (desk_table.is_by_players and is_left):
            agreed[place.html_name] = typed
            continue
        change = _last_change(desk_table, steps, version, place) if stored != old else None
        differences.append(
            Clash(
                place=place,
                label=label_of(desk_table, place),
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


def _last_change(
    desk_table: DeskTable, steps: list[SetVersion], version: int, place: FieldPlace
) -> SetVersion | None:
    last_step, old = None, ""
    for step in steps:
        typed = typed_at(desk_table, step)
        new = desk_table.rules.values(typed).get(place, "") if typed else ""
        if new != old and step.number > version:
            last_step = step
        old = new
    return last_step


def differing(desk_table: DeskTable, theirs: WrittenSet, yours: WrittenSet) -> list[Difference]:
    """The fields of the cards that two people typed differently, in the order of the pile.

    Chosen readings are not compared, since they are not on the cards.
    """
    stored, typed = desk_table.rules.values(theirs), desk_table.rules.values(yours)
    extras_names = desk_table.rules.extras_names
    return [
        Difference(
            place, label_of(desk_table, place), stored.get(place, ""), typed.get(place, ""), extras_names
        )
        for place in dict.fromkeys([*stored, *typed])
        if stored.get(place, "") != typed.get(place, "") and place.name != "reading"
    ]


def label_of(desk_table: DeskTable, place: FieldPlace) -> str:
    """A field's name for people: "B Zoë Núñez, game 3"."""
    return place_in_words(place, name_at(desk_table, place))


def name_at(desk_table: DeskTable, place: FieldPlace) -> str:
    """The name of the player whose card has the field; "" for fields of a game or of the set."""
    entry = desk_table.entries.get(place.card)
    return entry.name if entry else ""
