"""The buttons of a round clock."""

from django import forms
from django.utils.translation import gettext_lazy

from tournament.clock.actions import MOST_EXTRA

CLOCK_ACTIONS = ("start", "pause", "resume", "extend", "end")


class ClockForm(forms.Form):
    """What to do with the clock; extending says by how much."""

    action = forms.ChoiceField(choices=[(name, name) for name in CLOCK_ACTIONS])
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes"), required=False, min_value=1, max_value=MOST_EXTRA
    )
