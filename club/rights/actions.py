from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _

from club.models import Bar, Club, Person, User
from club.rights.forgetting import forget
from club.rights.naming import Naming
from club.rights.queries import name_free
from record import backups, journal
from record.archive import files, uploads
from record.backups import KEPT_FOR
from record.change import change
from record.refused import Refused, refuse
from record.stamps import Stamp
from record.verbs import Verb


@dataclass(frozen=True)
class Erasure:
    """Under which name the person's results stay, and what could not be done, in sentences."""

    name: str
    left: list[str] = field(default_factory=list)


def erase(
    person: Person,
    *,
    instead: str,
    also: Sequence[str] = (),
    remove_copies: bool = False,
    by: User | None,
    stamp: Stamp | None = None,
) -> Erasure:
    """Takes a person out of everything that is stored, for good; results stay under the name `instead`.

    `also` has other ways in which texts may call them.
    The journals keep their chains. Earlier archives are removed, and new ones made; uploads are removed; copies of
    the database only with `remove_copies`. Raises Refused for somebody who is barred, since nobody would know them
    again, and where somebody else of the club has that name.
    """
    content = [person.pk, instead]
    with change(person.club, Verb.PERSON_ERASED, by=by, stamp=stamp, content=content) as act:
        records = list(Person.objects.same_as([person.pk]).select_related("club").order_by("pk"))
        person = next(record for record in records if record.pk == person.pk)
        if person.erased_at is not None:
            return Erasure(person.name)
        if Bar.objects.standing().filter(person__in=records).exists():
            message = _(
                "%(name)s is barred. Lift the bar first: without the name nobody would know whom it is for."
            )
            raise refuse("barred", message % {"name": person.name})
        if not name_free(person, instead):
            raise refuse("name-taken", _("Somebody else in the club has that name."), "instead")
        namings = [Naming(record, instead, called=[record.name, *also]) for record in records]
        named = [
            tournament
            for record, naming in zip(records, namings, strict=True)
            for tournament in forget(record, naming)
        ]
        Person.objects.filter(pk__in=[record.pk for record in records]).update(erased_at=act.at)
        entered = journal.tournaments().filter(entries__person__in=records).distinct()
        touched = {tournament.pk: tournament for tournament in [*named, *entered]}
        for tournament in touched.values():
            # Pages in memory have the name too, also of a tournament that only mentions them.
            with change(
                tournament, Verb.PERSON_ERASED, by=by, after_finish=True, though_deleted=True
            ) as inside:
                entries = list(tournament.entries.with_people().filter(person__in=records))
                if entries:
                    seats = inside.where.outdate_prints(entries)
                    inside.record(about=entries[0], standings=True, seats=seats)
                else:
                    inside.record(instead, standings=True)
        act.record(instead, new={"tournaments": len(entered)})
    erased_at = Person.objects.values_list("erased_at", flat=True).get(pk=person.pk)
    assert erased_at is not None  # noqa: S101  (for the type checker)
    left = clear_files([person.club], erased_at, list(touched.values()), remove_copies=remove_copies)
    return Erasure(instead, left)


def remove_copies_of_before(now: datetime) -> None:
    """Removes the copies of the database that still name whoever was erased a month ago or longer."""
    erased = (
        model._base_manager.filter(erased_at__lt=now - KEPT_FOR).aggregate(latest=Max("erased_at"))["latest"]
        for model in (Person, User)
    )
    if long_ago := max(filter(None, erased), default=None):
        backups.remove_made_before(long_ago)


def clear_files(
    clubs: Iterable[Club], erased_at: datetime, tournaments: list[Any], *, remove_copies: bool
) -> list[str]:
    for club in clubs:
        uploads.delete_uploads(club)
    left = []
    for tournament in tournaments:
        failure = files.remove_made_before(erased_at, tournament)
        if failure:
            left.append(failure.sentence)
        tournament.refresh_from_db()
        if tournament.deleted_at is None:
            files.store_archive("after an erasure", tournament)
    backups.empty_log()
    try:
        copy = backups.copy("after an erasure")
    except Refused as refused:
        return [*left, str(refused)]
    if remove_copies and copy:
        backups.remove_others(copy)
    return left
