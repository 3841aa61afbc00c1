"""Widgets look as Django's own templates write them."""

import re
from typing import Any

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy

from ui.widgets import WidgetRenderer

GROUPED = [
    ("", "–"),
    ("Bams & <Craks>", [("1", "One"), ("2", mark_safe("<b>Two</b>"))]),
    ("'x\"", gettext_lazy("Wall")),
]
ATTRIBUTES = {
    "id": "id_a",
    "class": 'fact "x"',
    "required": True,
    "disabled": False,
    "size": 5,
    "title": gettext_lazy("Wall"),
}


@pytest.mark.parametrize("value", [None, "", "2", "a\"b<c>&'", -10, True, ["2"]], ids=str)
@pytest.mark.parametrize(
    "widget",
    [
        forms.TextInput(),
        forms.NumberInput(),
        forms.HiddenInput(),
        forms.CheckboxInput(),
        forms.PasswordInput(render_value=True),
        forms.Select(choices=GROUPED),
        forms.SelectMultiple(choices=GROUPED),
        forms.Textarea(),
    ],
    ids=lambda widget: type(widget).__name__,
)
def test_a_widget_is_written_as_by_django(widget: forms.Widget, value: Any) -> None:
    ours, theirs = (
        widget.render("a", value, attrs=ATTRIBUTES, renderer=renderer)
        for renderer in (WidgetRenderer(), DjangoTemplates())
    )
    assert ours == re.sub("\n+", "\n", theirs)  # its templates leave empty lines between options
