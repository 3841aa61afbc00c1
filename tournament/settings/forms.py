"""What a director says about a tournament: on making it, and on its settings page."""

from collections.abc import Mapping
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from rules.limits import LARGEST_STEP
from tournament.forms import TidyField
from tournament.models import Movement, System, Tournament
from tournament.settings.actions import SETTINGS, settings_of
from tournament.stamps import Stamp, StampField

STEP_FIELDS = {letter: f"step_{letter.lower()}" for letter in "ABCD"}

DESCRIPTIONS = {
    System.SANCTIONED: _(
        "Four games a round on the standard card; players across from each other verify each other's cards."
    ),
    System.CLUB_DAY: _(
        "Morning and afternoon sheets of a club's day; letter A keeps the table's official sheet."
    ),
    System.SIXTEEN_HANDS: _(
        "Eight games a round for the sixteen listed hands, with Fishing and limit hands."
    ),
    System.CARD_GAME: _(
        "Every game is paid between the players, and each player's total is what they took in."
    ),
    System.MAHJ_X: _("Points for the winner and from the thrower by MAHJ-X's own table."),
}
UNITED_STATES = {
    "America/New_York": _("Eastern (New York)"),
    "America/Chicago": _("Central (Chicago)"),
    "America/Denver": _("Mountain (Denver)"),
    "America/Phoenix": _("Arizona (Phoenix)"),
    "America/Los_Angeles": _("Pacific (Los Angeles)"),
    "America/Anchorage": _("Alaska (Anchorage)"),
    "Pacific/Honolulu": _("Hawaii (Honolulu)"),
}


@cache
def every_zone() -> tuple[str, ...]:
    return tuple(
        sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/"))
    )


def time_zones(current: str) -> list[tuple[Any, Any]]:
    """The choices in two groups, with whatever is stored already among them."""
    known = UNITED_STATES.keys() | set(every_zone())
    others = [zone for zone in every_zone() if zone not in UNITED_STATES]
    if current not in known:
        others.insert(0, current)
    return [
        (_("United States"), list(UNITED_STATES.items())),
        (_("Everywhere"), [(zone, zone.replace("_", " ")) for zone in others]),
    ]


def described_systems() -> list[tuple[str, SafeString]]:
    return [
        (
            system.value,
            format_html("<span><strong>{}</strong><br>{}</span>", system.label, DESCRIPTIONS[system]),
        )
        for system in System
    ]


class DateInput(forms.DateInput):
    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class TournamentForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """A new tournament: what nobody can guess. The rest follows the scoring system and can be set later."""

    stamp = StampField(initial=Stamp)
    name = TidyField(label=_("Name"), max_length=120)
    place = TidyField(
        label=_("Place"),
        max_length=160,
        required=False,
        help_text=_("As players should read it: hall and town."),
    )

    class Meta:
        model = Tournament
        fields = ["name", "date", "place", "time_zone", "system", "is_public"]
        widgets = {"date": DateInput()}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zone = forms.ChoiceField(
            label=_("Time zone"),
            choices=time_zones(self.instance.time_zone),
            initial=self.instance.time_zone,
            help_text=_("The hall's: round times show in it on every phone."),
        )
        self.fields["time_zone"] = zone
        if "system" in self.fields:
            self.fields["system"] = forms.ChoiceField(
                label=_("Scoring system"),
                choices=described_systems(),
                widget=forms.RadioSelect,
                initial=System.SANCTIONED,
            )
        self.order_fields(self._meta.fields)


class NewTournamentForm(TournamentForm):
    """`again`: another one of the same name and day is meant; asked where there is one."""

    again = forms.BooleanField(
        label=_("Make another one of this name and day"), required=False, widget=forms.HiddenInput
    )

    def ask_again(self) -> None:
        self.fields["again"].widget = forms.CheckboxInput()


class SettingsForm(TournamentForm):
    """Every setting. Frozen ones are left out; one that is posted all the same is compared by the action."""

    class Meta:
        model = Tournament
        fields = [name for name in SETTINGS if name != "steps"]
        widgets = {"date": DateInput()}
        help_texts = {
            "rounds_planned": _("How many rounds are played on the day."),
            "games_per_round": _("How many games a table plays in a round: numbers on each card."),
            "minutes": _("The round clock starts here and can be extended at the table."),
            "warning_minutes": _("When the clock turns to its warning color. 0: no warning."),
            "movement": _("Where players go between rounds."),
            "verification": _("Who checks and initials whose card."),
            "cards_carry": _("Sixteen hands and the card game are always typed as facts."),
        }

    def __init__(self, *args: Any, frozen: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        steps = self.instance.steps or {}
        for letter, name in STEP_FIELDS.items():
            self.fields[name] = forms.IntegerField(
                label=letter,
                required=False,
                initial=steps.get(letter),
                min_value=-LARGEST_STEP,
                max_value=LARGEST_STEP,
            )
        self.initial["stamp"] = Stamp(seen=settings_of(self.instance))
        for name in frozen:
            for inside in STEP_FIELDS.values() if name == "steps" else [name]:
                if self.add_prefix(inside) not in self.data:
                    self.fields.pop(inside, None)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        rounds, block = cleaned.get("rounds_planned"), cleaned.get("rounds_per_block")
        if rounds and block and block > rounds:
            self.add_error("rounds_per_block", _("A block cannot be longer than the tournament's rounds."))
        minutes, warning = cleaned.get("minutes"), cleaned.get("warning_minutes")
        if minutes and warning and warning >= minutes:
            self.add_error("warning_minutes", _("The warning must come after the start of the round."))
        if cleaned.get("movement") == Movement.CUSTOM and STEP_FIELDS["A"] in self.fields:
            missing = [name for name in STEP_FIELDS.values() if cleaned.get(name) is None]
            for name in missing:
                if name not in self.errors:
                    self.add_error(name, _("Say by how many tables this letter moves; 0 stays."))
        return cleaned

    def new_settings(self) -> dict[str, Any]:
        """The settings of a valid form, as `change_settings` takes them."""
        values = {
            name: self.cleaned_data[name] for name in self._meta.fields or () if name in self.cleaned_data
        }
        if values.get("movement") == Movement.CUSTOM:
            values["steps"] = {letter: self.cleaned_data[name] for letter, name in STEP_FIELDS.items()}
        return values
