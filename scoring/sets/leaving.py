"""Who left in the middle of a round, for `tournament.seams`."""

from collections.abc import Mapping

from django.db.models import Exists, OuterRef, Q

from scoring.models import Card
from tournament.models import Tournament
from tournament.seams import Leaver


def left_before(tournament: Tournament, number: int) -> Mapping[int, Leaver]:
    """By the entry's key, whose latest card before round `number` says that they left. One query."""
    cards = Card.objects.filter(round__tournament=tournament, round__number__lt=number)
    plays_again = cards.filter(
        Q(entry=OuterRef("entry")) | Q(substitute=OuterRef("entry")),
        round__number__gt=OuterRef("round__number"),
    )
    left = cards.filter(~Exists(plays_again), left_after__isnull=False)
    return {
        card.entry_id: Leaver(card.round.number, card.substitute)
        for card in left.select_related("round", "substitute__person")
    }
