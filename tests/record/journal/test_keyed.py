"""Whoever can write in the database, and has not the key, can change nothing in the journal without its showing."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.core.serializers.json import DjangoJSONEncoder
from django.test import Client
from django.urls import reverse

from record import journal
from record.models import JournalEntry
from record.verbs import Verb
from tests import builders
from tests.builders import one_line
from tournament.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

OTHER_KEY = "another key than the first"


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    tournament = builders.tournament(cast.club)
    for number in range(1, 5):
        write(tournament, number, cast)
    return tournament


def write(tournament: Tournament, number: int, cast: builders.Cast) -> None:
    journal.record(tournament, Verb.SETTINGS_CHANGED, f"table {number}", by=cast.director, new={"to": number})


def breaks(tournament: Tournament) -> list[tuple[int, bool]]:
    return [(place.sequence, place.cannot_tell) for place in journal.verify(tournament)]


def unkeyed_hash(entry: JournalEntry) -> str:
    """What anybody can compute, without the key."""
    names = ("sequence", "at", "actor_name", "verb", "subject", "old", "new", "reason", "previous_hash")
    content: dict[str, Any] = {name: getattr(entry, name) for name in names}
    content |= {"club": entry.club_id, "tournament": entry.tournament_id, "actor": entry.actor_id}
    text = json.dumps(content, cls=DjangoJSONEncoder, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def rewrite(tournament: Tournament, first: int, *, mark: str | None = None) -> None:
    """What somebody does who has the database and the program, and not the key: all hashes from an entry on anew."""
    previous = None
    for entry in tournament.chain().order_by("sequence"):
        if entry.sequence >= first:
            entry.hashed_with = entry.hashed_with if mark is None else mark
            entry.reason = "rewritten" if entry.sequence == first else entry.reason
            entry.previous_hash = entry.previous_hash if previous is None else previous
            entry.hash = unkeyed_hash(entry)
            entry.save()
        previous = entry.hash
    Tournament.objects.filter(pk=tournament.pk).update(journal_head=previous)


def test_a_chain_rewritten_from_a_changed_entry_on_shows(tournament: Tournament) -> None:
    rewrite(tournament, 2)
    assert breaks(tournament) == [(2, False), (3, False), (4, False), (4, False)]


def test_a_chain_rewritten_as_if_there_were_no_key_yet_shows(tournament: Tournament) -> None:
    rewrite(tournament, 2, mark="")
    assert breaks(tournament) == [(2, False), (3, False), (4, False), (4, False)]
    rewrite(tournament, 1, mark="")
    assert breaks(tournament) == [(1, False), (2, False), (3, False), (4, False), (4, False)]


def test_a_seal_of_another_chain_or_none_shows(tournament: Tournament, cast: builders.Cast) -> None:
    other = builders.tournament(cast.club)
    for number in range(1, 5):
        write(other, number, cast)
    other.refresh_from_db()
    for seal in (other.journal_seal, ""):
        Tournament.objects.filter(pk=tournament.pk).update(journal_seal=seal)
        assert breaks(tournament) == [(4, False)]


def test_with_another_key_it_is_said_that_it_cannot_be_told(
    tournament: Tournament, cast: builders.Cast, settings: Any, director: Client
) -> None:
    first = settings.JOURNAL_KEYS[0]
    settings.JOURNAL_KEYS = [OTHER_KEY]
    assert breaks(tournament) == [(1, True), (4, True)]
    page = one_line(director.get(reverse("journal", args=[tournament.slug])).content.decode())
    assert ("This journal cannot be verified here" in page, "tampered" in page) == (True, False)
    assert "Put the file journal_key back" in page
    with pytest.raises(CommandError):
        call_command("verify_journal", tournament.slug)
    write(tournament, 5, cast)
    assert breaks(tournament) == [(1, True)]
    settings.JOURNAL_KEYS = [OTHER_KEY, first]
    assert breaks(tournament) == []


@pytest.mark.slow
def test_the_mark_on_paper_finds_its_entry(
    tournament: Tournament, director: Client, capsys: pytest.CaptureFixture[str], cast: builders.Cast
) -> None:
    tournament.refresh_from_db()
    mark = tournament.journal_mark
    pages = [
        director.get(reverse(name, args=[tournament.slug]))
        for name in ("journal", "standings", "standings-json")
    ]
    assert [mark in page.content.decode() for page in pages] == [True] * 3
    write(tournament, 5, cast)
    call_command("verify_journal", tournament.slug, mark=mark)
    assert f"the mark {mark} is that of entry 4, of " in capsys.readouterr().out
    with pytest.raises(CommandError, match="what it was taken from was changed since"):
        call_command("verify_journal", tournament.slug, mark="0123 4567 89ab cdef")
    with pytest.raises(CommandError, match="at least sixteen signs"):
        call_command("verify_journal", tournament.slug, mark="%")
