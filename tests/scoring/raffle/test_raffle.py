"""Raffles: seed and list first, then the draw, once; nobody is named before."""

import hashlib
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from record.archive.reading import parse
from record.archive.writing import archive
from record.models import JournalEntry
from record.refused import Refused
from scoring.models import Complaint, Raffle
from scoring.raffle import actions
from tests import builders
from tournament.archive.actions import go_back, restore
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(cast: builders.Cast) -> Tournament:
    event = builders.tournament(cast.club, players=5)
    event.entries.filter(number=3).update(checked_in_at=None)
    return event


def make_ready(event: Tournament, cast: builders.Cast, **changes: object) -> Raffle:
    fields = {"prize": "Basket", "winners": 1, "without_winners": True, **changes}
    raffle = actions.make_ready(event, by=cast.director, **fields)
    assert raffle is not None
    return raffle


def test_the_draw_follows_from_what_was_on_record_before(cast: builders.Cast, event: Tournament) -> None:
    raffle = make_ready(event, cast, winners=2)
    assert (raffle.drawn_from, raffle.winning) == ([1, 2, 4, 5], [])
    record = JournalEntry.objects.get(verb="raffle-fixed").new
    first = actions.draw(event, raffle, by=cast.director)
    again = actions.draw(event, raffle, by=cast.director)
    seed = JournalEntry.objects.get(verb="raffle-drawn").new["seed"]
    assert hashlib.sha256(seed.encode()).hexdigest() == record["seed_hash"]
    assert "seed" not in record

    def lot(number: int) -> str:
        return hashlib.sha256(f"{seed} {number}".encode()).hexdigest()

    assert first.winning == again.winning == sorted(record["drawn_from"], key=lot)[:2]
    assert JournalEntry.objects.filter(verb="raffle-drawn").count() == 1


def test_whoever_won_today_is_left_out_and_too_few_are_refused(
    cast: builders.Cast, event: Tournament
) -> None:
    first = actions.draw(event, make_ready(event, cast), by=cast.director)
    second = make_ready(event, cast)
    assert set(second.drawn_from) == {1, 2, 4, 5} - set(first.winning)
    with pytest.raises(Refused, match="Only 3 players"):
        make_ready(event, cast, winners=4)


def test_no_lot_falls_on_who_is_disqualified_or_left_and_the_page_names_them(
    director: Client, cast: builders.Cast, event: Tournament
) -> None:
    event.entries.filter(number=4).update(state="withdrawn")
    Complaint.objects.create(
        entry=event.entries.get(number=5),
        outcome="disqualified",
        reason="Threw tiles.",
        by=cast.director,
        at=timezone.now(),
        keeps_place=True,
    )
    assert make_ready(event, cast).drawn_from == [1, 2]
    page = builders.one_line(director.get(reverse("raffles", args=[event.slug])).content.decode())
    left_out = re.findall(r"<li><bdi>(Player \d)</bdi>.*?: ([a-z ]+?) ?</li>", page)
    assert left_out == [
        ("Player 3", "not checked in"),
        ("Player 4", "withdrawn"),
        ("Player 5", "disqualified"),
    ]


def test_the_screen_shows_who_won_only_after_the_draw(
    client: Client, cast: builders.Cast, event: Tournament
) -> None:
    address = reverse("raffle-screen", args=[event.slug])
    assert "Nothing is drawn yet" in client.get(address).content.decode()
    raffle = make_ready(event, cast)
    assert "data-drum-winner" not in client.get(address).content.decode()
    actions.draw(event, raffle, by=cast.director)
    page = builders.one_line(client.get(address).content.decode())
    assert f"<bdi>Player {raffle.drawn_from and Raffle.objects.get().winning[0]}</bdi>" in page


def test_what_is_drawn_stays(cast: builders.Cast, event: Tournament) -> None:
    raffle = make_ready(event, cast)
    actions.remove(event, raffle, by=cast.director)
    drawn = actions.draw(event, make_ready(event, cast), by=cast.director)
    with pytest.raises(Refused, match="stays drawn"):
        actions.remove(event, drawn, by=cast.director)


def test_nobody_sees_the_seed_before_the_draw_and_all_see_its_hash(
    client: Client, director: Client, cast: builders.Cast, event: Tournament
) -> None:
    raffle = make_ready(event, cast)
    [seed] = actions.seeds_of(raffle)
    addresses = [
        (director, reverse("raffles", args=[event.slug])),
        (client, reverse("raffle-screen", args=[event.slug])),
    ]

    def shown() -> list[tuple[bool, bool]]:
        pages = [who.get(address).content.decode() for who, address in addresses]
        return [(raffle.seed_hash in page, seed in page) for page in pages]

    assert shown() == [(True, False)] * 2
    actions.draw(event, raffle, by=cast.director)
    assert shown() == [(True, True)] * 2


@pytest.mark.slow
def test_no_archive_of_before_tells_the_seed_and_no_copy_of_it_can_be_drawn(
    cast: builders.Cast, event: Tournament
) -> None:
    raffle = make_ready(event, cast)
    before = archive(event, contacts=True)
    copy = restore(parse(before), cast.club, slug="a-copy", by=cast.director).tournament
    # But for the address that it has beside the other one.
    assert archive(copy, contacts=True).replace(b"a-copy", event.slug.encode()).count(b"\n") == before.count(
        b"\n"
    )
    with pytest.raises(Refused, match="set up in another copy"):
        actions.draw(copy, copy.raffles.get(), by=cast.director)
    drawn = actions.draw(event, raffle, by=cast.director)
    assert (drawn.seed.encode() in before, drawn.seed_hash.encode() in before) == (False, True)
    assert drawn.seed.encode() in archive(event)
    event.refresh_from_db()
    back = go_back(event, parse(before), by=cast.director, reason="A slip").tournament
    again = actions.draw(back, back.raffles.get(), by=cast.director)
    assert (again.seed, again.winning) == (drawn.seed, drawn.winning)


def test_a_raffle_of_an_earlier_key_is_drawn_under_it(
    cast: builders.Cast, event: Tournament, settings: object
) -> None:
    raffle = make_ready(event, cast)
    [key] = settings.JOURNAL_KEYS
    settings.JOURNAL_KEYS = ["a newer key", key]
    assert (
        hashlib.sha256(actions.draw(event, raffle, by=cast.director).seed.encode()).hexdigest()
        == raffle.seed_hash
    )


def test_a_raffle_taken_out_is_named_beside_the_result(
    client: Client, cast: builders.Cast, event: Tournament
) -> None:
    tried = make_ready(event, cast, prize="The tried basket")
    actions.remove(event, tried, by=cast.director)
    with pytest.raises(Refused, match="removed"):
        actions.draw(event, tried, by=cast.director)
    actions.draw(event, make_ready(event, cast), by=cast.director)
    page = builders.one_line(client.get(reverse("raffle-screen", args=[event.slug])).content.decode())
    assert "removed without a draw: <bdi>The tried basket</bdi>" in page
    assert '<p class="reveal-what"><bdi>Basket</bdi></p>' in page
