from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from club.forms import TidyField
from phones.models import PhoneMode, PhoneSetting
from record.stamps import Stamp, StampField


class PhonesForm(forms.Form):
    stamp = StampField()
    mode = forms.ChoiceField(
        label=_("What phones are for"), choices=PhoneMode.choices, widget=forms.RadioSelect
    )
    wifi = TidyField(
        label=PhoneSetting._meta.get_field("wifi").verbose_name,
        help_text=PhoneSetting._meta.get_field("wifi").help_text,
        max_length=80,
        required=False,
    )

    def __init__(self, data: Any = None, *, setting: PhoneSetting) -> None:
        values = {"mode": setting.mode, "wifi": setting.wifi}
        super().__init__(data, initial={**values, "stamp": Stamp(seen=values)})
