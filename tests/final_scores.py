"""A family that only tests have: final scores, a start, uma by rank; in tenths, of five digits, with two totals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from rules.game import LETTERS, TABLES, Due, Fault, Game, Phrase, Settled
from rules.limits import MOST_POINTS
from rules.systems.family import Facts, Family, Field, Sitting, Won
from rules.systems.profile import SYSTEMS, Profile
from rules.systems.shapes import POINTS, numbers

NAME = "final-scores"
TENTH = 100
"""Of a score; ten of them are a point."""


class ScoresGame(Game, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    scores: dict[str, int] = {}


class ScoresProfile(Profile, frozen=True, kw_only=True):
    start: int
    uma: tuple[int, ...]


def faults(
    game: ScoresGame, profile: ScoresProfile, lost_fields: frozenset[str] = frozenset()
) -> list[Fault]:
    seats = TABLES.get(game.seats, LETTERS)
    missing = [seat for seat in seats if seat not in game.scores] if "scores" not in lost_fields else []
    found = [Fault("missing", f"scores.{seat}", {"field": f"score of {seat}"}) for seat in missing]
    if not missing and sum(game.scores.values()) != profile.start * len(seats):
        found.append(Fault("bad-value", "scores", {"variant": "hand", "value": sum(game.scores.values())}))
    return found


def settle(game: ScoresGame, profile: ScoresProfile) -> Settled:
    seats = TABLES[game.seats]
    points = {seat: (game.scores[seat] - profile.start) // TENTH for seat in seats}
    due: list[Due] = [(seat, points[seat], "final-score", ()) for seat in seats]
    return Settled(points, "scored", [], due)


def settle_sitting(games: Sequence[Mapping[str, int]], profile: ScoresProfile) -> Iterator[Sitting]:
    totals = {seat: sum(game[seat] for game in games) for seat in (games[0] if games else ())}
    for seat, total in totals.items():
        place = 1 + sum(other > total for other in totals.values())
        alike = list(totals.values()).count(total)
        shared = sum(profile.uma[place - 1 : place - 1 + alike]) * 10 // alike
        yield Sitting(seat, shared, "uma", {"place": place}, second=(4, 2, 1, 0)[place - 1])


def made_up(
    seats: Sequence[str], games: int, profile: ScoresProfile, _won: Won, dice: Random
) -> Iterator[ScoresGame]:
    for _game in range(games):
        scores = {seat: profile.start + TENTH * dice.randrange(-150, 151) for seat in seats[:-1]}
        scores[seats[-1]] = profile.start * len(seats) - sum(scores.values())
        yield ScoresGame(seats=tuple(seats), outcome="played", scores=scores)


def won_game(profile: ScoresProfile) -> Facts:
    start = profile.start
    return {"outcome": "played", "scores": {"A": start + 3000, "B": start, "C": start, "D": start - 3000}}


def examples(profile: ScoresProfile) -> Iterator[tuple[Phrase, Facts]]:
    for more in (1000, 5000, 9000):
        start = profile.start
        scores = {"A": start + more, "B": start, "C": start, "D": start - more}
        yield Phrase("final-scores", {"score": scores["A"]}), {"outcome": "played", "scores": scores}


FAMILY = Family(
    name=NAME,
    profile=ScoresProfile,
    game=ScoresGame,
    outcomes=("played",),
    shapes={
        "start": POINTS,
        "uma": numbers("first", "second", "third", "fourth", problem=Phrase("give-list"), least=-MOST_POINTS),
    },
    fields=(Field("scores", "number", of_seat=True), Field("extra", "extras", of_seat=True)),
    faults=faults,
    settle=settle,
    settle_sitting=settle_sitting,
    examples=examples,
    won=won_game,
    made_up=made_up,
)
LINES = {"final-score": "{points} for the final score", "uma": "{points} for place {place}"}
EXAMPLES = {"final-scores": "A ends with %(score)s."}

_VALUES = """family = "final-scores"
title = "Final scores"
about = "%(games)s a round; what is typed is what everybody ends with."
unit = 10
digits = 5
second_total = "Placement"

[values.start]
default = 30000
clause = "1"
sentence = "What everybody begins with: {value}."
lines = { final-score = "1" }

[values.uma]
default = [15, 5, -5, -15]
clause = "2"
sentence = "For the places at a table, shared by those who tie: {value}."
lines = { uma = "2" }

"""


def write_system(folder: Path) -> Path:
    """The file of the system: its own values, and those of the desk as another system without facts of numbers has."""
    text = SYSTEMS["card-game"].read_text(encoding="utf-8")
    desk = text[text.index("[values.extras]") :].replace("clause = ", "clause = ")
    before, games, after = desk.partition("[desk.games_per_round]\ndefault = ")
    file = folder / f"{NAME}.toml"
    file.write_text(f"{_VALUES}{before}{games}1{after[after.index(chr(10)) :]}", encoding="utf-8")
    return file


def independent_totals(scores: Sequence[Mapping[int, int]]) -> dict[int, tuple[Any, int]]:
    """Points and placement by player of tables' final scores, worked out without the program."""
    totals: dict[int, tuple[Any, int]] = {}
    for table in scores:
        order = sorted(table.values(), reverse=True)
        for player, score in table.items():
            places = [place for place, other in enumerate(order) if other == score]
            uma = sum((15, 5, -5, -15)[place] for place in places) / len(places)
            points, placement = totals.get(player, (0, 0))
            totals[player] = (
                round(points + (score - 30000) / 1000 + uma, 1),
                placement + (4, 2, 1, 0)[places[0]],
            )
    return totals
