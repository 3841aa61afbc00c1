from collections.abc import Collection
from typing import Any

from django.db.models import Q

from club.bars.queries import bars_of
from club.bars.queries import in_words as bar_in_words
from club.models import Person
from tournament.models import Entry, Seat, Tournament
from tournament.roster.parsing.difference import KnownPerson, Record


def last_entered(tournament: Tournament, people: Collection[int]) -> dict[int, Tournament]:
    """The latest tournament of each person besides this one, by their id."""
    entries = (
        Entry.objects.filter(person__in=people)
        .exclude(tournament=tournament)
        .exclude(state=Entry.State.WITHDRAWN)
        .select_related("tournament")
        .order_by("tournament__date", "pk")
    )
    return {entry.person_id: entry.tournament for entry in entries}


def known_people(tournament: Tournament) -> list[KnownPerson]:
    """Everybody the club knows, with their entry in this tournament. Where a person has several records,
    the entered one stands for all, or else the kept one, with what the rest say. An erased person has no
    name or contact here, only the number of an entry.
    """
    entries = {entry.person_id: entry for entry in tournament.entries.select_related("category")}
    seated = set(Seat.objects.filter(round__tournament=tournament).values_list("entry_id", flat=True))
    records: dict[int, list[Person]] = {}
    stand_here = Q(erased_at=None) | Q(pk__in=entries)
    for person in Person.objects.filter(stand_here, club=tournament.club_id).order_by("pk"):
        records.setdefault(person.main_id, []).append(person)
    standing = bars_of(tournament.club).standing()
    barred = {bar.person.main_id: bar_in_words(bar) for bar in standing}
    return [
        known_person(
            person,
            entries.get(person.pk),
            seated,
            barred=barred.get(person.main_id, ""),
            also=tuple(
                Record(other.name, other.town, other.member_number) for other in people if other != person
            ),
        )
        for people in records.values()
        for person in [min(people, key=lambda person: rank_of(person, entries.get(person.pk)))]
    ]


def rank_of(person: Person, entry: Entry | None) -> tuple[bool, bool, int]:
    """Sort key for the records of one person: first the one that takes part, then an entered one, then the kept one."""
    takes_part = entry is not None and entry.state != Entry.State.WITHDRAWN
    return not takes_part, entry is None, person.alias_of_id or 0


def known_person(
    person: Person,
    entry: Entry | None,
    seated: Collection[int],
    *,
    barred: str = "",
    also: tuple[Record, ...] = (),
) -> KnownPerson:
    of_entry: dict[str, Any] = {}
    if entry is not None:
        of_entry = {
            "entry": entry.pk,
            "number": entry.number,
            "state": entry.state,
            "shows_initials": entry.shows_initials,
            "seated": entry.start_table is not None or entry.pk in seated,
            "notes": entry.notes,
            "fee_note": entry.fee_note,
            "category": entry.category.name if entry.category else "",
        }
    return KnownPerson(
        person.pk,
        person.name,
        person.town,
        person.member_number,
        phone=person.phone,
        email=person.email,
        family_name=person.family_name,
        barred=barred,
        also=also,
        **of_entry,
    )
