"""The page of complaints: a warning, a disqualification with what it does, and what stands on record."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.complaints.actions import disqualify, take_back, warn
from scoring.complaints.file import complaint_list
from scoring.complaints.forms import DisqualifyForm, ReasonForm, WhoForm
from scoring.complaints.queries import complaints_of, conduct_of, removal
from scoring.models import Complaint
from tournament.access import StaffRequest, get_tournament
from tournament.forms import place_faults
from tournament.models import Entry, Tournament
from tournament.refused import Refused
from tournament.seat_changes.planner import first_open_round
from tournament.spreadsheet import page_or_file
from tournament.stamps import stamp_of


@require_http_methods(["GET", "HEAD", "POST"])
def complaints(request: StaffRequest, slug: str) -> HttpResponse:
    """`?player=18` shows what is known of a player; `&from_round=3&keeps_place=yes` what a disqualification does.

    A POST warns, or with `do=disqualify` disqualifies.
    """
    tournament = get_tournament(request, slug, may="direct")
    if request.method == "POST":
        return decide(request, tournament)
    who_form = WhoForm(request.GET if "player" in request.GET else None, tournament=tournament)
    form = DisqualifyForm(
        request.GET if "keeps_place" in request.GET else None,
        initial={"from_round": next_round(tournament)},
    )
    return page(request, tournament, who_form, form)


def decide(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    """Carries out what was pressed, or shows the page again with the faults."""
    stamp, disqualifies = stamp_of(request.POST), request.POST.get("do") == "disqualify"
    who_form = WhoForm(request.POST, tournament=tournament)
    form = DisqualifyForm(
        request.POST if disqualifies else None, initial={"from_round": next_round(tournament)}
    )
    reason_form = ReasonForm(request.POST, auto_id="why")
    reason_forms = {"disqualify_reason" if disqualifies else "warn_reason": reason_form}
    if not who_form.is_valid() or not reason_form.is_valid() or (disqualifies and not form.is_valid()):
        return page(request, tournament, who_form, form, status=422, reasons=reason_forms)
    entry, reason = who_form.cleaned_data["player"], reason_form.cleaned_data["reason"]
    try:
        if disqualifies:
            disqualify(
                tournament, entry=entry, reason=reason, by=request.user, stamp=stamp, **form.cleaned_data
            )
            message = _("%(name)s is disqualified.")
        else:
            warn(tournament, entry=entry, reason=reason, by=request.user, stamp=stamp)
            message = _("%(name)s is warned. A second complaint disqualifies.")
    except Refused as refused:
        place_faults(reason_form, refused)
        return page(request, tournament, who_form, form, status=refused.status, reasons=reason_forms)
    messages.success(request, message % {"name": entry.name})
    return redirect("complaints", tournament.slug)


def page(
    request: StaffRequest,
    tournament: Tournament,
    who_form: WhoForm,
    form: DisqualifyForm,
    *,
    faulty: int = 0,
    take_back_form: ReasonForm | None = None,
    status: int = 200,
    reasons: dict[str, ReasonForm] | None = None,
) -> HttpResponse:
    entry: Entry | None = None
    if who_form.is_bound:
        entry = who_form.cleaned_data["player"] if who_form.is_valid() else None
        status = status if entry else max(status, 422)
    proposal, proposes = None, False
    if entry is not None and form.is_bound and form.is_valid():
        try:
            finished = tournament.finished_at is not None
            proposal = None if finished else removal(tournament, entry, form.cleaned_data["from_round"])
            proposes = True
        except Refused as refused:
            place_faults(form, refused)
    if form.errors:
        status = max(status, 422)
    rows = list(complaints_of(tournament))
    context: dict[str, Any] = {
        "tournament": tournament,
        "section": "adjustments",
        "who": who_form,
        "form": form,
        "conduct": conduct_of(entry) if entry else None,
        "proposes": proposes,
        "proposal": proposal,
        "seats_before": proposal.before if proposal else {},
        "seats_after": proposal.after if proposal else {},
        "warn_reason": ReasonForm(auto_id="warn"),
        "disqualify_reason": ReasonForm(auto_id="disqualify"),
        "entries": list(tournament.entries.with_people()),
        "rows": [
            (row, take_back_form if row.pk == faulty else ReasonForm(auto_id=f"back-{row.pk}"))
            for row in rows
        ],
        "faulty": faulty,
        "bars": reverse("club-bars", args=[tournament.club.slug]),
        **(reasons or {}),
    }
    return page_or_file(
        request,
        "scoring/complaints/complaints.html",
        context,
        complaint_list(rows),
        file_name=f"{tournament.slug}-complaints",
        status=status,
    )


def next_round(tournament: Tournament) -> int:
    """The round after all that were begun, past the last one too."""
    first = first_open_round(tournament)
    has_started = tournament.rounds.filter(number=first, started_at__isnull=False).exists()
    return first + 1 if has_started else first


@require_POST
def complaint_take_back(request: StaffRequest, slug: str, complaint: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    row: Complaint = get_object_or_404(complaints_of(tournament), pk=complaint)
    stamp, form = stamp_of(request.POST), ReasonForm(request.POST, auto_id=f"back-{complaint}")
    status = 422
    if form.is_valid():
        try:
            take_back(row, reason=form.cleaned_data["reason"], by=request.user, stamp=stamp)
        except Refused as refused:
            place_faults(form, refused)
            status = refused.status
        else:
            messages.success(request, _("That is taken back: %(name)s.") % {"name": row.entry.name})
            return redirect("complaints", slug)
    who_form, disqualify_form = WhoForm(tournament=tournament), DisqualifyForm()
    return page(
        request, tournament, who_form, disqualify_form, faulty=row.pk, take_back_form=form, status=status
    )
