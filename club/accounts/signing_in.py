import time
from typing import Any

from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from club.access import Request, StaffRequest
from club.accounts import actions, devices, forgotten, second_step
from club.accounts.forms import (
    AgainForm,
    NewPasswordForm,
    OwnPasswordForm,
    SecondStepForm,
    SignInCodeForm,
    SignInForm,
)
from club.models import User
from record.answering import posted, refusals_in, status_of
from record.stamps import stamp_of

BACKEND = "django.contrib.auth.backends.ModelBackend"
BETWEEN_STEPS = "signing_in"  # the session's key of an account that still has to give its code
LONGEST_BETWEEN = 5 * 60  # seconds
NEW_KEY = "second_step_key"
GET_AND_POST = ["GET", "HEAD", "POST"]


class SignInView(LoginView):
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
        return signed_in(self.request, super().form_valid(form), user)

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        response: HttpResponse = super().form_invalid(form)
        response.status_code = 422
        return response


def signed_in(request: HttpRequest, response: HttpResponse, user: User) -> HttpResponse:
    """Remembers the browser, and tells once of a password that was set by a one-time link: by whom, nobody knows."""
    devices.remember(request, response, user.pk)
    if user.password_set_at:
        words = _(
            "Your password was reset on %(at)s, by a one-time link made on the computer Charleston runs on."
        )
        at = date_format(timezone.localtime(user.password_set_at), "DATETIME_FORMAT")
        messages.warning(request, words % {"at": at})
        User.objects.filter(pk=user.pk).update(password_set_at=None)
    return response


def between_steps(request: Request) -> tuple[User, str] | None:
    """The user who gave the right password recently and still has to give the code, and the page they asked for."""
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
    waiting = between_steps(request)
    if waiting is None:
        return redirect("sign-in")
    user, following = waiting
    form = SignInCodeForm(posted(request))
    if form.is_valid():
        with refusals_in(form):
            second_step.check(user, form.cleaned_data["code"])
            del request.session[BETWEEN_STEPS]
            login(request, user, backend=BACKEND)
            return signed_in(request, redirect(following), user)
    return render(request, "registration/sign_in_code.html", {"form": form}, status=status_of(form))


@sensitive_post_parameters()
@never_cache
@require_http_methods(GET_AND_POST)
def new_password(request: Request, whose: str, token: str) -> HttpResponse:
    """The page of a one-time link; says so where the link was used or has run out."""
    user = forgotten.account_of(whose, token)
    if user is not None:
        form = NewPasswordForm(user, posted(request))
        if not form.is_valid():
            context = {"form": form, "account": user}
            return render(request, "registration/new_password.html", context, status=status_of(form))
        if forgotten.set_password(user, form.cleaned_data["new_password1"]):
            messages.success(request, _("Your new password is set. Sign in with it."))
            return redirect("sign-in")
    return render(request, "registration/link_is_over.html", status=404)


@sensitive_post_parameters()
@require_http_methods(GET_AND_POST)
@login_required
def password_change(request: StaffRequest) -> HttpResponse:
    form = OwnPasswordForm(request, posted(request))
    if form.is_bound and actions.own_password_was_changed(request.user, stamp_of(request.POST)):
        return redirect("home")
    if form.is_valid():
        data = form.cleaned_data
        actions.change_own_password(request.user, data["new_password1"], stamp=data["stamp"])
        update_session_auth_hash(request, request.user)
        messages.success(request, _("Your password is changed."))
        return redirect("home")
    return render(request, "registration/password_change.html", {"form": form}, status=status_of(form))


@sensitive_post_parameters()
@never_cache
@require_http_methods(GET_AND_POST)
@login_required
def second_step_page(request: StaffRequest) -> HttpResponse:
    if second_step.phone_of(request.user):
        return second_step_is_on(request, AgainForm(request))
    key = request.session.setdefault(NEW_KEY, second_step.new_key())
    form = SecondStepForm(request, posted(request))
    if form.is_valid():
        with refusals_in(form):
            codes = actions.turn_on_second_step(request.user, key=key, code=form.cleaned_data["code"])
            del request.session[NEW_KEY]
            return render(request, "registration/spare_codes.html", {"codes": codes})
    device = second_step.device_for(request.user, key)
    context = {"form": form, "address": device.config_url, "secret": second_step.in_letters(key)}
    return render(request, "registration/second_step.html", context, status=status_of(form))


def second_step_is_on(request: StaffRequest, form: AgainForm) -> HttpResponse:
    context = {"form": form, "left": second_step.spare_codes_left(request.user)}
    return render(request, "registration/second_step_on.html", context, status=status_of(form))


@sensitive_post_parameters()
@require_POST
@login_required
def second_step_off(request: StaffRequest) -> HttpResponse:
    form = AgainForm(request, request.POST)
    if not form.is_valid():
        return second_step_is_on(request, form)
    actions.turn_off_second_step(request.user)
    messages.success(request, _("You now sign in with your password alone."))
    return redirect("second-step")
