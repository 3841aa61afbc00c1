"""Fees: owed, paid, given back, and the treasurer's totals."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from record.refused import Refused
from tests import builders
from tournament.fees import actions
from tournament.fees.listed import payment_listed
from tournament.fees.queries import accounts, fee_income, owed_by, totals
from tournament.models import Entry, Payment, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(cast: builders.Cast) -> Tournament:
    return builders.tournament(cast.club, players=4, fee_cents=3500)


def entry_of(event: Tournament, number: int) -> Entry:
    return event.entries.get(number=number)


def test_what_is_owed_and_the_totals(cast: builders.Cast, event: Tournament) -> None:
    by = cast.director
    actions.pay(entry_of(event, 1), cents=3500, method="cash", by=by)
    actions.pay(entry_of(event, 2), cents=4000, method="cheque", reference="114", by=by)
    actions.pay(entry_of(event, 3), cents=3500, method="cheque", by=by)
    actions.pay(entry_of(event, 3), cents=1000, method="cash", is_refund=True, by=by)
    actions.set_own_fee(entry_of(event, 4), cents=0, by=by)
    now = accounts(event)
    assert [account.owed for account in now] == [0, -500, 1000, 0]
    sums = totals(now)
    assert (sums.fees, sums.paid, sums.refunded, sums.kept) == (10500, 11000, 1000, 10000)
    assert (sums.owed, sums.too_much) == (1000, 500)
    assert sums.by_method == (("Cash", 3500, 1000), ("Check", 7500, 0))
    assert fee_income(event) == 10000
    assert owed_by(event, list(event.entries.all())).keys() == {3}


def test_whoever_withdrew_owes_nothing_and_can_have_it_back(cast: builders.Cast, event: Tournament) -> None:
    actions.pay(entry_of(event, 1), cents=3500, method="cash", by=cast.director)
    event.entries.filter(number__in=[1, 2]).update(state="withdrawn")
    assert [(account.entry.number, account.owed) for account in accounts(event)] == [
        (1, -3500),
        (3, 3500),
        (4, 3500),
    ]


def test_whoever_played_and_withdrew_still_owes_until_it_is_waived(cast: builders.Cast) -> None:
    event = builders.running_tournament(cast.club, players=8, rounds=2)
    Tournament.objects.filter(pk=event.pk).update(fee_cents=2500)
    event.refresh_from_db()
    event.entries.filter(number=5).update(state="withdrawn")
    assert totals(accounts(event)).fees == 8 * 2500
    assert owed_by(event, [entry_of(event, 5)]).keys() == {5}
    page = builders.signed_in(cast.director).get(reverse("fees", args=[event.slug])).content.decode()
    row = page[page.index('id="entry-5"') : page.index('id="entry-6"')]
    assert "withdrawn" in row
    assert "$25" in row
    actions.set_own_fee(entry_of(event, 5), cents=0, by=cast.director)
    sums = totals(accounts(event))
    assert (sums.fees, sums.owed) == (7 * 2500, 7 * 2500)
    page = builders.signed_in(cast.director).get(reverse("fees", args=[event.slug])).content.decode()
    assert "plays without a fee" in page[page.index('id="entry-5"') : page.index('id="entry-6"')]


def test_nobody_has_paid_before_there_is_a_fee(cast: builders.Cast) -> None:
    event = builders.tournament(cast.club, players=4, fee_cents=0)
    assert {account.state for account in accounts(event)} == {"unset"}
    director = builders.signed_in(cast.director)
    for address in (reverse("fees", args=[event.slug]), reverse("fee", args=[event.slug, 1])):
        assert "No fee is set for this tournament." in director.get(address).content.decode()
    actions.set_fee(event, cents=3500, by=cast.director)
    event.refresh_from_db()
    assert {account.state for account in accounts(event)} == {"owing"}
    assert "No fee is set" not in director.get(reverse("fees", args=[event.slug])).content.decode()


def test_more_than_was_paid_is_not_given_back(cast: builders.Cast, event: Tournament) -> None:
    with pytest.raises(Refused, match="More than was paid"):
        actions.pay(entry_of(event, 1), cents=1, method="cash", is_refund=True, by=cast.director)


@pytest.mark.slow
def test_the_door_takes_money_and_the_director_mends_a_mistake(
    cast: builders.Cast, event: Tournament
) -> None:
    door, director = builders.signed_in(cast.door), builders.signed_in(cast.director)
    check_in = reverse("check-in", args=[event.slug])
    assert "owes $35" in builders.one_line(door.get(check_in).content.decode())
    address = reverse("fee", args=[event.slug, 1])
    data = {"amount": "35", "method": "cheque", "reference": "114", "do": "pay", "stamp": builders.stamp()}
    assert [door.post(address, data).status_code for _twice in range(2)] == [302, 302]
    payment = Payment.objects.get()
    assert (payment.cents, payment.reference, payment.by) == (3500, "114", cast.door)
    mend = {"payment": payment.pk, "stamp": builders.stamp()}
    assert door.post(reverse("fee-take-out", args=[event.slug, 1]), mend).status_code == 403
    director.post(reverse("fee-take-out", args=[event.slug, 1]), mend)
    assert Payment.objects.count() == 0


def test_a_wrong_amount_is_said_and_kept(director: Client, event: Tournament) -> None:
    data = {"amount": "a lot", "method": "cash", "reference": "note 7", "stamp": builders.stamp()}
    answer = director.post(reverse("fee", args=[event.slug, 1]), data)
    assert answer.status_code == 422
    assert "note 7" in answer.content.decode()


@pytest.mark.parametrize(
    ("words", "method"),
    [
        ("yes", ""),
        ("Paid in full", ""),
        ("check 401", "cheque"),
        ("ck #77", "cheque"),
        ("cash", "cash"),
        ("Zelle", "transfer"),
    ],
)
def test_words_that_say_that_all_is_paid(words: str, method: str) -> None:
    listed = payment_listed(words)
    assert listed is not None
    assert listed.method == method


@pytest.mark.parametrize(
    "words", ["", "owes $35", "no", "not paid", "half cash", "35", "$20 check", "pending"]
)
def test_words_that_do_not(words: str) -> None:
    assert payment_listed(words) is None


def test_what_the_list_says_is_offered_shown_at_check_in_and_entered_in_one_go(
    cast: builders.Cast, event: Tournament
) -> None:
    for number, words in ((1, "yes"), (2, "check 401"), (3, "owes $35")):
        event.entries.filter(number=number).update(fee_note=words)
    door = builders.signed_in(cast.door)

    def at_check_in() -> list[str]:
        page = builders.one_line(door.get(reverse("check-in", args=[event.slug])).content.decode())
        return [re.sub(r"<[^>]*>| +", " ", row).strip() for row in re.findall(r'/fees/\d/">(.*?)</a>', page)]

    assert [" ".join(row.split()) for row in at_check_in()] == [
        "fee, as the list says: “ yes ”",
        "fee, as the list says: “ check 401 ”",
        "owes $35; as the list says: “ owes $35 ”",
        "owes $35",
    ]
    page = door.get(reverse("fees", args=[event.slug])).content.decode()
    assert "The list says that 2 players have paid: enter it" in builders.one_line(page)
    assert re.findall(r'name="paid" value="(\d)" checked', page) == ["1", "2"]
    data = {"paid": ["1", "2"], "method": "cash", "stamp": builders.stamp(fee=3500)}
    assert door.post(reverse("fees-paid", args=[event.slug]), data).status_code == 302
    assert list(Payment.objects.values_list("entry__number", "cents", "method", "reference")) == [
        (1, 3500, "cash", ""),
        (2, 3500, "cheque", "401"),
    ]
    assert sorted(owed_by(event, list(event.entries.all()))) == [3, 4]


def test_a_no_show_owes_what_the_club_says(cast: builders.Cast) -> None:
    event = builders.running_tournament(cast.club, players=8, rounds=1)
    nora = cast.club.people.create(name="Nora Nevercame")
    event.entries.create(person=nora, number=9)
    actions.set_fee(event, cents=2500, by=cast.director)
    event.refresh_from_db()
    assert totals(accounts(event)).fees == 9 * 2500
    actions.set_fee(event, cents=2500, no_show_owes=False, by=cast.director)
    event.refresh_from_db()
    assert totals(accounts(event)).fees == 8 * 2500
