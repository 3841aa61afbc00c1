"""Packs: files that are made in a process of their own, with how far they are; and the fallback, made automatically."""

import contextlib
import datetime
import logging
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import close_old_connections, transaction
from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet
from django.db.models.functions import Length
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from club.models import User
from machine import processes
from machine.locks import locked
from paper.engine import page_count
from paper.models import Pack, Printed
from paper.prints import FALLBACK_NAME, FallbackFile, fallback_digest, make_fallback, print_sheets
from paper.sheets.registry import BY_NAME, PACKS, PackKind
from paper.sheets.sheet import PrintJob
from record.archive import files as archive_files
from record.archive import uploads
from record.refused import Refused
from tournament.models import Tournament
from tournament.roster.actions import remove_old_uploads

logger = logging.getLogger(__name__)

BIG_FIELD = 100
"""With more players than that nobody waits for a whole pack before an empty page."""
CHOICES = ("paper", "language", "large", "round_number", "site")
"""What is kept of a `PrintJob`; nobody narrows a pack."""
MOST_BYTES = 200 * 2**20
"""Of all files of an installation together that somebody asked for."""
KEPT_FOR = datetime.timedelta(days=1)
FORGOTTEN_AFTER = datetime.timedelta(days=7)
"""Until then a cleared file can be made again from where it was."""
GIVEN_UP_AFTER = datetime.timedelta(minutes=10)
APART = datetime.timedelta(minutes=5)
"""Between two fallbacks of one tournament."""
SECONDS_BETWEEN_LOOKS = 30
PROGRAM = Path(__file__).resolve().parent.parent / "manage.py"
_begun: processes.Process | None = None


def is_big(tournament: Tournament) -> bool:
    return tournament.entries.registered().count() > BIG_FIELD


def ask(name: str, job: PrintJob, *, by: User | None) -> Pack:
    """Enters a pack and sees that somebody makes it; returns at once."""
    pack = enter(name, job, by=by)
    start()
    return pack


def enter(name: str, job: PrintJob, *, by: User | None) -> Pack:
    """A new pack that waits for its turn. Old files are cleared, and forgotten a week later."""
    choices = {choice: getattr(job, choice) for choice in CHOICES}
    now = timezone.now()
    Pack.objects.filter(asked_at__lt=now - FORGOTTEN_AFTER).exclude(by=None).delete()
    clear_old_files()
    return Pack.objects.create(tournament=job.tournament, name=name, choices=choices, by=by, asked_at=now)


def clear_old_files() -> None:
    """Clears the content of files older than a day, and of the oldest where all of them are more than is kept."""
    kept, cleared = 0, []
    files = Pack.objects.filter(content__isnull=False).exclude(by=None).annotate(size=Length("content"))
    yesterday = timezone.now() - KEPT_FOR
    for pk, asked_at, size in files.order_by("-pk").values_list("pk", "asked_at", "size"):
        kept += size
        if kept > MOST_BYTES or asked_at < yesterday:
            cleared.append(pk)
    Pack.objects.filter(pk__in=cleared).update(content=None)


def start() -> None:
    """Begins the process that makes what waits, one file after another, unless it is at work; it goes on where this one
    ends.
    """
    global _begun
    with alone() as is_free:
        pass
    # Until it is at work a slow machine takes seconds, and each look at the page of a pack would begin another.
    if is_free and (_begun is None or _begun.poll() is not None):
        _begun = processes.begin(str(PROGRAM), "make_packs")


@contextlib.contextmanager
def alone() -> Iterator[bool]:
    """Whether nobody else is inside on this machine; also where there is nothing to lock."""
    with contextlib.ExitStack() as opened:
        # The one folder that can be written everywhere: in a container on PostgreSQL the rest is read-only.
        within = archive_files.folder()
        try:
            within.mkdir(parents=True, exist_ok=True)
            is_free = opened.enter_context(locked(within / "packs.lock"))
        except OSError as error:
            logger.warning("Packs are made without waiting for one another: %s", error)
            is_free = True
        yield is_free


def waiting() -> QuerySet[Pack]:
    """In their turn: what a person asked for first."""
    rows = Pack.objects.filter(began_at=None, ended_at=None)
    return rows.order_by(ExpressionWrapper(Q(by=None), BooleanField()), "pk")


def before(pack: Pack) -> int:
    """How many files of the whole installation are made before this one."""
    being_made = Pack.objects.filter(ended_at=None, began_at__gt=timezone.now() - GIVEN_UP_AFTER)
    turns = list(waiting().values_list("pk", flat=True))
    return being_made.count() + turns.index(pack.pk) if pack.pk in turns else 0  # it was begun meanwhile


def make_waiting() -> None:
    """Makes the waiting files one after another, until none is left."""
    while pack := waiting().select_related("tournament__club", "by").first():
        with translation.override(pack.choices["language"]):
            make(pack)


def make(pack: Pack) -> None:
    """Makes the file and keeps it, or the sentence why it cannot be made. A pack that was begun is left alone."""
    began = Pack.objects.filter(pk=pack.pk, began_at=None).update(began_at=timezone.now())
    if not began:
        return

    def progress(done: int, total: int) -> None:
        Pack.objects.filter(pk=pack.pk).update(done=done, total=total)

    job = PrintJob(pack.tournament, **pack.choices)
    outcome: dict[str, Any] = {}
    try:
        if pack.name == FALLBACK_NAME:
            fallback = make_fallback(job, progress=progress)
            content = fallback.pdf
            outcome = {"digest": fallback.digest, "version": fallback.version}
        else:
            kind = PACKS.get(pack.name)
            sheets = kind.sheets if kind else (BY_NAME[pack.name],)
            title = pack_title(kind, job) if kind else ""
            assert pack.by is not None  # noqa: S101 (only the fallback is made by itself)
            content = print_sheets(sheets, job, title=title, by=pack.by, progress=progress)
        outcome |= {"content": content, "pages": page_count(content)}
    except Refused as refused:
        outcome = {"trouble": str(refused)}
    except Exception:
        logger.exception("Pack %s could not be made", pack.pk)
        outcome = {"trouble": _("This could not be made. The program’s log says why.")}
    Pack.objects.filter(pk=pack.pk).update(ended_at=timezone.now(), **outcome)
    if pack.name == FALLBACK_NAME:
        older = Pack.objects.filter(tournament=pack.tournament, name=FALLBACK_NAME, pk__lt=pack.pk)
        (older if "content" in outcome else older.filter(content=None)).delete()


def ended(pack: Pack) -> bool:
    """Whether nobody works on it any more; one whose process is gone counts as ended, with a sentence."""
    is_gone = pack.began_at is not None and pack.began_at < timezone.now() - GIVEN_UP_AFTER
    if pack.ended_at is None and is_gone:
        pack.ended_at = timezone.now()
        pack.trouble = _("This was not made, because the program was stopped. Ask for it again.")
        pack.save(update_fields=["ended_at", "trouble"])
    return pack.ended_at is not None


def pack_title(kind: PackKind, job: PrintJob) -> str:
    return job.tournament.round_name(job.round_number) if kind.is_of_round else str(kind.title)


# The fallback, made automatically.


def fallback_at_hand(tournament: Tournament) -> FallbackFile | None:
    """The file that was made automatically; None where it is out of date."""
    pack = newest_fallback(tournament).filter(content__isnull=False).first()
    if pack is None or pack.ended_at is None or pack.digest != fallback_digest(tournament):
        return None
    return FallbackFile(bytes(pack.content or b""), pack.digest, pack.version, pack.ended_at)


def newest_fallback(tournament: Tournament) -> QuerySet[Pack]:
    return Pack.objects.filter(tournament=tournament, name=FALLBACK_NAME).order_by("-pk")


def due(tournament: Tournament) -> bool:
    """Whether seats, people or numbers changed since the newest file, and the last try is long enough ago."""
    last = newest_fallback(tournament).defer("content").first()
    if last is None:
        return True
    if last.asked_at > timezone.now() - APART:
        return False
    if not last.digest:
        return last.began_at is not None  # nobody finished it
    if last.version == tournament.version:
        return False
    if last.digest == fallback_digest(tournament):
        Pack.objects.filter(pk=last.pk).update(version=tournament.version)
        return False
    return True


def in_use() -> QuerySet[Tournament]:
    """Tournaments whose day may come or is on: drawn, not finished, not long past."""
    yesterday = timezone.localdate() - datetime.timedelta(days=1)
    return Tournament.objects.filter(date__gte=yesterday, drawn_at__isnull=False, finished_at=None)


def look() -> int:
    """Asks for the fallback of each tournament that needs one; returns how many those are."""
    count = 0
    for tournament in in_use():
        if not due(tournament):
            continue
        last = Printed.objects.filter(tournament=tournament).order_by("-at").first()
        job = PrintJob(tournament, "us-letter", settings.LANGUAGE_CODE)
        if last:
            job = PrintJob(tournament, last.paper, last.language)
        with transaction.atomic():
            # Locked, because every web process looks.
            Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
            if not due(tournament):
                continue
            enter(FALLBACK_NAME, job, by=None)
        count += 1
    if waiting().exists():
        start()
    return count


def keep_looking() -> None:
    """Looks every half minute for as long as the web process runs, in a thread of its own; uploads go then too."""
    if os.environ.get("CHARLESTON_FALLBACK", "1") == "0":
        return
    threading.Thread(target=_look_again_and_again, name="fallback", daemon=True).start()


def _look_again_and_again() -> None:
    pause = threading.Event()
    while True:
        pause.wait(SECONDS_BETWEEN_LOOKS)
        _look_whatever_happens()


def _look_whatever_happens() -> None:
    """Closes its connection too; where the database is away, that fails like anything else."""
    try:
        close_old_connections()
        try:
            uploads.remove_old()
            remove_old_uploads()
            look()
        finally:
            close_old_connections()
    except Exception:
        logger.exception("The fallback could not be looked after")
