"""What becomes of everything that is stored: each model says it once, in its `kept`.

By it a tournament is archived and restored, a person is handed what is kept of them and erased, and the page that says
what is public is made. Nothing is registered; all of it is found. Beside it, an application's module `kept` may have
`ORDER`, its models in the order of their lines in an archive; `check`, which reads a restored tournament as pages do
and raises where that cannot be done; `staying`, which is given a tournament that is about to go back to an archive, and
returns what puts into it afterwards that which does not go back; `outcome`, which gives what came out of it so far as a
JSON value; and `of_person`, which gives what is kept of a person in rows that are not theirs: what it is called, and
its values.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from django.apps import apps
from django.db.models import Model
from django.utils.functional import Promise
from django.utils.text import capfirst

from ui.declared import declared

Words = str | Promise
Translate = Callable[[Any], Any]
ERASED = "–"
"""Stands where a text must not be empty."""
NUMBERS = "numbers and codes"


@dataclass(frozen=True)
class Column:
    """What becomes of one field.

    An archive takes it as it is, or as the number of the line that a foreign key names: unless it is `apart` (contact
    data, on lines of their own and only if they are asked for) or `left_out`, with the reason. Of JSON, `shape` is its
    type as msgspec converts it, and `entries` translates the keys of entries inside. `made_of`: the columns that `made`
    makes the value of.

    Erasing somebody leaves `erased` of what is about them alone; in a text that is `renamed` another name comes in the
    place of theirs; another text is `harmless`, with the reason.

    `public` says when and where everybody sees it, `staff` who else does if not everybody; `what` calls it there, where
    the field's own name does not.
    """

    apart: bool = False
    left_out: str = ""
    shape: Any = None
    entries: Callable[[Any, Translate], Any] | None = None
    made_of: tuple[str, ...] = ()
    made: Callable[..., Any] | None = None
    erased: str | None = None
    renamed: bool = False
    harmless: str = ""
    public: Words = ""
    staff: Words = ""
    what: Words = ""


@dataclass(frozen=True)
class Kept:
    """What becomes of a model's rows. A field that `columns` has not is archived as it is, and names nobody.

    `line` is the type of its lines in an archive, in the order of `order` (`one_line`: nothing invisible may be in
    their texts); `no_line` the reason why what hangs from a tournament is in none. `of` leads to the tournament, `club`
    to the club if not by way of it, and each of `people` to a person whose row it is; they are handed it under `title`.
    `nobodys`: why nothing of it is of players. `removed`: erasing somebody removes the club's rows as a whole.
    """

    line: str = ""
    no_line: str = ""
    of: str = ""
    order: str = "pk"
    one_line: bool = False
    club: str = ""
    people: tuple[str, ...] = ()
    title: Words = ""
    nobodys: str = ""
    removed: bool = False
    columns: Mapping[str, Column] = field(default_factory=dict)

    @property
    def to_club(self) -> str:
        return self.club or f"{self.of}__club"

    @property
    def erased(self) -> dict[str, str]:
        return {name: column.erased for name, column in self.columns.items() if column.erased is not None}

    @property
    def renamed(self) -> list[str]:
        return [name for name, column in self.columns.items() if column.renamed]


@dataclass(frozen=True)
class Shown:
    """A field of what is stored of players ("Person.town"), what it is called, and when and where it is shown."""

    field: str
    what: Words
    where: Words


def by_letter(entries: dict[str, Any], translate: Translate) -> dict[str, Any]:
    return {letter: translate(entry) for letter, entry in entries.items()}


def in_rows(rows: list[dict[str, Any]], translate: Translate) -> list[dict[str, Any]]:
    return [{**row, "entry": translate(row["entry"])} for row in rows]


def kept_of(model: type[Model]) -> Kept:
    return getattr(model, "kept", None) or Kept()


@cache
def kept_models() -> tuple[type[Model], ...]:
    """Every model that says what becomes of it; first those in the order of an archive."""
    order = [model for models in declared("kept", "ORDER") for model in models]
    return (*order, *(model for model in apps.get_models() if hasattr(model, "kept") and model not in order))


def shown(to: Literal["public", "staff"]) -> Iterator[Shown]:
    for model in kept_models():
        for name, column in kept_of(model).columns.items():
            if where := getattr(column, to):
                own_name = getattr(model._meta.get_field(name), "verbose_name", name)
                yield Shown(f"{model.__name__}.{name}", column.what or capfirst(str(own_name)), where)
