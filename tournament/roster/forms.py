from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.forms import has_digits
from record.refused import Refused
from tournament.roster.parsing.cells import in_one, shortened
from tournament.roster.parsing.columns import FIELDS, LINE_KINDS, MOST_TITLES, Layout, RosterSheet, Row
from tournament.roster.parsing.difference import LineAnswer
from tournament.roster.parsing.file import ENCODINGS, MOST_COLUMNS, SEPARATORS, check_size


class UploadForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("Roster file"),
        required=False,
        help_text=gettext_lazy(
            "CSV, Excel (.xlsx, .xls) or OpenDocument (.ods), at most 1,000 players and 2 MB."
        ),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx,.xls,.ods"}),
        error_messages={"empty": gettext_lazy("There is nothing in this file.")},
    )
    pasted = forms.CharField(
        label=gettext_lazy("Or type or paste the names"),
        required=False,
        help_text=gettext_lazy("One player a line, such as “Ann Lee”."),
        widget=forms.Textarea(attrs={"rows": 6}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "file" in self.errors:
            return cleaned
        pasted = cleaned.get("pasted") or ""
        file = cleaned.get("file") or (pasted and ContentFile(pasted.encode(), _("Pasted list")))
        if not file:
            raise ValidationError(_("Choose a file, or paste the names."), code="nothing")
        try:
            check_size(file.size)
        except Refused as refused:
            raise ValidationError(str(refused), code="size") from None
        return {"file": file}


class LayoutForm(forms.Form):
    encoding = forms.ChoiceField(
        label=gettext_lazy("Encoding"),
        choices=list(ENCODINGS.items()),
        help_text=gettext_lazy("Change it if accents or other letters look wrong below."),
    )
    separator = forms.ChoiceField(
        label=gettext_lazy("Columns are separated by"),
        choices=[("tab" if key == "\t" else key, name) for key, name in SEPARATORS.items()],
        help_text=gettext_lazy("Change it if everything is in one column below."),
    )
    title = forms.ChoiceField(label=gettext_lazy("Sheet"))
    header = forms.TypedChoiceField(
        label=gettext_lazy("Line with the column names"),
        coerce=int,
        help_text=gettext_lazy("That line and those above it are not players."),
    )
    last_first = forms.BooleanField(label=gettext_lazy("Names are written “Last, First”"), required=False)

    def __init__(self, *args: Any, sheet: RosterSheet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not sheet.encoding:
            del self.fields["encoding"], self.fields["separator"]
        if len(sheet.titles) < 2:
            del self.fields["title"]
        else:
            cast("forms.ChoiceField", self.fields["title"]).choices = [
                (title, title) for title in sheet.titles
            ]
        cast("forms.ChoiceField", self.fields["header"]).choices = [
            (0, _("None: the first line is a player")),
            *(
                (row_number, row_words(row))
                for row_number, row in enumerate(sheet.rows[: MOST_TITLES + 1], 1)
            ),
        ]
        self.sheet = sheet
        self.width = min(sheet.width, MOST_COLUMNS)
        for column in range(self.width):
            self.fields[f"column_{column}"] = forms.ChoiceField(
                label=_("Column %(number)s") % {"number": column + 1},
                choices=[("", _("leave out")), *FIELDS.items()],
                required=False,
            )

    def columns(self) -> list[forms.BoundField]:
        return [self[f"column_{column}"] for column in range(self.width)]

    def layout(self) -> Layout:
        values = self.cleaned_data
        return Layout(
            tuple(values[f"column_{column}"] for column in range(self.width)),
            values["header"],
            values["last_first"],
            values.get("title", self.sheet.title),
        )

    def separator_sign(self) -> str:
        sign = str(self.cleaned_data.get("separator", ""))
        return "\t" if sign == "tab" else sign


def row_words(row: Row) -> str:
    line, cells = row
    return _("Line %(line)s: %(text)s") % {"line": line, "text": shortened(in_one(cells), 50)}


def read_answers(data: QueryDict) -> dict[str, LineAnswer]:
    """Answers by the key of their line, from fields named line-12; anything else is left out."""
    answers = {}
    for name in data:
        answer = LineAnswer.read(str(data[name])) if name.startswith("line-") else None
        if answer:
            answers[name.removeprefix("line-")] = answer
    return answers


def read_line_kind(data: QueryDict) -> tuple[int, str] | None:
    """Line number and kind, from a button such as "9 people"; None for anything else."""
    line, _space, kind = data.get("mend", "").partition(" ")
    return (int(line), kind) if has_digits(line, 18) and kind in {"", *LINE_KINDS} else None


def read_ids(data: QueryDict, name: str) -> set[int]:
    return {int(text) for text in data.getlist(name) if has_digits(text, 18)}
