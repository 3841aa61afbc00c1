"""What is done at one table of the room."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.clock.queries import MOST_EXTRA, USUAL

OF_ANYBODY = ("seated", "not-seated", "cards-here", "cards-not-here")
"""Open to a scorekeeper too; everything else is for a director."""
BUTTONS = (*OF_ANYBODY, "extend", "shorten", "call", "take-back-call")
TYPED = _("Type the number of a table, and minutes from 1 to 240.")


class TableForm(forms.Form):
    """Something done at one table, named by the button that was pressed, or at the table that was typed."""

    act = forms.ChoiceField(
        choices=[(name, name) for name in BUTTONS],
        widget=forms.HiddenInput,
        error_messages=dict.fromkeys(("required", "invalid_choice"), TYPED),
    )
    table = forms.IntegerField(
        label=_("Table"),
        min_value=1,
        max_value=32_767,
        widget=forms.TextInput(attrs={"class": "room-number", "inputmode": "numeric", "autocomplete": "off"}),
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), TYPED),
    )
    minutes = forms.IntegerField(
        label=_("Minutes"),
        min_value=1,
        max_value=MOST_EXTRA,
        widget=forms.TextInput(attrs={"class": "room-number", "inputmode": "numeric", "autocomplete": "off"}),
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), TYPED),
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, auto_id="one-%s", initial={"minutes": USUAL})
