"""Takes a person out of the rows of every application."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from tournament import journal
from tournament.erasure.holdings import Holding, table
from tournament.erasure.words import Naming
from tournament.journal.erasing import rewrite
from tournament.models import Club, Person, Tournament

BATCH = 200


def forget(person: Person, naming: Naming, *, within: Iterable[Tournament] | None = None) -> list[Tournament]:
    """Puts `naming.instead` in the place of the person's name, and empties what is theirs alone.

    In all of the club, or within some of its tournaments, which an archive has just brought back. Inside a transaction
    that holds the club's lock. Returns the tournaments whose journals named them.
    """
    for holding in table():
        forget_own(holding, person)
        forget_words(holding, person.club, naming)
    everywhere = Tournament.everything.filter(club=person.club_id).order_by("pk")
    tournaments = []
    for tournament in everywhere if within is None else within:
        journal.lock(tournament)
        if rewrite(tournament, naming.left_of):
            tournaments.append(tournament)
    if within is None:
        rewrite(person.club, naming.left_of)
    Person.objects.filter(pk=person.pk).update(name=naming.instead)
    return tournaments


def forget_own(holding: Holding, person: Person) -> None:
    if not holding.person:
        return
    rows = list(holding.model._base_manager.filter(**{holding.person: person.pk}))
    for row in rows:
        for name, value in holding.erased.items():
            if getattr(row, name):
                setattr(row, name, value)
    if holding.erased:
        holding.model._base_manager.bulk_update(rows, list(holding.erased), batch_size=BATCH)


class Renames(Protocol):
    """What `Naming` and `AccountNaming` have in common: another name for somebody, in texts and in JSON."""

    numbers: dict[int, int]

    def in_value(self, value: Any, number: int | None = None) -> Any: ...


def forget_words(holding: Holding, club: Club, naming: Renames) -> None:
    rows = holding.model._base_manager.filter(**{holding.club: club.pk})
    if holding.removed:
        rows.delete()
    if not holding.words:
        return
    tournament_of: dict[int, int] = {}
    if holding.club.endswith("tournament__club"):
        tournament_of = dict(rows.values_list("pk", holding.club.removesuffix("__club")))
    changed = []
    for row in rows:
        before = [getattr(row, name) for name in holding.words]
        number = naming.numbers.get(tournament_of.get(row.pk, 0))
        after = [naming.in_value(value, number) for value in before]
        if after != before:
            for name, value in zip(holding.words, after, strict=True):
                setattr(row, name, value)
            changed.append(row)
    holding.model._base_manager.bulk_update(changed, holding.words, batch_size=BATCH)
