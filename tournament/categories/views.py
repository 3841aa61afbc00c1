from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from club.access import StaffRequest
from record.answering import refusals_in, status_of
from record.stamps import Stamp, stamp_of
from tournament.access import get_tournament
from tournament.categories.actions import change_category, make_category, remove_category
from tournament.categories.forms import CategoryForm, MembersForm
from tournament.categories.queries import leaves_from, to_leave
from tournament.models import Category, Tournament


@require_http_methods(["GET", "HEAD", "POST"])
def categories(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    if request.method != "POST":
        return page(request, tournament)
    form = CategoryForm(request.POST)
    if form.is_valid():
        with refusals_in(form):
            category = make_category(tournament, **form.cleaned_data, by=request.user)
            messages.success(request, _("%(name)s is added. Mark who is in it.") % {"name": category.name})
            return redirect("categories", slug)
    return page(request, tournament, form=form)


def page(
    request: StaffRequest,
    tournament: Tournament,
    *,
    form: CategoryForm | None = None,
    faulty: MembersForm | None = None,
    faulty_key: int = 0,
) -> HttpResponse:
    last = tournament.rounds.published().values_list("number", flat=True).last() or 0
    leaving = to_leave(tournament)
    steps = {f"step_{letter}": str(step) for letter, step in tournament.steps.items()}
    movement: dict[str, str] = {"movement": tournament.movement_drawn, **steps}
    rows: list[dict[str, Any]] = []
    for category in tournament.categories.all():
        next_round = leaves_from(category, last) if category.last_round else tournament.last_round + 1
        rows.append(
            {
                "category": category,
                "form": faulty
                if faulty and category.pk == faulty_key
                else MembersForm(category=category, tournament=tournament),
                "players": category.entries.count(),
                "next_round": next_round,
                "leave": leaving.get(category, {}).get("query", ""),
                "can_leave": next_round <= tournament.last_round and bool(tournament.drawn_at),
                "plan": urlencode({"from_round": str(next_round), **movement}),
            }
        )
    context = {
        "tournament": tournament,
        "section": "entries",
        "form": form or CategoryForm(),
        "rows": rows,
        "faulty": faulty_key,
    }
    status = status_of(form, faulty)
    return render(request, "tournament/categories/categories.html", context, status=status)


@require_POST
def category_change(request: StaffRequest, slug: str, category: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    row: Category = get_object_or_404(tournament.categories, pk=category)

    def stamp_now() -> Stamp:
        stamp: Stamp = MembersForm(category=row, tournament=tournament).initial["stamp"]
        return stamp

    form = MembersForm(request.POST, category=row, tournament=tournament)
    if form.is_valid():
        with refusals_in(form, stamp=stamp_now):
            changed = change_category(row, **form.cleaned_data, by=request.user)
            messages.success(request, _("%(name)s is saved.") % {"name": changed.name})
            return redirect("categories", slug)
    return page(request, tournament, faulty=form, faulty_key=row.pk)


@require_POST
def category_remove(request: StaffRequest, slug: str, category: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    row: Category = get_object_or_404(tournament.categories, pk=category)
    remove_category(row, by=request.user, stamp=stamp_of(request.POST))
    messages.success(request, _("%(name)s is removed.") % {"name": row.name})
    return redirect("categories", slug)
