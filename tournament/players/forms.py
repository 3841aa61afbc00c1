from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.family_names import stands_in, unlike_the_guess
from club.forms import NameField, TidyField
from club.names import MOST_CHARACTERS, folded, recapitalized
from record.stamps import Stamp, StampField
from tournament.models import Entry, Tournament
from tournament.models.choices import (
    MOST_EMAIL,
    MOST_FEE_NOTE,
    MOST_IN_A_NUMBER,
    MOST_MEMBER_NUMBER,
    MOST_NOTES,
    MOST_PHONE,
    MOST_TOWN,
)
from tournament.players.actions import PRIVATE_FIELDS, NewPlayer, details, private_details
from tournament.players.alike import Alike, people_alike
from tournament.players.queries import has_begun, next_number

NEW_PERSON = "new"
EDITED = (
    "number",
    "name",
    "family_name",
    "town",
    "member_number",
    "shows_initials",
    "category",
    *PRIVATE_FIELDS,
)


class EntryForm(forms.Form):
    stamp = StampField(initial=Stamp)
    number = forms.IntegerField(
        label=gettext_lazy("Player number"),
        min_value=1,
        max_value=MOST_IN_A_NUMBER,
        help_text=gettext_lazy("On seat slips, lists and standings. Nobody else here has it."),
    )
    name = NameField(
        label=gettext_lazy("Name"),
        max_length=MOST_CHARACTERS,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    family_name = TidyField(
        label=gettext_lazy("Last name, if we guessed wrong"),
        max_length=MOST_CHARACTERS,
        required=False,
        help_text=gettext_lazy(
            "Lists are sorted by it. Leave empty for the last word, with “van der” or “de la” before it."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    town = TidyField(
        label=gettext_lazy("Town"),
        max_length=MOST_TOWN,
        required=False,
        help_text=gettext_lazy("Tells two people with the same name apart."),
    )
    member_number = TidyField(
        label=gettext_lazy("Member number"),
        max_length=MOST_MEMBER_NUMBER,
        required=False,
        help_text=gettext_lazy("The club's or league's own number, if there is one."),
    )
    phone = TidyField(
        label=gettext_lazy("Phone"),
        max_length=MOST_PHONE,
        required=False,
        widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "off"}),
    )
    email = TidyField(
        label=gettext_lazy("E-mail"),
        max_length=MOST_EMAIL,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "email", "autocomplete": "off"}),
    )
    shows_initials = forms.BooleanField(
        label=gettext_lazy("Initials only"),
        required=False,
        help_text=gettext_lazy("Public pages show initials in place of the name."),
    )

    category = forms.ChoiceField(
        label=gettext_lazy("Category"),
        required=False,
        help_text=gettext_lazy("The part of the event they are entered for, such as a half day."),
    )

    mended = ""
    """The name with capitals where they belong, offered beside one typed all in small or all in capital letters."""

    def __init__(self, *args: Any, tournament: Tournament, **options: Any) -> None:
        super().__init__(*args, **options)
        self.tournament = tournament
        names = [category.name for category in tournament.categories.all()]
        self.fields["category"].choices = [  # type: ignore[attr-defined]
            ("", _("The whole event")),
            *((name, name) for name in names),
        ]
        if not names:
            del self.fields["category"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        self.offer_mended(cleaned)
        name, family = cleaned.get("name", ""), cleaned.get("family_name", "")
        if name and family and not stands_in(family, name):
            message = _("“%(family)s” is not part of the name “%(name)s”.")
            self.add_error("family_name", message % {"family": family, "name": name})
        elif family:
            cleaned["family_name"] = unlike_the_guess(family, name)
        return cleaned

    def offer_mended(self, cleaned: dict[str, Any]) -> None:
        """Asks once about a name typed all in small or all in capital letters; `spelling` has the answer."""
        name = cleaned.get("name", "")
        better, spelling = recapitalized(name), self.data.get("spelling", "")
        if not better or spelling == "typed" or not self.is_named_here(cleaned):
            return
        if spelling == "mended":
            cleaned["name"] = better
            return
        self.mended = better
        message = _("Is it written “%(name)s”? Press the one that is right.")
        self.add_error("name", message % {"name": better})

    def is_named_here(self, cleaned: dict[str, Any]) -> bool:
        return True


class EditEntryForm(EntryForm):
    """A correction; its stamp has the player shown (`entry`) and the values shown."""

    said_as = TidyField(
        label=gettext_lazy("How to say the name"),
        max_length=MOST_CHARACTERS,
        required=False,
        help_text=gettext_lazy("For the announcer, such as: EE-va ko-VAL-chik."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    notes = TidyField(
        label=gettext_lazy("Notes"),
        max_length=MOST_NOTES,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Diet, bringing a set, requests."),
    )
    fee_note = TidyField(
        label=gettext_lazy("Fee"),
        max_length=MOST_FEE_NOTE,
        required=False,
        help_text=gettext_lazy("What the list said: an amount, a check, paid or not."),
    )

    def is_named_here(self, cleaned: dict[str, Any]) -> bool:
        stamp = cleaned.get("stamp")
        return stamp is None or stamp.seen.get("name") != cleaned["name"]

    def say_where_listed(self, entry: Entry) -> None:
        listed = _("Lists have this player under “%s”. If that is wrong, type the last name here.")
        self.fields["family_name"].help_text = listed % entry.divided_name.family

    @classmethod
    def showing(cls, entry: Entry) -> "EditEntryForm":
        initial = {**edited(entry), "stamp": stamp_of_entry(entry)}
        return cls(initial=initial, tournament=entry.tournament)

    def values(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in EDITED if name in self.fields}


def edited(entry: Entry) -> dict[str, Any]:
    current = details(entry) | private_details(entry)
    return {name: current[name] for name in EDITED}


def stamp_of_entry(entry: Entry) -> Stamp:
    """A stamp with everything about this player that the page shows and can correct."""
    return Stamp(seen={"entry": entry.identity, **edited(entry)})


class NewEntryForm(EntryForm):
    admits = False
    """Whether somebody who is entered already can be chosen."""

    person = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)
    waiting = forms.BooleanField(
        label=gettext_lazy("Put on the waiting list"),
        required=False,
        help_text=gettext_lazy(
            "For when all seats are taken. Those waiting move up in the order they signed up."
        ),
    )

    checked_in = forms.BooleanField(
        label=gettext_lazy("Is here"),
        required=False,
        help_text=gettext_lazy("Checked in at once, with nothing left to do at the door."),
    )

    def __init__(self, *args: Any, tournament: Tournament, **options: Any) -> None:
        super().__init__(*args, tournament=tournament, **options)
        if "checked_in" in self.fields:
            self.fields["checked_in"].initial = has_begun(tournament)
        self.people: list[Alike] = []
        self.fields["number"].initial = next_number(tournament)
        self.fields["name"].widget.attrs |= {
            "hx-get": reverse("people-alike", args=[tournament.slug]) + ("?admits" if self.admits else ""),
            "hx-trigger": "input changed delay:250ms",
            "hx-target": "#people-alike",
        }
        if self.is_bound:
            self.people = people_alike(tournament, str(self.data.get("name", ""))[:MOST_CHARACTERS])

    def is_named_here(self, cleaned: dict[str, Any]) -> bool:
        return cleaned.get("person", "") in {"", NEW_PERSON}

    @property
    def player(self) -> NewPlayer:
        return NewPlayer(**{field: value for field, value in self.cleaned_data.items() if field != "stamp"})

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        chosen = cleaned.get("person", "")
        cleaned["person"] = None
        if chosen in {"", NEW_PERSON}:
            self.ask_for_town(cleaned)
            # Who has this very number is no question: the same form again, or a number that is taken.
            likely = [
                candidate
                for candidate in self.people
                if candidate.likely and candidate.entered != cleaned.get("number")
            ]
            if likely and not chosen and "name" in cleaned:
                raise ValidationError(
                    _(
                        "The club knows somebody of this name. Please choose the person below, or “somebody new”."
                    ),
                    code="who",
                )
            return cleaned
        cleaned["person"] = next(
            (candidate.person for candidate in self.people if str(candidate.person.pk) == chosen), None
        )
        if cleaned["person"] is None:
            raise ValidationError(
                _("The chosen person no longer matches the name. Please choose again."), code="who"
            )
        return cleaned

    def ask_for_town(self, cleaned: dict[str, Any]) -> None:
        """Two of one name and without a town could not be told apart at the door."""
        namesake = next(
            (
                candidate
                for candidate in self.people
                if candidate.entered
                and candidate.entered != cleaned.get("number")
                and not candidate.person.town
                and folded(candidate.person.name) == folded(cleaned.get("name", ""))
            ),
            None,
        )
        if namesake is not None and cleaned.get("person") is None and not cleaned.get("town", "x"):
            message = _(
                "Number %(number)d has the same name. Type a town, or something else that tells the two apart."
            )
            self.add_error("town", message % {"number": namesake.entered})


class WalkInForm(NewEntryForm):
    waiting = None  # type: ignore[assignment]  # how Django takes a field away
    checked_in = None  # type: ignore[assignment]
    admits = True

    @property
    def entered(self) -> int | None:
        """The number of the chosen person where they are entered already; None for the same form once more."""
        person, number = self.cleaned_data["person"], self.cleaned_data["number"]
        entered = next((candidate.entered for candidate in self.people if candidate.person == person), None)
        return entered if entered != number else None
