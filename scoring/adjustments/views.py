"""The page of penalties and other adjustments: whom, for what, what it does, done; and what stands on record."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.adjustments.actions import adjust, cancel
from scoring.adjustments.forms import AdjustmentForm, CancelForm, WhyForm
from scoring.adjustments.queries import at_table, effect, on_record, suggested
from scoring.models import Adjustment
from tournament.access import StaffRequest, get_tournament
from tournament.forms import has_digits, place_faults
from tournament.models import Entry, Tournament
from tournament.names import told_apart
from tournament.refused import Refused
from tournament.stamps import stamp_of
from ui.templatetags.charleston import minus


@require_http_methods(["GET", "HEAD", "POST"])
def adjustments(request: StaffRequest, slug: str) -> HttpResponse:
    """`?player=18`, or `?round=2&table=7`, offers kinds; with `&kind=late&points=20` what it does; a POST does it."""
    tournament = get_tournament(request, slug, may="direct")
    if request.method == "POST":
        return make(request, tournament)
    kind, suggestions = kind_asked(request.GET.get("kind")), suggested(tournament)
    players = players_asked(request, tournament)
    form = AdjustmentForm(
        request.GET if kind and "points" in request.GET else None,
        tournament=tournament,
        kind=kind,
        initial={
            "kind": kind,
            "player": players[0].number if len(players) == 1 else "",
            "points": suggestions.get(kind),
            "round": request.GET.get("round") or last_round(tournament),
            "direction": "takes",
        },
    )
    return page(request, tournament, kind=kind, form=form, players=players)


def make(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    """Gives or takes the points that were looked at."""
    stamp, kind = stamp_of(request.POST), kind_asked(request.POST.get("kind"))
    form = AdjustmentForm(request.POST, tournament=tournament, kind=kind)
    why = WhyForm(request.POST, is_needed=kind == Adjustment.Kind.RULING)
    if not kind or not form.is_valid() or not why.is_valid():
        return page(request, tournament, kind=kind, form=form, why=why, status=422)
    try:
        adjustment = adjust(
            tournament, **form.values, reason=why.cleaned_data["reason"], by=request.user, stamp=stamp
        )
    except Refused as refused:
        for fault in refused.faults:
            place_faults(form if fault.field in form.fields else why, Refused([fault]))
        return page(request, tournament, kind=kind, form=form, why=why, status=refused.status)
    message = _("%(name)s: %(points)+d points, %(reason)s.")
    entry = adjustment.entry
    name = told_apart(entry.name, entry.number, tournament.names_alike)
    values = {"name": name, "points": adjustment.points}
    messages.success(request, minus(message % {**values, "reason": adjustment.get_kind_display()}))
    return redirect("adjustments", tournament.slug)


def page(
    request: StaffRequest,
    tournament: Tournament,
    *,
    kind: str = "",
    form: AdjustmentForm | None = None,
    why: WhyForm | None = None,
    players: list[Entry] | None = None,
    refused_cancel: tuple[int, CancelForm] | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page with what the points in the form would do to the standings now, if they can be given or taken."""
    proposal = None
    if form is not None and kind and form.is_bound and form.is_valid():
        proposal = effect(tournament, form.cleaned_data["player"], form.signed_points)
    elif form is not None and form.is_bound:
        status = max(status, 422)
    rows = list(on_record(tournament))
    faulty, faulty_form = refused_cancel or (None, None)
    context: dict[str, Any] = {
        "tournament": tournament,
        "section": "adjustments",
        "kind": kind,
        "kind_label": Adjustment.Kind(kind).label if kind else "",
        "kinds": [(value, label, suggested(tournament)[value]) for value, label in Adjustment.Kind.choices],
        "form": form or AdjustmentForm(tournament=tournament, kind=""),
        "why": why or WhyForm(is_needed=kind == Adjustment.Kind.RULING),
        "players": players or [],
        "round_asked": request.GET.get("round", "") or last_round(tournament),
        "table_asked": request.GET.get("table", "") if players else "",
        "proposal": proposal,
        "entries": list(tournament.entries.with_people()),
        "rows": [(row, faulty_form if row.pk == faulty else CancelForm(adjustment=row.pk)) for row in rows],
        "faulty": faulty,
    }
    return render(request, "scoring/adjustments/adjustments.html", context, status=status)


def kind_asked(value: str | None) -> str:
    return value if value in Adjustment.Kind.values else ""


def last_round(tournament: Tournament) -> int | str:
    """The round that is on; "" before the first."""
    return tournament.rounds.published().values_list("number", flat=True).last() or ""


def players_asked(request: StaffRequest, tournament: Tournament) -> list[Entry]:
    """The player or the table named in the address; nobody where there is no such one."""
    number, table, round_ = (request.GET.get(name, "") for name in ("player", "table", "round"))
    if is_small(number):
        return list(tournament.entries.with_people().filter(number=int(number)))
    if is_small(table) and is_small(round_):
        return at_table(tournament, int(round_), int(table))
    return []


def is_small(text: str) -> bool:
    """Whether a part of an address is a number that a database holds."""
    return has_digits(text, 5) and int(text) < 32_768


@require_POST
def adjustment_cancel(request: StaffRequest, slug: str, adjustment: int) -> HttpResponse:
    """The points count no more; with a reason."""
    tournament = get_tournament(request, slug, may="direct")
    row = on_record(tournament).filter(pk=adjustment).first() if adjustment < 2**63 else None
    if row is None:
        raise Http404(_("There is no such adjustment here."))
    form = CancelForm(request.POST, adjustment=adjustment)
    stamp = stamp_of(request.POST)
    if form.is_valid():
        try:
            cancel(row, reason=form.cleaned_data["reason"], by=request.user, stamp=stamp)
        except Refused as refused:
            place_faults(form, refused)
            return page(request, tournament, refused_cancel=(row.pk, form), status=refused.status)
        messages.success(
            request,
            _("Cancelled: the total of %(name)s is as if these points had never been.")
            % {"name": told_apart(row.entry.name, row.entry.number, tournament.names_alike)},
        )
        return redirect("adjustments", slug)
    return page(request, tournament, refused_cancel=(row.pk, form), status=422)
