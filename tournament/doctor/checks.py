"""The checks of an installation. Each returns a finding: a state, a sentence, and advice."""

import platform
import shutil
import stat
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import django
from django.conf import settings
from django.contrib.staticfiles import finders
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Max
from django.template.defaultfilters import date as dated
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament import backups
from tournament.archive.files import last_failure
from tournament.archive.queries import last_archive, last_rehearsal
from tournament.database_trouble import trouble_of
from tournament.live.room import files_allowed, most_connections
from tournament.models import Club, Sent, Tournament

GOOD, LOOK, BAD = "good", "warning", "bad"
LITTLE_ROOM, NO_ROOM = 2_000_000_000, 200_000_000  # bytes
FEW_FILES = 1024
LONGEST_UNREHEARSED = 180  # days
FONTS = (
    "fonts/atkinson-latin.woff2",
    "fonts/atkinson-latin-ext.woff2",
    "fonts/charleston-marks.woff2",
    "fonts/fraunces-latin.woff2",
)
FONTS_OF_SHEETS = ("AtkinsonHyperlegibleNext-Regular.ttf", "Fraunces-SemiBold.ttf", "NotoSans-Regular.ttf")


@dataclass(frozen=True)
class Finding:
    """`state` is GOOD, LOOK or BAD; `advice` is empty where nothing is to be done."""

    name: str
    sentence: str
    state: str = GOOD
    advice: str = ""


def examine() -> list[Finding]:
    """Every check; where the database cannot be used, those that need none."""
    findings = [run_check(_("Version"), version), run_check(_("Database"), database)]
    if findings[1].state == BAD:
        return [*findings, run_check(_("Disk"), disk)]
    return [
        *findings,
        run_check(_("Disk"), disk),
        run_check(_("Clock"), clock),
        run_check(_("Copies"), copies),
        run_check(_("Archives"), archives),
        run_check(_("Rehearsal"), rehearsal),
        run_check(_("Address"), address),
        run_check(_("Open files"), open_files),
        run_check(_("Secrets"), secrets),
        run_check(_("Fonts"), fonts),
        Finding(_("Mail"), _("Charleston sends no mail: nothing has to be set up, and nothing can fail.")),
    ]


def run_check(name: str, check: Callable[[str], Finding]) -> Finding:
    """A check's finding; one that fails is a finding too."""
    try:
        return check(name)
    except DatabaseError as error:
        trouble = trouble_of(error)
        return Finding(name, str(trouble.sentence) if trouble else type(error).__name__, BAD)
    except OSError as error:
        trouble = trouble_of(error)
        return Finding(name, str(trouble.sentence) if trouble else str(error.strerror), BAD)


@cache
def charleston_version() -> str:
    with open(settings.ROOT / "pyproject.toml", "rb") as file:
        return str(tomllib.load(file)["project"]["version"])


def version(name: str) -> Finding:
    sentence = _("Charleston %(charleston)s, Django %(django)s, Python %(python)s.") % {
        "charleston": charleston_version(),
        "django": django.get_version(),
        "python": platform.python_version(),
    }
    if settings.DEBUG:
        return Finding(
            name,
            sentence,
            BAD,
            _("CHARLESTON_DEBUG is on: errors show the program and its data. Start without it."),
        )
    return Finding(name, sentence)


def database(name: str) -> Finding:
    """Whether it can be read and written, is whole, and has the tables of this version."""
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
                name,
                _("SQLite, in %s: the file is damaged.") % file,
                BAD,
                _("Stop Charleston and go back to a copy: .venv/bin/python manage.py go_back lists them."),
            )
        sentence = _("SQLite, %(size)s, in %(file)s, read, written and whole.") % {
            "size": filesizeformat(file.stat().st_size),
            "file": file,
        }
    if unapplied := migrations_to_come():
        return Finding(
            name,
            sentence,
            BAD,
            _("%d steps that bring its tables up to date are waiting: start Charleston anew.") % unapplied,
        )
    return Finding(name, sentence)


def refuse_writing_in_vain() -> None:
    """Writes a row and takes it back. Raises DatabaseError where that cannot be done."""
    with transaction.atomic():
        Club.objects.create(name="doctor", slug="doctor-takes-this-back")
        transaction.set_rollback(True)


def migrations_to_come() -> int:
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def disk(name: str) -> Finding:
    free = shutil.disk_usage(existing(settings.VAR)).free
    sentence = _("%(free)s are free where %(folder)s lies.") % {
        "free": filesizeformat(free),
        "folder": settings.VAR,
    }
    if free < LITTLE_ROOM:
        return Finding(name, sentence, BAD if free < NO_ROOM else LOOK, _("Make room on this disk."))
    return Finding(name, sentence)


def existing(folder: Path) -> Path:
    return next(parent for parent in (folder, *folder.parents) if parent.exists())


def clock(name: str) -> Finding:
    """The machine's clock beside the newest thing that is on record, and the database server's."""
    now = timezone.now()
    sentence = _("%(moment)s in the time zone %(zone)s.") % {
        "moment": dated(timezone.localtime(now), "DATETIME_FORMAT"),
        "zone": settings.TIME_ZONE,
    }
    advice = _(
        "Set this machine's clock. What is on record keeps its order, but shows the hour the clock said."
    )
    newest = Sent.objects.aggregate(newest=Max("at"))["newest"]
    if newest and newest > now + timedelta(minutes=1):
        sentence += " " + _("Something on record is from later than that: %s.") % dated(
            timezone.localtime(newest), "DATETIME_FORMAT"
        )
        return Finding(name, sentence, BAD, advice)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            [server_time] = cursor.fetchone()
        if abs(server_time - now) > timedelta(seconds=30):
            sentence += " " + _("The database server says %s.") % dated(
                timezone.localtime(server_time), "DATETIME_FORMAT"
            )
            return Finding(name, sentence, LOOK, advice)
    return Finding(name, sentence)


def copies(name: str) -> Finding:
    folder = backups.folder()
    if folder is None:
        return Finding(
            name,
            _("PostgreSQL is copied by whoever runs it, not by Charleston."),
            LOOK,
            _("See that it is, and that somebody has tried to bring a copy back."),
        )
    copy_files = backups.copies()
    failure = backups.last_failure()
    if failure is not None:
        when = dated(timezone.localtime(failure.at), "DATETIME_FORMAT")
        sentence = _("The latest copy could not be made (%s).") % when
        return Finding(name, sentence, BAD, failure.sentence)
    if not copy_files:
        return Finding(
            name, _("None yet: the first is made when a round is complete, or before a risky act.")
        )
    values = {
        "count": len(copy_files),
        "when": dated(timezone.localtime(copy_files[0].at), "DATETIME_FORMAT"),
        "folder": folder,
    }
    return Finding(name, _("%(count)d in %(folder)s, the newest of %(when)s.") % values)


def archives(name: str) -> Finding:
    """The age of the newest archives of running events, without naming them, since each belongs to its club."""
    events = list(Tournament.objects.filter(finished_at=None, deleted_at=None, drawn_at__isnull=False))
    if failures := [failure for event in events if (failure := last_failure(event))]:
        when = dated(timezone.localtime(failures[0].at), "DATETIME_FORMAT")
        return Finding(name, _("An archive could not be made (%s).") % when, BAD, failures[0].sentence)
    moments = sorted(at for event in events if (at := last_archive(event)))
    if not moments:
        return Finding(
            name, _("None yet: the first is made when a round is complete, or before a risky act.")
        )
    sentence = ngettext(
        "Of %(count)d event that is being played, the newest of %(when)s.",
        "Of %(count)d events that are being played, the newest of %(when)s.",
        len(moments),
    )
    when = dated(timezone.localtime(moments[-1]), "DATETIME_FORMAT")
    return Finding(name, sentence % {"count": len(moments), "when": when})


def rehearsal(name: str) -> Finding:
    last = last_rehearsal()
    advice = _(
        "Press the button for it on an event's page of archives: it takes a minute and touches nothing."
    )
    if last is None:
        return Finding(name, _("No archive was ever restored to see whether it can be."), LOOK, advice)
    sentence = _("An archive was last restored and compared on %s.") % dated(
        timezone.localtime(last), "DATETIME_FORMAT"
    )
    is_old = timezone.now() - last > timedelta(days=LONGEST_UNREHEARSED)
    return Finding(name, sentence, LOOK if is_old else GOOD, advice if is_old else "")


def address(name: str) -> Finding:
    """What phones call this machine."""
    scheme = "https" if settings.HTTPS else "http"
    names = [host.lstrip(".") for host in settings.ALLOWED_HOSTS if not is_this_machine(host) and host != "*"]
    address = settings.HALL_ADDRESS or (f"{scheme}://{names[0]}" if names else "")
    if "*" in settings.ALLOWED_HOSTS:
        return Finding(
            name,
            _("Every name is answered."),
            BAD,
            _(
                "Name the ones people type in CHARLESTON_ALLOWED_HOSTS: a page could be made to lead elsewhere."
            ),
        )
    if not address or is_this_machine(urlsplit(address).hostname or ""):
        return Finding(
            name,
            _("Only this machine reaches Charleston: phones in the hall do not."),
            LOOK,
            _("For a hall start it with make run LAN=1; on a host name it in CHARLESTON_ALLOWED_HOSTS."),
        )
    sentence = _("Phones find it at %s") % address
    if not address.startswith("https:"):
        return Finding(
            name,
            sentence,
            LOOK,
            _("Without HTTPS whoever is on the network can read passwords: use a network of your own."),
        )
    return Finding(name, sentence)


def is_this_machine(host: str) -> bool:
    return host in ("localhost", "127.0.0.1", "[::1]", "::1", "testserver")


def open_files(name: str) -> Finding:
    files = files_allowed()
    sentence = _("%(files)d may be open, which is room for %(connections)d connections.") % {
        "files": files,
        "connections": most_connections(),
    }
    if files < FEW_FILES:
        return Finding(
            name,
            sentence,
            LOOK,
            _("Enough for a club evening. For a large hall type “ulimit -n 4096” before starting."),
        )
    return Finding(name, sentence)


def secrets(name: str) -> Finding:
    """Whether the keys on the disk are for their owner alone."""
    keys = [settings.VAR / "secret_key", settings.VAR / "journal_key"]
    open_to_others = [
        key for key in keys if key.exists() and key.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)
    ]
    if open_to_others:
        sentence = _("Others on this machine may read %s.") % ", ".join(str(key) for key in open_to_others)
        return Finding(name, sentence, BAD, _("Type: chmod 600 and the name of each file."))
    return Finding(name, _("The keys of sessions and of the journal are for this account alone."))


def fonts(name: str) -> Finding:
    missing = [
        font for font in FONTS if not (settings.STATIC_ROOT / font).exists() and not finders.find(font)
    ]
    printed = settings.ROOT / "paper" / "fonts"
    missing += [font for font in FONTS_OF_SHEETS if not (printed / font).exists()]
    if missing:
        sentence = _("Missing: %s.") % ", ".join(missing)
        return Finding(
            name,
            sentence,
            LOOK,
            _("Pages and sheets show other letters: take static and paper from the release."),
        )
    return Finding(name, _("All there: pages and sheets look the same everywhere, with no network."))
