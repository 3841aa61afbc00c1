"""Which moments of a tournament somebody wants to see."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

EARLIEST = 2000
FORMAT = "%Y-%m-%dT%H:%M"


class MinuteField(forms.DateTimeField):
    """A minute of the hall's clock; its value is the end of it, so that what a page showed in it is in it."""

    def __init__(self, **options: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=FORMAT)
        super().__init__(widget=widget, input_formats=[FORMAT], required=False, **options)

    def clean(self, value: Any) -> datetime | None:
        if isinstance(value, str) and value[:4].isdecimal() and int(value[:4]) < EARLIEST:
            raise forms.ValidationError(_("That is too long ago. Give a minute of this tournament."))
        minute: datetime | None = super().clean(value)
        if minute is not None and minute > timezone.now():
            raise forms.ValidationError(_("That minute is still to come."))
        return minute and minute.replace(second=0, microsecond=0) + timedelta(minutes=1, microseconds=-1)


class HistoryForm(forms.Form):
    """`at`: the standings at the end of that minute. `since`: what changed from then on."""

    at = MinuteField(label=_("At this minute"))
    since = MinuteField(label=_("Compared with this earlier minute"))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        at, since = cleaned.get("at"), cleaned.get("since")
        if at and since and since >= at:
            self.add_error("since", _("This has to be earlier than the other one."))
        return cleaned
