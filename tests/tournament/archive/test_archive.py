"""A tournament goes into a file and comes back whole, on any installation; whatever is no such file is refused."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import models, transaction
from django.test import Client
from django.urls import reverse

from club.models import Club, Person, User
from record import journal
from record.archive import format as archive_format
from record.archive.format import Kind, kinds
from record.archive.reading import parse
from record.archive.writing import archive
from record.kept import kept_of
from record.models import JournalEntry
from record.refused import Refused
from record.verbs import Verb
from scoring.standings.queries import calculate
from tests import builders
from tests.tournament.archive.events import empty_installation, event_of_facts, finished_event, whole_event
from tournament.archive.actions import restore, show
from tournament.archive.people import match_people
from tournament.models import Entry, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def places(tournament: Tournament) -> list[Any]:
    return [
        (row.number, row.full_name, row.rank, row.total, row.rounds) for row in calculate(tournament).places
    ]


PUBLIC_PAGES: list[tuple[str, list[int]]] = [("standings", []), ("standings-csv", []), ("player", [1])]
PUBLIC_PAGES += [
    ("round-seating", [1]),
    ("history", []),
    ("history-round", [1]),
    ("rules", []),
    ("results", []),
]


def public_pages(tournament: Tournament, club: Club) -> dict[str, str]:
    """What everybody reads of it, without the name of its club and what stands around every page."""
    answers = {
        name: Client().get(reverse(name, args=[tournament.slug, *more])) for name, more in PUBLIC_PAGES
    }
    assert {answer.status_code for answer in answers.values()} == {200}
    return {
        name: answer.content.decode().partition("<main")[2].replace(club.name, "") or answer.content.decode()
        for name, answer in answers.items()
    }


# What hangs from a tournament is in it.


def hanging_models() -> dict[type[models.Model], str]:
    """Every model that leads to a tournament by keys that its rows cannot do without, each with the key."""
    field_names: dict[type[models.Model], str] = {}
    parents: list[type[models.Model]] = [Tournament]
    for parent in parents:
        for model in apps.get_models():
            for field in model._meta.concrete_fields:
                if field.related_model is parent and model not in (*field_names, Tournament):
                    field_names[model] = field.name
                    parents.append(model)
    return field_names


def test_every_model_that_hangs_from_a_tournament_is_archived_or_named() -> None:
    said = {model.__name__: (kept_of(model).line, kept_of(model).no_line) for model in hanging_models()}
    forgotten = [name for name, (line, reason) in said.items() if bool(line) == bool(reason)]
    assert forgotten == [], "give it a `kept` with the type of its lines, or with the reason why it has none"


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.name)
def test_every_field_is_archived_as_its_model_says(kind: Kind) -> None:
    """One of which nobody thought is archived and not in the document: `tests/whole/test_documents.py` says so."""
    json_fields = {name for name in kind.columns if isinstance(kind.django_field(name), models.JSONField)}
    assert json_fields == kind.shapes.keys()
    names = [other.name for other in kinds()]
    assert all(names.index(other) < names.index(kind.name) for other in kind.refers.values())


# There and back.


@pytest.mark.slow
@pytest.mark.parametrize(
    ("event", "contacts"),
    [
        (whole_event, False),
        (whole_event, True),
        (finished_event, False),
        (finished_event, True),
        (event_of_facts, True),
    ],
)
def test_an_empty_installation_gives_the_same_bytes_and_the_same_pages(
    cast: builders.Cast, event: Callable[[builders.Cast], Tournament], *, contacts: bool
) -> None:
    tournament = event(cast)
    before = archive(tournament, contacts=contacts)
    old_places, pages = places(tournament), public_pages(tournament, cast.club)
    club = empty_installation()
    restored = restore(parse(before), club, by=None)
    assert restored.doubts == []
    assert archive(restored.tournament, contacts=contacts) == before
    assert places(restored.tournament) == old_places
    assert list(journal.verify(restored.tournament)) == []
    call_command("recompute", restored.tournament.slug, stdout=io.StringIO())
    show(restored.tournament, by=User.objects.create(username="somebody"))
    assert archive(restored.tournament, contacts=contacts) == before
    assert public_pages(restored.tournament, club) == pages


@pytest.mark.slow
def test_contact_data_are_in_it_only_if_asked_for(cast: builders.Cast) -> None:
    tournament = whole_event(cast)
    without, with_them = archive(tournament), archive(tournament, contacts=True)
    for private in (b"555 0199", b"soren@example.org", b"no walnuts", b"ck 2210"):
        assert private not in without
        assert private in with_them
    for secret in (cast.director.password.encode(), cast.director.username.encode()):
        assert secret not in with_them


@pytest.mark.slow
def test_whoever_acted_and_is_not_here_has_an_account_that_nobody_signs_in_with(cast: builders.Cast) -> None:
    content = archive(whole_event(cast))
    restore(parse(content), empty_installation(), by=None)
    assert {(user.name, user.is_active, user.has_usable_password()) for user in User.objects.all()} == {
        ("Dolores Ybarra", False, False),
        ("Sam Lee", False, False),
    }


@pytest.mark.slow
def test_the_club_has_it_on_record_and_the_tournament_goes_on(cast: builders.Cast) -> None:
    tournament = finished_event(cast)
    content = archive(tournament)
    length = tournament.journal_length
    club = empty_installation()
    restored = restore(parse(content), club, by=None).tournament
    entry = club.chain().get()
    assert (entry.verb, entry.new["slug"], entry.new["hash"]) == (
        "tournament-restored",
        restored.slug,
        restored.journal_head,
    )
    assert entry.new["archive"] == json.loads(content.split(b"\n")[0])["digest"]
    journal.record(restored, Verb.SETTINGS_CHANGED, "again", by=None)
    assert restored.chain().count() == length + 1
    assert list(journal.verify(restored)) == []


@pytest.mark.slow
def test_what_is_changed_in_the_restored_record_shows(cast: builders.Cast) -> None:
    content = archive(finished_event(cast))
    restored = restore(parse(content), empty_installation(), by=None).tournament
    JournalEntry.objects.filter(tournament=restored, sequence=2).update(reason="changed")
    assert [place.sequence for place in journal.verify(restored)] == [2]


@pytest.mark.slow
def test_better_points_in_the_file_are_said_where_it_is_restored(cast: builders.Cast) -> None:
    content = archive(finished_event(cast))

    def better(lines: list[Any]) -> None:
        line = next(line for line in lines if line["type"] == "line")
        line["points"] += 10

    restored = restore(parse(resealed(content, better)), empty_installation(), by=None)
    assert [doubt.partition(" (wall) ")[2] for doubt in restored.doubts] == [
        "is stored and does not follow from the cards.",
        "follows from the cards and is not stored.",
    ]
    with pytest.raises(CommandError):
        call_command("recompute", restored.tournament.slug, stdout=io.StringIO())


@pytest.mark.slow
def test_a_record_of_another_key_is_restored_and_said(cast: builders.Cast, settings: Any) -> None:
    content = archive(finished_event(cast))
    club = empty_installation()
    settings.JOURNAL_KEYS = ["the key of another installation"]
    restored = restore(parse(content), club, by=None)
    assert len(restored.doubts) == 1
    assert "another key" in restored.doubts[0]
    assert archive(restored.tournament) == content


# Into a club that knows some of the people.


def other_club() -> Club:
    return builders.cast().club


def test_people_of_one_number_and_name_are_the_clubs_own(cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club, players=4)
    Person.objects.filter(name="Player 1").update(member_number="17")
    content = archive(tournament)
    club = other_club()
    own = Person.objects.create(club=club, name="player 1", member_number="17", town="Reno")
    restored = restore(parse(content), club, by=None, slug="again").tournament
    assert restored.entries.get(number=1).person == own
    assert club.people.count() == 4


@pytest.mark.parametrize(
    ("theirs", "by_number"),
    [
        ({"name": "Player 1", "member_number": ""}, False),
        ({"name": "PLAYER 1", "town": "Reno"}, False),
        ({"name": "Somebody else", "member_number": "17"}, True),
    ],
)
@pytest.mark.parametrize("answer", ["same", "other"])
def test_whoever_may_be_known_is_asked_about(
    cast: builders.Cast, theirs: dict[str, str], *, by_number: bool, answer: Any
) -> None:
    tournament = builders.tournament(cast.club, players=4)
    Person.objects.filter(name="Player 1").update(member_number="17")
    content = archive(tournament)
    club = other_club()
    own = Person.objects.create(club=club, **theirs)
    read = parse(content)
    with pytest.raises(Refused) as refused:
        restore(read, club, by=None, slug="again")
    assert [fault.code for fault in refused.value.faults] == ["who-is-who"]
    (question,) = match_people(club, read).questions
    assert (question.known, question.by_number) == (own, by_number)
    restored = restore(read, club, by=None, slug="again", answers={question.number: answer}).tournament
    person = restored.entries.get(number=1).person
    assert (person == own) == (answer == "same")
    own.refresh_from_db()
    assert {name: getattr(own, name) for name in theirs} == theirs
    assert person.member_number == ("" if by_number and answer == "other" else person.member_number)


def test_the_same_club_knows_them_whatever_was_corrected_since(cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club, players=4)
    content = archive(tournament, contacts=True)
    Person.objects.filter(name="Player 1").update(name="Ann Lee", phone="555 0100")
    restored = restore(parse(content), cast.club, by=None, slug="again").tournament
    assert cast.club.people.count() == 4
    assert restored.entries.get(number=1).name == "Ann Lee"


def test_an_address_that_is_taken_is_refused(cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club, players=4)
    for slug in ("", tournament.slug, "../../etc", "a b"):
        with pytest.raises(Refused):
            restore(parse(archive(tournament)), cast.club, by=None, slug=slug)


# Whatever is no whole archive is refused and changes nothing.


def rows() -> dict[str, int]:
    every = [model for label in settings.OWN_APPS for model in apps.get_app_config(label).get_models()]
    return {model.__name__: model._base_manager.count() for model in every}


def resealed(content: bytes, change: Callable[[list[Any]], Any]) -> bytes:
    """The archive with its lines changed, as somebody would who knows the format: digest and counts fit."""
    lines = [json.loads(line) for line in content.splitlines()]
    change(lines)
    return with_head(lines[0], [json.dumps(line).encode() for line in lines[1:]])


def with_head(head: dict[str, Any], lines: list[bytes]) -> bytes:
    body = b"".join(line + b"\n" for line in lines)
    return json.dumps({**head, "digest": hashlib.sha256(body).hexdigest()}).encode() + b"\n" + body


def first(kind: str, **fields: Any) -> Callable[[list[Any]], Any]:
    return lambda lines: next(line for line in lines if line["type"] == kind).update(fields)


def without(kind: str, field: str) -> Callable[[list[Any]], Any]:
    return lambda lines: next(line for line in lines if line["type"] == kind).pop(field)


HOSTILE: dict[str, Callable[[list[Any]], Any]] = {
    "later format": lambda lines: lines[0].update(format=archive_format.FORMAT + 1),
    "format 0": lambda lines: lines[0].update(format=0),
    "head with more": lambda lines: lines[0].update(more=1),
    "another count": lambda lines: lines[0]["counts"].update(seat=1),
    "another address in the head": lambda lines: lines[0].update(slug="other"),
    "unknown kind": lambda lines: lines[1].update(type="spell"),
    "no kind": lambda lines: lines[1].pop("type"),
    "a list for a kind": lambda lines: lines[1].update(type=[]),
    "lines out of order": lambda lines: lines.insert(1, lines.pop()),
    "no tournament": lambda lines: lines.__delitem__(slice(1, None)),
    "unknown field": first("seat", more=1),
    "missing field": without("seat", "letter"),
    "number out of order": first("seat", id=7),
    "seat of no entry": first("seat", entry=999),
    "seat of entry 0": first("seat", entry=0),
    "seat of entry -1": first("seat", entry=-1),
    "seat of entry true": first("seat", entry=True),
    "text for a number": first("entry", number="1"),
    "true for a number": first("entry", number=True),
    "number for a text": first("person", name=5),
    "list for a text": first("person", name=["x"]),
    "nobody's name": first("person", name=""),
    "name that is too long": first("person", name="x" * 121),
    "name with a NUL": first("person", name="A\0B"),
    "name with half a sign": first("person", name="\ud800"),
    "name that turns its text around": first("person", name="Ann \u202eeeL"),
    "number out of range": first("round", extra_minutes=40_000),
    "version that cannot be raised": first("tournament", version=2**31 - 1),
    "version of the standings that cannot be raised": first("tournament", standings_version=10**9 + 1),
    "revision that cannot be raised": first("round", seating_version=32_767),
    "points that cannot be added up": first("line", points=-(2**31)),
    "card that cannot be added up": first("card", points=[2**40, 0, 0, 0]),
    "number for no database": first("tournament", seed=2**63),
    "a thousand rounds": first("tournament", rounds_planned=1000),
    "unknown system": first("tournament", system="chess"),
    "unknown verb": first("journal", verb="conjure"),
    "unknown letter": first("seat", letter="E"),
    "unknown time zone": first("tournament", time_zone="../../etc/passwd"),
    "path for an address": first("tournament", slug="../../etc"),
    "day that is none": first("tournament", date="2026-02-30"),
    "year 9999": first("tournament", date="9999-12-31"),
    "time without a zone": first("entry", registered_at="2026-11-20T10:00:00"),
    "profile that is none": first("tournament", frozen_profile={"system": 5}),
    "profile of another system": first("tournament", system="card-game"),
    "no profile with a published round": first("tournament", frozen_profile=None),
    "steps that are none": first("tournament", steps={"A": "up"}),
    "steps of three letters": first("round", steps={"A": 1, "B": 1, "C": 1}),
    "steps to nowhere": first("tournament", steps={"A": 10**12, "B": 1, "C": 1, "D": 1}),
    "round 99 of three": first("round", number=99),
    "reason that is none": first("round", plan_reason={"code": "x", "values": {}}),
    "line of no code": first("line", code="x"),
    "second typing that is none": first("confirmation", retyped={"cards": 1}),
    "games that are none": first("card-set", games=[{"dead": 5}]),
    "points that are none": first("card", points="45"),
    "points with a fraction": first("card", points=[1.5]),
    "history of no entry": first("step", entries={"A": 999}),
    "history that is none": first("step", typed={"cards": 1}),
    "mark that is none": first("person", mark="1"),
    "two entries of one number": lambda lines: [
        line.update(number=1) for line in lines if line["type"] == "entry"
    ],
    "two seats of one player": lambda lines: [
        line.update(entry=1) for line in lines if line["type"] == "seat"
    ],
    "pair the wrong way round": first("keep-apart", first=2, second=1),
    "held without a reason": first("card-set", state="held", held_reason=""),
    "deep nesting": first("journal", new=json.loads("[" * 100 + "]" * 100)),
}


@pytest.fixture(scope="module")
def archived_event(django_db_setup: None, django_db_blocker: Any) -> bytes:
    """The bytes of an event; what was made for it is gone."""
    with django_db_blocker.unblock(), transaction.atomic():
        content = archive(whole_event(builders.cast()))
        transaction.set_rollback(True)
    return content


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_a_file_that_was_made_up_is_refused(archived_event: bytes, name: str) -> None:
    club = other_club()
    before = rows()
    with pytest.raises(Refused) as refused:
        restore(parse(resealed(archived_event, HOSTILE[name])), club, by=None, slug="again")
    assert len(str(refused.value)) > 20
    assert rows() == before


def repeated_key(content: bytes) -> bytes:
    head, *lines = content.splitlines()
    lines[1] = b'{"type":"tournament",' + lines[1][1:]
    return with_head(json.loads(head), lines)


def numbers_without_end(content: bytes) -> bytes:
    head, *lines = content.splitlines()
    return with_head(json.loads(head), [*lines[:3], b'{"type":"person","id":' + b"9" * 10_000 + b"}"])


def deeper_than_the_stack(content: bytes) -> bytes:
    head, *lines = content.splitlines()
    return with_head(json.loads(head), [*lines[:3], b'{"type":' + b"[" * 200_000 + b"]" * 200_000 + b"}"])


@pytest.mark.parametrize(
    "broken",
    [
        lambda content: b"",
        lambda content: b"\n",
        lambda content: b"{}\n",
        lambda content: b"null\n",
        lambda content: b'{"type":"charleston-tournament"}\n',
        lambda content: b"Name,Number\nAnn,1\n",
        lambda content: b"PK\x03\x04" + bytes(100),
        lambda content: b"\xff\xfe" + content,
        lambda content: content[:-1],
        lambda content: content[: len(content) // 2],
        lambda content: content[: content.index(b"\n") + 1],
        lambda content: content + b"{}\n",
        lambda content: content.replace(b"Player 3", b"Player X", 1),
        lambda content: content + bytes(archive_format.MOST_BYTES),
        lambda content: b"[" * 5_000,
        repeated_key,
        numbers_without_end,
        deeper_than_the_stack,
        lambda content: with_head(json.loads(content.split(b"\n")[0]), [b"NaN", b"\xff"]),
        lambda content: with_head(json.loads(content.split(b"\n")[0]), [b'{"type":NaN}']),
    ],
)
def test_a_file_that_is_damaged_or_foreign_is_refused(
    archived_event: bytes, broken: Callable[[bytes], bytes]
) -> None:
    with pytest.raises(Refused):
        parse(broken(archived_event))


@pytest.mark.slow
def test_a_formula_for_a_name_is_a_text_in_every_file(archived_event: bytes) -> None:
    """The spreadsheet that reads the results calculates nothing."""
    formula = '=HYPERLINK("http://evil.example","Ann")'
    content = resealed(
        archived_event,
        lambda lines: [line.update(name=formula) for line in lines if line["type"] == "person"],
    )
    tournament = restore(parse(content), other_club(), by=None, slug="again").tournament
    Entry.objects.filter(tournament=tournament).update(shows_initials=False)
    Tournament.objects.filter(pk=tournament.pk).update(is_hidden=False)
    results = Client().get(reverse("standings-csv", args=[tournament.slug])).content.decode()
    assert formula.split("(")[0] in results
    assert not [
        cell for line in results.splitlines() for cell in line.split(",") if cell.strip('"').startswith("=")
    ]


# Commands, and archives of every version.


@pytest.mark.slow
def test_commands_write_and_restore(cast: builders.Cast, tmp_path: Path) -> None:
    tournament = finished_event(cast)
    file, out = tmp_path / "event.jsonl", io.StringIO()
    call_command("archive", tournament.slug, str(file), stdout=out)
    assert file.read_bytes() == archive(tournament)
    call_command("restore", str(file), club=cast.club.slug, slug="again", stdout=out)
    assert places(Tournament.objects.get(slug="again")) == places(tournament)
    for arguments in (["nowhere", str(file)], [tournament.slug, "/nowhere/file"]):
        with pytest.raises(CommandError):
            call_command("archive", *arguments)
    for path, club, slug in (
        ("/nowhere", cast.club.slug, ""),
        (str(file), "nowhere", ""),
        (str(file), cast.club.slug, ""),
        (__file__, cast.club.slug, ""),
    ):
        with pytest.raises(CommandError):
            call_command("restore", path, club=club, slug=slug)


def test_the_command_asks_who_is_who(cast: builders.Cast, tmp_path: Path) -> None:
    tournament = builders.tournament(cast.club, players=4)
    file, club = tmp_path / "event.jsonl", other_club()
    call_command("archive", tournament.slug, str(file), stdout=io.StringIO())
    Person.objects.create(club=club, name="Player 2", town="Reno")
    with pytest.raises(
        CommandError, match=r"the same name: Player 2, .* in the archive, Player 2, Reno in the club"
    ):
        call_command("restore", str(file), club=club.slug, slug="again")
    call_command("restore", str(file), club=club.slug, slug="again", alike="same", stdout=io.StringIO())
    assert club.people.count() == 4


@pytest.mark.parametrize("number", [1, 14])
def test_an_archive_of_before_the_first_version_is_recognised(number: int) -> None:
    head = {"type": "archive", "format": number, "program": "0.1.0", "slug": "made-up-event", "counts": {}}
    with pytest.raises(Refused, match=r"before version 0\.2\.0") as refused:
        parse(with_head(head, []))
    assert [fault.code for fault in refused.value.faults] == ["earlier-version"]


def test_the_streams_are_told_of_a_restored_event(
    cast: builders.Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has no journal entry of its own here, with which they are told of every other change."""
    read = parse(archive(builders.running_tournament(cast.club, players=4)))
    told: list[str] = []
    monkeypatch.setattr(Tournament, "tell", lambda tournament: told.append(tournament.slug))
    restore(read, empty_installation(), by=None, slug="again")
    assert told == ["again"]
