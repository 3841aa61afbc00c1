from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from club.access import StaffRequest, get_club
from record.journal import verify
from record.models import Chained
from record.verbs import Verb
from tournament.access import get_tournament
from tournament.journal.queries import search
from tournament.journal.tables import JournalTable
from tournament.spreadsheet import page_or_file, worksheet_of


@require_safe
def journal(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    return journal_page(request, tournament, {"tournament": tournament, "section": "journal"})


@require_safe
def club_journal(request: StaffRequest, slug: str) -> HttpResponse:
    club = get_club(request, slug)
    return journal_page(request, club, {"club": club})


def journal_page(request: StaffRequest, where: Chained, context: dict[str, Any]) -> HttpResponse:
    find = request.GET.get("find", "").strip()[:80]
    table = JournalTable(search(where, find), request)
    context |= {"table": table, "find": find, "breaks": list(verify(where))}
    context["is_tampered"] = any(not break_.cannot_tell for break_ in context["breaks"])
    context["head"] = where.journal_mark
    context["went_back"] = "tournament" in context and where.chain().filter(verb=Verb.WENT_BACK).exists()
    template, name = "tournament/journal/journal.html", f"{where.slug}-journal"
    return page_or_file(request, template, context, worksheet_of(table), file_name=name)
