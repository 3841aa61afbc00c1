"""What a bonus round is like, and why it is taken away."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from club.forms import ReasonForm
from rules.limits import MOST_GAMES
from scoring.seats.on_the_day import Seats
from tournament.models import Tournament


class BonusForm(forms.Form):
    games = forms.IntegerField(
        label=_("Games"),
        min_value=1,
        max_value=MOST_GAMES,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        error_messages={
            "required": _("Say how many games it has."),
            "invalid": _("Type a whole number, such as 4."),
        },
    )
    minutes = forms.IntegerField(
        label=_("Minutes"),
        min_value=5,
        max_value=300,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        error_messages={
            "required": _("Say how long it takes."),
            "invalid": _("Type a whole number, such as 60."),
        },
    )
    seats = forms.ChoiceField(
        label=_("Seats"),
        choices=Seats.choices,
        widget=forms.RadioSelect,
        error_messages={"required": _("Say how its seats are made.")},
    )
    counts = forms.TypedChoiceField(
        label=_("For places and prizes"),
        coerce=lambda value: value == "yes",
        choices=[
            ("yes", _("It counts: its points are part of the total, for places and prizes")),
            ("no", _("It does not count: its points only show beside the total")),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": _("Say whether its points count.")},
        help_text=_("Never for Master Points, whatever you choose."),
    )

    def __init__(self, data: Any = None, *, tournament: Tournament) -> None:
        super().__init__(data, initial={"games": tournament.games_per_round, "minutes": tournament.minutes})


def why_form(number: int, data: Any = None) -> ReasonForm:
    ids, hint = f"away-round-{number}-why", _("Kept in the journal.")
    return ReasonForm(data, label=_("Reason"), missing=_("Say why."), hint=hint, ids=ids)
