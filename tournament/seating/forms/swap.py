import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.forms import KEPT_IN_THE_JOURNAL
from tournament.seating.queries import Spot, spot_name
from tournament.seating.swap import Swap

_SEAT = re.compile(r"([0-9]{1,3})-([A-D])-([0-9]{0,6})")


class SeatsField(forms.Field):
    """Two seats of one round, each as the page showed it: "7-C-54" is table 7, seat C, player 54; "7-C-" is empty.

    The cleaned value has the player's number by seat.
    """

    widget = forms.SelectMultiple

    def to_python(self, value: Any) -> dict[Spot, int | None]:
        matches = [match for text in value or () if (match := _SEAT.fullmatch(text))]
        return {(int(match[1]), match[2]): int(match[3]) if match[3] else None for match in matches}

    def validate(self, value: dict[Spot, int | None]) -> None:
        if len(value) != 2:
            raise forms.ValidationError(_("Choose two seats to swap; %d is chosen.") % len(value))


class SwapForm(forms.Form):
    seat = SeatsField(label=gettext_lazy("Seats"))
    everywhere = forms.BooleanField(
        label=gettext_lazy("Also in the later planned rounds"), required=False, initial=True
    )
    reason = forms.CharField(
        label=gettext_lazy("Why"), required=False, max_length=300, help_text=KEPT_IN_THE_JOURNAL
    )

    def swap(self, number: int) -> Swap:
        first, second = self.cleaned_data["seat"]
        return Swap(number, first, second, self.cleaned_data["everywhere"])

    @property
    def seen(self) -> dict[str, int | None]:
        seats: dict[Spot, int | None] = self.cleaned_data["seat"]
        return {spot_name(spot): number for spot, number in seats.items()}
