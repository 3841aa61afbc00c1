from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from club.forms import ReasonForm
from rules.limits import MOST_ROUNDS
from tournament.models import Entry, Tournament
from tournament.players.fields import PlayerField, PlayersForm

PRIVATE = _("Kept in the journal; never public.")


class WhoForm(PlayersForm):
    player = PlayerField(label=_("Player"))

    def __init__(self, data: Any = None, *, tournament: Tournament) -> None:
        super().__init__(data, tournament=tournament)
        self.fields["player"].states = (Entry.State.REGISTERED, Entry.State.WITHDRAWN)  # type: ignore[attr-defined]


def reason_form(ids: str, data: Any = None, *, initial: dict[str, str] | None = None) -> ReasonForm:
    form = ReasonForm(
        data, label=_("What happened"), missing=_("Say what happened."), hint=PRIVATE, ids=ids, is_long=True
    )
    form.initial = initial or {}
    return form


def take_back_form(complaint: int, data: Any = None) -> ReasonForm:
    return ReasonForm(
        data,
        label=_("Why it is taken back"),
        missing=_("Say why it is taken back."),
        hint=PRIVATE,
        ids=f"back-{complaint}",
        is_long=True,
    )


class DisqualifyForm(forms.Form):
    from_round = forms.IntegerField(
        label=_("Stops playing from round"), min_value=1, max_value=MOST_ROUNDS + 1
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
