from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count

from scoring.models import CardSet, FinalStandings
from scoring.standings.standing import Standing, Standings
from tournament.models import Tournament


@dataclass(frozen=True)
class CorrectedPlayer:
    """A player whose total or place differs from the final standings. A rank is None for no rank."""

    number: int
    name: str
    old_rank: int | None
    old_total: int
    rank: int | None
    total: int


@dataclass(frozen=True)
class ListingChange:
    """A player whose public name or number differs from the final standings.

    `old_name` is "" if the player was listed by name and shows only initials now.
    """

    number: int
    name: str
    old_number: int
    old_name: str


@dataclass(frozen=True)
class RoundReopened:
    """The number of a round's tables reopened after the finish. Until they are accepted they count as before."""

    round: int
    tables: int


@dataclass(frozen=True)
class Corrections:
    """Every difference since the finish, in the current order. `moved`: players of whom only the rank changed."""

    points: list[CorrectedPlayer] = field(default_factory=list)
    moved: list[CorrectedPlayer] = field(default_factory=list)
    listed: list[ListingChange] = field(default_factory=list)
    reopened: list[RoundReopened] = field(default_factory=list)

    @property
    def all(self) -> list[CorrectedPlayer]:
        """Players whose points changed, then players who only moved."""
        return [*self.points, *self.moved]

    @property
    def any(self) -> bool:
        return bool(self.points or self.moved or self.listed)


def as_data(places: list[Standing]) -> list[dict[str, Any]]:
    return [
        {
            "entry": place.entry,
            "number": place.number,
            "name": place.name,
            "shows_initials": place.shows_initials,
            "rank": place.rank,
            "total": place.total,
        }
        for place in places
    ]


def corrections_of(tournament: Tournament, standings: Standings) -> Corrections:
    """The differences from the final standings, by entry; none before the finish, or where not all is shown."""
    final = FinalStandings.objects.standing().filter(tournament=tournament).first()
    if final is None or standings.until is not None:
        return Corrections()
    final_places = {place["entry"]: place for place in final.places}
    pairs = [(place, final_places[place.entry]) for place in standings.places if place.entry in final_places]
    changed = [
        CorrectedPlayer(place.number, place.name, old["rank"], old["total"], place.rank, place.total)
        for place, old in pairs
        if (old["total"], old["rank"]) != (place.total, place.rank)
    ]
    return Corrections(
        points=[correction for correction in changed if correction.old_total != correction.total],
        moved=[correction for correction in changed if correction.old_total == correction.total],
        listed=[
            ListingChange(place.number, place.name, old["number"], old_public_name(place, old))
            for place, old in pairs
            if (old["number"], old["name"]) != (place.number, place.name)
        ],
        reopened=rounds_reopened(tournament),
    )


def rounds_reopened(tournament: Tournament) -> list[RoundReopened]:
    open_sets = CardSet.objects.filter(round__tournament=tournament).exclude(state=CardSet.State.ACCEPTED)
    rows = open_sets.order_by("round__number").values_list("round__number").annotate(Count("pk"))
    return [RoundReopened(number, tables) for number, tables in rows]


def old_public_name(place: Standing, old: dict[str, Any]) -> str:
    """The name at the finish; "" if it may not be shown now."""
    if place.shows_initials and not old["shows_initials"]:
        return ""
    return str(old["name"])
