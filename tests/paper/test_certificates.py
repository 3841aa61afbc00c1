"""Certificates: who has one with which place, the club's own background, and a look with made-up names."""

from __future__ import annotations

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from paper.engine import Document, make_pdf, page_count
from paper.models import CertificateBackground
from paper.prints import described
from paper.sheets.registry import BY_NAME
from paper.sheets.sheet import PrintJob
from scoring.finishing.actions import finish
from scoring.models import Card
from tests import builders
from tournament.models import JournalEntry, Tournament

pytestmark = pytest.mark.django_db
SHEET = BY_NAME["certificates"]


@pytest.fixture
def event(cast: builders.Cast) -> Tournament:
    event = builders.running_tournament(cast.club, players=8, rounds=1)
    call_command("simulate", event.slug, rounds=1, seed=2, verbosity=0)
    event.refresh_from_db()
    finish(event, by=cast.director)
    event.refresh_from_db()
    return event


def picture(kind: str = "PNG", size: tuple[int, int] = (1200, 900)) -> bytes:
    file = io.BytesIO()
    Image.radial_gradient("L").resize(size).convert("RGB").save(file, kind, comment="where it was taken")
    return file.getvalue()


def picture_fields(content: bytes, name: str = "border.png") -> dict[str, object]:
    return {"picture": SimpleUploadedFile(name, content), "stamp": builders.stamp()}


def test_everybody_has_one_with_the_place_that_follows_from_the_cards(event: Tournament) -> None:
    data = described(SHEET, PrintJob(event), "en", "")
    assert data is not None
    totals = {
        card.entry.name: card.written_total for card in Card.objects.select_related("entry__person").all()
    }
    ranks = {name: 1 + sum(other > own for other in totals.values()) for name, own in totals.items()}
    ends = {1: "1st", 2: "2nd", 3: "3rd"}
    shared = {name: list(totals.values()).count(own) > 1 for name, own in totals.items()}
    assert {item["name"]: item["place"] for item in data["items"]} == {
        name: ("shared " if shared[name] else "") + f"{ends.get(rank, f'{rank}th')} place"
        for name, rank in ranks.items()
    }
    assert (data["among"], data["day"]) == ("among 8 players", "Nov. 20, 2026")
    some = described(SHEET, PrintJob(event, chosen=frozenset({2})), "en", "")
    assert some is not None
    assert [item["name"] for item in some["items"]] == ["Player 2"]


def test_nothing_is_printed_before_the_standings_are_final_but_an_example_is_shown(
    director: Client, cast: builders.Cast
) -> None:
    event = builders.running_tournament(cast.club, players=4, rounds=1)
    assert described(SHEET, PrintJob(event), "en", "") is None
    for address in (
        reverse("print-preview", args=[event.slug, "certificates"]),
        reverse("certificate-example", args=[event.slug]),
    ):
        answer = director.get(address)
        assert (answer["Content-Type"], answer.content[:8]) == ("image/png", b"\x89PNG\r\n\x1a\n")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_background_is_written_anew_and_lies_behind_each(
    director: Client, event: Tournament, kind: str
) -> None:
    address = reverse("certificate-background", args=[event.slug])
    assert director.post(address, picture_fields(picture(kind))).status_code == 302
    stored = CertificateBackground.objects.get()
    assert (stored.club, stored.kind) == (event.club, kind.lower())
    assert b"where it was taken" not in bytes(stored.content)
    assert Image.open(io.BytesIO(bytes(stored.content))).size == (1200, 900)
    data = described(SHEET, PrintJob(event), "en", "")
    words = described(BY_NAME["certificate-words"], PrintJob(event), "en", "")
    assert data is not None
    assert words is not None
    assert (data["background"], words["background"]) == (bytes(stored.content), None)
    pdf = make_pdf(Document("Certificates", "en", [data]), timezone.now())
    assert page_count(pdf) == 8
    assert pdf.count(b"/Subtype /Image") + pdf.count(b"/Subtype/Image") == 1  # eight pages share the one
    assert director.get(address).status_code == 200


@pytest.mark.slow
def test_what_is_no_picture_is_refused_beside_its_field_and_the_old_one_stays(
    director: Client, event: Tournament
) -> None:
    address = reverse("certificate-background", args=[event.slug])
    director.post(address, picture_fields(picture()))
    before = CertificateBackground.objects.get().content
    for content, sentence in (
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "SVG drawing"),
        (b"GIF89a", "no PNG or JPEG"),
        (picture()[:400], "no PNG or JPEG"),
        (b"\x89PNG" + b"0" * 3_000_001, "too large"),
    ):
        answer = director.post(address, picture_fields(content))
        assert answer.status_code == 422
        assert sentence in answer.content.decode()
    assert director.post(address, {"stamp": builders.stamp()}).status_code == 422
    assert CertificateBackground.objects.get().content == before


@pytest.mark.slow
def test_it_is_taken_away_and_both_stand_on_the_clubs_record(
    director: Client, cast: builders.Cast, event: Tournament
) -> None:
    address = reverse("certificate-background", args=[event.slug])
    director.post(address, picture_fields(picture()))
    director.post(address, {"do": "remove", "stamp": builders.stamp()})
    assert not CertificateBackground.objects.exists()
    verbs = JournalEntry.objects.filter(club=cast.club, tournament=None).order_by("sequence")
    assert [entry.verb for entry in verbs][-2:] == ["certificate-picture-set", "certificate-picture-removed"]
