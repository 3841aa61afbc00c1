from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import models
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from club.family_names import initials
from club.models import Person
from club.names import folded
from club.rights.mentions import mentions
from record.journal.words import key_words
from record.kept import kept_models, kept_of
from ui.declared import declared

# Keys of the database, and values that would show somebody else.
KEYS_SHOWN = {
    "tournament.Tournament": "name",
    "tournament.Entry": "number",
    "tournament.Round": "number",
    "tournament.Table": "number",
}


@dataclass(frozen=True)
class Section:
    """What one part of the program keeps of a person: rows of values by what they are called."""

    title: str
    rows: list[dict[str, Any]]

    @property
    def heads(self) -> list[str]:
        names = dict.fromkeys(name for row in self.rows for name in row)
        return [name for name in names if any(row.get(name) not in (None, "", [], {}) for row in self.rows)]

    @property
    def cells(self) -> list[list[str]]:
        heads = self.heads
        return [[in_words(row.get(name)) for name in heads] for row in self.rows]


def in_words(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, datetime):
        return date_format(localtime(value), "DATETIME_FORMAT")
    if isinstance(value, list):
        return ", ".join(map(in_words, value))
    if isinstance(value, dict):
        return ", ".join(f"{name}: {in_words(item)}" for name, item in value.items())
    return str(value)


def stored_of(person: Person) -> list[Section]:
    sections: dict[str, list[dict[str, Any]]] = {}
    for model in kept_models():
        for path in kept_of(model).people:
            rows = [row for record in records_of(person) for row in rows_of(model, path, record)]
            sections.setdefault(str(kept_of(model).title), []).extend(rows)
    for gives in declared("kept", "of_person"):
        for record in records_of(person):
            for title, values in gives(record):
                sections.setdefault(title, []).append(dict(values))
    return [Section(title, rows) for title, rows in sections.items() if rows]


def records_of(person: Person) -> models.QuerySet[Person]:
    return Person.objects.same_as([person.pk]).order_by("pk")


def rows_of(model: type[models.Model], path: str, person: Person) -> list[dict[str, Any]]:
    """The rows whose `path` leads to the person, each with its tournament."""
    lookups = {}
    to_club = kept_of(model).to_club
    if to_club.endswith("tournament__club"):
        lookups[f"{to_club.removesuffix('__club')}__name"] = str(capfirst(_("tournament")))
    for column in model._meta.concrete_fields:
        shown_by = KEYS_SHOWN.get(column.related_model._meta.label) if column.related_model else ""
        if shown_by is not None and not column.primary_key:
            lookup = f"{column.name}__{shown_by}" if shown_by else column.name
            lookups.setdefault(lookup, str(capfirst(called(column))))
    rows = model._base_manager.filter(**{path: person.pk}).order_by("pk")
    return [dict(zip(lookups.values(), row, strict=True)) for row in rows.values_list(*lookups)]


def called(column: "models.Field[Any, Any]") -> str:
    """The column's own name where it has one for people; else what the journal calls a key of its name."""
    own = column.verbose_name
    return str(own if isinstance(own, Promise) else key_words().get(column.name, own))


def as_data(person: Person) -> dict[str, Any]:
    """Everything of `stored_of`, and the journal's entries that name the person, as a JSON value."""
    return {
        "person": person.name,
        "club": person.club.name,
        "stored": [{"what": section.title, "rows": section.rows} for section in stored_of(person)],
        "journal": [
            {
                "journal": mention.where,
                "number": mention.entry.sequence,
                "at": mention.entry.at,
                "what": mention.entry.verb,
                "about": mention.entry.subject,
                "before": mention.entry.old,
                "after": mention.entry.new,
                "reason": mention.entry.reason,
            }
            for mention in mentions(person)
        ],
    }


def names_instead(person: Person) -> dict[str, str]:
    """What can stand in the place of the name, by a code: initials, and the player's number."""
    names = {"number": numbered_name(person)}
    short = initials(person.name)
    if name_free(person, short):
        names["initials"] = short
    return names


def numbered_name(person: Person) -> str:
    """ "Player 12" where that is the number in every tournament, else one that nobody of the club has."""
    entered = records_of(person).filter(entries__isnull=False)
    numbers = set(entered.values_list("entries__number", flat=True))
    if len(numbers) == 1 and name_free(person, name := _("Player %(number)s") % {"number": numbers.pop()}):
        return name
    taken = {folded(name) for name in others(person)}
    number = 1
    while folded(name := _("Former player %(number)s") % {"number": number}) in taken:
        number += 1
    return name


def name_free(person: Person, name: str) -> bool:
    return folded(name) not in {folded(other) for other in others(person)}


def others(person: Person) -> models.QuerySet[Person, str]:
    return (
        Person.objects.filter(club=person.club_id)
        .exclude(pk__in=records_of(person))
        .values_list("name", flat=True)
    )
