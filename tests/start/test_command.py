"""The command `charleston`, as the wheel brings it and in a checkout."""

import os
import subprocess
import sys
import zipfile
from importlib.metadata import Distribution
from pathlib import Path

import pytest
from django.core.management import get_commands

from start import command
from tests.loopback import ROOT
from tools.release import wheel
from tools.release.source import lying

GAME = b'{"system": "sanctioned", "outcome": "win", "winner": "A", "value": 25, "thrower": "B"}\nnot JSON\n'
NO_DATABASE = "There is no database here yet. Start Charleston once, or have it made: charleston migrate\n"
CALLED_BY_THE_PROGRAM = {"make_packs", "rehearse", "demo"}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the wheel brings, but for the files of the pages."""
    folder = tmp_path_factory.mktemp("installed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wheel, "static_files", lambda _program: {})
        path = wheel.make_wheel(lying(ROOT), folder)
    with zipfile.ZipFile(path) as archive:
        archive.extractall(folder / "lib")
    return folder / "lib"


def asked(
    installed: Path, folder: Path, *arguments: str, sent: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("CHARLESTON", "DJANGO"))
    }
    environment = {
        **kept,
        "PYTHONPATH": str(installed),
        "HOME": str(folder),
        "XDG_DATA_HOME": "",
        "DATABASE_URL": "",
    }
    run = [sys.executable, "-m", "charleston", *arguments]
    return subprocess.run(run, cwd=folder, env=environment, input=sent, capture_output=True, check=False)


@pytest.mark.slow
def test_the_wheel_brings_one_package_and_asks_for_what_is_locked(installed: Path) -> None:
    [about] = installed.glob("*.dist-info")
    assert {path.name for path in installed.iterdir()} == {"charleston", about.name}
    distribution = Distribution.at(about)
    assert distribution.requires == wheel.requirements((ROOT / wheel.LOCK).read_text())
    assert [str(entry.value) for entry in distribution.entry_points] == ["charleston.__main__:main"]
    assert all(file.locate().exists() for file in distribution.files or [])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "sent"),
    [(["score"], GAME), (["profile", "sixteen-hands"], b""), (["--help"], b""), ([], b"")],
)
def test_the_rules_answer_as_they_do_in_the_source(
    installed: Path, tmp_path: Path, arguments: list[str], sent: bytes
) -> None:
    theirs = asked(installed, tmp_path, "rules", *arguments, sent=sent)
    ours = subprocess.run(
        [sys.executable, "-m", "rules", *arguments], cwd=ROOT, input=sent, capture_output=True, check=False
    )
    assert (theirs.returncode, theirs.stdout, theirs.stderr) == (ours.returncode, ours.stdout, ours.stderr)
    assert ours.stdout + ours.stderr != b""
    assert list(tmp_path.iterdir()) == []  # nothing else was loaded


@pytest.mark.slow
def test_the_help_of_a_command_has_what_it_takes_and_nothing_of_django(
    installed: Path, tmp_path: Path
) -> None:
    process = asked(installed, tmp_path, "found-club", "--help")
    assert process.returncode == 0, process.stderr
    said = process.stdout.decode()
    assert said.startswith("usage: charleston found-club ")
    assert "--director" in said
    assert "--settings" not in said
    assert "--traceback" not in said


@pytest.mark.slow
def test_data_lies_where_the_system_keeps_it_or_where_it_is_told(installed: Path, tmp_path: Path) -> None:
    usual = asked(installed, tmp_path, "verify-journal")
    assert (usual.returncode, usual.stderr.decode()) == (1, NO_DATABASE)
    assert {path.name for path in (tmp_path / ".local/share/charleston").iterdir()} == {
        "journal_key",
        "secret_key",
    }
    told = asked(installed, tmp_path, "verify-journal", "--data", "club data")
    assert (told.returncode, told.stderr.decode()) == (1, NO_DATABASE)
    assert {path.name for path in (tmp_path / "club data").iterdir()} == {"journal_key", "secret_key"}
    assert list((installed / "charleston/program").glob("var*")) == []


def test_a_folder_that_is_named_by_nothing_is_not_named() -> None:
    keys = {"CHARLESTON_SECRET_KEY": "x" * 50, "CHARLESTON_JOURNAL_KEY": "y" * 50, "DATABASE_URL": ""}
    asked = [sys.executable, "-c", "from config import settings; print(settings.VAR)"]
    environment = {**os.environ, **keys, "CHARLESTON_VAR": ""}
    told = subprocess.run(asked, env=environment, cwd=ROOT, capture_output=True, check=True)
    assert told.stdout.decode().strip() == str(ROOT / "var")


@pytest.mark.parametrize("there", ["OneDrive/Documents", "home/Documents", "home/Documentos", ""])
def test_archives_are_offered_to_the_documents(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, there: str
) -> None:
    (tmp_path / "OneDrive").mkdir()
    (tmp_path / "home").mkdir()
    (tmp_path / there).mkdir(exist_ok=True)
    for name, value in (("ONEDRIVE", "OneDrive"), ("CHARLESTON_VAR", "data"), ("CHARLESTON_COMMAND", "")):
        monkeypatch.setenv(name, str(tmp_path / value))
    monkeypatch.setenv("CHARLESTON_DOCUMENTS", "")
    monkeypatch.delenv("CHARLESTON_DOCUMENTS")
    monkeypatch.setattr("pathlib.Path.home", lambda: tmp_path / "home")
    assert command.main(["--help"], installed=True) == 0
    offered = str(tmp_path / there / "Charleston archives") if there else None
    assert os.environ.get("CHARLESTON_DOCUMENTS") == offered


def test_the_help_names_every_command_that_is_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--help"]) == 0
    said = capsys.readouterr().out
    ours = {
        name for name, app in get_commands().items() if not app.startswith("django") and (ROOT / app).is_dir()
    }
    named = {name.replace("-", "_") for group in command.COMMANDS.values() for name in group}
    assert named == ours - CALLED_BY_THE_PROGRAM | {"serve", "web", "rules"}
    assert [name for group in command.COMMANDS.values() for name in group if f"\n  {name} " not in said] == []
    assert [line for line in said.splitlines() if len(line) > 100] == []


def test_a_command_that_there_is_not_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["foundclub"]) == 2
    assert capsys.readouterr().err == "There is no command foundclub; charleston --help lists them.\n"


@pytest.mark.parametrize(
    ("system", "place"),
    [
        ("Windows", "local/Charleston"),
        ("Darwin", "home/Library/Application Support/Charleston"),
        ("Linux", "home/.local/share/charleston"),
    ],
)
def test_each_system_has_its_place_for_data(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, system: str, place: str
) -> None:
    monkeypatch.setattr("platform.system", lambda: system)
    monkeypatch.setattr("pathlib.Path.home", lambda: tmp_path / "home")
    monkeypatch.setattr("sys.prefix", str(tmp_path / "stick/charleston-0.2.0/environment"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert command.data_folder() == tmp_path / place


@pytest.mark.parametrize("place", ["stick", "stick/charleston-0.2.0"])
def test_on_a_stick_that_says_so_the_data_lies_beside_the_program(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, place: str
) -> None:
    monkeypatch.setattr("sys.prefix", str(tmp_path / "stick/charleston-0.2.0/environment"))
    (tmp_path / place).mkdir(parents=True)
    (tmp_path / place / "portable").touch()
    assert command.data_folder() == tmp_path / place / "charleston-data"
