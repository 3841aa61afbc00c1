from typing import Any

from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    SetPasswordForm,
    SetPasswordMixin,
)
from django.contrib.auth.validators import ASCIIUsernameValidator
from django.utils.translation import gettext_lazy as _

from club.access import StaffRequest
from club.forms import TidyField
from club.models import Role, User
from record.stamps import Stamp, StampField

# A code or a user name, which no keyboard should mend.
AS_TYPED = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


class SignInForm(AuthenticationForm):
    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        if len(name) > (User._meta.get_field("username").max_length or 0):
            raise self.get_invalid_login_error()
        return name


class MemberForm(forms.Form):
    stamp = StampField(initial=Stamp)
    name = TidyField(label=_("Name"), max_length=120, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    username = forms.CharField(
        label=_("User name"),
        max_length=60,
        validators=[ASCIIUsernameValidator()],
        help_text=_("What they type to sign in: letters and digits, no spaces."),
        widget=forms.TextInput(attrs=AS_TYPED),
    )
    role = forms.ChoiceField(
        label=_("Role"),
        choices=Role.choices,
        initial=Role.SCOREKEEPER,
        help_text=_(
            "Directors can change everything; scorekeepers enter scores; check-in helpers see check-in "
            "only; entering only is for a tablet to pass around."
        ),
    )


class InvitationForm(forms.Form):
    KINDS = (
        ("account", _("until removed, with an account")),
        ("day", _("today only, with a code")),
    )
    stamp = StampField(initial=Stamp)
    kind = forms.ChoiceField(label=_("How long"), choices=KINDS, initial="account")
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, initial=Role.SCOREKEEPER)
    note = TidyField(
        label=_("For whom"),
        max_length=120,
        required=False,
        help_text=_("Such as “Ida” or “score desk”, for your list."),
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
        widget=forms.TextInput(attrs=AS_TYPED),
        help_text=_("Three groups of four, from your director."),
    )


class JoinForDayForm(forms.Form):
    code = forms.CharField(max_length=60, widget=forms.HiddenInput)
    name = TidyField(
        label=_("Your name"),
        max_length=120,
        help_text=_("The director sees it beside what you type."),
    )


class JoinForm(SetPasswordMixin, JoinForDayForm):  # type: ignore[type-arg]
    username = forms.CharField(
        label=_("User name"),
        max_length=60,
        validators=[ASCIIUsernameValidator()],
        help_text=_("What you type to sign in: letters and digits, no spaces."),
        widget=forms.TextInput(attrs={**AS_TYPED, "autocomplete": "username"}),
    )
    password1, password2 = SetPasswordMixin.create_password_fields(
        label1=_("Password"), label2=_("Password again")
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
        label=_("Your current password"),
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
    code = code_field(_("The six digits your phone shows"))
    field_order = ["code", "password"]

    def clean_code(self) -> str:
        return str(self.cleaned_data["code"]).replace(" ", "")


class SignInCodeForm(forms.Form):
    code = code_field(_("The six digits your phone shows, or a spare code"))


class NewPasswordForm(SetPasswordForm):  # type: ignore[type-arg]
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        word_new_passwords(self)


def word_new_passwords(form: forms.Form) -> None:
    for name, label, help_text in (
        (
            "new_password1",
            _("New password"),
            _("At least 8 characters; not your name, and not a common word."),
        ),
        ("new_password2", _("New password again"), ""),
    ):
        form.fields[name].label = label
        form.fields[name].help_text = help_text


class OwnPasswordForm(PasswordChangeForm):
    stamp = StampField(initial=Stamp)

    def __init__(self, request: StaffRequest, *args: Any, **options: Any) -> None:
        super().__init__(request.user, *args, **options)
        self.request = request
        self.fields["old_password"].label = _("Your current password")
        word_new_passwords(self)

    def clean_old_password(self) -> str:
        password: str = self.cleaned_data["old_password"]
        if not is_password_of(self.request, password):
            raise forms.ValidationError(self.error_messages["password_incorrect"], code="password_incorrect")
        return password
