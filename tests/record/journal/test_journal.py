"""The journal: one chain per tournament, and what was changed behind its back shows."""

import json
import re
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation

from club.models import Club
from record import journal
from record.models import JournalEntry
from record.verbs import Verb
from tests import builders
from tournament.journal.tables import JournalTable
from tournament.journal.words import in_full, in_short, in_stored_words, seats_in_short, subject_words
from tournament.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    tournament = builders.tournament(cast.club)
    for number in range(1, 5):
        journal.record(
            tournament,
            Verb.SETTINGS_CHANGED,
            f"table {number}",
            by=cast.director,
            old=number,
            new={"to": number + 1},
        )
    return tournament


def broken_at(tournament: Tournament) -> list[int]:
    return [fault.sequence for fault in journal.verify(tournament)]


def test_a_chain_that_nobody_touched_is_whole(tournament: Tournament) -> None:
    assert broken_at(tournament) == []


@pytest.mark.parametrize(
    "change",
    [
        {"reason": "another"},
        {"actor_name": "Somebody"},
        {"new": {"to": 99}},
        {"old": None},
        {"verb": "went-back"},
    ],
)
def test_a_changed_entry_shows(tournament: Tournament, change: dict[str, object]) -> None:
    JournalEntry.objects.filter(tournament=tournament, sequence=2).update(**change)
    assert broken_at(tournament) == [2]


def test_a_removed_entry_shows(tournament: Tournament) -> None:
    JournalEntry.objects.filter(tournament=tournament, sequence=2).delete()
    assert broken_at(tournament) == [3]


def test_entries_cut_off_at_the_end_show(tournament: Tournament) -> None:
    JournalEntry.objects.filter(tournament=tournament, sequence__gte=3).delete()
    assert broken_at(tournament) == [3]


def test_entries_cut_off_at_the_end_show_without_the_head_too(tournament: Tournament) -> None:
    JournalEntry.objects.filter(tournament=tournament, sequence__gte=3).delete()
    Tournament.objects.update(journal_head="")
    assert broken_at(tournament) == [3]


def test_an_entry_written_while_the_chain_is_looked_at_is_no_break(
    tournament: Tournament, cast: builders.Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed = journal.content_hash

    def write_beside_the_last(entry: JournalEntry) -> str:
        if entry.sequence == 4:
            monkeypatch.undo()
            journal.record(tournament, Verb.SETTINGS_CHANGED, "table 5", by=cast.director)
        return hashed(entry)

    monkeypatch.setattr(journal, "content_hash", write_beside_the_last)
    assert broken_at(tournament) == []
    assert tournament.journal.count() == 5


def test_entries_added_behind_the_last_one_show(tournament: Tournament) -> None:
    head = Tournament.objects.get().journal_head
    journal.record(tournament, Verb.SETTINGS_CHANGED, "table 5", by=None)
    Tournament.objects.update(journal_head=head)
    assert broken_at(tournament) == [5]


def test_a_chain_that_is_gone_shows(tournament: Tournament) -> None:
    JournalEntry.objects.filter(tournament=tournament).delete()
    assert broken_at(tournament) == [1]
    Tournament.objects.update(journal_head="")
    assert broken_at(tournament) == [1]


def test_a_clubs_chain_that_is_cut_or_gone_shows(cast: builders.Cast) -> None:
    for member in ("first", "second"):
        journal.record(cast.club, Verb.MEMBER_ADDED, member, by=cast.director)
    JournalEntry.objects.filter(club=cast.club, sequence=2).delete()
    Club.objects.update(journal_head="")
    assert [fault.sequence for fault in journal.verify(cast.club)] == [2]
    JournalEntry.objects.all().delete()
    assert [fault.sequence for fault in journal.verify(cast.club)] == [1]


def test_an_entry_whose_hash_was_made_to_fit_shows_at_the_next_one(tournament: Tournament) -> None:
    entry = JournalEntry.objects.get(tournament=tournament, sequence=2)
    entry.reason = "made to fit"
    entry.hash = journal.content_hash(entry)
    entry.save()
    assert broken_at(tournament) == [3]


def test_the_clubs_own_chain_is_apart(cast: builders.Cast, tournament: Tournament) -> None:
    first = journal.record(cast.club, Verb.MEMBER_ADDED, "member", by=cast.director)
    second = journal.record(cast.club, Verb.MEMBER_REMOVED, "member", by=cast.director)
    assert ((first.sequence, second.sequence), list(journal.verify(cast.club))) == ((1, 2), [])


def test_every_entry_raises_the_version_and_only_standings_theirs(cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club)
    journal.record(tournament, Verb.SETTINGS_CHANGED, "name", by=None)
    journal.record(tournament, Verb.SET_ACCEPTED, "table 1", by=None, standings=True)
    tournament.refresh_from_db()
    assert (tournament.version, tournament.standings_version) == (2, 1)


def test_the_command_says_that_it_is_whole(
    tournament: Tournament, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("verify_journal", tournament.slug)
    tournament.refresh_from_db()
    assert (
        capsys.readouterr().out
        == f"{tournament}: 4 entries, whole; the last hash is {tournament.journal_head}\n"
    )


def test_the_command_fails_where_it_does_not_hold(tournament: Tournament) -> None:
    JournalEntry.objects.filter(tournament=tournament, sequence=2).update(reason="x")
    with pytest.raises(CommandError, match="1 place"):
        call_command("verify_journal", tournament.slug)


def test_the_page_shows_every_entry_to_a_director(
    client: Client, cast: builders.Cast, tournament: Tournament
) -> None:
    client.force_login(cast.director)
    page = client.get(reverse("journal", args=[tournament.slug]))
    assert [row.record.sequence for row in page.context["table"].page] == [4, 3, 2, 1]
    html = page.content.decode()
    assert html.count("<td") == 4 * html.count('<th scope="col"')


def test_the_page_finds_by_subject(client: Client, cast: builders.Cast, tournament: Tournament) -> None:
    client.force_login(cast.director)
    page = client.get(reverse("journal", args=[tournament.slug]), {"find": "table 3"})
    assert [row.record.subject for row in page.context["table"].page] == ["table 3"]


def test_what_was_looked_for_is_kept_when_the_page_is_turned(
    director: Client, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(JournalTable, "most_on_a_page", 3)
    page = director.get(reverse("journal", args=[tournament.slug]), {"find": "table", "page": "2"})
    assert [row.record.sequence for row in page.context["table"].page] == [1]
    assert re.findall(r'<a href="(\S+)" rel="(\w+)"', page.content.decode()) == [
        ("?find=table&amp;page=1", "prev")
    ]


def rows_of(tournament: Tournament) -> dict[str, dict[str, Any]]:
    """Verb and keys of entries that name what they are about by its rows."""
    table = tournament.rounds.get(number=2).tables.get(number=1)
    first, second = tournament.entries.filter(number__in=[3, 5]).order_by("number")
    return {
        "ronda 2": {"verb": "round-published", "round": table.round},
        "desde la ronda 2": {"verb": "planned-again", "round": table.round},
        "ronda 2, mesa 1": {"verb": "set-typed", "round": table.round, "table": table},
        "jugadores 3 y 5": {"verb": "kept-apart", "entry": first, "other_entry": second},
        "jugador 3 por el jugador 5": {"verb": "substitute-seated", "entry": first, "other_entry": second},
        "3 as it was": {"verb": "player-withdrawn", "entry": first, "subject": "3 as it was"},
    }


def test_what_an_entry_is_about_is_said_in_the_readers_language(cast: builders.Cast) -> None:
    rows = rows_of(builders.running_tournament(cast.club))
    with translation.override("es"):
        assert [subject_words(JournalEntry(**row)) for row in rows.values()] == list(rows)


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("mesa 3", "table 3"),
        ("Ronda 2, mesa 1", "round 2 table 1"),
        ("jugadores 3 y 5", "players 3 and 5"),
        ("jugador 3 por el jugador 5", "player 3 for player 5"),
        ("Mesa Gómez", "Mesa Gómez"),
    ],
)
def test_what_is_typed_in_another_language_finds_what_is_stored(typed: str, stored: str) -> None:
    with translation.override("es"):
        assert in_stored_words(typed) == stored


def test_the_page_finds_by_subject_in_spanish(director: Client, tournament: Tournament) -> None:
    address = reverse("journal", args=[tournament.slug])
    page = director.get(address, {"find": "mesa 3"}, headers={"Accept-Language": "es"})
    assert [row.record.subject for row in page.context["table"].page] == ["table 3"]


def test_an_entry_whose_rows_are_gone_is_in_its_own_words() -> None:
    entry = JournalEntry(verb="set-typed", subject="round 2 table 1")
    with translation.override("es"):
        assert subject_words(entry) == "round 2 table 1"


@pytest.mark.slow
def test_the_page_costs_the_same_for_more_entries(
    director: Client, cast: builders.Cast, django_assert_num_queries: Any
) -> None:
    tournament = builders.running_tournament(cast.club)
    for row in rows_of(tournament).values():
        journal.record(tournament, by=None, **{"subject": "words", **row})
    with CaptureQueriesContext(connection) as first:
        director.get(reverse("journal", args=[tournament.slug]))
    for row in rows_of(tournament).values():
        journal.record(tournament, by=None, **{"subject": "words", **row})
    with django_assert_num_queries(len(first)):
        director.get(reverse("journal", args=[tournament.slug]))


def test_the_page_says_when_it_was_tampered_with(
    client: Client, cast: builders.Cast, tournament: Tournament
) -> None:
    JournalEntry.objects.filter(tournament=tournament, sequence=2).update(reason="x")
    client.force_login(cast.director)
    assert b"tampered" in client.get(reverse("journal", args=[tournament.slug])).content


@pytest.mark.parametrize(
    ("stored", "words"),
    [
        (None, "–"),
        ({"extra_minutes": 5, "paused_at": None}, "extra minutes 5"),
        ({"paused_at": None}, "stopped –"),
        ({"started_at": "2026-11-20T15:56:51.310Z"}, "started 10:56 AM"),
        ({"holds_from": "2027-01-20"}, "holds from Jan. 20, 2027"),
        ({"name": "2027-13-20"}, "name 2027-13-20"),
        ({"name": "2027-01-20T10:00:00 open"}, "name 2027-01-20T10:00:00 open"),
        ({"shows_initials": True, "town": "Joliet"}, "initials only yes, town Joliet"),
        (
            {"second_person": False, "movement": "custom"},
            "a second person types every set no, movement Your own four steps",
        ),
        ({"7C": 54, "9A": None}, "7C 54"),
        ([{"rank": 1}, {"rank": 2}], "2 lines"),
        ({"state": "in", "cards": {"A": {"total": None}, "B": {"total": None}}}, "state cards in, totals –"),
        (
            {
                "version": 2,
                "state": "accepted",
                "entries": {"A": 1},
                "cards": {"A": {"total": 85, "points": [85]}, "B": {"total": -20, "points": [-20]}},
                "games": [{}],
                "handed_in_by": "C",
                "first_east": "",
            },
            "state accepted, totals A 85 B −20, handed in by C",
        ),
    ],
)
def test_a_value_in_short_is_in_words(stored: object, words: str) -> None:
    with timezone.override("America/New_York"):
        assert in_short(stored) == words


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ({"9B": 109, "8B": None}, {"9B": None, "8B": 109, "also later": False}, "109 from 9B to 8B"),
        ({"9B": 109, "12A": 115}, {"9B": 115, "12A": 109}, "109 from 9B to 12A, 115 from 12A to 9B"),
        (
            {"1": {"9A": None, "9B": 109}, "2": {"8B": 109}},
            {"1": {"9A": 109, "9B": None}, "2": {"8B": None}},
            "round 1: 109 from 9B to 9A; round 2: 109 out of 8B",
        ),
        ({"10": {"9A": None}, "2": {"9A": 4}}, {"10": {"9A": 7}, "2": {"9A": 4}}, "round 10: 7 to 9A"),
        ({"name": "Ana"}, {"name": "Bea"}, ""),
        ({"state": "in", "cards": {"A": {"total": 5}}}, {"state": "accepted"}, ""),
        ([{"rank": 1}], None, ""),
        (None, {"seats": {"A1": 5}, "seed": 7}, ""),
    ],
)
def test_a_change_of_seats_in_short_says_who_moved(old: object, new: object, words: str) -> None:
    assert seats_in_short(JournalEntry(old=old, new=new)) == words


def test_the_page_says_who_moved_and_keeps_every_seat(
    client: Client, cast: builders.Cast, tournament: Tournament
) -> None:
    journal.record(tournament, Verb.SEATS_SWAPPED, "round 2", by=None, old={"9B": 109}, new={"8B": 109})
    client.force_login(cast.director)
    page = client.get(reverse("journal", args=[tournament.slug])).content.decode()
    assert '<summary dir="auto">109 from 9B to 8B</summary>' in page
    assert '<summary dir="auto">the seats before</summary>' in page
    assert "&quot;8B&quot;: 109" in page
    # What is no change of seats is said as before.
    assert '<summary dir="auto">to 5</summary>' in page


def test_moments_stored_with_an_entry_are_said_in_the_events_zone() -> None:
    stored = {"old": None, "new": {"ended_at": "2026-11-20T19:04:31Z", "rounds": [1]}}
    with timezone.override("America/Denver"):
        values = json.loads(in_full(stored))
    assert values == {"old": None, "new": {"ended_at": "2026-11-20T12:04:31-07:00", "rounds": [1]}}
