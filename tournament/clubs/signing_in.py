"""Signing in, with a second step where the person turned it on, and everybody's own password and phone."""

from __future__ import annotations

import time
from typing import Any

from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access import Request, StaffRequest
from tournament.clubs import actions, devices, own_sign_ins, second_step
from tournament.clubs.forms import AgainForm, OwnPasswordForm, SecondStepForm, SignInCodeForm, SignInForm
from tournament.forms import place_faults
from tournament.models import User
from tournament.refused import Refused
from tournament.stamps import stamp_of

BACKEND = "django.contrib.auth.backends.ModelBackend"
BETWEEN_STEPS = "signing_in"  # the session's key for who gave a right password and still owes the code
LONGEST_BETWEEN = 5 * 60  # seconds
NEW_KEY = "second_step_key"
GET_AND_POST = ["GET", "HEAD", "POST"]


class SignIn(LoginView):
    """Django's view, with status 422 for a refused password and with the second step."""

    form_class = SignInForm
    redirect_authenticated_user = True

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        user = form.get_user()
        assert isinstance(user, User)  # noqa: S101  (for the type checker)
        if second_step.phone_of(user):
            self.request.session.cycle_key()
            self.request.session[BETWEEN_STEPS] = {
                "user": user.pk,
                "password": user.get_session_auth_hash(),
                "at": time.time(),
                "next": self.get_success_url(),
            }
            return redirect("sign-in-code")
        response: HttpResponse = super().form_valid(form)
        devices.remember(self.request, response, user.pk)
        return response

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        response: HttpResponse = super().form_invalid(form)
        response.status_code = 422
        return response


def between_steps(request: Request) -> tuple[User, str] | None:
    """The user who gave a right password recently and still has to give the code, and the page they were going to."""
    step: dict[str, Any] = request.session.get(BETWEEN_STEPS) or {}
    if not 0 <= time.time() - step.get("at", 0) <= LONGEST_BETWEEN:
        return None
    user = User.objects.filter(pk=step["user"], is_active=True).first()
    if user is None or user.get_session_auth_hash() != step["password"]:
        return None
    return user, str(step["next"])


@sensitive_post_parameters()
@never_cache
@require_http_methods(GET_AND_POST)
def sign_in_code(request: Request) -> HttpResponse:
    """The second step. Redirects to the first one if that is missing."""
    waiting = between_steps(request)
    if waiting is None:
        return redirect("sign-in")
    user, following = waiting
    form, status = SignInCodeForm(request.POST if request.method == "POST" else None), 200
    if form.is_bound:
        status = 422
        if form.is_valid():
            try:
                second_step.check(user, form.cleaned_data["code"])
            except Refused as refused:
                place_faults(form, refused)
            else:
                del request.session[BETWEEN_STEPS]
                login(request, user, backend=BACKEND)
                response = redirect(following)
                devices.remember(request, response, user.pk)
                return response
    return render(request, "registration/sign_in_code.html", {"form": form}, status=status)


@sensitive_post_parameters()
@require_http_methods(GET_AND_POST)
@login_required
def password_change(request: StaffRequest) -> HttpResponse:
    """Everybody's own password."""
    form = OwnPasswordForm(request, request.POST if request.method == "POST" else None)
    if form.is_bound and actions.own_password_was_changed(request.user, stamp_of(request.POST)):
        return redirect("home")
    if form.is_bound and form.is_valid():
        data = form.cleaned_data
        actions.change_own_password(request.user, data["new_password1"], stamp=data["stamp"])
        update_session_auth_hash(request, request.user)
        own_sign_ins.end_others(request, request.user)
        messages.success(request, _("Your password is changed."))
        return redirect("home")
    status = 422 if form.is_bound else 200
    return render(request, "registration/password_change.html", {"form": form}, status=status)


@sensitive_post_parameters()
@never_cache
@require_http_methods(GET_AND_POST)
@login_required
def second_step_page(request: StaffRequest) -> HttpResponse:
    """Turns one's own second step on, and shows the spare codes this once; says so where it is on."""
    if second_step.phone_of(request.user):
        return second_step_is_on(request, AgainForm(request))
    key = request.session.setdefault(NEW_KEY, second_step.new_key())
    form, status = SecondStepForm(request, request.POST if request.method == "POST" else None), 200
    if form.is_bound:
        status = 422
        if form.is_valid():
            try:
                codes = actions.turn_on_second_step(request.user, key=key, code=form.cleaned_data["code"])
            except Refused as refused:
                place_faults(form, refused)
            else:
                del request.session[NEW_KEY]
                return render(request, "registration/spare_codes.html", {"codes": codes})
    device = second_step.device_for(request.user, key)
    context = {"form": form, "address": device.config_url, "secret": second_step.in_letters(key)}
    return render(request, "registration/second_step.html", context, status=status)


def second_step_is_on(request: StaffRequest, form: AgainForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "left": second_step.spare_codes_left(request.user)}
    return render(request, "registration/second_step_on.html", context, status=status)


@sensitive_post_parameters()
@require_POST
@login_required
def second_step_off(request: StaffRequest) -> HttpResponse:
    form = AgainForm(request, request.POST)
    if not form.is_valid():
        return second_step_is_on(request, form, status=422)
    actions.turn_off_second_step(request.user)
    messages.success(request, _("Signing in takes your password alone again."))
    return redirect("second-step")
