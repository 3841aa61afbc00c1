"""A club's logo: what is taken, where it is printed, and that its changes stand on record."""

from __future__ import annotations

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from paper.models import ClubLogo
from paper.prints import print_sheets
from paper.sheets.registry import BY_NAME
from paper.sheets.sheet import PrintJob
from record.models import JournalEntry
from record.verbs import Verb
from tests import builders

pytestmark = pytest.mark.django_db
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"/>'


def picture(color: str = "black") -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (900, 300), color).save(file, "PNG")
    return file.getvalue()


def send_picture(client: Client, cast: builders.Cast, content: bytes) -> int:
    file = SimpleUploadedFile("logo.png", content, "image/png")
    address = reverse("club-logo", args=[cast.club.slug])
    return client.post(address, {"stamp": builders.stamp(), "picture": file}).status_code


def test_a_logo_is_kept_small_shown_and_taken_away_on_record(director: Client, cast: builders.Cast) -> None:
    assert (send_picture(director, cast, picture()), send_picture(director, cast, picture("red"))) == (
        302,
        302,
    )
    response = director.get(reverse("club-logo-picture", args=[cast.club.slug]))
    with Image.open(io.BytesIO(response.content)) as image:
        assert (image.size, image.getpixel((9, 9))) == ((600, 200), (255, 0, 0))
    away = {"stamp": builders.stamp(), "do": "remove"}
    director.post(reverse("club-logo", args=[cast.club.slug]), away)
    assert not ClubLogo.objects.exists()
    verbs = list(JournalEntry.objects.order_by("pk").values_list("verb", flat=True))[-3:]
    assert verbs == [Verb.LOGO_SET, Verb.LOGO_SET, Verb.LOGO_REMOVED]


def test_a_drawing_is_refused_in_a_sentence_and_the_logo_stays(director: Client, cast: builders.Cast) -> None:
    send_picture(director, cast, picture())
    before = ClubLogo.objects.get().content
    answer = director.post(
        reverse("club-logo", args=[cast.club.slug]),
        {"stamp": builders.stamp(), "picture": SimpleUploadedFile("logo.svg", SVG)},
    )
    assert answer.status_code == 422
    assert "Save it as PNG" in builders.one_line(answer.content.decode())
    assert bytes(ClubLogo.objects.get().content) == bytes(before)


@pytest.mark.slow
def test_the_logo_stands_on_the_headings_of_sheets(director: Client, cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8)

    def pictures() -> int:
        job = PrintJob(tournament, round_number=1)
        pdf = print_sheets([BY_NAME["round-by-name"]], job, title="", by=cast.director)
        return pdf.count(b"/Subtype/Image") + pdf.count(b"/Subtype /Image")

    before = pictures()
    send_picture(director, cast, picture())
    assert (before, pictures()) == (0, 1)
