"""How long the server takes for one acceptance at the score desk, for small and for very large fields.

    .venv/bin/python benchmarks/bench_desk.py [SETS]

For 64, 512 and 4,096 players a tournament is seated in a SQLite database of its own and SETS sets (40) are accepted
through the same request as a browser sends: session, form, rules, lines, journal, commit and answer. Half the first
round is accepted before, so that record and journal are as large as the field makes them. The fields take turns, set
by set, so that a busy machine slows all of them alike; the figure is the median of processor time. The aim: no field
takes more than 1.3 times the first.
"""

from __future__ import annotations

import gc
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

FIELDS = (64, 512, 4096)
AIM = 1.3
MOST_SETS = 50  # the smallest field has no more tables left
ROUNDS = 4
GAMES = {"A": [45, 10, 0, 0], "B": [-20, 10, -10, 0], "C": [0, 10, 35, 60], "D": [0, 10, 0, 0]}
ACROSS = {"A": "C", "B": "D", "C": "A", "D": "B"}


def main(arguments: list[str]) -> int:
    sets = min(int(arguments[0]) if arguments else 40, MOST_SETS)
    with tempfile.TemporaryDirectory(prefix="charleston-bench-") as folder:
        os.environ |= {
            "CHARLESTON_VAR": folder,
            "DATABASE_URL": "",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        import django

        django.setup()
        from django.conf import settings
        from django.core.management import call_command

        settings.ALLOWED_HOSTS = ["testserver"]
        settings.STATIC_ROOT.mkdir()
        call_command("migrate", verbosity=0)
        desks = {players: desk(players) for players in FIELDS}
        times: dict[int, list[float]] = {players: [] for players in FIELDS}
        for number in range(sets + 2):
            for players, accept in desks.items():
                began = time.process_time()
                accept()
                if number > 1:  # the first two warm up
                    times[players].append(time.process_time() - began)
    first = statistics.median(times[FIELDS[0]])
    flat = True
    for players in FIELDS:
        median = statistics.median(times[players])
        flat = flat and median <= AIM * first
        print(
            f"{players:>5,} players: an acceptance takes {1000 * median:6.1f} ms, {median / first:.2f} of the first"
        )
    print(f"aim: within {AIM}, {'reached' if flat else 'NOT reached'}")
    return 0


def desk(players: int) -> Callable[[], None]:
    """A tournament with half of its first round accepted; gives what accepts the next set, round after round."""
    from django.test import Client
    from django.urls import get_resolver, reverse

    from scoring.sets.accepting import accept_set
    from scoring.sets.judged import judge
    from scoring.sets.queries import desk_table_of
    from scoring.sets.typed import WrittenCard, WrittenGame, WrittenSet
    from tests import builders
    from tournament.models import Table
    from tournament.stamps import Stamp

    cast = builders.cast()
    tournament = builders.running_tournament(cast.club, players=players, rounds=ROUNDS, published=ROUNDS)
    cards = {
        letter: WrittenCard(tuple(points), sum(points), ACROSS[letter]) for letter, points in GAMES.items()
    }
    written_set = WrittenSet(cards, (WrittenGame(),) * 4, "A")
    every = Table.objects.filter(round__tournament=tournament).select_related("round__tournament")
    # Without the last of each round: with that the database is copied, once in a hundred acceptances or fewer.
    tables = list(every.exclude(number=every.count() // ROUNDS).order_by("round__number", "number"))
    half = players // 8
    for table in tables[:half]:
        desk_table = desk_table_of(tournament, table)
        accept_set(desk_table, judge(written_set, desk_table.rules), by=cast.scorekeeper)
    client = Client()
    client.force_login(cast.scorekeeper)
    remaining = iter(
        [
            (table, " ".join(f"{seat.letter}{seat.entry_id}" for seat in table.seats.order_by("letter")))
            for table in tables[half:]
        ]
    )
    get_resolver().url_patterns  # noqa: B018
    gc.collect()
    gc.freeze()  # as `config.asgi` does
    fields = written_set.fields() | {"do": "accept", "typed_by": str(cast.scorekeeper.pk)}

    def accept() -> None:
        table, seats = next(remaining)
        form = fields | {"stamp": str(Stamp(seen={"version": 0, "seats": seats}))}
        address = reverse("desk-send", args=[tournament.slug, table.round.number, table.number])
        answer = client.post(address, form, headers={"Accept": "application/json"})
        if answer.status_code != 200:
            raise SystemExit(f"A set was not accepted: {answer.content.decode()}")

    return accept


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
