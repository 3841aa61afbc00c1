"""The page of penalties and other adjustments: whom, for what, what it does, done; and what stands on record."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from club.access import StaffRequest
from club.forms import ReasonForm, has_digits
from club.names import name_with_number
from record.answering import refusals_in, status_of
from record.stamps import stamp_of
from scoring.adjustments.actions import adjust, cancel
from scoring.adjustments.forms import AdjustmentForm, cancel_form, why_form
from scoring.adjustments.queries import at_table, common_effects, effect, on_record, seat_of, suggested
from scoring.models import Adjustment
from tournament.access import get_tournament
from tournament.models import Entry, Tournament
from ui.templatetags.charleston import minus


@require_http_methods(["GET", "HEAD", "POST"])
def adjustments(request: StaffRequest, slug: str) -> HttpResponse:
    """`?player=18`, or `?round=2&table=7`, offers kinds; with `&kind=late&points=20` what it does; a POST does it, or
    with `do=show` and wherever another thing is asked for than was shown, shows that and keeps what was typed.

    `&back=` is the address of the tournament's page at which the way began; it ends there.
    """
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
            "player": f"{players[0].number} {players[0].name}" if len(players) == 1 else "",
            "points": suggestions.get(kind),
            "round": request.GET.get("round") or last_round(tournament),
            "direction": "takes",
        },
    )
    return page(request, tournament, form, players=players)


def make(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    stamp, kind = stamp_of(request.POST), kind_asked(request.POST.get("kind"))
    form = AdjustmentForm(request.POST, tournament=tournament, kind=kind)
    why = why_form(request.POST, is_needed=kind == Adjustment.Kind.RULING)
    if request.POST.get("do") == "show" or (
        form.is_valid() and stamp.seen.get("given") not in (None, form.seen)
    ):
        why = why_form(is_needed=False, typed=request.POST.get("reason", ""))
    elif form.is_valid() and why.is_valid():
        entry, reason = form.cleaned_data["player"], why.cleaned_data["reason"]
        with refusals_in(form, why):
            adjustment = adjust(
                tournament, entry=entry, given=form.given, reason=reason, by=request.user, stamp=stamp
            )
            message = _("%(name)s: %(points)+d points, %(reason)s.")
            name = name_with_number(entry.name, entry.number, tournament.names_alike)
            points, reason = adjustment.points // tournament.unit, adjustment.get_kind_display()
            values = {"name": name, "points": points, "reason": reason}
            messages.success(request, minus(message % values))
            here = reverse("adjustments", args=[tournament.slug])
            return redirect(way_back(tournament, request.POST) or here)
    return page(request, tournament, form, why=why)


def page(
    request: StaffRequest,
    tournament: Tournament,
    form: AdjustmentForm,
    *,
    why: ReasonForm | None = None,
    players: list[Entry] | None = None,
    refused_cancel: tuple[int, ReasonForm] | None = None,
) -> HttpResponse:
    """The page with what the points in the form would do to the standings now, if they can be given or taken."""
    kind, proposal, players = form.chosen, None, players or []
    if kind and form.is_valid():
        players = [form.cleaned_data["player"]]
        proposal = effect(tournament, players[0], form.signed_points)
    player = players[0] if len(players) == 1 else None
    offers_amounts = player and kind and not proposal and kind != Adjustment.Kind.RULING
    faulty, faulty_form = refused_cancel or (None, None)
    suggestions = suggested(tournament)
    query = request.POST if request.method == "POST" else request.GET
    back, round_asked = way_back(tournament, query), query.get("round") or last_round(tournament)
    number = int(round_asked) if is_small(str(round_asked)) else 0
    why = why or why_form(is_needed=kind == Adjustment.Kind.RULING)
    context: dict[str, Any] = {
        "tournament": tournament,
        "section": "adjustments",
        "kind": kind,
        "kind_label": Adjustment.Kind(kind).label if kind else "",
        "kinds": [(value, label, suggestions[value]) for value, label in Adjustment.Kind.choices],
        "form": form,
        "why": why,
        "keeps": proposal is not None or bool(why["reason"].value()),
        "players": players,
        "amounts": common_effects(tournament, player) if offers_amounts and player else [],
        "proposal": proposal,
        "entries": list(tournament.entries.with_people()),
        "rows": [
            (row, faulty_form if row.pk == faulty else cancel_form(row.pk)) for row in on_record(tournament)
        ],
        "faulty": faulty,
        "seat": seat_of(player, number) if player else None,
        "round_asked": round_asked,
        "round_name": tournament.round_name(number),
        "table_asked": query.get("table", ""),
        "back": back,
        "way": f"&{urlencode({'back': back})}" if back else "",
    }
    status = status_of(form, why, faulty_form)
    return render(request, "scoring/adjustments/adjustments.html", context, status=status)


def kind_asked(value: str | None) -> str:
    return value if value in Adjustment.Kind.values else ""


def last_round(tournament: Tournament) -> int | str:
    return tournament.rounds.published().values_list("number", flat=True).last() or ""


def players_asked(request: StaffRequest, tournament: Tournament) -> list[Entry]:
    """The player or the table named in the address; nobody for words that the form has to read, 404 for a table that
    there is not.
    """
    number, table, round_ = (request.GET.get(name, "") for name in ("player", "table", "round"))
    if number:
        entries = tournament.entries.with_people()
        return list(entries.filter(number=int(number))) if is_small(number) else []
    if not table:
        return []
    if not is_small(table) or not is_small(round_):
        raise Http404
    seated = at_table(tournament, int(round_), int(table))
    if not seated:
        raise Http404
    return seated


def way_back(tournament: Tournament, query: Mapping[str, str]) -> str:
    """The page of the tournament that the way to a penalty began at; "" where that is this page."""
    back = query.get("back", "")
    return back if back.startswith(tournament.get_absolute_url()) else ""


def is_small(text: str) -> bool:
    return has_digits(text, 5) and int(text) < 32_768


@require_POST
def adjustment_cancel(request: StaffRequest, slug: str, adjustment: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    row = get_object_or_404(on_record(tournament), pk=adjustment)
    form = cancel_form(adjustment, request.POST)
    stamp = stamp_of(request.POST)
    if form.is_valid():
        with refusals_in(form):
            cancel(row, reason=form.cleaned_data["reason"], by=request.user, stamp=stamp)
            name = name_with_number(row.entry.name, row.entry.number, tournament.names_alike)
            message = _("Canceled: these points no longer count for %(name)s.")
            messages.success(request, message % {"name": name})
            return redirect("adjustments", slug)
    empty = AdjustmentForm(tournament=tournament, kind="")
    return page(request, tournament, empty, refused_cancel=(row.pk, form))
