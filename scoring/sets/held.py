"""Held sets: the reason, the players, and the versions there are of the cards."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.models import CardSet, Confirmation, SetVersion
from scoring.sets.confirmations import confirmations_of, retyped
from scoring.sets.merge import Difference, differing
from scoring.sets.queries import ShownCard, TablePlace, histories, places_of_sets, shown_cards, typed_at
from scoring.sets.typed import WrittenSet
from tournament.models import Tournament
from tournament.verbs import Verb


@dataclass(frozen=True)
class HeldSet:
    """One held set as the director sees it; `step` is who held it and when.

    `other` is a second version of the cards, None where there is one only.
    """

    place: TablePlace
    step: SetVersion | None
    other: WrittenSet | None
    other_by: str
    differences: list[Difference]

    @property
    def other_cards(self) -> list[ShownCard]:
        """The other version's cards, in the order of the pile."""
        return shown_cards(self.place.entries, self.other) if self.other else []


def held_sets(tournament: Tournament) -> list[HeldSet]:
    """Every held set of a tournament, the one that waits longest first."""
    held = CardSet.objects.held().filter(round__tournament=tournament)
    places = places_of_sets(tournament, held.order_by("handed_in_at", "pk"))
    steps, confirmations = histories(places), confirmations_of(places)
    return [
        held_set(place, steps[place.table.pk], confirmations.get(place.card_set.pk))
        for place in places
        if place.card_set
    ]


def held_set(place: TablePlace, steps: list[SetVersion], confirmation: Confirmation | None) -> HeldSet:
    """A re-type that says otherwise is the other version; without one, the last that stood here before."""
    held = next((step for step in reversed(steps) if step.verb == Verb.SET_HELD), None)
    other = retyped(place, confirmation)
    by = str(confirmation.retyped_by) if confirmation and other else ""
    if other is None:
        other, by = _version_before(place, steps)
    differences = differing(place, place.written, other) if other else []
    return HeldSet(place, held, other if differences else None, by, differences)


def _version_before(place: TablePlace, steps: list[SetVersion]) -> tuple[WrittenSet | None, str]:
    """The last version whose cards are not those stored now, and who typed it."""
    for step in reversed(steps):
        written = typed_at(step)
        if written is None or written.is_blank or set(written.cards) != set(place.entries):
            continue
        if differing(place, place.written, written):
            return written, step.actor_name
    return None, ""
