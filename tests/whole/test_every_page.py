"""Every address, asked by nobody, a stranger, another club's director, the door, a scorekeeper and a director.

A new address fails here until it stands in RIGHTS, so that nobody adds a page without deciding who may see it.
"""

from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests import builders
from tournament.models import Entry, KeepApart, Membership, Person, Tournament
from tournament.roster.actions import park

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PASSED, SIGN_IN, FORBIDDEN, UNKNOWN = "passed", "sign in", 403, 404

WHO = ("nobody", "stranger", "other director", "door", "scorekeeper", "director")
OPEN = (PASSED, PASSED, PASSED, PASSED, PASSED, PASSED)
SIGNED_IN = (SIGN_IN, PASSED, PASSED, PASSED, PASSED, PASSED)
WORK = (SIGN_IN, UNKNOWN, UNKNOWN, PASSED, PASSED, PASSED)
SCORE = (SIGN_IN, UNKNOWN, UNKNOWN, FORBIDDEN, PASSED, PASSED)
ADMIT = (SIGN_IN, UNKNOWN, UNKNOWN, PASSED, FORBIDDEN, PASSED)
DIRECT = (SIGN_IN, UNKNOWN, UNKNOWN, FORBIDDEN, FORBIDDEN, PASSED)
# A tournament that is not public is watched by its club alone; nobody else learns that it exists.
WATCH_PRIVATE = (UNKNOWN, UNKNOWN, UNKNOWN, PASSED, PASSED, PASSED)

# address: the method it answers, and what each of WHO gets of a public tournament
RIGHTS: dict[str, tuple[str, tuple[object, ...]]] = {
    "healthz": ("get", OPEN),
    "home": ("get", OPEN),
    "sign-in": ("get", OPEN),
    "sign-in-code": ("get", (SIGN_IN,) * 6),  # only after a password that fitted
    "sign-out": ("post", OPEN),
    "styleguide": ("get", OPEN),
    "guide": ("get", OPEN),
    "language": ("post", OPEN),
    "password-change": ("get", SIGNED_IN),
    "second-step": ("get", SIGNED_IN),
    "second-step-off": ("post", SIGNED_IN),
    "tour-close": ("post", OPEN),
    "club": ("get", OPEN),
    "club-journal": ("get", DIRECT),
    "club-sign-ins": ("get", DIRECT),
    "member-add": ("post", DIRECT),
    "member-role": ("post", DIRECT),
    "member-remove": ("post", DIRECT),
    "member-password": ("post", DIRECT),
    "tournament-new": ("get", DIRECT),
    "tournament-settings": ("get", DIRECT),
    "tournament-delete": ("get", DIRECT),
    "tournament-restore": ("post", DIRECT),
    "value-table": ("get", DIRECT),
    "entries": ("get", DIRECT),
    "entry-new": ("get", DIRECT),
    "people-alike": ("get", DIRECT),
    "entry-edit": ("get", DIRECT),
    "entry-withdraw": ("post", DIRECT),
    "entry-reinstate": ("post", DIRECT),
    "entry-wait": ("post", DIRECT),
    "entry-move-up": ("post", DIRECT),
    "roster-import": ("get", DIRECT),
    "roster-preview": ("get", DIRECT),
    "roster-columns": ("post", DIRECT),
    "roster-line": ("post", DIRECT),
    "roster-apply": ("post", DIRECT),
    "roster-sample": ("get", DIRECT),
    "check-in": ("get", ADMIT),
    "walk-in": ("get", DIRECT),
    "check-in-found": ("post", ADMIT),
    "check-in-player": ("post", ADMIT),
    "check-in-undo": ("post", ADMIT),
    "journal": ("get", DIRECT),
    "seating": ("get", DIRECT),
    "seating-choose": ("post", DIRECT),
    "draw": ("post", DIRECT),
    "keep-apart": ("post", DIRECT),
    "keep-apart-remove": ("post", DIRECT),
    "fixed-table": ("post", DIRECT),
    "seat-slips": ("get", SCORE),
    "badges": ("get", SCORE),
    "sign-in-sheet": ("get", ADMIT),
    "seat-changes": ("get", DIRECT),
    "plan-again": ("post", DIRECT),
    "plan-again-look": ("get", DIRECT),
    "seating-round": ("get", DIRECT),
    "wrong-seat": ("get", DIRECT),
    "seat-by-standing": ("post", DIRECT),
    "seat-by-standing-look": ("get", DIRECT),
    "rounds": ("get", SCORE),
    "round": ("get", SCORE),
    "round-publish": ("post", DIRECT),
    "round-print": ("get", SCORE),
    "clock": ("post", DIRECT),
    "round-seating": ("get", OPEN),
    "clock-now": ("get", OPEN),
    "standings": ("get", OPEN),
    "standings-json": ("get", OPEN),
    "standings-csv": ("get", OPEN),
    "player": ("get", OPEN),
    "screen": ("get", OPEN),
    "live": ("get", OPEN),
    "manage": ("get", WORK),
    "finish": ("get", DIRECT),
    "finish-take-back": ("post", DIRECT),
    "desk": ("get", SCORE),
    "desk-round": ("get", SCORE),
    "desk-table": ("get", SCORE),
    "desk-check": ("post", SCORE),
    "desk-handed-in": ("post", SCORE),
    "desk-held": ("get", SCORE),
    "desk-send": ("post", SCORE),
    "desk-presence": ("post", SCORE),
    "desk-hand-back": ("post", DIRECT),
    "desk-move": ("post", SCORE),
    "desk-reopen": ("post", DIRECT),
    "desk-write-off": ("post", DIRECT),
    "desk-write-off-take-back": ("post", DIRECT),
}


def addresses(resolver: URLResolver | None = None, before: str = "") -> dict[str, tuple[str, set[str]]]:
    """name: (route, names in it) of every address of the program."""
    found: dict[str, tuple[str, set[str]]] = {}
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLPattern):
            found[str(pattern.name)] = (before + str(pattern.pattern), set(pattern.pattern.converters))
        else:
            found |= addresses(pattern, before + str(pattern.pattern))
    return found


@dataclass
class World:
    """A club with a running tournament, and what the parts of an address stand for in it."""

    cast: builders.Cast
    tournament: Tournament
    parts: dict[str, object]
    pair: int

    def address(self, name: str) -> str:
        route, names = addresses()[name]
        slug = self.cast.club.slug if route.startswith("clubs/") else self.tournament.slug
        return reverse(name, kwargs={part: self.parts[part] if part != "slug" else slug for part in names})


@pytest.fixture
def world() -> World:
    cast = builders.cast()
    made = builders.running_tournament(cast.club, players=8, rounds=2)
    upload = park(made, by=cast.director, name="roster.csv", content=b"number,name\n9,Nine\n")
    member = Membership.objects.get(user=cast.scorekeeper)
    parts = {
        "number": 1,
        "table": 1,
        "member": member.pk,
        "upload": upload.pk,
        "tournament": made.pk,
        "name": "16-players.csv",
    }
    first, second = made.entries.all()[:2]
    pair = KeepApart.objects.create(tournament=made, first=first, second=second)
    return World(cast, made, parts, pair.pk)


def outcome(client: Client, method: str, address: str, data: dict[str, object]) -> object:
    response = getattr(client, method)(address, data)
    if response.streaming and not response.is_async:
        list(response.streaming_content)
    if response.status_code == 302 and response["Location"].startswith(reverse("sign-in")):
        return SIGN_IN
    return response.status_code if response.status_code in (401, 403, 404, 405, 500) else PASSED


def ask_everybody(world: World, name: str) -> tuple[object, ...]:
    method, address = RIGHTS[name][0], world.address(name)
    data = {"pair": world.pair} if name == "keep-apart-remove" else {}
    asking: list[Any] = [
        None,
        world.cast.stranger,
        world.cast.other_director,
        world.cast.door,
        world.cast.scorekeeper,
        world.cast.director,
    ]
    outcomes = []
    for user in asking:
        client = Client()
        if user:
            client.force_login(user)
        outcomes.append(outcome(client, method, address, data))
    return tuple(outcomes)


def test_every_address_says_who_may() -> None:
    assert set(addresses()) == set(RIGHTS)


@pytest.mark.parametrize("name", RIGHTS)
def test_who_may(world: World, name: str) -> None:
    expected = RIGHTS[name][1]
    asked = ask_everybody(world, name)
    assert dict(zip(WHO, asked, strict=True)) == dict(zip(WHO, expected, strict=True))


@pytest.mark.parametrize(
    "name", [name for name, (_method, who) in RIGHTS.items() if who == OPEN and name in addresses()]
)
def test_who_may_watch_a_private_tournament(world: World, name: str) -> None:
    if not addresses()[name][0].startswith("t/"):
        return
    Tournament.objects.filter(pk=world.tournament.pk).update(is_public=False)
    assert ask_everybody(world, name) == WATCH_PRIVATE


@pytest.mark.parametrize("name", [name for name, (method, _who) in RIGHTS.items() if method == "post"])
def test_what_changes_something_is_not_done_by_following_a_link(world: World, name: str) -> None:
    client = Client()
    client.force_login(world.cast.director)
    assert client.get(world.address(name)).status_code == 405


@pytest.mark.parametrize("name", RIGHTS)
def test_another_tournaments_things_are_not_found(world: World, name: str) -> None:
    """Ids of one tournament under the address of another one, asked by a director of both."""
    method, _who = RIGHTS[name]
    _route, names = addresses()[name]
    if not names & {"upload", "member", "tournament"}:
        return
    other = builders.tournament(world.cast.club)
    club = builders.cast()
    Membership.objects.filter(user=club.director).update(user=world.cast.director)
    world.tournament, world.cast.__dict__["club"] = other, club.club
    client = Client()
    client.force_login(world.cast.director)
    assert getattr(client, method)(world.address(name)).status_code == 404


PRIVATE = (
    {"phone": "312-555-0199", "email": "lois@example.org"},
    {"notes": "no walnuts", "fee_note": "ck 2210"},
)


@pytest.mark.parametrize(
    "name", [name for name, (method, who) in RIGHTS.items() if method == "get" and who != DIRECT]
)
def test_contact_and_notes_are_on_no_page_but_the_directors(world: World, name: str) -> None:
    """Neither for everybody nor for a scorekeeper or the door: pages, files and the JSON of other programs."""
    of_person, of_entry = PRIVATE
    Person.objects.update(**of_person)
    Entry.objects.update(**of_entry)
    for user in (world.cast.scorekeeper, world.cast.door):
        response = builders.signed_in(user).get(world.address(name))
        if response.streaming and response.is_async:
            return
        body = b"".join(response.streaming_content) if response.streaming else response.content
        assert [value for value in (of_person | of_entry).values() if value.encode() in body] == []
