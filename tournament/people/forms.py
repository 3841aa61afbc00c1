from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from club.models import Person
from tournament.models import Entry


class MergeForm(forms.Form):
    kept = forms.TypedChoiceField(
        label=_("Which record is kept"),
        coerce=int,
        widget=forms.RadioSelect,
        help_text=_("Its name and contact are used for the person. The other record is kept behind it."),
        error_messages={"required": _("Choose one of the two.")},
    )
    reason = forms.CharField(
        label=_("How you know"),
        max_length=300,
        error_messages={"required": _("Say how you know that they are the same person.")},
        help_text=_("Kept in the club's journal."),
    )

    def __init__(self, data: Any = None, *, people: list[Person]) -> None:
        super().__init__(data)
        entered = Entry.objects.filter(person__in=people, tournament__deleted_at__isnull=True)
        rows = entered.order_by("tournament__date").values_list("person", "tournament__name")
        last_entered = dict(rows)
        self.fields["kept"].choices = [  # type: ignore[attr-defined]
            (person.pk, description(person, last_entered.get(person.pk, ""))) for person in people
        ]


def description(person: Person, tournament: str) -> SafeString:
    details = (person.town, person.member_number, person.phone, person.email, tournament)
    words = ", ".join(filter(None, details))
    return format_html('<bdi>{}</bdi> <span class="quiet small"><bdi>{}</bdi></span>', person.name, words)


class ApartForm(forms.Form):
    reason = forms.CharField(
        label=_("Why they are two people"),
        max_length=300,
        error_messages={"required": _("Say why they are two people.")},
        help_text=_("Kept in the club's journal."),
    )

    def __init__(self, data: Any = None, *, alias: int) -> None:
        super().__init__(data, auto_id=f"apart-{alias}-%s")
