from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms import MoneyField, TidyField
from tournament.models import Payment
from tournament.stamps import Stamp, StampField


class FeeForm(forms.Form):
    stamp = StampField(initial=Stamp)
    fee = MoneyField(label=_("Fee for an entry"))


class PaymentForm(forms.Form):
    stamp = StampField(initial=Stamp)
    amount = MoneyField(label=_("Amount"))
    method = forms.ChoiceField(label=_("How"), choices=Payment.Method)
    reference = TidyField(
        label=_("Reference"), max_length=80, required=False, help_text=_("Such as a check's number.")
    )

    def clean_amount(self) -> int:
        cents = self.cleaned_data["amount"]
        if not cents:
            raise forms.ValidationError(_("Type an amount of more than nothing."))
        return int(cents)


class OwnFeeForm(forms.Form):
    stamp = StampField(initial=Stamp)
    fee = MoneyField(
        label=_("Own fee"), required=False, help_text=_("Empty: what everybody pays. 0: plays without a fee.")
    )
