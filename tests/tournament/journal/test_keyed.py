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

from tests import builders
from tests.builders import one_line
from tournament import journal
from tournament.journal import keys
from tournament.models import JournalEntry, Tournament
from tournament.verbs import Verb

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

OTHER_KEY = "another key than the first"


@pytest.fixture
def made(cast: builders.Cast) -> Tournament:
    made = builders.tournament(cast.club)
    for number in range(1, 5):
        write(made, number, cast)
    return made


def write(made: Tournament, number: int, cast: builders.Cast) -> None:
    journal.record(made, Verb.SETTINGS_CHANGED, f"table {number}", by=cast.director, new={"to": number})


def breaks(made: Tournament) -> list[tuple[int, bool]]:
    return [(place.sequence, place.cannot_tell) for place in journal.verify(made)]


def unkeyed_hash(entry: JournalEntry) -> str:
    """As version 0.1.0 computed it, from the words of its documentation: anybody can."""
    names = ("sequence", "at", "actor_name", "verb", "subject", "old", "new", "reason", "previous_hash")
    content: dict[str, Any] = {name: getattr(entry, name) for name in names}
    content |= {"club": entry.club_id, "tournament": entry.tournament_id, "actor": entry.actor_id}
    text = json.dumps(content, cls=DjangoJSONEncoder, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def rewrite(made: Tournament, first: int, *, mark: str | None = None, forget_keys: bool = False) -> None:
    """What somebody does who has the database and the program, and not the key: all hashes from an entry on anew."""
    previous = None
    for entry in journal.chain(made).order_by("sequence"):
        if entry.sequence >= first:
            entry.hashed_with = entry.hashed_with if mark is None else mark
            entry.reason = "rewritten" if entry.sequence == first else entry.reason
            entry.previous_hash = entry.previous_hash if previous is None else previous
            entry.hash = unkeyed_hash(entry)
            entry.save()
        previous = entry.hash
    Tournament.objects.filter(pk=made.pk).update(journal_head=previous)


def test_a_chain_rewritten_from_a_changed_entry_on_shows(made: Tournament) -> None:
    rewrite(made, 2)
    assert breaks(made) == [(2, False), (3, False), (4, False), (4, False)]


def test_a_chain_rewritten_as_if_there_were_no_key_yet_shows(made: Tournament) -> None:
    rewrite(made, 2, mark="")
    assert breaks(made) == [(2, False), (4, False)]
    rewrite(made, 1, mark="")
    assert breaks(made) == [(4, False)]


def test_a_seal_of_another_chain_or_none_shows(made: Tournament, cast: builders.Cast) -> None:
    other = builders.tournament(cast.club)
    for number in range(1, 5):
        write(other, number, cast)
    other.refresh_from_db()
    for seal in (other.journal_seal, ""):
        Tournament.objects.filter(pk=made.pk).update(journal_seal=seal)
        assert breaks(made) == [(4, False)]


def test_entries_of_the_time_before_the_key_are_verified_and_held_by_the_seal(
    made: Tournament, cast: builders.Cast
) -> None:
    """As version 0.1.0 left them, and the migration sealed them."""
    rewrite(made, 1, mark="")
    made.refresh_from_db()
    name = keys.name_of("tournament.tournament", made.pk)
    Tournament.objects.filter(pk=made.pk).update(journal_seal=keys.seal(name, 4, made.journal_head))
    assert breaks(made) == []
    write(made, 5, cast)
    assert breaks(made) == []
    assert [bool(entry.hashed_with) for entry in journal.chain(made)] == [False] * 4 + [True]
    rewrite(made, 1)
    assert (4, False) not in breaks(made)
    assert breaks(made)[-1] == (5, False)


def test_with_another_key_it_is_said_that_it_cannot_be_told(
    made: Tournament, cast: builders.Cast, settings: Any, director: Client
) -> None:
    first = settings.JOURNAL_KEYS[0]
    settings.JOURNAL_KEYS = [OTHER_KEY]
    assert breaks(made) == [(1, True), (4, True)]
    page = one_line(director.get(reverse("journal", args=[made.slug])).content.decode())
    assert ("This journal cannot be verified here" in page, "tampered" in page) == (True, False)
    assert "Put the file journal_key back" in page
    with pytest.raises(CommandError):
        call_command("verify_journal", made.slug)
    write(made, 5, cast)
    assert breaks(made) == [(1, True)]
    settings.JOURNAL_KEYS = [OTHER_KEY, first]
    assert breaks(made) == []


def test_the_mark_on_paper_finds_its_entry(
    made: Tournament, director: Client, capsys: pytest.CaptureFixture[str], cast: builders.Cast
) -> None:
    made.refresh_from_db()
    mark = made.journal_mark
    pages = [
        director.get(reverse(name, args=[made.slug])) for name in ("journal", "standings", "standings-json")
    ]
    assert [mark in page.content.decode() for page in pages] == [True] * 3
    write(made, 5, cast)
    call_command("verify_journal", made.slug, mark=mark)
    assert f"the mark {mark} is that of entry 4, of " in capsys.readouterr().out
    with pytest.raises(CommandError, match="what it was taken from was changed since"):
        call_command("verify_journal", made.slug, mark="0123 4567 89ab cdef")
    with pytest.raises(CommandError, match="at least sixteen signs"):
        call_command("verify_journal", made.slug, mark="%")
