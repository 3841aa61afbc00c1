"""The buttons of a round clock."""

from django import forms
from django.utils.translation import gettext_lazy

from tournament.forms import AsOfField

CLOCK_ACTIONS = ("start", "pause", "resume", "extend", "end")


class ClockForm(forms.Form):
    """What to do with the clock; extending says by how much, and what the page showed before."""

    action = forms.ChoiceField(choices=[(name, name) for name in CLOCK_ACTIONS])
    minutes = forms.IntegerField(label=gettext_lazy("Minutes"), required=False, min_value=1, max_value=240)
    as_of = AsOfField()
    expected_extra = forms.IntegerField(required=False, min_value=0, max_value=1000)
