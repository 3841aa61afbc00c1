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

from club.models import Movement
from demo.simulation import play_rounds
from paper.engine import Document, make_pdf, page_count
from paper.models import CertificateBackground
from paper.prints import described
from paper.sheets.registry import BY_NAME
from paper.sheets.sheet import PrintJob
from record.models import JournalEntry
from scoring.finishing.actions import finish
from scoring.models import Card, PrizeRow
from scoring.prizes.actions import fix
from tests import builders
from tournament.models import Category, Tournament
from tournament.seating.draw import plan_again
from tournament.seating.plans import PlanChoice

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


@pytest.mark.slow
def test_everybody_has_one_with_the_place_that_follows_from_the_cards(event: Tournament) -> None:
    data = described(SHEET, PrintJob(event))
    assert data is not None
    totals = {
        card.entry.name: card.written_total for card in Card.objects.select_related("entry__person").all()
    }
    ranks = {name: 1 + sum(other > own for other in totals.values()) for name, own in totals.items()}
    words = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth"]
    shared = {name: list(totals.values()).count(own) > 1 for name, own in totals.items()}
    places = {
        name: f"{'Tied for ' if shared[name] else ''}{words[rank - 1]} Place" for name, rank in ranks.items()
    }
    assert {" ".join(item["name"]): item["place"] for item in data["items"]} == {
        name: place for name, place in places.items() if ranks[name] <= 3
    }
    assert {item["below"] for item in data["items"]} == {"Community Hall · Nov. 20, 2026 · 8 players"}
    assert data["signed"] == ["Dolores Ybarra, Director"]
    last = max(ranks, key=lambda name: ranks[name])
    some = described(SHEET, PrintJob(event, chosen=frozenset({int(last.split()[1])})))
    assert some is not None
    assert [(item["name"], item["place"]) for item in some["items"]] == [([last], places[last])]


@pytest.mark.slow
def test_a_prize_has_one_whatever_the_place(cast: builders.Cast, event: Tournament) -> None:
    entry = event.entries.get(number=5)
    hat = PrizeRow.objects.create(
        tournament=event, position=1, criterion="named", name="Best Hat", things=["Hat"], named=entry
    )
    fix(event, rows={hat.pk}, by=cast.director)
    data = described(SHEET, PrintJob(event))
    assert data is not None
    assert (["Player 5"], "Best Hat") in [(item["name"], item["place"]) for item in data["items"]]


@pytest.mark.slow
def test_a_category_and_a_block_have_certificates_of_their_own(cast: builders.Cast) -> None:
    """Of twelve, five play the first of two blocks: their winner is that of the half day, and of the rest the last is
    seventh of seven.
    """
    event = builders.running_tournament(
        cast.club, players=12, rounds=2, rounds_per_block=1, block_names="AM, PM"
    )
    half_day = Category.objects.create(tournament=event, name="Half Day", last_round=1)
    event.entries.filter(number__lte=5).update(category=half_day)
    list(play_rounds(event, 1, seed=2, by=cast.director))
    plan_again(event, from_round=2, choice=PlanChoice(Movement.SANCTIONED, new_draw=True), by=cast.director)
    list(play_rounds(event, 1, seed=2, by=cast.director))
    event.refresh_from_db()
    finish(event, by=cast.director)
    event.refresh_from_db()
    rounds: dict[int, dict[int, int]] = {1: {}, 2: {}}
    for card in Card.objects.select_related("entry", "round"):
        rounds[card.round.number][card.entry.number] = card.written_total or 0
    full = {number: rounds[1][number] + points for number, points in rounds[2].items()}
    half = {number: points for number, points in rounds[1].items() if number <= 5}
    assert set(full) == set(range(6, 13))

    def said(*numbers: int) -> dict[tuple[int, str], str]:
        data = described(SHEET, PrintJob(event, chosen=frozenset(numbers)))
        assert data is not None
        return {
            (int(item["name"][0].split()[-1]), item["place"]): item["below"].split(" · ")[-1]
            for item in data["items"]
        }

    def best(points: dict[int, int]) -> list[int]:
        return [number for number, own in points.items() if own == max(points.values())]

    winners = said()
    for title, points in (("Half Day", half), ("AM", rounds[1]), ("PM", rounds[2])):
        won = {key: players for key, players in winners.items() if key[1] == f"{title} Winner"}
        assert won == {(number, f"{title} Winner"): f"{len(points)} players" for number in best(points)}
    last = min(full, key=lambda number: full[number])
    assert sum(own == full[last] for own in full.values()) == 1
    assert said(last)[last, "Seventh Place"] == "7 players"


@pytest.mark.slow
def test_nothing_is_printed_before_the_standings_are_final_but_an_example_is_shown(
    director: Client, cast: builders.Cast
) -> None:
    event = builders.running_tournament(cast.club, players=4, rounds=1)
    assert described(SHEET, PrintJob(event)) is None
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
    data = described(SHEET, PrintJob(event))
    words = described(BY_NAME["certificate-words"], PrintJob(event))
    assert data is not None
    assert words is not None
    assert (data["background"], words["background"]) == (bytes(stored.content), None)
    pdf = make_pdf(Document("Certificates", "en", [data]), timezone.now())
    assert page_count(pdf) == len(data["items"])
    assert pdf.count(b"/Subtype /Image") + pdf.count(b"/Subtype/Image") == 1  # all pages share the one
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
        (b"GIF89a", "not a PNG or JPEG"),
        (picture()[:400], "not a PNG or JPEG"),
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
