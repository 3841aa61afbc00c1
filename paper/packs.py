"""Packs: files that are made in a process of their own, with how far they are; and the fallback, made by itself."""

from __future__ import annotations

import datetime
import logging
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import close_old_connections, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from paper.engine import page_count
from paper.models import Pack, Printed
from paper.prints import FALLBACK_NAME, FallbackFile, fallback_digest, make_fallback, print_sheets
from paper.sheets.registry import BY_NAME, ROUND_SHEETS
from paper.sheets.sheet import PrintJob
from tournament.models import Tournament, User
from tournament.refused import Refused

logger = logging.getLogger(__name__)

ROUND_NAME = "round"
BIG_FIELD = 100
"""With more players than that nobody waits for a whole pack before an empty page."""
MOST_KEPT = 4
KEPT_FOR = datetime.timedelta(hours=1)
GIVEN_UP_AFTER = datetime.timedelta(minutes=10)
APART = datetime.timedelta(minutes=5)
"""Between two fallbacks of one tournament."""
SECONDS_BETWEEN_LOOKS = 30
PROGRAM = Path(__file__).resolve().parent.parent / "manage.py"


def is_big(tournament: Tournament) -> bool:
    return tournament.entries.registered().count() > BIG_FIELD


def ask(name: str, job: PrintJob, *, language: str, by: User | None) -> Pack:
    """Enters a pack and starts the process that makes it; returns at once."""
    pack = enter(name, job, language=language, by=by)
    start(pack)
    return pack


def enter(name: str, job: PrintJob, *, language: str, by: User | None) -> Pack:
    """A new pack that waits to be made. What is older than an hour, or than the newest few, goes."""
    choices = {
        "paper": job.paper,
        "large": job.large,
        "round_number": job.round_number,
        "site": job.site,
        "language": language,
    }
    now = timezone.now()
    packs = Pack.objects.filter(tournament=job.tournament).exclude(name=FALLBACK_NAME).order_by("-pk")
    newest = list(packs.filter(asked_at__gt=now - KEPT_FOR).values_list("pk", flat=True)[: MOST_KEPT - 1])
    packs.exclude(pk__in=newest).delete()
    return Pack.objects.create(tournament=job.tournament, name=name, choices=choices, by=by, asked_at=now)


def start(pack: Pack) -> None:
    """Begins a process that makes the pack; it goes on where this one ends."""
    command = [sys.executable, str(PROGRAM), "make_pack", str(pack.pk)]
    process = subprocess.Popen(  # noqa: S603 (this program's own file)
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True
    )
    threading.Thread(target=process.wait, name=f"pack {pack.pk}", daemon=True).start()


def make(pack: Pack) -> None:
    """Makes the file and keeps it, or the sentence why it cannot be made. A pack that was begun is left alone."""
    began = Pack.objects.filter(pk=pack.pk, began_at=None).update(began_at=timezone.now())
    if not began:
        return

    def progress(done: int, total: int) -> None:
        Pack.objects.filter(pk=pack.pk).update(done=done, total=total)

    choices: dict[str, Any] = dict(pack.choices)
    language = choices.pop("language")
    job = PrintJob(pack.tournament, **choices)
    outcome: dict[str, Any] = {}
    try:
        if pack.name == FALLBACK_NAME:
            fallback = make_fallback(job, language=language, progress=progress)
            content = fallback.pdf
            outcome = {"digest": fallback.digest, "version": fallback.version}
        else:
            sheets = ROUND_SHEETS if pack.name == ROUND_NAME else (BY_NAME[pack.name],)
            title = job.tournament.round_name(job.round_number)
            assert pack.by is not None  # noqa: S101 (only the fallback is made by itself)
            content = print_sheets(sheets, job, title=title, language=language, by=pack.by, progress=progress)
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
    if pack.ended_at is None and pack.asked_at < timezone.now() - GIVEN_UP_AFTER:
        pack.ended_at = timezone.now()
        pack.trouble = _("Nothing came of this: the program was stopped meanwhile. Ask for it again.")
        pack.save(update_fields=["ended_at", "trouble"])
    return pack.ended_at is not None


# The fallback, by itself.


def fallback_at_hand(tournament: Tournament) -> FallbackFile | None:
    """The file that was made by itself, where it is of what stands now."""
    pack = newest_fallback(tournament).filter(content__isnull=False).first()
    if pack is None or pack.ended_at is None or pack.digest != fallback_digest(tournament):
        return None
    return FallbackFile(bytes(pack.content or b""), pack.digest, pack.version, pack.ended_at)


def newest_fallback(tournament: Tournament) -> QuerySet[Pack]:
    return Pack.objects.filter(tournament=tournament, name=FALLBACK_NAME).order_by("-pk")


def due(tournament: Tournament) -> bool:
    """Whether seats, people or numbers are others than in the newest file, and the last try is long enough ago."""
    last = newest_fallback(tournament).defer("content").first()
    if last is None:
        return True
    if last.asked_at > timezone.now() - APART:
        return False
    if not last.digest:
        return True  # nobody finished it
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
    """Asks for the fallback of each tournament that needs one; how many."""
    count = 0
    for tournament in in_use():
        if not due(tournament):
            continue
        last = Printed.objects.filter(tournament=tournament).order_by("-at").first()
        job = PrintJob(tournament, paper=last.paper if last else "us-letter")
        with transaction.atomic():
            # Locked, for another web process looks too.
            Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
            if not due(tournament):
                continue
            language = last.language if last else settings.LANGUAGE_CODE
            pack = enter(FALLBACK_NAME, job, language=language, by=None)
        start(pack)
        count += 1
    return count


def keep_looking() -> None:
    """Looks every half minute for as long as the web process runs, in a thread of its own."""
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
            look()
        finally:
            close_old_connections()
    except Exception:
        logger.exception("The fallback could not be looked after")
