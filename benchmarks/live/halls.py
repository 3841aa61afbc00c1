"""A hall to look at, and what a scorekeeper's browser sends."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

import bench_desk

TOKEN = "b" * 32


@dataclass(frozen=True)
class Hall:
    slug: str
    session: str
    scorekeeper: int
    tables: list[tuple[int, int, str]]
    """Those that nobody has entered yet: round, table, who sits there."""

    @property
    def page(self) -> str:
        return f"/t/{self.slug}/"

    @property
    def json(self) -> str:
        return f"/t/{self.slug}/standings.json"


def hall(players: int, *, rounds: int = 3, played: int = 1) -> Hall:
    """A tournament of `players`, its first rounds played and the others waiting for their cards."""
    from demo.simulation import play_rounds
    from tests import builders
    from tournament.models import Table

    cast = builders.cast()
    tournament = builders.running_tournament(cast.club, players=players, rounds=rounds, published=rounds)
    list(play_rounds(tournament, played, seed=5, by=cast.director)) if played else None
    tables = Table.objects.filter(round__tournament=tournament, card_set=None).select_related("round")
    return Hall(
        tournament.slug,
        builders.signed_in(cast.scorekeeper).cookies["sessionid"].value,
        cast.scorekeeper.pk,
        [
            (
                table.round.number,
                table.number,
                " ".join(f"{seat.letter}{seat.entry_id}" for seat in table.seats.order_by("letter")),
            )
            for table in tables.order_by("round__number", "number")
        ],
    )


def accepting(hall: Hall, table: tuple[int, int, str]) -> tuple[str, bytes, dict[str, str]]:
    """The request of a browser that accepts a table's set: address, body, headers."""
    from scoring.sets.typed import WrittenCard, WrittenGame, WrittenSet
    from tournament.stamps import Stamp

    round_, number, seats = table
    games = bench_desk.GAMES
    cards = {n: WrittenCard(tuple(p), sum(p), bench_desk.ACROSS[n]) for n, p in games.items()}
    written_set = WrittenSet(cards, (WrittenGame(),) * 4, "A")
    form = written_set.fields() | {"do": "accept", "typed_by": str(hall.scorekeeper)}
    form |= {"stamp": str(Stamp(seen={"version": 0, "seats": seats})), "csrfmiddlewaretoken": TOKEN}
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Accept": "application/json",
        "Cookie": f"sessionid={hall.session}; csrftoken={TOKEN}",
    }
    return f"/t/{hall.slug}/desk/{round_}/{number}/send/", urlencode(form).encode(), headers
