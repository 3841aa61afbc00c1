"""Sets that wait for a second person to type them."""

from collections.abc import Iterable
from dataclasses import replace

from club.models import User
from scoring.models import CardSet, Confirmation
from scoring.sets.queries import DeskTable, history, typed_at
from scoring.sets.typed import WrittenSet, from_data


def confirmations_of(desk_tables: Iterable[DeskTable]) -> dict[int, Confirmation]:
    """The confirmations of the current versions of several sets, by the key of the set. One query."""
    versions = {
        desk_table.card_set.pk: desk_table.version for desk_table in desk_tables if desk_table.card_set
    }
    rows = Confirmation.objects.select_related("first", "second", "retyped_by").filter(card_set__in=versions)
    return {row.card_set_id: row for row in rows if row.version == versions[row.card_set_id]}


def waiting_for_second(desk_table: DeskTable) -> Confirmation | None:
    """The confirmation of a set that a second person still has to type; None for other sets."""
    card_set = desk_table.card_set
    if not desk_table.tournament.second_person or card_set is None or card_set.state != CardSet.State.IN:
        return None
    return confirmations_of([desk_table]).get(card_set.pk)


def is_blind(waiting: Confirmation | None, user: User) -> bool:
    """Whether this user has to type the cards without seeing the stored numbers."""
    return waiting is not None and user.pk not in (waiting.first_id, waiting.retyped_by_id)


def without_numbers(desk_table: DeskTable) -> DeskTable:
    return replace(desk_table, written_set=desk_table.rules.blank())


def typed_blind(desk_table: DeskTable, version: int) -> bool:
    """Whether a form made from this version showed no numbers."""
    sets = (typed_at(desk_table, step) for step in history(desk_table) if step.number <= version)
    return all(written_set is None or written_set.is_blank for written_set in sets)


def retyped(desk_table: DeskTable, confirmation: Confirmation | None) -> WrittenSet | None:
    """What a second person typed, if it differs from the stored set."""
    if confirmation is None or confirmation.retyped is None:
        return None
    return from_data(confirmation.retyped, desk_table.rules.profile)
