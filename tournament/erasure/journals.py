"""Where in the journals somebody stands: what is handed to them, and whose words are taken out."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from tournament.erasure.words import Naming
from tournament.models import Club, JournalEntry, Person, Tournament, User


@dataclass(frozen=True)
class Mention:
    """An entry of the journal that names the person, or is about them."""

    entry: JournalEntry
    where: str


def mentions(person: Person) -> list[Mention]:
    """Every entry of the club's journals that would be another one without this person, oldest first."""
    records = Person.objects.same_as([person.pk]).order_by("pk")
    namings = [Naming(record, "") for record in records]
    entries = JournalEntry.objects.filter(club=person.club_id).select_related("club", "tournament")
    return [
        Mention(entry, entry.tournament.name if entry.tournament else entry.club.name)
        for entry in entries.order_by("tournament", "sequence").iterator()
        if any(naming.is_in(entry) for naming in namings)
    ]


def written_by(user: User, club: Club | None = None) -> QuerySet[JournalEntry]:
    """What an account wrote into the journals of one club, or of all, oldest first."""
    entries = JournalEntry.objects.filter(actor=user).select_related("club", "tournament").order_by("pk")
    return entries if club is None else entries.filter(club=club)


def names_written(user: User) -> set[str]:
    """The names under which an account wrote."""
    return set(JournalEntry.objects.filter(actor=user).values_list("actor_name", flat=True))


def clubs_written_in(user: User) -> QuerySet[Club]:
    return Club.objects.filter(pk__in=JournalEntry.objects.filter(actor=user).values("club"))


def tournaments_written_in(user: User) -> QuerySet[Tournament]:
    return Tournament.everything.filter(journal__actor=user).distinct().order_by("pk")
