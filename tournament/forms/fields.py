"""Fields that several forms share: a name as people have it, and what a page showed when it was opened."""

import json
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.translation import gettext as _

from tournament.names import has_control_characters, tidy
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


class SeenField(forms.CharField):
    """What the page showed, kept hidden in the form, so that a change by somebody else in between is noticed."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        try:
            seen = json.loads(value or "")
        except (ValueError, RecursionError):
            seen = None
        if not isinstance(seen, dict):
            raise ValidationError(_("This page is no longer whole. Please load it again."), code="seen")
        return seen


def as_seen(values: Mapping[str, Any]) -> str:
    """The value of a `SeenField` for a page that shows `values`."""
    return json.dumps(values, cls=DjangoJSONEncoder, sort_keys=True)


def place_faults(form: forms.BaseForm, refused: Refused) -> None:
    """A refusal's sentences beside the fields they belong to, or above the form."""
    for fault in refused.faults:
        form.add_error(fault.field if fault.field in form.fields else None, fault.message)
