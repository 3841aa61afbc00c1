"""What the standings of a long season cost: 500 people, 52 evenings.

    .venv/bin/python benchmarks/bench_season.py [--small]

Everything runs on this machine, on data of its own.

1. Seconds of the processor until the page is made anew: after a start, when every evening is read for the first time;
   after a correction of one evening, when one is; with nothing changed. Beside them the page of a season of 4 evenings
   after the same correction, and a floor: as many cells as plain text.
2. Answers a second from memory, as `make run` serves them, against a bare callable (`benchmarks/bench_live.py` has the
   same of a tournament's standings).

`--small` takes 60 people and 12 evenings.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from measured.servers import FULL, SMALL, as_make_run, data  # noqa: E402
from measured.warm import table_1  # noqa: E402

RULE = {
    "points": {"by": "place", "places": [10, 7, 5, 3, 2, 1], "attending": 1},
    "counts": {"which": "drop", "number": 4},
}


@dataclass(frozen=True)
class Looked:
    """Two addresses that are looked at, as `measured.halls.Hall` has them."""

    page: str
    json: str


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--small", action="store_true")
    options = parser.parse_args(arguments)
    people, evenings = (60, 12) if options.small else (500, 52)
    with tempfile.TemporaryDirectory(prefix="charleston-bench-") as folder, data(folder):
        long, short, events = seasons_of(people, evenings)
        page = long.get_absolute_url()
        with as_make_run() as server:  # which makes what its pages link to
            made_anew(long, short, events, people, evenings)
            print("2.", end="")
            looked: Any = Looked(page, f"{page}standings.csv")
            table_1(SMALL if options.small else FULL, Path(folder), server, looked)
    return 0


def seasons_of(people: int, evenings: int) -> tuple[Any, Any, list[Any]]:
    """A season of all evenings and one of four of them, three rounds each; four of five people come."""
    from rules.seasons.rule import SeasonRule, read_rule
    from seasons import actions
    from tests import builders
    from tests.seasons.world import evening
    from tests.seasons.world import people as made

    cast, dice = builders.cast(), Random(52)  # noqa: S311 (made-up points)
    names = [f"Player {number:03}" for number in range(people)]
    known = made(cast.club, names)
    events = []
    for number in range(1, evenings + 1):
        there = dice.sample(names, 4 * people // 5 // 4 * 4)
        rounds = []
        for _round in range(3):
            dice.shuffle(there)
            rounds.append(
                [
                    {name: dice.randint(-100, 200) for name in there[first : first + 4]}
                    for first in range(0, len(there), 4)
                ]
            )
        events.append(evening(cast.club, number, rounds[0], known, more=rounds[1:]))
    rule = read_rule(RULE)
    if not isinstance(rule, SeasonRule):
        raise TypeError(rule)
    long, short = (
        actions.make_season(cast.club, name=name, is_public=True, rule=rule, by=cast.director)
        for name in ("long", "short")
    )
    actions.set_events(long, events, by=cast.director)
    actions.set_events(short, events[:4], by=cast.director)
    return long, short, events


def made_anew(long: Any, short: Any, events: list[Any], people: int, evenings: int) -> None:
    from django.test import Client

    from seasons import facts, rows
    from tests.seasons.world import correct

    client = Client()

    def seconds(season: Any, before: Callable[[], object] = lambda: None) -> float:
        before()
        began = time.process_time()
        if client.get(season.get_absolute_url()).status_code != 200:
            raise SystemExit("The page was not answered.")
        return time.process_time() - began

    def forget() -> None:
        for kept in (facts.facts_at, facts.scores_at, rows.cell):
            kept.cache_clear()

    def corrected() -> None:
        name = events[2].entries.first().person.name
        correct(events[2], name, time.perf_counter_ns() % 500)

    seconds(short)
    first = seconds(long, forget)
    cells = people * evenings
    began = time.process_time()
    plain = "".join(f'<td class="digits">{number % 97}</td>' for number in range(cells))
    floor = time.process_time() - began
    middle = [statistics.median(seconds(season, corrected) for _turn in range(5)) for season in (long, short)]
    same = statistics.median(seconds(long) for _turn in range(5))
    print(
        f"1. The page of {people} people and {evenings} evenings, made anew (aim: under 1 s after a correction)"
    )
    print(f"   after a start                    {first:6.2f} s")
    print(f"   after a correction of one        {middle[0]:6.2f} s   (of 4 evenings {middle[1]:.2f} s)")
    print(f"   with nothing changed             {same:6.2f} s")
    print(f"   floor: {cells:,} cells as text   {floor:6.3f} s   ({len(plain):,} bytes)")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
