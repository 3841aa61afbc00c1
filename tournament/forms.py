"""Fields that several forms share, and where a refusal stands in a form."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournament.names import has_control_characters, has_letter, tidy
from tournament.refused import Refused


class TidyField(forms.CharField):
    """One line of text: spaces squeezed, accents composed, nothing invisible in it."""

    def to_python(self, value: Any) -> str:
        text = str(super().to_python(value) or "")
        plain = text.replace("\t", " ").replace("\r", " ").replace("\n", " ")
        if has_control_characters(plain):
            raise ValidationError(
                _("Something invisible is in this text. Please type it again."), code="control"
            )
        return tidy(plain)


class NameField(TidyField):
    """A person's name: a letter is in it."""

    def validate(self, value: str) -> None:
        super().validate(value)
        if value and not has_letter(value):
            raise ValidationError(_("A name has at least one letter."), code="no-letter")


def place_faults(form: forms.BaseForm, refused: Refused) -> None:
    """A refusal's sentences beside the fields they belong to, or above the form."""
    for fault in refused.faults:
        form.add_error(fault.field if fault.field in form.fields else None, fault.message)
