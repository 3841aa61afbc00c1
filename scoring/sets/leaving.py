"""Who left in the middle of a round, for `tournament.seams`."""

from collections.abc import Mapping

from django.db.models import Exists, OuterRef, Q

from scoring.models import Card
from tournament.models import Club, Tournament
from tournament.seams import Leaver, PlayedOn


def left_before(tournament: Tournament, number: int) -> Mapping[int, Leaver]:
    """By the entry's key, whose latest card before round `number` says that they left. One query."""
    cards = Card.objects.filter(round__tournament=tournament, round__number__lt=number)
    plays_again = cards.filter(
        Q(entry=OuterRef("entry")) | Q(substitute=OuterRef("entry")),
        round__number__gt=OuterRef("round__number"),
    )
    last_cards = cards.filter(~Exists(plays_again), left_after__isnull=False)
    return {
        card.entry_id: Leaver(card.round.number, card.substitute)
        for card in last_cards.select_related("round", "substitute__person")
    }


def played_on(club: Club) -> list[PlayedOn]:
    """Who played on for somebody who left, in every tournament of the club. One query."""
    cards = Card.objects.filter(
        round__tournament__club=club, round__tournament__deleted_at__isnull=True, substitute__isnull=False
    )
    rows = cards.order_by("pk").values_list(
        "card_set__table", "entry__person", "substitute__person", "substitute"
    )
    return [PlayedOn(*row) for row in rows]
