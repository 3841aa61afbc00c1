"""What serves while it runs, and its window."""

import asyncio
import socket
from collections.abc import Iterator

import pytest

from start import program
from start.environment import CannotStart
from tests import builders


def test_the_hall_may_call_this_machine_by_address_and_by_name_while_it_is_open(monkeypatch, settings):
    settings.ALLOWED_HOSTS, settings.HALL_ADDRESS = ["scores.example.org"], ""
    monkeypatch.setattr(socket, "gethostname", lambda: "Dolores-Laptop.local")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        serving = program.Program(listener, "", int)
    serving.admit(["192.168.1.20"])
    names = ["localhost", "127.0.0.1", "[::1]", "192.168.1.20", "dolores-laptop.local"]
    address = f"http://192.168.1.20:{serving.port}"
    admitted = settings.ALLOWED_HOSTS, settings.HALL_ADDRESS
    assert admitted == (["scores.example.org", *names], address)
    serving.admit([])
    admitted = settings.ALLOWED_HOSTS, settings.HALL_ADDRESS
    assert admitted == (["scores.example.org"], "")


HALL, HOTSPOT = ["192.168.1.20"], ["10.42.0.7", "192.168.9.1"]


@pytest.mark.slow
def test_another_network_is_followed_while_it_is_open_to_the_hall(monkeypatch, settings, capsys):
    settings.ALLOWED_HOSTS, settings.HALL_ADDRESS = [], ""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        serving = program.Program(listener, "", int)
    shown = []

    def looks() -> Iterator[list[str]]:
        yield HALL
        shown.append(settings.HALL_ADDRESS)
        yield []
        shown.append(settings.HALL_ADDRESS)
        yield HOTSPOT
        shown.append(settings.HALL_ADDRESS)
        serving.admit([])  # closed, between one look and the next
        yield HALL

    look = looks()

    def addresses() -> list[str]:
        if found := next(look):
            return found
        raise CannotStart("On no network.")

    async def waited(_seconds: int) -> None:
        if not serving.hall:
            raise asyncio.CancelledError

    from config import asgi  # as it is now: another test loads it anew

    forgotten = []
    monkeypatch.setattr(program, "hall_addresses", addresses)
    monkeypatch.setattr(asgi.published, "forget", lambda: forgotten.append(settings.HALL_ADDRESS))
    monkeypatch.setattr(program.asyncio, "sleep", waited)
    serving.admit(HALL)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(serving.follow_the_network())
    one, other = (f"http://{addresses[0]}:{serving.port}" for addresses in (HALL, HOTSPOT))
    assert shown == [one, one, other]
    assert forgotten == [other]
    assert settings.HALL_ADDRESS == ""
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:4] == ["The network has changed.", "", f"Charleston is open to the hall at {other}/"]
    assert lines[-1] == f"Also at http://192.168.9.1:{serving.port}/"


@pytest.mark.django_db
def test_the_window_answers_who_forgot_a_password(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cast = builders.cast()
    monkeypatch.setattr(
        program.sys, "stdin", iter(["?\n", "P\n", f"{cast.director.username}\n", "p\n", "nobody\n"])
    )
    monkeypatch.setattr("django.db.close_old_connections", lambda: None)
    program.answer_the_window("http://localhost:8000")
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].startswith("http://localhost:8000/password/new/")
    assert "There is no account “nobody”." in lines[2]
    assert len(lines) == 3
