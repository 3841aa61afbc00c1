"""The port that is listened at, and the addresses that phones are led to."""

import socket

import pytest

from start import addresses


def test_a_taken_port_is_said_with_one_that_is_free():
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(addresses.CannotStart) as refused:
            addresses.listen("127.0.0.1", port, lan=False)
    sentence, suggested = str(refused.value).rsplit("=", 1)
    assert sentence == f"Port {port} is taken by another program. Try: make run PORT"
    socket.create_server(("127.0.0.1", int(suggested))).close()


def test_in_the_hall_the_suggestion_stays_in_the_hall():
    with socket.create_server(("127.0.0.1", 0)) as other, pytest.raises(addresses.CannotStart) as refused:
        addresses.listen("127.0.0.1", other.getsockname()[1], lan=True)
    assert "Try: make run LAN=1 PORT=" in str(refused.value)


def test_where_it_is_installed_the_suggestion_is_its_own_command(monkeypatch):
    monkeypatch.setenv("CHARLESTON_START", "charleston serve")
    assert addresses.as_typed(lan=True, port=8001) == "charleston serve --lan --port 8001"
    assert addresses.as_typed(lan=False, address="192.168.1.20") == "charleston serve --address 192.168.1.20"


@pytest.mark.parametrize("text", ["abc", "0", "65536", "-1", "80.5", "²", " 8000"])
def test_what_is_no_port_is_said(text):
    with pytest.raises(addresses.CannotStart, match="is no port"):
        addresses.port_number(text)


@pytest.mark.parametrize(
    "address", ["foo", "192.168.1", "192.168.1.256", "127.0.0.1", "0.0.0", "224.0.0.1", "::1"]
)
def test_an_address_that_no_phone_could_call_is_said(monkeypatch, address):
    monkeypatch.setenv("ADDRESS", address)
    with pytest.raises(addresses.CannotStart, match=r"is no address in the hall.*as 192"):
        addresses.hall_addresses()


def test_an_address_given_by_hand_is_the_only_one(monkeypatch):
    monkeypatch.setenv("ADDRESS", " 192.0.2.33 ")
    assert addresses.hall_addresses() == ["192.0.2.33"]


def test_addresses_that_lead_nowhere_are_left_out(monkeypatch):
    monkeypatch.delenv("ADDRESS", raising=False)
    monkeypatch.setattr(addresses, "addresses_by_route", lambda: ["192.168.1.20"])
    monkeypatch.setattr(
        addresses, "addresses_by_listing", lambda: ["127.0.0.1", "169.254.3.4", "10.0.0.5", "192.168.1.20"]
    )
    assert addresses.hall_addresses() == ["192.168.1.20", "10.0.0.5"]


def test_a_machine_on_no_network_is_told_how_to_go_on(monkeypatch):
    monkeypatch.delenv("ADDRESS", raising=False)
    monkeypatch.setattr(addresses, "addresses_by_route", list)
    monkeypatch.setattr(addresses, "addresses_by_listing", lambda: ["127.0.0.1"])
    with pytest.raises(addresses.CannotStart, match=r"on no network.*LAN=1 ADDRESS="):
        addresses.hall_addresses()
