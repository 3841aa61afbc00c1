from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from club.models import Club, Person, User
from club.rights.naming import Naming
from record.journal import tournaments
from record.models import JournalEntry


@dataclass(frozen=True)
class Mention:
    entry: JournalEntry
    where: str


def mentions(person: Person) -> list[Mention]:
    """Every entry of the club's journals that erasing this person changes, oldest first."""
    records = Person.objects.same_as([person.pk]).order_by("pk")
    namings = [Naming(record, "") for record in records]
    entries = JournalEntry.objects.filter(club=person.club_id).select_related("club", "tournament")
    return [
        Mention(entry, entry.tournament.name if entry.tournament else entry.club.name)
        for entry in entries.order_by("tournament", "sequence").iterator()
        if any(naming.is_in(entry) for naming in namings)
    ]


def written_by(user: User, club: Club | None) -> QuerySet[JournalEntry]:
    """What an account wrote into the journals of one club, or of all, oldest first."""
    entries = JournalEntry.objects.filter(actor=user).select_related("club", "tournament").order_by("pk")
    return entries if club is None else entries.filter(club=club)


def names_written(user: User) -> set[str]:
    return set(JournalEntry.objects.filter(actor=user).values_list("actor_name", flat=True))


def clubs_written_in(user: User) -> QuerySet[Club]:
    return Club.objects.filter(pk__in=JournalEntry.objects.filter(actor=user).values("club"))


def tournaments_written_in(user: User) -> QuerySet[Any]:
    return tournaments().filter(journal__actor=user).distinct()
