"""The podium as a picture for sharing: what is on it. `paper.share` typesets it."""

from dataclasses import dataclass

from club.names import name_with_number
from scoring.standings.standing import Standings
from tournament.models import Tournament
from ui.texts import shown

MOST_PLACES = 6


@dataclass(frozen=True)
class PodiumPlace:
    rank: int
    tied: bool
    name: str
    total: str


def podium_places(tournament: Tournament, final: Standings | None) -> tuple[list[PodiumPlace], int]:
    """The podium, and how many more tie for its last place than there is room for."""
    places = final.podium if final else []
    winners = [
        PodiumPlace(
            place.rank or 0,
            place.tied,
            name_with_number(place.name, place.number, tournament.names_alike),
            shown(place.total, tournament.unit),
        )
        for place in places[:MOST_PLACES]
    ]
    return winners, len(places) - len(winners)
