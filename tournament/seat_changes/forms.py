"""What happens to seats during the day."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.limits import MOST_ROUNDS
from tournament.draw.forms import PlanForm
from tournament.models import Entry, Movement
from tournament.players.fields import PlayerField, PlayersForm
from tournament.seat_changes.plan_again import PlanChoice
from tournament.seat_changes.planner import PlayerChange
from tournament.seating.forms import KEPT_IN_THE_JOURNAL

KINDS = {
    "withdraw": gettext_lazy("No-show or withdrawal"),
    "replace": gettext_lazy("Walk-in takes a seat"),
    "late": gettext_lazy("Late arrival"),
    "substitute": gettext_lazy("Substitute"),
}
EXPLAINED = {
    "withdraw": gettext_lazy(
        "The seat becomes empty from a round on, and the table plays with three. A table that would drop to two is "
        "repaired; you see how before anything changes."
    ),
    "replace": gettext_lazy(
        "Somebody who came today takes the seat of a player who did not: the same letter, the same tables."
    ),
    "late": gettext_lazy("A player who has no seat takes an empty one from a round on."),
    "substitute": gettext_lazy(
        "The seat goes on with another player; the points belong to whoever played. Give a last round if the player "
        "comes back."
    ),
}
FIELDS = {
    "withdraw": ("player", "from_round"),
    "replace": ("player", "other", "from_round"),
    "late": ("player", "from_round"),
    "substitute": ("player", "other", "from_round", "until_round"),
}
LABELS = {
    "withdraw": {"player": gettext_lazy("Who leaves")},
    "replace": {"player": gettext_lazy("Who did not come"), "other": gettext_lazy("Who takes the seat")},
    "late": {"player": gettext_lazy("Who came late")},
    "substitute": {"player": gettext_lazy("Who stops"), "other": gettext_lazy("Who plays instead")},
}


class ChangeForm(PlayersForm):
    """One change: who, from which round on. Only the fields of its kind are there.

    `is_sent` to be carried out, not looked at: sent again it names players whom it withdrew.
    """

    change = forms.ChoiceField(choices=list(KINDS.items()), widget=forms.HiddenInput)
    player = PlayerField()
    other = PlayerField()
    from_round = forms.IntegerField(
        label=gettext_lazy("From round"),
        min_value=1,
        max_value=MOST_ROUNDS,
        help_text=gettext_lazy("The first round that changes; those before it stay as they are."),
    )
    until_round = forms.IntegerField(
        label=gettext_lazy("Last round of it"),
        required=False,
        min_value=1,
        max_value=MOST_ROUNDS,
        help_text=gettext_lazy("Empty: for good."),
    )

    def __init__(self, *args: Any, kind: str, is_sent: bool = False, **options: Any) -> None:
        super().__init__(*args, **options)
        self.kind = kind
        arriving = self.fields["player" if kind == "late" else "other"]
        arriving.states = (Entry.State.REGISTERED, Entry.State.WAITING)  # type: ignore[attr-defined]
        for name in ("player", "other") if is_sent else ():
            self.fields[name].states = tuple(Entry.State)  # type: ignore[attr-defined]
        for name in ("player", "other", "from_round", "until_round"):
            if name not in FIELDS[kind]:
                del self.fields[name]
            elif name in LABELS[kind]:
                self.fields[name].label = LABELS[kind][name]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        first, last = cleaned.get("from_round"), cleaned.get("until_round")
        if first and last and last < first:
            self.add_error("until_round", _("The last round comes before the first one."))
        return cleaned

    @property
    def player_change(self) -> PlayerChange:
        data = self.cleaned_data
        return PlayerChange(
            data["change"], data["player"], data.get("other"), data["from_round"], data.get("until_round")
        )


class ReasonForm(forms.Form):
    """Why the change that was looked at is made."""

    reason = forms.CharField(
        label=gettext_lazy("Why"), max_length=300, required=False, help_text=KEPT_IN_THE_JOURNAL
    )


class PlanAgainForm(PlanForm):
    """From which round on, and by what movement."""

    from_round = forms.IntegerField(
        label=gettext_lazy("From round"),
        min_value=1,
        max_value=MOST_ROUNDS,
        help_text=gettext_lazy("The first round that changes; those before it stay as they are."),
    )
    new_draw = forms.BooleanField(
        label=gettext_lazy("New draw: fresh letters and tables"),
        required=False,
        help_text=gettext_lazy("Otherwise everybody moves on from where they sit in the round before."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, auto_id="again_%s", **options)  # it stands on the page of the other two forms
        del self.fields["rounds"]
        movement = self.fields["movement"]
        assert isinstance(movement, forms.ChoiceField)  # noqa: S101 (for the type checker)
        # By standing needs the standings, which are the score desk's to give.
        movement.choices = [choice for choice in Movement.choices if choice[0] != Movement.RANKED]

    @property
    def choice(self) -> PlanChoice:
        return PlanChoice(self.chosen, self.steps, self.cleaned_data["new_draw"])

    @property
    def fields_sent(self) -> dict[str, object]:
        """What was chosen, as the form takes it again."""
        return {name: self.data[name] for name in self.fields if self.data.get(name)}


class ConfirmForm(forms.Form):
    """Why the plan that was looked at replaces the one before, and the seed it was made from."""

    seed = forms.IntegerField(required=False, min_value=0, max_value=999_999_999, widget=forms.HiddenInput)
    reason = forms.CharField(
        label=gettext_lazy("Why"), max_length=300, required=False, help_text=KEPT_IN_THE_JOURNAL
    )
