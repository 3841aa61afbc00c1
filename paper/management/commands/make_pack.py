"""Makes one pack, asked for on a page or by the program itself: one at a time, behind everything else."""

from __future__ import annotations

import contextlib
import fcntl
import os
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import translation

from paper.models import Pack
from paper.packs import make
from tournament.archive import files

NICENESS = 10
MORE_BY_ITSELF = 5
LONGEST_WAIT = 300


class Command(BaseCommand):
    help = "Makes one pack of sheets; the print centre calls it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("pack", type=int)

    def handle(self, *args: Any, pack: int, **options: Any) -> None:
        waiting_pack = Pack.objects.select_related("tournament__club", "by").get(pk=pack)
        os.nice(NICENESS + (MORE_BY_ITSELF if waiting_pack.by is None else 0))
        with one_at_a_time(), translation.override(waiting_pack.choices["language"]):
            make(waiting_pack)


@contextlib.contextmanager
def one_at_a_time() -> Iterator[None]:
    """Waits for its turn; after five minutes it goes on all the same, and at once where there is nothing to lock."""
    with contextlib.ExitStack() as opened:
        # The one folder that can be written everywhere: in a container on PostgreSQL the rest is read-only.
        within = files.folder()
        try:
            within.mkdir(parents=True, exist_ok=True)
            file = opened.enter_context((within / "packs.lock").open("w"))
        except OSError as error:
            sys.stderr.write(f"Packs are made without waiting for one another: {error}\n")
            yield
            return
        end = time.monotonic() + LONGEST_WAIT
        while time.monotonic() < end:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except OSError:
                time.sleep(0.2)
        else:
            sys.stderr.write("Another pack takes very long.\n")
        yield
