"""Plain builders for tests: a club with its people, a tournament at the stage a test needs.

They write rows directly and seat players by their own arithmetic, so that a test of the draw or the movement
does not lean on the code it tests.
"""

import datetime
import html
import re
from dataclasses import dataclass
from itertools import count
from typing import Any

from django.test import Client
from django.utils import timezone

from club.models import Club, Membership, Person, Role, User
from record.stamps import Stamp
from scoring.models import Card, CardSet
from tournament.models import Entry, Round, Seat, Table, Tournament
from tournament.seating.draw import draw_inputs, stored_choice
from tournament.seating.wishes import wishes_shown

STEPS = {"A": 1, "B": -1, "C": 2, "D": -2}
LETTERS = "ABCD"
_serial = count(1)


@dataclass(frozen=True)
class Cast:
    """A club, those who work for it, and somebody who does not."""

    club: Club
    director: User
    scorekeeper: User
    second_scorekeeper: User
    door: User
    tablet: User
    stranger: User
    other_director: User


def user(username: str, name: str = "") -> User:
    return User.objects.create_user(username, password="a long test password", name=name or username.title())


def cast() -> Cast:
    """A club with a director and two scorekeepers, another club's director, and an account without a club."""
    serial = next(_serial)
    club = Club.objects.create(name="Jade Garden Club", slug=f"jade-{serial}")
    other = Club.objects.create(name="Bamboo Club", slug=f"bamboo-{serial}")
    people = Cast(
        club=club,
        director=user(f"dolores{serial}", "Dolores Ybarra"),
        scorekeeper=user(f"sam{serial}", "Sam Lee"),
        second_scorekeeper=user(f"pat{serial}", "Pat Ng"),
        door=user(f"dora{serial}", "Dora Door"),
        tablet=user(f"tablet{serial}", "Tablet"),
        stranger=user(f"nobody{serial}", "Nora Body"),
        other_director=user(f"other{serial}", "Otto Other"),
    )
    Membership.objects.create(club=club, user=people.director, role=Role.DIRECTOR)
    Membership.objects.create(club=club, user=people.scorekeeper, role=Role.SCOREKEEPER)
    Membership.objects.create(club=club, user=people.second_scorekeeper, role=Role.SCOREKEEPER)
    Membership.objects.create(club=club, user=people.door, role=Role.DOOR)
    Membership.objects.create(club=club, user=people.tablet, role=Role.ENTERING)
    Membership.objects.create(club=other, user=people.other_director, role=Role.DIRECTOR)
    return people


def signed_in(user: User | None) -> Client:
    """The browser of somebody, or of nobody."""
    client = Client()
    if user:
        client.force_login(user)
    return client


def one_line(text: str) -> str:
    """HTML as it is read: however its template is broken into lines, whitespace is one space."""
    return re.sub(r"\s+", " ", text)


def tournament(club: Club, *, players: int = 0, checked_in: bool = True, **fields: Any) -> Tournament:
    """A tournament with `players` entries, numbered from 1, named "Player 1" and so on."""
    serial = next(_serial)
    defaults: dict[str, Any] = {
        "name": "Autumn Classic",
        "slug": f"autumn-{serial}",
        "date": datetime.date(2026, 11, 20),
        "place": "Community Hall",
        "time_zone": "America/New_York",
        "movement": "sanctioned",
    }
    new = Tournament.objects.create(club=club, **{**defaults, **fields})
    people = Person.objects.bulk_create(
        Person(club=club, name=f"Player {n}", town=f"t{serial}") for n in range(1, players + 1)
    )
    now = timezone.now()
    Entry.objects.bulk_create(
        Entry(tournament=new, person=person, number=n, checked_in_at=now if checked_in else None)
        for n, person in enumerate(people, 1)
    )
    return new


def seat_everybody(tournament: Tournament, *, published: int = 1) -> Tournament:
    """Draws in number order (A1 B1 C1 D1 A2 ...; empty seats at the last tables' D) and plans every round.

    The first `published` rounds are published, with the profile frozen as publication does.
    """
    entries = list(tournament.entries.filter(state=Entry.State.REGISTERED).order_by("number"))
    tables = -(-len(entries) // 4)
    empty = {("D", tables - hole) for hole in range(4 * tables - len(entries))}
    seats = [
        (letter, table)
        for table in range(1, tables + 1)
        for letter in LETTERS
        if (letter, table) not in empty
    ]
    first_table = {}
    for entry, (letter, table) in zip(entries, seats, strict=True):
        first_table[entry.pk] = table
        entry.start_letter, entry.start_table = letter, table
    # Not bulk_update, which is slow: it writes a condition for each row.
    Entry.objects.bulk_create(
        entries, update_conflicts=True, unique_fields=["id"], update_fields=["start_letter", "start_table"]
    )
    now = timezone.now()
    if published:
        tournament.frozen_profile = tournament.profile.to_data()
    tournament.seed, tournament.drawn_at, tournament.seats_revision = 7, now, 1
    tournament.save()
    for number in range(1, tournament.rounds_planned + 1):
        round_ = Round.objects.create(
            tournament=tournament,
            number=number,
            minutes=tournament.minutes,
            published_at=now if number <= published else None,
        )
        at = Table.objects.bulk_create(Table(round=round_, number=n) for n in range(1, tables + 1))
        Seat.objects.bulk_create(
            Seat(
                round=round_,
                table=at[(first_table[entry.pk] - 1 + STEPS[entry.start_letter] * (number - 1)) % tables],
                letter=entry.start_letter,
                entry=entry,
            )
            for entry in entries
        )
    return tournament


def stamp(**seen: object) -> str:
    """The hidden field of a form on a page that is opened now and was made from `seen`."""
    return str(Stamp(seen=seen))


def stamp_of_seating(tournament: Tournament) -> str:
    """The hidden field of any form on the seating page as it is now."""
    tournament.refresh_from_db()
    entries, pairs = tournament.entries.all(), tournament.keep_apart.select_related("first", "second")
    return stamp(**draw_inputs(tournament), **stored_choice(tournament), **wishes_shown(entries, pairs))


def stamp_beside(entry: Entry) -> str:
    """The hidden field of a button beside a player as the page shows them now."""
    entry = Entry.objects.get(pk=entry.pk)
    return stamp(entry=entry.identity, listed=entry.listed)


def stamp_on(page: str, address: str) -> str:
    """The stamp of the first form on a page that is sent to an address."""
    match = re.search(rf'<form[^>]* action="{re.escape(address)}".*?name="stamp" value="([^"]*)"', page, re.S)
    assert match, address
    return html.unescape(match[1])


def running_tournament(
    club: Club, *, players: int = 8, rounds: int = 2, published: int = 1, **fields: Any
) -> Tournament:
    """Drawn, seated and with its first rounds published."""
    return seat_everybody(
        tournament(club, players=players, rounds_planned=rounds, **fields), published=published
    )


def card_set(
    table: Table, numbers: dict[str, list[int]], *, state: str = CardSet.State.IN, **fields: Any
) -> CardSet:
    """A set as typed at the desk: letter -> numbers of its games. Writes no point lines."""
    now = timezone.now()
    accepted_at = now if state == CardSet.State.ACCEPTED else None
    card_set = CardSet.objects.create(
        table=table,
        round=table.round,
        state=state,
        handed_in_at=now,
        handed_in_by="A",
        accepted_at=accepted_at,
        **fields,
    )
    for seat in table.seats.all():
        points = numbers[seat.letter]
        Card.objects.create(
            card_set=card_set,
            round=table.round,
            letter=seat.letter,
            entry=seat.entry,
            points=points,
            written_total=sum(points),
            verified_by={"A": "C", "C": "A", "B": "D", "D": "B"}[seat.letter],
        )
    return card_set
