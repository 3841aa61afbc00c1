"""What was done with a table's set, step by step, as its page shows it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from scoring.models import SetVersion
from scoring.sets.merge import Difference, differing, field_label
from scoring.sets.queries import TablePlace, history, typed_at
from tournament.verbs import Verb


@dataclass(frozen=True)
class Slip:
    """A number that was mended at the desk before the set was accepted."""

    label: str
    was: int
    now: int


@dataclass(frozen=True)
class Step:
    """One step; `changes` are the fields in which a set with numbers was changed.

    `table` is where cards that were moved came from or went to.
    """

    at: datetime
    actor_name: str
    verb: Verb
    reason: str
    mended: list[Slip]
    changes: list[Difference]
    table: int | None


def past(place: TablePlace) -> list[Step]:
    """Every step, oldest first. One query."""
    return [
        Step(
            at=step.at,
            actor_name=step.actor_name,
            verb=Verb(step.verb),
            reason=step.reason,
            mended=[
                Slip(field_label(place, f"{slip['seat']}-{slip['field']}"), slip["was"], slip["now"])
                for slip in step.mended
            ],
            changes=_changes(place, before, step),
            table=step.other_table.number if step.other_table else None,
        )
        for before, step in pairwise([None, *history(place)])
        if step is not None
    ]


def _changes(place: TablePlace, before: SetVersion | None, step: SetVersion) -> list[Difference]:
    if step.other_table_id is not None:
        return []  # other cards, not other numbers
    old, new = typed_at(before), typed_at(step)
    if old is None or new is None or old.is_blank:
        return []
    return differing(place, old, new)
