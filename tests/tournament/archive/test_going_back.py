"""Going back turns one tournament back to one of its archives, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from club.models import Person
from club.rights.actions import erase
from demo.simulation import play_rounds
from record import journal
from record.archive import files
from record.archive.reading import parse
from record.archive.writing import archive
from record.refused import Conflict, Refused
from record.stamps import Stamp
from scoring.complaints.actions import warn
from scoring.standings.queries import calculate
from tests import builders
from tournament.archive.actions import go_back
from tournament.models import Entry, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "folder", lambda: tmp_path / "archives")


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    """One round played and archived."""
    tournament = builders.running_tournament(cast.club, players=4, rounds=2)
    play(tournament, cast)
    files.store_archive("round 1 complete", tournament)
    return tournament


def play(tournament: Tournament, cast: builders.Cast) -> None:
    list(play_rounds(tournament, 1, seed=3, by=cast.director))
    tournament.refresh_from_db()


def places(tournament: Tournament) -> list[Any]:
    return [(row.number, row.rank, row.total, row.rounds) for row in calculate(tournament).places]


def newest(tournament: Tournament) -> Any:
    return parse(files.archive_files(tournament)[0].path.read_bytes())


@pytest.mark.slow
def test_it_is_as_it_was_and_everything_else_stays(cast: builders.Cast, tournament: Tournament) -> None:
    then, other = places(tournament), builders.running_tournament(cast.club, players=4, rounds=1)
    play(tournament, cast)
    play(other, cast)
    now, left, beside = places(tournament), tournament.journal_head, archive(other)
    restored = go_back(tournament, newest(tournament), by=cast.director, reason="Wrong cards.")
    assert restored.doubts == []
    back = restored.tournament
    assert (back.pk, places(back)) == (tournament.pk, then)
    assert then != now
    assert archive(other) == beside
    entries = back.chain().order_by("-sequence")
    assert (entries[0].verb, entries[0].old["hash"], entries[0].reason) == ("went-back", left, "Wrong cards.")
    assert list(journal.verify(back)) == []
    assert cast.club.chain().get().old["hash"] == left
    assert cast.club.people.count() == 8
    go_back(back, newest(back), by=cast.director, reason="It was right.")
    back.refresh_from_db()
    assert places(back) == now


@pytest.mark.slow
def test_pages_and_prints_of_what_was_left_show_as_old(cast: builders.Cast, tournament: Tournament) -> None:
    play(tournament, cast)
    Tournament.objects.filter(pk=tournament.pk).update(seats_revision=9)
    tournament.rounds.filter(number=1).update(seating_version=5)
    back = go_back(tournament, newest(tournament), by=cast.director, reason="x").tournament
    assert back.version > tournament.version
    assert back.standings_version > tournament.standings_version
    assert (back.seats_revision, back.rounds.get(number=1).seating_version) == (10, 6)


@pytest.mark.slow
def test_its_name_and_who_sees_it_stay(cast: builders.Cast, tournament: Tournament) -> None:
    old = parse(archive(tournament))
    Tournament.objects.filter(pk=tournament.pk).update(name="Another name", is_public=False)
    go_back(tournament, old, by=cast.director, reason="A wrong draw")
    tournament.refresh_from_db()
    assert (tournament.name, tournament.is_public) == ("Another name", False)


@pytest.mark.slow
def test_notes_stay_where_the_archive_has_none(cast: builders.Cast, tournament: Tournament) -> None:
    without = parse(archive(tournament))
    Entry.objects.filter(tournament=tournament, number=1).update(notes="no walnuts")
    go_back(tournament, without, by=cast.director, reason="x")
    assert tournament.entries.get(number=1).notes == "no walnuts"


@pytest.mark.slow
def test_what_cannot_be_is_refused(
    cast: builders.Cast, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = builders.tournament(cast.club, players=4)
    content, own = archive(other), newest(tournament)
    before = archive(tournament)
    with pytest.raises(Refused, match="another tournament"):
        go_back(tournament, parse(content), by=cast.director, reason="x")
    with pytest.raises(Refused, match="why"):
        go_back(tournament, own, by=cast.director, reason=" ")
    with pytest.raises(Conflict):
        go_back(tournament, own, by=cast.director, reason="x", stamp=Stamp(seen={"version": 0}))
    monkeypatch.setattr(files, "store_archive", lambda *_arguments: None)
    with pytest.raises(Refused, match="cannot be archived"):
        go_back(tournament, own, by=cast.director, reason="x")
    assert archive(tournament) == before


@pytest.mark.slow
def test_the_page_says_what_is_undone_and_asks_why(
    director: Client, cast: builders.Cast, tournament: Tournament
) -> None:
    then, length = places(tournament), tournament.journal_length
    play(tournament, cast)
    address = reverse("archive-go-back", args=[tournament.slug, files.archive_files(tournament)[0].number])
    assert director.get(address).context["undone"] == tournament.journal_length - length > 0
    stamp = builders.stamp(version=tournament.version)
    assert director.post(address, {"stamp": stamp, "reason": ""}).status_code == 422
    assert director.post(address, {"stamp": builders.stamp(version=1), "reason": "x"}).status_code == 409
    assert director.post(address, {"stamp": stamp, "reason": "Wrong cards."}).status_code == 302
    tournament.refresh_from_db()
    assert places(tournament) == then


@pytest.mark.slow
def test_what_was_undone_is_listed_at_its_entry_and_an_erased_name_is_taken_out_of_it(
    director: Client, cast: builders.Cast, tournament: Tournament
) -> None:
    entry = tournament.entries.get(number=1)
    Person.objects.filter(pk=entry.person_id).update(name="Lois Lilac")
    entry.refresh_from_db()
    at_first = newest(tournament)
    warn(tournament, entry=entry, reason="Lois Lilac shouted.", by=cast.director)
    back = go_back(tournament, at_first, by=cast.director, reason="Wrong cards.").tournament
    address = reverse("journal", args=[back.slug])

    def page() -> str:
        return builders.one_line(director.get(address).content.decode())

    assert [row["subject"] for row in back.chain().latest("sequence").old["undone"]] == ["1 Lois Lilac"]
    assert "player warned: <bdi>1 Lois Lilac</bdi> (<bdi>Lois Lilac shouted.</bdi>)" in page()
    assert "What was undone by going back is listed" in page()
    go_back(back, newest(back), by=cast.director, reason="It was right.")
    go_back(back, at_first, by=cast.director, reason="No, wrong.")
    assert "Lois Lilac shouted." in page()
    erase(entry.person, instead="Erased person 1", by=cast.director)
    assert "Lois" not in page()
    assert list(journal.verify(Tournament.objects.get(pk=back.pk))) == []
