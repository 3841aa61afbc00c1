"""Signing in."""

from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import HttpResponse


class SignIn(LoginView):
    """Django's own, except that a refused password is a 422 like every other refusal."""

    redirect_authenticated_user = True

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        response: HttpResponse = super().form_invalid(form)
        response.status_code = 422
        return response
