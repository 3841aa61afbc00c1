"""What serves while it runs: opened to the hall, closed to it, stopped; and what its window says and answers."""

import asyncio
import contextlib
import io
import socket
import sys
from collections.abc import Callable, Sequence
from functools import partial
from threading import Thread
from typing import cast

import uvicorn

from start import web
from start.addresses import ALL, LOOPBACK, WAITING, hall_addresses
from start.environment import CannotStart

RISK = (
    "Plain HTTP: anybody on this network can read what is sent, even passwords, "
    "so use your own network, and only for the day in the hall."
)
LOOKED_UP = 10
"""Seconds from one look for this machine's addresses to the next, while it is open to the hall."""


def hall_lines(addresses: Sequence[str], port: int) -> list[str]:
    import segno

    hall = f"http://{addresses[0]}:{port}/"
    code = io.StringIO()
    segno.make(hall, micro=False).terminal(out=code, compact=True)
    # Light squares stand for light ones whatever colours the terminal has.
    light_on_dark = "\x1b[97;40m{}\x1b[0m" if sys.stdout.isatty() else "{}"
    picture = [light_on_dark.format(line) for line in code.getvalue().splitlines()]
    lines = ["", f"Charleston is open to the hall at {hall}", "", *picture, "", RISK]
    return [*lines, *(f"Also at http://{other}:{port}/" for other in addresses[1:])]


def answer_the_window(address: str) -> None:
    """Reads what is typed where the program runs, for as long as it runs; P makes a one-time link."""
    from django.db import close_old_connections

    from club.accounts.forgotten import address_for
    from record.refused import Refused

    for line in sys.stdin:
        if line.strip().lower() != "p":
            continue
        print("User name of whoever forgot their password:", end=" ", flush=True)
        try:
            path = address_for(next(sys.stdin, "").strip())
            print(f"On this computer, open this page within the hour; it opens once:\n{address}{path}")
        except Refused as refused:
            print(refused)
        finally:
            close_old_connections()


class Program(uvicorn.Server):
    """What serves. The page *This program* opens it to the hall, closes it again and stops it, without a restart."""

    def __init__(self, listener: socket.socket, announced: str, at_the_stop: Callable[[], object]) -> None:
        from django.conf import settings

        from config.connections import ACCEPTED_AT_ONCE

        # So many waiting connections are let in before the open ones are served again. It replaces the listener's
        # own number, which is put back at the start.
        super().__init__(
            uvicorn.Config(web.APPLICATION, backlog=ACCEPTED_AT_ONCE, workers=1, **web.options())
        )
        self.listener, self.announced, self.at_the_stop = listener, announced, at_the_stop
        self.port: int = listener.getsockname()[1]
        self.hosts, self.address = settings.ALLOWED_HOSTS, settings.HALL_ADDRESS
        self.hall: list[str] = []
        """This machine's addresses in the hall, likeliest first; none while it is closed."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        self.loop = asyncio.get_running_loop()
        self.listener.listen(WAITING)
        self.following = self.loop.create_task(self.follow_the_network())
        print(self.announced, flush=True)
        if sys.stdin is not None and sys.stdin.isatty():
            address = f"http://localhost:{self.port}"
            Thread(target=answer_the_window, args=[address], daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets=sockets)
        self.at_the_stop()  # here, because some signals end the process as soon as this is over

    def open_to_hall(self) -> bool:
        """False where this machine is on no network."""
        try:
            addresses = hall_addresses()
        except CannotStart:
            return False
        asyncio.run_coroutine_threadsafe(self.listen_at(ALL, addresses), self.loop).result()
        print("\n".join(hall_lines(addresses, self.port)), flush=True)
        return True

    def close_to_hall(self) -> None:
        asyncio.run_coroutine_threadsafe(self.listen_at(LOOPBACK, []), self.loop).result()
        print(f"\nClosed to the hall. Only this computer opens http://127.0.0.1:{self.port}/", flush=True)

    def admit(self, addresses: list[str]) -> None:
        """By these addresses, and by its name, the hall may call this machine; without any, nobody there."""
        from django.conf import settings

        name = f"{socket.gethostname().removesuffix('.local').lower()}.local"
        names = ["localhost", LOOPBACK, "[::1]", *addresses, name] if addresses else []
        settings.ALLOWED_HOSTS = [*self.hosts, *names]
        # A page opened on this machine itself shows phones the address they can use.
        settings.HALL_ADDRESS = self.address or (f"http://{addresses[0]}:{self.port}" if addresses else "")
        self.hall = addresses

    async def follow_the_network(self) -> None:
        """Leads phones to another address once this machine has one. On no network the last one stays."""
        while True:
            await asyncio.sleep(LOOKED_UP)
            with contextlib.suppress(CannotStart, OSError):
                addresses = await asyncio.to_thread(hall_addresses) if self.hall else []
                if self.hall and addresses != self.hall:
                    self.lead_to(addresses)
                    print(
                        "\n".join(["\nThe network has changed.", *hall_lines(addresses, self.port)]),
                        flush=True,
                    )

    def lead_to(self, addresses: list[str]) -> None:
        """What everybody is shown has the address in it, and is made again; streams come again and find it."""
        from config.asgi import published
        from live.hub import hub

        self.admit(addresses)
        published.forget()
        hub.end_streams()

    async def listen_at(self, host: str, addresses: list[str]) -> None:
        """Gives up the port and takes it again at once: Linux lets no second listener have it at every address.

        Connections from this machine stay, those from elsewhere end.
        """
        from config.connections import BoundedProtocol

        now = self.listener.getsockname()[0]
        self.servers.pop().close()
        try:
            self.listener = socket.create_server((host, self.port))
        except OSError:
            self.listener = socket.create_server((now, self.port))
            raise
        finally:
            protocol = partial(
                BoundedProtocol,
                config=self.config,
                server_state=self.server_state,
                app_state=self.lifespan.state,
            )
            self.servers.append(
                await self.loop.create_server(protocol, sock=self.listener, backlog=self.config.backlog)
            )
            self.listener.listen(WAITING)
        self.lead_to(addresses)
        for connection in cast("list[BoundedProtocol]", list(self.server_state.connections)):
            if connection.client and connection.client[0] != LOOPBACK:
                connection.hang_up()

    def stop(self) -> None:
        """As Ctrl+C does, a second from now: the browser that asked for it has the last page by then."""
        self.loop.call_soon_threadsafe(self.loop.call_later, 1, setattr, self, "should_exit", True)
