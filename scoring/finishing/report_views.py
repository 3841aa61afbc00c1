"""Noting what a player reports as wrong, and what a director makes of it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from club.access import StaffRequest
from club.models import Role
from record.answering import posted, refusals_in, status_of
from record.stamps import stamp_of
from scoring.finishing import reports
from scoring.finishing.forms import FinishForm, ReportForm
from scoring.finishing.views import finish_page
from scoring.models import ReportedNumber
from tournament.access import get_tournament
from tournament.models import Tournament


@require_http_methods(["GET", "HEAD", "POST"])
def reported(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="score")
    entry = get_object_or_404(tournament.entries.with_people(), number=number)
    tables, directs = reports.tables_of(tournament, entry), request.role == Role.DIRECTOR
    form = ReportForm(posted(request), tournament=tournament, tables=tables, directs=directs)
    if form.is_valid():
        table = form.tables[form.cleaned_data["table"]]
        description, stamp = form.cleaned_data["what"], form.cleaned_data["stamp"]
        with refusals_in(form):
            noted = reports.report(
                tournament, entry=entry, table=table, what=description, by=request.user, stamp=stamp
            )
            if noted is not None and form.cleaned_data.get("all_here"):
                reports.dispute(tournament, noted, by=request.user)
                return redirect("desk-table", slug, table.round.number, table.number)
            messages.success(request, _("It is noted. Nothing changes until a director opens the dispute."))
            return redirect("finish" if directs else "standings", slug)
    context = {
        "tournament": tournament,
        "section": "finish" if directs else "standings",
        "entry": entry,
        "form": form,
        "tables": tables,
    }
    return render(request, "scoring/finishing/reported.html", context, status=status_of(form))


@require_POST
def reported_answer(request: StaffRequest, slug: str, report: int) -> HttpResponse:
    """Opens the dispute that was asked for (`do=dispute`), or answers without one."""
    tournament = get_tournament(request, slug, may="direct")
    noted = get_object_or_404(reports.reports(tournament), pk=report)
    with refusals_in() as trouble:
        return answered(request, tournament, noted)
    return finish_page(request, tournament, FinishForm(tournament=tournament), trouble.refused)


def answered(request: StaffRequest, tournament: Tournament, noted: ReportedNumber) -> HttpResponse:
    if request.POST.get("do") == "dispute":
        table = reports.dispute(tournament, noted, by=request.user)
        return redirect("desk-table", tournament.slug, table.round.number, table.number)
    words, stamp = request.POST.get("answer", "").replace("\0", "")[:300], stamp_of(request.POST)
    reports.answer(tournament, noted, words=words, by=request.user, stamp=stamp)
    messages.success(request, _("Answered, and on record."))
    return redirect("finish", tournament.slug)
