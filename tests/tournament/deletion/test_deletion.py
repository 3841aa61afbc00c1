"""A deleted tournament is nowhere, comes back as it was, and goes for good after 30 days; the club's record stays."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from club.models import Person
from demo.simulation import play_rounds
from phones.models import PhoneTable
from record import journal
from record.archive import files
from tests import builders
from tournament.models import KeepApart, Tournament
from tournament.roster.actions import park

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    tournament = builders.running_tournament(cast.club, players=8, rounds=2)
    list(play_rounds(tournament, 1, seed=3, by=cast.director))
    return tournament


def delete(client: Client, tournament: Tournament, **changes: str) -> Any:
    form_data = {"name": tournament.name, "reason": "for practice", "stamp": builders.stamp()} | changes
    return client.post(reverse("tournament-delete", args=[tournament.slug]), form_data)


def restore(client: Client, tournament: Tournament) -> Any:
    address = reverse("tournament-restore", args=[tournament.club.slug, tournament.pk])
    return client.post(address, {"stamp": builders.stamp()}, follow=True)


def verbs(where: Any) -> list[str]:
    return list(where.chain().order_by("sequence").values_list("verb", flat=True))


def rows() -> dict[str, int]:
    models = [model for label in settings.OWN_APPS for model in apps.get_app_config(label).get_models()]
    return {model.__name__: model._base_manager.count() for model in models}


@pytest.mark.slow
def test_it_is_hidden_at_once_and_comes_back_as_it_was(
    director: Client, cast: builders.Cast, tournament: Tournament
) -> None:
    standings = reverse("standings", args=[tournament.slug])
    places = Client().get(standings).context["standings"].places
    assert delete(director, tournament).status_code == 302
    assert [client.get(standings).status_code for client in (Client(), director)] == [404, 404]
    for page in (Client().get(reverse("home")), director.get(reverse("home"))):
        assert tournament.get_absolute_url() not in page.content.decode()
    assert tournament.name in restore(director, tournament).content.decode()
    assert Client().get(standings).context["standings"].places == places
    assert verbs(tournament)[-2:] == verbs(cast.club) == ["tournament-deleted", "tournament-restored"]
    assert [list(journal.verify(where)) for where in (tournament, cast.club)] == [[], []]


@pytest.mark.parametrize("changes", [{"name": "Another"}, {"name": ""}, {"reason": ""}])
def test_it_is_not_deleted_by_a_slip(
    director: Client, tournament: Tournament, changes: dict[str, str]
) -> None:
    assert (delete(director, tournament, **changes).status_code, Tournament.objects.count()) == (422, 1)


@pytest.mark.slow
def test_its_address_is_not_given_away(director: Client, cast: builders.Cast, tournament: Tournament) -> None:
    Tournament.objects.update(slug="open-2027-03-20")
    tournament.refresh_from_db()
    delete(director, tournament)
    form_data = {
        "name": "Open",
        "date": "2027-03-20",
        "time_zone": "America/Chicago",
        "system": "sanctioned",
        "stamp": builders.stamp(),
    }
    director.post(reverse("tournament-new", args=[cast.club.slug]), form_data)
    assert Tournament.objects.get().slug == "open-2027-03-20-2"


@pytest.mark.slow
def test_after_thirty_days_its_rows_go_and_the_clubs_record_stays(
    director: Client, cast: builders.Cast, tournament: Tournament
) -> None:
    other = builders.running_tournament(cast.club, players=8, rounds=1)
    before, people = rows(), Person.objects.count()
    first, second, *_others = tournament.entries.all()
    KeepApart.objects.create(tournament=tournament, first=first, second=second)
    PhoneTable.objects.create(
        table=tournament.rounds.get(number=2).tables.get(number=1)
    )  # nobody is entering
    park(tournament, by=cast.director, name="roster.csv", content=b"number,name\n9,Nine\n")
    delete(director, tournament)
    call_command("purge_deleted")
    assert Tournament.everything.count() == 2
    Tournament.everything.filter(pk=tournament.pk).update(
        deleted_at=timezone.now() - datetime.timedelta(days=30, minutes=1)
    )
    call_command("purge_deleted")
    assert list(Tournament.everything.all()) == [other]
    assert (Person.objects.count(), other.entries.count(), before["Entry"]) == (people, 8, 16)
    of_others = {"User", "Club", "Membership", "Person", "Sent"}
    of_tournaments = {name for name in rows() if name not in of_others}
    left = {name: count for name, count in rows().items() if name in of_tournaments and count}
    assert left == {
        "Tournament": 1,
        "Entry": 8,
        "Round": 1,
        "Table": 2,
        "Seat": 8,
        "JournalEntry": 2,
    }
    assert verbs(cast.club) == ["tournament-deleted", "tournament-purged"]
    deleted = cast.club.chain().get(sequence=1)
    assert (deleted.actor, deleted.reason) == (cast.director, "for practice")
    assert tournament.name in deleted.subject
    assert list(journal.verify(cast.club)) == []


@pytest.mark.slow
def test_what_is_gone_for_good_is_in_no_archive_either(
    tournament: Tournament,
    cast: builders.Cast,
    tmp_path: Path,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(files, "folder", lambda: tmp_path / "archives")
    settings.ARCHIVE_FOLDER = str(tmp_path / "stick")
    (tmp_path / "stick").mkdir()
    other = builders.tournament(cast.club)
    for event in (tournament, other):
        files.store_archive("rehearsal", event)
    delete(builders.signed_in(cast.director), tournament)
    long_ago = timezone.now() - datetime.timedelta(days=31)
    Tournament.everything.filter(pk=tournament.pk).update(deleted_at=long_ago)
    call_command("purge_deleted")
    left = {path.name.split(".")[1] for path in tmp_path.rglob("*.jsonl")}
    assert left == {other.slug}
