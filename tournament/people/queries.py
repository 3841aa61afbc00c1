from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, Max, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from club.bars.queries import bars_of, standing_bars
from club.family_names import DividedName
from club.models import Bar, Club, Person
from club.names import finds
from record.refused import Refused, refuse
from tournament.models import Entry, Seat, Table, Tournament
from tournament.players.alike import likeness
from tournament.seams import EntryOutcome, Remark, above

MOST_ALIKE = 5


@dataclass(frozen=True)
class ListedPerson:
    """A person in the club's list. `tournaments` are those they are entered in and did not withdraw from."""

    person: Person
    also: tuple[str, ...]
    tournaments: int
    last_played: datetime.date | None
    is_barred: bool

    @property
    def divided_name(self) -> DividedName:
        return self.person.divided_name

    @property
    def last_key(self) -> datetime.date:
        return self.last_played or datetime.date.min


def people_of(club: Club, find: str = "") -> list[ListedPerson]:
    records: dict[int, list[Person]] = defaultdict(list)
    for person in club.people.order_by("pk"):
        records[person.main_id].append(person)
    entries = entries_in_tournaments(club, Q(person__club=club)).annotate(
        main_person=Coalesce("person__alias_of", "person")
    )
    played = {
        main_id: (count, last)
        for main_id, count, last in entries.order_by()
        .values_list("main_person")
        .annotate(Count("tournament", distinct=True), Max("tournament__date"))
    }
    barred = {bar.person.main_id for bar in bars_of(club).standing()}
    listed = []
    for main_id, people in records.items():
        person = next(person for person in people if person.pk == main_id)
        also = tuple(other.name for other in people if other.pk != main_id)
        texts = (*(other.name for other in people), *(other.member_number for other in people))
        if not find or any(finds(find, text) for text in texts):
            count, last = played.get(main_id, (0, None))
            listed.append(ListedPerson(person, also, count, last, main_id in barred))
    return listed


def taking_part(club: Club, condition: Q) -> QuerySet[Entry]:
    """Entries without those that were withdrawn before they had a seat or played on in one."""
    never_sat = Q(state=Entry.State.WITHDRAWN, seats__isnull=True) & ~Q(pk__in=above.played_on(club))
    return Entry.objects.filter(condition).exclude(never_sat)


def entries_in_tournaments(club: Club, condition: Q) -> QuerySet[Entry]:
    return taking_part(club, condition).filter(tournament__deleted_at__isnull=True)


@dataclass(frozen=True)
class PlayedTournament:
    """One tournament of a person. `rounds` are those played in which the person has a seat."""

    entry: Entry
    rounds: tuple[int, ...]
    outcome: EntryOutcome

    @property
    def tournament(self) -> Tournament:
        return self.entry.tournament


@dataclass(frozen=True)
class PersonPage:
    person: Person
    aliases: list[Person]
    played: list[PlayedTournament]
    bars: list[Bar]
    is_barred: bool
    alike: list[Person]

    @property
    def remarks(self) -> list[tuple[PlayedTournament, Remark]]:
        rows = [(played, remark) for played in self.played for remark in played.outcome.remarks]
        return sorted(rows, key=lambda row: row[1].at, reverse=True)


def person_page(person: Person) -> PersonPage:
    records = list(Person.objects.same_as([person.pk]).order_by("pk"))
    keys = [record.pk for record in records]
    entries = list(
        entries_in_tournaments(person.club, Q(person__in=keys))
        .select_related("tournament", "person", "category")
        .order_by("-tournament__date", "-pk")
    )
    rounds = defaultdict(list)
    seats = Seat.objects.filter(entry__person__in=keys, table__in=tables_played()).order_by("round__number")
    for entry, number in seats.values_list("entry", "round__number"):
        rounds[entry].append(number)
    outcomes = above.outcomes(entries)
    return PersonPage(
        person=person,
        aliases=[record for record in records if record.pk != person.pk],
        played=[
            PlayedTournament(entry, tuple(rounds[entry.pk]), outcomes.get(entry.pk, EntryOutcome()))
            for entry in entries
        ],
        bars=list(bars_of(person.club).filter(person__in=keys)),
        is_barred=bool(standing_bars([person.pk])),
        alike=alike_to(person, keys),
    )


def tables_played() -> QuerySet[Table]:
    """The tables that cards came from: what is only planned or announced has brought nobody together."""
    return above.with_cards(Table.objects.filter(round__tournament__deleted_at__isnull=True))


def alike_to(person: Person, records: Collection[int]) -> list[Person]:
    """Other people of the club with a name like the person's, the likeliest first: one person, maybe.

    `last_day` is the day of the last tournament under this record, None without one.
    """
    others = [pk for pk in likeness(person.club, person.name) if pk not in records][:MOST_ALIKE]
    there = Q(entries__tournament__deleted_at__isnull=True)
    people = Person.objects.annotate(last_day=Max("entries__tournament__date", filter=there)).in_bulk(others)
    return [people[pk] for pk in others]


def why_two(main: Person, alias: Person) -> list[Refused]:
    """Why two records cannot be merged: they are certainly two people, or other records are merged into both."""
    refusals = []
    for person in (main, alias):
        if person.erased_at is not None:
            message = _("%(name)s was erased, so nobody can say who that was.")
            refusals.append(refuse("erased", message % {"name": person.name}))
    if main.alias_of_id or alias.aliases.exists():
        message = _("%(name)s already has a merged record. Keep that one, or take the two apart first.")
        refusals.append(refuse("alias", message % {"name": (main if main.alias_of_id else alias).name}))
    if alias.alias_of_id not in (None, main.pk):
        message = _("%(name)s is already merged with somebody else. Take those two apart first.")
        refusals.append(refuse("alias", message % {"name": alias.name}))
    for tournament, both_sat in shared_tournaments(main, alias):
        if both_sat:
            message = _("Both played in %(tournament)s: they are two people.")
        else:
            message = _(
                "Both are entered in %(tournament)s. If they are the same person, withdraw one of them there first."
            )
        refusals.append(refuse("two-people", message % {"tournament": tournament}))
    return refusals


def shared_tournaments(main: Person, alias: Person) -> list[tuple[str, bool]]:
    sides = []
    played_on = above.played_on(main.club)
    for person in (main, alias):
        entries = taking_part(main.club, Q(person__in=Person.objects.same_as([person.pk])))
        rows = entries.annotate(sat=Count("seats")).values_list("tournament", "tournament__name", "sat", "pk")
        sides.append(
            {tournament: (name, seats > 0 or entry in played_on) for tournament, name, seats, entry in rows}
        )
    first, second = sides
    return [
        (first[tournament][0], first[tournament][1] and second[tournament][1])
        for tournament in sorted(first.keys() & second.keys())
    ]
