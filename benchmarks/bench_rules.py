"""How fast games are scored and sets of cards are checked, beside a floor measured in the same run.

    .venv/bin/python benchmarks/bench_rules.py [LINES]

Each command answers LINES (100,000) different lines, one in ten with changed numbers, in a process of its own: once
with nothing remembered (cold), and the same lines once more (warm). The floor decodes these lines and encodes the real
answers with msgspec, and does nothing between. All figures are processor time. The aims are aims, not gates.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any

import msgspec

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

LETTERS = ("A", "B", "C", "D")
POINTS_SYSTEMS = ("sanctioned", "club-day", "mahj-x")
AIMS = {"score": ("games scored", 3.0), "check": ("sets checked", 5.0)}
START_AIM = 0.2
PART, PASSES = 1000, 3
"""The floor and the warm pass are timed so often, and the fastest time of each so many lines counts: machines have
other things to do."""
HOUSE: dict[str, tuple[object, ...]] = {
    "self_picked": (0, 5, 15, 20),
    "jokerless": (0, 15, 25, 30),
    "wall": (0, 5, 15, 20),
    "error_survivor": (0, 5, 15, 20),
    "thrower": ([0, 0, 20, 25], [5, 10, 15, 25], [10, 10, 20, 30], [10, 15, 20, 25], [10, 10, 25, 25]),
    "values": ([25, 30, 35, 40, 45, 50], [25, 30, 35, 50, 75], [25, 30, 35, 40, 45, 50, 55, 60, 75, 80]),
}
"""What house profiles of the benchmark change: one to three of these numbers."""


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--measure"]:
        print(json.dumps(measure(arguments[1], int(arguments[2]))))
        return 0
    count = int(arguments[0]) if arguments else 100_000
    for command, (label, aim) in AIMS.items():
        process = subprocess.run(  # noqa: S603 (this very file)
            [sys.executable, __file__, "--measure", command, str(count)],
            capture_output=True,
            text=True,
            check=True,
        )
        seconds = json.loads(process.stdout)
        print(
            f"{label}, {count:,} lines ({seconds['bytes in']:,.0f} bytes in and {seconds['bytes out']:,.0f} out a line)"
        )
        for name in ("floor", "cold", "warm"):
            times = seconds[name] / seconds["floor"]
            note = "" if name == "floor" else f"   {times:.1f} times the floor (aim {aim:g})"
            print(f"  {name:6}{count / seconds[name]:>10,.0f} a second{note}")
    print(f"python -m rules score starts in {start_up():.3f} s of processor time (aim {START_AIM:g})")
    return 0


def measure(command: str, count: int) -> dict[str, float]:
    """Seconds of processor time for all lines: the floor's, the first pass's, a later one's; and bytes a line."""
    lines = different(score_lines() if command == "score" else check_lines(), count)
    answer = load(command)
    parts = [lines[start : start + PART] for start in range(0, count, PART)]
    cold, answers = timed(lambda part: [answer(line) for line in part], parts)
    passes = [timed(lambda part: [answer(line) for line in part], parts) for _ in range(PASSES)]
    if any(again != answers for _, again in passes):
        raise AssertionError("The same lines were answered differently the second time.")
    values = [[msgspec.json.decode(line) for line in part] for part in answers]
    pairs = list(zip(parts, values, strict=True))
    floors = [timed(lambda pair: pass_through(*pair), pairs)[0] for _ in range(PASSES)]
    return {
        "cold": sum(cold),
        "warm": sum(map(min, zip(*(seconds for seconds, _ in passes), strict=True))),
        "floor": sum(map(min, zip(*floors, strict=True))),
        "bytes in": sum(map(len, lines)) / count,
        "bytes out": sum(len(line) for part in answers for line in part) / count,
    }


def load(command: str) -> Callable[[bytes], bytes]:
    """The command's function, as ``python -m rules`` calls it, with nothing remembered from making the lines."""
    for name in [name for name in sys.modules if name == "rules" or name.startswith("rules.")]:
        del sys.modules[name]
    from importlib import import_module

    answer: Callable[[bytes], bytes] = import_module(f"rules.commands.{command}").answer_line
    return answer


def pass_through(lines: list[bytes], answers: list[Any]) -> None:
    decoder, encoder = msgspec.json.Decoder(), msgspec.json.Encoder()
    for line, answer in zip(lines, answers, strict=True):
        decoder.decode(line)
        encoder.encode(answer)


def timed(work: Callable[[Any], Any], parts: Sequence[Any]) -> tuple[list[float], list[Any]]:
    """Seconds of processor time for each part in turn, and what was made of it."""
    seconds, results = [], []
    for part in parts:
        began = time.process_time()
        results.append(work(part))
        seconds.append(time.process_time() - began)
    return seconds, results


def start_up() -> float:
    """Processor seconds of the command on no lines at all, the best of five."""
    times = []
    for _ in range(5):
        before = getrusage(RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, "-m", "rules", "score"], stdin=subprocess.DEVNULL, cwd=ROOT, check=True
        )
        after = getrusage(RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def different(lines: Iterator[dict[str, object]], count: int) -> list[bytes]:
    return list(islice(dict.fromkeys(msgspec.json.encode(line) for line in islice(lines, 4 * count)), count))


def score_lines() -> Iterator[dict[str, object]]:
    """Games of all five systems, as a day of play has them."""
    rng = random.Random(20261120)  # noqa: S311 (the same lines on every run)
    while True:
        system = rng.choice((*POINTS_SYSTEMS, *POINTS_SYSTEMS, "card-game", "sixteen-hands"))
        game: dict[str, object] = {"system": system, "seats": rng.sample(table := seats(rng), len(table))}
        if system == "sixteen-hands":
            game |= sixteen_hands_game(rng, game["seats"])
        else:
            game |= rack_game(rng, game["seats"], infractions=system in POINTS_SYSTEMS)
        if rng.random() < 0.1:
            game["profile"] = house(rng, system)
        yield game


def check_lines() -> Iterator[dict[str, object]]:
    """Sets of four games that were played, one in ten with a number written wrong."""
    from rules.score import score_game
    from rules.systems.registry import load_profile

    rng = random.Random(20261121)  # noqa: S311 (the same lines on every run)
    while True:
        system, table = rng.choice(POINTS_SYSTEMS), seats(rng)
        line: dict[str, Any] = {"system": system, "cards": {seat: [] for seat in table}}
        if rng.random() < 0.1:
            line["profile"] = house(rng, system)
        profile = load_profile(system, line.get("profile"))
        for _ in range(4):
            scored: Any = score_game({"seats": table, **rack_game(rng, table, infractions=True)}, profile)
            for seat, points in scored.points.items():
                line["cards"][seat].append(points)
        if rng.random() < 0.1:
            card = rng.choice(list(line["cards"].values()))
            game = rng.randrange(4)
            card[game] = rng.choice((-card[game], 0, 10, card[game] - 10, card[game - 1]))
        yield line


def seats(rng: random.Random) -> tuple[str, ...]:
    return LETTERS if rng.random() < 0.9 else ("A", "B", "C")


def rack_game(rng: random.Random, table: Any, *, infractions: bool) -> dict[str, object]:
    """A game for one winning hand: four walls in ten, some dead players, a few infractions."""
    winner, thrower, *others = rng.sample(table, len(table))
    dead = [others[0]] if rng.random() < 0.1 else []
    game: dict[str, object] = {"outcome": "wall", "dead": dead}
    if rng.random() < 0.6:
        picked, exposed = rng.random() < 0.3, rng.random() < 0.8
        game |= {
            "outcome": "win",
            "winner": winner,
            "value": rng.choice((25, 25, 25, 30, 30, 35, 40, 50)),
            "hand_class": "exposed" if exposed else rng.choice(("concealed", "singles-and-pairs")),
            "jokerless": rng.random() < 0.2,
            "exposures": rng.randrange(4) if exposed else 0,
            **({"self_picked": True} if picked else {"thrower": thrower}),
        }
    if infractions and rng.random() < 0.005:
        game["infractions"] = [{"seat": rng.choice(table), "kind": "blind-pass-look"}]
    return game


def sixteen_hands_game(rng: random.Random, table: Any) -> dict[str, object]:
    winner, *others = rng.sample(table, len(table))
    game: dict[str, object] = {
        "outcome": "played",
        "fishing": [{"seat": seat, "hand": rng.randint(1, 16)} for seat in others if rng.random() < 0.5],
        "bouquet": [seat for seat in table if rng.random() < 0.1],
    }
    if rng.random() < 0.6:
        game["mahjong"] = {"seat": winner, "hand": rng.randint(1, 16)}
    return game


def house(rng: random.Random, system: str) -> dict[str, object]:
    """Changed numbers of one system."""
    if system == "sixteen-hands":
        return {"limit": rng.randrange(10, 100), "fishing": rng.randrange(1, 20)}
    if system == "card-game":
        return {"thrower_pays": rng.randrange(1, 5), "lowest": rng.randrange(5, 100, 5)}
    return {name: rng.choice(HOUSE[name]) for name in rng.sample(list(HOUSE), rng.randint(1, 3))}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
