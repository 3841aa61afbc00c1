from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms import TidyField
from tournament.stamps import Stamp, StampField


class DeleteForm(forms.Form):
    stamp = StampField(initial=Stamp)
    name = TidyField(
        label=_("The tournament's name, once more"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    reason = TidyField(label=_("Why"), max_length=300, help_text=_("Kept in the club's journal."))
