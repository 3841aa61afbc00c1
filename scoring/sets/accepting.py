"""Accepting a set. Only accepted sets count in the standings."""

from collections.abc import Sequence
from typing import Any

import msgspec
from django.db import transaction

from club.models import User
from record.archive.files import copy_and_archive
from record.stamps import Stamp
from record.verbs import Verb
from scoring.models import CardSet, PointLine, SetVersion
from scoring.sets.change import SetChange, SetOutcome, set_change
from scoring.sets.confirming import refuse_faulty_second, second_opinion
from scoring.sets.judged import Judgement
from scoring.sets.lines import point_lines
from scoring.sets.queries import DeskTable
from scoring.sets.ruling import exceptions
from scoring.sets.tables import IS_WRITTEN_OFF
from scoring.sets.typed import WrittenSet
from tournament.models import Round, Table, Tournament


def accept_set(
    desk_table: DeskTable,
    judgement: Judgement,
    *,
    by: User | None,
    stamp: Stamp | None = None,
    corrected_numbers: Sequence[dict[str, Any]] = (),
) -> SetOutcome:
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
        change.check_page(judgement.typed_set)
        change.check_open()
        judgement = change.judged(judgement, desk_table.rules)
        if not judgement.acceptable:
            return store_faulty(change, judgement, list(corrected_numbers))
        if change.tournament.second_person and (waits := second_opinion(change, judgement.scored)):
            return waits
        return store_accepted(change, judgement, corrected_numbers=corrected_numbers)


def store_faulty(
    change: SetChange, judgement: Judgement, corrected_numbers: list[dict[str, Any]]
) -> SetOutcome:
    """Stores a set that cannot be accepted, without changing its state; the outcome has its faults."""
    if change.tournament.second_person:
        refuse_faulty_second(change, judgement)
    before = change.before.card_set
    change.store(judgement.scored, state=before.state if before else CardSet.State.IN)
    step = SetVersion(verb=change.typed_verb, corrected_numbers=corrected_numbers)
    return change.record(step, faults=judgement.faults)


def store_accepted(
    change: SetChange,
    judgement: Judgement,
    *,
    ruling: str = "",
    corrected_numbers: Sequence[dict[str, Any]] = (),
    extra: dict[str, Any] | None = None,
) -> SetOutcome:
    settled, before = with_chosen_readings(judgement), change.before
    ruled: dict[str, Any] = {"ruled_by": change.by} if ruling else {}
    ruling = ruling or (before.card_set.ruling if before.card_set else "")
    ruling = " ".join([ruling, *(words for words in exceptions(settled) if words not in ruling)]).strip()
    card_set = change.store(
        settled,
        state=CardSet.State.ACCEPTED,
        accepted_at=change.at,
        accepted_by=change.by,
        ruling=ruling,
        **ruled,
    )
    if card_set.reopened:
        card_set.lines.all().delete()  # those of the earlier acceptance, which still counted after the finish
    PointLine.objects.bulk_create(
        point_lines(card_set, settled, before.entries, before.rules.profile, judgement.games)
    )
    copy_when_complete(change.now.round, change.tournament, accepted=change.now.table)
    warnings = [msgspec.to_builtins(warning.stored) for warning in judgement.warnings]
    step = SetVersion(verb=Verb.SET_ACCEPTED, reason=ruling, corrected_numbers=list(corrected_numbers))
    return change.record(step, standings=True, extra={**(extra or {}), "warnings": warnings})


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


def copy_when_complete(round_: Round, tournament: Tournament, *, accepted: Table | None = None) -> None:
    """Once this transaction is committed, copies the database where no table of the round is waited for.

    Of tables that are accepted in one transaction, or at one moment, only the last one copies: for all of them.
    """

    def copy() -> None:  # Django names a robust callback in its log, which it cannot do with a partial
        waiting = round_.tables.filter(~IS_WRITTEN_OFF, seats__isnull=False)
        if waiting.exclude(card_set__state=CardSet.State.ACCEPTED).exists():
            return
        steps = SetVersion.objects.filter(table__round=round_, state=CardSet.State.ACCEPTED)
        if accepted is None or steps.latest("pk").table_id == accepted.pk:
            copy_and_archive(f"round {round_.number} complete", tournament)

    transaction.on_commit(copy, robust=True)
