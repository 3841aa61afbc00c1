"""Serves Charleston from this machine: `python -m start.serve`, which `make run` calls in the environment it made.

PORT      port to listen on; default 8000, or the next that is free
LAN       1 lets the whole hall's network in; otherwise only this machine
ADDRESS   this machine's address on the hall's network, where it cannot be found or the wrong one is
DEMO      0 leaves the demonstration club out
"""

import contextlib
import gc
import hashlib
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

from machine.limits import ask_for_files
from machine.processes import end_with_the_window, print_any_letter
from start import running
from start.addresses import ALL, LOOPBACK, hall_addresses, listen_somewhere
from start.environment import CannotStart
from start.program import Program, hall_lines

ROOT = Path(__file__).resolve().parent.parent
BEFORE_UPDATE = "before bringing up to date"
"""Why a copy was made, as it is stored."""


def main(*, browser: bool = False) -> int:
    """Serves until it is stopped; with `browser` the first page is shown, that of the one that runs already too."""
    os.chdir(ROOT)
    gc.set_threshold(100_000, 20, 50)  # little is garbage while the program is read; see `config.asgi`
    ask_for_files()
    os.umask(0o077)  # people's names and sign-ins are nobody else's on a shared laptop
    print_any_letter()
    end_with_the_window()
    data = Path(os.environ.get("CHARLESTON_VAR") or ROOT / "var")
    os.environ["CHARLESTON_VAR"] = str(data)
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
            from record.refused import Refused

            try:
                held.enter_context(backups.serving())
            except Refused as refused:
                raise CannotStart(str(refused)) from None
            file = backups.database_file()
            problem = problem_of(file) if file else ""
            if problem:
                raise CannotStart(problem)
            refuse_another_version()
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


def refuse_another_version() -> None:
    """Raises CommandError; and CannotStart, with the way back, where a later version brought the data up to date."""
    from django.conf import settings
    from django.core.management import CommandError
    from django.utils import timezone

    from record.backups import copies
    from record.database_version import refuse_unknown_database

    try:
        refuse_unknown_database()
    except CommandError:
        for number, copy in enumerate(copies(), 1):
            if copy.reason == BEFORE_UPDATE:
                raise CannotStart(
                    "A later version of Charleston brought this data up to date, and this one cannot open it."
                    " Nothing was changed.\nStart the later version. Or go back to how everything was at"
                    f" {timezone.localtime(copy.at):%Y-%m-%d %H:%M}, without what was entered since:\n"
                    f"{settings.COMMAND} go_back {number}"
                ) from None
        raise


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
    print("This version brings the data of an earlier one up to date.")
    try:
        if kept := backups.copy(BEFORE_UPDATE):
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
    lines = (
        hall_lines(addresses, port)
        if addresses
        else [
            "",
            f"Charleston is running at {here}",
            "If no browser has opened by itself, open this address in yours. Phones in the hall cannot reach it yet.",
        ]
    )
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
    kept = f"Version {program_version()}. Your files are in {settings.VAR.absolute()}{newest}."
    page = f"This program: {here[:-1]}{reverse('this-program')} opens it to the hall, closes it and stops it."
    return "\n".join([*lines, "", kept, page, *menu, "Ctrl+C stops it."])


if __name__ == "__main__":
    sys.exit(main())
