"""The front page, and a club's page with its tournaments and, for directors, its accounts."""

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament.access import Request, SignInFirst, StaffRequest, directs, get_club
from tournament.clubs import actions, second_step
from tournament.clubs.file import account_list, tournament_list
from tournament.clubs.forms import MemberForm, RoleForm
from tournament.clubs.guessing import failed_sign_ins
from tournament.clubs.queries import (
    clubs_of,
    deleted_tournaments,
    memberships,
    public_tournaments,
    with_rounds_published,
)
from tournament.clubs.tables import FailedSignInTable
from tournament.forms import place_faults
from tournament.models import Club
from tournament.refused import Refused, refuse
from tournament.spreadsheet import page_or_file, worksheet_of
from tournament.stamps import stamp_of


@require_safe
def home(request: Request) -> HttpResponse:
    """Public tournaments; for signed-in users their clubs' tournaments first."""
    return render(
        request,
        "tournament/clubs/home.html",
        {
            "clubs": clubs_of(request.user),
            "tournaments": public_tournaments(),
        },
    )


@require_safe
def club(request: Request, slug: str) -> HttpResponse:
    """For everybody who works here: tournaments, newest first; for directors also the accounts.

    For everybody else the club's public tournaments, if there are any.
    """
    tournaments = public_tournaments().filter(club__slug=slug)
    try:
        return club_page(request, get_club(request, slug, may="work"), MemberForm())
    except (SignInFirst, Http404):
        if not tournaments:
            raise
        context = {"club": tournaments[0].club, "tournaments": tournaments}
        template, sheet = "tournament/clubs/public.html", tournament_list(tournaments)
        return page_or_file(request, template, context, sheet, file_name=f"{slug}-tournaments")


def club_page(request: Request, club: Club, form: MemberForm, status: int = 200) -> HttpResponse:
    tournaments, members = with_rounds_published(club.tournaments.all()), memberships(club)
    context = {
        "club": club,
        "tournaments": tournaments,
        "memberships": members,
        "deleted": deleted_tournaments(club),
        "form": form,
    }
    return page_or_file(
        request,
        "tournament/clubs/club.html",
        context,
        tournament_list(tournaments),
        account_list(members) if directs(request) else None,
        file_name=f"{club.slug}-club",
        status=status,
    )


@require_safe
def sign_ins(request: StaffRequest, slug: str) -> HttpResponse:
    """For directors: failed sign-ins to the club's accounts; `?export=` makes a file of the list."""
    club = get_club(request, slug)
    table = FailedSignInTable(failed_sign_ins(club), request)
    context = {"club": club, "table": table}
    template = "tournament/clubs/sign_ins.html"
    return page_or_file(request, template, context, worksheet_of(table), file_name=f"{slug}-sign-ins")


@require_POST
@never_cache
def member_add(request: StaffRequest, slug: str) -> HttpResponse:
    """Creates an account and shows its first password, this once."""
    club = get_club(request, slug)
    form, status = MemberForm(request.POST), 422
    if form.is_valid():
        try:
            membership, password = actions.add_member(club, by=request.user, **form.cleaned_data)
        except Refused as refused:
            place_faults(form, refused)
            status = refused.status
        else:
            context = {"club": club, "membership": membership, "password": password}
            return render(request, "tournament/clubs/password_once.html", context)
    return club_page(request, club, form, status=status)


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
    """A new password for a member who lost theirs, shown this once."""
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
    return render(request, "tournament/clubs/password_once.html", context)
