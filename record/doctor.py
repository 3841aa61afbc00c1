import platform
import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import django
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Max
from django.template.defaultfilters import date as dated
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from live.room import most_connections
from machine.files import MODES_SAY_WHO, is_open_to_others
from machine.limits import files_allowed
from record import backups
from record.archive.files import last_archive, last_failure, last_rehearsal
from record.archive.format import program_version
from record.database_trouble import trouble_of
from record.journal import tournaments
from record.models import Sent
from record.verbs import Verb

GOOD, LOOK, BAD = "good", "warning", "bad"
LITTLE_ROOM, NO_ROOM = 2_000_000_000, 200_000_000  # bytes
FEW_FILES = 1024
LONGEST_UNREHEARSED = 180  # days


@dataclass(frozen=True)
class Finding:
    """`state` is GOOD, LOOK or BAD; `advice` is empty where nothing is to be done."""

    sentence: str
    state: str = GOOD
    advice: str = ""
    name: str = ""


def examine() -> list[Finding]:
    findings = [run_check(_("Version"), version), run_check(_("Database"), database)]
    if findings[1].state == BAD:
        return [*findings, run_check(_("Disk"), disk)]
    return [
        *findings,
        run_check(_("Disk"), disk),
        run_check(_("Clock"), clock),
        run_check(_("Copies"), copies),
        run_check(_("Archives"), archives),
        run_check(_("Backup test"), rehearsal),
        run_check(_("Address"), address),
        run_check(_("Open files"), open_files),
        run_check(_("Secrets"), secrets),
    ]


def run_check(name: str, check: Callable[[], Finding]) -> Finding:
    try:
        return replace(check(), name=name)
    except (DatabaseError, OSError) as error:
        trouble = trouble_of(error)
        otherwise = str(error.strerror) if isinstance(error, OSError) else type(error).__name__
        return Finding(str(trouble.sentence) if trouble else otherwise, BAD, name=name)


def moment(at: datetime) -> str:
    return str(dated(timezone.localtime(at), "DATETIME_FORMAT"))


def version() -> Finding:
    sentence = _("Charleston %(charleston)s, Django %(django)s, Python %(python)s.") % {
        "charleston": program_version(),
        "django": django.get_version(),
        "python": platform.python_version(),
    }
    if settings.DEBUG:
        return Finding(
            sentence,
            BAD,
            _("CHARLESTON_DEBUG is on: errors show the program and its data. Start without it."),
        )
    return Finding(sentence)


def database() -> Finding:
    refuse_writing_in_vain()
    file = backups.database_file()
    if file is None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            size = cursor.fetchone()[0]
        sentence = _("PostgreSQL, %s, read and written.") % filesizeformat(size)
    else:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA quick_check(1)")
            [answer] = cursor.fetchone()
        if answer != "ok":
            return Finding(
                _("SQLite, in %s: the file is damaged.") % file,
                BAD,
                _("Stop Charleston and go back to a copy: %s go_back lists them.") % settings.COMMAND,
            )
        sentence = _("SQLite, %(size)s, in %(file)s, read, written and intact.") % {
            "size": filesizeformat(file.stat().st_size),
            "file": file,
        }
    if unapplied := migrations_to_come():
        return Finding(
            sentence,
            BAD,
            _("%d steps that bring its tables up to date are waiting: restart Charleston.") % unapplied,
        )
    return Finding(sentence)


def refuse_writing_in_vain() -> None:
    """Writes a row and takes it back. Raises DatabaseError where that cannot be done."""
    with transaction.atomic():
        Sent.objects.create(key=uuid4(), digest="doctor", verb=next(iter(Verb)), at=timezone.now())
        transaction.set_rollback(True)


def migrations_to_come() -> int:
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def disk() -> Finding:
    free = shutil.disk_usage(existing(settings.VAR)).free
    sentence = _("%(free)s are free on the disk of %(folder)s.") % {
        "free": filesizeformat(free),
        "folder": settings.VAR,
    }
    if free < LITTLE_ROOM:
        return Finding(sentence, BAD if free < NO_ROOM else LOOK, _("Make room on this disk."))
    return Finding(sentence)


def existing(folder: Path) -> Path:
    return next(parent for parent in (folder, *folder.parents) if parent.exists())


def clock() -> Finding:
    """The machine's clock beside the newest thing that is on record, and the database server's."""
    now = timezone.now()
    sentence = _("%(moment)s in the time zone %(zone)s.") % {
        "moment": moment(now),
        "zone": settings.TIME_ZONE,
    }
    advice = _("Set this computer's clock. Records keep their order, but show the time the clock had.")
    newest = Sent.objects.aggregate(newest=Max("at"))["newest"]
    if newest and newest > now + timedelta(minutes=1):
        sentence += " " + _("Something on record is later than that: %s.") % moment(newest)
        return Finding(sentence, BAD, advice)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            [server_time] = cursor.fetchone()
        if abs(server_time - now) > timedelta(seconds=30):
            sentence += " " + _("The database server says %s.") % moment(server_time)
            return Finding(sentence, LOOK, advice)
    return Finding(sentence)


def copies() -> Finding:
    folder = backups.folder()
    if folder is None:
        return Finding(
            _("Charleston does not copy PostgreSQL; the people who run it do."),
            LOOK,
            _("Make sure that they do, and that somebody has tried to restore a copy."),
        )
    copy_files = backups.copies()
    failure = backups.last_failure()
    if failure is not None:
        when = moment(failure.at)
        sentence = _("The latest copy could not be made (%s).") % when
        return Finding(sentence, BAD, failure.sentence)
    if not copy_files:
        return Finding(_("None yet: the first is made when a round is complete, or before anything risky."))
    values = {
        "count": len(copy_files),
        "when": moment(copy_files[0].at),
        "folder": folder,
    }
    return Finding(_("%(count)d in %(folder)s, the newest of %(when)s.") % values)


def archives() -> Finding:
    """The age of the newest archives of running events, without naming them, since each belongs to its club."""
    events = list(tournaments().filter(finished_at=None, deleted_at=None, drawn_at__isnull=False))
    if failures := [failure for event in events if (failure := last_failure(event))]:
        when = moment(failures[0].at)
        return Finding(_("An archive could not be made (%s).") % when, BAD, failures[0].sentence)
    moments = sorted(at for event in events if (at := last_archive(event)))
    if not moments:
        return Finding(_("None yet: the first is made when a round is complete, or before anything risky."))
    sentence = ngettext(
        "%(count)d tournament is being played. Newest archive: %(when)s.",
        "%(count)d tournaments are being played. Newest archive: %(when)s.",
        len(moments),
    )
    when = moment(moments[-1])
    return Finding(sentence % {"count": len(moments), "when": when})


def rehearsal() -> Finding:
    last = last_rehearsal()
    advice = _(
        "Press the button for it on a tournament's Archives page. It takes a minute and changes nothing."
    )
    if last is None:
        return Finding(_("No backup has been tested yet."), LOOK, advice)
    sentence = _("An archive was last restored and compared on %s.") % moment(last)
    is_old = timezone.now() - last > timedelta(days=LONGEST_UNREHEARSED)
    return Finding(sentence, LOOK if is_old else GOOD, advice if is_old else "")


def address() -> Finding:
    scheme = "https" if settings.HTTPS else "http"
    names = [host.lstrip(".") for host in settings.ALLOWED_HOSTS if not is_this_machine(host) and host != "*"]
    address = settings.HALL_ADDRESS or (f"{scheme}://{names[0]}" if names else "")
    if "*" in settings.ALLOWED_HOSTS:
        return Finding(
            _("Every name is answered."),
            BAD,
            _(
                "Name the ones people type in CHARLESTON_ALLOWED_HOSTS: a page could be made to lead elsewhere."
            ),
        )
    if not address or is_this_machine(urlsplit(address).hostname or ""):
        return Finding(
            _("Only this computer can reach Charleston; phones in the hall cannot."),
            LOOK,
            _(
                "For a hall, open it on the page This program. On a server, name it in CHARLESTON_ALLOWED_HOSTS."
            ),
        )
    sentence = _("Phones find it at %s") % address
    if not address.startswith("https:"):
        return Finding(
            sentence,
            LOOK,
            _("Without HTTPS anybody on the network can read passwords. Use a network of your own."),
        )
    return Finding(sentence)


def is_this_machine(host: str) -> bool:
    return host in ("localhost", "127.0.0.1", "[::1]", "::1", "testserver")


def open_files() -> Finding:
    files = files_allowed()
    sentence = _("%(files)d files may be open: room for %(connections)d connections.") % {
        "files": files,
        "connections": most_connections(),
    }
    if files < FEW_FILES:
        return Finding(
            sentence,
            LOOK,
            _("Enough for a club evening. For a large hall type “ulimit -n 4096” before starting."),
        )
    return Finding(sentence)


def secrets() -> Finding:
    keys = [settings.VAR / "secret_key", settings.VAR / "journal_key"]
    open_to_others = [key for key in keys if key.exists() and is_open_to_others(key)]
    if open_to_others:
        sentence = _("Other users of this computer can read %s.") % ", ".join(
            str(key) for key in open_to_others
        )
        return Finding(sentence, BAD, _("Type: chmod 600 and the name of each file."))
    if not MODES_SAY_WHO:
        return Finding(_("Anybody who can open the folder %s can read Charleston's keys.") % settings.VAR)
    return Finding(_("Only this computer account can read Charleston's keys."))
