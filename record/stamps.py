"""The hidden field of a form: a key of its own, and the values its page was made from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.translation import gettext as _

from record.refused import Refused, refuse

FIELD = "stamp"


@dataclass(frozen=True)
class Stamp:
    """The stamp of one form of one page.

    `key` tells a repeat from a new form; `seen` has the values of the page, as JSON.
    """

    key: UUID = field(default_factory=uuid4)
    seen: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        if not self.seen:
            return str(self.key)
        return f"{self.key}:{json.dumps(self.seen, cls=DjangoJSONEncoder, sort_keys=True, separators=(',', ':'))}"

    @classmethod
    def from_text(cls, text: str) -> Stamp:
        key, colon, seen = text.partition(":")
        values = json.loads(seen) if colon else {}
        if not isinstance(values, dict):
            raise ValueError(text)
        return cls(UUID(key), values)


def half_sent() -> Refused:
    return refuse("half-sent", _("Part of this page is missing. Please reload it."))


def stamp_of(data: Mapping[str, Any]) -> Stamp:
    """The stamp of a submitted form. Raises Refused without a readable one."""
    try:
        return Stamp.from_text(str(data.get(FIELD) or ""))
    except (ValueError, RecursionError) as error:
        raise half_sent() from error


class StampField(forms.CharField):
    """The stamp as a hidden field of a form; its cleaned value is a `Stamp`."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        if isinstance(value, Stamp):
            return value
        try:
            return stamp_of({FIELD: value})
        except Refused as refused:
            raise ValidationError([fault.message for fault in refused.faults], code="stamp") from refused

    def validate(self, value: Any) -> None:
        """`to_python` has validated it."""

    def run_validators(self, value: Any) -> None:
        """Validators of text do not apply."""
