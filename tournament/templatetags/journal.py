"""Old and new values of the journal, readable."""

import json
from typing import Any

from django import template

register = template.Library()

SHORT = 60


@register.filter
def in_short(value: Any) -> str:
    """A JSON value on one line, cut where it gets long."""
    if isinstance(value, dict):
        text = ", ".join(
            f"{key} {item if not isinstance(item, dict | list) else '…'}" for key, item in value.items()
        )
    else:
        text = str(value)
    return text if len(text) <= SHORT else f"{text[:SHORT]}…"


@register.filter
def in_full(value: Any) -> str:
    """A JSON value as it is stored, indented."""
    return json.dumps(value, ensure_ascii=False, indent=1)
