"""The club's people: the list, one person's page, and two records of one person. For directors."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.access import StaffRequest, get_club
from tournament.forms import place_faults
from tournament.models import Club, Person
from tournament.people import actions
from tournament.people.file import played_list
from tournament.people.forms import ApartForm, MergeForm
from tournament.people.queries import people_of, person_page, why_two
from tournament.people.tables import PeopleTable
from tournament.refused import Refused
from tournament.spreadsheet import page_or_file, worksheet_of
from tournament.stamps import stamp_of

MOST_TYPED = 80
MOST_OFFERED = 12


@require_safe
def people(request: StaffRequest, slug: str) -> HttpResponse:
    """Everybody the club knows; `?find=` searches names and member numbers, `?sort=` sorts, `?export=` makes a file."""
    club = get_club(request, slug)
    find = request.GET.get("find", "").strip()[:MOST_TYPED]
    listed = people_of(club, find)
    table = PeopleTable(listed, request)
    context = {"club": club, "table": table, "find": find, "count": len(listed)}
    template = "tournament/people/people.html"
    return page_or_file(request, template, context, worksheet_of(table), file_name=f"{slug}-people")


@require_safe
def person(request: StaffRequest, slug: str, person: int) -> HttpResponse:
    """Everything the club knows of a person; a merged record leads to the kept one."""
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
    refused_form: ApartForm | None = None,
    faulty: int = 0,
    status: int = 200,
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
    return page_or_file(
        request,
        "tournament/people/person.html",
        context,
        played_list(person_data.played),
        file_name=f"{club.slug}-person-{record.pk}",
        status=status,
    )


@require_http_methods(["GET", "HEAD", "POST"])
def person_merge(request: StaffRequest, slug: str, person: int, other: int) -> HttpResponse:
    """What each of two records has; a POST merges them."""
    club = get_club(request, slug)
    records = [
        get_object_or_404(club.people.select_related("club", "alias_of"), pk=key) for key in (person, other)
    ]
    if person == other:
        raise Http404(_("These are not two records."))
    if request.method != "POST" and records[0].main_id == records[1].main_id:
        return redirect("person", slug, records[0].main_id)
    form, status = MergeForm(request.POST if request.method == "POST" else None, people=records), 200
    if form.is_bound:
        status = 422
        if form.is_valid():
            main, alias = sorted(records, key=lambda record: record.pk != form.cleaned_data["kept"])
            try:
                actions.merge(
                    club,
                    main=main,
                    alias=alias,
                    reason=form.cleaned_data["reason"],
                    by=request.user,
                    stamp=stamp_of(request.POST),
                )
            except Refused as refused:
                place_faults(form, refused)
                status = refused.status
                records = [actions.fetch(record) for record in records]
            else:
                messages.success(request, _("%(name)s is one person now.") % {"name": main.name})
                return redirect("person", slug, main.pk)
    return render(request, "tournament/people/merge.html", merge_context(club, records, form), status=status)


def merge_context(club: Club, records: list[Person], form: MergeForm) -> dict[str, Any]:
    first, second = records
    numbers = {record.member_number for record in records if record.member_number}
    refusals = why_two(first, second)
    sides = [person_page(record) for record in records]
    likelier = max(sides, key=lambda side: (bool(side.person.member_number), len(side.played)))
    form.initial = {"kept": likelier.person.pk}
    return {
        "club": club,
        "form": form,
        "sides": sides,
        "seen": {str(record.pk): actions.facts(record) for record in records},
        "refusals": refusals
        if {fault.code for fault in faults_of(refusals)} <= {"two-people", "erased"}
        else [],
        "numbers_differ": len(numbers) > 1,
    }


def faults_of(refusals: list[Refused]) -> list[Any]:
    return [fault for refusal in refusals for fault in refusal.faults]


@require_POST
def person_apart(request: StaffRequest, slug: str, person: int) -> HttpResponse:
    """A merged record becomes a person of its own again; with a reason."""
    club = get_club(request, slug)
    alias = get_object_or_404(club.people.select_related("alias_of__club"), pk=person)
    stamp, form, status = stamp_of(request.POST), ApartForm(request.POST, alias=alias.pk), 422
    if form.is_valid():
        try:
            actions.take_apart(club, alias=alias, **form.cleaned_data, by=request.user, stamp=stamp)
        except Refused as refused:
            place_faults(form, refused)
            status = refused.status
        else:
            messages.success(request, _("%(name)s is a person of their own again.") % {"name": alias.name})
            return redirect("person", slug, alias.pk)
    main = alias.alias_of or alias
    return page(request, club, main, refused_form=form, faulty=alias.pk, status=status)
