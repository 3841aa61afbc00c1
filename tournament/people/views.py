from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.access import StaffRequest, get_club
from club.models import Club, Person
from record.answering import posted, refusals_in, status_of
from record.stamps import stamp_of
from tournament.people import actions
from tournament.people.forms import ApartForm, MergeForm
from tournament.people.queries import people_of, person_page, why_two
from tournament.people.tables import PeopleTable

MOST_TYPED = 80
MOST_OFFERED = 12


@require_safe
def people(request: StaffRequest, slug: str) -> HttpResponse:
    club = get_club(request, slug)
    find = request.GET.get("find", "").strip()[:MOST_TYPED]
    listed = people_of(club, find)
    table = PeopleTable(listed, request)
    context = {"club": club, "table": table, "find": find, "count": len(listed)}
    return render(request, "tournament/people/people.html", context)


@require_safe
def person(request: StaffRequest, slug: str, person: int) -> HttpResponse:
    club = get_club(request, slug)
    record = get_object_or_404(club.people.select_related("club"), pk=person)
    if record.alias_of_id is not None:
        return redirect("person", slug, record.alias_of_id)
    return page(request, club, record)


def page(
    request: StaffRequest,
    club: Club,
    record: Person,
    *,
    faulty: int = 0,
    refused_form: ApartForm | None = None,
) -> HttpResponse:
    person_data = person_page(record)
    other = request.GET.get("other", "").strip()[:MOST_TYPED]
    others = [listed for listed in people_of(club, other) if listed.person != record] if other else []
    context = {
        "club": club,
        "known": person_data,
        "aliases": [
            (alias, refused_form if refused_form and alias.pk == faulty else ApartForm(alias=alias.pk))
            for alias in person_data.aliases
        ],
        "faulty": faulty,
        "other": other,
        "others": others[:MOST_OFFERED],
    }
    return render(request, "tournament/people/person.html", context, status=status_of(refused_form))


@require_http_methods(["GET", "HEAD", "POST"])
def person_merge(request: StaffRequest, slug: str, person: int, other: int) -> HttpResponse:
    club = get_club(request, slug)
    records = [
        get_object_or_404(club.people.select_related("club", "alias_of"), pk=key) for key in (person, other)
    ]
    if person == other:
        raise Http404(_("That is the same record twice."))
    if request.method != "POST" and records[0].main_id == records[1].main_id:
        return redirect("person", slug, records[0].main_id)
    form = MergeForm(posted(request), people=records)
    if form.is_valid():
        kept, reason = form.cleaned_data["kept"], form.cleaned_data["reason"]
        main, alias = sorted(records, key=lambda record: record.pk != kept)
        with refusals_in(form):
            stamp = stamp_of(request.POST)
            actions.merge(club, main=main, alias=alias, reason=reason, by=request.user, stamp=stamp)
            messages.success(request, _("The two records of %(name)s are merged.") % {"name": main.name})
            return redirect("person", slug, main.pk)
        records = [actions.fetch(record) for record in records]
    context = merge_context(club, records, form)
    return render(request, "tournament/people/merge.html", context, status=status_of(form))


def merge_context(club: Club, records: list[Person], form: MergeForm) -> dict[str, Any]:
    first, second = records
    numbers = {record.member_number for record in records if record.member_number}
    refusals = why_two(first, second)
    codes = {fault.code for refusal in refusals for fault in refusal.faults}
    sides = [person_page(record) for record in records]
    likelier = max(sides, key=lambda side: (bool(side.person.member_number), len(side.played)))
    form.initial = {"kept": likelier.person.pk}
    return {
        "club": club,
        "form": form,
        "sides": sides,
        "seen": {str(record.pk): actions.facts(record) for record in records},
        "refusals": refusals if codes <= {"two-people", "erased"} else [],
        "numbers_differ": len(numbers) > 1,
    }


@require_POST
def person_apart(request: StaffRequest, slug: str, person: int) -> HttpResponse:
    club = get_club(request, slug)
    alias = get_object_or_404(club.people.select_related("alias_of__club"), pk=person)
    stamp, form = stamp_of(request.POST), ApartForm(request.POST, alias=alias.pk)
    if form.is_valid():
        with refusals_in(form):
            actions.take_apart(club, alias=alias, **form.cleaned_data, by=request.user, stamp=stamp)
            messages.success(request, _("%(name)s is a separate person again.") % {"name": alias.name})
            return redirect("person", slug, alias.pk)
    return page(request, club, alias.alias_of or alias, faulty=alias.pk, refused_form=form)
