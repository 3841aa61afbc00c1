from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.forms import TidyField
from club.names import has_letter
from record.stamps import Stamp, StampField

NAMES_APART = ","


class EraseAccountForm(forms.Form):
    stamp = StampField(initial=Stamp)
    remove_copies = forms.BooleanField(
        label=gettext_lazy("Remove the copies of the database that were made before"),
        required=False,
        help_text=gettext_lazy("They still have the name. A new copy is made first."),
    )
    name = TidyField(
        label=gettext_lazy("Type the name again"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy("Type it as shown above. This cannot be undone."),
    )

    def __init__(self, *args: Any, called: str, has_copies: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        self.called = called
        if not has_copies:
            del self.fields["remove_copies"]

    def clean_name(self) -> str:
        if self.cleaned_data["name"].casefold() != self.called.casefold():
            message = _("To erase this person, type the name as shown above: %(name)s.")
            raise forms.ValidationError(message % {"name": self.called})
        return str(self.cleaned_data["name"])

    @property
    def values(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {"remove_copies": data.get("remove_copies", False), "stamp": data["stamp"]}


class EraseForm(EraseAccountForm):
    instead = forms.ChoiceField(label=gettext_lazy("Show results as"), widget=forms.RadioSelect)
    also = TidyField(
        label=gettext_lazy("Other names that notes may use for them"),
        max_length=300,
        required=False,
        help_text=gettext_lazy(
            "Nicknames or spellings, with commas. They are erased from reasons and messages too."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    field_order = ["stamp", "instead", "also", "remove_copies", "name"]

    def __init__(self, *args: Any, names: dict[str, str], **options: Any) -> None:
        super().__init__(*args, **options)
        self.names = names
        field = self.fields["instead"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101  (for the type checker)
        field.choices = list(names.items())
        self.initial.setdefault("instead", next(iter(names)))

    def clean_also(self) -> list[str]:
        names = [name.strip() for name in self.cleaned_data["also"].split(NAMES_APART)]
        if any(len(name) < 2 or not has_letter(name) for name in names if name):
            raise forms.ValidationError(_("Each needs at least two letters."))
        return [name for name in names if name]

    @property
    def values(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {**super().values, "instead": self.names[data["instead"]], "also": data["also"]}
