"""The choice to seat a round by the standings."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.standings.queries import standings_of
from tournament.models import Movement, Tournament
from tournament.refused import refuse
from tournament.seat_changes.plan_again import PlanChoice


def by_standing(tournament: Tournament, number: int) -> PlanChoice:
    """The choice to seat a round by the current standings. Refused where they are withheld: the seats would tell."""
    if tournament.withheld_from is not None and number > tournament.withheld_from:
        message = _(
            "The results from %(round)s on are withheld, and seats by standing would tell them. Show them first."
        )
        values = {"round": tournament.round_in_words(tournament.withheld_from)}
        raise refuse("withheld", message % values, "from_round")
    by_number = {entry.number: entry for entry in tournament.entries.select_related("person")}
    leaders_first = [by_number[row.number] for row in standings_of(tournament).places]
    return PlanChoice(Movement.RANKED, standings=leaders_first)
