"""A hall to look at, and what a scorekeeper's browser sends."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

TOKEN = "b" * 32
GAMES = {"A": [45, 10, 0, 0], "B": [-20, 10, -10, 0], "C": [0, 10, 35, 60], "D": [0, 10, 0, 0]}
ACROSS = {"A": "C", "B": "D", "C": "A", "D": "B"}
Asking = Callable[..., Awaitable[tuple[int, dict[str, str], bytes]]]


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

    @property
    def cookie(self) -> dict[str, str]:
        return {"Cookie": f"sessionid={self.session}; csrftoken={TOKEN}"}


def hall(players: int, *, rounds: int = 3, played: int = 1, entered: int = 0) -> Hall:
    """A tournament of `players`, its first rounds played or its first tables entered, the others waiting for it."""
    from demo.simulation import play_rounds
    from tests import builders
    from tournament.models import Table

    cast = builders.cast()
    tournament = builders.running_tournament(cast.club, players=players, rounds=rounds, published=rounds)
    list(play_rounds(tournament, played, seed=5, by=cast.director)) if played else None
    every = Table.objects.filter(round__tournament=tournament).select_related("round__tournament")
    for table in every.order_by("round__number", "number")[:entered]:
        enter(table, cast.scorekeeper)
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
            for table in every.filter(card_set=None).order_by("round__number", "number")
        ],
    )


def written() -> Any:
    from scoring.sets.typed import WrittenCard, WrittenGame, WrittenSet

    cards = {
        letter: WrittenCard(tuple(points), sum(points), ACROSS[letter]) for letter, points in GAMES.items()
    }
    return WrittenSet(cards, (WrittenGame(),) * 4, "A")


def enter(table: Any, by: Any) -> None:
    from scoring.sets.accepting import accept_set
    from scoring.sets.judged import judge
    from scoring.sets.queries import desk_table_of

    desk_table = desk_table_of(table.round.tournament, table)
    accept_set(desk_table, judge(written(), desk_table.rules), by=by)


def accepting(hall: Hall, table: tuple[int, int, str]) -> tuple[str, bytes, dict[str, str]]:
    """The request of a browser that accepts a table's set: address, body, headers."""
    from record.stamps import Stamp
    from scoring.sets.places import named

    round_, number, seats = table
    form = named(written().values()) | {"do": "accept", "typed_by": str(hall.scorekeeper)}
    form |= {"stamp": str(Stamp(seen={"version": 0, "seats": seats})), "csrfmiddlewaretoken": TOKEN}
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Accept": "application/json",
        **hall.cookie,
    }
    return f"/t/{hall.slug}/desk/{round_}/{number}/send/", urlencode(form).encode(), headers


async def accept(asking: Asking, hall: Hall, table: tuple[int, int, str], more: Mapping[str, str]) -> None:
    """Has a table's set accepted. Ends the benchmark where it is not."""
    address, body, headers = accepting(hall, table)
    status, _headers, answer = await asking(address, {**headers, **more}, body)
    if status != 200:
        raise SystemExit(f"A set was not accepted: {status} {answer[:300].decode()}")
