from typing import Any

from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordMixin
from django.contrib.auth.validators import ASCIIUsernameValidator
from django.utils.translation import gettext_lazy as _

from tournament.access import StaffRequest
from tournament.forms import TidyField
from tournament.models import Role, User
from tournament.stamps import Stamp, StampField


class SignInForm(AuthenticationForm):
    """Django's form without its limit on the length of the name."""

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        if len(name) > (User._meta.get_field("username").max_length or 0):
            raise self.get_invalid_login_error()
        return name


class MemberForm(forms.Form):
    """A new account for somebody who works for the club."""

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


class InvitationForm(forms.Form):
    """Who is invited to do what, for good or for today."""

    KINDS = (
        ("account", _("for good, with an account")),
        ("day", _("today, with a code alone")),
    )
    stamp = StampField(initial=Stamp)
    kind = forms.ChoiceField(label=_("How long"), choices=KINDS, initial="account")
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, initial=Role.SCOREKEEPER)
    note = TidyField(
        label=_("For whom"),
        max_length=120,
        required=False,
        help_text=_("Such as “Ida” or “score desk”; it stands in your list."),
    )

    @property
    def values(self) -> dict[str, Any]:
        data = self.cleaned_data
        names = ("role", "note", "stamp")
        return {**{name: data[name] for name in names}, "for_a_day": data["kind"] == "day"}


class CodeForm(forms.Form):
    code = forms.CharField(
        label=_("Code"),
        max_length=60,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
        help_text=_("Three groups of four, from your director."),
    )


class JoinForDayForm(forms.Form):
    """Somebody who works here for a day."""

    code = forms.CharField(max_length=60, widget=forms.HiddenInput)
    name = TidyField(
        label=_("Your name"),
        max_length=120,
        help_text=_("It stands beside what you type, for the director."),
    )


class JoinForm(SetPasswordMixin, JoinForDayForm):  # type: ignore[type-arg]
    """An account for whoever was invited."""

    username = forms.CharField(
        label=_("User name"),
        max_length=60,
        validators=[ASCIIUsernameValidator()],
        help_text=_("What you type to sign in: letters and digits, no spaces."),
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    password1, password2 = SetPasswordMixin.create_password_fields(
        label1=_("Password"), label2=_("Password once more")
    )
    field_order = ["code", "name", "username", "password1", "password2"]

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["password1"].help_text = _("At least 8 characters; not your name, and not a common word.")
        self.fields["password2"].help_text = ""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self.validate_passwords("password1", "password2")
        self.validate_password_for_user(
            User(username=cleaned.get("username", ""), name=cleaned.get("name", "")), "password1"
        )
        return cleaned

    @property
    def account(self) -> dict[str, str]:
        data = self.cleaned_data
        return {"name": data["name"], "username": data["username"], "password": data["password1"]}


class RoleForm(forms.Form):
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)


class AgainForm(forms.Form):
    """The password once more before signing in is changed, since a laptop may stand open in a hall.

    Wrong passwords count as failed sign-ins.
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
    """The code of a phone that has just scanned the key."""

    code = code_field(_("The six digits your phone shows"))
    field_order = ["code", "password"]

    def clean_code(self) -> str:
        return str(self.cleaned_data["code"]).replace(" ", "")


class SignInCodeForm(forms.Form):
    code = code_field(_("The six digits your phone shows, or a spare code"))


class OwnPasswordForm(PasswordChangeForm):
    """Changes one's own password. Wrong old passwords count as failed sign-ins."""

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
