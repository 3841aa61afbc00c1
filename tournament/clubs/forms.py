from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.contrib.auth.validators import ASCIIUsernameValidator
from django.utils.translation import gettext_lazy as _

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
        help_text=_("Directors change everything; scorekeepers enter scores."),
    )


class RoleForm(forms.Form):
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)


class OwnPasswordForm(PasswordChangeForm):
    """Everybody's own password, asked in plain words."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
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
