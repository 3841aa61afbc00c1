"""Fields that several forms share: a name as people have it, and what a page showed when it was opened."""

import json
import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.names import has_control_characters, has_letter, tidy
from tournament.refused import Refused, refuse

NOT_WHOLE = gettext_lazy("This page is no longer whole. Please load it again.")
_HEAD = re.compile("0|[0-9a-f]{64}")


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


class SeenField(forms.CharField):
    """What the page showed, kept hidden in the form, so that a change by somebody else in between is noticed."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        try:
            seen = json.loads(value or "")
        except (ValueError, RecursionError):
            seen = None
        if not isinstance(seen, dict):
            raise ValidationError(NOT_WHOLE, code="seen")
        return seen


class AsOfField(forms.CharField):
    """The journal's head when the page was made, kept hidden in the form (`{% as_of %}`), for `refuse_overtaken`."""

    widget = forms.HiddenInput

    def clean(self, value: Any) -> str:
        text = str(value or "")
        if not _HEAD.fullmatch(text):
            raise ValidationError(NOT_WHOLE, code="as-of")
        return text


def as_seen(values: Mapping[str, Any]) -> str:
    """The value of a `SeenField` for a page that shows `values`."""
    return json.dumps(values, cls=DjangoJSONEncoder, sort_keys=True)


def half_sent() -> Refused:
    """For a form without what its page sends along unseen."""
    return refuse("half-sent", str(NOT_WHOLE))


def refuse_half_sent(form: forms.Form) -> None:
    """Raises Refused where what a page sends along unseen did not come with the form."""
    hidden = [field.name for field in form.hidden_fields()]
    if form.is_bound and not form.is_valid() and any(name in form.errors for name in hidden):
        raise half_sent()


def sent_as_of(data: Mapping[str, Any]) -> str:
    """When the page was made that sent a form with `{% as_of %}`; raises Refused where the form does not say it."""
    try:
        return AsOfField().clean(data.get("as_of"))
    except ValidationError as error:
        raise half_sent() from error


def place_faults(form: forms.BaseForm, refused: Refused) -> None:
    """A refusal's sentences beside the fields they belong to, or above the form."""
    for fault in refused.faults:
        form.add_error(fault.field if fault.field in form.fields else None, fault.message)
