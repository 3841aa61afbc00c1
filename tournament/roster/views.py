"""Importing a roster: upload, preview, corrections, apply."""

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
from tournament.names import recapitalized
from tournament.refused import Refused
from tournament.roster import actions
from tournament.roster.forms import LayoutForm, UploadForm, read_answers, read_ids, read_line_kind
from tournament.roster.parsing import FIELDS, Difference, Layout, Sheet
from tournament.roster.parsing.cells import in_one
from tournament.roster.parsing.columns import field_of, heading_rows, headings
from tournament.roster.queries import last_entered
from tournament.stamps import stamp_of

SAMPLES = settings.ROOT / "samples" / "rosters"
ROWS_SHOWN = 4


@require_http_methods(["GET", "HEAD", "POST"])
def roster_import(request: StaffRequest, slug: str) -> HttpResponse:
    """Stores an uploaded file, and nothing else of it until its preview is applied."""
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
    get_tournament(request, slug, may="direct")
    if name not in {sample.name for sample in SAMPLES.iterdir()}:
        raise Http404(_("There is no such sample."))
    return FileResponse((SAMPLES / name).open("rb"), as_attachment=True, filename=name)


@require_safe
def roster_preview(request: StaffRequest, slug: str, upload: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    stored_upload = get_upload(request, tournament, upload)
    if stored_upload.applied_at:
        return applied_already(request, slug)
    return preview_page(request, stored_upload)


def get_upload(request: StaffRequest, tournament: Tournament, pk: int) -> RosterUpload:
    """An upload of this tournament, for the user who made it."""
    uploads = RosterUpload.objects.select_related("tournament__club")
    return get_object_or_404(uploads, pk=pk, tournament=tournament, by=request.user)


def applied_already(request: StaffRequest, slug: str) -> HttpResponse:
    messages.info(request, _("This roster is in already; nothing was changed a second time."))
    return redirect("entries", slug)


@require_POST
def roster_columns(request: StaffRequest, slug: str, upload: int) -> HttpResponse:
    """Sets encoding, separator, sheet, header and columns."""
    tournament = get_tournament(request, slug, may="direct")
    stored_upload = get_upload(request, tournament, upload)
    if stored_upload.applied_at:
        return applied_already(request, slug)
    form = layout_form(stored_upload, actions.sheet_of(stored_upload), request.POST)
    if form.is_valid():
        try:
            actions.read_again(
                stored_upload,
                encoding=form.cleaned_data.get("encoding", ""),
                separator=form.separator_sign(),
                layout=form.layout(),
            )
        except Refused as refused:
            place_faults(form, refused)
        else:
            return redirect("roster-preview", slug, stored_upload.pk)
    return preview_page(request, stored_upload, bound_form=form, status=422)


@require_POST
def roster_line(request: StaffRequest, slug: str, upload: int) -> HttpResponse:
    """Corrects the kind of one line; answers given so far stay on the page."""
    tournament = get_tournament(request, slug, may="direct")
    stored_upload = get_upload(request, tournament, upload)
    if stored_upload.applied_at:
        return applied_already(request, slug)
    if request.POST.get("names") in ("mended", "typed"):
        actions.mend_names(stored_upload, mends=request.POST["names"] == "mended")
    elif mend := read_line_kind(request.POST):
        actions.set_line_kind(stored_upload, *mend)
    return preview_page(request, stored_upload)


@require_POST
def roster_apply(request: StaffRequest, slug: str, upload: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    stored_upload = get_upload(request, tournament, upload)
    if stored_upload.applied_at:
        return applied_already(request, slug)
    earlier = set(tournament.categories.values_list("pk", flat=True))
    try:
        actions.apply_roster(
            stored_upload,
            by=request.user,
            stamp=stamp_of(request.POST),
            answers=read_answers(request.POST),
            withdraw=read_ids(request.POST, "withdraw"),
            reinstate=read_ids(request.POST, "reinstate"),
        )
    except Refused as refused:
        return preview_page(request, stored_upload, refused=refused, status=refused.status)
    messages.success(request, _("%(file)s is in.") % {"file": stored_upload.name})
    if new := tournament.categories.exclude(pk__in=earlier).values_list("name", flat=True):
        message = _(
            "Made by it: %(names)s. Say under “Half days and other categories” after which round they leave."
        )
        messages.info(request, message % {"names": ", ".join(new)})
    return redirect("entries", slug)


def preview_page(
    request: StaffRequest,
    stored_upload: RosterUpload,
    *,
    bound_form: LayoutForm | None = None,
    refused: Refused | None = None,
    status: int = 200,
) -> HttpResponse:
    sheet = actions.sheet_of(stored_upload)
    layout = Layout.from_json(stored_upload.layout)
    form = bound_form or layout_form(stored_upload, sheet)
    difference, stopped = None, refused
    try:
        difference = actions.difference(stored_upload, sheet)
    except Refused as unreadable:
        stopped = unreadable
    context: dict[str, Any] = {
        "tournament": stored_upload.tournament,
        "section": "entries",
        "upload": stored_upload,
        "form": form,
        "rows": sample_of(sheet, layout, form.width),
        "titles": titles_of(sheet, layout),
        "guessed": columns_of(sheet, layout, guessed=True),
        "dropped": columns_of(sheet, layout, guessed=False),
        "difference": difference,
        "faults": stopped.faults if stopped else (),
        "new_categories": actions.unknown_categories(stored_upload.tournament, difference)
        if difference
        else [],
        "mends_names": layout.mends_names,
        "to_mend": names_to_mend(difference) if difference else [],
        "new_with": columns_of_new(difference) if difference else {},
        "unsure": unsure(request, stored_upload.tournament, difference) if difference else [],
        "to_decide": len(difference.questions) + len(difference.unclear) if difference else 0,
        "withdraw": read_ids(request.POST, "withdraw"),
        "reinstate": read_ids(request.POST, "reinstate"),
    }
    return render(request, "tournament/roster/preview.html", context, status=status)


def layout_form(stored_upload: RosterUpload, sheet: Sheet, data: Any = None) -> LayoutForm:
    layout = Layout.from_json(stored_upload.layout)
    initial = {
        "encoding": stored_upload.encoding,
        "separator": "tab" if stored_upload.separator == "\t" else stored_upload.separator,
        "title": sheet.title,
        "header": layout.header,
        "last_first": layout.last_first,
        **{f"column_{column}": field for column, field in enumerate(layout.fields)},
    }
    return LayoutForm(data, initial=initial, sheet=sheet)


def sample_of(sheet: Sheet, layout: Layout, width: int) -> list[dict[str, Any]]:
    """The first rows as cells, down to a few players; `used`: the row holds a player."""
    return [
        {"line": line, "cells": (*cells, *[""] * width)[:width], "used": position >= layout.header}
        for position, (line, cells) in enumerate(sheet.rows[: layout.header + ROWS_SHOWN])
    ]


def titles_of(sheet: Sheet, layout: Layout) -> list[str]:
    """The rows above the header, which are left out."""
    count = max(layout.header - len(heading_rows(sheet, layout.header)), 0)
    return [in_one(cells) for _line, cells in sheet.rows[:count]]


def columns_of(sheet: Sheet, layout: Layout, *, guessed: bool) -> list[dict[str, Any]]:
    """Heading and field of the columns that were guessed by their cells, or else of those left out."""
    labels = [" ".join(heading) for heading in headings(sheet, layout.header)]
    return [
        {"heading": label or _("Column %(number)s") % {"number": column + 1}, "field": FIELDS.get(field, "")}
        for column, (label, field) in enumerate(zip(labels, layout.fields, strict=False))
        if (field and not field_of([label])[0] if guessed else label and not field)
    ]


def names_to_mend(difference: Difference) -> list[tuple[str, str]]:
    """The names all in small or all in capital letters that would come in, each with what it would be."""
    names = [new.line.name for new in difference.new if new.known is None]
    names += [question.line.name for question in difference.questions]
    return [(name, better) for name in names if (better := recapitalized(name))]


def columns_of_new(difference: Difference) -> dict[str, bool]:
    """Which columns the table of new players needs: those with a value in any line."""
    fields = ("town", "member_number", "shows_initials", "phone", "email", "notes", "fee", "category")
    return {field: any(getattr(new.line, field) for new in difference.new) for field in fields}


def unsure(request: StaffRequest, tournament: Tournament, difference: Difference) -> list[dict[str, Any]]:
    """The questions with what distinguishes the candidates, and the answers given so far."""
    offered = {candidate.person for question in difference.questions for candidate in question.candidates}
    last = last_entered(tournament, offered)
    return [
        {
            "question": question,
            "candidates": [
                {"person": candidate, "last": last.get(candidate.person)} for candidate in question.candidates
            ],
            "chosen": request.POST.get(f"line-{question.line.key}", ""),
        }
        for question in difference.questions
    ]
