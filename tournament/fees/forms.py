from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from club.forms import MoneyField, TidyField
from record.stamps import Stamp, StampField
from tournament.fees.queries import Account
from tournament.models import Payment


class FeeForm(forms.Form):
    stamp = StampField(initial=Stamp)
    fee = MoneyField(label=_("Fee for an entry"))
    no_show_owes = forms.BooleanField(label=_("No-shows owe it too"), required=False)


class SeveralPaidForm(forms.Form):
    """`paid`: the numbers of the players who paid in full."""

    stamp = StampField(initial=Stamp)
    paid = forms.TypedMultipleChoiceField(
        coerce=int,
        error_messages={"required": _("Check who has paid."), "invalid_choice": _("Check who has paid.")},
    )
    method = forms.ChoiceField(
        label=_("How"), choices=Payment.Method, help_text=_("If the list says how, that is used instead.")
    )

    def __init__(self, *args: Any, accounts: Sequence[Account], **options: Any) -> None:
        super().__init__(*args, **options)
        paid: forms.TypedMultipleChoiceField = self.fields["paid"]  # type: ignore[assignment]
        paid.choices = [(account.entry.number, account.entry.name) for account in accounts]


class PaymentForm(forms.Form):
    stamp = StampField(initial=Stamp)
    amount = MoneyField(label=_("Amount"))
    method = forms.ChoiceField(label=_("How"), choices=Payment.Method)
    reference = TidyField(
        label=_("Reference"), max_length=80, required=False, help_text=_("Such as a check number.")
    )

    def clean_amount(self) -> int:
        cents = self.cleaned_data["amount"]
        if not cents:
            raise forms.ValidationError(_("Type an amount of more than nothing."))
        return int(cents)


class OwnFeeForm(forms.Form):
    stamp = StampField(initial=Stamp)
    fee = MoneyField(
        label=_("This player's fee"),
        required=False,
        help_text=_("Leave empty for the usual fee. 0 plays without a fee."),
    )
