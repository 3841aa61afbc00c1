from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from club.models import User
from record.change import change
from record.refused import refuse
from record.stamps import Stamp
from record.verbs import Verb
from tournament.fees.queries import accounts
from tournament.models import Entry, Payment, Tournament
from tournament.players.actions import fetch, refuse_words_of_erased


def set_fee(
    tournament: Tournament, *, cents: int, no_show_owes: bool = True, by: User, stamp: Stamp | None = None
) -> None:
    """Sets what every entry costs that has no amount of its own, and whether a registered player who does not come
    owes it.
    """
    content = [cents, no_show_owes]
    with change(tournament, Verb.FEE_SET, by=by, stamp=stamp, content=content, after_finish=True) as act:
        old = {"cents": act.where.fee_cents, "no_show_owes": act.where.no_show_owes}
        new = {"cents": cents, "no_show_owes": no_show_owes}
        if old == new:
            return
        act.compare({"fee": old["cents"]})
        Tournament.objects.filter(pk=tournament.pk).update(fee_cents=cents, no_show_owes=no_show_owes)
        act.record(old=old, new=new)


def set_own_fee(entry: Entry, *, cents: int | None, by: User, stamp: Stamp | None = None) -> None:
    with change(
        entry.tournament, Verb.FEE_SET, by=by, stamp=stamp, about=entry, content=cents, after_finish=True
    ) as act:
        entry_now = fetch(entry)
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
        entry = fetch(entry)
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


def pay_all(
    tournament: Tournament, *, numbers: Collection[int], method: str, by: User, stamp: Stamp | None = None
) -> int:
    """Notes for each of these players that all was paid that they owe now; returns for how many. `method` is how, where
    the roster's words do not say. Raises Conflict where the fee changed meanwhile.
    """
    content = [sorted(numbers), method]
    with change(tournament, Verb.FEES_PAID, by=by, stamp=stamp, content=content, after_finish=True) as act:
        if act.repeated:
            return 0
        act.compare({"fee": act.where.fee_cents})
        paid = []
        for account in accounts(act.where):
            if account.entry.number not in numbers or account.owed <= 0:
                continue
            listed = account.listed_payment
            payment = Payment(
                entry=account.entry,
                cents=account.owed,
                method=(listed and listed.method) or method,
                reference=listed.reference if listed else "",
                at=act.at,
                by=by,
            )
            paid.append(payment)
        if paid:
            Payment.objects.bulk_create(paid)
            names = [str(payment.entry) for payment in paid]
            act.record(new={"paid": names, "cents": sum(payment.cents for payment in paid)})
        return len(paid)


def take_out(tournament: Tournament, payment: Payment, *, by: User, stamp: Stamp | None = None) -> None:
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
