"""The list of fees as a file."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournament.fees.queries import Account
from tournament.models import Tournament
from tournament.spreadsheet import Cell, in_units


def fee_file(
    tournament: Tournament, accounts: Iterable[Account], *, names_people: bool
) -> tuple[list[str], list[list[Cell]]]:
    """Heads and rows; town and member number only where `names_people`."""
    person_heads = [_("No."), _("Name"), *([_("Town"), _("Member number")] if names_people else [])]
    sums = [_("Fee"), _("Paid"), _("Given back"), _("Owed")]
    rows: list[list[Cell]] = []
    for account in accounts:
        person = account.entry.person
        cents = (account.fee, account.paid, account.refunded, account.owed)
        rows.append(
            [
                account.entry.number,
                account.entry.name,
                *([person.town, person.member_number] if names_people else []),
                *(in_units(sum_) for sum_ in cents),
            ]
        )
    return [*person_heads, *(f"{head} ({tournament.currency})" for head in sums)], rows
