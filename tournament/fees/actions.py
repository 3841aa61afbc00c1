"""Changes of fees: what an entry costs, what was paid and given back. All of it after the finish too."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournament.change import change
from tournament.models import Entry, Payment, Tournament, User
from tournament.players.actions import refuse_words_of_erased
from tournament.refused import refuse
from tournament.stamps import Stamp
from tournament.verbs import Verb


def set_fee(tournament: Tournament, *, cents: int, by: User, stamp: Stamp | None = None) -> None:
    """Sets what every entry costs that has no amount of its own."""
    with change(tournament, Verb.FEE_SET, by=by, stamp=stamp, content=cents, after_finish=True) as act:
        old = act.tournament.fee_cents
        if old == cents:
            return
        act.compare({"fee": old})
        Tournament.objects.filter(pk=tournament.pk).update(fee_cents=cents)
        act.record(old={"cents": old}, new={"cents": cents})


def set_own_fee(entry: Entry, *, cents: int | None, by: User, stamp: Stamp | None = None) -> None:
    """Sets what this entry costs; None: as everybody's."""
    with change(
        entry.tournament, Verb.FEE_SET, by=by, stamp=stamp, about=entry, content=cents, after_finish=True
    ) as act:
        entry_now = Entry.objects.get(pk=entry.pk)
        if entry_now.fee_cents == cents:
            return
        Entry.objects.filter(pk=entry.pk).update(fee_cents=cents)
        act.record(old={"cents": entry_now.fee_cents}, new={"cents": cents})


def pay(
    entry: Entry,
    *,
    cents: int,
    method: str,
    reference: str = "",
    is_refund: bool = False,
    by: User,
    stamp: Stamp | None = None,
) -> Payment | None:
    """Notes money that came in for an entry, or was given back. Raises Refused where more is given back than came."""
    verb = Verb.FEE_REFUNDED if is_refund else Verb.FEE_PAID
    content = [cents, method, reference, is_refund]
    with change(
        entry.tournament, verb, by=by, stamp=stamp, about=entry, content=content, after_finish=True
    ) as act:
        if act.repeated:
            return Payment.objects.filter(pk=act.answer).first()
        refuse_words_of_erased([entry.person_id], reference, "reference")
        if is_refund:
            balance = sum(
                -payment.cents if payment.is_refund else payment.cents for payment in entry.payments.all()
            )
            if cents > balance:
                raise refuse("more-than-paid", _("More than was paid cannot be given back."), "amount")
        payment = Payment.objects.create(
            entry=entry,
            cents=cents,
            method=method,
            reference=reference,
            is_refund=is_refund,
            at=act.at,
            by=by,
        )
        act.answer = payment.pk
        act.record(new={"cents": cents, "method": method, "reference": reference})
        return payment


def take_out(tournament: Tournament, payment: Payment, *, by: User, stamp: Stamp | None = None) -> None:
    """Takes out a payment that was entered by mistake; the record keeps it."""
    with change(
        tournament,
        Verb.PAYMENT_TAKEN_OUT,
        by=by,
        stamp=stamp,
        about=payment.entry,
        content=payment.pk,
        after_finish=True,
    ) as act:
        payment_now = Payment.objects.filter(pk=payment.pk).first()
        if payment_now is None:
            return
        old = {"cents": payment_now.cents, "method": payment_now.method, "reference": payment_now.reference}
        payment_now.delete()
        act.record(old=old)
