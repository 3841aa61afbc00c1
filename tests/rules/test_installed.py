"""`pip install .` in an empty environment gives `python -m rules` in any folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import Distribution
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BUILD = "import setuptools.build_meta as build; build.build_wheel('.')"
GAME = b'{"system": "sanctioned", "outcome": "win", "winner": "A", "value": 25, "thrower": "B"}\n'

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the wheel brings, and nothing of the source beside it."""
    source, folder = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("installed")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    shutil.copytree(ROOT / "rules", source / "rules", ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run([sys.executable, "-c", BUILD], cwd=source, check=True, capture_output=True)
    [wheel] = source.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def test_it_brings_the_rules_alone_and_asks_for_what_they_import(installed: Path) -> None:
    [metadata] = installed.glob("*.dist-info")
    assert {path.name for path in installed.iterdir()} == {"rules", metadata.name}
    assert Distribution.at(metadata).requires == ["msgspec"]


@pytest.mark.parametrize(
    ("arguments", "sent"),
    [(["score"], GAME), (["profile", "sixteen-hands"], b""), (["--help"], b"")],
)
def test_the_commands_answer_as_they_do_in_the_source(
    installed: Path, tmp_path: Path, arguments: list[str], sent: bytes
) -> None:
    def answer(where: Path) -> tuple[int, bytes]:
        command = [sys.executable, "-m", "rules", *arguments]
        environment = {**os.environ, "PYTHONPATH": str(where)}
        process = subprocess.run(
            command, cwd=tmp_path, env=environment, input=sent, capture_output=True, check=False
        )
        return process.returncode, process.stdout

    status, output = answer(installed)
    assert (status, output) == answer(ROOT)
    assert (status, output != b"") == (0, True)
