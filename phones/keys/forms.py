from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models.choices import MOST_IN_A_NUMBER


class PinForm(forms.Form):
    """What stands on a slip beside its code."""

    number = forms.IntegerField(
        label=_("Your number"),
        min_value=1,
        max_value=MOST_IN_A_NUMBER,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    pin = forms.RegexField(
        r"^[0-9]{4}$",
        label=_("PIN"),
        strip=True,
        error_messages={"invalid": _("The PIN has four digits.")},
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": "4"}),
    )
