from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms import TidyField
from tournament.stamps import Stamp, StampField


class MessageForm(forms.Form):
    stamp = StampField(initial=Stamp)
    words = TidyField(
        label=_("What everybody is to read"),
        max_length=300,
        error_messages={"required": _("Write what everybody is to read.")},
        help_text=_("One or two sentences, such as “Lunch is served in the garden room.”"),
    )
