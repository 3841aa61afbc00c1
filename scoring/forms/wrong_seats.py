"""Who sat in whose seat, found after play."""

from django import forms
from django.utils.translation import gettext_lazy

from tournament.forms.players import PlayerField, PlayersForm
from tournament.models import Entry

EVERYBODY = tuple(Entry.State.values)


class WrongSeatForm(PlayersForm):
    """Two players and the round in which they sat in each other's seats."""

    number = forms.IntegerField(label=gettext_lazy("Round"), min_value=1, max_value=24)
    first = PlayerField(label=gettext_lazy("Player"))
    second = PlayerField(label=gettext_lazy("sat in the seat of"))

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)  # type: ignore[arg-type]
        for name in ("first", "second"):
            field = self.fields[name]
            assert isinstance(field, PlayerField)  # noqa: S101 (for the type checker)
            field.states = EVERYBODY


class ExchangeForm(forms.Form):
    """What was looked at, and why."""

    shown = forms.CharField(max_length=60, widget=forms.HiddenInput)
    reason = forms.CharField(label=gettext_lazy("Why"), max_length=300)


class ByStandingForm(forms.Form):
    """Which round is seated by standing."""

    from_round = forms.IntegerField(label=gettext_lazy("Round"), min_value=1, max_value=24)
