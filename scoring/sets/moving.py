"""Moves the cards of a table to the table they belong to."""

from dataclasses import replace
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from club.access import role_in
from club.models import Role, User
from record.change import change as unit_of_work
from record.refused import FieldFault, Refused, refuse
from record.stamps import Stamp
from record.verbs import Verb
from scoring.models import Card, CardSet, PointLine, SetVersion
from scoring.sets.change import SetChange, SetOutcome, keep_version, removed, set_change, snapshot, store
from scoring.sets.lines import lines_of, point_lines
from scoring.sets.queries import DeskTable, desk_table_of
from scoring.sets.typed import WrittenSet, blank

SETTLED_FIELDS = ("held_reason", "ruling", "ruled_by", "accepted_at", "accepted_by", "handed_in_at")
"""What goes along with the cards, beside the state of their set."""


def move_set(
    desk_table: DeskTable, *, to: int, reason: str = "", by: User, stamp: Stamp | None = None
) -> SetOutcome:
    """Moves the cards typed under this table to the table they belong to, letter by letter.

    If cards were typed there too, the two sets are exchanged. Sets keep their state: accepted cards count for the
    players of the other table, still verified; if one set was in a dispute, both tables are part of it afterwards.
    Accepted and held sets are moved by directors only, with a reason. Moving back restores everything.

    Raises Conflict, and Refused when a card would come to an empty seat, or an accepted set to a table with a player
    without a card.
    """
    reason = reason.strip()
    with set_change(desk_table, Verb.SET_MOVED_AWAY, by=by, stamp=stamp, content=[to, reason]) as change:
        if change.answer:
            return change.answer
        change.check_page()
        source, target = change.before, _target(change, to)
        counted = _check_settled(change, source, target, reason)
        if counted:
            change.act.copy_first(f"before moving accepted cards of round {source.round.number}")
        lines = lines_of(source.card_set) if source.card_set and counted else []
        exchange(change, source, target, reason)
        step = SetVersion(verb=Verb.SET_MOVED_AWAY, reason=reason, lines=lines, other_table=target.table)
        return change.record(step, standings=counted, extra={"moved_to": target.table.number})


def exchange(change: SetChange, source: DeskTable, target: DeskTable, reason: str) -> None:
    """Exchanges the cards of two tables; a table left without cards is playing again, unless it is in a dispute."""
    target_before = snapshot(target)
    target_lines = lines_of(target.card_set) if target.card_set else []
    Card.objects.filter(card_set__table__in=[source.table, target.table]).delete()
    for desk_table in (source, target):
        if desk_table.state == CardSet.State.ACCEPTED:
            PointLine.objects.filter(card_set=desk_table.card_set).delete()
    in_dispute = any(desk_table.card_set.reopened for desk_table in (source, target) if desk_table.card_set)
    was_in_dispute = bool(
        source.card_set and source.card_set.reopened and source.state != CardSet.State.ACCEPTED
    )
    going, coming = _settled(source), _settled(target)
    arrived = _put(change, target, source, going, reopened=in_dispute)
    if was_in_dispute or not target.written_set.is_blank:
        change.now = _put(change, source, target, coming, reopened=in_dispute)
    else:
        change.now = removed(source)
    with unit_of_work(
        change.tournament, Verb.SET_MOVED_HERE, by=change.by, about=target.table, after_finish=True
    ) as act:
        lines = target_lines if target.state == CardSet.State.ACCEPTED else []
        step = SetVersion(verb=Verb.SET_MOVED_HERE, reason=reason, lines=lines, other_table=source.table)
        keep_version(target, arrived, step, change.act)
        new = (snapshot(arrived) or {}) | {"moved_from": source.table.number}
        act.record(old=target_before, new=new, reason=reason)


def _settled(desk_table: DeskTable) -> dict[str, Any]:
    card_set = desk_table.card_set
    if card_set is None:
        return {"state": CardSet.State.IN}
    return {"state": card_set.state} | {name: getattr(card_set, name) for name in SETTLED_FIELDS}


def _put(
    change: SetChange, at: DeskTable, origin: DeskTable, settled: dict[str, Any], *, reopened: bool
) -> DeskTable:
    """Stores the cards of `origin` at another table in their state; accepted ones count there from now on."""
    if at.card_set:  # a table's time of handing in stays with the table
        settled = {name: value for name, value in settled.items() if name != "handed_in_at"}
    written_set = _fitting(origin.written_set, at)
    # Cards of the players at the other table have just been deleted.
    elsewhere = {letter: table for letter, table in at.elsewhere.items() if table != origin.table.number}
    now = store(
        replace(at, elsewhere=elsewhere),
        written_set,
        by=change.by,
        at=change.at,
        as_decided=True,
        reopened=reopened,
        **settled,
    )
    if now.card_set and settled["state"] == CardSet.State.ACCEPTED:
        PointLine.objects.bulk_create(point_lines(now.card_set, written_set, at.entries, at.rules.profile))
    return now


def _target(change: SetChange, to: int) -> DeskTable:
    """The table with this number. Raises Refused if no cards can be moved there."""
    source = change.before
    table = source.round.tables.filter(number=to).first()
    if source.card_set is None or source.written_set.is_blank:
        raise refuse("nothing-typed", _("Nothing is typed for this table."))
    if table is None or table.pk == source.table.pk:
        raise refuse("no-table", _("Type the number of another table of this round."), "to")
    target = desk_table_of(change.tournament, table)
    target.refuse_written_off()
    _check_letters(source, target)
    _check_letters(target, source)
    return target


def _check_settled(change: SetChange, source: DeskTable, target: DeskTable, reason: str) -> bool:
    """Whether an accepted set is moved. Raises Refused for a settled set, unless a director gives a reason."""
    settled = [desk_table for desk_table in (source, target) if not desk_table.is_open]
    if settled and role_in(change.tournament.club, change.user) != Role.DIRECTOR:
        message = _("The set of table %(table)s is %(state)s: a director moves it.")
        faults = [
            FieldFault(
                "not-open", "to", message % {"table": desk_table.table.number, "state": _state(desk_table)}
            )
            for desk_table in settled
        ]
        raise Refused(faults)
    if settled and not reason:
        raise refuse("reason-missing", _("Say why these cards belong to another table."), "reason")
    return any(desk_table.state == CardSet.State.ACCEPTED for desk_table in settled)


def _state(desk_table: DeskTable) -> str:
    return desk_table.card_set.get_state_display().lower() if desk_table.card_set else ""


def _check_letters(origin: DeskTable, target: DeskTable) -> None:
    """Raises Refused if a card would come to an empty seat, or an accepted set to somebody without a card."""
    typed = {letter for letter, card in origin.written_set.cards.items() if not card.is_blank}
    if origin.rules.carries_facts and not origin.written_set.is_blank:
        typed = set(origin.entries)
    number = target.table.number
    if spare := typed - target.entries.keys():
        message = _("Nobody sits at %(letters)s of table %(table)s, and a card is typed for it.")
        raise refuse("empty-seat", message % {"letters": ", ".join(sorted(spare)), "table": number}, "to")
    if origin.state == CardSet.State.ACCEPTED and (without := target.entries.keys() - typed):
        message = _(
            "At table %(table)s somebody sits at %(letters)s, and these cards have none for that seat."
        )
        raise refuse("card-missing", message % {"letters": ", ".join(sorted(without)), "table": number}, "to")


def _fitting(written_set: WrittenSet, desk_table: DeskTable) -> WrittenSet:
    """The same numbers for another table; letters that are empty there are removed as verifier, collector and East."""
    empty, seated = blank(desk_table.rules.letters, desk_table.rules.games), desk_table.entries
    cards = {
        **empty.cards,
        **{letter: card for letter, card in written_set.cards.items() if letter in seated},
    }
    for letter, card in cards.items():
        if card.verified_by not in seated:
            cards[letter] = msgspec.structs.replace(card, verified_by="")
    games = tuple(game.among(seated) for game in written_set.games)
    duties = (
        letter if letter in seated else "" for letter in (written_set.handed_in_by, written_set.first_east)
    )
    return WrittenSet(cards, games, *duties)
