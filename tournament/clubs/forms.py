from typing import Any

from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.contrib.auth.validators import ASCIIUsernameValidator
from django.utils.translation import gettext_lazy as _

from tournament.access import StaffRequest
from tournament.forms import TidyField
from tournament.models import Role, User
from tournament.stamps import Stamp, StampField


class SignInForm(AuthenticationForm):
    """Django's own, which does not refuse a name longer than any that can be stored."""

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        if len(name) > (User._meta.get_field("username").max_length or 0):
            raise self.get_invalid_login_error()
        return name


class MemberForm(forms.Form):
    """An account to be made for somebody who works for the club."""

    stamp = StampField(initial=Stamp)
    name = TidyField(label=_("Name"), max_length=120, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    username = forms.CharField(
        label=_("User name"),
        max_length=60,
        validators=[ASCIIUsernameValidator()],
        help_text=_("What they type to sign in: letters and digits, no spaces."),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    role = forms.ChoiceField(
        label=_("Role"),
        choices=Role.choices,
        initial=Role.SCOREKEEPER,
        help_text=_(
            "Directors change everything; scorekeepers enter scores; at the door, check-in is all one sees."
        ),
    )


class RoleForm(forms.Form):
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)


class AgainForm(forms.Form):
    """The password once more, before signing in is changed: an open laptop in a hall is anybody's.

    Wrong ones count as failed sign-ins do.
    """

    password = forms.CharField(
        label=_("The password you have now"),
        strip=False,
        max_length=4096,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, request: StaffRequest, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.request = request

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not is_password_of(self.request, password):
            raise forms.ValidationError(_("This is not your password."), code="password")
        return password


def is_password_of(request: StaffRequest, password: str) -> bool:
    return authenticate(request, username=request.user.get_username(), password=password) == request.user


def code_field(label: Any) -> forms.CharField:
    attributes = {
        "autocomplete": "one-time-code",
        "inputmode": "text",
        "autocapitalize": "none",
        "spellcheck": "false",
    }
    return forms.CharField(label=label, max_length=20, widget=forms.TextInput(attrs=attributes))


class SecondStepForm(AgainForm):
    """What turns the second step on: the code of a phone that has just read the key."""

    code = code_field(_("The six digits your phone shows"))
    field_order = ["code", "password"]

    def clean_code(self) -> str:
        return str(self.cleaned_data["code"]).replace(" ", "")


class SignInCodeForm(forms.Form):
    code = code_field(_("The six digits your phone shows, or a spare code"))


class OwnPasswordForm(PasswordChangeForm):
    """Everybody's own password, asked in plain words. Wrong ones count as failed sign-ins do."""

    stamp = StampField(initial=Stamp)

    def __init__(self, request: StaffRequest, *args: Any, **options: Any) -> None:
        super().__init__(request.user, *args, **options)
        self.request = request
        for name, label, help_text in (
            ("old_password", _("The password you have now"), ""),
            (
                "new_password1",
                _("New password"),
                _("At least 8 characters; not your name, and not a common word."),
            ),
            ("new_password2", _("New password once more"), ""),
        ):
            self.fields[name].label = label
            self.fields[name].help_text = help_text

    def clean_old_password(self) -> str:
        password: str = self.cleaned_data["old_password"]
        if not is_password_of(self.request, password):
            raise forms.ValidationError(self.error_messages["password_incorrect"], code="password_incorrect")
        return password
