"""The page of penalties and other adjustments: whom, for what, what it does, done; and what stands on record."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.adjustments.actions import adjust, cancel
from scoring.adjustments.file import adjustment_list
from scoring.adjustments.forms import AdjustmentForm, CancelForm, WhyForm
from scoring.adjustments.queries import at_table, common_effects, effect, on_record, seat_of, suggested
from scoring.models import Adjustment
from tournament.access import StaffRequest, get_tournament
from tournament.forms import has_digits, place_faults
from tournament.models import Entry, Tournament
from tournament.names import name_with_number
from tournament.refused import Refused
from tournament.spreadsheet import page_or_file
from tournament.stamps import stamp_of
from tournament.words import no_table
from ui.templatetags.charleston import minus


@require_http_methods(["GET", "HEAD", "POST"])
def adjustments(request: StaffRequest, slug: str) -> HttpResponse:
    """`?player=18`, or `?round=2&table=7`, offers kinds; with `&kind=late&points=20` what it does; a POST does it.

    `&back=player`, `table` or `room` says which page the way began at; it ends there.
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
    return page(request, tournament, query=request.GET, kind=kind, form=form, players=players)


def make(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    stamp, kind = stamp_of(request.POST), kind_asked(request.POST.get("kind"))
    form = AdjustmentForm(request.POST, tournament=tournament, kind=kind)
    why = WhyForm(request.POST, is_needed=kind == Adjustment.Kind.RULING)
    if not kind or not form.is_valid() or not why.is_valid():
        return page(request, tournament, query=request.POST, kind=kind, form=form, why=why, status=422)
    try:
        adjustment = adjust(
            tournament, **form.values, reason=why.cleaned_data["reason"], by=request.user, stamp=stamp
        )
    except Refused as refused:
        for fault in refused.faults:
            place_faults(form if fault.field in form.fields else why, Refused([fault]))
        return page(
            request, tournament, query=request.POST, kind=kind, form=form, why=why, status=refused.status
        )
    message = _("%(name)s: %(points)+d points, %(reason)s.")
    entry = adjustment.entry
    name = name_with_number(entry.name, entry.number, tournament.names_alike)
    values = {"name": name, "points": adjustment.points}
    messages.success(request, minus(message % {**values, "reason": adjustment.get_kind_display()}))
    return redirect(
        way_back(tournament, request.POST, entry) or reverse("adjustments", args=[tournament.slug])
    )


def page(
    request: StaffRequest,
    tournament: Tournament,
    *,
    query: Mapping[str, str],
    kind: str = "",
    form: AdjustmentForm | None = None,
    why: WhyForm | None = None,
    players: list[Entry] | None = None,
    refused_cancel: tuple[int, CancelForm] | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page with what the points in the form would do to the standings now, if they can be given or taken."""
    proposal = None
    players = players or []
    if form is not None and kind and form.is_bound and form.is_valid():
        proposal = effect(tournament, form.cleaned_data["player"], form.signed_points)
        players = [form.cleaned_data["player"]]
    elif form is not None and form.is_bound:
        status = max(status, 422)
    player = players[0] if len(players) == 1 else None
    round_asked = query.get("round") or last_round(tournament)
    asked_number = int(round_asked) if is_small(str(round_asked)) else 0
    rows = list(on_record(tournament))
    faulty, faulty_form = refused_cancel or (None, None)
    suggestions = suggested(tournament)
    offers_amounts = player and kind and not proposal and kind != Adjustment.Kind.RULING
    context: dict[str, Any] = {
        "tournament": tournament,
        "section": "adjustments",
        "kind": kind,
        "kind_label": Adjustment.Kind(kind).label if kind else "",
        "kinds": [(value, label, suggestions[value]) for value, label in Adjustment.Kind.choices],
        "form": form or AdjustmentForm(tournament=tournament, kind=""),
        "why": why or WhyForm(is_needed=kind == Adjustment.Kind.RULING),
        "players": players,
        "seat": seat_of(player, asked_number) if player else None,
        "amounts": common_effects(tournament, player) if offers_amounts and player else [],
        "round_asked": round_asked,
        "round_name": tournament.round_name(asked_number),
        "table_asked": query.get("table", ""),
        "back": query.get("back", ""),
        "from_round": query.get("from_round") or round_asked,
        "way": way_on(query, round_asked),
        "way_back": way_back(tournament, query, player),
        "proposal": proposal,
        "entries": list(tournament.entries.with_people()),
        "rows": [(row, faulty_form if row.pk == faulty else CancelForm(adjustment=row.pk)) for row in rows],
        "faulty": faulty,
    }
    return page_or_file(
        request,
        "scoring/adjustments/adjustments.html",
        context,
        adjustment_list(rows),
        file_name=f"{tournament.slug}-penalties",
        status=status,
    )


def kind_asked(value: str | None) -> str:
    return value if value in Adjustment.Kind.values else ""


def last_round(tournament: Tournament) -> int | str:
    """The round that is on; "" before the first."""
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
        raise Http404(no_table(tournament, int(round_), int(table)))
    return seated


def way_on(query: Mapping[str, str], round_asked: int | str) -> str:
    """What the links of the page add, so that the last one knows the first page."""
    if not query.get("back"):
        return ""
    way = {name: query.get(name, "") for name in ("back", "table")}
    return "&" + urlencode({**way, "from_round": query.get("from_round") or round_asked})


def way_back(tournament: Tournament, query: Mapping[str, str], entry: Entry | None) -> str:
    """The address of the page that the way to a penalty began at; "" where that is this page."""
    slug, back = tournament.slug, query.get("back", "")
    round_, table = query.get("from_round") or query.get("round", ""), query.get("table", "")
    if back == "player" and entry is not None:
        return reverse("player", args=[slug, entry.number])
    if back in ("table", "room") and is_small(round_) and is_small(table):
        if back == "table":
            return reverse("desk-table", args=[slug, int(round_), int(table)])
        return f"{reverse('room-round', args=[slug, int(round_)])}#table-{int(table)}"
    return ""


def is_small(text: str) -> bool:
    """Whether a part of an address is a number that a database holds."""
    return has_digits(text, 5) and int(text) < 32_768


@require_POST
def adjustment_cancel(request: StaffRequest, slug: str, adjustment: int) -> HttpResponse:
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
            return page(request, tournament, query={}, refused_cancel=(row.pk, form), status=refused.status)
        messages.success(
            request,
            _("Cancelled: the total of %(name)s is as if these points had never been.")
            % {"name": name_with_number(row.entry.name, row.entry.number, tournament.names_alike)},
        )
        return redirect("adjustments", slug)
    return page(request, tournament, query={}, refused_cancel=(row.pk, form), status=422)
