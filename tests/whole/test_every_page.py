"""Every address, asked by nobody, a stranger, another club's director, the door, a scorekeeper, a director, a tablet.

A new address fails here until it stands in RIGHTS, so that nobody adds a page without deciding who may see it.
"""

import copy
import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone
from PIL import Image

from club.accounts.invitations import invite
from club.models import Bar, HouseProfile, Membership, Person, User
from paper.club_pictures import LOGO, set_picture
from paper.models import Pack
from phones.models import PhoneMode, PhoneSetting
from record.archive import files, uploads
from rules.seasons.rule import printed_rule
from scoring.models import Adjustment, Ceremony, Complaint, PrizeRow, Raffle, ReportedNumber
from seasons.actions import make_season, publish, set_events
from seasons.models import SeasonPerson
from tests import builders
from tests.seasons.world import evening, people
from tournament.models import Category, Entry, HallMessage, KeepApart, Round, Tournament
from tournament.roster.actions import park

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PASSED, SIGN_IN, FORBIDDEN, UNKNOWN = "passed", "sign in", 403, 404

WHO = ("nobody", "stranger", "other director", "door", "scorekeeper", "director", "tablet")
OPEN = (PASSED, PASSED, PASSED, PASSED, PASSED, PASSED, PASSED)
SIGNED_IN = (SIGN_IN, PASSED, PASSED, PASSED, PASSED, PASSED, PASSED)
BELONG = (SIGN_IN, UNKNOWN, UNKNOWN, PASSED, PASSED, PASSED, PASSED)
WORK = (SIGN_IN, UNKNOWN, UNKNOWN, PASSED, PASSED, PASSED, FORBIDDEN)
ENTER = (SIGN_IN, UNKNOWN, UNKNOWN, FORBIDDEN, PASSED, PASSED, PASSED)
SCORE = (SIGN_IN, UNKNOWN, UNKNOWN, FORBIDDEN, PASSED, PASSED, FORBIDDEN)
ADMIT = (SIGN_IN, UNKNOWN, UNKNOWN, PASSED, FORBIDDEN, PASSED, FORBIDDEN)
DIRECT = (SIGN_IN, UNKNOWN, UNKNOWN, FORBIDDEN, FORBIDDEN, PASSED, FORBIDDEN)
# A tournament that is not public is watched by its club alone; nobody else learns that it exists.
WATCH_PRIVATE = (UNKNOWN, UNKNOWN, UNKNOWN, PASSED, PASSED, PASSED, PASSED)

# address: the method it answers, and what each of WHO gets of a public tournament
RIGHTS: dict[str, tuple[str, tuple[object, ...]]] = {
    "healthz": ("get", OPEN),
    "readyz": ("get", OPEN),
    "doctor": ("get", (SIGN_IN, FORBIDDEN, PASSED, FORBIDDEN, FORBIDDEN, PASSED, FORBIDDEN)),
    "home": ("get", OPEN),
    "start-club": ("get", (UNKNOWN,) * 7),  # there is a club
    "start-club-by-link": ("get", (UNKNOWN,) * 7),
    "this-program": ("get", (UNKNOWN,) * 7),  # at the machine only
    "this-program-hall": ("post", (UNKNOWN,) * 7),
    "this-program-archives": ("post", (UNKNOWN,) * 7),
    "this-program-stop": ("post", (UNKNOWN,) * 7),
    "new-password": ("get", (UNKNOWN,) * 7),  # without a link of now
    "look-around": ("post", (UNKNOWN,) * 7),  # at the machine only
    "demonstration-again": ("post", (SIGN_IN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN)),
    "sign-in": ("get", OPEN),
    "sign-in-code": ("get", (SIGN_IN,) * 7),  # only after a password that fitted
    "sign-out": ("post", OPEN),
    "guide": ("get", OPEN),
    "language": ("post", OPEN),
    "password-change": ("get", SIGNED_IN),
    "second-step": ("get", SIGNED_IN),
    "second-step-off": ("post", SIGNED_IN),
    "own-page": ("get", SIGNED_IN),
    "sign-out-everywhere": ("post", (SIGN_IN,) * 7),  # where it leads
    "join": ("get", OPEN),
    "invitations": ("get", DIRECT),
    "invitation-take-back": ("post", DIRECT),
    "club": ("get", OPEN),
    "club-journal": ("get", DIRECT),
    "club-people": ("get", DIRECT),
    "person": ("get", DIRECT),
    "person-merge": ("get", DIRECT),
    "person-apart": ("post", DIRECT),
    "member-add": ("post", DIRECT),
    "member-role": ("post", DIRECT),
    "member-remove": ("post", DIRECT),
    "member-password": ("post", DIRECT),
    "tournament-new": ("get", DIRECT),
    "tournament-settings": ("get", DIRECT),
    "results-withhold": ("post", DIRECT),
    "tournament-delete": ("get", DIRECT),
    "tournament-restore": ("post", DIRECT),
    "archives": ("get", DIRECT),
    "archive-download": ("get", DIRECT),
    "archive-stored": ("get", DIRECT),
    "archive-rehearse": ("post", DIRECT),
    "restored-show": ("post", DIRECT),
    "archive-go-back": ("get", DIRECT),
    "archive-upload": ("get", DIRECT),
    "archive-preview": ("get", DIRECT),
    "rule": ("get", DIRECT),
    "rules": ("get", OPEN),
    "house-profiles": ("get", DIRECT),
    "house-new": ("get", DIRECT),
    "house-profile": ("get", DIRECT),
    "house-rule": ("get", DIRECT),
    "house-withdraw": ("post", DIRECT),
    "house-bring-back": ("post", DIRECT),
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
    "walk-in-seated": ("get", DIRECT),
    "check-in-found": ("post", ADMIT),
    "check-in-player": ("post", ADMIT),
    "check-in-undo": ("post", ADMIT),
    "seat-player": ("post", DIRECT),
    "journal": ("get", DIRECT),
    "seating": ("get", DIRECT),
    "seating-choose": ("post", DIRECT),
    "draw": ("post", DIRECT),
    "draw-look": ("get", DIRECT),
    "keep-apart": ("post", DIRECT),
    "keep-apart-remove": ("post", DIRECT),
    "fixed-table": ("post", DIRECT),
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
    "round-take-back": ("post", DIRECT),
    "round-seated": ("post", SCORE),
    "bonus": ("get", DIRECT),
    "bonus-take-away": ("post", DIRECT),
    "clock": ("post", DIRECT),
    "round-seating": ("get", OPEN),
    "clock-now": ("get", OPEN),
    "clock-page": ("get", OPEN),
    "tables": ("post", SCORE),
    "starting-times": ("get", DIRECT),
    "room": ("get", SCORE),
    "room-round": ("get", SCORE),
    "standings": ("get", OPEN),
    "history": ("get", OPEN),
    "history-round": ("get", OPEN),
    "standings-json": ("get", OPEN),
    "standings-csv": ("get", OPEN),
    "standings-xlsx": ("get", OPEN),
    "player": ("get", OPEN),
    "screen": ("get", OPEN),
    "live": ("get", OPEN),
    "manage": ("get", BELONG),
    "getting-ready": ("get", DIRECT),
    "the-day": ("get", DIRECT),
    "afterwards": ("get", DIRECT),
    "tournament-copy": ("get", DIRECT),
    "find-player": ("get", SCORE),
    "fees": ("get", ADMIT),
    "fee-set": ("post", DIRECT),
    "fees-paid": ("post", ADMIT),
    "fee": ("get", ADMIT),
    "fee-own": ("post", DIRECT),
    "fee-take-out": ("post", DIRECT),
    "results": ("get", OPEN),
    "results-logo": ("get", OPEN),
    "results-png": ("get", OPEN),
    "results-json": ("get", OPEN),
    "master-points": ("get", DIRECT),
    "final-report": ("get", DIRECT),
    "ceremony": ("get", DIRECT),
    "ceremony-begin": ("post", DIRECT),
    "ceremony-step": ("post", DIRECT),
    "ceremony-screen": ("get", OPEN),
    "correction-window": ("post", DIRECT),
    # Of a player's phone: whoever has opened no key of this tournament on it is not let in.
    "phone": ("get", (UNKNOWN,) * 7),
    "phone-live": ("get", (UNKNOWN,) * 7),
    "phone-begin": ("post", (UNKNOWN,) * 7),
    "phone-check": ("post", (UNKNOWN,) * 7),
    "phone-enter": ("post", (UNKNOWN,) * 7),
    "phone-answer": ("post", (UNKNOWN,) * 7),
    "phone-call": ("post", (UNKNOWN,) * 7),
    "phone-call-answered": ("post", DIRECT),
    "reported": ("get", SCORE),
    "reported-answer": ("post", DIRECT),
    "raffles": ("get", DIRECT),
    "raffle-screen": ("get", OPEN),
    "raffle-draw": ("post", DIRECT),
    "raffle-remove": ("post", DIRECT),
    "pot": ("get", DIRECT),
    "prizes": ("get", DIRECT),
    "prize-new": ("get", DIRECT),
    "pot-hand-over": ("post", DIRECT),
    "prizes-template": ("post", DIRECT),
    "prizes-fix": ("post", DIRECT),
    "prize-hand-over": ("post", DIRECT),
    "prize-row": ("get", DIRECT),
    "prize-remove": ("post", DIRECT),
    "prize-move": ("post", DIRECT),
    "prize-draw": ("post", DIRECT),
    "prize-decide": ("post", DIRECT),
    "prizes-open": ("post", DIRECT),
    "finish": ("get", DIRECT),
    "finish-take-back": ("post", DIRECT),
    "hall-messages": ("get", DIRECT),
    "hall-message-take-down": ("post", DIRECT),
    "categories": ("get", DIRECT),
    "category-change": ("post", DIRECT),
    "category-remove": ("post", DIRECT),
    "what-is-public": ("get", OPEN),
    "person-stored": ("get", DIRECT),
    "person-stored-file": ("get", DIRECT),
    "person-erase": ("get", DIRECT),
    "own-stored-file": ("get", SIGNED_IN),
    "former-accounts": ("get", DIRECT),
    "account-stored": ("get", DIRECT),
    "account-stored-file": ("get", DIRECT),
    "club-bars": ("get", DIRECT),
    "bar-add": ("post", DIRECT),
    "bar-lift": ("post", DIRECT),
    "complaints": ("get", DIRECT),
    "complaint-take-back": ("post", DIRECT),
    "adjustments": ("get", DIRECT),
    "adjustment-cancel": ("post", DIRECT),
    "print-centre": ("get", WORK),
    "print-all": ("post", SCORE),
    "print-fallback": ("post", SCORE),
    "print-none": ("post", DIRECT),
    "print-sheet": ("get", SCORE),
    "print-pack": ("get", SCORE),
    "print-pack-file": ("get", SCORE),
    "certificate-background": ("get", DIRECT),
    "club-logo": ("get", DIRECT),
    "club-logo-picture": ("get", DIRECT),
    "certificate-example": ("get", DIRECT),
    "print-preview": ("get", SCORE),
    "desk": ("get", ENTER),
    "card": ("get", ENTER),
    "desk-card": ("get", ENTER),
    "desk-round": ("get", ENTER),
    "desk-table": ("get", ENTER),
    "desk-check": ("post", ENTER),
    "desk-handed-in": ("post", SCORE),
    "desk-held": ("get", SCORE),
    "desk-send": ("post", ENTER),
    "desk-pile": ("get", ENTER),
    "desk-presence": ("post", ENTER),
    "desk-hand-back": ("post", DIRECT),
    "desk-move": ("post", SCORE),
    "desk-reopen": ("post", DIRECT),
    "desk-write-off": ("post", DIRECT),
    "desk-write-off-take-back": ("post", DIRECT),
    "phones": ("get", DIRECT),
    "phones-table-paper": ("post", DIRECT),
    "phones-table-phones": ("post", DIRECT),
    "phone-player": ("get", DIRECT),
    "phone-new-key": ("post", DIRECT),
    "phone-unlock": ("post", DIRECT),
    "phone-to-paper": ("post", DIRECT),
    "phone-to-phone": ("post", DIRECT),
    "phone-key": ("get", (UNKNOWN,) * 7),  # the code of nobody's slip
    "phone-enter-pin": ("get", OPEN),
    "phone-practice": ("get", (UNKNOWN,) * 7),
    "evening-start": ("get", DIRECT),
    "evening": ("get", BELONG),
    "evening-next": ("post", DIRECT),
    "evening-came": ("post", DIRECT),
    "evening-leaves": ("post", DIRECT),
    "evening-end": ("post", DIRECT),
    "evening-turn": ("post", DIRECT),
    "phone-not-me": ("post", (UNKNOWN,) * 7),  # no key was opened here
    "seasons": ("get", WORK),
    "season-new": ("get", DIRECT),
    "season": ("get", OPEN),
    "season-now": ("get", OPEN),
    "season-after": ("get", OPEN),
    "season-person": ("get", OPEN),
    "season-published": ("get", OPEN),
    "season-rule": ("get", OPEN),
    "season-csv": ("get", OPEN),
    "season-xlsx": ("get", OPEN),
    "season-work": ("get", DIRECT),
    "season-rule-change": ("get", DIRECT),
    "season-people": ("get", DIRECT),
    "season-archive": ("get", DIRECT),
    "season-restore": ("get", DIRECT),
    "season-sheet": ("get", SCORE),
}


@cache
def addresses(resolver: URLResolver | None = None, before: str = "") -> dict[str, tuple[str, set[str]]]:
    """name: (route, names in it) of every address of the program."""
    routes: dict[str, tuple[str, set[str]]] = {}
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLPattern):
            route = before + str(pattern.pattern)
            routes[str(pattern.name)] = (route, set(re.findall(r":(\w+)>", route)))
        else:
            routes |= addresses(pattern, before + str(pattern.pattern))
    return routes


@dataclass
class World:
    """A club with a running tournament, and what the parts of an address stand for in it."""

    cast: builders.Cast
    tournament: Tournament
    parts: dict[str, object]
    pair: int
    begun: Tournament
    sessions: dict[int, str]

    def browser(self, user: User | None) -> Client:
        """Of somebody who signed in when the world was made, or of nobody."""
        client = Client()
        if user:
            client.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[user.pk]
        return client

    def address(self, name: str) -> str:
        route, names = addresses()[name]
        if names & {"archive", "upload_name"} and "archive" not in self.parts:
            self.parts = archive_parts(self.begun, self.cast.director) | self.parts
        slug = self.cast.club.slug if route.startswith(("clubs/", "s/")) else self.tournament.slug
        return reverse(name, kwargs={part: self.parts[part] if part != "slug" else slug for part in names})


@pytest.fixture(scope="module")
def kept_world(kept_rows: Callable[[Callable[[], World]], World]) -> World:
    return kept_rows(make_world)


@pytest.fixture
def world(kept_world: World) -> World:
    return copy.deepcopy(kept_world)


def make_world(system: str = "sanctioned", **fields: Any) -> World:
    cast = builders.cast()
    tournament = builders.running_tournament(cast.club, players=8, rounds=2, system=system, **fields)
    bonus = Round.objects.create(tournament=tournament, number=3, bonus_games=2, bonus_counts=False)
    upload = park(tournament, by=cast.director, name="roster.csv", content=b"number,name\n9,Nine\n")
    member = Membership.objects.get(user=cast.scorekeeper)
    message = HallMessage.objects.create(tournament=tournament, words="Lunch", at=timezone.now())
    category = Category.objects.create(tournament=tournament, name="Half day", last_round=1)
    complaint = Complaint.objects.create(
        entry=tournament.entries.get(number=1), outcome="warned", reason="loud", at=timezone.now()
    )
    logo = io.BytesIO()
    Image.new("L", (30, 10)).save(logo, "PNG")
    set_picture(LOGO, cast.club, content=logo.getvalue(), by=cast.director)
    barred = Person.objects.create(club=cast.club, name="Barry Barred")
    bar = Bar.objects.create(person=barred, decided_in="Spring", reason="loud", at=timezone.now())
    adjustment = Adjustment.objects.create(
        entry=tournament.entries.get(number=1), kind="late", points=-10, at=timezone.now()
    )
    row = PrizeRow.objects.create(tournament=tournament, position=1, criterion="overall", cents=[5000])
    raffle = Raffle.objects.create(
        tournament=tournament,
        prize="Basket",
        seed_hash="5eed",
        drawn_from=[1, 2, 3],
        at=timezone.now(),
        by=cast.director,
    )
    Ceremony.objects.create(tournament=tournament, slides=[], begun_at=timezone.now(), by=cast.director)
    first, second = tournament.entries.all()[:2]
    reported = ReportedNumber.objects.create(
        entry=tournament.entries.get(number=1),
        table=tournament.rounds.get(number=1).tables.get(number=1),
        reason="Game 2 was 30",
        at=timezone.now(),
        by=cast.director,
    )
    house = HouseProfile.objects.create(club=cast.club, name="Elks card", system=system)
    pack = Pack.objects.create(
        tournament=tournament,
        name="round",
        choices={"paper": "a4", "language": "en", "round_number": 1},
        by=cast.director,
        asked_at=timezone.now(),
        began_at=timezone.now(),  # else a look at its page would begin a process that makes it
        ended_at=timezone.now(),
        pages=3,
        content=b"%PDF-",
    )
    parts = {
        "account": cast.second_scorekeeper.pk,
        "pack": pack.pk,
        "report": reported.pk,
        "raffle": raffle.pk,
        "row": row.pk,
        "number": 1,
        "bonus": bonus.number,
        "event": tournament.pk,
        "table": 1,
        "member": member.pk,
        "invitation": invite(cast.club, role="door", note="", for_a_day=True, by=cast.director)[0].pk,
        "upload": upload.pk,
        "tournament": tournament.pk,
        "adjustment": adjustment.pk,
        "complaint": complaint.pk,
        "category": category.pk,
        "message": message.pk,
        "house": house.pk,
        "rule": "disturbing",
        "base": "groene-hart",
        "system": system,
        "bar": bar.pk,
        "person": tournament.entries.get(number=1).person_id,
        "other": barred.pk,
        "name": "16-players.csv",
        "sheet": "all-by-name",
        "kind": "xlsx",
        "key": "made-up",
        "whose": "OTk5OQ",
        "token": "made-up",
        "code": f"{tournament.pk}-1-1-A-1",
        "revision": 1,
    }
    PhoneSetting.objects.create(tournament=tournament, mode=PhoneMode.DESK)
    pair = KeepApart.objects.create(tournament=tournament, first=first, second=second)
    parts |= season_parts(cast, tournament)
    people = [cast.stranger, cast.other_director, cast.door, cast.scorekeeper, cast.director, cast.tablet]
    sessions = {
        user.pk: builders.signed_in(user).cookies[settings.SESSION_COOKIE_NAME].value for user in people
    }
    return World(cast, tournament, parts, pair.pk, tournament, sessions)


def season_parts(cast: builders.Cast, tournament: Tournament) -> dict[str, object]:
    """A public season in which the tournament's first player has 12 points from before an evening that counts."""
    known = people(cast.club, ["Ann Able", "Bo Best"])
    event = evening(cast.club, 1, [{"Ann Able": 30, "Bo Best": -10}], known)
    rule = printed_rule("bam-good-time")
    given = {"name": "Thursdays", "is_public": True, "rule": rule}
    season = make_season(cast.club, **given, by=cast.director)
    set_events(season, [event, tournament], by=cast.director)
    first = tournament.entries.get(number=1).person
    SeasonPerson.objects.create(season=season, person=first, points=12, events=2)
    publish(season, by=cast.director)
    return {"season": season.slug, "publication": 1, "event_of_season": event.slug, "paper": "a4"}


def archive_parts(tournament: Tournament, director: User) -> dict[str, object]:
    """Made only for the addresses that have them: an archive takes longer than the rest of this world."""
    path = files.store_archive("round 1 complete", tournament)
    return {
        "archive": next(item.number for item in files.archive_files(tournament) if item.path == path),
        "upload_name": uploads.park(tournament.club, path.read_bytes(), by=director),
    }


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
        world.cast.tablet,
    ]
    return tuple(outcome(world.browser(user), method, address, data) for user in asking)


def test_every_address_says_who_may() -> None:
    assert set(addresses()) == set(RIGHTS)


@pytest.mark.parametrize("name", RIGHTS)
def test_who_may(world: World, name: str) -> None:
    expected = RIGHTS[name][1]
    answers = ask_everybody(world, name)
    assert dict(zip(WHO, answers, strict=True)) == dict(zip(WHO, expected, strict=True))


WATCHED = [name for name, (route, _names) in addresses().items() if route.startswith("t/")]


@pytest.mark.parametrize("name", [name for name in WATCHED if RIGHTS.get(name, ("", ()))[1] == OPEN])
def test_who_may_watch_a_private_tournament(world: World, name: str) -> None:
    Tournament.objects.filter(pk=world.tournament.pk).update(is_public=False)
    assert ask_everybody(world, name) == WATCH_PRIVATE


@pytest.mark.parametrize("name", [name for name, (method, _who) in RIGHTS.items() if method == "post"])
def test_what_changes_something_is_not_done_by_following_a_link(world: World, name: str) -> None:
    assert world.browser(world.cast.director).get(world.address(name)).status_code == 405


OWN = {
    "account",
    "adjustment",
    "archive",
    "bar",
    "bonus",
    "category",
    "complaint",
    "house",
    "invitation",
    "member",
    "message",
    "pack",
    "person",
    "raffle",
    "report",
    "row",
    "season",
    "tournament",
    "upload",
    "upload_name",
}
"""Parts of an address that name something of one club or one tournament."""


@pytest.mark.parametrize("name", [name for name, (_route, names) in addresses().items() if names & OWN])
def test_another_tournaments_things_are_not_found(world: World, name: str) -> None:
    """Ids of one tournament under the address of another one, asked by a director of both."""
    method, _who = RIGHTS[name]
    other = builders.tournament(world.cast.club)
    club = builders.cast()
    Membership.objects.filter(user=club.director).update(user=world.cast.director)
    world.tournament, world.cast.__dict__["club"] = other, club.club
    assert getattr(world.browser(world.cast.director), method)(world.address(name)).status_code == 404


PRIVATE = (
    {"phone": "312-555-0199", "email": "lois@example.org"},
    {"notes": "no walnuts", "fee_note": "ck 2210"},
)


@pytest.mark.parametrize(
    "name", [name for name, (method, who) in RIGHTS.items() if method == "get" and who != DIRECT]
)
def test_contact_and_notes_are_on_no_page_but_the_directors(world: World, name: str) -> None:
    """Neither for everybody nor for a scorekeeper or the door: pages, files and the JSON of other programs.

    What the list said about a fee is the door's too, where fees are.
    """
    of_person, of_entry = PRIVATE
    Person.objects.update(**of_person)
    Entry.objects.update(**of_entry if name not in ("fee", "fees") else {"notes": of_entry["notes"]})
    for user in (world.cast.scorekeeper, world.cast.door):
        response = world.browser(user).get(world.address(name))
        if response.streaming and response.is_async:
            return
        body = b"".join(response.streaming_content) if response.streaming else response.content
        assert [value for value in (of_person | of_entry).values() if value.encode() in body] == []
