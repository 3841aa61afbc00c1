from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from club.forms import NameField
from record.stamps import Stamp, StampField
from rules.limits import MOST_ROUNDS
from tournament.categories.actions import facts
from tournament.models import Category, Entry, Tournament


class CategoryForm(forms.Form):
    stamp = StampField(initial=Stamp)
    name = NameField(
        label=_("Name"), max_length=60, help_text=_("As the standings show it, such as “Half day”.")
    )
    last_round = forms.IntegerField(
        label=_("Last round"),
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
        help_text=_("Leave empty if they play to the end."),
    )


class MembersForm(CategoryForm):
    players = forms.TypedMultipleChoiceField(
        label=_("Who is in it"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, data: Any = None, *, category: Category, tournament: Tournament) -> None:
        members = list(category.entries.values_list("pk", flat=True))
        super().__init__(
            data,
            auto_id=f"category-{category.pk}-%s",
            initial={
                "name": category.name,
                "last_round": category.last_round,
                "players": members,
                "stamp": Stamp(seen=facts(category)),
            },
        )
        entries = tournament.entries.with_people().exclude(state=Entry.State.WITHDRAWN)
        self.fields["players"].choices = [  # type: ignore[attr-defined]
            (
                entry.pk,
                format_html('<span class="player-number">{}</span> <bdi>{}</bdi>', entry.number, entry.name),
            )
            for entry in entries | tournament.entries.with_people().filter(pk__in=members)
        ]
