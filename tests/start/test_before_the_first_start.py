"""A command for a database that nobody made yet says so."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.loopback import ROOT

COMMANDS = {
    "found_club": ["Jade Garden Club", "--director", "dolores"],
    "verify_journal": [],
    "archive": ["autumn-classic", "autumn.jsonl"],
}


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_before_the_first_start_is_answered_in_a_sentence(name: str, tmp_path: Path) -> None:
    environment = {**os.environ, "CHARLESTON_VAR": str(tmp_path), "DATABASE_URL": ""}
    environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
    command = [sys.executable, "manage.py", name, *COMMANDS[name]]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert run.returncode == 1
    assert run.stderr == (
        "There is no database here yet. Start Charleston once, or have it made: .venv/bin/python manage.py migrate\n"
    )
    assert list(tmp_path.glob("*.sqlite3*")) == []  # the first start would take it for one that was lost
