"""Corrections: how the current standings differ from the final ones."""

from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count

from scoring.models import CardSet, FinalStandings
from scoring.standings.queries import Standing, Standings
from tournament.models import Tournament


@dataclass(frozen=True)
class Correction:
    """A player whose total differs from the final standings."""

    number: int
    name: str
    old_rank: int
    old_total: int
    rank: int
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
    """How many tables of a round are reopened after the finish. Until they are accepted they count as before."""

    round: int
    tables: int


@dataclass(frozen=True)
class Corrections:
    """Every difference since the finish, in today's order. `moved` counts the players of whom only the rank changed."""

    points: list[Correction] = field(default_factory=list)
    moved: int = 0
    listed: list[ListingChange] = field(default_factory=list)
    reopened: list[RoundReopened] = field(default_factory=list)

    @property
    def any(self) -> bool:
        return bool(self.points or self.moved or self.listed)


def as_data(places: list[Standing]) -> list[dict[str, Any]]:
    """The places in the form of `FinalStandings.places`."""
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


def corrections_of(tournament: Tournament, now: Standings) -> Corrections:
    """The differences from the final standings, by entry; none before the finish."""
    final = FinalStandings.objects.filter(tournament=tournament).first()
    if final is None:
        return Corrections()
    then = {place["entry"]: place for place in final.places}
    pairs = [(place, then[place.entry]) for place in now.places if place.entry in then]
    return Corrections(
        points=[
            Correction(place.number, place.name, old["rank"], old["total"], place.rank, place.total)
            for place, old in pairs
            if old["total"] != place.total
        ],
        moved=sum(1 for place, old in pairs if old["total"] == place.total and old["rank"] != place.rank),
        listed=[
            ListingChange(place.number, place.name, old["number"], old_public_name(place, old))
            for place, old in pairs
            if (old["number"], old["name"]) != (place.number, place.name)
        ],
        reopened=rounds_reopened(tournament),
    )


def rounds_reopened(tournament: Tournament) -> list[RoundReopened]:
    """The rounds with tables whose set is not accepted."""
    open_sets = CardSet.objects.filter(round__tournament=tournament).exclude(state=CardSet.State.ACCEPTED)
    rows = open_sets.order_by("round__number").values_list("round__number").annotate(Count("pk"))
    return [RoundReopened(number, tables) for number, tables in rows]


def old_public_name(place: Standing, old: dict[str, Any]) -> str:
    """The name at the finish; "" if it may not be shown now."""
    if place.shows_initials and not old["shows_initials"]:
        return ""
    return str(old["name"])
