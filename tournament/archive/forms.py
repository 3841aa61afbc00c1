from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.forms import TidyField
from record.stamps import Stamp, StampField
from tournament.archive.people import PersonAnswer, PersonQuestion


class ArchiveForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("Archive"),
        help_text=format_lazy(
            gettext_lazy(
                "A file whose name ends in .jsonl, at most 4 MB. A larger one can be restored on the "
                "computer itself: {command} restore."
            ),
            command=settings.COMMAND,
        ),
        widget=forms.FileInput(attrs={"accept": ".jsonl"}),
        error_messages={"empty": gettext_lazy("There is nothing in this file.")},
    )


class RestoreForm(forms.Form):
    stamp = StampField(initial=Stamp)
    slug = forms.SlugField(
        label=gettext_lazy("Short address"),
        max_length=60,
        help_text=gettext_lazy("The last part of the public address."),
    )

    def __init__(self, *args: Any, questions: list[PersonQuestion], **options: Any) -> None:
        super().__init__(*args, **options)
        self.questions = questions
        for question in questions:
            description = ", ".join(filter(None, [question.known.name, question.known.town]))
            self.fields[f"person-{question.number}"] = forms.ChoiceField(
                label=", ".join(filter(None, [question.name, question.member_number, question.town])),
                help_text=_("The club knows this number.")
                if question.by_number
                else _("The club knows this name."),
                choices=[
                    ("same", _("The same person: %(name)s") % {"name": description}),
                    ("other", _("Somebody else, who is new to the club")),
                ],
                widget=forms.RadioSelect,
            )

    @property
    def answers(self) -> dict[int, PersonAnswer]:
        return {
            question.number: self.cleaned_data[f"person-{question.number}"] for question in self.questions
        }

    @property
    def people(self) -> list[forms.BoundField]:
        return [self[f"person-{question.number}"] for question in self.questions]


class GoBackForm(forms.Form):
    stamp = StampField()
    reason = TidyField(
        label=gettext_lazy("Why"), max_length=300, help_text=gettext_lazy("Kept in the tournament's journal.")
    )
