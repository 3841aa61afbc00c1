"""Forms for wrong seats, and for a round seated by standing."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.limits import MOST_ROUNDS
from tournament.models import Entry
from tournament.players.fields import PlayerField, PlayersForm

EVERYBODY = tuple(Entry.State.values)
_CHAIR = re.compile(r"([0-9]{1,3})\s*([A-Da-d])")


class WrongSeatForm(PlayersForm):
    """A round, a player, and the seat they really sat in: somebody else's, or an empty chair as (table, letter)."""

    number = forms.IntegerField(label=gettext_lazy("Round"), min_value=1, max_value=MOST_ROUNDS)
    first = PlayerField(label=gettext_lazy("Player"))
    second = PlayerField(label=gettext_lazy("sat in the seat of"), required=False)
    chair = forms.CharField(
        label=gettext_lazy("or in the empty chair"),
        required=False,
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "off", "size": "6"}),
        help_text=gettext_lazy("Table and letter, such as 7C."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name in ("first", "second"):
            field = self.fields[name]
            assert isinstance(field, PlayerField)  # noqa: S101 (for the type checker)
            field.states = EVERYBODY

    def clean_chair(self) -> tuple[int, str] | None:
        text = self.cleaned_data["chair"].strip()
        if not text:
            return None
        match = _CHAIR.fullmatch(text)
        if match is None:
            raise forms.ValidationError(_("Write the chair as table and letter, such as 7C."))
        return int(match[1]), match[2].upper()

    def clean(self) -> dict[str, Any]:
        """`number`, `player`, and `sat`: the other player or the empty chair."""
        cleaned = super().clean() or {}
        player, second, chair = (cleaned.pop(name, None) for name in ("first", "second", "chair"))
        if not self.errors and not second and not chair:
            self.add_error("second", _("Name the other player, or the empty chair."))
        elif second and chair:
            self.add_error("chair", _("Name the other player or the empty chair, not both."))
        return {**cleaned, "player": player, "sat": chair or second}


class ByStandingForm(forms.Form):
    from_round = forms.IntegerField(label=gettext_lazy("Round"), min_value=1, max_value=MOST_ROUNDS)
