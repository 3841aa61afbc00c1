"""What stands on a phone slip, and on no other sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from paper.prints import described, print_sheets, states
from paper.sheets.registry import BY_NAME, SHEETS
from paper.sheets.sheet import PrintJob
from phones.keys.actions import renew_key
from phones.keys.codes import code_of
from phones.models import PhoneSetting
from record.refused import Refused
from tests import builders
from tournament.models import Tournament

pytestmark = pytest.mark.django_db
SITE = "http://192.168.1.20:8000"


@pytest.fixture
def event(cast: builders.Cast) -> Tournament:
    event = builders.running_tournament(cast.club, players=8, rounds=2)
    PhoneSetting.objects.create(tournament=event, mode="count", wifi="MapleCourt, password tiles")
    return event


@pytest.fixture
def codes_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """The text of a code in the place of its picture."""
    for module in ("paper.sheets.phones", "paper.sheets.sheet", "paper.sheets.cards", "paper.sheets.days"):
        monkeypatch.setattr(f"{module}.code_picture", str.encode, raising=False)


def data_of(name: str, event: Tournament, site: str = SITE) -> dict[str, Any]:
    data = described(BY_NAME[name], PrintJob(event, round_number=1, site=site))
    assert data is not None
    return data


def slip(event: Tournament, number: int) -> dict[str, Any]:
    return next(item for item in data_of("phone-slips", event)["items"] if item["number"] == number)


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for part in value.values():
            yield from texts(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from texts(part)
    else:
        yield value.decode("latin-1") if isinstance(value, bytes) else str(value)


@pytest.mark.slow
def test_a_slip_opens_its_owner_s_page(event: Tournament, codes_as_text: None) -> None:
    for entry in event.entries.all():
        address = slip(event, entry.number)["code"].decode()
        assert address.startswith("HTTP://192.168.1.20:8000/K/")
        client = Client()
        client.get(address.removeprefix("HTTP://192.168.1.20:8000"))
        assert client.get(f"/p/{event.slug}/").context["phone"].entry == entry


def test_without_a_camera_number_and_pin_open_it_at_the_printed_address(event: Tournament) -> None:
    data, fifth = data_of("phone-slips", event), slip(event, 5)
    client, (host, path) = Client(), data["address"].split("/", 1)
    client.post(f"/{path}/", {"number": fifth["number"], "pin": "".join(fifth["pin"])})
    assert (host, client.get(f"/p/{event.slug}/").context["phone"].entry.number) == ("192.168.1.20:8000", 5)


def test_no_sheet_has_the_public_code_and_the_secret(event: Tournament, codes_as_text: None) -> None:
    job = PrintJob(event, round_number=1, site=SITE)
    public, secret = set(), set()
    for sheet in SHEETS:
        for text in texts(described(sheet, job)):
            public |= {sheet.name} if "?me=" in text else set()
            secret |= {sheet.name} if "/K/" in text else set()
    assert (secret, public >= {"badges", "itineraries"}, public & secret) == ({"phone-slips"}, True, set())


def test_the_wi_fi_stands_on_the_slips_and_on_the_sheet_that_explains(event: Tournament) -> None:
    assert data_of("phone-slips", event)["wifi"] == "MapleCourt, password tiles"
    explained = data_of("phones", event)["items"]
    assert explained[0]["lines"][0] == "Join the Wi-Fi: MapleCourt, password tiles"
    assert sum(len(item["lines"]) for item in explained) == 10


def test_a_new_key_makes_that_slip_alone_out_of_date(event: Tournament, cast: builders.Cast) -> None:
    job, sheet, before = (
        PrintJob(event, site=SITE),
        BY_NAME["phone-slips"],
        code_of(event.entries.get(number=3)),
    )
    print_sheets([sheet], job, title="", by=cast.director)
    renew_key(event.entries.get(number=3), by=cast.director)
    event.refresh_from_db()
    [state] = states([sheet], PrintJob(event, site="http://10.0.0.2:8000"))
    same_pin = before.pin == code_of(event.entries.get(number=3)).pin  # once in ten thousand runs
    assert state.changed == (() if same_pin else (3,))


def test_without_phones_there_is_no_slip_to_print(cast: builders.Cast) -> None:
    event = builders.running_tournament(cast.club, players=8)
    assert [BY_NAME[name].fits(event) for name in ("phone-slips", "phones")] == [False, False]
    with pytest.raises(Refused, match="nothing to print"):
        print_sheets([BY_NAME["phone-slips"]], PrintJob(event), title="", by=cast.director)
