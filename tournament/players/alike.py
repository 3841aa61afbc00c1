import datetime
from dataclasses import dataclass

from rapidfuzz import fuzz

from club.bars.queries import standing_bars
from club.models import Club, Person
from club.names import SIMILAR, finds, folded
from tournament.models import Entry, Tournament

MOST_FOUND = 8


@dataclass(frozen=True)
class Alike:
    """A person of the club with a name like the typed one, or with an alias that has.

    `likely`: nearly the same name, not only one that contains the words. `entered`: their number in the tournament,
    if entered.
    """

    person: Person
    last_played: datetime.date | None
    likely: bool
    entered: int | None
    is_barred: bool = False
    also: tuple[str, ...] = ()
    """Other names that the club knows the person by."""


def likeness(club: Club, name: str) -> dict[int, float]:
    """Person of the club -> how like the name is, 100 the same; only those whose name, or that of an alias, contains
    the words or is spelled similarly. Likeliest first.
    """
    plain = folded(name)
    alike: dict[int, float] = {}
    rows = club.people.filter(erased_at=None).values_list("pk", "alias_of", "name") if plain else ()
    for pk, alias_of, own_name in rows:
        ratio = fuzz.token_sort_ratio(plain, folded(own_name))
        if finds(name, own_name) or ratio >= SIMILAR:
            main_id = alias_of or pk
            alike[main_id] = max(ratio, alike.get(main_id, 0))
    return dict(sorted(alike.items(), key=lambda item: (-item[1], item[0])))


def people_alike(tournament: Tournament, name: str) -> list[Alike]:
    ratios = likeness(tournament.club, name)
    best = list(ratios)[:MOST_FOUND]
    records: dict[int, list[Person]] = {pk: [] for pk in best}
    for person in Person.objects.same_as(best).order_by("pk"):
        records[person.main_id].append(person)
    of_record = {person.pk: person.main_id for people in records.values() for person in people}
    entered: dict[int, int] = {}
    last_played: dict[int, datetime.date] = {}
    for entry in Entry.objects.filter(person__in=of_record).select_related("tournament"):
        main_id, date = of_record[entry.person_id], entry.tournament.date
        last_played[main_id] = max(date, last_played.get(main_id, date))
        if entry.tournament_id == tournament.pk:
            entered[main_id] = entry.number
    barred = standing_bars(best)
    return [
        Alike(
            person=next(person for person in records[pk] if person.pk == pk),
            last_played=last_played.get(pk),
            likely=ratios[pk] >= SIMILAR,
            entered=entered.get(pk),
            is_barred=pk in barred,
            also=tuple(person.name for person in records[pk] if person.pk != pk),
        )
        for pk in best
    ]
