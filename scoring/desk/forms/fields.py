"""Form fields of the score desk: handwritten numbers and infractions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from rules.game import INFRACTION_KINDS
from scoring.sets.words import infraction_in_words

NUMBER = re.compile(r"^([-−–]?)\s*(\d{1,6})\s*([-−–]?)$")


class PointsField(forms.CharField):
    """A whole number whose minus may stand before or after it, as players write it; empty is None."""

    def __init__(self, *, most: int, **options: Any) -> None:
        self.most = most
        super().__init__(required=False, **options)

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        if not text:
            return None
        match = NUMBER.match(text)
        if not match or (match[1] and match[3]):
            raise forms.ValidationError(gettext("Type a whole number, such as 25 or -10."), "not-a-number")
        number = int(match[2]) * (-1 if match[1] or match[3] else 1)
        if abs(number) > self.most:
            message = gettext("Type a number from -%(most)s to %(most)s.") % {"most": self.most}
            raise forms.ValidationError(message, "out-of-range")
        return number

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        # No inputmode: the number pad of a phone has no minus.
        return {
            "autocomplete": "off",
            "pattern": r"\s*[\-−–]?\s*\d+\s*[\-−–]?\s*",
            "maxlength": "8",
            "title": gettext("A whole number, such as 25 or -10"),
        }


class SeveralSelects(forms.Select):
    """A select for each choice made and one for another; the value is the choices with blanks between."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> str:
        choices = data.getlist(name) if hasattr(data, "getlist") else [data.get(name) or ""]
        return " ".join(filter(None, choices))

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        chosen = (value or "").split()
        attrs = {**(attrs or {}), "data-several": ""}
        lists = []
        is_full = len(chosen) + 1 >= len(list(self.choices))
        for index, choice in enumerate(chosen if is_full else [*chosen, ""]):
            if index:
                attrs = {**attrs, "id": f"id_{name}-{index + 1}", "aria-label": gettext("another infraction")}
            lists.append((super().render(name, choice, attrs, renderer),))
        return format_html_join(" ", "{}", lists)


class InfractionsField(forms.Field):
    """The kinds of infraction of one seat in one game, each at most once: a tuple, in the order they were chosen."""

    widget = SeveralSelects

    def __init__(self, *, kinds: Iterable[str], **options: Any) -> None:
        super().__init__(required=False, **options)
        self.kinds = frozenset(kinds)
        chosen = [(kind, infraction_in_words(kind)) for kind in INFRACTION_KINDS if kind in self.kinds]
        self.widget.choices = [("", gettext("no infraction")), *chosen]

    def to_python(self, value: Any) -> tuple[str, ...]:
        kinds = tuple(dict.fromkeys((value or "").split()))
        if not self.kinds.issuperset(kinds):
            raise forms.ValidationError(gettext("Choose one of the list."), "invalid_choice")
        return kinds
