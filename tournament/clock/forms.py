"""The buttons of a round clock."""

from django import forms
from django.utils.translation import gettext_lazy

from rules.limits import MOST_ROUNDS
from tournament.clock.actions import MOST_EXTRA

CLOCK_ACTIONS = ("start", "pause", "resume", "extend", "shorten", "end", "take-back-end")


class ClockForm(forms.Form):
    """What to do with the clock; a change of its time says by how much, and a start which other clock it ends."""

    action = forms.ChoiceField(choices=[(name, name) for name in CLOCK_ACTIONS])
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes"), required=False, min_value=1, max_value=MOST_EXTRA
    )
    ending = forms.IntegerField(required=False, min_value=1, max_value=MOST_ROUNDS)
