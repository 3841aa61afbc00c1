"""`make run` from the first line to the last, as a program of its own."""

import asyncio
import http.client
import logging
import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from urllib.parse import urlencode

import pytest

from config.logs import worth_logging
from tests.loopback import free_port

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def port():
    return free_port()


@pytest.fixture
def served(tmp_path, port):
    """Serves an empty database to a hall; gives the program, the thread that reads what it says, and the lines."""
    settings = {
        "ADDRESS": "192.0.2.33",
        "CHARLESTON_ALLOWED_HOSTS": "",
        "CHARLESTON_CSRF_ORIGINS": "",
        "CHARLESTON_SECRET_KEY": "",
        "CHARLESTON_DEBUG": "1",  # spares compressing the static files
        "CHARLESTON_VAR": str(tmp_path),
        "DATABASE_URL": "",
        "DEMO": "0",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "LAN": "1",
        "PORT": str(port),
    }
    program = subprocess.Popen(
        [sys.executable, "-m", "start.serve"],
        cwd=ROOT,
        env={**os.environ, **settings},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    lines, ready = [], threading.Event()

    def read():  # all of it and at once: a full pipe would stop the server
        for line in program.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith("Ctrl+C"):
                ready.set()
        ready.set()

    reader = threading.Thread(target=read)
    reader.start()
    assert ready.wait(60), lines
    yield program, reader, lines
    program.kill()
    program.wait()
    reader.join()
    program.stdout.close()


def status(port, host):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", "/healthz", headers={"Host": host})
    try:
        return connection.getresponse().status
    finally:
        connection.close()


def gone_back(folder):
    """What the way back to a copy says, here to one that is not there."""
    environment = {
        **os.environ,
        "CHARLESTON_VAR": str(folder),
        "DATABASE_URL": "",
        "CHARLESTON_SECRET_KEY": "",
    }
    environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
    command = [sys.executable, "manage.py", "go_back", "no-such-copy"]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True).stderr


def locked_after(port, host):
    """The answers to eight wrong passwords, each from loopback with another address written into its header."""
    statuses = []
    for n in range(8):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        connection.request("GET", "/sign-in/", headers={"Host": host})
        answer = connection.getresponse()
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', answer.read().decode())[1]
        headers = {
            "Host": host,
            "Cookie": answer.headers["Set-Cookie"].split(";")[0],
            "Content-Type": "application/x-www-form-urlencoded",
            "X-Forwarded-For": f"10.9.8.{n}",
        }
        form = urlencode({"csrfmiddlewaretoken": token, "username": "director", "password": "wrong"})
        connection.request("POST", "/sign-in/", form, headers)
        statuses.append(connection.getresponse().status)
        connection.close()
    return statuses


def test_the_hall_is_served_until_it_is_stopped(served, port, tmp_path):
    program, reader, lines = served
    assert lines[1] == f"Charleston is open to the hall at http://192.0.2.33:{port}/"
    hosts = (f"192.0.2.33:{port}", f"127.0.0.1:{port}", "example.org")
    assert [status(port, host) for host in hosts] == [200, 200, 400]
    # Names and sign-ins are nobody else's on a shared laptop.
    modes = {path.name: path.stat().st_mode & 0o077 for path in tmp_path.iterdir()}
    assert (modes["charleston.sqlite3"], modes["secret_key"], sum(modes.values())) == (0, 0, 0)
    assert "Charleston is running on this database. Stop it" in gone_back(tmp_path)
    assert locked_after(port, f"192.0.2.33:{port}") == [422] * 7 + [429]
    program.send_signal(signal.SIGINT)
    assert program.wait(20) == 0
    reader.join()
    log = tmp_path / "charleston.sqlite3-wal"  # what was erased may be in it
    assert not log.exists() or log.stat().st_size == 0
    assert lines[-1] == "Stopped. Everything entered is kept."
    assert "no such file" in gone_back(tmp_path)


@pytest.mark.parametrize(
    ("message", "error", "is_logged"),
    [
        ("Exception in ASGI application", asyncio.CancelledError(), False),
        ("Cancel 3 running task(s), timeout graceful shutdown exceeded", None, False),
        ("Exception in ASGI application", ValueError(), True),
        ("Started server process [1]", None, True),
    ],
)
def test_streams_cut_at_the_end_are_no_errors(message, error, is_logged):
    exc_info = (type(error), error, None) if error else None
    assert worth_logging(logging.LogRecord("uvicorn.error", 40, "", 1, message, (), exc_info)) is is_logged
