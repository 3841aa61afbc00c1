"""Which Python the commands use, and what they say where none will do."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "start" / "find-python.sh"
ADVICE = (
    "Install one (Debian, Ubuntu: sudo apt install python3 python3-venv; macOS: brew install python@3.12),\n"
    "or name one you have: make PYTHON=/path/to/python3.12 ...\n"
)


@pytest.fixture
def path(tmp_path):
    """A PATH with nothing on it; `path.add(name, body)` puts a shell script there."""

    class SearchPath:
        def add(self, name, body):
            file = tmp_path / name
            file.write_text(f"#!/bin/sh\n{body}\n")
            file.chmod(0o755)

        def find(self, **environment):
            return subprocess.run(
                [shutil.which("sh"), str(SCRIPT)],
                env={"PATH": str(tmp_path), **environment},
                capture_output=True,
                text=True,
            )

    return SearchPath()


REAL = f'exec "{sys.executable}" "$@"'
# Python 3.9 and Debian's Python without python3-venv, as far as the script asks them.
OLD = 'case "$2" in *version_info\\[:3\\]*) echo 3.9.18 ;; *print\\(sys.executable\\)*) ;; *) exit 1 ;; esac'
NO_VENV = f'case "$2" in *ensurepip*) exit 1 ;; *print\\(sys.executable\\)*) echo "$0" ;; *) {REAL} ;; esac'


def test_python3_is_taken_when_it_will_do(path):
    path.add("python3", REAL)
    process = path.find()
    assert (process.returncode, process.stdout, process.stderr) == (0, f"{sys.executable}\n", "")


def test_a_newer_one_is_found_beside_an_old_python3(path):
    path.add("python3", OLD)
    path.add("python3.12", REAL)
    assert path.find().stdout == f"{sys.executable}\n"


@pytest.mark.slow
def test_one_that_can_make_an_environment_goes_first(path):
    path.add("python3", NO_VENV)
    path.add("python3.11", REAL)
    assert path.find().stdout == f"{sys.executable}\n"


def test_one_that_cannot_is_better_than_none(path, tmp_path):
    path.add("python3", NO_VENV)
    assert path.find().stdout == f"{tmp_path / 'python3'}\n"


def test_too_old_is_said_with_the_version(path):
    path.add("python3", OLD)
    process = path.find()
    sentence = "Charleston needs Python 3.11 or newer, and this is what was found: python3 is 3.9.18.\n"
    assert (process.returncode, process.stdout, process.stderr) == (1, "", sentence + ADVICE)


def test_none_at_all_is_said(path):
    process = path.find()
    sentence = "Charleston needs Python 3.11 or newer, and no Python was found.\n"
    assert (process.returncode, process.stdout, process.stderr) == (1, "", sentence + ADVICE)


def test_a_named_one_that_does_not_run_is_said(path):
    path.add("python3", REAL)
    process = path.find(PYTHON="/nowhere/python")
    sentence = "Charleston needs Python 3.11 or newer, and /nowhere/python does not run.\n"
    assert (process.returncode, process.stdout, process.stderr) == (1, "", sentence + ADVICE)
