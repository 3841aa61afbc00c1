"""A name written from right to left never pulls the words around it out of order, and its signs are no tags."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from django.utils.html import escape

from club.models import Person, User
from demo.simulation import play_rounds
from tests import builders
from tests.whole.test_every_page import RIGHTS, World, kept_world, world
from tournament.roster.actions import park

__all__ = ["kept_world", "world"]
pytestmark = [pytest.mark.django_db, pytest.mark.slow]

NAME = "שרה <b>לוי</b>"
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


def test_every_name_on_every_page_is_isolated(world: World) -> None:
    """Everybody has the same Hebrew name: the players, and the director."""
    Person.objects.update(name=NAME)
    User.objects.filter(pk=world.cast.director.pk).update(name=NAME)
    list(play_rounds(world.tournament, 1, seed=3, by=world.cast.director))
    world.parts["upload"] = park(
        world.tournament,
        by=world.cast.director,
        name="roster.csv",
        content=f"number,name\n9,{NAME}\n".encode(),
    ).pk
    client = builders.signed_in(world.cast.director)
    loose, unescaped, pages = {}, [], 0
    for name, (method, _who) in RIGHTS.items():
        if method != "get" or name in {"live", "roster-sample"}:
            continue
        for query in ("", "?find=9", "?me=2"):
            answer = client.get(world.address(name) + query, follow=True)
            if "html" not in answer["Content-Type"]:
                list(answer)
                break
            reader = Loose()
            text = answer.content.decode()
            reader.feed(text)
            pages += escape(NAME) in text
            if NAME in text:
                unescaped.append(name)
            if reader.found:
                loose[name] = reader.found[:4]
    assert (loose, unescaped) == ({}, [])
    assert pages > 40
