"""The journal: every change of a tournament, newest first, and whether the chain is whole."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament import journal as chain
from tournament.access import StaffRequest, get_tournament


@require_safe
def journal(request: StaffRequest, slug: str) -> HttpResponse:
    """For directors: 100 entries a page; `?find=` keeps those whose subject, verb or actor holds the words."""
    tournament = get_tournament(request, slug, may="direct")
    find = request.GET.get("find", "").strip()[:80]
    entries = chain.search(tournament, find)
    page = Paginator(entries, 100).get_page(request.GET.get("page"))
    return render(
        request,
        "tournament/journal.html",
        {
            "tournament": tournament,
            "section": "journal",
            "page": page,
            "find": find,
            "breaks": list(chain.verify(tournament)),
        },
    )
