"""The history of a table's set as its page shows it."""

from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from record.verbs import Verb
from scoring.models import SetVersion
from scoring.sets.merge import Difference, differing, label_of
from scoring.sets.places import FieldPlace
from scoring.sets.queries import DeskTable, history, typed_at


@dataclass(frozen=True)
class CorrectedNumber:
    """A number that was corrected at the desk by a hint before the set was accepted."""

    label: str
    was: int
    now: int


@dataclass(frozen=True)
class PastStep:
    """One step of the history. `changes`: the fields it changed in a set with numbers. `table`: where moved cards came
    from or went to.
    """

    at: datetime
    actor_name: str
    verb: Verb
    reason: str
    corrected_numbers: list[CorrectedNumber]
    changes: list[Difference]
    table: int | None


def past(desk_table: DeskTable) -> list[PastStep]:
    """Every step, oldest first. One query."""
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
        )
        for before, step in pairwise([None, *history(desk_table)])
        if step is not None
    ]


def _changes(desk_table: DeskTable, before: SetVersion | None, step: SetVersion) -> list[Difference]:
    if step.other_table_id is not None or step.verb == Verb.SET_REOPENED:
        return []  # moved cards, or verifications removed, which the step's label says
    old, new = typed_at(desk_table, before), typed_at(desk_table, step)
    if old is None or new is None or old.is_blank:
        return []
    return differing(desk_table, old, new)
