import json
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from club.access import StaffRequest, get_club
from club.models import Club, Person, User
from club.rights.accounts import (
    account_as_data,
    accounts_of,
    erase_account,
    former_accounts,
    stored_of_account,
)
from club.rights.actions import erase
from club.rights.forms import EraseAccountForm, EraseForm
from club.rights.mentions import mentions
from club.rights.queries import as_data, names_instead, stored_of
from record import backups
from record.answering import posted, refusals_in, status_of
from record.kept import shown


@require_safe
def what_is_public(request: HttpRequest) -> HttpResponse:
    context = {"shown": shown("public"), "never": shown("staff")}
    return render(request, "club/rights/public.html", context)


def get_person(club: Club, key: int) -> Person:
    return get_object_or_404(Person.objects.filter(club=club).select_related("club"), pk=key)


@require_safe
def person_stored(request: StaffRequest, slug: str, person: int) -> HttpResponse:
    club = get_club(request, slug)
    row = get_person(club, person)
    context = {"club": club, "person": row, "sections": stored_of(row), "mentions": mentions(row)}
    return render(request, "club/rights/stored.html", context)


@require_safe
def person_stored_file(request: StaffRequest, slug: str, person: int) -> HttpResponse:
    club = get_club(request, slug)
    row = get_person(club, person)
    return as_file(row.name, as_data(row))


def as_file(name: str, data: dict[str, Any]) -> HttpResponse:
    text = json.dumps(data, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
    headers = {"Content-Disposition": f'attachment; filename="{slugify(name) or "person"}.json"'}
    return HttpResponse(text, content_type="application/json", headers=headers)


@require_http_methods(["GET", "HEAD", "POST"])
def person_erase(request: StaffRequest, slug: str, person: int) -> HttpResponse:
    club = get_club(request, slug)
    row = get_person(club, person)
    if row.erased_at is not None:
        return redirect("person-stored", slug, row.pk)
    copies = len(backups.copies())
    form = EraseForm(posted(request), called=row.name, names=names_instead(row), has_copies=bool(copies))
    if form.is_valid():
        with refusals_in(form):
            erased = erase(row, by=request.user, **form.values)
            messages.success(request, _("Erased. The results stay under %(name)s.") % {"name": erased.name})
            for sentence in erased.left:
                messages.warning(request, sentence)
            return redirect("person-stored", slug, row.pk)
    context = {
        "club": club,
        "person": row,
        "form": form,
        "copies": copies,
        "most_copies": backups.MOST_COPIES,
        "entries": row.entries.select_related("tournament").order_by("tournament__date"),
    }
    return render(request, "club/rights/erase.html", context, status=status_of(form))


@require_safe
def former(request: StaffRequest, slug: str) -> HttpResponse:
    club = get_club(request, slug)
    context = {"club": club, "accounts": former_accounts(club)}
    return render(request, "club/rights/former.html", context)


def get_account(club: Club, key: int) -> User:
    return get_object_or_404(accounts_of(club), pk=key)


@require_http_methods(["GET", "HEAD", "POST"])
def account_stored(request: StaffRequest, slug: str, account: int) -> HttpResponse:
    club = get_club(request, slug)
    row = get_account(club, account)
    copies = len(backups.copies())
    data = posted(request) if row.erased_at is None else None
    form = EraseAccountForm(data, called=row.name, has_copies=bool(copies))
    if form.is_valid():
        with refusals_in(form):
            erased = erase_account(row, only_of=club, by=request.user, **form.values)
            message = _("Erased. What they did stays under %(name)s.")
            messages.success(request, message % {"name": erased.name})
            for sentence in erased.left:
                messages.warning(request, sentence)
            return redirect("home" if row.pk == request.user.pk else club)
    context = {
        "club": club,
        "account": row,
        "sections": stored_of_account(row, club),
        "form": form,
        "copies": copies,
        "most_copies": backups.MOST_COPIES,
    }
    return render(request, "club/rights/account.html", context, status=status_of(form))


@require_safe
def account_stored_file(request: StaffRequest, slug: str, account: int) -> HttpResponse:
    club = get_club(request, slug)
    row = get_account(club, account)
    return as_file(row.name, account_as_data(row, club))


@require_safe
@never_cache
@login_required
def own_stored_file(request: StaffRequest) -> HttpResponse:
    return as_file(request.user.name, account_as_data(request.user))
