"""What an adjustment would do to the standings, what is suggested, and what stands on record."""

from dataclasses import dataclass

from django.db.models import F, QuerySet

from scoring.models import Adjustment
from scoring.standings.counted import counted_adjustments
from scoring.standings.queries import standings_of
from scoring.standings.standing import Standings
from tournament.models import Entry, Seat, Tournament

COMMON_AMOUNTS = (10, 20, 50)
"""What is offered for a penalty that nothing is suggested for."""


@dataclass(frozen=True)
class RankChange:
    name: str
    number: int
    before: int | None
    after: int | None


@dataclass(frozen=True)
class Effect:
    """What points for one player do: to that player, and to those whose place changes by it, best first."""

    own: RankChange
    total_before: int
    total_after: int
    others: tuple[RankChange, ...]

    @property
    def seen(self) -> dict[str, int | None]:
        return {"place": self.own.before, "place_after": self.own.after}


def effect(tournament: Tournament, entry: Entry, points: int, standings: Standings | None = None) -> Effect:
    now = standings or standings_of(tournament)
    own = next((place for place in now.places if place.entry == entry.pk), None)
    before = own.total if own else 0
    totals = {place.entry: place.total for place in now.ranked}
    if entry.pk in totals:
        totals[entry.pk] += points
    parts = now.tie_breaks.ranked_by_part(totals, now.parts)
    ranks = {place.entry: place.rank for places in parts for place in places}
    moves = [
        RankChange(place.full_name, place.number, place.rank, ranks[place.entry])
        for place in now.ranked
        if place.entry != entry.pk and place.rank != ranks[place.entry]
    ]
    return Effect(
        own=RankChange(entry.name, entry.number, own.rank if own else None, ranks.get(entry.pk)),
        total_before=before,
        total_after=before + points,
        others=tuple(moves),
    )


def on_record(tournament: Tournament) -> QuerySet[Adjustment]:
    rows = Adjustment.objects.filter(entry__tournament=tournament)
    return rows.select_related("entry__person", "round", "by", "ended_by").order_by("-at", "-pk")


def suggested(tournament: Tournament) -> dict[str, int | None]:
    """The points that each kind of penalty takes here: as many as the last time, or what the profile suggests."""
    suggestions: dict[str, int | None] = {
        Adjustment.Kind.LATE: None,
        Adjustment.Kind.DISTURBING: tournament.profile.disturbing or None,
        Adjustment.Kind.ARGUING: None,
        Adjustment.Kind.RULING: None,
    }
    for kind, points in counted_adjustments(tournament).values_list("kind", "points"):
        if kind != Adjustment.Kind.RULING:
            suggestions[kind] = -points
    return suggestions


def common_effects(tournament: Tournament, entry: Entry) -> list[tuple[int, Effect]]:
    """What a penalty of each common amount would do to one player, the smallest first."""
    now = standings_of(tournament)
    return [(points, effect(tournament, entry, -points, now)) for points in COMMON_AMOUNTS]


def seat_of(entry: Entry, round_: int) -> Seat | None:
    seats = entry.seats.filter(round__number=round_, round__published_at__isnull=False)
    return seats.select_related("table").first()


def at_table(tournament: Tournament, round_: int, table: int) -> list[Entry]:
    """Who sits at a table of a published round, by letter, each with it as `letter`."""
    seated = tournament.entries.filter(
        seats__round__number=round_, seats__round__published_at__isnull=False, seats__table__number=table
    )
    return list(seated.annotate(letter=F("seats__letter")).with_people().order_by("letter"))
