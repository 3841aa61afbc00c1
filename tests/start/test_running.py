"""A double click: the browser that it opens, the second one, a taken port, and the window that is closed."""

import os
import pty
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

import httpx
import pytest

from start import running
from tests.loopback import ROOT


def test_whoever_starts_another_is_told_where_the_one_that_runs_is(tmp_path: Path) -> None:
    with running.alone(tmp_path / "data") as told:
        told.write_text("http://127.0.0.1:8001/")
        with pytest.raises(running.RunsAlready) as refused, running.alone(tmp_path / "data"):
            pass
        with running.alone(tmp_path / "other data"):  # which is another one's
            pass
    assert refused.value.address == "http://127.0.0.1:8001/"
    assert str(refused.value).startswith(
        "Charleston is already running with this data, at http://127.0.0.1:8001/\n"
    )
    with running.alone(tmp_path / "data") as told:
        assert not told.exists()


def test_one_that_does_not_say_where_it_is_is_waited_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    waited: list[float] = []
    monkeypatch.setattr(running.time, "sleep", waited.append)
    with (
        running.alone(tmp_path),
        pytest.raises(running.CannotStart, match="is just being started or stopped"),
        running.alone(tmp_path),
    ):
        pass
    assert sum(waited) == pytest.approx(running.SECONDS)


@pytest.mark.parametrize(
    ("screen", "from_afar", "at_a_window", "shown"),
    [
        (":0", "", True, True),
        ("", "", True, False),
        (":0", "192.0.2.7", True, False),
        (":0", "", False, False),
    ],
)
def test_a_browser_is_opened_only_where_somebody_sits(
    monkeypatch: pytest.MonkeyPatch, *, screen: str, from_afar: str, at_a_window: bool, shown: bool
) -> None:
    for name, value in (("DISPLAY", screen), ("WAYLAND_DISPLAY", ""), ("SSH_CONNECTION", from_afar)):
        monkeypatch.setenv(name, value) if value else monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("platform.system", lambda: "Linux")
    monkeypatch.setattr("webbrowser.open", lambda _address: True)
    ours, theirs = pty.openpty()
    with os.fdopen(ours), os.fdopen(theirs) as window, open(os.devnull) as nobody:
        monkeypatch.setattr("sys.stdin", window if at_a_window else nobody)
        assert running.show("http://127.0.0.1:8000/") is shown


@pytest.mark.slow
def test_from_the_double_click_to_the_closed_window(tmp_path: Path, migrated: Callable[[Path], None]) -> None:
    data, browser, seen = tmp_path / "data", tmp_path / "browser", tmp_path / "seen"
    data.mkdir()
    migrated(data / "charleston.sqlite3")
    browser.write_text(f'#!/bin/sh\necho "$1" >>"{seen}"\n')
    browser.chmod(0o755)
    environment = {
        name: value for name, value in os.environ.items() if name not in ("PORT", "LAN", "SSH_CONNECTION")
    } | {"BROWSER": f"{browser} %s", "DISPLAY": ":0", "DATABASE_URL": "", "CHARLESTON_DEBUG": "1"}
    environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
    command = [sys.executable, "-m", "start.command", "serve", "--no-demo", "--data", str(data)]

    ours, theirs = pty.openpty()
    with (
        os.fdopen(ours),
        os.fdopen(theirs) as window,
        closing(socket.socket()) as other,
    ):
        with suppress(OSError):  # somebody has it: as well
            other.bind(("127.0.0.1", 8000))
            other.listen()
        begun = {"cwd": ROOT, "env": environment, "stdin": window, "text": True}
        heard = partial(signal.signal, signal.SIGHUP, signal.SIG_DFL)  # also where the tests run under nohup
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, preexec_fn=heard, **begun
        ) as program:
            try:
                said = []
                while not (said and said[-1].startswith("Ctrl+C")):
                    said.append(program.stdout.readline())
                    assert said[-1], said
                address = (data / "running").read_text()
                again = subprocess.run(command, capture_output=True, **begun)
                unseen = subprocess.run([*command, "--no-browser"], capture_output=True, **begun)
                # The laptop sleeps and wakes; who asked meanwhile is answered.
                program.send_signal(signal.SIGSTOP)
                with ThreadPoolExecutor(1) as phone:
                    asked = phone.submit(httpx.get, address, timeout=60)
                    program.send_signal(signal.SIGCONT)
                    assert asked.result().status_code == 200
                program.send_signal(signal.SIGHUP)
                assert program.wait(60) == -signal.SIGTERM
            finally:
                program.kill()
    assert said[0].startswith("Port 8000 is taken by another program, so this is ")
    assert f"Charleston is running at {address}\n" in said
    assert (again.returncode, unseen.returncode) == (0, 1)
    assert again.stderr == unseen.stderr == f"{running.RunsAlready(address)}\n"
    until = time.monotonic() + 60
    while seen.read_text().splitlines() != [address] * 2:
        assert time.monotonic() < until, seen.read_text()
    log = data / "charleston.sqlite3-wal"
    assert not log.exists() or log.stat().st_size == 0
