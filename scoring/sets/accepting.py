"""Accepting a set. Only accepted sets count in the standings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from django.db import transaction

from scoring.models import CardSet, PointLine
from scoring.sets.change import Outcome, SetChange, set_change
from scoring.sets.confirming import refuse_faulty_second, second_opinion
from scoring.sets.judged import Judgement
from scoring.sets.lines import point_lines
from scoring.sets.queries import DeskTable
from scoring.sets.typed import WrittenSet
from tournament import backups
from tournament.models import Round, Tournament, User
from tournament.stamps import Stamp
from tournament.verbs import Verb


def accept_set(
    desk_table: DeskTable,
    judgement: Judgement,
    *,
    by: User,
    stamp: Stamp | None = None,
    corrected_numbers: Sequence[dict[str, Any]] = (),
) -> Outcome:
    """Accepts a complete, verified, consistent set; any other is stored as typed, and the outcome has its faults.

    1. The version and seats of the page are compared with the current ones; the set must be neither accepted nor held.
    2. Where two people have to type a set, the first typing is stored, and the set waits for the second person.
    3. The set is stored with the readings of its games, and its point lines are written: it counts from here on.
    4. The set's version and a journal entry are written, and the version of the standings rises.
    5. After the last set of a round the database is copied, once the transaction is committed.

    A repeat of the form changes nothing and has the same outcome. Raises Conflict, Refused.
    """
    content = [judgement.typed_set, corrected_numbers]
    with set_change(desk_table, Verb.SET_ACCEPTED, by=by, stamp=stamp, content=content) as change:
        if change.answer:
            return change.answer
        change.check_page()
        change.check_open()
        judgement = change.judged(judgement, desk_table.rules)
        if not judgement.acceptable:
            return store_faulty(change, judgement, corrected_numbers=corrected_numbers)
        if change.tournament.second_person and (waits := second_opinion(change, judgement.scored)):
            return waits
        return store_accepted(change, judgement, corrected_numbers=corrected_numbers)


def store_faulty(change: SetChange, judgement: Judgement, **step: Any) -> Outcome:
    """Stores a set that cannot be accepted, without changing its state; the outcome has its faults."""
    if change.tournament.second_person:
        refuse_faulty_second(change, judgement)
    before = change.before.card_set
    change.store(judgement.scored, state=before.state if before else CardSet.State.IN)
    return change.record(change.typed_verb, faults=judgement.faults, **step)


def store_accepted(
    change: SetChange,
    judgement: Judgement,
    *,
    ruling: str = "",
    corrected_numbers: Sequence[dict[str, Any]] = (),
    extra: dict[str, Any] | None = None,
) -> Outcome:
    """Stores an acceptable set as accepted, with its point lines."""
    settled, before = with_chosen_readings(judgement), change.before
    card_set = change.store(
        settled,
        state=CardSet.State.ACCEPTED,
        accepted_at=change.at,
        accepted_by=change.by,
        ruling=ruling or (before.card_set.ruling if before.card_set else ""),
    )
    if card_set.reopened:
        card_set.lines.all().delete()  # those of the earlier acceptance, which still counted after the finish
    played = [game.played for game in judgement.games]
    PointLine.objects.bulk_create(
        point_lines(card_set, settled, before.entries, before.rules.profile, played)
    )
    copy_when_complete(change.now.round, change.tournament)
    warnings = msgspec.to_builtins(judgement.warnings)
    return change.record(
        Verb.SET_ACCEPTED,
        reason=ruling,
        standings=True,
        corrected_numbers=corrected_numbers,
        extra={**(extra or {}), "warnings": warnings},
    )


def with_chosen_readings(judgement: Judgement) -> WrittenSet:
    """The set with the only or the chosen reading of each game; without one for ruled games."""
    games = [
        msgspec.structs.replace(marks, reading=None, off_list=False)
        if marks.ruled
        else msgspec.structs.replace(
            marks, reading=game.reading.game if game.reading else None, off_list=bool(game.off_list)
        )
        for marks, game in zip(judgement.scored.games, judgement.games, strict=True)
    ]
    return msgspec.structs.replace(judgement.scored, games=tuple(games))


def copy_when_complete(round_: Round, tournament: Tournament) -> None:
    """Copies the database when no table of the round is waited for, once this transaction is committed."""
    waiting = round_.tables.filter(seats__isnull=False, written_off__isnull=True)
    if not waiting.exclude(card_set__state=CardSet.State.ACCEPTED).exists():
        reason = f"round {round_.number} complete"
        transaction.on_commit(lambda: backups.copy_if_possible(reason, tournament), robust=True)
