"""Whom a complaint is about, and what follows."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.limits import MOST_ROUNDS
from tournament.models import Entry, Tournament
from tournament.players.fields import PlayerField, PlayersForm

PRIVATE = _("Kept in the journal; never public.")


class WhoForm(PlayersForm):
    player = PlayerField(label=_("Player"))

    def __init__(self, data: Any = None, *, tournament: Tournament) -> None:
        super().__init__(data, tournament=tournament)
        self.fields["player"].states = (Entry.State.REGISTERED, Entry.State.WITHDRAWN)  # type: ignore[attr-defined]


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=_("What happened"),
        max_length=300,
        error_messages={"required": _("Say what happened.")},
        help_text=PRIVATE,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, data: Any = None, *, auto_id: str) -> None:
        super().__init__(data, auto_id=f"{auto_id}-%s")


class DisqualifyForm(forms.Form):
    from_round = forms.IntegerField(
        label=_("Plays no more from round"), min_value=1, max_value=MOST_ROUNDS + 1
    )
    keeps_place = forms.TypedChoiceField(
        label=_("The points so far"),
        coerce=lambda value: value == "yes",
        choices=[
            ("yes", _("stay: the player keeps a place in the standings")),
            ("no", _("do not count: the player is listed without a place")),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": _("Say whether the points stay in the standings.")},
    )
