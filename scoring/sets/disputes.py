"""Reopening an accepted set in a dispute, and moving a set that was typed under the wrong table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from scoring.models import Card, CardSet
from scoring.sets.change import (
    Outcome,
    SetChange,
    faults_of_absence,
    keep_version,
    lines_of,
    removed,
    set_change,
    snapshot,
    store,
    take_back_acceptance,
)
from scoring.sets.queries import DeskTable, desk_table_of
from scoring.sets.typed import WrittenSet, blank
from tournament.change import change as unit_of_work
from tournament.models import User
from tournament.refused import Fault, Refused, conflict, refuse
from tournament.stamps import Stamp
from tournament.verbs import Verb


def reopen_set(
    desk_table: DeskTable, *, reason: str, present: Sequence[str], by: User, stamp: Stamp | None = None
) -> Outcome:
    """Reopens an accepted set, with every player of the table present.

    Its lines are deleted at once; after the finish they count until the set is accepted again. The old numbers stay
    in its versions and in the journal. Raises Conflict, Refused.
    """
    reason, source = reason.strip(), sorted(present)
    with set_change(desk_table, Verb.SET_REOPENED, by=by, stamp=stamp, content=[reason, source]) as change:
        if change.answer:
            return change.answer
        change.check_page()
        card_set = change.before.card_set
        if card_set is None or card_set.state != CardSet.State.ACCEPTED:
            raise conflict("not-accepted", _("Only an accepted set can be reopened."))
        faults = faults_of_absence(change.before, source, "present")
        if not reason:
            faults.append(Fault("reason-missing", "reason", _("Say what the dispute is about.")))
        if faults:
            raise Refused(faults)
        change.act.copy_first(
            f"before reopening round {desk_table.round.number} table {desk_table.table.number}"
        )
        lines, finished = lines_of(card_set), change.tournament.finished_at is not None
        if not finished:
            card_set.lines.all().delete()
        take_back_acceptance(card_set)
        card_set.version += 1
        card_set.save()
        return change.record(
            Verb.SET_REOPENED,
            reason=reason,
            standings=not finished,
            lines=lines,
            extra={"present": source},
        )


def move_set(desk_table: DeskTable, *, to: int, by: User, stamp: Stamp | None = None) -> Outcome:
    """Moves the cards typed under this table to the table they belong to, letter by letter.

    If cards were typed there too, the two sets are exchanged. A reopened set stays reopened, and both tables are in
    the dispute from then on. Raises Conflict, and Refused when either set is not open or a card would come to an
    empty seat.
    """
    with set_change(desk_table, Verb.SET_MOVED_AWAY, by=by, stamp=stamp, content=to) as change:
        if change.answer:
            return change.answer
        change.check_page()
        source, target = change.before, _target(change, to)
        exchange(change, source, target)
        return change.record(
            Verb.SET_MOVED_AWAY, other_table=target.table, extra={"moved_to": target.table.number}
        )


def exchange(change: SetChange, source: DeskTable, target: DeskTable) -> None:
    """Exchanges the cards of two tables; a table left without cards is playing again, unless it is in a dispute."""
    target_before, comes_back = snapshot(target), not target.written.is_blank
    Card.objects.filter(card_set__table__in=[source.table, target.table]).delete()
    reopened = any(desk_table.card_set.reopened for desk_table in (source, target) if desk_table.card_set)
    stays = comes_back or bool(source.card_set and source.card_set.reopened)
    fields: dict[str, Any] = {
        "by": change.by,
        "at": change.at,
        "state": CardSet.State.IN,
        "reopened": reopened,
    }
    if source.card_set and not target.card_set:
        target_fields = fields | {"handed_in_at": source.card_set.handed_in_at}
    else:
        target_fields = fields
    arrived = store(without_cards_at(target, source), _fitting(source.written, target), **target_fields)
    if stays:
        change.now = store(without_cards_at(source, target), _fitting(target.written, source), **fields)
    else:
        change.now = removed(source)
    with unit_of_work(
        change.tournament, Verb.SET_MOVED_HERE, by=change.by, about=target.table, after_finish=True
    ) as act:
        keep_version(
            target, arrived, Verb.SET_MOVED_HERE, by=change.by, at=change.at, other_table=source.table
        )
        new = (snapshot(arrived) or {}) | {"moved_from": source.table.number}
        act.record(old=target_before, new=new)


def without_cards_at(desk_table: DeskTable, other: DeskTable) -> DeskTable:
    """The table without its players' cards at the other table, which have just been deleted."""
    tables = {letter: table for letter, table in desk_table.elsewhere.items() if table != other.table.number}
    return replace(desk_table, elsewhere=tables)


def _target(change: SetChange, to: int) -> DeskTable:
    """The table with this number. Raises Refused if the set cannot be moved there."""
    source = change.before
    table = source.round.tables.filter(number=to).first()
    if source.card_set is None or source.written.is_blank:
        raise refuse("nothing-typed", _("Nothing is typed for this table."))
    if table is None or table.pk == source.table.pk:
        raise refuse("no-table", _("Type the number of another table of this round."), "to")
    target = desk_table_of(change.tournament, table)
    for desk_table in (source, target):
        if not desk_table.is_open:
            message = _("The set of table %(table)s is %(state)s and cannot be moved.")
            state = desk_table.card_set.get_state_display().lower() if desk_table.card_set else ""
            raise refuse("not-open", message % {"table": desk_table.table.number, "state": state}, "to")
    _check_letters(source.written, target)
    _check_letters(target.written, source)
    return target


def _check_letters(written: WrittenSet, desk_table: DeskTable) -> None:
    spare = [
        letter
        for letter, card in written.cards.items()
        if not card.is_blank and letter not in desk_table.entries
    ]
    if spare:
        message = _("Nobody sits at %(letters)s of table %(table)s, and a card is typed for it.")
        raise refuse(
            "empty-seat", message % {"letters": ", ".join(spare), "table": desk_table.table.number}, "to"
        )


def _fitting(written: WrittenSet, desk_table: DeskTable) -> WrittenSet:
    """The same numbers for another table; letters nobody sits at there are removed as verifier, collector and East."""
    empty, source = blank(desk_table.rules.letters, desk_table.rules.games), desk_table.entries
    cards = {letter: written.cards.get(letter, card) for letter, card in empty.cards.items()}
    cards = {
        letter: msgspec.structs.replace(
            card, verified_by=card.verified_by if card.verified_by in source else ""
        )
        for letter, card in cards.items()
    }
    games = tuple(game.among(source) for game in written.games)
    named = (letter if letter in source else "" for letter in (written.handed_in_by, written.first_east))
    return WrittenSet(cards, games, *named)
