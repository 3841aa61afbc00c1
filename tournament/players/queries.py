from collections.abc import Collection, Iterator
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from club.names import finds, folded
from tournament.models import Entry, Tournament
from tournament.models.choices import MOST_IN_A_NUMBER


@dataclass(frozen=True)
class Counts:
    """The number of entries in each state; `here` and `missing` together are the registered ones."""

    registered: int
    here: int
    waiting: int
    withdrawn: int

    @property
    def missing(self) -> int:
        return self.registered - self.here


def counts(tournament: Tournament) -> Counts:
    registered = Q(state=Entry.State.REGISTERED)
    return Counts(
        **tournament.entries.aggregate(
            registered=Count("pk", filter=registered),
            here=Count("pk", filter=registered & Q(checked_in_at__isnull=False)),
            waiting=Count("pk", filter=Q(state=Entry.State.WAITING)),
            withdrawn=Count("pk", filter=Q(state=Entry.State.WITHDRAWN)),
        )
    )


def matching(entries: QuerySet[Entry], words: str) -> list[Entry]:
    """Entries whose name contains the typed words, regardless of accents and capitals, or whose number begins with
    them.

    By family name; an exact number comes first, then family names that begin with the text.
    """
    number_words = words.strip().removeprefix("#")
    chosen = [
        entry
        for entry in entries
        if (
            str(entry.number).startswith(number_words)
            if number_words.isdigit()
            else finds(words, entry.person.name)
        )
    ]
    plain = folded(words)

    def order(entry: Entry) -> tuple[object, ...]:
        name = entry.divided_name.sort_key
        return str(entry.number) != number_words, not name[0].startswith(plain), *name, entry.number

    return sorted(chosen, key=order)


def name_key(entry: Entry) -> tuple[object, ...]:
    return *entry.divided_name.sort_key, entry.number


def namesakes(tournament: Tournament) -> dict[int, list[int]]:
    """Number -> the numbers of everybody else registered under the same name whom no town tells apart."""
    numbers: dict[tuple[str, str], list[int]] = {}
    names = tournament.entries.registered().values_list("number", "person__name", "person__town")
    for number, name, town in names.order_by("number"):
        numbers.setdefault((folded(name), folded(town)), []).append(number)
    return {
        number: [other for other in alike if other != number]
        for alike in numbers.values()
        if len(alike) > 1
        for number in alike
    }


def has_begun(tournament: Tournament) -> bool:
    """Whether people are arriving: on the tournament's day, or once somebody is checked in."""
    today = timezone.localdate(timezone=ZoneInfo(tournament.time_zone))
    return tournament.finished_at is None and (tournament.date == today or tournament.entries.here().exists())


def next_number(tournament: Tournament) -> int:
    return next(free_numbers(set(tournament.entries.values_list("number", flat=True))))


def free_numbers(taken: Collection[int]) -> Iterator[int]:
    """The numbers above the highest in use, then the gaps from the lowest up; only those that forms accept."""
    after = min(max(taken, default=0), MOST_IN_A_NUMBER) + 1
    yield from range(after, MOST_IN_A_NUMBER + 1)
    yield from (number for number in range(1, after) if number not in taken)
