from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.forms import NameField
from club.models import Club, Person, systems
from club.names import MOST_CHARACTERS, folded
from tournament.models import Tournament
from tournament.settings.forms import NewTournamentForm

MOST_NEW = 40
FEWEST = 4


class StartForm(NewTournamentForm):
    """Who is here, and below what stays as it was on the last evening.

    A typed name that one person of the club has means that person; cleaned, `people` and `new` have all.
    """

    people = forms.MultipleChoiceField(required=False)
    new = forms.CharField(
        label=gettext_lazy("Somebody new"),
        required=False,
        max_length=MOST_NEW * MOST_CHARACTERS,
        widget=forms.Textarea(attrs={"rows": 2, "autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy("One name on each line."),
    )

    class Meta:
        model = Tournament
        fields = [
            *("name", "place", "time_zone", "system", "rounds_planned", "minutes"),
            *("evening_draw", "one_sits_out", "ranks_by_average", "is_public"),
        ]
        widgets = {"evening_draw": forms.RadioSelect}

    def __init__(self, *args: Any, club: Club, **options: Any) -> None:
        super().__init__(*args, club=club, **options)
        self.known = people_by_key(club)
        self.fields["name"].widget.attrs.pop("autofocus")
        self.fields["people"].choices = [(key, "") for key in self.known]  # type: ignore[attr-defined]

    @property
    def system_now(self) -> str:
        """The chosen system in words, without its description."""
        value = self["system"].value()
        house = self.houses.get(value)
        return house.name if house else str(dict(systems()).get(value, ""))

    def clean_new(self) -> list[str]:
        field = NameField(max_length=MOST_CHARACTERS)
        lines = [line for line in self.cleaned_data["new"].splitlines() if line.strip()]
        if len(lines) > MOST_NEW:
            raise forms.ValidationError(_("Type at most %(most)d names here.") % {"most": MOST_NEW})
        return [field.clean(line) for line in lines]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        names, people = cleaned.get("new", []), [self.known[key] for key in cleaned.get("people", ())]
        new, twice = [], False
        for name in names:
            try:
                person = called(name, self.known.values())
            except forms.ValidationError as error:
                self.add_error("new", error)
                continue
            if person is None:
                new.append(name)
            else:
                twice = twice or person in people
                people.append(person)
        if twice or len({*map(folded, new)}) < len(new):
            self.add_error("new", _("A name is here twice. Add something that tells the two apart."))
        if not self.errors and len(people) + len(new) < FEWEST:
            self.add_error("people", _("Tap or type at least four people."))
        people.sort(key=lambda person: person.divided_name.sort_key)
        return cleaned | {"people": people, "new": new}


class CameForm(forms.Form):
    """Somebody of the club, or a name."""

    person = forms.ChoiceField(required=False)
    name = NameField(
        label=gettext_lazy("Somebody new"),
        max_length=MOST_CHARACTERS,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, club: Club, **options: Any) -> None:
        super().__init__(*args, **options)
        self.known = people_by_key(club)
        self.fields["person"].choices = [("", ""), *((key, "") for key in self.known)]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        person, name = self.known.get(cleaned.get("person", "")), cleaned.get("name", "")
        if not self.errors and (person is None) == (not name):
            words = _("Tap a name, or type one, not both.") if name else _("Tap a name, or type one.")
            self.add_error("name", words)
        if person is None and name:
            try:
                person = called(name, self.known.values())
            except forms.ValidationError as error:
                self.add_error("name", error)
        return cleaned | {"person": person}


def people_by_key(club: Club) -> dict[str, Person]:
    people = Person.objects.kept().filter(club=club, erased_at=None)
    return {str(person.pk): person for person in people}


def called(name: str, people: Iterable[Person]) -> Person | None:
    """The one of these people who is called so. Raises ValidationError where several are."""
    of_that_name = [person for person in people if folded(person.name) == folded(name)]
    if len(of_that_name) > 1:
        raise forms.ValidationError(
            _("Several people are called %(name)s. Tap the right one.") % {"name": name}
        )
    return of_that_name[0] if of_that_name else None
