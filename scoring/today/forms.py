from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from club.forms import TidyField
from record.stamps import Stamp, StampField
from tournament.models import Tournament
from tournament.models.event import in_these_centuries

A_YEAR = timedelta(weeks=52)  # the same day of the week


class CopyForm(forms.Form):
    """`again`: a second one of the same name and day is meant; asked only if there is one."""

    stamp = StampField(initial=Stamp)
    name = TidyField(label=_("Name"), max_length=120)
    day = forms.DateField(
        label=_("Date"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        validators=[in_these_centuries],
    )
    again = forms.BooleanField(
        label=_("Create another one with this name and date"), required=False, widget=forms.HiddenInput
    )

    def __init__(self, data: Any = None, *, tournament: Tournament) -> None:
        day = tournament.date + A_YEAR
        name = tournament.name.replace(str(tournament.date.year), str(day.year))
        if name == tournament.name:  # two of one name could not be told apart
            name = f"{name} {day.year}"
        super().__init__(data, initial={"name": name, "day": day})

    def ask_again(self) -> None:
        self.fields["again"].widget = forms.CheckboxInput()
