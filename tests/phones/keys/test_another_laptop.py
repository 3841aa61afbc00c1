"""A key outlives the laptop: going back to an archive, and restoring one elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from club.models import Club
from phones.keys.actions import renew_key
from phones.keys.codes import code_of
from phones.models import PhoneKey, PhoneMode, PhoneSetting
from phones.overview.actions import set_phones
from record.archive import files
from record.archive.reading import parse
from record.archive.writing import archive
from tests import builders
from tournament.archive.actions import go_back, restore, show
from tournament.deletion.actions import remove_rows
from tournament.models import Entry, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "folder", lambda: tmp_path / "archives")


@pytest.fixture
def event(cast: builders.Cast) -> Tournament:
    event = builders.running_tournament(cast.club, players=8, rounds=2)
    set_phones(event, mode=PhoneMode.COUNT, wifi="MapleCourt", by=cast.director)
    event.refresh_from_db()
    return event


def entry(event: Tournament, number: int) -> Entry:
    return event.entries.get(number=number)


def opened(code: str) -> Client:
    client = Client()
    client.get(reverse("phone-key", args=[code]))
    return client


def whose(event: Tournament, client: Client) -> int | None:
    answer = client.get(reverse("phone", args=[event.slug]))
    return answer.context["phone"].entry.number if answer.status_code == 200 else None


@pytest.mark.slow
@pytest.mark.parametrize("contacts", [True, False])
def test_going_back_leaves_keys_and_open_phones_as_they_are(
    event: Tournament, cast: builders.Cast, *, contacts: bool
) -> None:
    then = parse(archive(event, contacts=contacts))
    lost = code_of(entry(event, 3)).code
    renew_key(entry(event, 3), by=cast.director)
    slips = {number: code_of(entry(event, number)) for number in (3, 5)}
    phones = {number: opened(code.code) for number, code in slips.items()}
    PhoneKey.objects.filter(entry=entry(event, 3)).update(wrong_pins=4)
    event.refresh_from_db()
    back = go_back(event, then, by=cast.director, reason="Wrong cards.").tournament
    assert {number: whose(back, phone) for number, phone in phones.items()} == {3: 3, 5: 5}
    assert {number: code_of(entry(back, number)) for number in slips} == slips
    assert whose(back, opened(lost)) is None
    assert (back.phone_setting.wifi, entry(back, 3).phone_key.wrong_pins) == ("MapleCourt", 4)


@pytest.mark.slow
def test_going_back_to_before_there_were_phones_they_go_on(cast: builders.Cast) -> None:
    event = builders.running_tournament(cast.club, players=8)
    then = parse(archive(event, contacts=True))
    set_phones(event, mode=PhoneMode.DESK, wifi="", by=cast.director)
    phone = opened(code_of(entry(event, 2)).code)
    event.refresh_from_db()
    assert whose(go_back(event, then, by=cast.director, reason="x").tournament, phone) == 2


@pytest.mark.slow
@pytest.mark.parametrize(("contacts", "number"), [(True, 3), (False, None)])
def test_restored_elsewhere_phones_go_on_and_slips_do_with_contact_data(
    event: Tournament, cast: builders.Cast, contacts: int, number: int | None
) -> None:
    code = code_of(entry(event, 3)).code
    phone, content = opened(code), archive(event, contacts=bool(contacts))
    Tournament.objects.filter(pk=event.pk).update(slug="the-old-laptop")
    remove_rows(event)
    restored = restore(
        parse(content), Club.objects.create(name="Second laptop", slug="second"), by=None
    ).tournament
    assert (whose(restored, phone) is not None, whose(restored, opened(code))) == (True, number)


@pytest.mark.slow
def test_beside_its_twin_a_slip_opens_the_one_that_is_shown_and_came_last(
    event: Tournament, cast: builders.Cast
) -> None:
    code = code_of(entry(event, 3)).code
    twin = restore(
        parse(archive(event, contacts=True)), cast.club, by=cast.director, slug="the-twin"
    ).tournament
    assert [whose(at, opened(code)) for at in (event, twin)] == [3, None]
    show(twin, by=cast.director)
    assert [whose(at, opened(code)) for at in (event, twin)] == [None, 3]
    assert PhoneSetting.objects.get(tournament=twin).seed == event.phone_setting.seed
