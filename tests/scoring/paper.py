"""A set of cards as it lies on paper, for the tests of the score desk."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import msgspec

from record.stamps import Stamp
from scoring.sets.families.rack import RackFacts
from scoring.sets.families.sixteen import SixteenFacts
from scoring.sets.judged import Judgement, judge
from scoring.sets.places import named
from scoring.sets.queries import DeskTable, desk_table_of
from scoring.sets.typed import Facts, WrittenCard, WrittenGame, WrittenSet
from tournament.models import Seat, Table, Tournament

# B threw to A with two exposures (45, or 25 and no jokers); a wall; B threw to C; C drew the winning tile.
NUMBERS = {"A": [45, 10, 0, 0], "B": [-20, 10, -10, 0], "C": [0, 10, 35, 60], "D": [0, 10, 0, 0]}
ACROSS = {"A": "C", "B": "D", "C": "A", "D": "B"}
OF_TABLE_1 = object()
OF_THREE = {"A": "C", "B": "C", "C": "A"}


def written(
    numbers: dict[str, list[int | None]] | None = None,
    *,
    totals: dict[str, int | None] | None = None,
    verified: dict[str, str] | None = None,
    games: dict[int, WrittenGame] | None = None,
    handed_in_by: str = "A",
) -> WrittenSet:
    """The set of `NUMBERS`, or of other numbers; totals are right and everybody verified unless said otherwise."""
    numbers = numbers or NUMBERS
    duties = ACROSS if len(numbers) == 4 else OF_THREE
    count = max(map(len, numbers.values()))
    cards = {
        letter: WrittenCard(
            points=tuple(points),
            total=(totals or {}).get(letter, sum(number or 0 for number in points)),
            verified_by=(verified or {}).get(letter, duties[letter]),
        )
        for letter, points in numbers.items()
    }
    marks = tuple((games or {}).get(game, WrittenGame()) for game in range(1, count + 1))
    return WrittenSet(cards, marks, handed_in_by)


def facts(values: dict[str, Any] | None) -> Facts | None:
    """The facts of a game, written down as `rules.score` takes them."""
    if values is None:
        return None
    sixteen = values.get("outcome") in ("played", "stale", "missed")
    return msgspec.convert(values, SixteenFacts if sixteen else RackFacts)


def post(
    written_set: WrittenSet | None = None,
    *,
    version: object = 0,
    seats: object = OF_TABLE_1,
    key: UUID | None = None,
    **fields: Any,
) -> dict[str, Any]:
    """What the grid's form sends for a set, made for version 0 unless said otherwise; "A_1" stands for "A-1".

    A field given as None is not sent, and a version or seats given as None are not in the stamp. The seats are those
    of table 1 in round 1 of the newest tournament.
    """
    if seats is OF_TABLE_1:
        seats = sitting(Tournament.objects.latest("pk"))
    seen = {name: value for name, value in {"version": version, "seats": seats}.items() if value is not None}
    form_data: dict[str, Any] = {"do": "save", "stamp": str(Stamp(key or uuid4(), seen))}
    form_data |= {
        name: value
        for name, value in named((written_set or written()).values()).items()
        if value or (not name.endswith(("-hand", "-infraction")) and name[0] in "ABCD")
    }
    form_data |= {
        name.replace("_", "-") if name[0] in "ABCD" else name: value for name, value in fields.items()
    }
    return {name: value for name, value in form_data.items() if value is not None}


def table(tournament: Tournament, number: int = 1, round_number: int = 1) -> Table:
    return Table.objects.select_related("round__tournament").get(
        round__tournament=tournament, round__number=round_number, number=number
    )


def sitting(tournament: Tournament, number: int = 1, round_number: int = 1) -> str:
    """Who sits at a table, as its forms say it."""
    seats = Seat.objects.filter(
        round__tournament=tournament, round__number=round_number, table__number=number
    ).order_by("letter")
    return " ".join(f"{seat.letter}{seat.entry_id}" for seat in seats)


def stamp(tournament: Tournament, number: int = 1, *, version: int = 0) -> Stamp:
    """The stamp of a form about a table of round 1 whose set had this version."""
    return Stamp(seen={"version": version, "seats": sitting(tournament, number)})


def place(tournament: Tournament, number: int = 1, round_number: int = 1) -> DeskTable:
    at = table(tournament, number, round_number)
    return desk_table_of(Tournament.objects.get(pk=tournament.pk), at)


def judged(
    tournament: Tournament, cards: WrittenSet | None = None, number: int = 1
) -> tuple[DeskTable, Judgement]:
    """A table, and the judgement of a set of cards typed for it: what the actions of the desk take."""
    at = place(tournament, number)
    return at, judge(cards or written(), at.rules)
