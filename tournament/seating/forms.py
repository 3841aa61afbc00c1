"""Choosing two seats to swap."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

KEPT_IN_THE_JOURNAL = gettext_lazy("Kept in the journal, for whoever asks later.")


class SwapForm(forms.Form):
    """Two seats of one round, each as the page showed it: "7-C-54" (table, letter, player; no player: empty)."""

    seat = forms.TypedMultipleChoiceField(label=gettext_lazy("Seats"), required=False)
    everywhere = forms.BooleanField(
        label=gettext_lazy("Also in the planned rounds after it"), required=False, initial=True
    )
    reason = forms.CharField(
        label=gettext_lazy("Why"), required=False, max_length=300, help_text=KEPT_IN_THE_JOURNAL
    )

    def __init__(self, *args: Any, seats: list[str], **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["seat"]
        assert isinstance(field, forms.TypedMultipleChoiceField)  # noqa: S101 (for the type checker)
        field.choices = [(seat, seat) for seat in seats]
        field.error_messages["invalid_choice"] = _(
            "Somebody changed these seats while the page was open. Look at them again and choose."
        )

    def clean_seat(self) -> list[str]:
        seats: list[str] = self.cleaned_data["seat"]
        if len(seats) != 2:
            raise forms.ValidationError(_("Choose two seats to swap; %d is chosen.") % len(seats))
        return seats
