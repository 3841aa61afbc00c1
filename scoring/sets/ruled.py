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
        "points-differ",
    }
)
"""Faults that prevent nothing once a director has heard the table: that stands for the verification, and what was ruled
needs no game that explains it. What is left are numbers that are missing, or that contradict a total.
"""

MARK_TO_RULE_ON = re.compile(r"[A-D]-(\d{1,2})-infraction")


def as_ruled(judgement: Judgement) -> Judgement:
    """The judgement of what a director rules: without the faults that a ruling settles, and with the games marked as
    ruled that no game without an infraction explains, or that are marked with something only a director decides.
    """
    decided = {number for fault in judgement.faults if (number := _decides(fault))}
    games = [
        msgspec.structs.replace(marks, ruled=marks.ruled or Ruling())
        if game.number in decided or _is_unexplained(game, marks)
        else marks
        for game, marks in zip(judgement.games, judgement.scored.games, strict=False)
    ]
    unsettled = [
        fault for fault in judgement.faults if fault.code not in SETTLED_BY_RULING and not _decides(fault)
    ]
    scored = msgspec.structs.replace(judgement.scored, games=tuple(games))
    return msgspec.structs.replace(judgement, faults=tuple(unsettled), scored=scored)


def _decides(fault: Fault) -> int:
    """The game in which a mark beside the numbers waits for this ruling; 0 for any other fault."""
    mark = MARK_TO_RULE_ON.fullmatch(fault.field) if fault.code == "ruling-needed" else None
    return int(mark[1]) if mark else 0


def _is_unexplained(game: JudgedGame, marks: WrittenGame) -> bool:
    confirmed = game.verdict == "off-list" and marks.off_list
    return game.is_unexplained and not confirmed and game.played is None  # facts are no guess


def signed(judgement: Judgement, ruling: Ruling) -> Judgement:
    """The judgement with this ruling on every game that is ruled now, and not already before."""
    games = [
        msgspec.structs.replace(game, ruled=ruling) if game.ruled == Ruling() else game
        for game in judgement.scored.games
    ]
    return msgspec.structs.replace(
        judgement, scored=msgspec.structs.replace(judgement.scored, games=tuple(games))
    )
