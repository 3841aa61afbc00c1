"""Form fields that name a player: by number, by name, or by a line of the list."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rapidfuzz import fuzz

from club.names import SIMILAR, begins, closeness, folded
from tournament.models import Entry, Tournament
from tournament.players.queries import name_key

_NUMBER_FIRST = re.compile(r"\s*#?([0-9]{1,5})\b")
MOST_OFFERED = 6


class PlayerField(forms.CharField):
    """Reads "54", "54 May-Ling Wu", "Wu" or "Wu, Elgin" and gives the entry of this tournament; the form sets
    `tournament`.

    A name beside the number must be that player's: the page's list may be older than a change. If several match,
    those who can be named here count. The error for an entered player who cannot be named here says why.
    """

    tournament: Tournament | None = None
    states: tuple[str, ...] = (Entry.State.REGISTERED,)

    def __init__(self, **options: Any) -> None:
        options.setdefault("max_length", 140)
        options.setdefault("widget", forms.TextInput(attrs={"list": "players", "autocomplete": "off"}))
        options.setdefault("help_text", gettext_lazy("A number, a name, or a part of one."))
        super().__init__(**options)

    def clean(self, value: Any) -> Entry | None:
        text = super().clean(value)
        if not text:
            return None
        number = _NUMBER_FIRST.match(text)
        entry = self.numbered(text, number) if number else self.named(text)
        if entry.state not in self.states:
            raise forms.ValidationError(not_playing([entry]))
        return entry

    def numbered(self, text: str, number: re.Match[str]) -> Entry:
        entry = next((entry for entry in self.entries() if entry.number == int(number[1])), None)
        if entry is None:
            raise forms.ValidationError(_("Nobody here has number %s.") % number[1])
        name = text[number.end() :].lstrip(" .,:#").rstrip()
        if name and not fits(name, entry):
            message = _("Number %(number)d is %(name)s, not “%(typed)s”. Choose again.")
            values = {"number": entry.number, "name": entry.name, "typed": name[:40]}
            raise forms.ValidationError(message % values)
        return entry

    def named(self, text: str) -> Entry:
        entries = [entry for entry in self.entries() if fits(text, entry)]
        likeliest = closest(text, [entry for entry in entries if entry.state in self.states])
        if len(likeliest) == 1:
            return likeliest[0]
        if likeliest:
            message = _("“%(typed)s” may be %(names)s. Type the number, or more of the name.")
            raise forms.ValidationError(message % {"typed": text[:40], "names": names_and_towns(likeliest)})
        if entries:
            raise forms.ValidationError(not_playing(closest(text, entries)))
        similar_entries = self.spelled_alike(text)
        if similar_entries:
            message = _("Nobody entered here is called “%(typed)s”. Did you mean %(names)s?")
            raise forms.ValidationError(
                message % {"typed": text[:40], "names": names_and_towns(similar_entries)}
            )
        message = _(
            "Nobody entered here is called “%s”. Add somebody who came today at check-in first, as a walk-in."
        )
        raise forms.ValidationError(message % text[:40])

    def entries(self) -> list[Entry]:
        return list(Entry.objects.filter(tournament=self.tournament).with_people())

    def spelled_alike(self, text: str) -> list[Entry]:
        plain = folded(text)
        likeness = {
            entry: max(fuzz.ratio(plain, part) for part in (folded(entry.name), *folded(entry.name).split()))
            for entry in self.entries()
            if entry.state in self.states
        }
        similar_entries = [entry for entry, ratio in likeness.items() if ratio >= SIMILAR - 10]
        return sorted(similar_entries, key=lambda entry: (-likeness[entry], name_key(entry)))


class SeveralPlayersField(PlayerField):
    _entries: list[Entry] | None = None

    def __init__(self, **options: Any) -> None:
        options.setdefault("widget", forms.Textarea(attrs={"rows": 2, "autocomplete": "off"}))
        options.setdefault("help_text", gettext_lazy("Numbers or names, with commas."))
        super().__init__(max_length=4000, **options)

    def entries(self) -> list[Entry]:
        if self._entries is None:
            self._entries = super().entries()
        return self._entries

    def clean(self, value: Any) -> list[Entry]:  # type: ignore[override]
        self._entries = None
        entries: list[Entry] = []
        faults: list[forms.ValidationError] = []
        for text in re.split(r"[,;\n]", forms.CharField.clean(self, value)):
            try:
                entry = super().clean(text) if text.strip() else None
            except forms.ValidationError as fault:
                faults.append(fault)
            else:
                entries += [entry] if entry is not None and entry not in entries else []
        if faults:
            raise forms.ValidationError(faults)
        return entries


def fits(words: str, entry: Entry) -> bool:
    town = entry.person.town
    return any(begins(words, name) for name in (entry.name, entry.public_name, f"{entry.name} {town}"))


def closest(words: str, entries: Sequence[Entry]) -> list[Entry]:
    """The entries that the words fit best: whole words before beginnings, by family name."""
    fit = {
        entry: closeness(words, f"{entry.name} {entry.person.town} {entry.public_name}") for entry in entries
    }
    best = min(fit.values(), default=0)
    return sorted((entry for entry in entries if fit[entry] == best), key=name_key)


def names_and_towns(entries: Sequence[Entry]) -> str:
    names = [
        f"{entry.name}{town and f', {town}'} ({entry.number})"
        for entry, town in ((entry, entry.person.town) for entry in entries[:MOST_OFFERED])
    ]
    if len(entries) > MOST_OFFERED:
        names[-1] = "…"
    last = _("or")
    return f" {last} ".join(filter(None, ["; ".join(names[:-1]), names[-1]]))


def not_playing(entries: Iterable[Entry]) -> list[str]:
    message = _("%(name)s (number %(number)d) is not playing: %(state)s.")
    return [
        message
        % {"name": entry.name, "number": entry.number, "state": str(entry.get_state_display()).lower()}
        for entry in entries
    ]


class PlayersForm(forms.Form):
    def __init__(self, *args: Any, tournament: Tournament, **options: Any) -> None:
        super().__init__(*args, **options)
        self.tournament = tournament
        for field in self.fields.values():
            if isinstance(field, PlayerField):
                field.tournament = tournament
