"""What `make run` looks at before it serves."""

import socket

import pytest

from start import serve


@pytest.mark.parametrize(
    ("text", "on"), [("1", True), ("yes", True), ("0", False), ("off", False), ("", False)]
)
def test_a_switch(monkeypatch, text, on):
    monkeypatch.setenv("LAN", text)
    assert serve.switch("LAN") is on


def test_a_server_that_does_not_answer_is_said_at_once():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(
        serve.CannotStart, match="The PostgreSQL server that DATABASE_URL names cannot be used"
    ):
        serve.ask_for_postgresql(f"postgresql://nobody@127.0.0.1:{port}/charleston")
