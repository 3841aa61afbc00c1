"""Naming whom points are given to or taken from, for what, and how many."""

from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from club.forms import LONGEST_REASON, ReasonForm
from scoring.models import Adjustment
from scoring.standings.standing import AdjustedPoints
from tournament.models import Entry, Tournament
from tournament.players.fields import PlayerField, PlayersForm

MOST_POINTS = 9999
TAKES, GIVES = "takes", "gives"
PLAYING = (Entry.State.REGISTERED, Entry.State.WITHDRAWN)


class AdjustmentForm(PlayersForm):
    """Points for one player. `signed_points` has their sign: a penalty takes, a ruling does either."""

    kind = forms.ChoiceField(
        label=_("For what"), choices=[(kind, capfirst(label)) for kind, label in Adjustment.Kind.choices]
    )
    player = PlayerField(label=_("Player"))
    direction = forms.ChoiceField(
        label=_("What the ruling does"),
        choices=[(TAKES, _("takes points")), (GIVES, _("gives points"))],
        widget=forms.RadioSelect,
        error_messages={"required": _("Say whether it takes or gives points.")},
    )
    points = forms.IntegerField(
        label=_("Points"),
        min_value=1,
        max_value=MOST_POINTS,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        error_messages={
            "required": _("Say how many points."),
            "invalid": _("Type a whole number, such as 10."),
            "min_value": _("Type how many points without a minus, such as 10."),
            "max_value": _("%(limit_value)s points at most."),
        },
    )
    round = forms.TypedChoiceField(
        label=_("Round"),
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("Points without a round belong to the whole event."),
    )

    def __init__(self, data: Any = None, *, tournament: Tournament, kind: str, initial: Any = None) -> None:
        super().__init__(data, tournament=tournament, initial=initial)
        self.chosen = kind
        self.unit = tournament.unit
        self.fields["player"].states = PLAYING  # type: ignore[attr-defined]
        rounds = tournament.rounds.published().values_list("number", flat=True)
        choices = [(number, tournament.round_name(number)) for number in rounds]
        self.fields["round"].choices = [*choices, ("", _("no round"))]  # type: ignore[attr-defined]
        if kind != Adjustment.Kind.RULING:
            del self.fields["direction"]
            self.fields["points"].help_text = _("How many to take: 10 takes ten points.")

    @property
    def signed_points(self) -> int:
        points: int = self.cleaned_data["points"] * self.unit
        return points if self.cleaned_data.get("direction") == GIVES else -points

    @property
    def seen(self) -> list[Any]:
        """What the form asks for, as the stamp of the page that shows its effect has it."""
        entry, given = self.cleaned_data["player"], self.given
        return [entry.number, given.round, given.points, given.kind]

    @property
    def given(self) -> AdjustedPoints:
        return AdjustedPoints(self.cleaned_data["round"], self.signed_points, self.cleaned_data["kind"])


def why_form(data: Any = None, *, is_needed: bool, typed: str = "") -> ReasonForm:
    form = ReasonForm(
        data,
        label=_("Reason"),
        missing=_("Say why: everybody can read it on the player’s page."),
        hint=_(
            "Everybody can read the reason for a ruling on the player’s page; for a penalty, only if the "
            "settings say so."
        ),
        is_needed=is_needed,
        is_long=True,
    )
    form.initial = {"reason": typed[:LONGEST_REASON]}
    return form


def cancel_form(adjustment: int, data: Any = None) -> ReasonForm:
    return ReasonForm(
        data,
        label=_("Why it is canceled"),
        missing=_("Say why it is canceled."),
        hint=_("Kept in the journal."),
        ids=f"cancel-{adjustment}",
    )
