"""A name written from right to left never pulls the words and numbers around it out of order."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse

from demo.simulation import play_rounds
from tests import builders
from tests.whole.test_every_page import RIGHTS, addresses
from tournament.models import KeepApart, Membership, Tournament
from tournament.roster.actions import park

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

NAME = "שרה לוי"
ALONE = {"title", "option", "textarea"}  # plain text without markup, each a line of its own
VOID = {"meta", "link", "input", "img", "br", "hr", "circle", "path", "rect"}


class Loose(HTMLParser):
    """Collects each text with NAME in it that neither `bdi` nor `dir="auto"` nor a line of its own isolates."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, bool]] = []
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append((tag, tag == "bdi" or tag in ALONE or ("dir", "auto") in attrs))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        while tag not in VOID and self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if NAME in data and not any(isolates for _tag, isolates in self.open):
            self.found.append(" ".join(data.split()))


@pytest.fixture
def world() -> tuple[builders.Cast, Tournament]:
    """Everybody has the same Hebrew name: the players, and the director."""
    cast = builders.cast()
    made = builders.running_tournament(cast.club, players=8, rounds=3, published=2)
    for entry in made.entries.select_related("person"):
        entry.person.name = NAME
        entry.person.save()
    cast.director.name = NAME
    cast.director.save()
    list(play_rounds(made, 1, seed=3, by=cast.director))
    first, second, *_others = made.entries.all()
    KeepApart.objects.create(tournament=made, first=first, second=second)
    return cast, made


def test_every_name_on_every_page_is_isolated(world: tuple[builders.Cast, Tournament]) -> None:
    cast, made = world
    upload = park(made, by=cast.director, name="roster.csv", content=f"number,name\n9,{NAME}\n".encode())
    parts = {
        "number": 2,
        "table": 1,
        "member": Membership.objects.get(user=cast.director).pk,
        "upload": upload.pk,
        "name": "16-players.csv",
    }
    client = Client()
    client.force_login(cast.director)
    loose, pages = {}, 0
    for name, (method, _who) in RIGHTS.items():
        route, names = addresses()[name]
        if method != "get" or name in {"live", "roster-sample"}:
            continue
        slug = cast.club.slug if route.startswith("clubs/") else made.slug
        address = reverse(name, kwargs={one: parts.get(one, slug) for one in names})
        for query in ("", "?find=9", "?me=2"):
            answer = client.get(address + query, follow=True)
            if "html" not in answer["Content-Type"]:
                break
            reader = Loose()
            reader.feed(answer.content.decode())
            pages += NAME in answer.content.decode()
            if reader.found:
                loose[name] = reader.found[:4]
    assert loose == {}
    assert pages > 40
