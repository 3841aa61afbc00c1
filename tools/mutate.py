"""Mutation testing of the rules: ``python -m tools.mutate [--only 3,17] [MODULE ...]``; see docs/mutation.md.

The changes are those that mutmut makes. They are made in memory, one in each child of a process that has collected
the tests and worked out what they compare with, so that a change costs no more than the tests it takes to notice it.
"""

from __future__ import annotations

import argparse
import difflib
import gc
import importlib
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from pathlib import Path
from types import FunctionType, ModuleType
from typing import NamedTuple

import libcst
import pytest
from _pytest.runner import runtestprotocol
from mutmut.mutation.file_mutation import create_mutations, deep_replace

CHECK = [
    "test_check_command.py",
    "test_check_error.py",
    "test_check_order.py",
    "test_check_refusals.py",
    "test_check_slips.py",
]
EXACT = ["test_check_command.py", "test_check_error.py", "test_check_exact.py", "test_check_order.py"]
SCORE = ["test_score_cases.py", "test_all_faults_together.py"]
TESTS = {
    "systems/points": SCORE,
    "systems/payments": SCORE,
    "systems/sixteen_hands": SCORE,
    "systems/rack": SCORE,
    "pot": ["test_pot.py"],
    "prizes": ["test_prizes.py"],
    "check/__init__": CHECK,
    "check/answers": CHECK,
    "check/games": EXACT,
    "check/index": EXACT,
    "check/mistakes": CHECK,
    "check/numbers": EXACT,
    "check/reader": CHECK,
    "check/sets": CHECK,
    "commands/check": CHECK,
}
"""The tests that speak of each module. `test_words` is none: it reads the sentences from files, where none changes."""

LEFT_OUT = ["test_nothing_raises_and_both_readers_agree", "test_score_after_check_is_the_identity"]
"""Tests with random input: what only chance finds is not found."""

AT_FOUR = "ABCD"
"""The name of a table of four in the enumerations, which take long and seldom find what a table of three does not."""

PYTEST = [
    *("-p", "no:django", "-p", "no:cacheprovider", "-p", "no:xdist", "--confcutdir=tests/rules"),
    *("-o", "addopts=--import-mode=importlib", "-W", "ignore::pytest.PytestConfigWarning", "-q", "-s"),
]
PROCESSES = 2


class Mutant(NamedTuple):
    number: int
    function: str
    source: str
    difference: str


class _Undecorated(libcst.CSTTransformer):
    """Takes the decorators off, since mutmut passes over functions that have any."""

    def leave_FunctionDef(self, original_node, updated_node):  # noqa: N802 (the name is libcst's)
        return updated_node.with_changes(decorators=[])


def mutants(path: Path) -> Iterator[Mutant]:
    """Every change that mutmut makes inside a function of this file."""
    module = libcst.parse_module(path.read_text()).visit(_Undecorated())
    source, changes, *_ = create_mutations(str(path), module.code)
    inside = [one for one in changes if isinstance(one.contained_by_top_level_function, libcst.FunctionDef)]
    for number, one in enumerate(inside, start=1):
        changed = deep_replace(source, one.original_node, one.mutated_node).code
        lines = difflib.unified_diff(source.code.splitlines(), changed.splitlines(), n=0, lineterm="")
        shown = "\n".join(line for line in lines if line[:2] not in ("--", "++", "@@"))
        yield Mutant(number, one.contained_by_top_level_function.name.value, changed, shown)


def functions(space: dict[str, object], path: str = "") -> Iterator[tuple[str, FunctionType]]:
    """Every function that stands in a module or in one of its classes."""
    for name, value in space.items():
        own = getattr(value, "__wrapped__", value)
        if isinstance(own, FunctionType):
            yield f"{path}{name}", own
        elif isinstance(value, type) and not path:
            yield from functions(dict(vars(value)), f"{name}.")


def change(module: ModuleType, source: str) -> None:
    """Gives the module's functions the code they have in this source."""
    space: dict[str, object] = {"__name__": module.__name__, "__file__": "changed"}
    exec(compile(source, "changed", "exec"), space)  # noqa: S102 (the source is the module's own)
    old = dict(functions(vars(module)))
    for name, function in functions(space):
        if function.__code__.co_filename == "changed":
            old[name].__code__ = function.__code__
            old[name].__defaults__, old[name].__kwdefaults__ = function.__defaults__, function.__kwdefaults__
    for name, loaded in list(sys.modules.items()):
        if name.startswith("rules."):
            for value in vars(loaded).values():
                if isinstance(value, _lru_cache_wrapper):
                    value.cache_clear()


class Mutation:
    """Instead of running the tests once, runs them for each mutant of a module."""

    def __init__(self, name: str, only: set[int]) -> None:
        self.name, self.only = name, only
        self.seconds: dict[str, float] = {}
        self.killers: Counter[str] = Counter()
        self.running: dict[int, tuple[Mutant, int]] = {}
        self.survivors: list[Mutant] = []
        self.total = self.too_long = 0

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for item in session.items:
            if not self.passes(item):
                pytest.exit(f"{item.nodeid} fails without any change.", 2)
            start = time.process_time()
            self.passes(item)
            self.seconds[item.nodeid] = time.process_time() - start
        print(f"\n{self.name}: {len(session.items)} tests take {sum(self.seconds.values()):.1f} seconds")
        module = importlib.import_module(f"rules.{self.name.replace('/', '.')}".removesuffix(".__init__"))
        gc.freeze()
        path = Path(module.__file__)
        self.start(Mutant(0, "", path.read_text(), "(nothing is changed)"), module, session.items)
        self.wait()
        if not self.survivors:
            pytest.exit(f"{self.name} does not pass its tests in a child.", 2)
        self.survivors.clear()
        for mutant in mutants(path):
            if not self.only or mutant.number in self.only:
                self.total += 1
                while len(self.running) >= PROCESSES:
                    self.wait()
                self.start(mutant, module, session.items)
        while self.running:
            self.wait()
        print(
            f"{self.name}: {self.total} mutants, {self.total - len(self.survivors)} killed"
            f" ({self.too_long} by taking too long), {len(self.survivors)} survivors",
            flush=True,
        )
        return True

    def passes(self, item: pytest.Item) -> bool:
        return all(report.passed for report in runtestprotocol(item, nextitem=None, log=False))

    def patience(self, item: pytest.Item) -> float:
        """Seconds of this test for each mutant it may be the first to notice."""
        return self.seconds[item.nodeid] / (1 + self.killers[item.nodeid])

    def start(self, mutant: Mutant, module: ModuleType, items: list[pytest.Item]) -> None:
        """Runs the tests on this mutant in a child, those first that notice much in little time."""
        said, says = os.pipe()
        if child := os.fork():
            os.close(says)
            self.running[child] = mutant, said
            return
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        try:
            change(module, mutant.source)
            for item in sorted(items, key=self.patience):
                signal.setitimer(signal.ITIMER_PROF, 2 + 10 * self.seconds[item.nodeid])
                if not self.passes(item):
                    os.write(says, item.nodeid.encode())
                    os._exit(1)
        except BaseException:
            os._exit(1)
        os._exit(0)

    def wait(self) -> None:
        child, status = os.wait()
        mutant, said = self.running.pop(child)
        if killer := os.read(said, 1 << 12).decode():
            self.killers[killer] += 1
        os.close(said)
        if os.WIFSIGNALED(status):
            self.too_long += 1
        elif not os.WEXITSTATUS(status):
            self.survivors.append(mutant)
            print(f"{self.name} {mutant.number} in {mutant.function}\n{mutant.difference}", flush=True)


def numbers(written: str) -> set[int]:
    """The numbers in a list like "3,17,40-90"."""
    parts = [part.split("-") for part in written.split(",") if part]
    return {number for part in parts for number in range(int(part[0]), int(part[-1]) + 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description="Which changes of the rules do no tests notice?")
    parser.add_argument("--only", default="", help="some mutants by their numbers: 3,17,40-90")
    parser.add_argument("--four", action="store_true", help="enumerate the games of tables of four too")
    parser.add_argument(
        "modules", nargs="*", metavar="MODULE", help=f"one of {', '.join(TESTS)}; all if none is named"
    )
    options = parser.parse_args()
    for name in options.modules or TESTS:
        tests = [f"tests/rules/{file}" for file in TESTS[name]]
        left_out = " or ".join(LEFT_OUT if options.four else [*LEFT_OUT, AT_FOUR])
        pytest.main(
            [*PYTEST, "-k", f"not ({left_out})", *tests], plugins=[Mutation(name, numbers(options.only))]
        )


if __name__ == "__main__":
    main()
