from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.models import Movement
from rules.limits import MOST_ROUNDS
from tournament.models import Entry
from tournament.players.fields import PlayerField, PlayersForm, SeveralPlayersField
from tournament.players.tables import state_words
from tournament.seating.forms.draw import PlanForm
from tournament.seating.plans import PlanChoice
from tournament.seating.player_change import PlayerChange
from tournament.seating.queries import without_seat

KINDS = {
    "withdraw": gettext_lazy("No-show or withdrawal"),
    "replace": gettext_lazy("Walk-in for a no-show"),
    "late": gettext_lazy("Late arrival"),
    "substitute": gettext_lazy("Substitute"),
    "people": gettext_lazy("Several at once"),
}
EXPLAINED = {
    "withdraw": gettext_lazy(
        "The seat stays empty from that round on, and the table plays with three. If only two were left, somebody "
        "moves over: you see who first."
    ),
    "replace": gettext_lazy(
        "Somebody who came today takes the seat of a player who did not: the same letter, the same tables."
    ),
    "late": gettext_lazy("A player without a seat takes an empty one, from the round you choose."),
    "substitute": gettext_lazy(
        "Another player takes the seat, and each has the points of the rounds they played. Name a last round if the "
        "first player comes back."
    ),
    "people": gettext_lazy(
        "Everybody who leaves and everybody who comes, in one change. Newcomers take the empty seats; three or four "
        "more get their own table."
    ),
}
# Beside the round from which on, the fields of each kind and what they are called.
FIELDS = {
    "withdraw": {"player": gettext_lazy("Who leaves")},
    "replace": {"player": gettext_lazy("Who did not come"), "other": gettext_lazy("Who takes the seat")},
    "late": {"player": gettext_lazy("Who came late")},
    "substitute": {
        "player": gettext_lazy("Who stops"),
        "other": gettext_lazy("Who plays instead"),
        "until_round": gettext_lazy("Last round"),
    },
}


class FromRoundField(forms.IntegerField):
    def __init__(self) -> None:
        super().__init__(
            label=gettext_lazy("From round"),
            min_value=1,
            max_value=MOST_ROUNDS,
            help_text=gettext_lazy("The first round that changes; those before it stay as they are."),
        )


class ChangeForm(PlayersForm):
    """One change: who, from which round on; with the fields of its kind only.

    `is_sent`: to be carried out, not previewed; a repeat names players whom it has withdrawn.
    """

    change = forms.ChoiceField(choices=list(KINDS.items()), widget=forms.HiddenInput)
    player = PlayerField()
    other = PlayerField()
    from_round = FromRoundField()
    until_round = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=MOST_ROUNDS,
        help_text=gettext_lazy("Leave empty if it is for good."),
    )

    def __init__(self, *args: Any, kind: str, is_sent: bool = False, **options: Any) -> None:
        super().__init__(*args, **options)
        self.kind = kind
        arriving = self.fields["player" if kind == "late" else "other"]
        arriving.states = (Entry.State.REGISTERED, Entry.State.WAITING)  # type: ignore[attr-defined]
        for name in ("player", "other") if is_sent else ():
            self.fields[name].states = tuple(Entry.State)  # type: ignore[attr-defined]
        for name in ("player", "other", "until_round"):
            if name in FIELDS[kind]:
                self.fields[name].label = FIELDS[kind][name]
            else:
                del self.fields[name]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        first, last = cleaned.get("from_round"), cleaned.get("until_round")
        if first and last and last < first:
            self.add_error("until_round", _("The last round comes before the first one."))
        return cleaned

    @property
    def changes(self) -> list[PlayerChange]:
        data = self.cleaned_data
        return [
            PlayerChange(
                data["change"], data["player"], data.get("other"), data["from_round"], data.get("until_round")
            )
        ]


class PeopleForm(PlayersForm):
    """Everybody who leaves and everybody who comes, from one round on.

    `is_sent`: to be carried out, not previewed; a repeat names players whom it has seated or withdrawn.
    """

    kind = "people"

    change = forms.ChoiceField(choices=list(KINDS.items()), widget=forms.HiddenInput)
    leaving = SeveralPlayersField(label=gettext_lazy("Who leaves"), required=False)
    arriving = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Who comes"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )
    from_round = FromRoundField()

    def __init__(self, *args: Any, is_sent: bool = False, **options: Any) -> None:
        super().__init__(*args, **options)
        if is_sent:
            self.fields["leaving"].states = tuple(Entry.State)  # type: ignore[attr-defined]
        self.without_seat = without_seat(self.tournament)
        entries = list(self.tournament.entries.with_people()) if is_sent else self.without_seat
        self.by_number = {entry.number: entry for entry in entries}
        self.fields["arriving"].choices = [  # type: ignore[attr-defined]
            (
                entry.number,
                format_html(
                    '<span class="player-number">{}</span> <bdi>{}</bdi> <span class="quiet small">{}</span>',
                    entry.number,
                    entry.name,
                    state_words(entry),
                ),
            )
            for entry in entries
        ]
        if not entries:
            del self.fields["arriving"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors and not cleaned["leaving"] and not cleaned.get("arriving"):
            self.add_error("leaving", _("Name somebody who leaves, or check somebody who comes."))
        return cleaned

    @property
    def changes(self) -> list[PlayerChange]:
        data = self.cleaned_data
        coming = [self.by_number[number] for number in data.get("arriving", ())]
        first = data["from_round"]
        return [
            *(PlayerChange("withdraw", entry, None, first) for entry in data["leaving"]),
            *(PlayerChange("late", entry, None, first) for entry in coming),
        ]


class PlanAgainForm(PlanForm):
    from_round = FromRoundField()
    new_draw = forms.BooleanField(
        label=gettext_lazy("New draw: fresh letters and tables"),
        required=False,
        help_text=gettext_lazy("Otherwise everybody moves on from their seat in the round before."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, auto_id="again_%s", **options)  # it stands on the page of the other two forms
        del self.fields["rounds"]
        movement = self.fields["movement"]
        movement.required = True
        assert isinstance(movement, forms.ChoiceField)  # noqa: S101 (for the type checker)
        # By standing needs the standings, which are the score desk's to give.
        movement.choices = [choice for choice in Movement.choices if choice[0] != Movement.RANKED]

    @property
    def choice(self) -> PlanChoice:
        return PlanChoice(self.chosen, self.steps, new_draw=self.cleaned_data["new_draw"])
