"""Making a file of one sheet or several, and keeping what was printed of each."""

from __future__ import annotations

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

from paper.club_pictures import logo_of
from paper.engine import Document, make_pdf, make_picture, page_count
from paper.fingerprints import Fingerprint, fingerprint
from paper.models import Printed
from paper.sheets.amounts import NO_PAGES, Amounts, Pages
from paper.sheets.registry import FALLBACK
from paper.sheets.sheet import PrintJob, Sheet, spans_of
from tournament.models import Tournament, User
from tournament.refused import Refused, refuse

FALLBACK_NAME = "fallback"
FINGERPRINT_KEPT = 3600  # seconds
MOST_SPANS = 8
PREVIEWED = 80  # items: more than any first page holds


Progress = Callable[[int, int], None]
"""Is told how many sheets of how many are gathered; all of them: the file is being made."""


def silent(_done: int, _total: int) -> None:
    """Takes the progress of a file that somebody waits for on the page."""


@dataclass(frozen=True)
class FallbackFile:
    """The file to go on with by hand, and what it was made of."""

    pdf: bytes
    digest: str
    version: int
    at: datetime


@dataclass(frozen=True)
class State:
    """What is known of a sheet's last print. `is_changed`: something that stands on it is another since; `changed` are
    the numbers of the badges, cards or slips that are, unless all are, and `needless` those that there are no longer.
    `pages` are those of a print made now, in type of ordinary size.
    """

    sheet: Sheet
    round_number: int
    printed: Printed | None = None
    is_changed: bool = False
    changed: tuple[int, ...] = ()
    needless: tuple[int, ...] = ()
    pages: Pages = NO_PAGES

    @property
    def is_offered(self) -> bool:
        """Whether there is something to print or to arrange."""
        return self.pages.count > 0 or self.sheet.example is not None

    @property
    def changed_in_words(self) -> str:
        """Whose pieces are others now: "players 12, 31, 40"."""
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
    language: str,
    by: User,
    progress: Progress = silent,
) -> bytes:
    """The sheets as one PDF, those that have nothing to say yet left out; keeps what was printed.

    Raises Refused where nothing is left, or the file cannot be made.
    """
    now = timezone.now()
    documents, prints = [], []
    for place, sheet in enumerate(sheets):
        progress(place, len(sheets))
        if sheet.keep is not None:
            sheet.keep(job)
        data = described(sheet, job, language, "")
        if data is None:
            continue
        is_whole = language == "en" and not job.chosen
        revision, printed = revision_of(sheet, job, data if is_whole else None)
        data["printed"] = mark(revision, now, language)
        documents.append(data)
        prints.append((sheet, revision, printed))
    if not documents:
        raise nothing_to_print(job)
    progress(len(sheets), len(sheets))
    heading = str(documents[0]["title"]) if len(documents) == 1 else title
    pdf = make_pdf(document(f"{heading} · {job.tournament.name}", language, documents, job.tournament), now)
    if job.chosen:
        for sheet, revision, printed in prints:
            keep_reprint(sheet, job, revision, printed, at=now, by=by)
        return pdf
    pages = page_count(pdf)
    for sheet, revision, printed in prints:
        Printed.objects.update_or_create(
            tournament=job.tournament,
            sheet=sheet.name,
            round_number=job.round_number if sheet.is_of_round else 0,
            defaults={
                "revision": revision,
                "digest": printed.whole,
                "pieces": printed.pieces,
                "version": job.tournament.version,
                "pages": pages if len(prints) == 1 else 0,
                "paper": job.paper,
                "large": job.large,
                "language": language,
                "at": now,
                "by": by,
            },
        )
    return pdf


def keep_reprint(
    sheet: Sheet, job: PrintJob, revision: int, now: Fingerprint, *, at: datetime, by: User
) -> None:
    """Keeps that some pieces of the last print were printed anew. The others are as old as they were; once there is no
    old one, the whole sheet is of now.
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


def make_fallback(job: PrintJob, *, language: str, progress: Progress = silent) -> FallbackFile:
    """Everything to go on with by hand, in one file. Raises Refused."""
    now = timezone.now()
    digest, sheets = fallback_digest(job.tournament), []
    for place, sheet in enumerate(FALLBACK):
        progress(place, len(FALLBACK))
        if data := described(sheet, job, language, mark(revision_of(sheet, job)[0], now, language)):
            sheets.append(data)
    if not sheets:
        raise nothing_to_print(job)
    progress(len(FALLBACK), len(FALLBACK))
    with translation.override(language):
        title = _("If the power fails")
    pdf = make_pdf(document(f"{title} · {job.tournament.name}", language, sheets, job.tournament), now)
    return FallbackFile(pdf, digest, job.tournament.version, now)


def keep_taken(
    fallback: FallbackFile, tournament: Tournament, *, paper: str, language: str, by: User
) -> None:
    """Keeps that somebody took this copy of the file to go on with by hand."""
    Printed.objects.update_or_create(
        tournament=tournament,
        sheet=FALLBACK_NAME,
        round_number=0,
        defaults={
            "digest": fallback.digest,
            "version": fallback.version,
            "pages": page_count(fallback.pdf),
            "paper": paper,
            "language": language,
            "at": fallback.at,
            "by": by,
        },
    )


def fallback_digest(tournament: Tournament) -> str:
    """Another one as soon as anybody sits elsewhere or is called otherwise, or the day has other numbers. One query."""
    people = [[entry.number, entry.public_name] for entry in tournament.entries.registered().with_people()]
    day = [
        tournament.seats_revision,
        tournament.rounds_planned,
        tournament.games_per_round,
        tournament.minutes,
    ]
    text = json.dumps([people, day, tournament.profile.to_data()], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def fallback_state(tournament: Tournament) -> State:
    """Whether the fallback was taken, and whether something in it has changed since."""
    printed = Printed.objects.filter(tournament=tournament, sheet=FALLBACK_NAME).first()
    is_changed = (
        printed is not None
        and printed.version != tournament.version
        and fallback_digest(tournament) != printed.digest
    )
    return State(FALLBACK[0], 0, printed, is_changed)


def preview(sheet: Sheet, job: PrintJob, *, language: str) -> bytes:
    """The first page of a sheet as a picture, made of its example while there is nothing to print yet.

    Raises Refused where it has no example.
    """
    now = timezone.now()
    printed = mark(revision_of(sheet, job)[0], now, language)
    data = described(sheet, job, language, printed)
    if data is None and sheet.example is not None:
        data = described(replace(sheet, data=sheet.example), job, language, printed)
    if data is None:
        raise nothing_to_print(job)
    if "items" in data:
        data["items"] = data["items"][:PREVIEWED]
    return make_picture(document(str(data["title"]), language, [data], job.tournament), now)


def count_pages(sheet: Sheet, job: PrintJob, *, language: str) -> int:
    """How many pages a sheet would have. Raises Refused where there is nothing to print yet."""
    now = timezone.now()
    data = described(sheet, job, language, mark(1, now, language))
    if data is None:
        raise nothing_to_print(job)
    return page_count(make_pdf(document(str(data["title"]), language, [data], job.tournament), now))


def document(title: str, language: str, sheets: Sequence[dict[str, Any]], tournament: Tournament) -> Document:
    """The file of these sheets, with the club's logo on their headings."""
    return Document(title, language, sheets, logo_of(tournament.club), tournament.club.name)


def described(sheet: Sheet, job: PrintJob, language: str, printed: str) -> dict[str, Any] | None:
    """What the sheet's template reads, in the language of the print; None where there is nothing to print yet."""
    with translation.override(language):
        data = sheet.data(job)
        if data is None or data.get("items") == []:
            return None
        shared = {
            "template": sheet.uses,
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
    return fingerprint(data or described(sheet, job, "en", ""), in_pieces=bool(sheet.narrowed_by))


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


def states(tournament: Tournament, sheets: Sequence[Sheet], round_number: int, paper: str) -> list[State]:
    """Each sheet with its last print, whether what stands on it has changed since, and how many pages it has now."""
    last = {
        (printed.sheet, printed.round_number): printed
        for printed in Printed.objects.filter(tournament=tournament).select_related("by")
    }
    job = PrintJob(tournament, paper=paper, round_number=round_number)
    amounts = Amounts(job)
    rows = []
    for sheet in sheets:
        number = round_number if sheet.is_of_round else 0
        state = State(sheet, number, last.get((sheet.name, number)))
        if state.printed and state.printed.version != tournament.version:
            state = compared(state, state.printed, fingerprint_now(sheet, job))
        rows.append(
            replace(state, pages=pages_now(sheet, amounts, None if state.is_changed else state.printed))
        )
    return rows


def compared(state: State, printed: Printed, now: Fingerprint) -> State:
    """What is another on a sheet than on its last print."""
    if now.whole == printed.digest:
        return state
    changed = [int(number) for number, piece in now.pieces.items() if printed.pieces.get(number) != piece]
    if len(changed) == len(now.pieces):
        changed = []
    needless = [int(number) for number in printed.pieces.keys() - now.pieces.keys()]
    return replace(state, is_changed=True, changed=tuple(sorted(changed)), needless=tuple(sorted(needless)))


def pages_now(sheet: Sheet, amounts: Amounts, valid: Printed | None) -> Pages:
    """Those of a print that is still right, if it was one in ordinary size on this paper, or else as many as there is
    to print.
    """
    if valid and valid.pages and (valid.paper, valid.large) == (amounts.job.paper, False):
        return Pages(valid.pages)
    return sheet.pages(amounts)


def pages_together(tournament: Tournament, sheets: Sequence[Sheet], round_number: int, paper: str) -> Pages:
    """Of these sheets in one file."""
    amounts = Amounts(PrintJob(tournament, paper=paper, round_number=round_number))
    return sum((sheet.pages(amounts) for sheet in sheets), NO_PAGES)
