from collections.abc import Iterable
from typing import Any

from django.db.models import Model

from club.models import Club, Person
from club.rights.naming import Naming, Renaming
from record import journal
from record.journal.erasing import rewrite
from record.kept import kept_models, kept_of
from record.models import Chained

BATCH = 200


def forget(person: Person, naming: Naming, *, within: Iterable[Chained] | None = None) -> list[Any]:
    """Puts `naming.instead` in the place of the person's name, and empties what is theirs alone.

    In all of the club, or within some of its tournaments, which an archive has just brought back. Inside a transaction
    that holds the club's lock. Returns the tournaments whose journals named them.
    """
    for model in kept_models():
        if not kept_of(model).nobodys:
            forget_own(model, person)
            forget_words(model, person.club, naming)
    tournaments = forget_in_journals(naming, person.club, within)
    Person.objects.filter(pk=person.pk).update(name=naming.instead)
    return tournaments


def forget_in_journals(naming: Renaming, club: Club, within: Iterable[Chained] | None) -> list[Any]:
    tournaments = []
    for tournament in journal.tournaments().filter(club=club) if within is None else within:
        journal.lock(tournament)
        if rewrite(tournament, naming.left_of):
            tournaments.append(tournament)
    if within is None:
        rewrite(club, naming.left_of)
    return tournaments


def forget_own(model: type[Model], person: Person) -> None:
    """Empties what is about the person alone, and removes what goes as a whole."""
    kept = kept_of(model)
    if kept.removed:
        model._base_manager.filter(**{kept.to_club: person.club_id}).delete()
    for path in kept.people if kept.erased else ():
        rows = list(model._base_manager.filter(**{path: person.pk}))
        for row in rows:
            for name, value in kept.erased.items():
                if getattr(row, name):
                    setattr(row, name, value)
        model._base_manager.bulk_update(rows, list(kept.erased), batch_size=BATCH)


def forget_words(model: type[Model], club: Club, naming: Renaming) -> None:
    kept = kept_of(model)
    if not kept.renamed:
        return
    rows = model._base_manager.filter(**{kept.to_club: club.pk})
    tournament_of: dict[int, int] = {}
    if kept.to_club.endswith("tournament__club"):
        tournament_of = dict(rows.values_list("pk", kept.to_club.removesuffix("__club")))
    changed = []
    for row in rows:
        before = [getattr(row, name) for name in kept.renamed]
        number = naming.numbers.get(tournament_of.get(row.pk, 0))
        after = [naming.in_value(value, number) for value in before]
        if after != before:
            for name, value in zip(kept.renamed, after, strict=True):
                setattr(row, name, value)
            changed.append(row)
    model._base_manager.bulk_update(changed, kept.renamed, batch_size=BATCH)
