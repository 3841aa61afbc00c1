"""What changed after the finish: final standings beside today's."""

from dataclasses import dataclass

from scoring.models import FinalStandings
from tournament.models import Tournament

from .standings import Standing, Standings


@dataclass(frozen=True)
class Correction:
    """A player whose total or place is no longer what the final standings said."""

    number: int
    name: str
    old_rank: int
    old_total: int
    rank: int
    total: int


def as_data(places: list[Standing]) -> list[dict[str, int]]:
    """The places as final standings keep them: who, which place, how many points."""
    return [{"number": place.number, "rank": place.rank, "total": place.total} for place in places]


def corrections_of(tournament: Tournament, now: Standings) -> list[Correction]:
    """Every difference since the finish, in today's order; nothing before the finish."""
    final = FinalStandings.objects.filter(tournament=tournament).first()
    if final is None:
        return []
    then = {place["number"]: place for place in final.places}
    return [
        Correction(
            number=place.number,
            name=place.name,
            old_rank=then[place.number]["rank"],
            old_total=then[place.number]["total"],
            rank=place.rank,
            total=place.total,
        )
        for place in now.places
        if place.number in then
        and (then[place.number]["rank"], then[place.number]["total"]) != (place.rank, place.total)
    ]
