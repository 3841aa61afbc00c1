from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms import AsOfField


class FinishForm(forms.Form):
    as_of = AsOfField()
    early = forms.BooleanField(
        label=_("Finish early: the rounds not played are left out"),
        required=False,
    )


class TakeBackForm(forms.Form):
    as_of = AsOfField()
    reason = forms.CharField(label=_("Why is the finish taken back?"), max_length=500)
