"""Held sets: the reason, the players, and the two versions of the cards."""

from dataclasses import dataclass

from record.verbs import Verb
from scoring.models import CardSet, Confirmation, SetVersion
from scoring.sets.confirmations import confirmations_of, retyped
from scoring.sets.merge import Difference, differing
from scoring.sets.queries import DeskTable, desk_tables_of_sets, histories, typed_at
from scoring.sets.tables import TABLE_IS_WRITTEN_OFF
from scoring.sets.typed import WrittenSet
from tournament.models import Tournament


@dataclass(frozen=True)
class HeldSet:
    """One held set on the director's page; `step` has who held it and when.

    `differences` are those of another version of the cards, which `other_by` typed; none if there is only one.
    """

    desk_table: DeskTable
    step: SetVersion | None
    other_by: str
    differences: list[Difference]


def held_sets(tournament: Tournament) -> list[HeldSet]:
    """Every held set of a tournament, the longest waiting first."""
    held = CardSet.objects.held().filter(~TABLE_IS_WRITTEN_OFF, round__tournament=tournament)
    desk_tables = desk_tables_of_sets(tournament, held.order_by("handed_in_at", "pk"))
    steps, confirmations = histories(desk_tables), confirmations_of(desk_tables)
    return [
        held_set(desk_table, steps[desk_table.table.pk], confirmations.get(desk_table.card_set.pk))
        for desk_table in desk_tables
        if desk_table.card_set
    ]


def held_set(desk_table: DeskTable, steps: list[SetVersion], confirmation: Confirmation | None) -> HeldSet:
    """Beside it a second person's different typing, or else the last different stored version."""
    held = next((step for step in reversed(steps) if step.verb in (Verb.SET_HELD, Verb.SET_REOPENED)), None)
    other = retyped(desk_table, confirmation)
    by = str(confirmation.retyped_by) if confirmation and other else ""
    if other is None and not desk_table.in_dispute:
        other, by = _version_before(desk_table, steps)
    differences = differing(desk_table, desk_table.written_set, other) if other else []
    return HeldSet(desk_table, held, by, differences)


def _version_before(desk_table: DeskTable, steps: list[SetVersion]) -> tuple[WrittenSet | None, str]:
    """The last stored version whose cards differ from the current ones, and who typed it."""
    for step in reversed(steps):
        written_set = typed_at(desk_table, step)
        if written_set is None or written_set.is_blank or set(written_set.cards) != set(desk_table.entries):
            continue
        if differing(desk_table, desk_table.written_set, written_set):
            return written_set, step.actor_name
    return None, ""
