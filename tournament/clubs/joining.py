"""Pages of invitations: made and taken back by directors, taken up by whoever has the code; one's own sign-ins."""

from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.access import Request, StaffRequest, get_club
from tournament.addresses import for_phones
from tournament.clubs import devices, invitations, own_sign_ins
from tournament.clubs.forms import CodeForm, InvitationForm, JoinForDayForm, JoinForm
from tournament.clubs.signing_in import BACKEND, GET_AND_POST
from tournament.forms import place_faults
from tournament.models import Club, Invitation, User
from tournament.refused import Refused
from tournament.stamps import stamp_of


@require_http_methods(GET_AND_POST)
@never_cache
def invitations_page(request: StaffRequest, slug: str) -> HttpResponse:
    """For directors: who is invited, and inviting somebody, whose code is shown this once."""
    club = get_club(request, slug)
    form, status = InvitationForm(request.POST if request.method == "POST" else None), 200
    if form.is_bound:
        status = 422
        if form.is_valid():
            try:
                invitation, code = invitations.invite(club, by=request.user, **form.values)
            except Refused as refused:
                place_faults(form, refused)
                status = refused.status
            else:
                return code_page(request, club, invitation, code)
    context = {"club": club, "form": form, "invitations": invitations.open_invitations(club)}
    return render(request, "tournament/clubs/invitations.html", context, status=status)


def code_page(request: Request, club: Club, invitation: Invitation, code: str) -> HttpResponse:
    address = for_phones(request, reverse("join", query={"code": code}))
    context = {"club": club, "invitation": invitation, "code": code, "address": address}
    return render(request, "tournament/clubs/code_once.html", context)


@require_POST
def invitation_take_back(request: StaffRequest, slug: str, invitation: int) -> HttpResponse:
    club = get_club(request, slug)
    row = get_object_or_404(club.invitations, pk=invitation)
    invitations.take_back(row, by=request.user, stamp=stamp_of(request.POST))
    messages.success(request, _("The code lets nobody in any more."))
    return redirect("invitations", slug)


@sensitive_post_parameters()
@require_http_methods(GET_AND_POST)
@never_cache
def join(request: Request) -> HttpResponse:
    """Whoever has a code comes in: with an account of their own, or for a day under their name."""
    code = str((request.POST if request.method == "POST" else request.GET).get("code", ""))
    if not code:
        return render(request, "registration/join_code.html", {"form": CodeForm()})
    invitation = invitations.invitation_for(code)
    if invitation is None:
        code_form = CodeForm({"code": code})
        place_faults(code_form, invitations.not_valid())
        return render(request, "registration/join_code.html", {"form": code_form}, status=422)
    if request.user.is_authenticated:
        return join_signed_in(request, request.user, invitation, code)
    kind: type[JoinForDayForm] = JoinForDayForm if invitation.for_a_day else JoinForm
    form, status = kind(request.POST if request.method == "POST" else None, initial={"code": code}), 200
    if form.is_bound:
        status = 422
        if form.is_valid():
            try:
                user = (
                    invitations.join_with_account(code, **form.account)
                    if isinstance(form, JoinForm)
                    else invitations.join_for_a_day(code, name=form.cleaned_data["name"])
                )
            except Refused as refused:
                place_faults(form, refused)
                status = refused.status
            else:
                return let_in(request, user, invitation)
    context = {"form": form, "invitation": invitation}
    return render(request, "registration/join.html", context, status=status)


def join_signed_in(request: Request, user: User, invitation: Invitation, code: str) -> HttpResponse:
    """Takes up an invitation with the account that is signed in, after a confirmation; refused for one of a day."""
    form, status = CodeForm(request.POST if request.method == "POST" else None, initial={"code": code}), 200
    if invitation.for_a_day:
        status = 409
    elif form.is_bound:
        try:
            invitations.join_as(code, user)
        except Refused as refused:
            place_faults(form, refused)
            status = refused.status
        else:
            messages.success(request, _("Welcome, %s.") % user.name)
            return redirect(invitation.club)
    context = {"invitation": invitation, "form": form, "code": code}
    return render(request, "registration/join_signed_in.html", context, status=status)


def let_in(request: Request, user: User, invitation: Invitation) -> HttpResponse:
    login(request, user, backend=BACKEND)
    if invitation.for_a_day:
        request.session.set_expiry(invitation.expires_at)
    response = redirect(invitation.club)
    if not invitation.for_a_day:
        devices.remember(request, response, user.pk)
    messages.success(request, _("Welcome, %s.") % user.name)
    return response


@require_safe
@never_cache
@login_required
def own_page(request: StaffRequest) -> HttpResponse:
    """The user's own recent sign-ins."""
    rows = [
        {
            "sign_in": row,
            "is_open": own_sign_ins.is_open(row),
            "is_this": row.pk == request.session.get(own_sign_ins.IN_SESSION),
        }
        for row in own_sign_ins.sign_ins_of(request.user)
    ]
    return render(request, "registration/own_sign_ins.html", {"rows": rows})


@require_POST
@login_required
def sign_out_everywhere(request: StaffRequest) -> HttpResponse:
    own_sign_ins.sign_out_everywhere(request.user)
    logout(request)
    messages.success(request, _("You are signed out in every browser, this one too."))
    return redirect("sign-in")
