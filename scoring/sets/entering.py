"""Cards come in and are typed: kept as written, faults and all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from rules.game import Fault
from scoring.models import CardSet
from scoring.sets.change import Change, Outcome
from scoring.sets.confirmations import waiting_for_second
from scoring.sets.judged import judge
from scoring.sets.typed import WrittenSet, blank
from tournament.models import Table, User
from tournament.refused import Conflict, refuse


@transaction.atomic
def hand_in(table: Table, *, handed_in_by: str, key: UUID, by: User) -> Outcome:
    """Marks a table's cards as in, before anybody types them. Where they are in already nothing changes."""
    change = Change(table, "hand-in", version=None, key=key, by=by, content=handed_in_by)
    if change.answer:
        return change.answer
    if change.place.card_set:
        return change.keep(Outcome(change.place.state, change.place.version))
    if handed_in_by not in change.place.rules.letters:
        raise refuse("not-here", _("Nobody sits at that letter of this table."), "handed_in_by")
    change.write(blank(change.place.rules.letters, change.place.rules.games, handed_in_by), state="in")
    return change.record(gettext_noop("cards handed in"))


@transaction.atomic
def take_back(table: Table, *, version: int, key: UUID, by: User) -> Outcome:
    """Cards marked as in by mistake are not in: the table is playing again. Only while nothing is typed."""
    change = Change(table, "take-back", version=version, key=key, by=by)
    if change.answer:
        return change.answer
    card_set = change.place.card_set
    if card_set is None or card_set.state != CardSet.State.IN or not change.place.written.is_blank:
        raise refuse("typed-already", _("This set has been typed: it can be moved, held or accepted."))
    card_set.delete()
    return change.record(gettext_noop("cards not in after all"), extra={"version": change.place.version})


@transaction.atomic
def save_set(
    table: Table,
    written: WrittenSet,
    *,
    version: int,
    seats: str | None = None,
    key: UUID,
    by: User,
    mended: Sequence[dict[str, Any]] = (),
) -> Outcome:
    """Keeps a set as typed, faulty or not, for somebody to go on with. Raises Conflict, Refused.

    `version` is that of the set the form was made against, 0 where there was none. `mended` are slips that were put
    right while typing; they stay on record.
    """
    change = Change(table, "save", version=version, seats=seats, key=key, by=by, content=[written, mended])
    if change.answer:
        return change.answer
    check_open(change)
    if written.is_blank and not change.place.card_set:
        raise refuse("nothing-typed", _("Nothing is typed yet."))
    check_not_blind(change)
    change.write(written, state=change.place.state if change.place.card_set else "in")
    faults = judge(written, change.place.rules).faults
    return change.record(typed_verb(change), faults=faults, extra={"mended": list(mended)})


def check_open(change: Change) -> None:
    """Accepted is final, and a held set waits for the director's ruling."""
    card_set = change.place.card_set
    if card_set is None or card_set.state == CardSet.State.IN:
        return
    if card_set.state == CardSet.State.ACCEPTED:
        said = {"by": card_set.accepted_by, "table": change.place.table.number}
        message = _("%(by)s accepted table %(table)s. Accepted is final: only a director reopens it.") % said
        raise Conflict([Fault("accepted", "", message)])
    message = _("This set is held for the director: %(reason)s") % {"reason": card_set.held_reason}
    raise Conflict([Fault("held", "", message)])


def check_not_blind(change: Change) -> None:
    """What somebody stands for is not overwritten by a half-typed second set."""
    waiting = waiting_for_second(change.place)
    if waiting and waiting.first_id != change.by.pk:
        message = _(
            "%(by)s typed this set, and it waits for a second person: type all of it and accept, or hold it."
        )
        raise refuse("waits-for-second", message % {"by": waiting.first})


def typed_verb(change: Change) -> str:
    """Whether a set is new or was there with numbers before."""
    return gettext_noop("set typed") if change.place.written.is_blank else gettext_noop("set changed")
