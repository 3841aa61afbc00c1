"""What changed after the finish: final standings beside today's."""

from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count

from scoring.models import CardSet, FinalStandings
from scoring.standings.queries import Standing, Standings
from tournament.models import Tournament


@dataclass(frozen=True)
class Correction:
    """A player whose total is no longer what the final standings said."""

    number: int
    name: str
    old_rank: int
    old_total: int
    rank: int
    total: int


@dataclass(frozen=True)
class ListedOtherwise:
    """A player whose public name or number is no longer what the final standings said.

    `old_name` is empty where the player was listed by name and shows only initials now: the name is not said again.
    """

    number: int
    name: str
    old_number: int
    old_name: str


@dataclass(frozen=True)
class LookedAtAgain:
    """How many tables of a round were opened again after the finish. Until they are accepted they count as before."""

    round: int
    tables: int


@dataclass(frozen=True)
class Corrections:
    """Every difference since the finish, in today's order. `moved` counts the players whose place alone is another."""

    points: list[Correction] = field(default_factory=list)
    moved: int = 0
    listed: list[ListedOtherwise] = field(default_factory=list)
    looked_at: list[LookedAtAgain] = field(default_factory=list)

    @property
    def any(self) -> bool:
        return bool(self.points or self.moved or self.listed)


def as_data(places: list[Standing]) -> list[dict[str, Any]]:
    """The places as final standings keep them: whose, under which public name and number, which place and points."""
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
    """What the final standings said otherwise; nothing before the finish. Players are told apart by their entry."""
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
            ListedOtherwise(place.number, place.name, old["number"], told_name(place, old))
            for place, old in pairs
            if (old["number"], old["name"]) != (place.number, place.name)
        ],
        looked_at=looked_at_again(tournament),
    )


def looked_at_again(tournament: Tournament) -> list[LookedAtAgain]:
    """By round, the tables whose set is not accepted."""
    open_sets = CardSet.objects.filter(round__tournament=tournament).exclude(state=CardSet.State.ACCEPTED)
    rows = open_sets.order_by("round__number").values_list("round__number").annotate(Count("pk"))
    return [LookedAtAgain(number, tables) for number, tables in rows]


def told_name(place: Standing, old: dict[str, Any]) -> str:
    """The name at the finish, where it may be told."""
    if place.shows_initials and not old["shows_initials"]:
        return ""
    return str(old["name"])
