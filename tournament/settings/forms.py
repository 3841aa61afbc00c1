from collections.abc import Mapping
from functools import cache
from math import ceil
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils import translation
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from club.forms import BlockNamesField, TidyField
from club.models import Club, HouseProfile, Movement, systems
from club.names import folded, named_blocks
from record.stamps import Stamp, StampField
from rules.english.rule_sheet import value_in_words
from rules.limits import LARGEST_STEP
from rules.systems.profile import Profile
from rules.systems.registry import definition, load_profile
from tournament.models import Block, TieBreak, Tournament
from tournament.models.event import wins_are_known
from tournament.settings.actions import SETTINGS, settings_of

STEP_FIELDS = {letter: f"step_{letter.lower()}" for letter in "ABCD"}

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
    zones = UNITED_STATES.keys() | set(every_zone())
    others = [zone for zone in every_zone() if zone not in UNITED_STATES]
    if current not in zones:
        others.insert(0, current)
    return [
        (_("United States"), list(UNITED_STATES.items())),
        (_("Everywhere"), [(zone, zone.replace("_", " ")) for zone in others]),
    ]


def described_systems() -> list[tuple[str, SafeString]]:
    return [
        (
            system,
            described(title, gettext(definition(system).about) % {"games": games_of(load_profile(system))}),
        )
        for system, title in systems()
    ]


def described_house(house: HouseProfile) -> SafeString:
    words = gettext("House profile of your club, from %(system)s: %(games)s a round.")
    names = {"system": house.get_system_display(), "games": games_of(house.profile)}
    return described(house.name, words % names)


def games_of(profile: Profile) -> str:
    return value_in_words("games", profile.games_per_round, translation)


def described(name: str, words: str) -> SafeString:
    return format_html("<span><strong><bdi>{}</bdi></strong><br>{}</span>", name, words)


class DateInput(forms.DateInput):
    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class TournamentForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """A new tournament: the settings without a default. The rest follow the scoring system and can be set later."""

    stamp = StampField(initial=Stamp)
    name = TidyField(label=_("Name"), max_length=120)
    place = TidyField(
        label=_("Place"),
        max_length=160,
        required=False,
        help_text=_("Hall and town, as players will read them."),
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
            help_text=_("Every phone shows round times in the hall's time zone."),
        )
        self.fields["time_zone"] = zone
        if "system" in self.fields:
            self.fields["system"] = forms.ChoiceField(
                label=_("Scoring system"),
                choices=described_systems(),
                widget=forms.RadioSelect,
                initial=self.instance.system,
            )
        self.order_fields(self._meta.fields)


HOUSE = "house-"


class NewTournamentForm(TournamentForm):
    """`again`: a second one of the same name and day is meant; asked only if there is one.

    The system is one of the five, or "house-" with the key of a profile of the club.
    """

    again = forms.BooleanField(
        label=_("Create another one with this name and date"), required=False, widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs["autofocus"] = True
        self.houses = {f"{HOUSE}{house.pk}": house for house in club.house_profiles.offered()}
        system: forms.ChoiceField = self.fields["system"]  # type: ignore[assignment]
        own = [(value, described_house(house)) for value, house in self.houses.items()]
        system.choices = [*own, *described_systems()]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        house = self.houses.get(cleaned.get("system", ""))
        if house is not None:
            cleaned |= {"system": house.system, "house_profile": house.pk}
        return cleaned

    def ask_again(self) -> None:
        self.fields["again"].widget = forms.CheckboxInput()


class ResultsForm(forms.Form):
    from_round = forms.TypedChoiceField(
        label=_("Everybody but directors and scorekeepers sees"), coerce=int, empty_value=None, required=False
    )

    def __init__(self, data: Any = None, *, tournament: Tournament) -> None:
        super().__init__(data, initial={"from_round": tournament.withheld_from})
        rounds = range(2, tournament.last_round + 1)
        self.fields["from_round"].choices = [  # type: ignore[attr-defined]
            ("", _("all results")),
            *(
                (number, _("results up to %(round)s") % {"round": tournament.round_in_words(number - 1)})
                for number in rounds
            ),
            (1, _("no results")),
        ]


OF_EVENINGS = ("evening_draw", "one_sits_out", "ranks_by_average")


class SettingsForm(TournamentForm):
    """Every setting. Frozen ones are left out; one that is posted all the same is compared by the action."""

    class Meta:
        model = Tournament
        fields = [name for name in SETTINGS if name not in ("steps", "is_evening")]
        field_classes = {"block_names": BlockNamesField}
        widgets = {"date": DateInput()}
        help_texts = {
            "rounds_planned": _("How many rounds are played on the day."),
            "games_per_round": _("How many games a table plays in a round: numbers on each card."),
            "minutes": _("The round clock starts here and can be extended at the table."),
            "warning_minutes": _("When the clock turns to its warning color. 0: no warning."),
            "movement": _("Where players go between rounds."),
            "verification": _("Who checks and initials whose card."),
            "tie_break": _("With none, equal totals share a place and its prizes."),
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
        for name in ("tie_break", "next_tie_break"):
            self.fields[name].choices = [("", _("none")), *TieBreak.choices]  # type: ignore[attr-defined]
        for name in () if self.instance.is_evening else OF_EVENINGS:
            if not (name == "ranks_by_average" and self.instance.ranks_by_average):
                del self.fields[name]
        for name in frozen:
            for inside in STEP_FIELDS.values() if name == "steps" else [name]:
                if self.add_prefix(inside) not in self.data:
                    self.fields.pop(inside, None)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        rounds, block = cleaned.get("rounds_planned"), cleaned.get("rounds_per_block")
        if rounds and block and block > rounds:
            self.add_error("rounds_per_block", _("A block cannot be longer than the tournament's rounds."))
        self.check_block_names(cleaned)
        self.check_tie_breaks(cleaned)
        minutes, warning = cleaned.get("minutes"), cleaned.get("warning_minutes")
        if minutes and warning and warning >= minutes:
            self.add_error("warning_minutes", _("The warning must come after the start of the round."))
        if cleaned.get("movement") == Movement.CUSTOM and STEP_FIELDS["A"] in self.fields:
            missing = [name for name in STEP_FIELDS.values() if cleaned.get(name) is None]
            for name in missing:
                if name not in self.errors:
                    self.add_error(name, _("Say by how many tables this letter moves; 0 stays."))
        return cleaned

    def check_tie_breaks(self, cleaned: Mapping[str, Any]) -> None:
        first, second = cleaned.get("tie_break"), cleaned.get("next_tie_break")
        if (second and second in (first, None)) or (second and not first):
            self.add_error("next_tie_break", _("Choose another one first, above."))
        system = cleaned.get("system") or self.instance.system
        carry = cleaned.get("cards_carry") or self.instance.cards_carry
        has_wins = wins_are_known(load_profile(system), carry)
        for name in ("tie_break", "next_tie_break"):
            if cleaned.get(name) in (TieBreak.MOST_WINS, TieBreak.MOST_SELF_PICKED) and not has_wins:
                self.add_error(name, _("Who won which game is only known where cards are typed as facts."))

    def check_block_names(self, cleaned: Mapping[str, Any]) -> None:
        names = named_blocks(cleaned.get("block_names") or "")
        rounds = cleaned.get("rounds_planned") or self.instance.rounds_planned
        length = cleaned.get("rounds_per_block", self.instance.rounds_per_block) or rounds
        blocks = ceil(rounds / length)
        padded = [*names, *[""] * (blocks - len(names))]
        plain_names = [folded(Block(number, (), name).name) or name for number, name in enumerate(padded, 1)]
        if len(names) > blocks:
            message = ngettext(
                "There is %(n)s block, and more names.", "There are %(n)s blocks, and more names.", blocks
            )
            self.add_error("block_names", message % {"n": blocks})
        elif len(set(plain_names)) < len(plain_names):
            self.add_error("block_names", _("Give each block a name of its own."))

    def new_settings(self) -> dict[str, Any]:
        """As `change_settings` takes them. The form must be valid."""
        values = {
            name: self.cleaned_data[name] for name in self._meta.fields or () if name in self.cleaned_data
        }
        if values.get("movement") == Movement.CUSTOM:
            values["steps"] = {letter: self.cleaned_data[name] for letter, name in STEP_FIELDS.items()}
        return values
