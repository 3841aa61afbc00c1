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

from club.access import Request, StaffRequest, get_club
from club.accounts import actions, devices, invitations
from club.accounts.forms import CodeForm, InvitationForm, JoinForDayForm, JoinForm
from club.accounts.queries import first_page
from club.accounts.signing_in import BACKEND, GET_AND_POST
from club.models import Invitation, User
from record.answering import place, posted, refusals_in, status_of
from record.stamps import stamp_of
from ui.addresses import for_phones


@require_http_methods(GET_AND_POST)
@never_cache
def invitations_page(request: StaffRequest, slug: str) -> HttpResponse:
    club = get_club(request, slug)
    form = InvitationForm(posted(request))
    if form.is_valid():
        with refusals_in(form):
            invitation, code = invitations.invite(club, by=request.user, **form.values)
            address = for_phones(request, reverse("join", query={"code": code}))
            shown = {"club": club, "invitation": invitation, "code": code, "address": address}
            return render(request, "club/accounts/code_once.html", shown)
    context = {"club": club, "form": form, "invitations": invitations.open_invitations(club)}
    return render(request, "club/accounts/invitations.html", context, status=status_of(form))


@require_POST
def invitation_take_back(request: StaffRequest, slug: str, invitation: int) -> HttpResponse:
    club = get_club(request, slug)
    row = get_object_or_404(club.invitations, pk=invitation)
    invitations.take_back(row, by=request.user, stamp=stamp_of(request.POST))
    messages.success(request, _("The code is taken back and no longer works."))
    return redirect("invitations", slug)


@sensitive_post_parameters()
@require_http_methods(GET_AND_POST)
@never_cache
def join(request: Request) -> HttpResponse:
    code = str((request.POST if request.method == "POST" else request.GET).get("code", ""))
    if not code:
        return render(request, "registration/join_code.html", {"form": CodeForm()})
    invitation = invitations.invitation_for(code)
    if invitation is None:
        code_form = CodeForm({"code": code})
        place(invitations.not_valid(), code_form)
        return render(request, "registration/join_code.html", {"form": code_form}, status=422)
    if request.user.is_authenticated:
        return join_signed_in(request, request.user, invitation, code)
    kind: type[JoinForDayForm] = JoinForDayForm if invitation.for_a_day else JoinForm
    form = kind(posted(request), initial={"code": code})
    if form.is_valid():
        with refusals_in(form):
            user = (
                invitations.join_with_account(code, **form.account)
                if isinstance(form, JoinForm)
                else invitations.join_for_a_day(code, name=form.cleaned_data["name"])
            )
            return let_in(request, user, invitation)
    context = {"form": form, "invitation": invitation}
    return render(request, "registration/join.html", context, status=status_of(form))


def join_signed_in(request: Request, user: User, invitation: Invitation, code: str) -> HttpResponse:
    form = CodeForm(posted(request), initial={"code": code})
    if form.is_bound and not invitation.for_a_day:
        with refusals_in(form):
            invitations.join_as(code, user)
            messages.success(request, _("Welcome, %s.") % user.name)
            return redirect(first_page(invitation.club))
    status = 409 if invitation.for_a_day else status_of(form)
    context = {"invitation": invitation, "form": form, "code": code}
    return render(request, "registration/join_signed_in.html", context, status=status)


def let_in(request: Request, user: User, invitation: Invitation) -> HttpResponse:
    login(request, user, backend=BACKEND)
    if invitation.for_a_day:
        request.session.set_expiry(invitation.expires_at)
    response = redirect(first_page(invitation.club))
    if not invitation.for_a_day:
        devices.remember(request, response, user.pk)
    messages.success(request, _("Welcome, %s.") % user.name)
    return response


@require_safe
@never_cache
@login_required
def own_page(request: StaffRequest) -> HttpResponse:
    return render(request, "registration/own.html")


@require_POST
@login_required
def sign_out_everywhere(request: StaffRequest) -> HttpResponse:
    actions.sign_out_everywhere(request.user)
    logout(request)
    messages.success(request, _("You are signed out in every browser, this one too."))
    return redirect("sign-in")
