"""A club's evenings as rows: who sat with whom and with what points, and a change of them as the desk makes one."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence

from django.utils import timezone

from club.models import Club, Person
from record.change import change
from record.verbs import Verb
from scoring.models import Card, CardSet, PointLine
from tests import builders
from tournament.models import Entry, Round, Table, Tournament

FIRST = datetime.date(2027, 1, 7)
Tables = Sequence[Mapping[str, int]]
"""Name -> points of the one round, for each table."""


def people(club: Club, names: Sequence[str]) -> dict[str, Person]:
    made = Person.objects.bulk_create(Person(club=club, name=name) for name in names)
    return {person.name: person for person in made}


def evening(
    club: Club,
    number: int,
    tables: Tables,
    known: Mapping[str, Person],
    *,
    finished: bool = True,
    more: Sequence[Tables] = (),
) -> Tournament:
    """An evening of one round and of `more` with the same people, in the week of its number, counted from 1."""
    now = timezone.now()
    event = builders.tournament(
        club,
        name=f"Evening {number}",
        date=FIRST + datetime.timedelta(weeks=number - 1),
        rounds_planned=1 + len(more),
        finished_at=now if finished else None,
    )
    Tournament.objects.filter(pk=event.pk).update(frozen_profile=event.profile.to_data())
    names = [name for table in tables for name in table]
    made = Entry.objects.bulk_create(
        Entry(tournament=event, person=known[name], number=place) for place, name in enumerate(names, 1)
    )
    entries = dict(zip(names, made, strict=True))
    for place, of_round in enumerate([tables, *more], 1):
        play(event, place, of_round, entries)
    changed(event)
    return event


def play(event: Tournament, number: int, tables: Tables, entries: Mapping[str, Entry]) -> None:
    now = timezone.now()
    round_ = Round.objects.create(tournament=event, number=number, published_at=now)
    rows = Table.objects.bulk_create(Table(round=round_, number=place + 1) for place in range(len(tables)))
    sets = CardSet.objects.bulk_create(
        CardSet(table=row, round=round_, state="accepted", handed_in_at=now, accepted_at=now) for row in rows
    )
    cards, lines = [], []
    for card_set, points in zip(sets, tables, strict=True):
        for letter, (name, total) in zip("ABCD", points.items(), strict=False):
            of_player = {"card_set": card_set, "round": round_, "entry": entries[name]}
            cards.append(Card(letter=letter, points=[total], **of_player))
            lines.append(PointLine(game=1, points=total, code="made-up", **of_player))
    Card.objects.bulk_create(cards)
    PointLine.objects.bulk_create(lines)


def changed(event: Tournament) -> None:
    """What every change of the standings does: an entry in the journal, and the next version."""
    with change(event, Verb.SET_ACCEPTED, by=None, after_finish=True) as act:
        act.record("table 1", standings=True)
    event.refresh_from_db()


def correct(event: Tournament, name: str, points: int) -> None:
    """Somebody's points of the evening are others."""
    PointLine.objects.filter(entry__tournament=event, entry__person__name=name).update(points=points)
    changed(event)
