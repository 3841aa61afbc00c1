"""A set that waits for a second person to type it too."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scoring.models import CardSet, Confirmation
from scoring.sets.queries import TablePlace, history, typed_at
from scoring.sets.typed import WrittenSet, blank, from_data
from tournament.models import User


def confirmation_of(place: TablePlace) -> Confirmation | None:
    """The confirmation that speaks of the set as it stands now; None where nobody stands for it."""
    return confirmations_of([place]).get(place.card_set.pk) if place.card_set else None


def confirmations_of(places: Iterable[TablePlace]) -> dict[int, Confirmation]:
    """The same of several places, by the key of the set. One query."""
    versions = {place.card_set.pk: place.version for place in places if place.card_set}
    rows = Confirmation.objects.select_related("first", "second", "retyped_by").filter(card_set__in=versions)
    return {row.card_set_id: row for row in rows if row.version == versions[row.card_set_id]}


def waiting_for_second(place: TablePlace) -> Confirmation | None:
    """Who typed a complete set that another person is still to type; None where nobody waits."""
    if not place.tournament.second_person or place.state != CardSet.State.IN:
        return None
    return confirmation_of(place)


def is_blind(waiting: Confirmation | None, user: User) -> bool:
    """Whether this person types the cards anew without seeing what is stored."""
    return waiting is not None and user.pk not in (waiting.first_id, waiting.retyped_by_id)


def without_numbers(place: TablePlace) -> TablePlace:
    """The same place as if nothing had been typed: what somebody sees who types blind."""
    return replace(place, written=blank(place.rules.letters, place.rules.games, place.rules.collector))


def typed_blind(place: TablePlace, version: int) -> bool:
    """Whether nothing had been typed when a form was made against this version: then it has seen no numbers."""
    sets = (typed_at(step) for step in history(place) if step.number <= version)
    return all(written is None or written.is_blank for written in sets)


def retyped(place: TablePlace, confirmation: Confirmation | None) -> WrittenSet | None:
    """What a second person typed, where that differs from what is stored."""
    if confirmation is None or confirmation.retyped is None:
        return None
    return from_data(confirmation.retyped)
