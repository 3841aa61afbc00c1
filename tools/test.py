"""Runs every test on every database there is, and ends by saying what was tested and what was not.

    python tools/test.py [--quick] [arguments for pytest]

--quick               what an answer within a minute takes: SQLite alone, no browser, no test marked slow

TEST_DATABASE_URL     the PostgreSQL server to test on; without it a local one is looked for
CHARLESTON_CHROMIUM   the browser; without it one is looked for on the PATH: Chromium's headless shell, Chromium, Chrome
CHARLESTON_REQUIRE    parts that must be there, comma separated: postgresql, browser, proxy
CHARLESTON_JOBS       tests at a time; default: as many as there are cores

Ends with 0 only when everything that ran passed and everything required ran. The last line reads "N passed, N failed".
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import psycopg

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 20 * 60  # seconds for one part, in case a test hangs
NOTHING_FOUND = 5  # pytest's exit status
LOCAL_SERVERS = (
    "postgresql:///postgres",
    "postgresql://127.0.0.1:5432/postgres",
    "postgresql://postgres@127.0.0.1:5432/postgres",
)
NO_NGINX = "no nginx on this machine; on Debian: apt-get install nginx-light"
# The headless shell is Chromium without a window's frame and tabs, at half the work for the processor.
CHROMIUM_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)


@dataclass(frozen=True)
class Part:
    """One run of pytest; `missing` says why it cannot run.

    Where the caller names no file or folder, `collects` spares each worker reading tests that are not of this part.
    """

    name: str
    options: tuple[str, ...] = ()
    collects: tuple[str, ...] = ()
    database_url: str = ""
    chromium: str = ""
    missing: str = ""


@dataclass(frozen=True)
class Outcome:
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    fault: str = ""

    def __str__(self) -> str:
        words = [f"{self.passed} passed"]
        words += [f"{self.failed} FAILED"] if self.failed else []
        words += [f"{self.skipped} skipped"] if self.skipped else []
        words += [f"FAILED: {self.fault}"] if self.fault else []
        return ", ".join(words)


def main(arguments: list[str]) -> int:
    began = time.monotonic()
    quick = "--quick" in arguments
    arguments = [argument for argument in arguments if argument != "--quick"]
    parts, faults = (quick_parts(), []) if quick else every_part()
    outcomes = {part.name: run(part, arguments) for part in parts if not part.missing}
    if not sum(outcome.passed + outcome.failed for outcome in outcomes.values()):
        faults.append("no test was run at all")
    print(f"\nTested in {time.monotonic() - began:.0f} seconds:")
    for part in parts:
        print(f"  {part.name}: {outcomes.get(part.name) or f'NOT TESTED ({part.missing})'}")
    if not quick and find_nginx() is None:
        print(f"  several web processes behind the proxy: NOT TESTED ({NO_NGINX})")
    for fault in faults:
        print(f"  FAILED: {fault}")
    passed = sum(outcome.passed for outcome in outcomes.values())
    failed = len(faults) + sum(outcome.failed or bool(outcome.fault) for outcome in outcomes.values())
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


# Many short tests are distributed in batches; the few browser tests one by one to the next free worker, longest first.
HEAPS, SINGLY = ("--dist", "worksteal"), ("--dist", "load", "--maxschedchunk", "1")


BROWSER_TESTS = "tests/browser"
ALL_BUT_THOSE = (f"--ignore={BROWSER_TESTS}",)


def on_both_databases(*, in_browser: bool) -> tuple[str, ...]:
    """The files with such tests; each worker would read all others for nothing."""
    files = (path.relative_to(ROOT) for path in sorted((ROOT / "tests").rglob("test_*.py")))
    return tuple(
        str(file)
        for file in files
        if file.is_relative_to(BROWSER_TESTS) is in_browser
        and "both_databases" in (ROOT / file).read_text("utf-8")
    )


# The tables as the models have them: going through every migration takes seconds in each worker.
TABLES_AT_ONCE = "--no-migrations"


def quick_parts() -> list[Part]:
    options = (*HEAPS, TABLES_AT_ONCE, *ALL_BUT_THOSE, "-m", "not slow")
    return [Part("SQLite, what is quick", options)]


def every_part() -> tuple[list[Part], list[str]]:
    """The parts of a whole run, and a sentence for each thing that was required and is not there."""
    url, server = find_postgresql()
    chromium, browser = find_chromium()
    no_server, no_browser = ("" if url else server), ("" if chromium else browser)
    window = browser if chromium else "browser"
    clicking = (*SINGLY, TABLES_AT_ONCE, "-m", "browser")
    clicking_elsewhere = (*SINGLY, TABLES_AT_ONCE, "-m", "browser and both_databases")
    parts = [
        Part("SQLite", (*HEAPS, "-m", "not browser"), ALL_BUT_THOSE),
        Part(
            server if url else "PostgreSQL",
            (*HEAPS, TABLES_AT_ONCE, "-m", "both_databases and not browser"),
            on_both_databases(in_browser=False),
            url,
            missing=no_server,
        ),
        Part(f"{window} on SQLite", clicking, (BROWSER_TESTS,), "", chromium, no_browser),
        Part(
            f"{window} on PostgreSQL",
            clicking_elsewhere,
            on_both_databases(in_browser=True),
            url,
            chromium,
            no_browser or no_server,
        ),
    ]
    return parts, missing_required(url, chromium)


def missing_required(url: str, chromium: str) -> list[str]:
    required = {word.strip() for word in os.environ.get("CHARLESTON_REQUIRE", "").lower().split(",")} - {""}
    present = {"postgresql": bool(url), "browser": bool(chromium), "proxy": bool(find_nginx())}
    return [f"{name} was required, and not tested" for name in sorted(required) if not present.get(name)]


def run(part: Part, arguments: list[str]) -> Outcome:
    """Runs pytest for one part; its output is passed through."""
    print(f"\n== {part.name}", flush=True)
    environment = {**os.environ, "TEST_DATABASE_URL": part.database_url, "CHARLESTON_CHROMIUM": part.chromium}
    environment.pop("CHARLESTON_TEST_RUN", None)
    # Without compiled files every worker would compile Django and all tests again: ten seconds each.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    jobs = os.environ.get("CHARLESTON_JOBS") or str(os.cpu_count() or 1)
    with tempfile.TemporaryDirectory(prefix="charleston-results-") as folder:
        results = Path(folder) / "results.xml"
        command = [sys.executable, "-m", "pytest", "-n", jobs, "-rs", *part.options]
        command += [f"--junitxml={results}", *arguments]
        command += () if names_a_place(arguments) else part.collects
        try:
            status = subprocess.run(
                command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, timeout=LONGEST, check=False
            ).returncode
        except subprocess.TimeoutExpired:
            return Outcome(fault=f"stopped after {LONGEST // 60} minutes")
        return read(results, status, chosen=bool(arguments))


def names_a_place(arguments: list[str]) -> bool:
    """Whether pytest is told which file or folder to look into."""
    return any((ROOT / argument.partition("::")[0]).exists() for argument in arguments if argument)


def read(results: Path, status: int, *, chosen: bool) -> Outcome:
    """Reads pytest's XML report; with `chosen`, the caller picked tests, so a part may have none."""
    if status == NOTHING_FOUND:
        return Outcome(fault="" if chosen else "no test was found")
    if not results.exists():
        return Outcome(fault=f"pytest ended with status {status} before any test")
    # A test that fails and then fails again in its teardown is written twice, and is one failed test.
    states: dict[tuple[str | None, str | None], set[str]] = {}
    for case in ElementTree.parse(results).iter("testcase"):  # noqa: S314 (pytest wrote it just now)
        states.setdefault((case.get("classname"), case.get("name")), set()).update(
            child.tag for child in case
        )
    failed = sum(bool(tags & {"failure", "error"}) for tags in states.values())
    skipped = sum("skipped" in tags and not tags & {"failure", "error"} for tags in states.values())
    fault = f"pytest ended with status {status}" if status and not failed else ""
    return Outcome(len(states) - failed - skipped, failed, skipped, fault)


def find_postgresql() -> tuple[str, str]:
    """Finds a PostgreSQL server where this user may create databases.

    Returns its address and its name with version, or "" and the reason why there is none.
    """
    named = os.environ.get("TEST_DATABASE_URL")
    reason = "no server answered on this machine; TEST_DATABASE_URL can name one"
    for url in [named] if named else LOCAL_SERVERS:
        try:
            with psycopg.connect(url, connect_timeout=3) as connection:
                [version] = connection.execute("SHOW server_version").fetchall()[0]
                [may] = connection.execute(
                    "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
                ).fetchall()[0]
        except psycopg.OperationalError as error:
            if named:
                reason = (
                    f"the server that TEST_DATABASE_URL names did not answer: {str(error).splitlines()[0]}"
                )
            continue
        if may:
            return url, f"PostgreSQL {version.split()[0]}"
        reason = "a server answered, but this user may not create databases on it"
    if named:
        # A server that was named must be tested, or the run would claim something that was not done.
        os.environ["CHARLESTON_REQUIRE"] = os.environ.get("CHARLESTON_REQUIRE", "") + ",postgresql"
    return "", reason


def find_nginx() -> str | None:
    """The proxy of docker-compose.yml; on Debian it lies where only the system's administrator looks."""
    return shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")


def find_chromium() -> tuple[str, str]:
    """Returns the browser's path and its name with version, or "" and the reason why there is none."""
    driver = subprocess.run(
        [sys.executable, "-m", "playwright", "--version"], capture_output=True, text=True, check=False
    )
    if driver.returncode:
        output = (driver.stderr.strip() or "it says nothing").splitlines()[-1].split("node: ")[-1]
        return "", f"Playwright does not run on this machine: {output}"
    named = os.environ.get("CHARLESTON_CHROMIUM")
    for name in [named] if named else CHROMIUM_NAMES:
        path = shutil.which(name)
        if path is None:
            continue
        try:
            output = subprocess.run(
                [path, "--version"], capture_output=True, text=True, timeout=30, check=True
            ).stdout
        except (OSError, subprocess.SubprocessError):
            continue
        words = output.split()
        return path, " ".join(words[: 1 + next((i for i, word in enumerate(words) if word[:1].isdigit()), 1)])
    return (
        "",
        f"{named} does not run" if named else "no Chromium on the PATH; CHARLESTON_CHROMIUM can name one",
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
