"""Forms for handing in, holding, ruling on, handing back, reopening and moving a set."""

from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from record.refused import Refused
from scoring.desk.codes import LONGEST_CODE, table_of_code
from scoring.desk.forms.cards import FaultyForm, StampedForm
from scoring.sets.queries import DeskTable

LONGEST_REASON = 1000
NEEDED_IF_SETTLED = _("Needed if the set of that table is accepted or held.")


def reason_field(label: Any, missing: Any, help_text: Any = "") -> forms.CharField:
    return forms.CharField(
        label=label,
        help_text=help_text,
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"required": missing, "max_length": _("Use at most %(limit_value)s characters.")},
    )


def players_field(desk_table: DeskTable, label: Any) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        label=label,
        choices=[
            (letter, format_html("{} <bdi>{}</bdi>", letter, entry.name))
            for letter, entry in desk_table.entries.items()
        ],
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": _("Every player of the table has to be there; nobody is marked."),
            "invalid_choice": _("Nobody sits at that letter of this table."),
        },
    )


class HandInForm(StampedForm):
    handed_in_by = forms.CharField(required=False, max_length=1)
    undo = forms.BooleanField(required=False)


class HoldForm(FaultyForm):
    """The reason to hold a set for the director; sent together with the grid."""

    held_reason = reason_field(
        _("Why it is held"),
        _("Say why the set is held, for the director."),
        _("The director reads this."),
    )


class RulingForm(FaultyForm):
    ruling = reason_field(_("Your decision in words"), _("Say what you ruled."))

    def __init__(self, data: Any = None, *, desk_table: DeskTable) -> None:
        super().__init__(data)
        self.fields["consulted"] = players_field(desk_table, _("Who did you talk to?"))
        self.fields["consulted"].help_text = _("Check everybody: it takes the place of the initials.")


class OpenAgainForm(StampedForm):
    reason = reason_field(_("Why it goes back to the desk"), _("Say why the set goes back to the desk."))


class ReopenForm(StampedForm):
    reason = reason_field(
        _("What the dispute is about"),
        _("Say what the dispute is about."),
        _("The players of the table may read this."),
    )

    def __init__(self, data: Any = None, *, desk_table: DeskTable) -> None:
        super().__init__(data, initial={"stamp": desk_table.stamp})
        self.fields["present"] = players_field(desk_table, _("Present"))


class WriteOffForm(StampedForm):
    reason = reason_field(
        _("Why its cards will not come in"), _("Say why this table’s cards will not come in.")
    )


class MoveForm(StampedForm):
    """The table that typed cards belong to; with a reason if one of the sets is accepted or held."""

    to = forms.CharField(
        label=_("The cards belong to table"),
        max_length=LONGEST_CODE,
        widget=forms.TextInput(attrs={"autocomplete": "off", "size": 12}),
        help_text=_("Its number, or the name of somebody who sits there."),
        error_messages={"required": _("Type the number of another table of this round.")},
    )
    reason = reason_field(
        _("Why they belong there"), _("Say why these cards belong to another table."), NEEDED_IF_SETTLED
    )

    def __init__(self, data: Any = None, *, desk_table: DeskTable) -> None:
        # Ids of its own, because its page has other forms with a reason.
        super().__init__(data, initial={"stamp": desk_table.stamp}, auto_id="move_%s")
        self.desk_table = desk_table
        if desk_table.is_open:
            self.fields["reason"].required = False
        else:
            self.fields["reason"].help_text = ""

    def clean_to(self) -> int:
        desk_table = self.desk_table
        try:
            return table_of_code(self.cleaned_data["to"], desk_table.tournament, desk_table.round)
        except Refused as refused:
            raise forms.ValidationError(str(refused)) from refused
