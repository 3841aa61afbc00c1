"""A director downloads an archive, and restores one in a club; the club is asked who is who."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from club.models import Person
from record.archive.writing import archive
from tests import builders
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return builders.tournament(cast.club, players=4)


def upload(client: Client, club: Any, content: bytes) -> Any:
    file = SimpleUploadedFile("event.jsonl", content)
    return client.post(reverse("archive-upload", args=[club.slug]), {"file": file})


@pytest.mark.parametrize("contacts", [False, True])
def test_it_is_downloaded(director: Client, tournament: Tournament, *, contacts: bool) -> None:
    answer = director.get(
        reverse("archive-download", args=[tournament.slug]), {"contacts": "on"} if contacts else {}
    )
    assert answer.content == archive(tournament, contacts=contacts)
    assert answer["Content-Disposition"] == f'attachment; filename="{tournament.slug}.jsonl"'


@pytest.mark.slow
def test_it_is_restored_at_another_address_in_the_same_club(
    director: Client, cast: builders.Cast, tournament: Tournament
) -> None:
    preview = upload(director, cast.club, archive(tournament))["Location"]
    page = director.get(preview)
    assert page.context["form"].initial["slug"] == f"{tournament.slug}-2"
    assert page.context["certain"] == 4
    form_data = {"slug": f"{tournament.slug}-2", "stamp": builders.stamp()}
    answer = director.post(preview, form_data)
    restored = Tournament.objects.get(slug=f"{tournament.slug}-2")
    assert answer["Location"] == restored.get_work_url()
    assert restored.entries.count() == 4
    assert director.get(preview).status_code == 404

    # Nobody in the hall follows the twin until a director shows it; both say which one they are.
    public = [
        reverse("home"),
        reverse("standings", args=[restored.slug]),
        reverse("club", args=[cast.club.slug]),
    ]
    hall = [Client().get(address) for address in public]
    assert (hall[0].content.decode().count(tournament.name), hall[1].status_code) == (1, 404)
    assert "restored" not in hall[2].content.decode()
    today = director.get(restored.get_work_url()).content.decode()
    assert "Show it to everybody" in today
    assert cast.club.name in hall[0].content.decode()
    director.post(reverse("restored-show", args=[restored.slug]), {"stamp": builders.stamp()})
    hall = [Client().get(address) for address in public]
    assert (hall[0].content.decode().count(tournament.name), hall[1].status_code) == (2, 200)
    assert "restored" in hall[2].content.decode()
    assert "Show it to everybody" not in director.get(restored.get_work_url()).content.decode()
    assert cast.club.chain().latest("sequence").verb == "shown-again"


@pytest.mark.slow
def test_who_is_who_is_asked_and_has_to_be_said(
    director: Client, cast: builders.Cast, tournament: Tournament
) -> None:
    content = archive(tournament)
    other = builders.cast()
    Person.objects.create(club=other.club, name="Player 3", town="Reno")
    client = builders.signed_in(other.director)
    preview = upload(client, other.club, content)["Location"]
    form_data = {"slug": "moved", "stamp": builders.stamp()}
    assert client.post(preview, form_data).status_code == 422
    assert not Tournament.objects.filter(slug="moved").exists()
    assert client.post(preview, {**form_data, "person-3": "same"}).status_code == 302
    assert other.club.people.count() == 4
    assert builders.signed_in(cast.director).get(preview).status_code == 404


def test_an_address_that_is_taken_is_said_beside_its_field(
    director: Client, cast: builders.Cast, tournament: Tournament
) -> None:
    preview = upload(director, cast.club, archive(tournament))["Location"]
    answer = director.post(preview, {"slug": tournament.slug, "stamp": builders.stamp()})
    assert answer.status_code == 422
    assert "already a tournament" in answer.context["form"].errors["slug"][0]


@pytest.mark.parametrize("content", [b"Name,Number\n", b'{"type":"archive","format":14}\n'])
def test_what_is_no_archive_is_refused_beside_the_file(
    director: Client, cast: builders.Cast, content: bytes
) -> None:
    answer = upload(director, cast.club, content)
    assert answer.status_code == 422
    assert len(answer.context["form"].errors["file"]) == 1


def test_another_director_does_not_see_what_was_uploaded(
    director: Client, cast: builders.Cast, tournament: Tournament
) -> None:
    preview = upload(director, cast.club, archive(tournament))["Location"]
    assert builders.signed_in(cast.other_director).get(preview).status_code == 404
