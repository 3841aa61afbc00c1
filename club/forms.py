from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.names import folded, has_letter, named_blocks, tidy
from ui.texts import has_control_characters, read_cents

LONGEST_REASON = 500
WHY = gettext_lazy("Why")
KEPT_IN_THE_JOURNAL = gettext_lazy("Kept in the journal, for whoever asks later.")

LONGEST_BLOCK_NAME = 30


class TidyField(forms.CharField):
    """One line of text: spaces squeezed, accents composed, invisible characters refused."""

    def to_python(self, value: Any) -> str:
        text = str(super().to_python(value) or "")
        plain = text.replace("\t", " ").replace("\r", " ").replace("\n", " ")
        if has_control_characters(plain):
            raise ValidationError(
                _("Something invisible is in this text. Please type it again."), code="control"
            )
        return tidy(plain)


class NameField(TidyField):
    def validate(self, value: str) -> None:
        super().validate(value)
        if value and not has_letter(value):
            raise ValidationError(_("A name has at least one letter."), code="no-letter")


class BlockNamesField(TidyField):
    """The names of blocks with commas: all different, and short enough for headings."""

    def validate(self, value: str) -> None:
        super().validate(value)
        names = named_blocks(value)
        if max(map(len, names), default=0) > LONGEST_BLOCK_NAME:
            message = _("The name of a block has %(most)s characters at the most.")
            raise ValidationError(message % {"most": LONGEST_BLOCK_NAME}, code="long")
        plain_names = [folded(name) or name for name in names if name]
        if len(set(plain_names)) < len(plain_names):
            raise ValidationError(_("Give each block a name of its own."), code="alike")


class MoneyField(TidyField):
    """An amount of money; its cleaned value is whole cents, None where it is empty."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=20, **options)
        self.widget.attrs |= {"inputmode": "decimal", "autocomplete": "off"}

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return None
        cents = read_cents(text)
        if cents is None:
            raise ValidationError(_("Type an amount such as 12 or 12.50."), code="amount")
        return cents


class ReasonForm(forms.Form):
    """Why something is decided, changed or ended. `ids` begins the ids of its fields, where its page has several."""

    reason = forms.CharField(max_length=LONGEST_REASON)

    def __init__(
        self,
        data: Any = None,
        *,
        label: Any = WHY,
        missing: Any = "",
        hint: Any = KEPT_IN_THE_JOURNAL,
        ids: str = "",
        is_needed: bool = True,
        is_long: bool = False,
    ) -> None:
        super().__init__(data, auto_id=f"{ids}-%s" if ids else "id_%s")
        field = self.fields["reason"]
        field.label, field.help_text, field.required = label, hint, is_needed
        if missing:
            field.error_messages["required"] = missing
        if is_long:
            field.widget = forms.Textarea(attrs={"rows": 2, "maxlength": LONGEST_REASON})


def has_digits(text: str, most: int) -> bool:
    """Whether a text of a request is a whole number of `most` digits at the most, which a column can hold."""
    return text.isascii() and text.isdigit() and len(text) <= most
