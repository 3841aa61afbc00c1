"""People of a club found by a name as it is typed."""

import datetime
from dataclasses import dataclass

from django.db.models import Max
from rapidfuzz import fuzz

from tournament.models import Person, Tournament
from tournament.names import SIMILAR, finds, folded

MOST_FOUND = 8


@dataclass(frozen=True)
class Alike:
    """Somebody the club knows whose name is like the one typed.

    `likely`: it is nearly the same name, not only one that contains the words. `entered`: the number they play
    under in the tournament asked for.
    """

    person: Person
    last_played: datetime.date | None
    likely: bool
    entered: int | None


def people_alike(tournament: Tournament, name: str) -> list[Alike]:
    """At most eight people of the club whose name contains the words or is spelled nearly so, likeliest first."""
    plain = folded(name)
    if not plain:
        return []
    likeness = {
        pk: fuzz.token_sort_ratio(plain, folded(own_name))
        for pk, own_name in tournament.club.people.values_list("pk", "name")
        if finds(name, own_name) or fuzz.token_sort_ratio(plain, folded(own_name)) >= SIMILAR
    }
    best = sorted(likeness, key=lambda pk: (-likeness[pk], pk))[:MOST_FOUND]
    people = Person.objects.annotate(last_played=Max("entries__tournament__date")).in_bulk(best)
    numbers = dict(tournament.entries.filter(person__in=best).values_list("person", "number"))
    return [
        Alike(people[pk], people[pk].last_played, likeness[pk] >= SIMILAR, numbers.get(pk)) for pk in best
    ]
