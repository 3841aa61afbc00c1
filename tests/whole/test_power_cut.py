"""A power cut loses nothing that was answered: what the disk holds is only what was flushed (tests/unflushed.py)."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from config.settings import ROOT
from record import backups
from tests import builders

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

TABLES, MOMENTS = 12, 40
RUN = [sys.executable, "-m", "tests.desk_without_power"]


def accepted_after(cut: Path) -> int:
    """The sets that count in the database found after a cut, which SQLite finds whole."""
    with closing(sqlite3.connect(cut / "charleston.sqlite3")) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        sets = database.execute("SELECT count(*) FROM scoring_cardset WHERE state = 'accepted'").fetchone()[0]
        entries = database.execute("SELECT count(*) FROM record_journalentry").fetchone()[0]
        lines = database.execute("SELECT count(DISTINCT entry_id) FROM scoring_pointline").fetchone()[0]
    assert (entries, lines) == (sets, 4 * sets)
    return int(sets)


def desk_without_power(folder: Path, *, tables: int, moments: int, synchronous: str = "") -> dict[str, Any]:
    """What is answered at a desk with this many tables, and by the name of each cut what counts after it."""
    file = backups.database_file()
    if file is None:
        assert connection.vendor == "postgresql"
        pytest.skip("a server flushes by its own settings")
    builders.running_tournament(builders.cast().club, players=4 * tables, rounds=1)
    backups.write_copy(file, folder / "charleston.sqlite3")
    cuts = folder / "cuts"
    cuts.mkdir()
    done = subprocess.run(
        [*RUN, str(cuts), str(moments), *filter(None, [synchronous])],
        cwd=folder,  # the layer leaves files of SQLite's own where it runs
        env={**os.environ, "CHARLESTON_VAR": str(folder), "DATABASE_URL": "", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return {**json.loads(done.stdout), "found": {cut.name: accepted_after(cut) for cut in cuts.iterdir()}}


def test_what_was_answered_is_found_after_a_power_cut(tmp_path: Path, record_property: object) -> None:
    figures = desk_without_power(tmp_path, tables=TABLES, moments=MOMENTS)
    sets_by_cut = figures["found"]
    after_answers = {f"answered-{number}": number for number in range(1, TABLES + 1)}
    assert {name: sets_by_cut[name] for name in after_answers} == after_answers
    moments = [
        (int(name.rpartition("-")[2]), sets)
        for name, sets in sets_by_cut.items()
        if name not in after_answers
    ]
    assert len(moments) == MOMENTS
    # The one that is being accepted at that moment may be there or not.
    assert [pair for pair in moments if pair[1] - pair[0] not in (0, 1)] == []
    record_property(  # type: ignore[operator]
        "figure",
        f"power cuts: {len(sets_by_cut)}, acceptances answered: {figures['answered']}, lost: 0,"
        f" flushes: {figures['flushes']}",
    )


def test_without_the_flush_at_each_commit_what_was_answered_is_lost(tmp_path: Path) -> None:
    """So it is this flush that keeps it, and the layer does lose what was not flushed."""
    figures = desk_without_power(tmp_path, tables=3, moments=0, synchronous="NORMAL")
    assert (figures["answered"], figures["found"]) == (3, {f"answered-{number}": 0 for number in (1, 2, 3)})
