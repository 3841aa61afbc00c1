"""Entries of the journal for people: what is stored in English is said in the reader's language."""

import json
import re
from typing import Any

from django import template
from django.utils.translation import gettext, gettext_lazy

register = template.Library()

SHORT = 60
# What an entry is about, as the actions store it; a name stays a name.
SUBJECTS = [
    (re.compile(r"round (\d+)"), gettext_lazy("round %s")),
    (re.compile(r"from round (\d+)"), gettext_lazy("from round %s")),
    (re.compile(r"round (\d+) table (\d+)"), gettext_lazy("round %s table %s")),
    (re.compile(r"player (\d+)"), gettext_lazy("player %s")),
    (re.compile(r"player (\d+) for player (\d+)"), gettext_lazy("player %s for player %s")),
    (re.compile(r"players (\d+) and (\d+)"), gettext_lazy("players %s and %s")),
    (re.compile(r"seating"), gettext_lazy("seating")),
    (re.compile(r"final standings"), gettext_lazy("final standings")),
]


@register.filter
def verb_words(verb: str) -> str:
    """What was done, as stored by an action that marked it for translation."""
    return gettext(verb)


@register.filter
def subject_words(subject: str) -> str:
    """What it was done to."""
    for pattern, words in SUBJECTS:
        if found := pattern.fullmatch(subject):
            return str(words) % found.groups()
    return subject


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
