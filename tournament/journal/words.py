"""Entries of the journal for people: stored in English, shown in the reader's language."""

import json
import re
from contextlib import suppress
from datetime import date, datetime
from typing import Any

import msgspec
from django.utils.formats import date_format, time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_lazy, ngettext

from club.models import Movement, Role, systems
from record.journal.words import key_words
from record.models import JournalEntry
from record.verbs import ABOUT, IN_PLACE_OF, USUAL, Verb
from rules.game import Fault, Phrase
from tournament.models import Entry, Tournament
from tournament.seams import above
from tournament.words import in_words

SHORT = 80
# A change of seats says who moved where, which takes longer.
SHORT_OF_SEATS = 160
SEAT = re.compile(r"(\d+)([A-D])")
EMPTY: tuple[Any, ...] = (None, "", [], {})
DAY = re.compile(r"\d{4}-\d\d-\d\d")
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")
# What only who opens an entry wants to read.
ONLY_IN_FULL = {
    "undone",
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
    "season_rule",
    "archive",
}
VALUES = {
    "in": gettext_lazy("cards in"),
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
FAULT = set(Fault.__struct_fields__)
PHRASE = set(Phrase.__struct_fields__)


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
        return gettext(ABOUT.get(entry.verb, USUAL).round) % round_.number
    if entry.entry is not None and entry.other_entry is not None:
        players = gettext(ABOUT.get(entry.verb, USUAL).players)
        return players % (entry.entry.number, entry.other_entry.number)
    return entry.subject


def in_stored_words(words: str) -> str:
    """Typed words with those for rounds, tables and players as stored: "mesa 3" becomes "table 3"."""
    stored_words = {
        local.strip(" ,"): english.strip()
        for pattern in ("round %s table %s", USUAL.round, IN_PLACE_OF.players, USUAL.players)
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
        said = []
        for key, item in filled.items():
            if tournament is not None and key == "round" and item:
                said.append(tournament.round_in_words(item))
                continue
            # A key that is no word of the program, such as the seat 7C, stays as it is.
            name = key_words().get(key) or in_words(Phrase("value-name", {"name": key}))
            said.append(f"{name} {_words(dict(systems()).get(item, item) if key == 'system' else item)}")
        text = ", ".join(said)
    else:
        text = _words(value)
    return (text or "–") if len(text) <= SHORT else f"{text[:SHORT]}…"


def in_short_of(value: Any, entry: JournalEntry) -> str:
    """A value of an entry in short. Rounds that were not published may have moved, and stay numbers."""
    return in_short(value, entry.tournament if ABOUT.get(entry.verb, USUAL).round_stays else None)


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
    before = {player: seat for seat, player in old.items() if player is not None}
    after = {player: seat for seat, player in new.items() if player is not None}
    moves = []
    for player in sorted(before.keys() | after.keys()):
        values = {"player": player, "old": before.get(player), "new": after.get(player)}
        if values["old"] is None:
            moves.append(gettext("%(player)s to %(new)s") % values)
        elif values["new"] is None:
            moves.append(gettext("%(player)s out of %(old)s") % values)
        elif values["old"] != values["new"]:
            moves.append(gettext("%(player)s from %(old)s to %(new)s") % values)
    return moves


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
    if isinstance(item, str) and (when := _when(item)):
        return when
    return (
        str(VALUES.get(item) or item) if isinstance(item, str) else str(item).replace("-", "\N{MINUS SIGN}")
    )


def _when(text: str) -> str:
    """A day or a time as people read it; "" where the text is neither, though a name may look like one."""
    with suppress(ValueError):
        if DAY.fullmatch(text):
            return date_format(date.fromisoformat(text))
        if MOMENT.match(text):
            return time_format(localtime(datetime.fromisoformat(text)), "TIME_FORMAT")
    return ""


def verb_in_words(verb: str) -> str:
    return str(Verb(verb).label) if verb in Verb.values else verb


def moment_of(text: str) -> datetime:
    return datetime.fromisoformat(text)


def is_phrase(item: Any) -> bool:
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
