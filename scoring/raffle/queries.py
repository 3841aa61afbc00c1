"""Who can be drawn by lot, and who was."""

from dataclasses import dataclass, field

from django.db.models import QuerySet

from scoring.models import Raffle
from scoring.standings.counted import disqualified
from tournament.models import Entry, Tournament


def may_be_drawn(tournament: Tournament) -> QuerySet[Entry]:
    """Those whom a lot can fall on, by number: registered, checked in, and not disqualified."""
    return tournament.entries.here().exclude(pk__in=disqualified(tournament)).order_by("number")


def left_out_of_draws(tournament: Tournament) -> QuerySet[Entry]:
    """Those entered whom no lot can fall on, by number; nobody who only waits for a place."""
    entries = tournament.entries.exclude(state=Entry.State.WAITING)
    return entries.exclude(pk__in=may_be_drawn(tournament).values("pk")).order_by("number").with_people()


@dataclass(frozen=True)
class RaffleWithPlayers:
    """A raffle with those who won, and on the director's page those it was drawn from, by number."""

    raffle: Raffle
    winners: list[Entry]
    drawn_from: list[Entry] = field(default_factory=list)


def with_players(
    tournament: Tournament, raffles: list[Raffle], *, with_drawn_from: bool
) -> list[RaffleWithPlayers]:
    """Raffles with the players who won, and those they were drawn from if asked. One query more, if any."""
    numbers = {
        number for raffle in raffles for number in (raffle.drawn_from if with_drawn_from else raffle.winning)
    }
    entries = (
        {entry.number: entry for entry in tournament.entries.with_people().filter(number__in=numbers)}
        if numbers
        else {}
    )

    def of(numbers_drawn: list[int]) -> list[Entry]:
        return [entries[number] for number in numbers_drawn if number in entries]

    return [
        RaffleWithPlayers(raffle, of(raffle.winning), of(raffle.drawn_from) if with_drawn_from else [])
        for raffle in raffles
    ]
