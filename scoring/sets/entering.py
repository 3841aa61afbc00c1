"""Marking cards as handed in, and storing a set as typed, faults included."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from club.models import User
from record.refused import refuse
from record.stamps import Stamp
from record.verbs import Verb
from scoring.models import CardSet, SetVersion
from scoring.sets.change import SetChange, SetOutcome, removed, set_change
from scoring.sets.confirmations import waiting_for_second
from scoring.sets.judged import Judgement
from scoring.sets.queries import DeskTable
from scoring.sets.typed import blank


def hand_in(desk_table: DeskTable, *, handed_in_by: str, by: User, stamp: Stamp | None = None) -> SetOutcome:
    """Marks a table's cards as in before they are typed. Does nothing if they are in already."""
    with set_change(desk_table, Verb.CARDS_HANDED_IN, by=by, stamp=stamp, content=handed_in_by) as change:
        if change.answer:
            return change.answer
        if change.before.card_set:
            return change.keep_answer()
        rules = change.before.rules
        if handed_in_by not in rules.letters:
            raise refuse("not-here", _("Nobody sits at that letter of this table."), "handed_in_by")
        change.store(blank(rules.letters, rules.games, handed_in_by), state=CardSet.State.IN)
        return change.record(SetVersion(verb=Verb.CARDS_HANDED_IN))


def take_back(
    desk_table: DeskTable, *, by: User, stamp: Stamp | None = None, plays_on: bool = False
) -> SetOutcome:
    """Undoes `hand_in`: the table is playing again. Raises Refused once something is typed, unless it `plays_on` with
    what its players entered.
    """
    with set_change(desk_table, Verb.CARDS_TAKEN_BACK, by=by, stamp=stamp) as change:
        if change.answer:
            return change.answer
        change.check_page()
        card_set = change.before.card_set
        is_typed = not (plays_on or change.before.written_set.is_blank)
        if card_set is None or card_set.state != CardSet.State.IN or is_typed:
            raise refuse("typed-already", _("This set has been typed: it can be moved, held or accepted."))
        change.now = removed(change.before)
        return change.record(SetVersion(verb=Verb.CARDS_TAKEN_BACK))


def save_set(
    desk_table: DeskTable,
    judgement: Judgement,
    *,
    by: User | None,
    stamp: Stamp | None = None,
    corrected_numbers: Sequence[dict[str, Any]] = (),
) -> SetOutcome:
    """Stores a set as typed, with or without faults, to be finished later. Raises Conflict, Refused.

    `corrected_numbers`: numbers corrected by hints while typing, for the record.
    """
    content = [judgement.typed_set, corrected_numbers]
    with set_change(desk_table, Verb.SET_TYPED, by=by, stamp=stamp, content=content) as change:
        if change.answer:
            return change.answer
        change.check_page(judgement.typed_set)
        change.check_open()
        if judgement.typed_set.is_blank and not change.before.card_set:
            raise refuse("nothing-typed", _("Nothing is typed yet."))
        check_not_blind(change)
        judgement = change.judged(judgement, desk_table.rules)
        change.store(judgement.scored, state=CardSet.State.IN)
        step = SetVersion(verb=change.typed_verb, corrected_numbers=list(corrected_numbers))
        return change.record(step, faults=judgement.faults)


def check_not_blind(change: SetChange) -> None:
    waiting = waiting_for_second(change.before)
    if waiting and waiting.first_id != change.person:
        message = _(
            "%(by)s typed this set, and it waits for a second person: type all of it and accept, or hold it."
        )
        raise refuse("waits-for-second", message % {"by": waiting.first})
