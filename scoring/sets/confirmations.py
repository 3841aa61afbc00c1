"""A set that waits for a second person, and where what two people typed differs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scoring.models import CardSet, Confirmation
from scoring.sets.merge import Difference, field_label, set_in_journal
from scoring.sets.queries import TablePlace, history
from scoring.sets.typed import WrittenSet, blank, from_data
from tournament.models import User


def confirmation_of(place: TablePlace) -> Confirmation | None:
    """The confirmation that speaks of the set as it stands now; None where nobody stands for it."""
    return confirmations_of([place]).get(place.card_set.pk) if place.card_set else None


def confirmations_of(places: Iterable[TablePlace]) -> dict[int, Confirmation]:
    """The same of several places, by the key of the set. One query."""
    versions = {place.card_set.pk: place.version for place in places if place.card_set}
    found = Confirmation.objects.select_related("first", "second", "retyped_by").filter(card_set__in=versions)
    return {one.card_set_id: one for one in found if one.version == versions[one.card_set_id]}


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
    seen = (
        set_in_journal(entry.new)
        for entry in history(place)
        if (entry.new or {}).get("version", 0) <= version
    )
    return all(written is None or written.is_blank for written in seen)


def differing(place: TablePlace, theirs: WrittenSet, yours: WrittenSet) -> list[Difference]:
    """The fields of the cards that two people typed otherwise, in the order of the pile.

    Which of several readings somebody chose is not on the cards, and is not compared.
    """
    stored, typed = place.rules.fields(theirs), place.rules.fields(yours)
    return [
        Difference(name, field_label(place, name), stored.get(name, ""), typed.get(name, ""))
        for name in dict.fromkeys([*stored, *typed])
        if stored.get(name, "") != typed.get(name, "") and not name.startswith("reading-")
    ]


def retyped(place: TablePlace, confirmation: Confirmation | None) -> WrittenSet | None:
    """What a second person typed, where that differs from what is stored."""
    if confirmation is None or confirmation.retyped is None:
        return None
    return from_data(confirmation.retyped)
