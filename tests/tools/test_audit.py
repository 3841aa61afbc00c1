"""Known holes of the locked packages: found, not found, and not looked at."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from tools import audit


class Advisories:
    """A list that knows holes by package name, and answers with `body` where one is given."""

    def __init__(self, holes: dict[str, list[str]], body: bytes | None = None) -> None:
        self.holes, self.body, self.asked = holes, body, list[str]()


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    servers = []

    def run(advisories: Advisories) -> int:
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                names = [query["package"]["name"] for query in question["queries"]]
                advisories.asked = names
                results = [
                    {"vulns": [{"id": number} for number in advisories.holes[name]]}
                    if name in advisories.holes
                    else {}
                    for name in names
                ]
                self.send_response(200)
                self.end_headers()
                self.wfile.write(advisories.body or json.dumps({"results": results}).encode())

            def log_message(self, *_arguments: Any) -> None:
                pass

        server = HTTPServer(("127.0.0.1", 0), Handler)
        servers.append(server)
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        monkeypatch.setenv("CHARLESTON_ADVISORIES", f"http://127.0.0.1:{server.server_port}/")
        return audit.main()

    yield run
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture(autouse=True)
def locks(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    lock = tmp_path / "lock.txt"
    lock.write_text("uvicorn==0.54.0 \\\n    --hash=sha256:00\nWhiteNoise==6.12.0 ; python_version > '3'\n")
    monkeypatch.setattr(audit, "LOCKS", (lock,))


def test_no_hole_is_known(ask: Any, capsys: pytest.CaptureFixture[str]) -> None:
    advisories = Advisories({"django": ["PYSEC-1"]})
    assert ask(advisories) == 0
    assert advisories.asked == ["uvicorn", "whitenoise", "django"]
    assert capsys.readouterr().out == "2 packages looked up, 0 with a known hole.\n"


def test_a_hole_is_named(ask: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(Advisories({"django": ["PYSEC-1"], "uvicorn": ["GHSA-2", "PYSEC-3"]})) == 1
    assert "uvicorn 0.54.0: https://osv.dev/GHSA-2, https://osv.dev/PYSEC-3\n" in capsys.readouterr().out


@pytest.mark.parametrize("body", [None, b"{}", b"<html>", b'{"results": [{}]}', b'{"results": [3, {}, {}]}'])
def test_a_list_that_does_not_really_answer_is_no_clean_bill(
    ask: Any, capsys: pytest.CaptureFixture[str], body: bytes | None
) -> None:
    assert ask(Advisories({}, body)) == 2
    assert "Not looked at, so nothing is known" in capsys.readouterr().err


def test_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHARLESTON_ADVISORIES", "http://127.0.0.1:9/")
    assert audit.main() == 2


def test_a_lock_without_packages_is_no_clean_bill(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    (tmp_path / "empty.txt").touch()
    monkeypatch.setattr(audit, "LOCKS", (tmp_path / "empty.txt",))
    assert audit.main() == 2
