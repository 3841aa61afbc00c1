"""Mutation testing of the rules: ``python -m tools.mutate [--only 3,17] [MODULE ...]``; see docs/mutation.md.

The mutants are those of mutmut. Each is made in memory, in a child of a process that has collected the tests and
computed their expected values, so that a mutant costs only the tests it takes to kill it.
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
    "commands/pot": ["test_pot.py"],
    "commands/prizes": ["test_prizes.py"],
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
"""The tests of each module. Not `test_words`, which reads the sentences from files, where nothing is mutated."""

LEFT_OUT = ["test_nothing_raises_and_both_readers_agree", "test_score_after_check_is_the_identity"]
"""Tests with random input: a mutant that only they would kill by chance counts as a survivor."""

AT_FOUR = "ABCD"
"""In the ids of tests that enumerate tables of four: they take long and seldom kill what a table of three does not."""

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
    """Removes the decorators, since mutmut skips functions that have any."""

    def leave_FunctionDef(self, original_node, updated_node):  # noqa: N802 (the name is libcst's)
        return updated_node.with_changes(decorators=[])


def mutants(path: Path) -> Iterator[Mutant]:
    """Every mutant that mutmut makes of the functions in this file."""
    module = libcst.parse_module(path.read_text()).visit(_Undecorated())
    source, changes, *_ = create_mutations(str(path), module.code)
    inside = [
        mutation
        for mutation in changes
        if isinstance(mutation.contained_by_top_level_function, libcst.FunctionDef)
    ]
    for number, mutation in enumerate(inside, start=1):
        changed = deep_replace(source, mutation.original_node, mutation.mutated_node).code
        lines = difflib.unified_diff(source.code.splitlines(), changed.splitlines(), n=0, lineterm="")
        difference = "\n".join(line for line in lines if line[:2] not in ("--", "++", "@@"))
        yield Mutant(number, mutation.contained_by_top_level_function.name.value, changed, difference)


def functions(space: dict[str, object], path: str = "") -> Iterator[tuple[str, FunctionType]]:
    """Every function of a module and of its classes, with its path."""
    for name, value in space.items():
        own = getattr(value, "__wrapped__", value)
        if isinstance(own, FunctionType):
            yield f"{path}{name}", own
        elif isinstance(value, type) and not path:
            yield from functions(dict(vars(value)), f"{name}.")


def change(module: ModuleType, source: str) -> None:
    """Replaces the code of the module's functions by that of this source, in place."""
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
    """A pytest plugin that runs the tests for each mutant of a module instead of once."""

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

    def cost(self, item: pytest.Item) -> float:
        """Seconds of this test per mutant it has killed so far, plus one."""
        return self.seconds[item.nodeid] / (1 + self.killers[item.nodeid])

    def start(self, mutant: Mutant, module: ModuleType, items: list[pytest.Item]) -> None:
        """Runs the tests on this mutant in a child process, in the order of their cost."""
        reader, writer = os.pipe()
        if child := os.fork():
            os.close(writer)
            self.running[child] = mutant, reader
            return
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        try:
            change(module, mutant.source)
            for item in sorted(items, key=self.cost):
                signal.setitimer(signal.ITIMER_PROF, 2 + 10 * self.seconds[item.nodeid])
                if not self.passes(item):
                    os.write(writer, item.nodeid.encode())
                    os._exit(1)
        except BaseException:
            os._exit(1)
        os._exit(0)

    def wait(self) -> None:
        child, status = os.wait()
        mutant, reader = self.running.pop(child)
        if killer := os.read(reader, 1 << 12).decode():
            self.killers[killer] += 1
        os.close(reader)
        if os.WIFSIGNALED(status):
            self.too_long += 1
        elif not os.WEXITSTATUS(status):
            self.survivors.append(mutant)
            print(f"{self.name} {mutant.number} in {mutant.function}\n{mutant.difference}", flush=True)


def numbers(text: str) -> set[int]:
    """The numbers in a list like "3,17,40-90"."""
    parts = [part.split("-") for part in text.split(",") if part]
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
