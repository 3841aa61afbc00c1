"""A tournament's entries: searched, counted, and the next free number."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from tournament.models import Entry, Tournament
from tournament.names import finds, folded
from tournament.players.limits import MOST_IN_A_NUMBER


@dataclass(frozen=True)
class Counts:
    """How many entries are in which state; `here` and `missing` together are the registered ones."""

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
    """Entries whose name contains the typed words, accents and capitals aside, or whose number begins so.

    By family name; an entry with exactly the typed number comes first, then whoever's family name begins with what
    was typed.
    """
    typed = words.strip().removeprefix("#")
    chosen = [
        entry
        for entry in entries
        if (str(entry.number).startswith(typed) if typed.isdigit() else finds(words, entry.person.name))
    ]
    plain = folded(words)

    def order(entry: Entry) -> tuple[object, ...]:
        name = entry.divided_name.sort_key
        return str(entry.number) != typed, not name[0].startswith(plain), *name, entry.number

    return sorted(chosen, key=order)


def name_key(entry: Entry) -> tuple[object, ...]:
    """Orders entries by family name, accents and capitals aside."""
    return *entry.divided_name.sort_key, entry.number


def next_number(tournament: Tournament) -> int:
    """The first of the `free_numbers` of a tournament."""
    return next(free_numbers(set(tournament.entries.values_list("number", flat=True))))


def free_numbers(taken: Collection[int]) -> Iterator[int]:
    """Those above the highest in use, then the gaps from the lowest up; none that a form would refuse."""
    after = min(max(taken, default=0), MOST_IN_A_NUMBER) + 1
    yield from range(after, MOST_IN_A_NUMBER + 1)
    yield from (number for number in range(1, after) if number not in taken)
