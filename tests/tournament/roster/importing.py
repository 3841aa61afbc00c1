"""A roster brought in through its pages, as a director does."""

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests import builders
from tournament.models import RosterUpload, Tournament


def upload(client: Client, tournament: Tournament, content: bytes | str, name: str = "roster.csv") -> object:
    content = content.encode() if isinstance(content, str) else content
    file = SimpleUploadedFile(name, content)
    return client.post(reverse("roster-import", args=[tournament.slug]), {"file": file}, follow=True)


def address(name: str, tournament: Tournament) -> str:
    return reverse(name, args=[tournament.slug, RosterUpload.objects.latest("pk").pk])


def apply(client: Client, tournament: Tournament, **data: object) -> object:
    """Presses the button of the preview as it stands."""
    page = client.get(address("roster-preview", tournament)).content.decode()
    return client.post(address("roster-apply", tournament), {"stamp": stamp_on(page, tournament), **data})


def stamp_on(page: str, tournament: Tournament) -> str:
    return builders.stamp_on(page, address("roster-apply", tournament))


def bring_in(client: Client, tournament: Tournament, content: bytes | str, **data: object) -> None:
    assert upload(client, tournament, content).status_code == 200
    assert apply(client, tournament, **data).status_code == 302


def entered(tournament: Tournament) -> list[tuple[int, str, str]]:
    return list(tournament.entries.order_by("number").values_list("number", "person__name", "state"))
