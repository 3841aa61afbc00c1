from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.models.raffle import MOST_WINNERS
from tournament.forms import TidyField
from tournament.stamps import Stamp, StampField


class RaffleForm(forms.Form):
    stamp = StampField(initial=Stamp)
    prize = TidyField(label=_("What can be won"), max_length=120)
    winners = forms.IntegerField(label=_("How many win"), min_value=1, max_value=MOST_WINNERS, initial=1)
    without_winners = forms.BooleanField(
        label=_("Without those who won a raffle today"), required=False, initial=True
    )
