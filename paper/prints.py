"""Making a file of one sheet or several, and keeping what was printed of each."""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.core.cache import cache
from django.utils import formats, timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.models import User
from paper.club_pictures import logo_of
from paper.engine import Document, make_pdf, make_picture, page_count
from paper.fingerprints import Fingerprint, fingerprint
from paper.models import Printed
from paper.sheets.registry import FALLBACK
from paper.sheets.sheet import PrintJob, Sheet, spans_of
from record.refused import Refused, refuse
from tournament.models import Tournament

FALLBACK_NAME = "fallback"
NO_PAPER = "no-paper"
"""Kept as a sheet is, while a director does without paper."""
FINGERPRINT_KEPT = 3600  # seconds
PAGES_KEPT = 86_400  # seconds
MOST_SPANS = 8
FEW_ITEMS = 16
"""Of a sheet that nobody waits for, whatever its items are."""
PREVIEWED = 80  # items: more than any first page holds


Progress = Callable[[int, int], None]
"""Is told how many sheets of how many are gathered; all of them: the file is being made."""


@dataclass(frozen=True)
class FallbackFile:
    """The file to go on with by hand, and what it was made of."""

    pdf: bytes
    digest: str
    version: int
    at: datetime


@dataclass(frozen=True)
class SheetState:
    """A sheet and its last print. `is_there`: there is something to print on it. `is_changed`: the content differs from
    the last print; `changed` are the numbers of the badges, cards or slips that differ, unless all do, and `needless`
    those whose badge, card or slip is no longer needed. `pages`: of this content, as counted in a print or a preview;
    0: not counted.
    """

    sheet: Sheet
    round_number: int
    printed: Printed | None = None
    is_changed: bool = False
    changed: tuple[int, ...] = ()
    needless: tuple[int, ...] = ()
    is_there: bool = True
    pages: int = 0

    @property
    def is_offered(self) -> bool:
        return self.is_there or self.sheet.example is not None

    @property
    def changed_in_words(self) -> str:
        """Whose pieces changed: "players 12, 31, 40"."""
        return numbers_in_words(self.changed, self.sheet.narrowed_by)

    @property
    def needless_in_words(self) -> str:
        return numbers_in_words(self.needless, self.sheet.narrowed_by)

    @property
    def reprint(self) -> str:
        """The numbers to print anew, as the form takes them."""
        return ", ".join(spans_of(self.changed))


def numbers_in_words(numbers: Sequence[int], narrowed_by: str) -> str:
    if not numbers:
        return ""
    spans = spans_of(numbers)
    listed = ", ".join(spans if len(spans) <= MOST_SPANS else [*spans[:MOST_SPANS], "…"])
    if narrowed_by == "tables":
        return ngettext("table %(numbers)s", "tables %(numbers)s", len(numbers)) % {"numbers": listed}
    return ngettext("player %(numbers)s", "players %(numbers)s", len(numbers)) % {"numbers": listed}


def print_sheets(
    sheets: Sequence[Sheet],
    job: PrintJob,
    *,
    title: str,
    by: User,
    progress: Progress = lambda _done, _total: None,
) -> bytes:
    """The sheets as one PDF, without those that are still empty; keeps what was printed.

    Raises Refused where nothing is left, or the file cannot be made.
    """
    now = timezone.now()
    documents, prints = [], []
    for place, sheet in enumerate(sheets):
        progress(place, len(sheets))
        if sheet.keep is not None:
            sheet.keep(job)
        data = described(sheet, job)
        if data is None:
            continue
        is_whole = job.language == "en" and not job.chosen
        revision, printed = revision_of(sheet, job, data if is_whole else None)
        data["printed"] = mark(revision, now, job.language)
        documents.append(data)
        prints.append((sheet, revision, printed))
    if not documents:
        raise nothing_to_print(job)
    progress(len(sheets), len(sheets))
    heading = str(documents[0]["title"]) if len(documents) == 1 else title
    pdf = make_pdf(document(f"{heading} · {job.tournament.name}", job, documents), now)
    if job.chosen:
        for sheet, revision, printed in prints:
            keep_reprint(sheet, job, revision, printed, at=now, by=by)
        return pdf
    pages = page_count(pdf)
    for sheet, revision, printed in prints:
        keep_print(
            job,
            sheet=sheet.name,
            round_number=job.round_number if sheet.is_of_round else 0,
            revision=revision,
            digest=printed.whole,
            pieces=printed.pieces,
            version=job.tournament.version,
            pages=pages if len(prints) == 1 else 0,
            at=now,
            by=by,
        )
    return pdf


def keep_print(job: PrintJob, *, sheet: str, round_number: int = 0, **values: Any) -> None:
    values |= {"paper": job.paper, "large": job.large, "language": job.language}
    Printed.objects.update_or_create(
        tournament=job.tournament, sheet=sheet, round_number=round_number, defaults=values
    )
    if round_number:
        Printed.objects.filter(tournament=job.tournament, sheet=NO_PAPER).delete()


def keep_reprint(
    sheet: Sheet, job: PrintJob, revision: int, now: Fingerprint, *, at: datetime, by: User
) -> None:
    """Keeps that some pieces of the last print were printed anew. Once no old piece is left, the whole sheet counts as
    printed now.
    """
    last = last_print(sheet, job)
    if last is None or not last.pieces:
        return
    last.pieces |= {number: piece for number, piece in now.pieces.items() if job.includes(int(number))}
    if last.pieces.items() >= now.pieces.items():
        last.revision, last.digest, last.pieces = revision, now.whole, now.pieces
        last.version, last.pages, last.at, last.by = job.tournament.version, 0, at, by
    last.save()


def nothing_to_print(job: PrintJob) -> Refused:
    if job.chosen:
        return refuse("nobody-chosen", _("None of these numbers is on this sheet."))
    return refuse("nothing-to-print", _("There is nothing to print on this sheet yet."))


def make_fallback(job: PrintJob, *, progress: Progress = lambda _done, _total: None) -> FallbackFile:
    """Everything to go on with by hand, in one file. Raises Refused."""
    now = timezone.now()
    digest, sheets = fallback_digest(job.tournament), []
    for place, sheet in enumerate(FALLBACK):
        progress(place, len(FALLBACK))
        if data := described(sheet, job, mark(revision_of(sheet, job)[0], now, job.language)):
            sheets.append(data)
    if not sheets:
        raise nothing_to_print(job)
    progress(len(FALLBACK), len(FALLBACK))
    with translation.override(job.language):
        title = _("If the power fails")
    pdf = make_pdf(document(f"{title} · {job.tournament.name}", job, sheets), now)
    return FallbackFile(pdf, digest, job.tournament.version, now)


def keep_taken(fallback: FallbackFile, job: PrintJob, *, by: User) -> None:
    """Keeps that somebody took this copy of the file to go on with by hand."""
    pages = page_count(fallback.pdf)
    keep_print(
        job,
        sheet=FALLBACK_NAME,
        digest=fallback.digest,
        version=fallback.version,
        pages=pages,
        at=fallback.at,
        by=by,
    )


def fallback_digest(tournament: Tournament) -> str:
    """Changes whenever a seat, a name or a number of the day changes. One query."""
    people = [[entry.number, entry.public_name] for entry in tournament.entries.registered().with_people()]
    day = [
        tournament.seats_revision,
        tournament.rounds_planned,
        tournament.games_per_round,
        tournament.minutes,
    ]
    text = json.dumps([people, day, tournament.profile.to_data()], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def fallback_state(tournament: Tournament) -> SheetState:
    printed = Printed.objects.filter(tournament=tournament, sheet=FALLBACK_NAME).first()
    is_changed = (
        printed is not None
        and printed.version != tournament.version
        and fallback_digest(tournament) != printed.digest
    )
    return SheetState(
        FALLBACK[0], 0, printed, is_changed, pages=printed.pages if printed and not is_changed else 0
    )


def preview(sheet: Sheet, job: PrintJob) -> bytes:
    """The first page of a sheet as a picture, made of its example while there is nothing to print yet.

    Raises Refused where it has no example.
    """
    now = timezone.now()
    printed = mark(revision_of(sheet, job)[0], now, job.language)
    data = described(sheet, job, printed)
    if data is None and sheet.example is not None:
        data = described(replace(sheet, data=sheet.example), job, printed)
    if data is None:
        raise nothing_to_print(job)
    if "items" in data:
        data["items"] = data["items"][:PREVIEWED]
    return make_picture(document(str(data["title"]), job, [data]), now)


def count_pages(sheet: Sheet, job: PrintJob) -> int:
    """How many pages a sheet has, typeset now. The print centre shows the number of a whole sheet too.

    Raises Refused where there is nothing to print yet.
    """
    now = timezone.now()
    data = described(sheet, job, mark(1, now, job.language))
    if data is None:
        raise nothing_to_print(job)
    pages = page_count(make_pdf(document(str(data["title"]), job, [data]), now))
    if not job.chosen and not job.large:
        cache.set(pages_key(job, fingerprint_now(sheet, job)), pages, PAGES_KEPT)
    return pages


def is_of_one_page(sheet: Sheet, job: PrintJob) -> bool:
    """Whether it is made in no time: it has few items, or was counted to have one page."""
    data = described(sheet, job)
    if data is None or len(data.get("items", ())) <= FEW_ITEMS:
        return True
    return not job.large and cache.get(pages_key(job, fingerprint_now(sheet, job))) == 1


def pages_key(job: PrintJob, now: Fingerprint) -> str:
    return f"sheet-pages-{job.tournament.pk}-{job.paper}-{job.language}-{now.whole}"


def document(title: str, job: PrintJob, sheets: Sequence[dict[str, Any]]) -> Document:
    club = job.tournament.club
    return Document(title, job.language, sheets, logo_of(club), club.name)


def described(sheet: Sheet, job: PrintJob, printed: str = "", *, language: str = "") -> dict[str, Any] | None:
    """What the sheet's template reads, in the language of the print or this one; None where there is nothing to print
    yet.
    """
    with translation.override(language or job.language):
        data = sheet.data(job)
        if data is None or data.get("items") == []:
            return None
        shared = {
            "template": sheet.template,
            "title": str(sheet.title),
            "event": job.tournament.name,
            "paper": job.paper,
            "large": job.large and sheet.has_large,
            "printed": printed,
        }
        return {**shared, **data}


def mark(revision: int, at: datetime, language: str) -> str:
    """What every sheet says of itself: "revision 2, printed Nov. 22, 10:12"."""
    local = timezone.localtime(at)
    with translation.override(language):
        return _("revision %(revision)s · printed %(date)s, %(time)s") % {
            "revision": revision,
            "date": formats.date_format(local, "SHORT_DATE_FORMAT"),
            "time": formats.time_format(local, "TIME_FORMAT"),
        }


def revision_of(sheet: Sheet, job: PrintJob, data: dict[str, Any] | None = None) -> tuple[int, Fingerprint]:
    """The revision that a print made now has, and the fingerprint of the whole sheet.

    `data` is the whole sheet in English, where it is known.
    """
    whole_job = replace(job, chosen=frozenset())
    now = fingerprint_of(sheet, whole_job, data)
    revision = sheet.revision(whole_job)
    if revision:
        return revision, now
    last = last_print(sheet, whole_job)
    if last is None:
        return 1, now
    return last.revision + (last.digest != now.whole), now


def fingerprint_of(sheet: Sheet, job: PrintJob, data: dict[str, Any] | None = None) -> Fingerprint:
    """The fingerprint of the whole sheet in English, whatever paper or language it is printed on."""
    return fingerprint(data or described(sheet, job, language="en"), in_pieces=bool(sheet.narrowed_by))


def fingerprint_now(sheet: Sheet, job: PrintJob) -> Fingerprint:
    """As `fingerprint_of`, gathered once until the tournament changes: all of 500 players' sheets take a second."""
    key = f"sheet-fingerprint-{job.tournament.pk}-{job.tournament.version}-{sheet.name}-{job.round_number}"
    now: Fingerprint | None = cache.get(key)
    if now is None:
        now = fingerprint_of(sheet, job)
        cache.set(key, now, FINGERPRINT_KEPT)
    return now


def last_print(sheet: Sheet, job: PrintJob) -> Printed | None:
    return Printed.objects.filter(
        tournament=job.tournament,
        sheet=sheet.name,
        round_number=job.round_number if sheet.is_of_round else 0,
    ).first()


def states(sheets: Sequence[Sheet], job: PrintJob) -> list[SheetState]:
    """Each sheet with its last print, how its content differs from that, and how many pages it has, where counted."""
    last = {
        (printed.sheet, printed.round_number): printed
        for printed in Printed.objects.filter(tournament=job.tournament).select_related("by")
    }
    rows = []
    for sheet in sheets:
        number = job.round_number if sheet.is_of_round else 0
        state = SheetState(sheet, number, last.get((sheet.name, number)))
        if state.printed is None or state.printed.version != job.tournament.version:
            state = compared(state, fingerprint_now(sheet, job))
        if state.printed and not state.is_changed:
            state = replace(state, pages=state.printed.pages)
        if not state.pages and state.is_there:
            pages = cache.get(pages_key(job, fingerprint_now(sheet, job)), 0)
            state = replace(state, pages=pages)
        rows.append(state)
    return rows


def compared(state: SheetState, now: Fingerprint) -> SheetState:
    state, printed = replace(state, is_there=not now.is_of_nothing), state.printed
    if printed is None or now.whole == printed.digest:
        return state
    changed = [int(number) for number, piece in now.pieces.items() if printed.pieces.get(number) != piece]
    if len(changed) == len(now.pieces):
        changed = []
    needless = [int(number) for number in printed.pieces.keys() - now.pieces.keys()]
    return replace(state, is_changed=True, changed=tuple(sorted(changed)), needless=tuple(sorted(needless)))
