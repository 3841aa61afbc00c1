from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from club.forms import ReasonForm, TidyField
from record.stamps import Stamp, StampField
from tournament.models import Table, Tournament


class FinishForm(forms.Form):
    early = forms.BooleanField(
        label=_("Finish early: the rounds not played are left out"),
        required=False,
    )
    results = forms.ChoiceField(
        label=_("When may everybody see who won?"),
        choices=[
            ("withhold", _("At the ceremony; until then only directors and scorekeepers see it")),
            ("show", _("At once, as soon as the standings are final")),
        ],
        widget=forms.RadioSelect,
        help_text=_("Until the ceremony everybody sees the standings without the last round."),
    )

    def __init__(self, *args: Any, tournament: Tournament, **options: Any) -> None:
        super().__init__(*args, **options)
        if tournament.withheld_from:  # they stay so, whatever was chosen before
            del self.fields["results"]
        elif not self.is_bound:
            self.fields["results"].initial = "withhold" if tournament.prize_rows.exists() else "show"


def take_back_form(data: Any = None) -> ReasonForm:
    return ReasonForm(data, label=_("Why are you taking back the finish?"), hint="")


class ReportForm(forms.Form):
    """What a player says is wrong. A director opens the dispute at once where everybody of the table is here."""

    stamp = StampField(initial=Stamp)
    table = forms.TypedChoiceField(label=_("Which round"), coerce=int, widget=forms.RadioSelect)
    what = TidyField(
        label=_("What is wrong"),
        max_length=300,
        help_text=_("As the player says it, such as: game 3 was 30, not 25."),
    )
    all_here = forms.BooleanField(
        label=_("Everybody at that table is here: open the dispute now"), required=False
    )

    def __init__(
        self, *args: Any, tournament: Tournament, tables: Sequence[Table], directs: bool, **options: Any
    ) -> None:
        super().__init__(*args, **options)
        self.tables = {table.pk: table for table in tables}
        words = _("%(round)s, table %(table)s")
        choices = [
            (table.pk, words % {"round": tournament.round_name(table.round.number), "table": table.number})
            for table in tables
        ]
        self.fields["table"].choices = choices  # type: ignore[attr-defined]
        if len(choices) == 1:
            self.fields["table"].initial = choices[0][0]
        if not directs:
            del self.fields["all_here"]


class WindowForm(forms.Form):
    minutes = forms.IntegerField(
        label=_("Minutes for corrections"),
        min_value=1,
        max_value=240,
        initial=30,
        help_text=_("Standings and phones show how long players have to tell the desk."),
    )
