from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.forms import TidyField
from club.profiles.fields import extra_fields, fields_of, read_value
from record.stamps import Stamp, StampField
from rules.english import rule_sheet
from rules.game import INFRACTION_KINDS
from rules.limits import MOST_EXTRAS
from rules.systems.profile import Profile, definition
from rules.systems.registry import shape_of

ABREAST = {"infractions": 2, "hands": 3, "extras": 4}
"""How many fields stand in a line, where there are several lines."""
HELP = {
    "card-values": gettext_lazy("On one line, such as 25 30 35."),
    "block-names": gettext_lazy(
        "With commas between, such as AM, PM. The rounds are divided evenly among them."
    ),
    "sheet-words": gettext_lazy("Leave a field empty to keep the usual word."),
    "extras": gettext_lazy(
        "The desk marks who had it, and its points show on their own line. Clear the name to remove an extra; save to"
        " get more lines."
    ),
}


class RuleForm(forms.Form):
    stamp = StampField()

    def __init__(self, data: Mapping[str, Any] | None = None, *, profile: Profile, rule: str) -> None:
        super().__init__(data)
        self.profile, self.rule = profile, rule
        self.row = next(row for row in rule_sheet(profile, translation) if row.name == rule)
        self.kind = shape_of(profile, rule).kind
        self.help = HELP.get(self.kind, "")
        self.is_scoring = rule in definition(profile.system).values
        self.initial["stamp"] = Stamp(seen={rule: profile.to_data()[rule]})
        self.fields |= (
            extra_fields(profile.extras, data)
            if rule == "extras"
            else fields_of(rule, self.row.title, profile)
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.rule == "infractions":
            for kind in INFRACTION_KINDS:
                points = f"{kind}-points"
                is_missing = cleaned.get(points) is None and points not in self.errors
                if is_missing and cleaned.get(f"{kind}-answer") == "points":
                    self.add_error(points, _("Say how many points it costs; 0 costs nothing."))
        if self.rule == "extras":
            self._clean_extras(cleaned)
        if self.rule in ("round_minutes", "warning_minutes") and not self.errors:
            day = {
                name: cleaned.get(name, getattr(self.profile, name))
                for name in ("round_minutes", "warning_minutes")
            }
            if day["warning_minutes"] >= day["round_minutes"]:
                self.add_error(self.rule, _("The warning must come after the start of the round."))
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
    def lines(self) -> list[tuple[forms.BoundField, ...]]:
        fields = self.visible_fields()
        width = ABREAST.get(self.kind, len(fields))
        return list(zip(*(fields[start::width] for start in range(width)), strict=True))

    def values(self) -> dict[str, Any]:
        return {self.rule: read_value(self.rule, self.cleaned_data, shape_of(self.profile, self.rule))}


class HouseNameForm(forms.Form):
    stamp = StampField()
    name = TidyField(
        label=gettext_lazy("Name of the profile"),
        max_length=60,
        help_text=gettext_lazy(
            "A name your directors will recognize next year, such as “Elks Hall 2027 card”."
        ),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, house_name: str = "") -> None:
        super().__init__(data)
        self.initial["name"] = house_name
        self.initial["stamp"] = Stamp(seen={"name": house_name})
