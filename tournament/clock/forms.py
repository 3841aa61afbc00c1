from collections.abc import Mapping
from datetime import time, timedelta
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from record.stamps import Stamp, StampField
from rules.limits import MOST_ROUNDS
from tournament.clock.queries import MOST_EXTRA
from tournament.clock.starting_times import Start
from tournament.models import StartingTime, Tournament

CLOCK_ACTIONS = ("start", "pause", "resume", "extend", "shorten", "end", "take-back-end")


class ClockForm(forms.Form):
    action = forms.ChoiceField(choices=[(name, name) for name in CLOCK_ACTIONS])
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes"), required=False, min_value=1, max_value=MOST_EXTRA
    )
    ending = forms.IntegerField(required=False, min_value=1, max_value=MOST_ROUNDS)


MOST_DAYS = 7


class StartingTimesForm(forms.Form):
    """A day and a time for each of the rounds `numbers`; without a time a round has no starting time."""

    stamp = StampField(initial=Stamp)

    def __init__(
        self,
        data: Any = None,
        *,
        tournament: Tournament,
        numbers: list[int],
        starting_times: Mapping[int, StartingTime],
        seen: Mapping[str, Any],
    ) -> None:
        super().__init__(data, initial={"stamp": Stamp(seen=seen)})
        self.numbers = numbers
        days = [
            (day, date_format(tournament.date + timedelta(days=day - 1), "WEEKDAY_FORMAT"))
            for day in range(1, MOST_DAYS + 1)
        ]
        for number in numbers:
            row = starting_times.get(number)
            self.fields[f"day_{number}"] = forms.TypedChoiceField(
                label=_("Day of %(round)s") % {"round": tournament.round_in_words(number)},
                choices=days,
                coerce=int,
                initial=row.day if row else 1,
            )
            self.fields[f"time_{number}"] = forms.TimeField(
                label=_("Start of %(round)s") % {"round": tournament.round_in_words(number)},
                required=False,
                input_formats=["%H:%M", "%I:%M %p"],
                initial=time(row.minute // 60, row.minute % 60) if row else None,
                widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
                error_messages={"invalid": _("Type a time such as 10:15.")},
            )

    @property
    def times(self) -> dict[int, Start]:
        starts = {number: self.cleaned_data.get(f"time_{number}") for number in self.numbers}
        return {
            number: (self.cleaned_data[f"day_{number}"], at.hour * 60 + at.minute)
            for number, at in starts.items()
            if at is not None
        }
