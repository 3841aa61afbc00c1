"""An accepted set is reopened in a dispute; a set typed under the wrong table is moved. Both on record."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from rules.game import Fault
from scoring.models import Card, CardSet
from scoring.sets.accepting import unheard
from scoring.sets.change import Change, Outcome, snapshot, store
from scoring.sets.queries import TablePlace, place_of
from scoring.sets.typed import WrittenSet, blank
from tournament import backups, journal
from tournament.models import Table, User
from tournament.refused import Conflict, Refused, refuse


@transaction.atomic
def reopen_set(
    table: Table,
    *,
    reason: str,
    present: Sequence[str],
    version: int,
    seats: str | None = None,
    key: UUID,
    by: User,
) -> Outcome:
    """Opens an accepted set again, for a director with every player of the table present.

    Its lines leave the record at once; after the finish they count until the set is accepted again. Old and new values
    stay in the journal. Raises Conflict, Refused.
    """
    change = Change(
        table, "reopen", version=version, seats=seats, key=key, by=by, content=[reason, sorted(present)]
    )
    if change.answer:
        return change.answer
    card_set = change.place.card_set
    if card_set is None or card_set.state != CardSet.State.ACCEPTED:
        raise Conflict([Fault("not-accepted", "", _("Only an accepted set can be reopened."))])
    faults = unheard(change, present, "present")
    if not reason.strip():
        faults.append(Fault("reason-missing", "reason", _("Say what the dispute is about.")))
    if faults:
        raise Refused(faults)
    backups.copy(f"before reopening {change.place.subject}", change.place.tournament)
    lines = list(
        card_set.lines.order_by("entry__number", "game", "pk").values(
            "entry__number", "game", "points", "code"
        )
    )
    finished = change.tournament.finished_at is not None
    if not finished:
        card_set.lines.all().delete()
    card_set.state, card_set.reopened, card_set.version = CardSet.State.IN, True, card_set.version + 1
    card_set.accepted_at, card_set.accepted_by, card_set.ruling = None, None, ""
    card_set.save()
    change.old = (change.old or {}) | {"lines": lines}
    return change.record(
        gettext_noop("set reopened"),
        reason=reason.strip(),
        standings=not finished,
        extra={"present": sorted(present)},
    )


@transaction.atomic
def move_set(
    table: Table, *, to: int, version: int, seats: str | None = None, key: UUID, by: User
) -> Outcome:
    """Puts the cards typed under this table under the one they belong to, letter by letter, on record.

    Where cards were typed there too, the two sets change places. A dispute is about both tables from then on: what was
    reopened stays so, with its own cards still to come. Raises Conflict, and Refused when either set is not open or a
    card would come to an empty seat.
    """
    change = Change(table, "move", version=version, seats=seats, key=key, by=by, content=to)
    if change.answer:
        return change.answer
    here, there = change.place, _target(change, to)
    old_there, back = snapshot(there), not there.written.is_blank
    Card.objects.filter(card_set__table__in=[here.table, there.table]).delete()
    handed_in = {"handed_in_at": here.card_set.handed_in_at} if here.card_set and not there.card_set else {}
    reopened = any(place.card_set.reopened for place in (here, there) if place.card_set)
    stays = back or bool(here.card_set and here.card_set.reopened)
    store(there, _fitting(here.written, there), by=by, state=CardSet.State.IN, reopened=reopened, **handed_in)
    if stays:
        store(here, _fitting(there.written, here), by=by, state=CardSet.State.IN, reopened=reopened)
    elif here.card_set:
        here.card_set.delete()
    arrived = place_of(change.tournament, there.round, there.table)
    journal.record(
        change.tournament,
        gettext_noop("set moved here"),
        there.subject,
        by=by,
        old=old_there,
        new=(snapshot(arrived) or {}) | {"moved_from": here.table.number},
    )
    return change.record(
        gettext_noop("set moved away"), extra={"moved_to": to} | ({} if stays else {"version": here.version})
    )


def _target(change: Change, to: int) -> TablePlace:
    """The table the set is moved to; Refused where it cannot be."""
    here = change.place
    table = here.round.tables.filter(number=to).first()
    if here.card_set is None or here.written.is_blank:
        raise refuse("nothing-typed", _("Nothing is typed for this table."))
    if table is None or table.pk == here.table.pk:
        raise refuse("no-table", _("Type the number of another table of this round."), "to")
    there = place_of(change.tournament, here.round, table)
    for place in (here, there):
        if place.state in (CardSet.State.ACCEPTED, CardSet.State.HELD):
            message = _("The set of table %(table)s is %(state)s and cannot be moved.")
            state = place.card_set.get_state_display().lower() if place.card_set else ""
            raise refuse("not-open", message % {"table": place.table.number, "state": state}, "to")
    _check_letters(here.written, there)
    _check_letters(there.written, here)
    return there


def _check_letters(written: WrittenSet, place: TablePlace) -> None:
    spare = [
        letter for letter, card in written.cards.items() if not card.is_blank and letter not in place.entries
    ]
    if spare:
        message = _("Nobody sits at %(letters)s of table %(table)s, and a card is typed for it.")
        raise refuse("empty-seat", message % {"letters": ", ".join(spare), "table": place.table.number}, "to")


def _fitting(written: WrittenSet, place: TablePlace) -> WrittenSet:
    """The same numbers for another table's letters; who verified or brought them there is dropped where empty."""
    empty, here = blank(place.rules.letters, place.rules.games), place.entries
    cards = {letter: written.cards.get(letter, card) for letter, card in empty.cards.items()}
    cards = {
        letter: msgspec.structs.replace(
            card, verified_by=card.verified_by if card.verified_by in here else ""
        )
        for letter, card in cards.items()
    }
    games = tuple(game.among(here) for game in written.games)
    said = (letter if letter in here else "" for letter in (written.handed_in_by, written.first_east))
    return WrittenSet(cards, games, *said)
