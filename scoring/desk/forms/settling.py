"""Forms for what becomes of a set beside its numbers: handed in, held, ruled on, reopened, moved."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from scoring.desk.forms.cards import FaultyForm, StampedForm
from scoring.sets.queries import TablePlace

LONGEST_REASON = 1000


def reason_field(label: Any, missing: Any, help_text: Any = "") -> forms.CharField:
    return forms.CharField(
        label=label,
        help_text=help_text,
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"required": missing, "max_length": _("Use at most %(limit_value)s characters.")},
    )


def players_field(place: TablePlace, label: Any) -> forms.MultipleChoiceField:
    """One tick for each player of the table."""
    return forms.MultipleChoiceField(
        label=label,
        choices=[
            (letter, format_html("{} <bdi>{}</bdi>", letter, entry.name))
            for letter, entry in place.entries.items()
        ],
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": _("Every player of the table has to be there; nobody is marked."),
            "invalid_choice": _("Nobody sits at that letter of this table."),
        },
    )


class HandInForm(StampedForm):
    """Cards are here, not typed yet."""

    handed_in_by = forms.CharField(required=False, max_length=1)
    undo = forms.BooleanField(required=False)


class HoldForm(FaultyForm):
    """Why a set goes to the director; sent along with the grid."""

    held_reason = reason_field(
        _("Why it is held"),
        _("Say why the set is held, for the director."),
        _("The director reads this."),
    )


class RulingForm(FaultyForm):
    """What the director ruled, and who was heard; sent along with the grid."""

    ruling = reason_field(_("Your ruling"), _("Say what you ruled."))

    def __init__(self, data: Any = None, *, place: TablePlace) -> None:
        super().__init__(data)
        self.fields["consulted"] = players_field(place, _("Heard, at the table or here"))


class HandBackForm(StampedForm):
    """A held set goes back to the desk without a ruling."""

    reason = reason_field(_("Why it goes back to the desk"), _("Say why the set goes back to the desk."))


class ReopenForm(StampedForm):
    """A dispute about an accepted set."""

    reason = reason_field(_("What the dispute is about"), _("Say what the dispute is about."))

    def __init__(self, data: Any = None, *, place: TablePlace) -> None:
        super().__init__(data, initial={"stamp": place.stamp})
        self.fields["present"] = players_field(place, _("Present"))


class MoveForm(StampedForm):
    """The cards belong to another table."""

    to = forms.IntegerField(
        label=_("The cards belong to table"),
        min_value=1,
        max_value=9_999,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 4}),
        error_messages={
            "required": _("Type the number of another table of this round."),
            "invalid": _("Type the number of another table of this round."),
        },
    )

    def __init__(self, data: Any = None, *, place: TablePlace) -> None:
        super().__init__(data, initial={"stamp": place.stamp})
