"""`make run` from the first line to the last, as a program of its own."""

import asyncio
import contextlib
import http.client
import logging
import os
import re
import signal
import socket
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
def served(request, tmp_path, port, migrated):
    """Serves a hall from an empty folder, or this machine alone from an empty database, which takes less; gives the
    program, its reader, and the lines.
    """
    lan = getattr(request, "param", "1")
    if lan == "0":
        migrated(tmp_path / "charleston.sqlite3")
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
        "LAN": lan,
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


def asked(port, path, *, of=None, source="127.0.0.1", host="localhost"):
    """The answer's status and page; what is sent carries the token of the page before, and its origin."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20, source_address=(source, 0))
    headers = {"Host": f"{host}:{port}"}
    if of is not None:
        connection.request("GET", of[0], headers=headers)
        answer = connection.getresponse()
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', answer.read().decode())[1]
        headers |= {"Cookie": answer.headers["Set-Cookie"].split(";")[0], "Origin": f"http://{host}:{port}"}
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection.request("POST", path, urlencode({"csrfmiddlewaretoken": token} | of[1]), headers)
    else:
        connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    page = answer.read().decode()
    connection.close()
    return answer.status, page


@pytest.mark.parametrize("served", ["0"], indirect=True)
def test_its_page_opens_it_to_the_hall_closes_it_and_stops_it(served, port):
    program, reader, lines = served
    hall = {"source": "127.0.0.2", "host": "192.0.2.33"}

    def reached():
        try:
            socket.create_connection(("127.0.0.2", port), 20, ("127.0.0.2", 0)).close()
        except ConnectionRefusedError:
            return False
        return True

    page = "/this-program/"
    assert ("Open to the hall" in asked(port, page)[1], reached()) == (True, False)
    assert asked(port, f"{page}hall/", of=(page, {}))[0] == 302
    assert f"http://192.0.2.33:{port}/" in asked(port, page)[1]
    assert f"Charleston is open to the hall at http://192.0.2.33:{port}/" in lines
    assert [asked(port, path, **hall)[0] for path in ("/", page)] == [200, 404]
    signing_in = ("/sign-in/", {"username": "director", "password": "wrong"})
    assert asked(port, "/sign-in/", of=signing_in, **hall)[0] == 422
    with socket.create_connection(("127.0.0.2", port), 20, ("127.0.0.2", 0)) as phone:
        assert asked(port, f"{page}hall/", of=(page, {"close": ""}))[0] == 302
        with contextlib.suppress(ConnectionResetError):
            assert phone.recv(1) == b""
    assert ("Open to the hall" in asked(port, page)[1], reached()) == (True, False)
    status, said = asked(port, f"{page}stop/", of=(page, {}))
    assert (status, "Charleston has stopped" in said, program.wait(20)) == (200, True, 0)
    reader.join()
    assert lines[-1] == "Stopped. Everything entered is kept."


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
