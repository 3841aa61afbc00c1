"""Reopening an accepted set in a dispute. It is held until a director rules on it or returns it to the desk."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from django.utils.translation import gettext as _

from scoring.models import CardSet
from scoring.sets.change import Outcome, faults_of_absence, set_change
from scoring.sets.queries import DeskTable
from scoring.sets.storing import lines_of, take_back_acceptance
from scoring.sets.typed import WrittenSet
from tournament.models import User
from tournament.refused import Fault, Refused, conflict
from tournament.stamps import Stamp
from tournament.verbs import Verb


def reopen_set(
    desk_table: DeskTable, *, reason: str, present: Sequence[str], by: User, stamp: Stamp | None = None
) -> Outcome:
    """Reopens an accepted set in a dispute, with every player of the table present.

    It is held with the reason until a director answers, and its cards are no longer verified. Its lines are deleted
    at once; after the finish they count until the set is accepted again. The old numbers stay in its versions and in
    the journal. Raises Conflict, Refused.
    """
    reason, letters = reason.strip(), sorted(present)
    with set_change(desk_table, Verb.SET_REOPENED, by=by, stamp=stamp, content=[reason, letters]) as change:
        if change.answer:
            return change.answer
        change.check_page()
        card_set = change.before.card_set
        if card_set is None or card_set.state != CardSet.State.ACCEPTED:
            raise conflict("not-accepted", _("Only an accepted set can be reopened."))
        faults = faults_of_absence(change.before, letters, "present")
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
        written = not_verified(change.before.written)
        change.store(written, as_decided=True, state=CardSet.State.HELD, held_reason=reason)
        return change.record(
            Verb.SET_REOPENED,
            reason=reason,
            standings=not finished,
            lines=lines,
            extra={"present": letters},
        )


def not_verified(written: WrittenSet) -> WrittenSet:
    """The set without verifications."""
    cards = {letter: msgspec.structs.replace(card, verified_by="") for letter, card in written.cards.items()}
    return msgspec.structs.replace(written, cards=cards)
