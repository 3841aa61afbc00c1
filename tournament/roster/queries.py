"""What a roster is compared with: everybody the club knows, and where they played last."""

from collections.abc import Collection

from tournament.models import Entry, Person, Seat, Tournament
from tournament.roster.reading import Known


def last_entered(tournament: Tournament, people: Collection[int]) -> dict[int, Tournament]:
    """Person id -> the latest tournament they were entered in beside this one."""
    entries = (
        Entry.objects.filter(person__in=people)
        .exclude(tournament=tournament)
        .exclude(state=Entry.State.WITHDRAWN)
        .select_related("tournament")
        .order_by("tournament__date", "pk")
    )
    return {entry.person_id: entry.tournament for entry in entries}


def known_people(tournament: Tournament) -> list[Known]:
    """Everybody the club knows, with their entry in this tournament, as a roster is compared with."""
    entries = {entry.person_id: entry for entry in tournament.entries.all()}
    seated = set(Seat.objects.filter(round__tournament=tournament).values_list("entry_id", flat=True))
    people = Person.objects.filter(club=tournament.club_id).order_by("pk")
    return [known(person, entries.get(person.pk), seated) for person in people]


def known(person: Person, entry: Entry | None, seated: Collection[int]) -> Known:
    if entry is None:
        return Known(
            person.pk,
            person.name,
            person.town,
            person.member_number,
            phone=person.phone,
            email=person.email,
            family_name=person.family_name,
        )
    return Known(
        person.pk,
        person.name,
        person.town,
        person.member_number,
        entry.pk,
        entry.number,
        entry.state,
        entry.shows_initials,
        seated=entry.start_table is not None or entry.pk in seated,
        phone=person.phone,
        email=person.email,
        notes=entry.notes,
        fee_note=entry.fee_note,
        family_name=person.family_name,
    )
