"""A set is accepted: its lines become the record. Nothing that is not accepted reaches a standing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from rules.game import Fault
from scoring.models import CardSet, PointLine
from scoring.sets.change import Change, Outcome
from scoring.sets.confirming import beside, refuse_beside_another, second_opinion
from scoring.sets.entering import check_open, typed_verb
from scoring.sets.facts.games import with_points
from scoring.sets.judged import Judgement, judge
from scoring.sets.lines import point_lines
from scoring.sets.typed import WrittenSet
from tournament import backups
from tournament.models import Table, User
from tournament.refused import Conflict, Refused, refuse
from tournament.rounds.queries import tables_not_accepted


@transaction.atomic
def accept_set(
    table: Table,
    written: WrittenSet,
    *,
    version: int,
    seats: str | None = None,
    key: UUID,
    by: User,
    mended: Sequence[dict[str, Any]] = (),
) -> Outcome:
    """Accepts a complete, verified, consistent set; anything else is kept as typed and the outcome says its faults.

    Writes the point lines, the journal entry and the new version of the standings in one transaction. A repeat with
    the same key changes nothing and has the same outcome. Raises Conflict on a stale version, or when the set is
    accepted or held already.
    """
    change = Change(table, "accept", version=version, seats=seats, key=key, by=by, content=[written, mended])
    if change.answer:
        return change.answer
    check_open(change)
    return settle(change, written, mended=list(mended))


@transaction.atomic
def hold_set(
    table: Table,
    written: WrittenSet,
    *,
    reason: str,
    version: int,
    seats: str | None = None,
    key: UUID,
    by: User,
) -> Outcome:
    """Keeps a set that cannot be accepted for the director, with the reason. Raises Conflict, Refused."""
    change = Change(table, "hold", version=version, seats=seats, key=key, by=by, content=[written, reason])
    if change.answer:
        return change.answer
    check_open(change)
    if not reason.strip():
        raise refuse("reason-missing", _("Say why the set is held, for the director."), "held_reason")
    change.write(beside(change, written), state=CardSet.State.HELD, held_reason=reason.strip())
    return change.record(gettext_noop("set held"), reason=reason.strip())


@transaction.atomic
def hand_back_set(
    table: Table, *, reason: str, version: int, seats: str | None = None, key: UUID, by: User
) -> Outcome:
    """A director gives a held set back to the desk without a ruling, and says why. Raises Conflict, Refused."""
    change = Change(table, "hand-back", version=version, seats=seats, key=key, by=by, content=reason)
    if change.answer:
        return change.answer
    check_held(change)
    if not reason.strip():
        raise refuse("reason-missing", _("Say why the set goes back to the desk."), "reason")
    change.write(change.place.written, state=CardSet.State.IN, held_reason="")
    return change.record(gettext_noop("set handed back"), reason=reason.strip())


def check_held(change: Change) -> None:
    if change.place.state != CardSet.State.HELD:
        raise Conflict([Fault("not-held", "", _("This set is not held any more."))])


@transaction.atomic
def rule_on_set(
    table: Table,
    written: WrittenSet,
    *,
    ruling: str,
    consulted: Sequence[str],
    version: int,
    seats: str | None = None,
    key: UUID,
    by: User,
) -> Outcome:
    """A director settles a held set, having heard every player of the table: it is accepted as now written.

    A set that still has faults stays held, as now written. Raises Conflict, and Refused when the ruling is not
    said or a player was not heard.
    """
    change = Change(
        table,
        "rule",
        version=version,
        seats=seats,
        key=key,
        by=by,
        content=[written, ruling, sorted(consulted)],
    )
    if change.answer:
        return change.answer
    check_held(change)
    faults = list(unheard(change, consulted, "consulted"))
    if not ruling.strip():
        faults.append(Fault("ruling-missing", "ruling", _("Say what you ruled.")))
    if faults:
        raise Refused(faults)
    return settle(change, written, ruling=ruling.strip(), consulted=sorted(consulted))


def unheard(change: Change, present: Sequence[str], field: str) -> list[Fault]:
    """One fault when somebody of the table is not marked."""
    missing = [
        f"{letter} {entry.name}" for letter, entry in change.place.entries.items() if letter not in present
    ]
    if not missing:
        return []
    message = _("Every player of the table has to be there. Not marked: %(names)s.")
    return [Fault("not-all-present", field, message % {"names": ", ".join(missing)})]


def settle(change: Change, written: WrittenSet, *, ruling: str = "", **said: Any) -> Outcome:
    """Accepts the set if nothing is wrong with it; otherwise keeps it as typed, in the state it was in."""
    written = with_points(written, change.place.rules)
    judgement = judge(written, change.place.rules)
    if not judgement.acceptable:
        refuse_beside_another(change, judgement)
        before = change.place.state if change.place.card_set else CardSet.State.IN
        change.write(written, state=before)
        return change.record(typed_verb(change), reason=ruling, faults=judgement.faults, extra=said)
    waits = None if ruling else second_opinion(change, written)
    if waits:
        return waits
    settled = with_readings(written, judgement)
    card_set = change.write(
        settled,
        state=CardSet.State.ACCEPTED,
        accepted_at=change.at,
        accepted_by=change.by,
        ruling=ruling or (change.place.card_set.ruling if change.place.card_set else ""),
    )
    if card_set.reopened:
        card_set.lines.all().delete()  # those of the time before, kept since the finish
    PointLine.objects.bulk_create(
        point_lines(card_set, settled, change.place.entries, change.place.rules.profile)
    )
    copy_when_complete(change)
    extra = {**said, "warnings": [fault.message for fault in judgement.warnings]}
    return change.record(gettext_noop("set accepted"), reason=ruling, standings=True, extra=extra)


def copy_when_complete(change: Change) -> None:
    """The database is copied once every set of the round is accepted, as soon as this acceptance is in it."""
    if not tables_not_accepted(change.place.round):
        reason, tournament = f"round {change.place.round.number} complete", change.place.tournament
        transaction.on_commit(lambda: backups.copy(reason, tournament), robust=True)


def with_readings(written: WrittenSet, judgement: Judgement) -> WrittenSet:
    """The set with the facts of each game whose reading is the only one, or was chosen."""
    games = [
        msgspec.structs.replace(
            marks, reading=game.reading.facts if game.reading else None, off_list=bool(game.off_list)
        )
        for marks, game in zip(written.games, judgement.games, strict=True)
    ]
    return msgspec.structs.replace(written, games=tuple(games))
