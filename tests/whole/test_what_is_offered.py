"""What a page offers to somebody they may do: no link and no button that leads to a refusal."""

from __future__ import annotations

from collections.abc import Callable
from html.parser import HTMLParser
from itertools import product
from urllib.parse import urlsplit

import pytest
from django.urls import Resolver404, resolve
from django.utils import timezone

from club.models import Person
from demo.simulation import play_rounds
from scoring.models import CardSet, ReportedNumber
from tests import builders
from tests.whole.test_every_page import PASSED, RIGHTS, WHO, World, kept_world, world
from tournament.models import Entry, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
__all__ = ["kept_world", "world"]

Hour = Callable[[Tournament], None]
OFFERS = {"href", "action", "formaction", "hx-get", "hx-post"}
# It ends where one signs in, as it should.
SIGNS_OUT = "sign-out-everywhere"


class Offered(HTMLParser):
    """The addresses a page leads to."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "link":
            self.addresses |= {value for name, value in attrs if name in OFFERS and value}


def addresses_on(page: str) -> dict[str, set[str]]:
    """The addresses a page leads to, under their names."""
    parser = Offered()
    parser.feed(page)
    names: dict[str, set[str]] = {}
    for address in parser.addresses:
        parts = urlsplit(address)
        if parts.path.startswith("/") and not parts.netloc:
            try:
                names.setdefault(str(resolve(parts.path).url_name), set()).add(address)
            except Resolver404:
                assert parts.path.startswith("/static/"), address
    return names


def not_drawn(tournament: Tournament) -> None:
    tournament.entries.update(start_table=None, start_letter="", checked_in_at=None)
    ReportedNumber.objects.filter(table__round__tournament=tournament).delete()
    tournament.rounds.all().delete()
    Tournament.objects.filter(pk=tournament.pk).update(drawn_at=None)


def with_cards(tournament: Tournament) -> None:
    """Round 1 is played; of round 2 a set is held; somebody waits."""
    director = tournament.club.memberships.get(role="director").user
    list(play_rounds(tournament, 1, seed=3, by=director))
    held = tournament.rounds.get(number=2).tables.get(number=1)
    CardSet.objects.create(
        round=held.round, table=held, state="held", held_reason="why", handed_in_at=timezone.now()
    )
    person = Person.objects.create(club=tournament.club, name="Wanda Waits")
    Entry.objects.create(tournament=tournament, person=person, number=99, state=Entry.State.WAITING)


def finished(tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(finished_at=timezone.now())


@pytest.mark.parametrize(
    ("role", "hour"),
    [
        *product(["nobody", "door", "scorekeeper"], [not_drawn, None, with_cards, finished]),
        ("tablet", with_cards),
    ],
)
def test_a_page_offers_what_its_reader_may_do(world: World, role: str, hour: Hour | None) -> None:
    if hour is not None:
        hour(world.tournament)
    who, refused = WHO.index(role), list[tuple[str, str]]()
    client = builders.signed_in(getattr(world.cast, role, None))
    for name, (method, rights) in RIGHTS.items():
        if method != "get" or rights[who] != PASSED or name == "live":
            continue
        response = client.get(world.address(name), follow=True)
        if not response.streaming and "text/html" in response.get("Content-Type", ""):
            for other, addresses in addresses_on(response.content.decode()).items():
                if RIGHTS[other][1][who] == PASSED or other == SIGNS_OUT:
                    continue
                # Of sheets to print, each has its own right.
                if other == "print-sheet" and all(client.get(to).status_code == 200 for to in addresses):
                    continue
                refused.append((name, other))
    assert refused == []
