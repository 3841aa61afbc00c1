from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from paper.sheets.sheet import PAPERS, Sheet, numbers_of
from record.stamps import Stamp, StampField
from tournament.models import Round

LONGEST_CHOICE = 2_000


class PictureForm(forms.Form):
    stamp = StampField(initial=Stamp)
    picture = forms.FileField(
        label=_("A picture of your own"),
        max_length=200,
        help_text=_("PNG or JPEG, at most 3 MB, wider than tall, with a light middle for the words."),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg"}),
    )


class LogoForm(PictureForm):
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        picture = self.fields["picture"]
        picture.label = _("Logo")
        picture.help_text = _("PNG or JPEG, at most 3 MB. It prints at most 1¾ inches wide and ⅝ inch tall.")


class PaperForm(forms.Form):
    paper = forms.ChoiceField(label=_("Paper"), choices=list(PAPERS.items()))
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)


class PrintForm(PaperForm):
    """How one sheet is printed, and for some sheets the round and a choice of players or tables."""

    round = forms.TypedChoiceField(label=_("Round"), coerce=int)
    large = forms.BooleanField(label=_("Large print"), required=False)
    chosen = forms.CharField(
        label=_("Only these numbers"),
        required=False,
        max_length=LONGEST_CHOICE,
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "numeric"}),
    )
    field_order = ("round", "paper", "language", "large", "chosen")

    def __init__(
        self, data: Any = None, *, sheet: Sheet, rounds: list[Round], initial: dict[str, Any]
    ) -> None:
        super().__init__(data, initial={"language": get_language() or "en", **initial})
        self.fields["round"].choices = [(round_.number, str(round_)) for round_ in rounds]  # type: ignore[attr-defined]
        if not sheet.is_of_round:
            del self.fields["round"]
        if not sheet.has_large:
            del self.fields["large"]
        if sheet.narrowed_by:
            self.fields["chosen"].help_text = (
                _("Player numbers, such as 1-8, 12. Leave empty for everybody.")
                if sheet.narrowed_by == "players"
                else _("Table numbers, such as 1-8, 12. Leave empty for all tables.")
            )
        else:
            del self.fields["chosen"]

    def clean_chosen(self) -> frozenset[int]:
        numbers = numbers_of(self.cleaned_data["chosen"])
        if numbers is None:
            raise forms.ValidationError(_("Type numbers, such as 1-8, 12."))
        return numbers
