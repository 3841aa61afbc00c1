from django import forms
from django.utils.translation import gettext_lazy as _


class FinishForm(forms.Form):
    early = forms.BooleanField(
        label=_("Finish early: the rounds not played are left out"),
        required=False,
    )


class TakeBackForm(forms.Form):
    reason = forms.CharField(label=_("Why is the finish taken back?"), max_length=500)
