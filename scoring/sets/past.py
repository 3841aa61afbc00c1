"""The history of a table's set as its page shows it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from record.verbs import Verb
from scoring.models import SetVersion
from scoring.sets.merge import Difference, differing, label_of
from scoring.sets.places import FieldPlace
from scoring.sets.queries import DeskTable, history, typed_at
from tournament.models import Entry


@dataclass(frozen=True)
class CorrectedNumber:
    """A number that was corrected at the desk by a hint before the set was accepted."""

    label: str
    was: int
    now: int


@dataclass(frozen=True)
class SeatSinceStep:
    """A seat whose player has changed since a step; None is an empty seat."""

    letter: str
    before: Entry | None
    now: Entry | None


@dataclass(frozen=True)
class PastStep:
    """One step of the history. `changes`: the fields it changed in a set with numbers. `seats`: the seats exchanged
    since the step before. `table`: the table that moved cards came from or went to.
    """

    at: datetime
    actor_name: str
    verb: Verb
    reason: str
    corrected_numbers: list[CorrectedNumber]
    changes: list[Difference]
    table: int | None
    seats: list[SeatSinceStep]


def past(desk_table: DeskTable) -> list[PastStep]:
    """Every step, oldest first. One query, and one more if seats were exchanged."""
    steps = list(pairwise([None, *history(desk_table)]))
    seats = seat_changes(steps)
    return [
        PastStep(
            at=step.at,
            actor_name=step.actor_name,
            verb=Verb(step.verb),
            reason=step.reason,
            corrected_numbers=[
                CorrectedNumber(
                    label_of(desk_table, FieldPlace.read(number["field"])), number["was"], number["now"]
                )
                for number in step.corrected_numbers
            ],
            changes=_changes(desk_table, before, step),
            table=step.other_table.number if step.other_table else None,
            seats=seats.get(step.pk, []),
        )
        for before, step in steps
        if step is not None
    ]


def seat_changes(
    steps: Iterable[tuple[SetVersion | None, SetVersion | None]],
) -> dict[int, list[SeatSinceStep]]:
    """The seats whose player differs from the step before, by the step's key; steps without any are left out."""
    keys = {
        step.pk: [
            (letter, before.entries.get(letter), step.entries.get(letter))
            for letter in sorted({*before.entries, *step.entries})
            if before.entries.get(letter) != step.entries.get(letter)
        ]
        for before, step in steps
        if before is not None and step is not None
    }
    entry_keys = {entry for rows in keys.values() for _letter, *entries in rows for entry in entries if entry}
    entries = Entry.objects.select_related("person").in_bulk(entry_keys) if entry_keys else {}
    return {
        step: [SeatSinceStep(letter, entries.get(before), entries.get(now)) for letter, before, now in rows]
        for step, rows in keys.items()
        if rows
    }


def _changes(desk_table: DeskTable, before: SetVersion | None, step: SetVersion) -> list[Difference]:
    if step.other_table_id is not None or step.verb == Verb.SET_REOPENED:
        return []  # moved cards, or verifications removed, which the step's label says
    old, new = typed_at(desk_table, before), typed_at(desk_table, step)
    if old is None or new is None or old.is_blank:
        return []
    return differing(desk_table, old, new)
