"""Fees: owed, paid, given back, and the treasurer's totals."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders
from tournament.fees import actions
from tournament.fees.queries import accounts, fee_income, owed_by, totals
from tournament.models import Entry, Payment, Tournament
from tournament.refused import Refused

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
    assert owed_by(event, list(event.entries.all())) == {3: 1000}


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
    assert owed_by(event, [entry_of(event, 5)]) == {5: 2500}
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
