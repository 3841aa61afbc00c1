"""Held sets: the reason, the players, and the versions there are of the cards."""

from __future__ import annotations

from dataclasses import dataclass, field
from uuid import UUID, uuid4

from scoring.models import CardSet, Confirmation
from scoring.sets.confirmations import confirmations_of, differing, retyped
from scoring.sets.merge import Difference, set_in_journal
from scoring.sets.queries import ShownCard, TablePlace, histories, places_of_sets, shown_cards
from scoring.sets.typed import WrittenSet
from tournament.models import JournalEntry, Tournament


@dataclass(frozen=True)
class HeldSet:
    """One held set as the director sees it. `other` is a second version of the cards, None where there is one only."""

    place: TablePlace
    entry: JournalEntry | None
    other: WrittenSet | None
    other_by: str
    differences: list[Difference]
    key: UUID = field(default_factory=uuid4)

    @property
    def other_cards(self) -> list[ShownCard]:
        """The other version's cards, in the order of the pile."""
        return shown_cards(self.place.entries, self.other) if self.other else []


def held_sets(tournament: Tournament) -> list[HeldSet]:
    """Every held set of a tournament, the one that waits longest first."""
    waiting = CardSet.objects.filter(round__tournament=tournament, state=CardSet.State.HELD)
    places = places_of_sets(tournament, waiting.order_by("handed_in_at", "pk"))
    past, confirmations = histories(tournament, places), confirmations_of(places)
    return [
        held_set(place, past[place.subject], confirmations.get(place.card_set.pk))
        for place in places
        if place.card_set
    ]


def held_set(place: TablePlace, past: list[JournalEntry], confirmation: Confirmation | None) -> HeldSet:
    """A re-type that says otherwise is the other version; without one, the last that stood here before."""
    entry = next((one for one in reversed(past) if one.verb == "set held"), None)
    other = retyped(place, confirmation)
    by = str(confirmation.retyped_by) if confirmation and other else ""
    if other is None:
        other, by = _before(place, past)
    found = differing(place, place.written, other) if other else []
    return HeldSet(place, entry, other if found else None, by, found)


def _before(place: TablePlace, past: list[JournalEntry]) -> tuple[WrittenSet | None, str]:
    """The last version in the journal whose cards are not those stored now, and who typed it."""
    for one in reversed(past):
        written = set_in_journal(one.new)
        if written is None or written.is_blank or set(written.cards) != set(place.entries):
            continue
        if differing(place, place.written, written):
            return written, one.actor_name
    return None, ""
