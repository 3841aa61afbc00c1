"""What is stored of players, in one table that each application adds to: by it they are handed out, and erased."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import models
from django.utils.functional import Promise

from tournament.models import Person

StrOrPromise = str | Promise
ERASED = "–"
"""Stands where a text must not be empty."""


@dataclass(frozen=True)
class Holding:
    """What a model keeps of players; `title` says so to them.

    `person` is the lookup from a row to the person whose it is, "" where rows are nobody's own; `club` leads to the
    club. `erased` has the fields about that person alone, each with what stands there afterwards; `words` those of any
    row that may name somebody, in whose place another name comes; `harmless` the other texts, each with the reason.
    `removed`: the club's rows go as a whole.
    """

    model: type[models.Model]
    title: StrOrPromise
    club: str
    person: str = ""
    erased: Mapping[str, str | int | None] = field(default_factory=dict)
    words: tuple[str, ...] = ()
    harmless: Mapping[str, str] = field(default_factory=dict)
    removed: bool = False


_holdings: list[Holding] = []
NOBODYS: dict[type[models.Model], str] = {}
"""Models with texts that keep nothing of players, each with the reason."""


further: list[Callable[[Person], Iterable[tuple[str, Mapping[str, Any]]]]] = []
"""Each gives what is kept of a person in rows that are not theirs: what it is called, and its values."""


def register(*holdings: Holding, nobodys: Mapping[type[models.Model], str]) -> None:
    _holdings.extend(holdings)
    NOBODYS.update(nobodys)


def table() -> tuple[Holding, ...]:
    return tuple(_holdings)
