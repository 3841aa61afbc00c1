from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.forms import KEPT_IN_THE_JOURNAL
from club.models import Movement
from rules.limits import LARGEST_STEP, MOST_ROUNDS, MOST_TABLES
from rules.seating import LETTERS, Steps
from tournament.models import Tournament
from tournament.players.fields import PlayerField, PlayersForm
from tournament.seating.plans import PlanChoice


class PlanForm(forms.Form):
    """A movement (empty: the one that is suggested) and a number of rounds; four steps with a movement of one's own."""

    movement = forms.ChoiceField(
        label=gettext_lazy("Movement"),
        choices=[("", ""), *Movement.choices],
        required=False,
        help_text=gettext_lazy("Where players go between rounds."),
    )
    rounds = forms.IntegerField(
        label=gettext_lazy("Rounds"),
        min_value=1,
        max_value=MOST_ROUNDS,
        help_text=gettext_lazy("How many rounds are played on the day."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for letter in LETTERS:
            self.fields[f"step_{letter}"] = forms.IntegerField(
                label=gettext_lazy("%s moves") % letter,
                required=False,
                min_value=-LARGEST_STEP,
                max_value=LARGEST_STEP,
            )

    @property
    def step_fields(self) -> list[forms.BoundField]:
        return [self[f"step_{letter}"] for letter in LETTERS]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("movement") == Movement.CUSTOM:
            for letter in LETTERS:
                name = f"step_{letter}"
                if name not in self.errors and cleaned.get(name) is None:
                    self.add_error(name, _("Your own movement needs a step for each letter; 0 stays."))
        return cleaned

    @property
    def chosen(self) -> Movement | None:
        return Movement(self.cleaned_data["movement"]) if self.cleaned_data["movement"] else None

    @property
    def steps(self) -> Steps | None:
        if self.chosen != Movement.CUSTOM:
            return None
        return Steps(**{letter: self.cleaned_data[f"step_{letter}"] for letter in LETTERS})

    @property
    def fields_sent(self) -> dict[str, object]:
        """The choice as form fields; the seed is sent with the confirmation."""
        return {name: self.data[name] for name in self.fields if name != "seed" and self.data.get(name)}


def plan_values(tournament: Tournament) -> dict[str, Any]:
    steps = {f"step_{letter}": step for letter, step in tournament.steps.items()}
    return {"movement": tournament.movement, "rounds": tournament.rounds_planned, **steps}


def plan_again_values(tournament: Tournament) -> dict[str, Any]:
    """A new plan of the rounds that are not published, by the movement of the old one."""
    published = tournament.rounds.published().last()
    return {
        **plan_values(tournament),
        "from_round": published.number + 1 if published else 1,
        "movement": tournament.movement_drawn,
    }


class SeedForm(forms.Form):
    seed = forms.IntegerField(
        label=gettext_lazy("Draw number"),
        required=False,
        min_value=0,
        max_value=999_999_999,
        help_text=gettext_lazy("The same number with the same players draws the same seats."),
    )


class DrawForm(SeedForm, PlanForm):
    @property
    def choice(self) -> PlanChoice:
        return PlanChoice(self.chosen, self.steps, self.cleaned_data["rounds"])


class ConfirmForm(SeedForm):
    reason = forms.CharField(
        label=gettext_lazy("Why"), max_length=300, required=False, help_text=KEPT_IN_THE_JOURNAL
    )


class KeepApartForm(PlayersForm):
    first = PlayerField(label=gettext_lazy("Player"))
    second = PlayerField(label=gettext_lazy("Not with"))
    rounds = forms.IntegerField(
        label=gettext_lazy("In the first rounds"),
        required=False,
        min_value=1,
        max_value=MOST_ROUNDS,
        help_text=gettext_lazy("Leave empty for every round."),
    )


class FixedTableForm(PlayersForm):
    player = PlayerField(label=gettext_lazy("Player"))
    table = forms.IntegerField(
        label=gettext_lazy("Stays at table"),
        required=False,
        min_value=1,
        max_value=MOST_TABLES,
        help_text=gettext_lazy("Leave empty for somebody who moves like everybody else."),
    )


class WishForm(forms.Form):
    pair = forms.IntegerField(min_value=1)
