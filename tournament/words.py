from __future__ import annotations

import re
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy, ngettext_lazy

from record.phrases import rules_in_words
from rules.game import Contradiction, Fault, Hint, Line, Phrase
from rules.systems.profile import definition
from tournament.models import Tournament, numbered_round

# What to look at before a round is published. The journal keeps code and values, so a code stays.
WARNINGS: dict[str, Any] = {
    "tables-not-accepted": ngettext_lazy(
        "Table %(tables)s of %(round)s is not accepted yet.",
        "Tables %(tables)s of %(round)s are not accepted yet.",
        "count",
    ),
    "pairs-meet-again": ngettext_lazy(
        "%(count)d pair has met before and meets again in this round: %(pairs)s.",
        "%(count)d pairs have met before and meet again in this round: %(pairs)s.",
        "count",
    ),
    "kept-apart-together": gettext_lazy(
        "%(first)s and %(second)s, to be kept apart, both sit at table %(table)d."
    ),
    "not-at-fixed-table": gettext_lazy(
        "%(player)s should stay at table %(table)d, but sits at table %(sits)d."
    ),
    "short-table-again": ngettext_lazy(
        "%(count)d player sits at a table of three again: %(names)s.",
        "%(count)d players sit at a table of three again: %(names)s.",
        "count",
    ),
    "off-the-announcement": gettext_lazy(
        "%(name)s (number %(number)d) does not move as announced: tell them table %(table)d, seat %(letter)s."
    ),
    "left-and-seated": gettext_lazy(
        "%(name)s (%(number)d) left during %(left)s and still has a seat in this round, at table %(table)d."
    ),
    "left-and-played-on": gettext_lazy(
        "%(name)s (%(number)d) left during %(left)s and still has a seat in this round, at table %(table)d. "
        "%(other)s (%(other_number)d) played on then and has no seat."
    ),
    "seated-not-here": ngettext_lazy(
        "%(count)d player has a seat in this round and is not checked in: %(names)s.",
        "%(count)d players have a seat in this round and are not checked in: %(names)s.",
        "count",
    ),
    "here-without-seat": ngettext_lazy(
        "%(count)d player is checked in but has no seat in this round: %(names)s.",
        "%(count)d players are checked in but have no seat in this round: %(names)s.",
        "count",
    ),
    "empty-while-waiting": ngettext_lazy(
        "%(count)d person is on the waiting list (%(names)s), while seats are empty: %(seats)s.",
        "%(count)d people are on the waiting list (%(names)s), while seats are empty: %(seats)s.",
        "count",
    ),
    "missing": ngettext_lazy(
        "%(count)d player is not here and has no seat: %(names)s.",
        "%(count)d players are not here and have no seat: %(names)s.",
        "count",
    ),
}
ROUNDS = ("round", "left")
"""The values of warnings that are the number of a round."""


def not_published(tournament: Tournament, number: int) -> str:
    words = gettext("%(round)s is not published yet.")
    return capfirst(words % {"round": tournament.round_in_words(number)})


def no_table(tournament: Tournament, number: int, table: int) -> str:
    words = gettext("%(round)s has no table %(table)s.")
    return capfirst(words % {"round": tournament.round_in_words(number), "table": table})


def table_of_three(tournament: Tournament, number: int) -> str:
    """What a table of three does otherwise in round `number` (sanctioned 5 and 9); "" where nothing."""
    if not definition(tournament.system).three_reroll:
        return ""
    if (games := tournament.games_in(number)) == 1:
        return gettext("Three players: no Charleston.")
    words = gettext(
        "Three players: no Charleston; before game %(game)d, the last one, all roll again for East."
    )
    return words % {"game": games}


def what_is_brought(tournament: Tournament) -> str:
    """What a table's players write on and bring to the desk."""
    if tournament.profile.hands:  # everybody writes a sheet of their own
        return gettext("the sheets")
    return gettext("the sheet") if tournament.keeps_table_sheet else gettext("the cards")


def in_words(
    subject: Contradiction | Fault | Hint | Line | Phrase, tournament: Tournament | None = None
) -> str:
    """The sentence; its rounds are called as in `tournament`, or by their number."""
    if isinstance(subject, Phrase) and subject.code in WARNINGS:
        round_in_words = tournament.round_in_words if tournament else numbered_round
        rounds = {name: round_in_words(subject.values[name]) for name in ROUNDS if name in subject.values}
        return str(WARNINGS[subject.code] % {**subject.values, **rounds})
    return rules_in_words(subject)


def archive_reason_in_words(reason: str) -> str:
    numbers = re.findall(r"\d+", reason)
    pattern = re.sub(r"\d+", "%s", reason)
    sentence = {
        "before drawing again": gettext("before drawing again"),
        "before a change of published seats": gettext("before a change of published seats"),
        "before planning round %s again": gettext("before planning round %s again"),
        "before a roster import": gettext("before a roster import"),
        "before correcting a wrong seat": gettext("before correcting a wrong seat"),
        "before the finish": gettext("before the finish"),
        "before taking back the finish": gettext("before taking back the finish"),
        "before reopening round %s table %s": gettext("before reopening round %s table %s"),
        "before moving accepted cards of round %s": gettext("before moving accepted cards of round %s"),
        "before going back": gettext("before going back"),
        "round %s complete": gettext("round %s complete"),
        "after an erasure": gettext("after somebody was erased"),
        "rehearsal": gettext("for a backup test"),
    }.get(pattern)
    return sentence % tuple(numbers) if sentence else reason
