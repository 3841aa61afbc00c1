from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class LiftForm(forms.Form):
    reason = forms.CharField(
        label=_("Why it is lifted"),
        max_length=300,
        error_messages={"required": _("Say why the bar is lifted.")},
        help_text=_("Kept in the club's journal."),
    )

    def __init__(self, data: Any = None, *, bar: int) -> None:
        super().__init__(data, auto_id=f"lift-{bar}-%s")
