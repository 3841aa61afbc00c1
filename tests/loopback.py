"""A plain HTTP client and the processes it speaks to, all on 127.0.0.1: for tests and benchmarks of the real server."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import socket
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from pathlib import Path
from string import Template

from tools.test import find_nginx

ROOT = Path(__file__).resolve().parent.parent
ADDRESS = "127.0.0.1"
STARTED_WITHIN = 60.0
NGINX = find_nginx()


def free_port() -> int:
    """A port that nothing listens on. Below those that the system gives to callers, and by chance, so that nobody else
    takes it until it is listened on.
    """
    while True:
        port = 10_000 + random.SystemRandom().randrange(22_000)
        with contextlib.suppress(OSError):
            socket.create_server((ADDRESS, port)).close()
            return port


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    """Waits until something listens on the port. Raises RuntimeError where the process ended instead."""
    until = time.monotonic() + STARTED_WITHIN
    while True:
        try:
            socket.create_connection((ADDRESS, port), timeout=1).close()
        except OSError:
            if time.monotonic() > until or process.poll() is not None:
                raise RuntimeError(f"Nothing answers on port {port}.") from None
            time.sleep(0.02)
        else:
            return


@contextlib.contextmanager
def running(
    command: Sequence[str],
    port: int,
    *,
    folder: Path = ROOT,
    quiet: bool = False,
    waits: bool = True,
    environment: Mapping[str, str] | None = None,
) -> Iterator[subprocess.Popen[bytes]]:
    """A process that will listen on a port, and does if `waits`; ended when the block is left.

    It keeps what Python compiled, as everywhere else: without that a start takes more than twice as long.
    """
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=inherited | dict(environment or {}),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL if quiet else None,
    )
    try:
        if waits:
            wait_for(port, process)
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def proxy_configuration(folder: Path, port: int, web: Sequence[int], desk: Sequence[int]) -> str:
    """proxy/nginx.conf.template as the image of docker-compose.yml fills it in, for this machine."""

    def servers(ports: Sequence[int], options: str) -> str:
        return " ".join(f"server {ADDRESS}:{each} {options};" for each in ports)

    quickly_given_up = "max_fails=1 fail_timeout=1s"
    template = (ROOT / "proxy/nginx.conf.template").read_text()
    return Template(template).safe_substitute(
        PROXY_FOLDER=str(folder),
        PROXY_TYPES="/etc/nginx/mime.types",
        PROXY_LISTEN=f"{ADDRESS}:{port}",
        PROXY_SERVERS=servers(web, quickly_given_up),
        PROXY_DESK_SERVERS=servers(desk or web, quickly_given_up) + servers(web if desk else [], "backup"),
    )


@contextlib.contextmanager
def proxy(web: Sequence[int], *, desk: Sequence[int] = (), more: str = "") -> Iterator[int]:
    """The proxy in front of processes at these ports; gives its own port. `more` goes into the `http` block.

    Who is signed in is answered by `desk`, if there are any.
    """
    assert NGINX, "nginx is not on this machine"
    port = free_port()
    # Its workers are another user, who has to reach what it keeps.
    with tempfile.TemporaryDirectory(prefix="charleston-proxy-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        text = proxy_configuration(folder, port, web, desk)
        file = folder / "nginx.conf"
        file.write_text(f"{text.rstrip().removesuffix('}')}{more}\n}}\n")
        command = [NGINX, "-p", name, "-c", str(file), "-g", "daemon off;"]
        with running(command, port):
            yield port


async def ask(
    port: int, path: str, headers: Mapping[str, str] | None = None, body: bytes = b""
) -> tuple[int, dict[str, str], bytes]:
    """One request on a connection of its own; status, headers, body. A body makes it a POST."""
    async with kept(port) as asking:
        return await asking(path, {"Connection": "close", **(headers or {})}, body)


@contextlib.asynccontextmanager
async def kept(port: int) -> AsyncIterator[Callable[..., Awaitable[tuple[int, dict[str, str], bytes]]]]:
    """A connection for one request after the other, each asked as `ask` does."""
    reader, writer = await asyncio.open_connection(ADDRESS, port)

    async def asking(
        path: str, headers: Mapping[str, str] | None = None, body: bytes = b""
    ) -> tuple[int, dict[str, str], bytes]:
        lines = [f"{'POST' if body else 'GET'} {path} HTTP/1.1", f"Host: {ADDRESS}:{port}"]
        lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
        lines += [f"Content-Length: {len(body)}"] * bool(body)
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode() + body)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        answered = {
            name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)
        }
        status = int(head[0].split()[1])
        if status == 304:
            return status, answered, b""
        if "content-length" in answered:
            return status, answered, await reader.readexactly(int(answered["content-length"]))
        return status, answered, await reader.read()

    try:
        yield asking
    finally:
        writer.close()


async def events(
    port: int, path: str, headers: Mapping[str, str] | None = None
) -> AsyncIterator[tuple[str, bytes]]:
    """The events of a stream, whole, data as it came. Raises OSError where it is refused, ends where it is cut."""
    reader, writer = await asyncio.open_connection(ADDRESS, port, limit=1 << 22)
    try:
        more = "".join(f"{name}: {value}\r\n" for name, value in (headers or {}).items())
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {ADDRESS}:{port}\r\n{more}\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 200 " not in head.split(b"\r\n", 1)[0]:
            raise ConnectionError(head.split(b"\r\n", 1)[0].decode())
        waiting = b""
        while size := int((await reader.readline()).strip() or b"0", 16):
            waiting += await reader.readexactly(size)
            await reader.readexactly(2)
            while b"\n\n" in waiting:
                block, _, waiting = waiting.partition(b"\n\n")
                name, _, data = block.rpartition(b"event: ")[2].partition(b"\ndata: ")
                if data:
                    yield name.decode(), data
    except asyncio.IncompleteReadError:
        return
    finally:
        writer.close()
