"""The applications' pictures for the style guide, of invented people."""

from __future__ import annotations

from typing import Any

from rules.seating.steps import STEPS, first_round, play_out
from scoring.standings import pictures
from scoring.standings.standing import RoundCount, Standing, Standings
from tournament.draw.pictures import meeting_picture
from tournament.models import BonusRound
from ui.styleguide import STANDINGS

SPREAD = {7: {"A": 55, "B": 0, "C": 105, "D": 10}, 8: {"A": 40, "B": 40, "C": 40, "D": 40}}


def sample_standings() -> Standings:
    """The style guide's invented players, with three rounds of points and a bonus round that does not count."""
    places = [
        Standing(
            entry=number,
            number=number,
            name=str(line["name"]),
            full_name=str(line["name"]),
            shows_initials=False,
            rank=line["place"],
            tied=line["tied"],
            total=line["points"],
            rounds=[20 * (number % 5), line["points"] - line["last"] - 20 * (number % 5), 25, line["last"]],
        )
        for number, line in enumerate(STANDINGS, start=1)
    ]
    bonus = BonusRound(3, games=2, counts=False, is_alone=True)
    rounds = [
        RoundCount(1, 16, 16),
        RoundCount(2, 16, 16),
        RoundCount(3, 16, 16, bonus=bonus),
        RoundCount(4, 12, 16),
    ]
    return Standings(version=1, as_of=None, places=places, rounds=rounds)


def exhibits() -> dict[str, Any]:
    """The context of the style guide's pictures, with their template as `exhibit`."""
    standings = sample_standings()
    return {
        "exhibit": "demo/exhibits.html",
        "shown": standings,
        "leaders": pictures.leaders(standings, me=9),
        "own_rounds": pictures.own_rounds(standings, standings.places[4]),
        "spread": pictures.spread_of(SPREAD),
        "meetings": meeting_picture(play_out(first_round(4), [STEPS["sanctioned"]] * 3)),
    }
