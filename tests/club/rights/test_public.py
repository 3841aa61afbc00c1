"""The page that says what is public is true: every value of a person is looked for in every public answer."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import models
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from club.models import Bar, Person
from demo.simulation import play_rounds
from record.kept import kept_models, kept_of, shown
from scoring.models import Adjustment, CardSet, Complaint, PotPayment, PrizeAward, PrizeRow, ReportedNumber
from seasons.models import SeasonPerson
from tests.whole.test_every_page import PASSED, RIGHTS, World, kept_world, world
from tournament.fees.actions import pay
from tournament.models import Category, Entry, SittingOut, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
__all__ = ["kept_world", "world"]

# Values that stand nowhere else: a whole number is looked for among the numbers of an answer, with cents as money too.
TEXTS = {
    "Person.name": "Wilhelmina Ostrander",
    "Person.family_name": "Ostrander",
    "Person.town": "Kalamazoo",
    "Person.member_number": "MN-4711",
    "Person.said_as": "OH-strun-der",
    "Person.phone": "555-0199",
    "Person.email": "mina@example.org",
    "Entry.notes": "no walnuts",
    "Entry.fee_note": "sponsored by her aunt",
    "Entry.fee_cents": "613.37",
    "Entry.number": "7351",
    "Category.name": "Half day of plums",
    "Payment.reference": "cheque 88412",
    "Payment.cents": "419.23",
    "Bar.reason": "threw a tile",
    "Bar.decided_in": "Winter of old",
    "Bar.ended_reason": "said sorry",
    "Adjustment.reason": "came with the soup",
    "Adjustment.points": "-731",
    "Adjustment.ended_reason": "it was the soup",
    "Complaint.outcome": "isqualified",
    "Complaint.reason": "sang all day",
    "Complaint.ended_reason": "sang well",
    "CardSet.ruling": "the soup had been on the wall",
    "ReportedNumber.reason": "the third game was a wall",
    "ReportedNumber.ended_reason": "it was no wall",
    "PotPayment.note": "in an envelope",
    "PrizeAward.thing": "Basket of plums",
    "PrizeAward.cents": "8731",
    "PrizeAward.handed_over_note": "fetched by a cousin",
    "SeasonPerson.points": "731.37",
}
TEXTS |= {
    name: f"{name} of plums"
    for name in (f"Person.{field}" for field in kept_of(Person).erased)
    if name not in TEXTS
}
NUMBER = 7351
# Numbers and letters that stand on many pages for other reasons; a test of their own looks for them.
SHOWN_BY_PLACE = ("Seat.table", "Seat.substitute_for", "SittingOut.entry", "Card.points", "Pot.stake_cents")
# Documents, and a stream of what the pages have.
NO_PAGE_OF_PLAYERS = ("guide", "what-is-public", "live")


def everything_of_somebody(world: World) -> None:
    """Number 1 of the tournament has a value of its own in every field, and what is awarded is shown."""
    event, at = world.tournament, timezone.now()
    by = world.cast.director
    entry = event.entries.get(number=1)
    Person.objects.filter(pk=entry.person_id).update(
        **{name.partition(".")[2]: value for name, value in TEXTS.items() if name.startswith("Person.")}
    )
    Entry.objects.filter(pk=entry.pk).update(
        category=Category.objects.create(tournament=event, name=TEXTS["Category.name"]),
        number=NUMBER,
        notes=TEXTS["Entry.notes"],
        fee_note=TEXTS["Entry.fee_note"],
        fee_cents=61337,
    )
    entry.refresh_from_db()
    pay(entry, cents=41923, method="cheque", reference=TEXTS["Payment.reference"], by=by)
    Bar.objects.create(
        person=entry.person,
        decided_in=TEXTS["Bar.decided_in"],
        reason=TEXTS["Bar.reason"],
        at=at,
        ended_at=at,
        ended_reason=TEXTS["Bar.ended_reason"],
    )
    event.refresh_from_db()
    list(play_rounds(event, 1, seed=3, by=by))
    CardSet.objects.update(ruling=TEXTS["CardSet.ruling"])
    Adjustment.objects.all().delete()
    Adjustment.objects.create(
        entry=entry, kind="ruling", points=-731, reason=TEXTS["Adjustment.reason"], at=at, by=by
    )
    Adjustment.objects.create(
        entry=entry,
        kind="late",
        points=-10,
        reason="",
        at=at,
        by=by,
        ended_at=at,
        ended_by=by,
        ended_reason=TEXTS["Adjustment.ended_reason"],
    )
    Complaint.objects.all().delete()
    complaint: dict[str, Any] = {
        "entry": entry,
        "outcome": "disqualified",
        "keeps_place": False,
        "at": at,
        "by": by,
    }
    Complaint.objects.create(**complaint, reason=TEXTS["Complaint.reason"])
    Complaint.objects.create(
        **complaint | {"outcome": "warned", "keeps_place": None},
        reason="?",
        ended_at=at,
        ended_by=by,
        ended_reason=TEXTS["Complaint.ended_reason"],
    )
    ReportedNumber.objects.create(
        entry=entry,
        table=entry.cards.get().card_set.table,
        reason=TEXTS["ReportedNumber.reason"],
        at=at,
        by=by,
        ended_reason=TEXTS["ReportedNumber.ended_reason"],
        ended_at=at,
        ended_by=by,
    )
    PotPayment.objects.create(entry=entry, cents=100, note=TEXTS["PotPayment.note"], at=at, by=by)
    namesake = event.entries.get(number=2)
    Person.objects.filter(pk=namesake.person_id).update(name=TEXTS["Person.name"], town="Reno")
    PrizeAward.objects.create(
        row=PrizeRow.objects.get(tournament=event),
        entry=entry,
        first_place=1,
        last_place=1,
        rank=1,
        score=100,
        cents=8731,
        thing=TEXTS["PrizeAward.thing"],
        presented_at=at,
        handed_over_at=at,
        handed_over_note=TEXTS["PrizeAward.handed_over_note"],
    )
    SeasonPerson.objects.filter(person=entry.person_id).update(points="731.37")
    Tournament.objects.filter(pk=event.pk).update(version=models.F("version") + 1)


def public_answers(world: World) -> dict[str, str]:
    """By name, what every address answers to nobody in particular."""
    client, answers = Client(), {}
    for name, (method, who) in RIGHTS.items():
        if method != "get" or who[0] != PASSED or name in NO_PAGE_OF_PLAYERS:
            continue
        world.parts["number"] = NUMBER if name == "player" else 1
        response: Any = client.get(world.address(name))
        content = b"".join(response.streaming_content) if response.streaming else response.content
        answers[name] = content.decode(errors="replace")
    return answers


def stands_in(value: str, text: str) -> bool:
    return value in text or value.replace("-", "\N{MINUS SIGN}") in text


def test_what_is_public_is_what_the_page_says(world: World) -> None:
    everything_of_somebody(world)
    answers = public_answers(world)
    public = {field for field, value in TEXTS.items() for text in answers.values() if stands_in(value, text)}
    assert public == {row.field for row in shown("public")} - set(SHOWN_BY_PLACE)
    assert set(TEXTS) - public == {row.field for row in shown("staff")}


def test_seats_and_points_are_public_as_the_page_says(world: World) -> None:
    entry = world.tournament.entries.get(number=2)
    Person.objects.filter(pk=entry.person_id).update(name="Wilhelmina Ostrander")
    list(play_rounds(world.tournament, 1, seed=3, by=world.cast.director))
    card = entry.cards.get()
    SittingOut.objects.create(round=world.tournament.rounds.get(number=1), entry=entry)
    (standing,) = [
        place
        for place in Client().get(world.address("standings-json")).json()["places"]
        if place["number"] == 2
    ]
    assert standing["total"] == sum(card.points)
    seats = Client().get(world.address("round-seating")).content.decode()
    assert ("Wilhelmina Ostrander" in seats, "Sitting out this round" in seats) == (True, True)
    assert set(SHOWN_BY_PLACE) <= {row.field for row in shown("public")}


def test_every_field_that_is_erased_is_said_to_be_public_or_not() -> None:
    erased = {
        f"{model.__name__}.{name}"
        for model in kept_models()
        if kept_of(model).people
        for name in kept_of(model).erased
    }
    assert erased <= {row.field for row in (*shown("public"), *shown("staff"))}
    assert erased <= set(TEXTS)


def test_the_page_stands_on_every_page(world: World) -> None:
    address = reverse("what-is-public")
    assert f'href="{address}"' in Client().get(world.address("standings")).content.decode()
    page = Client().get(address).content.decode()
    assert [
        str(row.what) for row in (*shown("public"), *shown("staff")) if str(escape(row.what)) not in page
    ] == []
