"""From sheets as plain data to a file: PDF/UA-1, or a picture of the first page."""

import logging
import re
import subprocess
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from machine import processes
from paper import compile as compiler
from paper.fonts import coverage, folders, printable
from record.refused import refuse

MOST_SECONDS = 90
MOST_WAITING_SECONDS = 60
PREVIEW_PPI = 96
_PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")
LONG_WORD = 24
_LONG_WORD = re.compile(rf"[^\s-]{{{LONG_WORD},}}")
_log = logging.getLogger(__name__)
# One pack at a time: the desk needs the other processor.
_turn = threading.Lock()


@dataclass(frozen=True)
class Document:
    """Sheets to be printed as one file. `sheets` are what their templates read, the template's name among them.

    `logo` is a PNG or JPEG for their headings, `club` what it is the logo of.
    """

    title: str
    language: str
    sheets: Sequence[Mapping[str, Any]]
    logo: bytes = b""
    club: str = ""


def make_pdf(document: Document, printed_at: datetime) -> bytes:
    """The document as PDF/UA-1; the same bytes for the same data and time. Raises Refused where it cannot be made."""
    return _run(document, printed_at, ppi=0)


def make_picture(document: Document, printed_at: datetime, ppi: int = PREVIEW_PPI) -> bytes:
    """The first page as PNG. Raises Refused where it cannot be made."""
    return _run(document, printed_at, ppi=ppi)


def page_count(pdf: bytes) -> int:
    return len(_PAGE.findall(pdf))


def _run(document: Document, printed_at: datetime, *, ppi: int) -> bytes:
    job = {
        "title": document.title,
        "language": document.language,
        "sheets": list(document.sheets),
        "logo": document.logo,
        "club": document.club,
    }
    job_data = msgspec.json.encode(_printable(job, coverage(), {}))
    seconds = int(printed_at.timestamp())
    if not _turn.acquire(timeout=MOST_WAITING_SECONDS):
        raise refuse("busy", _("Another large print is being made. Try again in a minute."))
    try:
        arguments = ["-P", "-S", compiler.__file__, str(ppi), str(seconds), *map(str, folders())]
        process = processes.run(*arguments, given=job_data, seconds=MOST_SECONDS)
    except subprocess.TimeoutExpired as late:
        raise refuse("too-slow", _("This takes too long to print at once. Choose fewer sheets.")) from late
    finally:
        _turn.release()
    if process.returncode == 0:
        return process.stdout
    trouble = process.stderr.decode(errors="replace")
    if process.returncode == compiler.CANNOT_SHOW:
        raise refuse("no-letter", _("No font here can print “%(text)s”.") % {"text": trouble[:80]})
    _log.error("A sheet could not be made (%s): %s", process.returncode, trouble[-2000:])
    if process.returncode < 0 or "memory" in trouble:
        raise refuse("too-large", _("This is too large to print at once. Choose fewer sheets."))
    raise refuse("not-made", _("This sheet could not be made. The program’s log says why."))


def _breakable(text: str) -> str:
    """A word longer than any line breaks anywhere, instead of running over its neighbor."""
    return _LONG_WORD.sub(lambda word: "\u200b".join(word[0]), text) if len(text) >= LONG_WORD else text


def _printable(value: Any, covered: frozenset[int], cache: dict[str, str]) -> Any:
    """The data with nothing in it that cannot be printed; a picture as its bytes one by one. `cache` has the texts
    that were prepared before: most of them stand on every card.
    """
    kind = type(value)
    if kind is dict:
        return {name: _printable(part, covered, cache) for name, part in value.items()}
    if kind is list or kind is tuple:
        return [_printable(part, covered, cache) for part in value]
    if kind is bytes:
        return list(value)
    if isinstance(value, str):
        if value not in cache:
            cache[value] = _breakable(printable(value, covered))
        return cache[value]
    return value
