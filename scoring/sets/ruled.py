"""The judgement of a set that a director rules on."""

from __future__ import annotations

import re

import msgspec

from rules.game import Fault
from scoring.sets.judged import JudgedGame, Judgement
from scoring.sets.typed import Ruling, WrittenGame

SETTLED_BY_RULING = frozenset(
    {
        "short-table",
        "total-missing",
        "unverified",
        "own-card",
        "collector-missing",
        "first-east-missing",
        "impossible",
        "contradicted",
        "infraction-needed",
        "value-off-list",
    }
)
"""Faults that prevent nothing once a director has heard the table: that stands for the verification, and what was ruled
needs no game that explains it. What is left are numbers that are missing, or that contradict a total, and points on a
sheet that contradict the facts of a game without ruled points: which of the two is ruled has to be said.
"""

MARK_TO_RULE_ON = re.compile(r"[A-D]-(\d{1,2})-infraction")


def as_ruled(judgement: Judgement) -> Judgement:
    """The judgement for a director's ruling: without the faults that a ruling settles, and with games marked as
    ruled.

    Ruled games are those that no game without an infraction explains, and those with a mark that only a director
    decides.
    """
    games_to_rule = {number for fault in judgement.faults if (number := _decides(fault))}
    games = [
        msgspec.structs.replace(marks, ruled=marks.ruled or Ruling())
        if game.number in games_to_rule or _is_unexplained(game, marks)
        else marks
        for game, marks in zip(judgement.games, judgement.scored.games, strict=False)
    ]
    other_faults = [
        _to_rule_on(fault)
        for fault in judgement.faults
        if fault.code not in SETTLED_BY_RULING and not _decides(fault)
    ]
    scored = msgspec.structs.replace(judgement.scored, games=tuple(games))
    return msgspec.structs.replace(judgement, faults=tuple(other_faults), scored=scored)


def _decides(fault: Fault) -> int:
    """The game of a fault about a mark that needs this ruling; 0 for other faults."""
    mark = MARK_TO_RULE_ON.fullmatch(fault.field) if fault.code == "ruling-needed" else None
    return int(mark[1]) if mark else 0


def _to_rule_on(fault: Fault) -> Fault:
    """The fault with its sentence for the director who rules."""
    if fault.code != "points-differ":
        return fault
    return msgspec.structs.replace(fault, values={**fault.values, "variant": "ruling"})


def _is_unexplained(game: JudgedGame, marks: WrittenGame) -> bool:
    confirmed = game.verdict == "off-list" and marks.off_list
    return game.is_unexplained and not confirmed and game.played is None  # facts need no explanation


def signed(judgement: Judgement, ruling: Ruling) -> Judgement:
    """The judgement with this ruling on each game marked as ruled that has no earlier ruling."""
    games = [
        msgspec.structs.replace(game, ruled=ruling) if game.ruled == Ruling() else game
        for game in judgement.scored.games
    ]
    return msgspec.structs.replace(
        judgement, scored=msgspec.structs.replace(judgement.scored, games=tuple(games))
    )
