"""Naming a player at the desk: by number, or by the number and name that the list offers."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Entry, Tournament
from tournament.names import begins

_NUMBER_FIRST = re.compile(r"\s*#?([0-9]{1,5})\b")


class PlayerField(forms.CharField):
    """Reads "54" or "54 May-Ling Wu" and gives the entry of this tournament; the form sets `tournament`.

    A name beside the number, or a part of one, has to be that number's: the list it was chosen from may be older
    than a change.
    """

    tournament: Tournament | None = None
    states: tuple[str, ...] = (Entry.State.REGISTERED,)

    def __init__(self, **options: Any) -> None:
        options.setdefault("max_length", 140)
        options.setdefault("widget", forms.TextInput(attrs={"list": "players", "autocomplete": "off"}))
        options.setdefault("help_text", gettext_lazy("Type the player number, or choose from the list."))
        super().__init__(**options)

    def clean(self, value: Any) -> Entry | None:
        text = super().clean(value)
        if not text:
            return None
        number = _NUMBER_FIRST.match(text)
        entry = (
            Entry.objects.filter(tournament=self.tournament, number=int(number[1]))
            .select_related("person")
            .first()
            if number
            else None
        )
        if entry is None:
            raise forms.ValidationError(
                _("There is no player “%s” here. Type the player number.") % text[:40]
            )
        name = text[number.end() :].lstrip(" .,:#").rstrip() if number else ""
        if name and not any(begins(name, own) for own in (entry.name, entry.public_name)):
            message = _("Number %(number)d is %(name)s, not “%(typed)s”. Choose again.")
            facts = {"number": entry.number, "name": entry.name, "typed": name[:40]}
            raise forms.ValidationError(message % facts)
        if entry.state not in self.states:
            message = _("%(name)s (number %(number)d) is not playing: %(state)s.")
            facts = {
                "name": entry.name,
                "number": entry.number,
                "state": str(entry.get_state_display()).lower(),
            }
            raise forms.ValidationError(message % facts)
        return entry


class PlayersForm(forms.Form):
    """A form with players of one tournament in it."""

    def __init__(self, *args: Any, tournament: Tournament, **options: Any) -> None:
        super().__init__(*args, **options)
        self.tournament = tournament
        for field in self.fields.values():
            if isinstance(field, PlayerField):
                field.tournament = tournament
