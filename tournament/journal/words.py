"""Entries of the journal for people: what is stored in English is said in the reader's language."""

import json
import re
from datetime import datetime
from typing import Any

from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_lazy, ngettext

from tournament.models import Entry, JournalEntry, Movement, Role, System, Tournament
from tournament.verbs import Verb

SHORT = 80
# A change of seats says who moved where, which takes longer.
SHORT_OF_SEATS = 160
SEAT = re.compile(r"(\d+)([A-D])")
EMPTY: tuple[Any, ...] = (None, "", [], {})
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")
# What only who opens an entry wants to read.
ONLY_IN_FULL = {"version", "entries", "games", "seats", "frozen_profile", "hands"}
# What the keys of an entry's value are called. Settings are called as on their page.
KEYS: dict[str, Any] = {
    **{field.name: field.verbose_name for field in Tournament._meta.fields},
    "number": gettext_lazy("player number"),
    "name": gettext_lazy("name"),
    "town": gettext_lazy("town"),
    "member_number": gettext_lazy("member number"),
    "shows_initials": gettext_lazy("initials only"),
    "checked_in": gettext_lazy("here"),
    "state": gettext_lazy("state"),
    "role": gettext_lazy("role"),
    "handed_in_by": gettext_lazy("handed in by"),
    "first_east": gettext_lazy("first East"),
    "held_reason": gettext_lazy("held because"),
    "ruling": gettext_lazy("ruling"),
    "cards": gettext_lazy("totals"),
    "published_at": gettext_lazy("published"),
    "started_at": gettext_lazy("started"),
    "paused_at": gettext_lazy("stopped"),
    "paused_seconds": gettext_lazy("stopped for seconds"),
    "extra_minutes": gettext_lazy("extra minutes"),
    "ended_at": gettext_lazy("ended"),
    "drawn_at": gettext_lazy("drawn"),
    "seed": gettext_lazy("seed"),
    "rounds": gettext_lazy("rounds"),
    "tables": gettext_lazy("tables"),
    "players": gettext_lazy("players"),
    "warnings": gettext_lazy("warnings"),
    "changed_in": gettext_lazy("changed in"),
    "plays_until": gettext_lazy("plays until round"),
}
VALUES = {
    "in": gettext_lazy("set in"),
    "held": gettext_lazy("held"),
    "accepted": gettext_lazy("accepted"),
    **dict([*Entry.State.choices, *Role.choices, *Movement.choices]),
}
SYSTEMS = dict(System.choices)
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


def verb_words(verb: str) -> str:
    """What was done."""
    return str(Verb(verb).label) if verb in Verb.values else gettext(verb)


def subject_words(subject: str) -> str:
    """What it was done to."""
    for pattern, words in SUBJECTS:
        if found := pattern.fullmatch(subject):
            return str(words) % found.groups()
    return subject


def in_short(value: Any) -> str:
    """A JSON value on one line, cut where it gets long, in words: what was typed for a set is its totals."""
    if isinstance(value, dict):
        told = {key: item for key, item in value.items() if key not in ONLY_IN_FULL} or value
        filled = {key: item for key, item in told.items() if item not in EMPTY} or told
        text = ", ".join(
            f"{_called(key)} {_said(SYSTEMS.get(item, item) if key == 'system' else item)}"
            for key, item in filled.items()
        )
    else:
        text = _said(value)
    return text if len(text) <= SHORT else f"{text[:SHORT]}…"


def seats_in_short(entry: JournalEntry) -> str:
    """Of a change of seats who went from where to where, by player number; "" where an entry is about anything else."""
    old, new = _seats(entry.old), _seats(entry.new)
    told = []
    for round_ in sorted(old.keys() | new.keys()):
        moves = ", ".join(_moves(old.get(round_, {}), new.get(round_, {})))
        if moves:
            words = gettext("round %(round)s: %(moves)s") % {"round": round_, "moves": moves}
            told.append(words if round_ else moves)
    text = "; ".join(told)
    return text if len(text) <= SHORT_OF_SEATS else f"{text[:SHORT_OF_SEATS]}…"


def _seats(value: Any) -> dict[int, dict[str, int | None]]:
    """Round -> seat -> player, as changes of seats keep them; round 0 where the entry's subject names the round."""
    if not isinstance(value, dict):
        return {}
    here = {seat: player for seat, player in value.items() if SEAT.fullmatch(seat)}
    by_round = {
        int(key): seats
        for key, seats in value.items()
        if key.isdigit() and isinstance(seats, dict) and all(map(SEAT.fullmatch, seats))
    }
    return {0: here} if here else by_round


def _moves(old: dict[str, int | None], new: dict[str, int | None]) -> list[str]:
    """Who sat somewhere else before, who came and who left, by number."""
    was = {player: seat for seat, player in old.items() if player is not None}
    now = {player: seat for seat, player in new.items() if player is not None}
    moved = [player for player in sorted(was.keys() | now.keys()) if was.get(player) != now.get(player)]
    return [_move({"player": one, "old": was.get(one), "new": now.get(one)}) for one in moved]


def _move(said: dict[str, Any]) -> str:
    if said["old"] is None:
        return gettext("%(player)s to %(new)s") % said
    if said["new"] is None:
        return gettext("%(player)s out of %(old)s") % said
    return gettext("%(player)s from %(old)s to %(new)s") % said


def _called(key: str) -> str:
    """What a key is called; one that is no word of the program (a seat, such as 7C) stays as it is."""
    return str(KEYS.get(key) or key.replace("_", " "))


def _said(item: Any) -> str:
    if isinstance(item, bool):
        return gettext("yes") if item else gettext("no")
    if item in EMPTY:
        return "–"
    if isinstance(item, list):
        if any(isinstance(one, list | dict) for one in item):
            return ngettext("%d line", "%d lines", len(item)) % len(item)
        return ", ".join(_said(one) for one in item)
    if isinstance(item, dict):
        totals = {key: one.get("total") if isinstance(one, dict) else one for key, one in item.items()}
        if all(total in EMPTY for total in totals.values()):
            return "–"
        return " ".join(f"{key} {_said(total)}" for key, total in totals.items())
    if isinstance(item, str) and MOMENT.match(item):
        return time_format(localtime(datetime.fromisoformat(item)), "TIME_FORMAT")
    return (
        str(VALUES.get(item) or item) if isinstance(item, str) else str(item).replace("-", "\N{MINUS SIGN}")
    )


def in_full(value: Any) -> str:
    """A JSON value as it is stored, indented."""
    return json.dumps(value, ensure_ascii=False, indent=1)
