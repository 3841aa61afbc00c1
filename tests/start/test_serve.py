"""What `make run` says and admits before it serves."""

import socket

import pytest

from start import serve
from tests import builders


def test_a_taken_port_is_said_with_one_that_is_free():
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(serve.CannotStart) as refused:
            serve.listen("127.0.0.1", port, lan=False)
    sentence, suggested = str(refused.value).rsplit("=", 1)
    assert sentence == f"Port {port} is taken by another program. Try: make run PORT"
    socket.create_server(("127.0.0.1", int(suggested))).close()


def test_in_the_hall_the_suggestion_stays_in_the_hall():
    with socket.create_server(("127.0.0.1", 0)) as other, pytest.raises(serve.CannotStart) as refused:
        serve.listen("127.0.0.1", other.getsockname()[1], lan=True)
    assert "Try: make run LAN=1 PORT=" in str(refused.value)


def test_where_it_is_installed_the_suggestion_is_its_own_command(monkeypatch):
    monkeypatch.setenv("CHARLESTON_START", "charleston serve")
    assert serve.as_typed(lan=True, port=8001) == "charleston serve --lan --port 8001"
    assert serve.as_typed(lan=False, address="192.168.1.20") == "charleston serve --address 192.168.1.20"


@pytest.mark.parametrize("text", ["abc", "0", "65536", "-1", "80.5", "²", " 8000"])
def test_what_is_no_port_is_said(text):
    with pytest.raises(serve.CannotStart, match="is no port"):
        serve.port_number(text)


@pytest.mark.parametrize(
    ("text", "on"), [("1", True), ("yes", True), ("0", False), ("off", False), ("", False)]
)
def test_a_switch(monkeypatch, text, on):
    monkeypatch.setenv("LAN", text)
    assert serve.switch("LAN") is on


def test_the_hall_may_call_this_machine_by_address_and_by_name_while_it_is_open(monkeypatch, settings):
    settings.ALLOWED_HOSTS, settings.HALL_ADDRESS = ["scores.example.org"], ""
    monkeypatch.setattr(socket, "gethostname", lambda: "Dolores-Laptop.local")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        program = serve.Program(listener, "", int)
    program.admit(["192.168.1.20"])
    names = ["localhost", "127.0.0.1", "[::1]", "192.168.1.20", "dolores-laptop.local"]
    address = f"http://192.168.1.20:{program.port}"
    admitted = settings.ALLOWED_HOSTS, settings.HALL_ADDRESS
    assert admitted == (["scores.example.org", *names], address)
    program.admit([])
    admitted = settings.ALLOWED_HOSTS, settings.HALL_ADDRESS
    assert admitted == (["scores.example.org"], "")


@pytest.mark.parametrize(
    "address", ["foo", "192.168.1", "192.168.1.256", "127.0.0.1", "0.0.0", "224.0.0.1", "::1"]
)
def test_an_address_that_no_phone_could_call_is_said(monkeypatch, address):
    monkeypatch.setenv("ADDRESS", address)
    with pytest.raises(serve.CannotStart, match=r"is no address in the hall.*as 192"):
        serve.hall_addresses()


def test_an_address_given_by_hand_is_the_only_one(monkeypatch):
    monkeypatch.setenv("ADDRESS", " 192.0.2.33 ")
    assert serve.hall_addresses() == ["192.0.2.33"]


def test_addresses_that_lead_nowhere_are_left_out(monkeypatch):
    monkeypatch.delenv("ADDRESS", raising=False)
    monkeypatch.setattr(serve, "addresses_by_route", lambda: ["192.168.1.20"])
    monkeypatch.setattr(
        serve, "addresses_by_listing", lambda: ["127.0.0.1", "169.254.3.4", "10.0.0.5", "192.168.1.20"]
    )
    assert serve.hall_addresses() == ["192.168.1.20", "10.0.0.5"]


def test_a_machine_on_no_network_is_told_how_to_go_on(monkeypatch):
    monkeypatch.delenv("ADDRESS", raising=False)
    monkeypatch.setattr(serve, "addresses_by_route", list)
    monkeypatch.setattr(serve, "addresses_by_listing", lambda: ["127.0.0.1"])
    with pytest.raises(serve.CannotStart, match=r"on no network.*LAN=1 ADDRESS="):
        serve.hall_addresses()


def test_a_server_that_does_not_answer_is_said_at_once():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(
        serve.CannotStart, match="The PostgreSQL server that DATABASE_URL names cannot be used"
    ):
        serve.ask_for_postgresql(f"postgresql://nobody@127.0.0.1:{port}/charleston")


@pytest.mark.django_db
def test_the_window_answers_who_forgot_a_password(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cast = builders.cast()
    monkeypatch.setattr(
        serve.sys, "stdin", iter(["?\n", "P\n", f"{cast.director.username}\n", "p\n", "nobody\n"])
    )
    monkeypatch.setattr("django.db.close_old_connections", lambda: None)
    serve.answer_the_window("http://localhost:8000")
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].startswith("http://localhost:8000/password/new/")
    assert "There is no account “nobody”." in lines[2]
    assert len(lines) == 3
