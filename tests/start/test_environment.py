"""When the environment is made, from which lock and with which tool. No package is fetched here."""

import hashlib
import importlib.util
import shutil

import pytest

from start import environment


@pytest.fixture
def house(tmp_path, monkeypatch):
    """An empty project with two locks; gives the list of the commands that were called."""
    (tmp_path / "requirements").mkdir()
    for kind in ("runtime", "dev"):
        (tmp_path / "requirements" / f"{kind}.txt").write_text(f"the {kind} lock")
    venv = tmp_path / ".venv"
    commands = []

    def call(*command):
        commands.append(command)
        (venv / "bin").mkdir(parents=True, exist_ok=True)
        (venv / "bin" / "python").touch()
        return True

    monkeypatch.setattr(environment, "ROOT", tmp_path)
    monkeypatch.setattr(environment, "VENV", venv)
    monkeypatch.setattr(environment, "VENV_PYTHON", venv / "bin" / "python")
    monkeypatch.setattr(environment, "STAMP", venv / ".made-from")
    monkeypatch.setattr(environment, "call", call)
    monkeypatch.setattr(environment, "runs", lambda *command: (venv / "bin" / "python").exists())
    monkeypatch.setattr(shutil, "which", lambda name: None)
    return commands


def stamped(text):
    return f"{text} {hashlib.sha256(f'the {text} lock'.encode()).hexdigest()}\n"


def test_it_is_made_once(house):
    assert environment.main("runtime") == 0
    count = len(house)
    assert environment.main("runtime") == 0
    assert (count, len(house), environment.STAMP.read_text()) == (2, 2, stamped("runtime"))


def test_an_environment_for_development_also_runs(house):
    environment.main("dev")
    house.clear()
    assert (environment.main("runtime"), house, environment.STAMP.read_text()) == (0, [], stamped("dev"))


def test_an_environment_to_run_is_filled_up_for_development(house):
    environment.main("runtime")
    house.clear()
    environment.main("dev")
    assert [command[-1] for command in house if "--require-hashes" in command] == [
        str(environment.ROOT / "requirements" / "dev.txt")
    ]


def test_a_changed_lock_is_installed_in_what_the_environment_was_made_for(house):
    environment.main("dev")
    (environment.ROOT / "requirements" / "dev.txt").write_text("a newer lock")
    house.clear()
    environment.main("runtime")
    assert [command[-1] for command in house if "--require-hashes" in command] == [
        str(environment.ROOT / "requirements" / "dev.txt")
    ]


def test_a_broken_environment_is_made_from_nothing(house):
    environment.main("runtime")
    environment.VENV_PYTHON.unlink()
    house.clear()
    environment.main("runtime")
    assert "--clear" in house[0]


def test_uv_is_used_where_it_is_and_pip_follows_where_it_fails(house, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: "/opt/uv")
    monkeypatch.setattr(environment, "runs", lambda *command: command[0] == "/opt/uv")
    environment.main("runtime")
    assert [command[0] for command in house] == ["/opt/uv", "/opt/uv"]

    worked, calls = environment.call, []
    monkeypatch.setattr(
        environment, "call", lambda *c: calls.append(c[0]) or (worked(*c) and c[0] != "/opt/uv")
    )
    environment.STAMP.unlink()
    assert environment.main("runtime") == 0
    assert [command == "/opt/uv" for command in calls] == [True, False, False]


def test_a_missing_venv_module_is_said_and_nothing_is_begun(house, monkeypatch, capsys):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert environment.main("runtime") == 1
    assert (house, "sudo apt install python3-venv" in capsys.readouterr().err) == ([], True)


def test_packages_that_cannot_be_fetched_leave_no_stamp(house, monkeypatch, capsys):
    worked = environment.call
    monkeypatch.setattr(environment, "call", lambda *command: worked(*command) and "pip" not in command)
    assert environment.main("runtime") == 1
    assert (environment.STAMP.exists(), "needs a network connection" in capsys.readouterr().err) == (
        False,
        True,
    )
