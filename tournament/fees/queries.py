from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db.models import Sum

from tournament.fees.listed import ListedPayment, payment_listed
from tournament.models import Entry, Payment, Seat, Tournament


@dataclass
class Account:
    """An entry's money, in cents; `owed` is negative where too much was paid."""

    entry: Entry
    fee: int
    payments: list[Payment] = field(default_factory=list)

    @property
    def paid(self) -> int:
        return sum(payment.cents for payment in self.payments if not payment.is_refund)

    @property
    def refunded(self) -> int:
        return sum(payment.cents for payment in self.payments if payment.is_refund)

    @property
    def owed(self) -> int:
        return self.fee - self.paid + self.refunded

    @property
    def listed(self) -> str:
        """The roster's words about this fee, until something was entered that decides it."""
        decided = bool(self.payments) or self.entry.fee_cents is not None
        return "" if decided else self.entry.fee_note

    @property
    def listed_payment(self) -> ListedPayment | None:
        return payment_listed(self.listed)

    @property
    def state(self) -> str:
        """`owing` where it is not even, `paid`, `given-back`; `waived` by a director, or `unset` while no fee is."""
        if self.owed:
            return "owing"
        if self.fee:
            return "paid"
        if self.payments:
            return "given-back"
        return "unset" if self.entry.fee_cents is None else "waived"


@dataclass(frozen=True)
class Totals:
    fees: int
    paid: int
    refunded: int
    owed: int
    too_much: int
    by_method: tuple[tuple[str, int, int], ...]

    @property
    def kept(self) -> int:
        return self.paid - self.refunded


def fees_of(tournament: Tournament, entries: Sequence[Entry]) -> dict[int, int]:
    """What entries cost, by key; whoever waits, withdrew without playing, or did not come where such owe nothing, is
    not in it. Two queries at most."""
    withdrawn = [entry.pk for entry in entries if entry.state == Entry.State.WITHDRAWN]
    seats = Seat.objects.filter(entry__in=withdrawn, round__published_at__isnull=False)
    played = set(seats.values_list("entry", flat=True))
    begun = tournament.no_show_owes or tournament.rounds.published().exists()
    return {
        entry.pk: tournament.fee_cents if entry.fee_cents is None else entry.fee_cents
        for entry in entries
        if entry.pk in played
        or (
            entry.state == Entry.State.REGISTERED
            and (entry.checked_in_at or tournament.no_show_owes or not begun)
        )
    }


def accounts(tournament: Tournament, entries: Sequence[Entry] | None = None) -> list[Account]:
    """Everybody who is registered, has played or has paid, by number, in three queries; or, in two, those of
    `entries`.
    """
    entries = list(tournament.entries.with_people()) if entries is None else entries
    payments: dict[int, list[Payment]] = defaultdict(list)
    for payment in Payment.objects.filter(entry__in=entries).select_related("by"):
        payments[payment.entry_id].append(payment)
    fees = fees_of(tournament, entries)
    return [
        Account(entry, fees.get(entry.pk, 0), payments[entry.pk])
        for entry in entries
        if entry.pk in fees or payments[entry.pk]
    ]


def totals(of: list[Account]) -> Totals:
    by_method = []
    for method in Payment.Method:
        rows = [payment for account in of for payment in account.payments if payment.method == method]
        income = sum(payment.cents for payment in rows if not payment.is_refund)
        went = sum(payment.cents for payment in rows if payment.is_refund)
        if rows:
            by_method.append((str(method.label), income, went))
    return Totals(
        fees=sum(account.fee for account in of),
        paid=sum(account.paid for account in of),
        refunded=sum(account.refunded for account in of),
        owed=sum(max(account.owed, 0) for account in of),
        too_much=sum(max(-account.owed, 0) for account in of),
        by_method=tuple(by_method),
    )


def fee_income(tournament: Tournament) -> int:
    """Cents paid, less those given back. One query."""
    rows = Payment.objects.filter(entry__tournament=tournament).values_list("is_refund")
    sums = dict(rows.order_by().annotate(cents=Sum("cents")))
    return int(sums.get(False, 0)) - int(sums.get(True, 0))


def owed_by(tournament: Tournament, entries: list[Entry]) -> dict[int, Account]:
    """The accounts with something owed, by player number."""
    return {account.entry.number: account for account in accounts(tournament, entries) if account.owed > 0}
