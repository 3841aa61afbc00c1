"""The value table of sixteen hands, as it stands at the foot of the organiser's sheet."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.systems.sixteen_hands import SixteenHandsProfile
from tournament.forms import TidyField
from tournament.stamps import Stamp, StampField

AMOUNTS = {
    "half_limit": gettext_lazy("Half limit"),
    "limit": gettext_lazy("Limit"),
    "double_limit": gettext_lazy("Double limit"),
    "fishing": gettext_lazy("Fishing"),
    "fishing_double": gettext_lazy("Fishing on a double limit"),
    "bouquet": gettext_lazy("Bouquet"),
    "flower": gettext_lazy("Own flower"),
    "kong": gettext_lazy("Each kong"),
}
CLASSES = {
    "half-limit": gettext_lazy("half limit"),
    "limit": gettext_lazy("limit"),
    "double-limit": gettext_lazy("double limit"),
}
MOST = 9_999


class ValueTableForm(forms.Form):
    """What each class and extra pays, and the sixteen hands: name, class, and whether exposed chows are allowed."""

    stamp = StampField()

    def __init__(self, data: Any = None, *, profile: SixteenHandsProfile) -> None:
        super().__init__(data)
        self.initial["stamp"] = Stamp(seen=profile.to_data())
        for name, label in AMOUNTS.items():
            self.fields[name] = forms.IntegerField(
                label=label, min_value=0, max_value=MOST, initial=getattr(profile, name)
            )
        for hand in profile.hands:
            values = {"number": hand.number}
            self.fields[f"name-{hand.number}"] = TidyField(
                label=_("Name of hand %(number)s") % values, max_length=80, required=False, initial=hand.name
            )
            self.fields[f"class-{hand.number}"] = forms.ChoiceField(
                label=_("Class of hand %(number)s") % values, choices=CLASSES.items(), initial=hand.tier
            )
            self.fields[f"star-{hand.number}"] = forms.BooleanField(
                label=_("Exposed chows allowed in hand %(number)s") % values,
                required=False,
                initial=hand.exposed_chows,
            )

    @property
    def amounts(self) -> list[forms.BoundField]:
        return [self[name] for name in AMOUNTS]

    @property
    def hands(self) -> list[tuple[int, forms.BoundField, forms.BoundField, forms.BoundField]]:
        """Number, name, class and star of each hand."""
        return [
            (number, self[f"name-{number}"], self[f"class-{number}"], self[f"star-{number}"])
            for number in range(1, 17)
        ]

    def values(self) -> dict[str, Any]:
        """The values of a valid form, as the profile names them."""
        typed = self.cleaned_data
        hands = [
            {
                "number": number,
                "class": typed[f"class-{number}"],
                "exposed_chows": typed[f"star-{number}"],
                "name": typed[f"name-{number}"],
            }
            for number in range(1, 17)
        ]
        return {name: typed[name] for name in AMOUNTS} | {"hands": hands}
