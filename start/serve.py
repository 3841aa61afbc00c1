"""Serves Charleston from this machine: `python -m start.serve`, which `make run` calls in the environment it made.

PORT      port to listen on; default 8000, or the next that is free
LAN       1 lets the whole hall's network in; otherwise only this machine
ADDRESS   this machine's address on the hall's network, where it cannot be found or the wrong one is
DEMO      0 leaves the demonstration club out
"""

import asyncio
import contextlib
import errno
import hashlib
import io
import ipaddress
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from threading import Thread
from typing import cast

import uvicorn

from machine.limits import ask_for_files
from machine.processes import end_with_the_window, print_any_letter
from start import running, web
from start.environment import CannotStart

ROOT = Path(__file__).resolve().parent.parent
RISK = (
    "Plain HTTP: anyone on this network can read what passes, passwords included, "
    "so use a network of your own, and this for the day in the hall only."
)
PORT = 8000
LOOPBACK, ALL = "127.0.0.1", "0.0.0.0"  # noqa: S104 (only where somebody opens it to the hall)
WAITING = 512
"""Connections that may wait to be let in."""


def main(*, browser: bool = False) -> int:
    """Serves until it is stopped; with `browser` the first page is shown, that of the one that runs already too."""
    os.chdir(ROOT)
    ask_for_files()
    os.umask(0o077)  # people's names and sign-ins are nobody else's on a shared laptop
    print_any_letter()
    end_with_the_window()
    data = Path(os.environ.setdefault("CHARLESTON_VAR", str(ROOT / "var")))
    try:
        with usable(), running.alone(data) as told:
            lan, demo = switch("LAN"), switch("DEMO", default=True)
            addresses = hall_addresses() if lan else []
            with listen_somewhere(ALL if lan else LOOPBACK, lan=lan) as listener:
                port = listener.getsockname()[1]
                address = f"http://127.0.0.1:{port}/"
                told.write_text(address, encoding="ascii")
                with prepare(demo=demo):
                    from django.conf import settings

                    from record.backups import empty_log

                    announced = announcement(addresses, port, demo=demo)
                    if browser:  # it waits for the answer
                        Thread(target=running.show, args=[address], daemon=True).start()
                    program = settings.PROGRAM = Program(listener, announced, empty_log)
                    program.admit(addresses)
                    program.run(sockets=[listener])
    except running.RunsAlready as other:
        print(other, file=sys.stderr)
        return 0 if browser and running.show(other.address) else 1
    except CannotStart as refusal:
        print(refusal, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        pass
    print("\nStopped. Everything entered is kept.")
    return 0


def switch(name: str, *, default: bool = False) -> bool:
    value = os.environ.get(name, "").lower()
    return value not in {"0", "no", "false", "off"} if value else default


def port_number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < 65536:
        raise CannotStart(f"{text} is no port. That is a number from 1 to 65535, such as {PORT + 1}.")
    return int(text)


def as_typed(*, lan: bool, **values: object) -> str:
    """What starts it with these values: `make run`, or the command of an installation."""
    command = os.environ.get("CHARLESTON_START")
    hall = ["--lan" if command else "LAN=1"] if lan else []
    others = [f"--{name} {value}" if command else f"{name.upper()}={value}" for name, value in values.items()]
    return " ".join([command or "make run", *hall, *others])


def listen(host: str, port: int, *, lan: bool) -> socket.socket:
    """Opens the port before any other work, so that it stays ours. Raises CannotStart, which names a port to try."""
    try:
        return socket.create_server((host, port), backlog=WAITING)
    except OSError as error:
        command = as_typed(lan=lan, port=free_port(host, port))
        if error.errno == errno.EADDRINUSE:
            raise CannotStart(f"Port {port} is taken by another program. Try: {command}") from None
        if error.errno == errno.EACCES:
            raise CannotStart(f"Port {port} is kept for the system's administrator. Try: {command}") from None
        raise CannotStart(f"Port {port} cannot be used ({error.strerror}). Try: {command}") from None


def listen_somewhere(host: str, *, lan: bool) -> socket.socket:
    """Opens the port that was asked for or, where none was, the usual one or the next that is free."""
    if asked := os.environ.get("PORT"):
        return listen(host, port_number(asked), lan=lan)
    try:
        return listen(host, PORT, lan=lan)
    except CannotStart:
        port = free_port(host, PORT)
        print(
            f"Port {PORT} is taken by another program, so this is {port}: addresses printed before lead elsewhere."
        )
        return listen(host, port, lan=lan)


def free_port(host: str, port: int) -> int:
    for candidate in range(max(port + 1, PORT), 65536):
        try:
            socket.create_server((host, candidate)).close()
        except OSError:
            continue
        return candidate
    return PORT


def hall_addresses() -> list[str]:
    """This machine's IPv4 addresses on its local networks, likeliest first. Raises CannotStart when there is none."""
    text = os.environ.get("ADDRESS", "").strip()
    if text:
        return [checked_address(text)]
    addresses = [*addresses_by_route(), *addresses_by_listing()]
    usable = [
        address for address in dict.fromkeys(addresses) if not address.startswith(("127.", "169.254.", "0."))
    ]
    if not usable:
        raise CannotStart(
            "This machine is on no network. Join the hall's Wi-Fi and start again, "
            f"or give the address yourself: {as_typed(lan=True, address='192.168.1.20')}"
        )
    return usable


def checked_address(text: str) -> str:
    """The text, if it is an IPv4 address that other machines can reach. Raises CannotStart."""
    try:
        address = ipaddress.IPv4Address(text)
    except ValueError:
        address = ipaddress.IPv4Address(0)
    if address.is_unspecified or address.is_loopback or address.is_multicast:
        raise CannotStart(
            f"{text} is no address in the hall. That is this machine's own on the hall's network, "
            "four numbers such as 192.168.1.20."
        )
    return str(address)


def addresses_by_route() -> list[str]:
    """The addresses this machine would send from. Connecting a datagram socket sends nothing."""
    addresses = []
    for somewhere in ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((somewhere, 9))
                addresses.append(str(probe.getsockname()[0]))
            except OSError:
                continue
    return addresses


def addresses_by_listing() -> list[str]:
    """The addresses that the system's own tool lists; a network without internet often has no route to find."""
    for command in (["ip", "-4", "-o", "address"], ["ifconfig"]):
        if shutil.which(command[0]):
            listed = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
            # The bridges of containers and virtual machines lead to nobody in the hall.
            lines = [
                line
                for line in listed.stdout.splitlines()
                if not re.search(r"\b(docker|br-|veth|virbr)", line)
            ]
            return re.findall(r"\binet (?:addr:)?(\d+\.\d+\.\d+\.\d+)", "\n".join(lines))
    with contextlib.suppress(OSError):  # Windows has neither tool, and knows them by its own name
        return socket.gethostbyname_ex(socket.gethostname())[2]
    return []


@contextlib.contextmanager
def prepare(*, demo: bool) -> Iterator[None]:
    """Brings the database and the static files up to date, and locks the database while it is served.

    Raises CannotStart.
    """
    ask_for_postgresql(os.environ.get("DATABASE_URL", ""))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django
    from django.core.management import CommandError, call_command
    from django.db import DatabaseError

    with contextlib.ExitStack() as held:
        try:
            django.setup()
            from record import backups
            from record.database_file import problem_of
            from record.database_trouble import trouble_of
            from record.database_version import refuse_unknown_database
            from record.refused import Refused

            try:
                held.enter_context(backups.serving())
            except Refused as refused:
                raise CannotStart(str(refused)) from None
            file = backups.database_file()
            problem = problem_of(file) if file else ""
            if problem:
                raise CannotStart(problem)
            refuse_unknown_database()
            copy_before_bringing_up_to_date()
            call_command("migrate", interactive=False, verbosity=0)
            call_command("purge_deleted")
            collect_static_files()
            if demo:
                call_command("demo")
        except CommandError as error:
            raise CannotStart(str(error)) from None
        except DatabaseError as error:
            trouble = trouble_of(error)
            if trouble is None:
                raise
            raise CannotStart(
                f"The database cannot be used. {trouble.sentence} ({str(error).strip()})"
            ) from None
        yield


@contextlib.contextmanager
def usable() -> Iterator[None]:
    """Raises CannotStart where the system refuses a file or a folder."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            raise
        raise CannotStart(
            f"{error.filename} cannot be used: {error.strerror}.\n"
            "CHARLESTON_VAR or --data can name another folder for the data."
        ) from None


def copy_before_bringing_up_to_date() -> None:
    """Copies a database that an earlier version wrote, as it is, and says so. Raises CannotStart where it cannot."""
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    from record import backups
    from record.refused import Refused

    executor = MigrationExecutor(connection)
    is_due = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if not executor.loader.applied_migrations or not is_due:
        return
    print(f"This version brings the data of an earlier one up to date, in {len(is_due)} steps.")
    try:
        if kept := backups.copy("before bringing up to date"):
            print(
                f"As it was, it is kept in {kept}.\nTo go back to it, start the earlier version: it says how."
            )
    except Refused as refused:
        raise CannotStart(str(refused)) from None


def ask_for_postgresql(url: str) -> None:
    """Raises CannotStart at once if we cannot connect to DATABASE_URL; the pool would try for half a minute."""
    if not url.startswith("postgres"):
        return
    import psycopg

    try:
        psycopg.connect(url, connect_timeout=5).close()
    except psycopg.Error as error:
        raise CannotStart(
            f"The PostgreSQL server that DATABASE_URL names cannot be used: {str(error).strip()}\n"
            "Without DATABASE_URL Charleston keeps an SQLite file of its own."
        ) from None


def collect_static_files() -> None:
    """Fills STATIC_ROOT if a source has changed since the last time, because compressing takes seconds."""
    from django.conf import settings
    from django.contrib.staticfiles.finders import get_finders
    from django.core.management import call_command

    if settings.STATIC_ROOT == settings.STATIC_MADE:
        return
    digest = hashlib.sha256(settings.STORAGES["staticfiles"]["BACKEND"].encode())
    for finder in get_finders():
        for name, storage in finder.list([]):
            state = Path(storage.path(name)).stat()
            digest.update(f"\n{name} {state.st_size} {state.st_mtime_ns}".encode())
    root = Path(settings.STATIC_ROOT)
    stamp = root.with_name(f"{root.name}.made-from")
    if root.is_dir() and stamp.is_file() and stamp.read_text(encoding="ascii") == digest.hexdigest():
        return
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    stamp.write_text(digest.hexdigest(), encoding="ascii")


def announcement(addresses: list[str], port: int, *, demo: bool) -> str:
    """The text to print once the server answers: the address, with LAN=1 its QR code, and the sign-ins."""
    from django.conf import settings
    from django.core.management import call_command
    from django.urls import reverse
    from django.utils import timezone

    from record.archive.format import program_version
    from record.backups import copies

    here = f"http://127.0.0.1:{port}/"
    lines = hall_lines(addresses, port) if addresses else ["", f"Charleston is running at {here}"]
    if demo:
        sign_ins = io.StringIO()
        call_command("demo", "--sign-ins", stdout=sign_ins)
        lines += (
            ["", "Sign in to the demonstration club as", sign_ins.getvalue().rstrip()]
            if sign_ins.getvalue()
            else []
        )
    menu = (
        ["P and Enter: somebody forgot their password."]
        if sys.stdin is not None and sys.stdin.isatty()
        else []
    )
    newest = "".join(
        f"; the newest copy is of {timezone.localtime(copy.at):%Y-%m-%d %H:%M}" for copy in copies()[:1]
    )
    kept = f"Version {program_version()}. Everything lies in {settings.VAR.absolute()}{newest}."
    page = f"This program: {here[:-1]}{reverse('this-program')} opens it to the hall, closes it and stops it."
    return "\n".join([*lines, "", kept, page, *menu, "Ctrl+C stops it."])


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

    async def listen_at(self, host: str, addresses: list[str]) -> None:
        """Gives up the port and takes it again at once: Linux lets no second listener have it at every address.

        Connections from this machine stay, those from elsewhere end; streams come again and find the hall's address.
        """
        from config.asgi import published
        from config.connections import BoundedProtocol
        from live.hub import hub

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
        self.admit(addresses)
        published.forget()
        hub.end_streams()
        for connection in cast("list[BoundedProtocol]", list(self.server_state.connections)):
            if connection.client and connection.client[0] != LOOPBACK:
                connection.hang_up()

    def stop(self) -> None:
        """As Ctrl+C does, a second from now: the browser that asked for it has the last page by then."""
        self.loop.call_soon_threadsafe(self.loop.call_later, 1, setattr, self, "should_exit", True)


if __name__ == "__main__":
    sys.exit(main())
