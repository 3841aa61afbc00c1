"""The one form that changes a profile's numbers: a tournament's, before its first round, or a house profile's."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils import translation
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.forms import TidyField
from club.models import Movement
from club.profiles.fields import extra_fields, fields_of, read_value
from record.phrases import rules_in_words
from record.stamps import Stamp, StampField
from rules.english import rule_sheet
from rules.game import INFRACTION_KINDS, Phrase
from rules.limits import MOST_EXTRAS
from rules.systems.profile import Profile, definition
from rules.systems.registry import load_profile, shape_of

OF_SETTINGS = frozenset(
    {
        "games_per_round",
        "round_minutes",
        "warning_minutes",
        "cards_carry",
        "verification",
        "movement",
        "block_names",
    }
)
"""The numbers that stand on a tournament's settings page."""
GROUPS_OF = {"infractions", "hands", "extras"}


def names_of(profile: Profile, *, left_out: Iterable[str] = ()) -> tuple[str, ...]:
    return tuple(name for name in definition(profile.system).names if name not in left_out)


@dataclass(frozen=True)
class NumberRow:
    """One value in the form: what it is called and does, the clause, the system's own value, and its fields."""

    name: str
    label: str
    sentence: str
    clause: str
    default: str
    changed: bool
    fields: list[forms.BoundField]

    @property
    def kind(self) -> str:
        """How it is laid out: "infractions", "hands" and "extras" are tables, "several" stand side by side."""
        if self.name in GROUPS_OF:
            return self.name
        return "one" if len(self.fields) == 1 else "several"

    @property
    def lines(self) -> list[tuple[forms.BoundField, ...]]:
        width = {"infractions": 2, "hands": 3, "extras": 4}[self.kind]
        return list(zip(*(self.fields[start::width] for start in range(width)), strict=True))


class NumbersForm(forms.Form):
    stamp = StampField()

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, profile: Profile, names: tuple[str, ...]
    ) -> None:
        super().__init__(data)
        self.profile, self.names = profile, names
        self.initial["stamp"] = Stamp(seen=profile.to_data())
        self.field_names: dict[str, list[str]] = {}
        self.sentences = {row.name: row for row in rule_sheet(load_profile(profile.system), translation)}
        for name in names:
            label = capfirst(rules_in_words(Phrase("value-name", {"name": name})))
            fields = (
                extra_fields(profile.extras, data) if name == "extras" else fields_of(name, label, profile)
            )
            self.field_names[name] = list(fields)
            if len(fields) == 1:
                fields[name].help_text = self.sentences[name].sentence
            self.fields |= fields

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if "infractions" in self.names:
            for kind in INFRACTION_KINDS:
                points = f"{kind}-points"
                is_missing = cleaned.get(points) is None and points not in self.errors
                if is_missing and cleaned.get(f"{kind}-answer") == "points":
                    self.add_error(points, _("Say how many points it costs; 0 costs nothing."))
        if "extras" in self.names:
            self._clean_extras(cleaned)
        minutes, warning = cleaned.get("round_minutes"), cleaned.get("warning_minutes")
        if minutes and warning and warning >= minutes:
            self.add_error("warning_minutes", _("The warning must come after the start of the round."))
        return cleaned

    def _clean_extras(self, cleaned: Mapping[str, Any]) -> None:
        codes: set[str] = set()
        for row in range(MOST_EXTRAS):
            name, points = f"extra-{row}-name", f"extra-{row}-points"
            extras = cleaned.get(name)
            if extras and extras.casefold() in codes:
                self.add_error(name, _("Another extra has this name."))
            if extras:
                codes.add(extras.casefold())
            if extras and not cleaned.get(points) and points not in self.errors:
                self.add_error(points, _("Say how many points it gives, or takes with a minus."))
            if cleaned.get(points) and not extras and name not in self.errors:
                self.add_error(name, _("Say what the extra is for."))

    @property
    def rows(self) -> Iterator[NumberRow]:
        base = load_profile(self.profile.system)
        for name in self.names:
            row = self.sentences[name]
            yield NumberRow(
                name,
                capfirst(rules_in_words(Phrase("value-name", {"name": name}))),
                row.sentence,
                row.clause,
                str(Movement(base.movement).label) if name == "movement" else row.value,
                getattr(self.profile, name) != getattr(base, name),
                [self[field] for field in self.field_names[name]],
            )

    @property
    def scoring_rows(self) -> list[NumberRow]:
        scoring = definition(self.profile.system).values
        return [row for row in self.rows if row.name in scoring]

    @property
    def desk_rows(self) -> list[NumberRow]:
        scoring = definition(self.profile.system).values
        return [row for row in self.rows if row.name not in scoring]

    def values(self) -> dict[str, Any]:
        return {
            name: read_value(name, self.cleaned_data, shape_of(self.profile, name)) for name in self.names
        }


class HouseProfileForm(NumbersForm):
    name = TidyField(
        label=gettext_lazy("Name of the profile"),
        max_length=60,
        help_text=gettext_lazy(
            "A name your directors will recognize next year, such as “Elks Hall 2027 card”."
        ),
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, profile: Profile, house_name: str = ""
    ) -> None:
        super().__init__(data, profile=profile, names=names_of(profile))
        self.initial["name"] = house_name
        self.initial["stamp"] = Stamp(seen={"name": house_name, **profile.to_data()})
