"""1: requests per second of what is handed out from memory."""

from __future__ import annotations

import re
import shutil
import statistics
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from measured.halls import Hall
from measured.servers import Scale, Server, bare
from tests.loopback import ADDRESS, free_port, proxy

NOT_HANDED_OUT = ("date", "server", "connection", "transfer-encoding")


@dataclass(frozen=True)
class Load:
    per_second: float
    p99: float  # milliseconds

    @staticmethod
    def of(port: int, *, path: str, headers: Mapping[str, str], seconds: int) -> Load:
        options = [option for name, value in headers.items() for option in ("-H", f"{name}: {value}")]
        command = [
            "wrk",
            "--latency",
            "-t1",
            "-c32",
            f"-d{seconds}s",
            *options,
            f"http://{ADDRESS}:{port}{path}",
        ]
        report = subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603
        if "Non-2xx" in report:
            raise SystemExit(f"{path} was not answered with 200: {report}")
        number, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", report).groups()  # type: ignore[union-attr]
        factor = {"us": 0.001, "ms": 1, "s": 1000}[unit]
        return Load(float(re.search(r"Requests/sec:\s+([\d.]+)", report)[1]), float(number) * factor)  # type: ignore[index]


def in_turns(scale: Scale, ours: Callable[[], Load], floor: Callable[[], Load]) -> tuple[Load, Load]:
    """The medians of both, measured by turns."""
    pairs = [(ours(), floor()) for _turn in range(scale.turns)]
    medians = [
        Load(*(statistics.median(getattr(load, name) for load in column) for name in ("per_second", "p99")))
        for column in zip(*pairs, strict=True)
    ]
    return medians[0], medians[1]


def table_1(scale: Scale, folder: Path, server: Server, hall: Hall) -> None:
    print(
        "\n1. Answers a second from memory, 32 kept connections: ours, a bare callable, ours/floor (aim: at least 0.8);"
        "\n   through the proxy, beside a file of the same bytes that it hands out itself (aim: 0.5)"
    )
    if not shutil.which("wrk"):
        print("   NOT MEASURED: wrk is missing (apt-get install wrk).")
        return
    encoding = {"Accept-Encoding": "br", **server.headers}
    answers: list[tuple[str, list[tuple[str, str]], str]] = []
    for path in (hall.page, hall.json):
        answer, body = server.published(path, encoding)
        file = folder / f"floor-{len(answers)}"
        file.write_bytes(body)
        kept = [(name, value) for name, value in answer.getheaders() if name.lower() not in NOT_HANDED_OUT]
        answers.append((path, kept, str(file)))
    with bare(server.way, answers) as floor:
        for name, (path, headers, _file) in zip(("page", "JSON"), answers, strict=True):
            for what, more in ((name, {}), (f"{name}, 304", {"If-None-Match": dict(headers)["etag"]})):
                load = partial(Load.of, path=path, headers={**encoding, **more}, seconds=scale.seconds)
                compared = in_turns(scale, partial(load, server.web), partial(load, floor.port))
                show_load(what, *compared)
    if server.port != server.web:
        through_the_proxy(scale, folder, server, answers)


def through_the_proxy(
    scale: Scale, folder: Path, server: Server, answers: list[tuple[str, list[tuple[str, str]], str]]
) -> None:
    folder.chmod(0o755)
    files, port = folder / "files", free_port()
    files.mkdir()
    files.chmod(0o755)
    for number, (_path, _headers, file) in enumerate(answers):
        shutil.copy(file, files / str(number))
    more = f"server {{ listen {ADDRESS}:{port} backlog=8192; root {files}; add_header Content-Encoding br; }}"
    with proxy([server.web], more=more):
        for number, (path, headers, _file) in enumerate(answers):
            file_etag = Server(port, server.process).get(f"/{number}")[0].getheader("etag") or ""
            for what, ours, theirs in (
                ("", {}, {}),
                (", 304", {"If-None-Match": dict(headers)["etag"]}, {"If-None-Match": file_etag}),
            ):
                load = partial(Load.of, seconds=scale.seconds)
                encoding = {"Accept-Encoding": "br", **server.headers}
                compared = in_turns(
                    scale,
                    partial(load, server.port, path=path, headers={**encoding, **ours}),
                    partial(load, port, path=f"/{number}", headers={**encoding, **theirs}),
                )
                show_load(f"proxy: {('page', 'JSON')[number]}{what}", *compared)


def show_load(what: str, ours: Load, floor: Load) -> None:
    print(
        f"   {what:<24} {ours.per_second:>8,.0f}/s  p99 {ours.p99:6.1f} ms   floor {floor.per_second:>8,.0f}/s"
        f"  p99 {floor.p99:6.1f} ms   ratio {ours.per_second / floor.per_second:5.2f},"
        f" p99 {ours.p99 / floor.p99:5.2f} times"
    )
