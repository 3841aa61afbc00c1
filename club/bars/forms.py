import re
from datetime import date, datetime, time

from django import forms
from django.core.validators import MinValueValidator
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.forms import LONGEST_REASON
from club.names import MOST_CHARACTERS, NUMBERING, first_name_first, has_letter, tidy
from record.stamps import Stamp, StampField

MOST_NAMES = 100
TOWN = re.compile(r"\s*\(((?:[^()]|\([^()]*\))*)\)$")


def pasted_lines(text: str) -> list[str]:
    """The lines of a list that was typed or pasted, without its numbering."""
    return [NUMBERING.sub("", tidy(line)) for line in text.splitlines()]


def name_and_town(text: str) -> tuple[str, str]:
    """ "Chen, Carol (Easton)" is Carol Chen of Easton; "" without a town."""
    return first_name_first(TOWN.sub("", text), last_first=False), "".join(TOWN.findall(text)).strip()


class BarForm(forms.Form):
    stamp = StampField(initial=Stamp)
    names = forms.CharField(
        label=_("Who"),
        max_length=MOST_NAMES * MOST_CHARACTERS,
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off", "spellcheck": "false"}),
        help_text=_("One name a line. Two people with the same name? Add the town: Carol Chen (Easton)"),
    )
    reason = forms.CharField(label=_("Why"), max_length=LONGEST_REASON)
    since = forms.DateField(
        label=_("Since"),
        validators=[MinValueValidator(date(1900, 1, 1))],  # the year 1 has no time in every zone
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def clean_names(self) -> list[tuple[str, str]]:
        """Name and town of each line; a name may be written last name first, "Chen, Carol", as in a roster."""
        people = [name_and_town(line) for line in pasted_lines(self.cleaned_data["names"]) if line]
        if unclear := next((name for name, _town in people if "," in name), ""):
            message = _(
                "Which part of “%(name)s” is the name? Write it as Carol Chen or Carol Chen (Easton)."
            )
            raise forms.ValidationError(message, code="unclear", params={"name": unclear})
        if any(not has_letter(name) for name, _town in people):
            raise forms.ValidationError(_("A name has at least one letter."), code="no-letter")
        if len(people) > MOST_NAMES or any(
            len(name) > MOST_CHARACTERS or len(town) > 80 for name, town in people
        ):
            raise forms.ValidationError(_("Write one name a line, at most 100 lines."), code="many")
        return people

    def clean_since(self) -> datetime:
        day = self.cleaned_data["since"]
        if day > timezone.localdate():
            raise forms.ValidationError(_("A bar cannot start after today."), code="future")
        now = timezone.now()
        return now if day == timezone.localdate() else timezone.make_aware(datetime.combine(day, time()))
