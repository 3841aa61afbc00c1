"""Serves Charleston from this machine: `python -m start.serve`, which `make run` calls in the environment it made.

PORT      port to listen on; default 8000, or the next that is free
LAN       1 lets the whole hall's network in; otherwise only this machine
ADDRESS   this machine's address on the hall's network, where it cannot be found or the wrong one is
DEMO      0 leaves the demonstration club out
"""

import contextlib
import errno
import hashlib
import ipaddress
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

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
            lan = switch("LAN")
            addresses = hall_addresses() if lan else []
            os.environ["CHARLESTON_HOLDS_ITS_SOCKET"] = "1"
            with listen_somewhere("0.0.0.0" if lan else "127.0.0.1", lan=lan) as listener:  # noqa: S104 (asked for)
                port = listener.getsockname()[1]
                address = f"http://127.0.0.1:{port}/"
                told.write_text(address, encoding="ascii")
                admit(addresses, port)
                with prepare(demo=switch("DEMO", default=True)):
                    from record.backups import empty_log

                    announced = announcement(addresses, port, demo=switch("DEMO", default=True))
                    if browser:
                        Thread(
                            target=running.show, args=[address], daemon=True
                        ).start()  # waits for its answer
                    serve(listener, announced, empty_log)
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


def admit(addresses: list[str], port: int) -> None:
    """Adds the names by which the hall may call this machine to the settings' environment variables."""
    if not addresses:
        return
    names = [*addresses, f"{socket.gethostname().removesuffix('.local').lower()}.local"]
    hosts = ["localhost", "127.0.0.1", "[::1]", *names]
    origins = [f"http://{name}:{port}" for name in ["localhost", "127.0.0.1", *names]]
    for variable, words in (("CHARLESTON_ALLOWED_HOSTS", hosts), ("CHARLESTON_CSRF_ORIGINS", origins)):
        os.environ[variable] = ",".join(filter(None, [os.environ.get(variable), *words]))
    # A page opened on this machine itself shows phones the address they can use.
    os.environ.setdefault("CHARLESTON_HALL_ADDRESS", f"http://{addresses[0]}:{port}")


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
        option = "--data" if os.environ.get("CHARLESTON_START") else "CHARLESTON_VAR"
        raise CannotStart(
            f"{error.filename} cannot be used: {error.strerror}.\n{option} can name another folder for the data."
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
    import io

    import segno
    from django.core.management import call_command

    lines = ["", f"Charleston is running at http://127.0.0.1:{port}/"]
    if addresses:
        hall = f"http://{addresses[0]}:{port}/"
        code = io.StringIO()
        segno.make(hall, micro=False).terminal(out=code, compact=True)
        # Light squares stand for light ones whatever colours the terminal has.
        light_on_dark = "\x1b[97;40m{}\x1b[0m" if sys.stdout.isatty() else "{}"
        picture = [light_on_dark.format(line) for line in code.getvalue().splitlines()]
        lines = ["", f"Charleston is open to the hall at {hall}", "", *picture, "", RISK]
        lines += [f"Also at http://{other}:{port}/" for other in addresses[1:]]
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
    return "\n".join([*lines, "", *menu, "Ctrl+C stops it."])


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


def serve(listener: socket.socket, announced: str, at_the_stop: Callable[[], object]) -> None:
    import uvicorn

    from config.connections import ACCEPTED_AT_ONCE

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets=sockets)
            listener.listen(WAITING)
            print(announced)
            if sys.stdin is not None and sys.stdin.isatty():
                port = listener.getsockname()[1]
                Thread(target=answer_the_window, args=[f"http://localhost:{port}"], daemon=True).start()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            await super().shutdown(sockets=sockets)
            at_the_stop()  # here, because some signals end the process as soon as this is over

    # So many waiting connections are let in before the open ones are served again. It replaces the listener's
    # own number, which is put back at the start.
    config = uvicorn.Config(web.APPLICATION, backlog=ACCEPTED_AT_ONCE, workers=1, **web.options())
    Server(config).run(sockets=[listener])


if __name__ == "__main__":
    sys.exit(main())
