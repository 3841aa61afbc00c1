"""Who may change a ruled game, and the judgement of a set that a director rules on."""

import msgspec
from django.utils.translation import gettext as _

from club.access import role_in
from club.models import Role, User
from record.refused import FieldFault, Refused
from scoring.sets.judged import JudgedGame, Judgement
from scoring.sets.places import FieldPlace, SetFault
from scoring.sets.queries import DeskTable
from scoring.sets.typed import Ruling, WrittenGame, WrittenSet

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


UNSIGNED = Ruling()


def as_ruled(judgement: Judgement, ruling: Ruling = UNSIGNED) -> Judgement:
    """The judgement for a director's ruling: without the faults that a ruling settles, and with this ruling on games
    that have no earlier one.

    Ruled games are those that no game without an infraction explains, and those with a mark that only a director
    decides.
    """
    games_to_rule = {number for fault in judgement.faults if (number := _decides(fault))}
    games = [
        msgspec.structs.replace(marks, ruled=ruling)
        if marks.ruled == UNSIGNED
        or (marks.ruled is None and (game.number in games_to_rule or _is_unexplained(game, marks)))
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


def _decides(fault: SetFault) -> int:
    """The game of a fault about a mark that needs this ruling; 0 for other faults."""
    return fault.place.game if fault.code == "ruling-needed" and fault.place.card else 0


def _to_rule_on(fault: SetFault) -> SetFault:
    if fault.code != "points-differ":
        return fault
    return msgspec.structs.replace(fault, values={**fault.values, "variant": "ruling"})


def _is_unexplained(game: JudgedGame, marks: WrittenGame) -> bool:
    confirmed = game.verdict == "off-list" and marks.off_list
    return game.is_unexplained and not confirmed and game.played is None  # facts need no explanation


def exceptions(written_set: WrittenSet) -> list[str]:
    """What a director decided about single games stands with the ruling, in the director's words."""
    return [
        _("Game %(game)s, exception: %(reason)s") % {"game": number, "reason": marks.facts.exception}
        for number, marks in enumerate(written_set.games, 1)
        if marks.facts is not None and marks.facts.exception
    ]


def _directs(desk_table: DeskTable, by: User | None) -> bool:
    return by is not None and role_in(desk_table.tournament.club, by) == Role.DIRECTOR


def check_rulings(desk_table: DeskTable, written_set: WrittenSet, *, by: User | None) -> None:
    """Refuses a director's decision about a game from other users, if it is new or its game was changed.

    A stored decision may come back unchanged from any user, since the form sends it along.
    """
    faults = []
    for number, (new, old) in enumerate(zip(written_set.games, desk_table.written_set.games, strict=True), 1):
        decision_field = new.facts.directors if new.facts else ""
        if decision_field and new.facts != old.facts:
            message = _("Game %(game)s: only a director decides this. Hold the set for the director.")
            field = FieldPlace(decision_field).in_game(number).html_name
            faults.append(FieldFault("directors-only", field, message % {"game": number}))
    if faults and not _directs(desk_table, by):
        raise Refused(faults)


def check_ruled(desk_table: DeskTable, written_set: WrittenSet, *, by: User | None) -> None:
    """Refuses numbers marked as ruled that no director has ruled, and changes to ruled numbers.

    A director may drop a ruling by typing other numbers, which are then judged like any.
    """
    stored_set = desk_table.written_set
    games = list(enumerate(zip(written_set.games, stored_set.games, strict=True), 1))
    games_without_ruling = [number for number, (new, old) in games if new.ruled and new.ruled != old.ruled]
    games_ruled_otherwise = [
        number
        for number, (new, old) in games
        if old.ruled and (new.ruled != old.ruled or written_set.numbers(number) != stored_set.numbers(number))
    ]
    if games_ruled_otherwise and _directs(desk_table, by):
        games_ruled_otherwise = []
    message = _("Game %(game)s: a director ruled otherwise. Hold the set for the director.")
    faults = [
        FieldFault("not-as-ruled", FieldPlace("reading", game=number).html_name, message % {"game": number})
        for number in sorted({*games_without_ruling, *games_ruled_otherwise})
    ]
    if faults:
        raise Refused(faults)
