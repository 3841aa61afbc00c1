from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from club.access import Request, SignInFirst, StaffRequest, get_club
from club.accounts import actions, second_step
from club.accounts.forms import MemberForm, RoleForm
from club.accounts.queries import (
    clubs_directed_by,
    deleted_tournaments,
    memberships,
    public_tournaments,
    with_rounds_published,
)
from club.models import Club
from record.answering import refusals_in, status_of
from record.doctor import BAD, GOOD, examine
from record.refused import refuse
from record.stamps import stamp_of


@require_safe
def club(request: Request, slug: str) -> HttpResponse:
    """For everybody who works here: tournaments, newest first; for directors also the accounts.

    For everybody else the club's public tournaments, if there are any.
    """
    tournaments = public_tournaments().filter(club__slug=slug)
    try:
        return club_page(request, get_club(request, slug, may="belong"), MemberForm())
    except (SignInFirst, Http404):
        if not tournaments:
            raise
        context = {"club": tournaments[0].club, "tournaments": tournaments}
        return render(request, "club/accounts/public.html", context)


def club_page(request: Request, club: Club, form: MemberForm) -> HttpResponse:
    context = {
        "club": club,
        "tournaments": with_rounds_published(club.tournaments.all()),
        "memberships": memberships(club),
        "deleted": deleted_tournaments(club),
        "form": form,
    }
    return render(request, "club/accounts/club.html", context, status=status_of(form))


@require_POST
@never_cache
def member_add(request: StaffRequest, slug: str) -> HttpResponse:
    club = get_club(request, slug)
    form = MemberForm(request.POST)
    if form.is_valid():
        with refusals_in(form):
            membership, password = actions.add_member(club, by=request.user, **form.cleaned_data)
            context = {"club": club, "membership": membership, "password": password}
            return render(request, "club/accounts/password_once.html", context)
    return club_page(request, club, form)


@require_POST
def member_role(request: StaffRequest, slug: str, member: int) -> HttpResponse:
    club = get_club(request, slug)
    membership = get_object_or_404(club.memberships, pk=member)
    stamp, form = stamp_of(request.POST), RoleForm(request.POST)
    if not form.is_valid():
        raise refuse("role", _("Please choose one of the roles."), "role")
    changed = actions.change_role(membership, by=request.user, stamp=stamp, **form.cleaned_data)
    messages.success(
        request,
        _("%(name)s is here as %(role)s.")
        % {"name": changed.user, "role": changed.get_role_display().lower()},
    )
    return redirect(club)


@require_POST
def member_remove(request: StaffRequest, slug: str, member: int) -> HttpResponse:
    club = get_club(request, slug)
    membership = get_object_or_404(club.memberships, pk=member)
    actions.remove_member(membership, by=request.user, stamp=stamp_of(request.POST))
    messages.success(request, _("%(name)s no longer works for this club.") % {"name": membership.user})
    return redirect("home" if membership.user_id == request.user.pk else club)


@require_POST
@never_cache
def member_password(request: StaffRequest, slug: str, member: int) -> HttpResponse:
    club = get_club(request, slug)
    membership = get_object_or_404(club.memberships.select_related("user"), pk=member)
    had_second_step = second_step.phone_of(membership.user) is not None
    password = actions.renew_password(membership, by=request.user, stamp=stamp_of(request.POST))
    if membership.user_id == request.user.pk:
        update_session_auth_hash(request, membership.user)
    context = {
        "club": club,
        "membership": membership,
        "password": password,
        "second_step_off": had_second_step,
    }
    return render(request, "club/accounts/password_once.html", context)


@require_safe
def doctor(request: Request) -> HttpResponse:
    if not request.user.is_authenticated:
        raise SignInFirst
    clubs = clubs_directed_by(request.user)
    if not clubs:
        raise PermissionDenied(_("This is for directors."))
    findings = examine()
    context = {
        "club": clubs[0],
        "findings": findings,
        "bad": [finding for finding in findings if finding.state == BAD],
        "to_look_at": [finding for finding in findings if finding.state not in (BAD, GOOD)],
    }
    return render(request, "club/doctor/doctor.html", context)
