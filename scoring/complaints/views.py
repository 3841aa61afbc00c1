"""The page of complaints: a warning, a disqualification with what it does, and what stands on record."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from club.access import StaffRequest
from club.forms import LONGEST_REASON, ReasonForm
from record.answering import refusals_in, status_of
from record.stamps import stamp_of
from scoring.complaints.actions import disqualify, take_back, warn
from scoring.complaints.forms import DisqualifyForm, WhoForm, reason_form, take_back_form
from scoring.complaints.queries import complaints_of, conduct_of, digest_of, removal
from scoring.models import Complaint
from tournament.access import get_tournament
from tournament.models import Entry, Tournament
from tournament.seating.changed_rounds import first_open_round


@require_http_methods(["GET", "HEAD", "POST"])
def complaints(request: StaffRequest, slug: str) -> HttpResponse:
    """`?player=18` shows what is known of a player; `&from_round=3&keeps_place=yes` what a disqualification does.

    A POST warns, or with `do=disqualify` disqualifies; with `do=choose`, `do=show` and wherever something else is asked
    for than was shown, it shows that and keeps what was typed.
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
    stamp, do = stamp_of(request.POST), request.POST.get("do")
    disqualifies = do in ("show", "disqualify")
    who_form = WhoForm(request.POST, tournament=tournament)
    typed = {name: request.POST[name] for name in ("from_round", "keeps_place") if name in request.POST}
    form = DisqualifyForm(
        request.POST if disqualifies else None, initial={"from_round": next_round(tournament), **typed}
    )
    asked = asked_for(who_form, form)
    if do in ("choose", "show") or stamp.seen.get("asked", asked) != asked:
        words = reason_form("why", initial={"reason": request.POST.get("reason", "")[:LONGEST_REASON]})
        return page(request, tournament, who_form, form, reason=words)
    reason = reason_form("why", request.POST)
    if not who_form.is_valid() or not reason.is_valid() or (disqualifies and not form.is_valid()):
        return page(request, tournament, who_form, form, reason=reason)
    entry, words = who_form.cleaned_data["player"], reason.cleaned_data["reason"]
    with refusals_in(reason):
        if disqualifies:
            disqualify(
                tournament, entry=entry, reason=words, by=request.user, stamp=stamp, **form.cleaned_data
            )
            message = _("%(name)s is disqualified.")
        else:
            warn(tournament, entry=entry, reason=words, by=request.user, stamp=stamp)
            message = _("%(name)s is warned. A second complaint disqualifies.")
        messages.success(request, message % {"name": entry.name})
        return redirect("complaints", tournament.slug)
    return page(request, tournament, who_form, form, reason=reason)


def asked_for(who_form: WhoForm, form: DisqualifyForm) -> list[Any]:
    """Who it is about, and how they would be disqualified where that is asked, as the stamp of the page has it."""
    who = [who_form.cleaned_data["player"].number] if who_form.is_valid() else []
    return [*who, *form.cleaned_data.values()] if form.is_valid() else who


def page(
    request: StaffRequest,
    tournament: Tournament,
    who_form: WhoForm,
    form: DisqualifyForm,
    *,
    taking_back: tuple[int, ReasonForm] | None = None,
    reason: ReasonForm | None = None,
) -> HttpResponse:
    entry: Entry | None = who_form.cleaned_data["player"] if who_form.is_valid() else None
    proposal, proposes = None, False
    faulty, refused_form = taking_back or (None, None)
    if entry is not None and form.is_valid():
        with refusals_in(form):
            finished = tournament.finished_at is not None
            proposal = None if finished else removal(tournament, entry, form.cleaned_data["from_round"])
            proposes = True
    reason = reason or reason_form("why")
    conduct = conduct_of(entry) if entry else None
    context: dict[str, Any] = {
        "tournament": tournament,
        "section": "adjustments",
        "who": who_form,
        "form": form,
        "conduct": conduct,
        "asks": bool(reason["reason"].value()) or (conduct is not None and not conduct.is_disqualified),
        "proposes": proposes,
        "proposal": proposal,
        "seen": {"proposal": digest_of(proposal), "asked": asked_for(who_form, form)},
        "reason": reason,
        "entries": list(tournament.entries.with_people()),
        "rows": [
            (row, refused_form if row.pk == faulty else take_back_form(row.pk))
            for row in complaints_of(tournament)
        ],
        "faulty": faulty,
        "bars": reverse("club-bars", args=[tournament.club.slug]),
    }
    return render(
        request,
        "scoring/complaints/complaints.html",
        context,
        status=status_of(form, who_form, refused_form, reason),
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
    stamp, form = stamp_of(request.POST), take_back_form(complaint, request.POST)
    if form.is_valid():
        with refusals_in(form):
            take_back(row, reason=form.cleaned_data["reason"], by=request.user, stamp=stamp)
            messages.success(request, _("That is taken back: %(name)s.") % {"name": row.entry.name})
            return redirect("complaints", slug)
    who_form = WhoForm(tournament=tournament)
    return page(request, tournament, who_form, DisqualifyForm(), taking_back=(row.pk, form))
