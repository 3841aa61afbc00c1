"""Entries of the journal for people: stored in English, shown in the reader's language."""

import json
import re
from datetime import datetime
from typing import Any

import msgspec
from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_lazy, ngettext

from rules.game import Fault, Phrase
from tournament.models import Entry, JournalEntry, Movement, Role, System, Tournament
from tournament.seams import above
from tournament.verbs import Verb
from tournament.words import in_words

SHORT = 80
# A change of seats says who moved where, which takes longer.
SHORT_OF_SEATS = 160
SEAT = re.compile(r"(\d+)([A-D])")
EMPTY: tuple[Any, ...] = (None, "", [], {})
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")
# What only who opens an entry wants to read.
ONLY_IN_FULL = {
    "version",
    "entries",
    "games",
    "seats",
    "frozen_profile",
    "hands",
    "adjustment",
    "complaint",
    "bar",
    "hash",
    "sha256",
    "archive",
}
# What the keys of an entry's value are called. Settings are called as on their page.
KEYS: dict[str, Any] = {
    **{field.name: field.verbose_name for field in Tournament._meta.fields},
    "number": gettext_lazy("player number"),
    "name": gettext_lazy("name"),
    "town": gettext_lazy("town"),
    "member_number": gettext_lazy("member number"),
    "shows_initials": gettext_lazy("initials only"),
    "checked_in": gettext_lazy("here"),
    "moved_up": gettext_lazy("moved up"),
    "withdrawn": gettext_lazy("withdrawn"),
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
    "reason": gettext_lazy("reason"),
    "repairs": gettext_lazy("repairs"),
    "corrected_numbers": gettext_lazy("corrected numbers"),
    "changed_in": gettext_lazy("changed in"),
    "plays_until": gettext_lazy("plays until round"),
    "points": gettext_lazy("points"),
    "kind": gettext_lazy("kind"),
    "cancelled": gettext_lazy("cancelled"),
    "outcome": gettext_lazy("outcome"),
    "words": gettext_lazy("words"),
    "last_round": gettext_lazy("last round"),
    "keeps_place": gettext_lazy("keeps a place"),
    "decided_in": gettext_lazy("decided in"),
    "round": gettext_lazy("round"),
    "cents": gettext_lazy("cents"),
    "method": gettext_lazy("how"),
    "reference": gettext_lazy("reference"),
    "criterion": gettext_lazy("prize for"),
    "first_place": gettext_lazy("from place"),
    "things": gettext_lazy("things"),
    "exclusive": gettext_lazy("exclusive"),
    "category": gettext_lazy("category"),
    "named": gettext_lazy("named"),
    "order": gettext_lazy("order"),
    "rows": gettext_lazy("rows"),
    "prizes": gettext_lazy("prizes"),
    "how": gettext_lazy("how"),
    "candidates": gettext_lazy("tied"),
    "drawn_from": gettext_lazy("drawn from"),
    "drawn": gettext_lazy("drawn"),
    "winners": gettext_lazy("winners"),
    "slides": gettext_lazy("steps"),
    "step": gettext_lazy("step"),
    "minutes": gettext_lazy("minutes"),
    "from": gettext_lazy("from round"),
    "for_a_day": gettext_lazy("for a day"),
    "invited": gettext_lazy("invited"),
    "signed_out": gettext_lazy("signed out"),
    "until": gettext_lazy("until"),
    "second_step": gettext_lazy("second step"),
    "pixels": gettext_lazy("size in pixels"),
    "at": gettext_lazy("when"),
    "registered_at": gettext_lazy("registered"),
    "checked_in_at": gettext_lazy("checked in"),
    "mark": gettext_lazy("mark"),
    "start_letter": gettext_lazy("letter in round 1"),
    "start_table": gettext_lazy("table in round 1"),
    "table": gettext_lazy("table"),
    "entry": gettext_lazy("player"),
    "first": gettext_lazy("first player"),
    "second": gettext_lazy("second player"),
    "what": gettext_lazy("what was told"),
}
VALUES = {
    "in": gettext_lazy("set in"),
    "held": gettext_lazy("held"),
    "written-off": gettext_lazy("written off"),
    "accepted": gettext_lazy("accepted"),
    "late": gettext_lazy("late at the start"),
    "disturbing": gettext_lazy("disturbed the room"),
    "arguing": gettext_lazy("argued"),
    "ruling": gettext_lazy("ruling"),
    "warned": gettext_lazy("warned"),
    "disqualified": gettext_lazy("disqualified"),
    **dict([*Entry.State.choices, *Role.choices, *Movement.choices]),
}
SYSTEMS = dict(System.choices)
FAULT = set(Fault.__struct_fields__)
PHRASE = set(Phrase.__struct_fields__)
# What names a round that was published, whose number stays.
OF_PUBLISHED_ROUNDS = (Verb.ADJUSTMENT_MADE, Verb.ADJUSTMENT_CANCELLED)
# Two players of whom the first takes the seat of the second.
IN_PLACE_OF = (Verb.WALK_IN_SEATED, Verb.SUBSTITUTE_SEATED)


def subject_words(entry: JournalEntry) -> str:
    """The subject of the change, in the reader's language where it is a round, a table or two players.

    Names are as they were then; so are the words of rows that are gone, since a round may be planned again.
    """
    table = entry.table
    round_ = table.round if table is not None else entry.round
    if round_ is not None and entry.tournament is not None and round_.number in entry.tournament.bonus_rounds:
        name = entry.tournament.round_in_words(round_.number)
        return (
            gettext("%(round)s, table %(table)s") % {"round": name, "table": table.number} if table else name
        )
    if table is not None:
        return gettext("round %s table %s") % (table.round.number, table.number)
    if round_ is not None:
        words = gettext("from round %s") if entry.verb == Verb.PLANNED_AGAIN else gettext("round %s")
        return words % round_.number
    if entry.entry is not None and entry.other_entry is not None:
        if entry.verb in IN_PLACE_OF:
            return gettext("player %s for player %s") % (entry.entry.number, entry.other_entry.number)
        return gettext("players %s and %s") % (entry.entry.number, entry.other_entry.number)
    return entry.subject


def in_stored_words(words: str) -> str:
    """Typed words with those for rounds, tables and players as stored: "mesa 3" becomes "table 3"."""
    stored_words = {
        local.strip(" ,"): english.strip()
        for pattern in ("round %s table %s", "round %s", "player %s for player %s", "players %s and %s")
        for english, local in zip(pattern.split("%s"), gettext(pattern).split("%s"), strict=False)
        if local.strip(" ,")
    }
    for local in sorted(stored_words, key=len, reverse=True):
        before_a_number = rf",?\s*(?<!\w){re.escape(local)}(?=\s*\d)"
        words = re.sub(before_a_number, f" {stored_words[local]}", words, flags=re.IGNORECASE)
    return words.strip()


def in_short(value: Any, tournament: Tournament | None = None) -> str:
    """A JSON value on one line in words, shortened; a typed set is shown by its totals. With `tournament`, the round
    of the value is called as it is there.
    """
    if isinstance(value, dict):
        short = {key: item for key, item in value.items() if key not in ONLY_IN_FULL} or value
        filled = {key: item for key, item in short.items() if item not in EMPTY} or short
        text = ", ".join(
            tournament.round_in_words(item)
            if tournament is not None and key == "round" and item
            else f"{_key_words(key)} {_words(SYSTEMS.get(item, item) if key == 'system' else item)}"
            for key, item in filled.items()
        )
    else:
        text = _words(value)
    return (text or "–") if len(text) <= SHORT else f"{text[:SHORT]}…"


def in_short_of(value: Any, entry: JournalEntry) -> str:
    """A value of an entry in short. Rounds that were not published may have moved, and stay numbers."""
    return in_short(value, entry.tournament if entry.verb in OF_PUBLISHED_ROUNDS else None)


def seats_in_short(entry: JournalEntry) -> str:
    """For a change of seats, who went from where to where, by player number; "" for other entries."""
    old, new = _seats(entry.old), _seats(entry.new)
    rounds = []
    for round_ in sorted(old.keys() | new.keys()):
        moves = ", ".join(_moves(old.get(round_, {}), new.get(round_, {})))
        if moves:
            words = gettext("round %(round)s: %(moves)s") % {"round": round_, "moves": moves}
            rounds.append(words if round_ else moves)
    text = "; ".join(rounds)
    return text if len(text) <= SHORT_OF_SEATS else f"{text[:SHORT_OF_SEATS]}…"


def _seats(value: Any) -> dict[int, dict[str, int | None]]:
    """Round -> seat -> player, as stored by changes of seats; round 0 where the entry's subject names the round."""
    if not isinstance(value, dict):
        return {}
    seats_of_round = {seat: player for seat, player in value.items() if SEAT.fullmatch(seat)}
    by_round = {
        int(key): seats
        for key, seats in value.items()
        if key.isdigit() and isinstance(seats, dict) and all(map(SEAT.fullmatch, seats))
    }
    return {0: seats_of_round} if seats_of_round else by_round


def _moves(old: dict[str, int | None], new: dict[str, int | None]) -> list[str]:
    """Who changed seats, came or left, by number."""
    seats_before = {player: seat for seat, player in old.items() if player is not None}
    after = {player: seat for seat, player in new.items() if player is not None}
    players = [
        player
        for player in sorted(seats_before.keys() | after.keys())
        if seats_before.get(player) != after.get(player)
    ]
    return [_move(player, seats_before.get(player), after.get(player)) for player in players]


def _move(player: int, old: str | None, new: str | None) -> str:
    values = {"player": player, "old": old, "new": new}
    if old is None:
        return gettext("%(player)s to %(new)s") % values
    if new is None:
        return gettext("%(player)s out of %(old)s") % values
    return gettext("%(player)s from %(old)s to %(new)s") % values


def _key_words(key: str) -> str:
    """The name of a key; a key that is no word of the program (a seat such as 7C) stays as it is."""
    return str(KEYS.get(key) or key.replace("_", " "))


def _words(item: Any) -> str:
    if isinstance(item, bool):
        return gettext("yes") if item else gettext("no")
    if item in EMPTY:
        return "–"
    if isinstance(item, list):
        if all(isinstance(part, dict) and part.keys() == FAULT for part in item):
            return ", ".join(above.sentence(msgspec.convert(part, Fault)) for part in item)
        if any(isinstance(part, list | dict) and not is_phrase(part) for part in item):
            return ngettext("%d line", "%d lines", len(item)) % len(item)
        return ", ".join(map(_words, item))
    if is_phrase(item):
        return in_words(msgspec.convert(item, Phrase))
    if isinstance(item, dict):
        totals = {key: part.get("total") if isinstance(part, dict) else part for key, part in item.items()}
        if all(total in EMPTY for total in totals.values()):
            return "–"
        return " ".join(f"{key} {_words(total)}" for key, total in totals.items())
    if isinstance(item, str) and MOMENT.match(item):
        return time_format(localtime(datetime.fromisoformat(item)), "TIME_FORMAT")
    return (
        str(VALUES.get(item) or item) if isinstance(item, str) else str(item).replace("-", "\N{MINUS SIGN}")
    )


def is_phrase(item: Any) -> bool:
    """Whether this is a `Phrase` as JSON; older entries have sentences instead."""
    return isinstance(item, dict) and item.keys() == PHRASE


def in_full(value: Any) -> str:
    """A JSON value as stored, indented; times in the time zone of the page, with their offset."""
    return json.dumps(_at_home(value), ensure_ascii=False, indent=1)


def _at_home(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _at_home(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_at_home(item) for item in value]
    if isinstance(value, str) and MOMENT.match(value):
        moment = datetime.fromisoformat(value)
        return localtime(moment).isoformat() if moment.tzinfo else value
    return value
