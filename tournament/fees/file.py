"""The lists of fees as files; town and member number only where they `names_people`."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from tournament.fees.queries import Account
from tournament.models import Payment, Tournament
from tournament.spreadsheet import Columns, Worksheet, in_units, player_columns, worksheet


def account_list(
    tournament: Tournament, accounts: Collection[Account], *, names_people: bool
) -> Worksheet | None:
    columns: Columns = [
        *player_columns(lambda account: account.entry, names_people=names_people),
        (f"{_('Fee')} ({tournament.currency})", lambda account: in_units(account.fee)),
        (f"{_('Paid')} ({tournament.currency})", lambda account: in_units(account.paid)),
        (f"{_('Given back')} ({tournament.currency})", lambda account: in_units(account.refunded)),
        (f"{_('Owed')} ({tournament.currency})", lambda account: in_units(account.owed)),
    ]
    return worksheet("fees", _("Fees"), accounts, columns)


def payment_list(tournament: Tournament, account: Account, *, names_people: bool) -> Worksheet | None:
    """One player's payments; what was given back is negative."""

    def amount(payment: Payment) -> int:
        return -payment.cents if payment.is_refund else payment.cents

    columns: Columns = [
        *player_columns(lambda payment: account.entry, names_people=names_people),
        (f"{_('Amount')} ({tournament.currency})", lambda payment: in_units(amount(payment))),
        (_("How"), lambda payment: payment.get_method_display()),
        (_("Reference"), lambda payment: payment.reference),
        (_("When"), lambda payment: payment.at),
        (_("Who"), lambda payment: str(payment.by or "")),
    ]
    return worksheet("payments", _("Payments"), account.payments, columns)
