"""Every address is sent rubbish by a director: it answers with a sentence or as if asked nothing, and keeps nothing.

Rubbish is what scanners, half-loaded pages and old bookmarks send: numbers no database holds, null bytes, ten
thousand characters, lists for single values, nothing at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from django import forms
from django.apps import apps
from django.conf import settings
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.urls import reverse
from django.utils.http import urlencode

from club.models import Person
from tests import builders
from tests.scoring import paper
from tests.whole.test_every_page import RIGHTS, World, addresses, kept_world, world
from tournament.models import KeepApart

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
__all__ = ["kept_world", "world"]

# What is read without a form class behind it, or named by a table's seats.
BESIDE_FORMS = [
    "find",
    "show",
    "part",
    "page",
    "per_page",
    "sort",
    "me",
    "table",
    "back",
    "next",
    "do",
    "name",
    "seat",
    "stamp",
    "withdraw",
    "reinstate",
    "line-2",
    "column_0",
    "step_A",
    "step_a",
    "A-1",
    "A-2",
    "A-total",
    "A-verified",
    "A-1-hand",
    "A-1-infraction",
    "off-list-1",
    "reading-1",
    "consulted",
    "earlier",
    "format",
    "row",
    "view",
    "payment",
    "award",
    "note",
    "key",
    "present",
    "button",
    "time_1",
    "day_1",
]
RUBBISH: dict[str, Any] = {
    "nothing": None,
    "null bytes": "a\x00b",
    "ten thousand characters": "x" * 10_000,
    "a number over 64 bits": "9" * 20,
    "a number over 32 bits": "3000000000",
    "a negative number": "-1",
    "odd characters": "\U0010ffff\u202e\ufeff%00{{ x }}<script>'\"",
    "nested JSON": '{"a":' * 2_000,
    "several": ["1", "2", "\x00"],
}
OF_FORMS = {"nothing", "ten thousand characters", "nested JSON"}
# Parts of an address that name no row by number; a card of a revision that nobody knows opens its table all the same.
NO_NUMBERS = {"slug", "name", "revision"}
# These need no fields: sending them, with rubbish or without, is asking for just what they do.
BUTTONS = frozenset(
    [
        "sign-out",
        "sign-out-everywhere",
        "member-remove",
        "round-publish",
        "desk-presence",
        "print-all",
        "print-none",
        "print-fallback",
    ]
)

# Any text is a list of names: it is kept for the look at it, and nobody is entered by it.
KEPT = {"roster-import": ["RosterUpload"]}


def every_form(of: type[forms.BaseForm] = forms.BaseForm) -> Iterator[type[forms.BaseForm]]:
    for form in of.__subclasses__():
        yield form
        yield from every_form(form)


def field_names() -> list[str]:
    """Every name that some form of the program reads."""
    own = [form for form in every_form() if form.__module__.split(".")[0] in settings.OWN_APPS]
    return sorted({name for form in own for name in getattr(form, "base_fields", {})} | set(BESIDE_FORMS))


def fields(rubbish: Any) -> dict[str, Any]:
    return {} if rubbish is None else dict.fromkeys(field_names(), rubbish)


def stored_rows() -> dict[str, list[Any]]:
    """Every row of the program's own tables as the database has it, so that a change of any of them shows."""
    own = [model for label in settings.OWN_APPS for model in apps.get_app_config(label).get_models()]
    rows: dict[str, list[Any]] = {}
    with connection.cursor() as cursor:
        for model in own:
            key = connection.ops.quote_name(model._meta.pk.column)
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(model._meta.db_table)} ORDER BY {key}")  # noqa: S608
            rows[model.__name__] = cursor.fetchall()
    return rows


def changes(before: dict[str, list[Any]]) -> list[str]:
    now = stored_rows()
    return [name for name in before if before[name] != now[name]]


def status_of(response: HttpResponse) -> int:
    if response.streaming and not response.is_async:
        b"".join(response.streaming_content)
    return response.status_code


@pytest.fixture
def director(world: World) -> Client:
    client = world.browser(world.cast.director)
    client.raise_request_exception = False
    return client


@cache
def bodies() -> dict[str, tuple[bytes, str]]:
    """Each kind of rubbish in every field, as a browser sends a form, with its type."""
    urlencoded = {
        kind: (urlencode(fields(sent), doseq=True).encode(), "application/x-www-form-urlencoded")
        for kind, sent in RUBBISH.items()
    }
    # It would grow past what is read of a form at all.
    return urlencoded | {
        "nested JSON": (encode_multipart(BOUNDARY, fields(RUBBISH["nested JSON"])), MULTIPART_CONTENT)
    }


@pytest.mark.parametrize("name", RIGHTS)
def test_rubbish_in_a_form_changes_nothing(world: World, director: Client, name: str) -> None:
    before, address = stored_rows(), world.address(name)
    answered = {
        kind: status_of(director.generic("POST", address, body, content_type))
        for kind, (body, content_type) in bodies().items()
    }
    assert {kind: status for kind, status in answered.items() if status >= 500} == {}
    assert name in BUTTONS or changes(before) == KEPT.get(name, [])


@pytest.mark.both_databases
@pytest.mark.parametrize("name", [name for name, (method, _who) in RIGHTS.items() if method == "get"])
def test_rubbish_in_a_query_is_answered(world: World, director: Client, name: str) -> None:
    address = world.address(name)
    # An address is opened with nothing elsewhere, and a server refuses a long one before we see it.
    short = {kind: RUBBISH[kind] for kind in RUBBISH.keys() - OF_FORMS}
    statuses = {kind: status_of(director.get(address, fields(sent))) for kind, sent in short.items()}
    assert {kind: status for kind, status in statuses.items() if status >= 500} == {}


@pytest.mark.both_databases
@pytest.mark.parametrize("name", [name for name in RIGHTS if addresses()[name][1] - NO_NUMBERS])
def test_a_number_nobody_has_in_an_address_is_not_found(world: World, director: Client, name: str) -> None:
    """Zero and numbers past what a database column holds, in each place of an address in turn."""
    statuses, parts = {}, world.parts
    for part in addresses()[name][1] - NO_NUMBERS:
        for number in (0, 32_768, 2**31, 10**20):
            world.parts = {**parts, part: number}
            statuses[part, number] = status_of(getattr(director, RIGHTS[name][0])(world.address(name)))
    assert {key: status for key, status in statuses.items() if status not in (404, 409, 422)} == {}


@pytest.mark.both_databases
def test_a_null_byte_in_a_cookie_or_a_query_is_answered_in_words(director: Client, world: World) -> None:
    """PostgreSQL takes no text with one, so none comes as far as the session or a search."""
    address = world.address("journal")
    answer = director.get(address, {"find": "a\0"})
    director.cookies["sessionid"] = "a\0" * 8
    statuses = [answer.status_code, director.get(address).status_code]
    assert (statuses, b"cannot be read" in answer.content) == ([400, 400], True)


def test_a_form_with_too_many_fields_is_answered_in_words(director: Client, world: World) -> None:
    answer = director.post(world.address("draw"), {f"field-{n}": "x" for n in range(5_001)})
    assert (answer.status_code, b"cannot be read" in answer.content) == (400, True)


@pytest.mark.both_databases
def test_the_last_page_of_players_is_shown_where_there_is_none_further(
    director: Client, world: World
) -> None:
    answer = director.get(world.address("entries"), {"page": "9" * 30, "per_page": "0", "sort": "-name"})
    assert (answer.status_code, len(answer.context["table"].page)) == (200, 8)


def test_people_of_another_club_cannot_be_entered(director: Client, world: World) -> None:
    theirs = Person.objects.create(club=world.cast.other_director.memberships.get().club, name="Olga Other")
    sent = {"number": "50", "name": "Olga Other", "person": str(theirs.pk), "stamp": builders.stamp()}
    answers = [director.post(world.address(name), sent).status_code for name in ("entry-new", "walk-in")]
    assert (answers, theirs.entries.count()) == ([422, 422], 0)


def test_another_tournaments_pair_is_not_taken_back(director: Client, world: World) -> None:
    tournament = builders.tournament(world.cast.club, players=2)
    first, second = tournament.entries.order_by("pk")
    pair = KeepApart.objects.create(tournament=tournament, first=first, second=second)
    director.post(world.address("keep-apart-remove"), {"pair": pair.pk})
    assert KeepApart.objects.filter(pk=pair.pk).exists()


def test_sign_in_leads_to_this_site_only(world: World) -> None:
    sent = {"username": world.cast.director.username, "password": "a long test password"}
    elsewhere = ("//evil.example", "https://evil.example/", "\\\\evil.example", "javascript:alert(1)")
    locations = {
        next_: Client().post(f"{reverse('sign-in')}?{urlencode({'next': next_})}", sent)["Location"]
        for next_ in elsewhere
    }
    assert locations == dict.fromkeys(elsewhere, "/")


@pytest.mark.both_databases
@pytest.mark.parametrize("version", ["9" * 20, "9" * 4_000, "-1", "1.5", "\0"])
def test_a_set_with_a_version_that_cannot_be_is_refused(director: Client, world: World, version: str) -> None:
    before = stored_rows()
    sent = [paper.post(version=version, do=do) for do in ("save", "accept", "hold")]
    statuses = [director.post(world.address("desk-table"), form_data).status_code for form_data in sent]
    stamp = {"stamp": paper.post(version=version)["stamp"]}
    others = {
        "desk-move": {"to": "2"},
        "desk-reopen": {"reason": "x", "present": list("ABCD")},
        "desk-handed-in": {"undo": "on"},
    }
    statuses += [
        director.post(world.address(name), stamp | form_data).status_code
        for name, form_data in others.items()
    ]
    assert ({status // 100 for status in statuses}, changes(before)) == ({4}, [])


@pytest.mark.parametrize(
    ("address", "status", "sentence"),
    [
        ("/sign-in/", 400, "What was sent cannot be read"),
        ("/language/", 400, "What was sent cannot be read"),
        ("/clubs/no-such-club/", 400, "What was sent cannot be read"),
        ("/no-such-page/", 404, "Page not found"),
    ],
)
@pytest.mark.parametrize("fault", ["charset", "fields"])
def test_a_form_that_cannot_be_read_is_answered_with_the_page_that_says_so(
    caplog: pytest.LogCaptureFixture, address: str, status: int, sentence: str, fault: str
) -> None:
    """Once, in the program's own look and under its policy."""
    content = "application/x-www-form-urlencoded" + ("; charset=latin-1" if fault == "charset" else "")
    body = b"name=%E9" if fault == "charset" else b"a=1&" * 5_001
    browser = Client(enforce_csrf_checks=True)
    browser.get("/sign-in/")  # only beside the cookie of a page is a form read for its token
    answer = browser.post(address, body, content_type=content)
    assert (answer.status_code, sentence in answer.content.decode()) == (status, True)
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert len(caplog.records) == 1
