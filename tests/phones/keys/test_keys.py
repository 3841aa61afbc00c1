"""Whose phone it is: by the code of a slip, by number and PIN, and for how long."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.urls import reverse

from phones.access import COOKIE
from phones.keys.actions import check_pin, renew_key, unlock_pin
from phones.keys.codes import code_of
from phones.models import MOST_WRONG_PINS, OpenedKey, PhoneKey, PhoneMode, PhoneSetting
from record.models import JournalEntry
from record.refused import Refused
from tests import builders
from tournament.models import Entry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(cast: builders.Cast) -> Tournament:
    """Eight players at two tables, with phones."""
    event = builders.running_tournament(cast.club, players=8, rounds=2)
    PhoneSetting.objects.create(tournament=event, mode=PhoneMode.COUNT)
    return event


def entry(event: Tournament, number: int) -> Entry:
    return event.entries.get(number=number)


def opened(client: Client, entry: Entry) -> Client:
    answer = client.get(reverse("phone-key", args=[code_of(entry).code]))
    assert answer.status_code == 302
    return client


def whose(event: Tournament, client: Client) -> int | None:
    """The number of the player whose phone it is, as its page says."""
    answer = client.get(reverse("phone", args=[event.slug]))
    return answer.context["phone"].entry.number if answer.status_code == 200 else None


@pytest.mark.slow
def test_the_code_opens_the_player_s_page_and_is_in_no_address_afterwards(event: Tournament) -> None:
    client, code = Client(), code_of(entry(event, 3)).code
    answer = client.get(reverse("phone-key", args=[code]), follow=True)
    assert [(to, code in to) for to, _status in answer.redirect_chain] == [
        (reverse("phone", args=[event.slug]), False)
    ]
    assert (whose(event, client), code in answer.text) == (3, False)


def test_the_browser_keeps_a_mark_that_no_script_reads_and_is_no_session(event: Tournament) -> None:
    client = opened(Client(), entry(event, 3))
    mark = client.cookies[COOKIE]
    assert (mark["httponly"], mark["samesite"]) == (True, "Lax")
    assert settings.SESSION_COOKIE_NAME not in client.cookies
    assert not OpenedKey.objects.filter(device=mark.value).exists()  # stored as a hash alone


def test_over_https_the_mark_goes_nowhere_else(event: Tournament, settings: object) -> None:
    settings.HTTPS = True  # type: ignore[attr-defined]
    assert opened(Client(), entry(event, 3)).cookies[COOKIE]["secure"] is True


def test_the_same_slip_can_be_printed_again(event: Tournament) -> None:
    codes = [code_of(entry(event, number)) for number in range(1, 9)]
    again = [code_of(entry(event, number)) for number in range(1, 9)]
    assert (codes == again, len({code.code for code in codes})) == (True, 8)
    assert all(len(code.pin) == 4 and code.pin.isdecimal() for code in codes)


def test_a_number_that_a_roster_gave_to_somebody_else_opens_nothing_by_the_old_slip(
    event: Tournament,
) -> None:
    first, second = entry(event, 1), entry(event, 2)
    codes = code_of(first).code, code_of(second).code
    for row, number in ((first, 900), (second, 1), (first, 2)):
        Entry.objects.filter(pk=row.pk).update(number=number)
    assert [Client().get(reverse("phone-key", args=[code])).status_code for code in codes] == [404, 404]


@pytest.mark.parametrize(
    "code", ["3", "3-", "3-ABCDEFGHJKLMNPQR", "x-ABCDEFGHJKLMNPQR", "٣-A", "999999999-A", "-"]
)
def test_other_codes_open_nothing(event: Tournament, code: str) -> None:
    answer = Client().get(reverse("phone-key", args=[code]))
    assert (answer.status_code, OpenedKey.objects.count()) == (404, 0)


def test_no_slip_opens_anything_while_phones_are_off_or_for_who_was_withdrawn(event: Tournament) -> None:
    client, address = (
        opened(Client(), entry(event, 3)),
        reverse("phone-key", args=[code_of(entry(event, 3)).code]),
    )
    setting = PhoneSetting.objects.filter(tournament=event)
    setting.update(mode=PhoneMode.OFF)
    assert (Client().get(address).status_code, whose(event, client)) == (404, None)
    setting.update(mode=PhoneMode.DESK)
    assert whose(event, client) == 3
    event.entries.filter(number=3).update(state=Entry.State.WITHDRAWN)
    assert (Client().get(address).status_code, whose(event, client)) == (404, None)


def test_number_and_pin_open_the_same_page(event: Tournament) -> None:
    client, address = Client(), reverse("phone-enter-pin", args=[event.pk])
    answer = client.post(address, {"number": "5", "pin": f" {code_of(entry(event, 5)).pin} "})
    assert (answer.status_code, whose(event, client)) == (302, 5)


@pytest.mark.parametrize(
    ("number", "pin", "sentence"),
    [
        ("5", "12", "The PIN has four digits."),
        ("77", "1234", "Nobody here has this number."),
        ("5", "wrong", "The PIN has four digits."),
        ("five", "1234", "Enter a whole number."),
    ],
)
def test_what_is_typed_wrong_is_said_and_stays(
    event: Tournament, number: str, pin: str, sentence: str
) -> None:
    answer = Client().post(reverse("phone-enter-pin", args=[event.pk]), {"number": number, "pin": pin})
    assert (answer.status_code, sentence in answer.text) == (422, True)
    assert f'value="{number}"' in answer.text


def other_pin(entry: Entry) -> str:
    return f"{(int(code_of(entry).pin) + 1) % 10_000:04}"


@pytest.mark.slow
def test_wrong_pins_lock_the_pin_of_one_player_and_leave_the_code(event: Tournament) -> None:
    fifth, address = entry(event, 5), reverse("phone-enter-pin", args=[event.pk])
    for _try in range(MOST_WRONG_PINS):
        answer = Client().post(address, {"number": "5", "pin": other_pin(fifth)})
        assert "This is not the PIN on the slip of number 5." in answer.text
    answer = Client().post(address, {"number": "5", "pin": code_of(fifth).pin})
    assert (answer.status_code, "locked after 5 wrong tries" in answer.text) == (422, True)
    assert whose(event, opened(Client(), fifth)) == 5
    sixth = Client()
    sixth.post(address, {"number": "6", "pin": code_of(entry(event, 6)).pin})
    assert whose(event, sixth) == 6


def test_a_right_pin_forgets_wrong_ones(event: Tournament) -> None:
    fifth = entry(event, 5)
    for _round in range(3):
        for _try in range(MOST_WRONG_PINS - 1):
            with pytest.raises(Refused):
                check_pin(fifth, other_pin(fifth))
        check_pin(fifth, code_of(fifth).pin)
    assert PhoneKey.objects.get(entry=fifth).wrong_pins == 0


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_many_tries_at_once_are_no_more_than_one_by_one(event: Tournament) -> None:
    fifth = entry(event, 5)
    PhoneKey.objects.create(entry=fifth)
    wrong = other_pin(fifth)

    def guess(_number: int) -> str:
        try:
            check_pin(fifth, wrong)
        except Refused as refused:
            return refused.faults[0].code
        finally:
            connection.close()
        return "opened"

    with ThreadPoolExecutor(16) as threads:
        codes = list(threads.map(guess, range(16)))
    assert sorted(codes) == ["pin-locked"] * (16 - MOST_WRONG_PINS) + ["pin-wrong"] * MOST_WRONG_PINS


def test_a_director_unlocks_a_pin_on_record(event: Tournament, cast: builders.Cast) -> None:
    fifth = entry(event, 5)
    PhoneKey.objects.create(entry=fifth, wrong_pins=MOST_WRONG_PINS)
    unlock_pin(fifth, by=cast.director)
    unlock_pin(fifth, by=cast.director)
    check_pin(fifth, code_of(fifth).pin)
    assert [written.entry for written in journal(event)] == [fifth]


@pytest.mark.slow
def test_a_new_key_ends_the_old_one_on_record(event: Tournament, cast: builders.Cast) -> None:
    third, before = entry(event, 3), code_of(entry(event, 3))
    client = opened(Client(), third)
    PhoneKey.objects.update_or_create(entry=third, defaults={"wrong_pins": MOST_WRONG_PINS})
    renew_key(third, by=cast.director)
    assert whose(event, client) is None
    assert Client().get(reverse("phone-key", args=[before.code])).status_code == 404
    assert code_of(third).code != before.code
    check_pin(third, code_of(third).pin)
    assert whose(event, opened(client, third)) == 3
    assert [(written.old, written.new) for written in journal(event)] == [({"key": 1}, {"key": 2})]


def journal(event: Tournament) -> list[JournalEntry]:
    return list(event.chain().order_by("-sequence"))


def test_this_is_not_me_ends_it_on_this_phone_alone(event: Tournament) -> None:
    client, other = opened(Client(), entry(event, 3)), opened(Client(), entry(event, 3))
    answer = client.post(reverse("phone-not-me", args=[event.slug]))
    assert answer["Location"] == reverse("phone-enter-pin", args=[event.pk])
    assert (whose(event, client), whose(event, other)) == (None, 3)


@pytest.mark.slow
def test_the_slip_opened_last_is_whose_phone_it_is_and_the_one_before_comes_back(event: Tournament) -> None:
    client = opened(opened(Client(), entry(event, 3)), entry(event, 4))
    numbers = [whose(event, client)]
    client.post(reverse("phone-not-me", args=[event.slug]))
    numbers.append(whose(event, client))
    opened(client, entry(event, 4))
    numbers.append(whose(event, client))
    assert numbers == [4, 3, 4]
    assert OpenedKey.objects.values("device").distinct().count() == 1


def test_an_opened_slip_is_no_key_of_another_tournament(event: Tournament, cast: builders.Cast) -> None:
    other = builders.running_tournament(cast.club, players=8)
    PhoneSetting.objects.create(tournament=other, mode=PhoneMode.COUNT)
    client = opened(Client(), entry(event, 3))
    assert (whose(event, client), whose(other, client)) == (3, None)
