"""Importing a roster: upload, look at the preview, say what is unclear, apply."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import FileResponse, Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.access import StaffRequest, get_tournament
from tournament.forms import place_faults
from tournament.models import RosterUpload, Tournament
from tournament.refused import Refused
from tournament.roster import actions
from tournament.roster.forms import ReadingForm, UploadForm, read_answers, read_ids, read_line_kind
from tournament.roster.queries import last_entered
from tournament.roster.reading import FIELDS, Difference, Layout, Sheet
from tournament.roster.reading.columns import field_of, heading_rows, headings
from tournament.roster.reading.lines import in_one
from tournament.stamps import stamp_of

SAMPLES = settings.ROOT / "samples" / "rosters"
ROWS_SHOWN = 4


@require_http_methods(["GET", "HEAD", "POST"])
def roster_import(request: StaffRequest, slug: str) -> HttpResponse:
    """Takes a file; nothing of it is stored but the file itself, until its preview is applied."""
    tournament = get_tournament(request, slug, may="direct")
    form = UploadForm(request.POST, request.FILES) if request.method == "POST" else UploadForm()
    if form.is_bound and form.is_valid():
        file = form.cleaned_data["file"]
        try:
            upload = actions.park(tournament, by=request.user, name=file.name, content=file.read())
        except Refused as refused:
            place_faults(form, refused)
        else:
            return redirect("roster-preview", slug, upload.pk)
    samples = sorted(sample.name for sample in SAMPLES.iterdir())
    context = {"tournament": tournament, "section": "entries", "form": form, "samples": samples}
    return render(request, "tournament/roster/import.html", context, status=422 if form.is_bound else 200)


@require_safe
def roster_sample(request: StaffRequest, slug: str, name: str) -> FileResponse:
    """One of the rosters to try the import with."""
    get_tournament(request, slug, may="direct")
    if name not in {sample.name for sample in SAMPLES.iterdir()}:
        raise Http404(_("There is no such sample."))
    return FileResponse((SAMPLES / name).open("rb"), as_attachment=True, filename=name)


@require_safe
def roster_preview(request: StaffRequest, slug: str, upload: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    parked = get_upload(request, tournament, upload)
    if parked.applied_at:
        return applied_already(request, slug)
    return preview_page(request, parked)


def get_upload(request: StaffRequest, tournament: Tournament, pk: int) -> RosterUpload:
    """An upload of this tournament, by the one who made it."""
    uploads = RosterUpload.objects.select_related("tournament__club")
    return get_object_or_404(uploads, pk=pk, tournament=tournament, by=request.user)


def applied_already(request: StaffRequest, slug: str) -> HttpResponse:
    messages.info(request, _("This roster is in already; nothing was changed a second time."))
    return redirect("entries", slug)


@require_POST
def roster_columns(request: StaffRequest, slug: str, upload: int) -> HttpResponse:
    """Encoding, separator, sheet, header and columns, said by hand."""
    tournament = get_tournament(request, slug, may="direct")
    parked = get_upload(request, tournament, upload)
    if parked.applied_at:
        return applied_already(request, slug)
    form = reading_form(parked, actions.sheet_of(parked), request.POST)
    if form.is_valid():
        try:
            actions.read_again(
                parked,
                encoding=form.cleaned_data.get("encoding", ""),
                separator=form.separator_sign(),
                layout=form.layout(),
            )
        except Refused as refused:
            place_faults(form, refused)
        else:
            return redirect("roster-preview", slug, parked.pk)
    return preview_page(request, parked, reading=form, status=422)


@require_POST
def roster_line(request: StaffRequest, slug: str, upload: int) -> HttpResponse:
    """What one line is, where the guess was wrong; the answers given so far stay on the page."""
    tournament = get_tournament(request, slug, may="direct")
    parked = get_upload(request, tournament, upload)
    if parked.applied_at:
        return applied_already(request, slug)
    if mend := read_line_kind(request.POST):
        actions.set_line_kind(parked, *mend)
    return preview_page(request, parked)


@require_POST
def roster_apply(request: StaffRequest, slug: str, upload: int) -> HttpResponse:
    """The whole preview in one change, or nothing."""
    tournament = get_tournament(request, slug, may="direct")
    parked = get_upload(request, tournament, upload)
    if parked.applied_at:
        return applied_already(request, slug)
    try:
        actions.apply_roster(
            parked,
            by=request.user,
            stamp=stamp_of(request.POST),
            answers=read_answers(request.POST),
            withdraw=read_ids(request.POST, "withdraw"),
            reinstate=read_ids(request.POST, "reinstate"),
        )
    except Refused as refused:
        return preview_page(request, parked, refused=refused, status=refused.status)
    messages.success(request, _("%(file)s is in.") % {"file": parked.name})
    return redirect("entries", slug)


def preview_page(
    request: StaffRequest,
    parked: RosterUpload,
    *,
    reading: ReadingForm | None = None,
    refused: Refused | None = None,
    status: int = 200,
) -> HttpResponse:
    sheet = actions.sheet_of(parked)
    layout = Layout.from_json(parked.layout)
    form = reading or reading_form(parked, sheet)
    difference, stopped = None, refused
    try:
        difference = actions.difference(parked, sheet)
    except Refused as unreadable:
        stopped = unreadable
    context: dict[str, Any] = {
        "tournament": parked.tournament,
        "section": "entries",
        "upload": parked,
        "form": form,
        "rows": sample_of(sheet, layout, form.width),
        "titles": titles_of(sheet, layout),
        "guessed": columns_of(sheet, layout, guessed=True),
        "dropped": columns_of(sheet, layout, guessed=False),
        "difference": difference,
        "faults": stopped.faults if stopped else (),
        "new_with": columns_of_new(difference) if difference else {},
        "unsure": unsure(request, parked.tournament, difference) if difference else [],
        "to_decide": len(difference.questions) + len(difference.unclear) if difference else 0,
        "withdraw": read_ids(request.POST, "withdraw"),
        "reinstate": read_ids(request.POST, "reinstate"),
    }
    return render(request, "tournament/roster/preview.html", context, status=status)


def reading_form(parked: RosterUpload, sheet: Sheet, data: Any = None) -> ReadingForm:
    layout = Layout.from_json(parked.layout)
    initial = {
        "encoding": parked.encoding,
        "separator": "tab" if parked.separator == "\t" else parked.separator,
        "title": sheet.title,
        "header": layout.header,
        "last_first": layout.last_first,
        **{f"column_{column}": field for column, field in enumerate(layout.fields)},
    }
    return ReadingForm(data, initial=initial, sheet=sheet)


def sample_of(sheet: Sheet, layout: Layout, width: int) -> list[dict[str, Any]]:
    """The first rows as they are cut, down to a few players; `used` is whether a row holds one."""
    return [
        {"line": line, "cells": (*cells, *[""] * width)[:width], "used": place >= layout.header}
        for place, (line, cells) in enumerate(sheet.rows[: layout.header + ROWS_SHOWN])
    ]


def titles_of(sheet: Sheet, layout: Layout) -> list[str]:
    """What stands above the names of the columns, a row each; it is left out."""
    above = max(layout.header - len(heading_rows(sheet, layout.header)), 0)
    return [in_one(cells) for _line, cells in sheet.rows[:above]]


def columns_of(sheet: Sheet, layout: Layout, *, guessed: bool) -> list[dict[str, Any]]:
    """The columns that were guessed by their cells, or else those that are left out: heading and field of each."""
    labels = [" ".join(heading) for heading in headings(sheet, layout.header)]
    return [
        {"heading": label or _("Column %(number)s") % {"number": column + 1}, "field": FIELDS.get(field, "")}
        for column, (label, field) in enumerate(zip(labels, layout.fields, strict=False))
        if (field and not field_of([label])[0] if guessed else label and not field)
    ]


def columns_of_new(difference: Difference) -> dict[str, bool]:
    """Which columns the table of new players needs: what the file says of nobody has none."""
    fields = ("town", "member_number", "shows_initials", "phone", "email", "notes", "fee")
    return {field: any(getattr(new.line, field) for new in difference.new) for field in fields}


def unsure(request: StaffRequest, tournament: Tournament, difference: Difference) -> list[dict[str, Any]]:
    """The questions with what tells those offered apart, and the answers given so far, so that nothing is lost."""
    offered = {known.person for question in difference.questions for known in question.candidates}
    last = last_entered(tournament, offered)
    return [
        {
            "question": question,
            "candidates": [
                {"person": known, "last": last.get(known.person)} for known in question.candidates
            ],
            "chosen": request.POST.get(f"line-{question.line.key}", ""),
        }
        for question in difference.questions
    ]
