from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext_lazy as _

from club.forms import TidyField
from club.models import User


class StartForm(forms.Form):
    """Three answers. The password is typed once: it can be looked at, and set anew on the machine itself."""

    club = TidyField(
        label=_("Your club’s name"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "organization", "autofocus": True}),
    )
    name = TidyField(
        label=_("Your name"), max_length=120, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    password = forms.CharField(
        label=_("Choose a password"),
        max_length=4096,
        strip=False,
        help_text=_("At least 8 characters. Three words make a good one."),
        widget=forms.PasswordInput(render_value=True, attrs={"autocomplete": "new-password"}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "password" in cleaned:
            try:
                validate_password(cleaned["password"], User(username=cleaned.get("name", "")))
            except forms.ValidationError as error:
                self.add_error("password", error)
        return cleaned
