from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import FileResponse, Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.access import StaffRequest
from club.names import recapitalized
from record.answering import refusals_in, status_of
from record.refused import Refused
from record.stamps import stamp_of
from tournament.access import get_tournament
from tournament.fees.queries import accounts
from tournament.models import RosterUpload, Tournament
from tournament.roster import actions
from tournament.roster.forms import LayoutForm, UploadForm, read_answers, read_ids, read_line_kind
from tournament.roster.parsing.cells import in_one
from tournament.roster.parsing.columns import FIELDS, Layout, RosterSheet, field_of, heading_rows, headings
from tournament.roster.parsing.difference import RosterDifference
from tournament.roster.queries import last_entered

SAMPLES = settings.ROOT / "samples" / "rosters"
ROWS_SHOWN = 4


@require_http_methods(["GET", "HEAD", "POST"])
def roster_import(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    form = UploadForm(request.POST, request.FILES) if request.method == "POST" else UploadForm()
    if form.is_valid():
        file = form.cleaned_data["file"]
        with refusals_in(form):
            upload = actions.park(tournament, by=request.user, name=file.name, content=file.read())
            return redirect("roster-preview", slug, upload.pk)
    samples = sorted(sample.name for sample in SAMPLES.iterdir())
    context = {"tournament": tournament, "section": "entries", "form": form, "samples": samples}
    return render(request, "tournament/roster/import.html", context, status=status_of(form))


@require_safe
def roster_sample(request: StaffRequest, slug: str, name: str) -> FileResponse:
    get_tournament(request, slug, may="direct")
    if name not in {sample.name for sample in SAMPLES.iterdir()}:
        raise Http404(_("There is no such sample."))
    return FileResponse((SAMPLES / name).open("rb"), as_attachment=True, filename=name)


def of_upload(view: Callable[[StaffRequest, RosterUpload], HttpResponse]) -> Callable[..., HttpResponse]:
    """For directors: the view of an upload that they made, and that is not in yet."""

    @wraps(view)
    def answer(request: StaffRequest, slug: str, upload: int) -> HttpResponse:
        tournament = get_tournament(request, slug, may="direct")
        uploads = RosterUpload.objects.select_related("tournament__club")
        stored_upload = get_object_or_404(uploads, pk=upload, tournament=tournament, by=request.user)
        return already_in(request, slug) if stored_upload.applied_at else view(request, stored_upload)

    return answer


def already_in(request: StaffRequest, slug: str) -> HttpResponse:
    messages.info(request, _("This roster is already imported; nothing was changed a second time."))
    return redirect("entries", slug)


@require_safe
@of_upload
def roster_preview(request: StaffRequest, stored_upload: RosterUpload) -> HttpResponse:
    return preview_page(request, stored_upload)


@require_POST
@of_upload
def roster_columns(request: StaffRequest, stored_upload: RosterUpload) -> HttpResponse:
    form = layout_form(stored_upload, actions.sheet_of(stored_upload), request.POST)
    if form.is_valid():
        with refusals_in(form):
            actions.read_again(
                stored_upload,
                encoding=form.cleaned_data.get("encoding", ""),
                separator=form.separator_sign(),
                layout=form.layout(),
            )
            return redirect("roster-preview", stored_upload.tournament.slug, stored_upload.pk)
    return preview_page(request, stored_upload, bound_form=form)


@require_POST
@of_upload
def roster_line(request: StaffRequest, stored_upload: RosterUpload) -> HttpResponse:
    if request.POST.get("names") in ("mended", "typed"):
        actions.set_layout(stored_upload, mends_names=request.POST["names"] == "mended")
    elif mend := read_line_kind(request.POST):
        actions.set_line_kind(stored_upload, *mend)
    return preview_page(request, stored_upload)


@require_POST
@of_upload
def roster_apply(request: StaffRequest, stored_upload: RosterUpload) -> HttpResponse:
    tournament = stored_upload.tournament
    earlier = set(tournament.categories.values_list("pk", flat=True))
    with refusals_in() as trouble:
        came_in = actions.apply_roster(
            stored_upload,
            by=request.user,
            stamp=stamp_of(request.POST),
            answers=read_answers(request.POST),
            withdraw=read_ids(request.POST, "withdraw"),
            reinstate=read_ids(request.POST, "reinstate"),
        )
        if came_in is None:
            return already_in(request, tournament.slug)
        message = _("%(file)s is in: %(new)d added, %(changed)d changed, %(unchanged)d unchanged.")
        if not came_in.changed and not came_in.unchanged:
            message = _("%(file)s is in: %(new)d added. “Today” says what comes next.")
        counts = {name: len(getattr(came_in, name)) for name in ("new", "changed", "unchanged")}
        messages.success(request, message % {"file": stored_upload.name, **counts})
        if new := tournament.categories.exclude(pk__in=earlier).values_list("name", flat=True):
            message = _(
                "New categories: %(names)s. Say under “Half days and other categories” after which round they leave."
            )
            messages.info(request, message % {"names": ", ".join(new)})
        if paid := sum(account.listed_payment is not None for account in accounts(tournament)):
            words = ngettext(
                "The list says that %d player has paid.", "The list says that %d players have paid.", paid
            )
            link = format_html(
                '<a href="{}#several">{}</a>', reverse("fees", args=[tournament.slug]), _("Enter it")
            )
            messages.info(request, format_html("{} {}", words % paid, link))
        return redirect("entries", tournament.slug)
    return preview_page(request, stored_upload, refused=trouble.refused)


def preview_page(
    request: StaffRequest,
    stored_upload: RosterUpload,
    *,
    bound_form: LayoutForm | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    sheet = actions.sheet_of(stored_upload)
    layout = Layout.from_json(stored_upload.layout)
    form = bound_form or layout_form(stored_upload, sheet)
    difference = None
    with refusals_in() as unreadable:
        difference = actions.difference(stored_upload, sheet)
    stopped = unreadable.refused or refused
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
        "imports": difference is not None and difference.changes_something and not difference.names_nobody,
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
    return render(request, "tournament/roster/preview.html", context, status=status_of(refused, bound_form))


def layout_form(stored_upload: RosterUpload, sheet: RosterSheet, data: Any = None) -> LayoutForm:
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


def sample_of(sheet: RosterSheet, layout: Layout, width: int) -> list[dict[str, Any]]:
    """The first rows as cells, down to a few players; `used`: the row holds a player."""
    return [
        {"line": line, "cells": (*cells, *[""] * width)[:width], "used": position >= layout.header}
        for position, (line, cells) in enumerate(sheet.rows[: layout.header + ROWS_SHOWN])
    ]


def titles_of(sheet: RosterSheet, layout: Layout) -> list[str]:
    count = max(layout.header - len(heading_rows(sheet, layout.header)), 0)
    return [in_one(cells) for _line, cells in sheet.rows[:count]]


def columns_of(sheet: RosterSheet, layout: Layout, *, guessed: bool) -> list[dict[str, Any]]:
    # A single column is no guess: whoever typed it sees below what came of it.
    labels = [" ".join(heading) for heading in headings(sheet, layout.header)]
    return [
        {"heading": label or _("Column %(number)s") % {"number": column + 1}, "field": FIELDS.get(field, "")}
        for column, (label, field) in enumerate(zip(labels, layout.fields, strict=False))
        if (field and len(layout.fields) > 1 and not field_of([label])[0] if guessed else label and not field)
    ]


def names_to_mend(difference: RosterDifference) -> list[tuple[str, str]]:
    names = [new.line.name for new in difference.new if new.known is None]
    names += [question.line.name for question in difference.questions]
    return [(name, better) for name in names if (better := recapitalized(name))]


def columns_of_new(difference: RosterDifference) -> dict[str, bool]:
    fields = ("town", "member_number", "shows_initials", "phone", "email", "notes", "fee", "category")
    return {field: any(getattr(new.line, field) for new in difference.new) for field in fields}


def unsure(
    request: StaffRequest, tournament: Tournament, difference: RosterDifference
) -> list[dict[str, Any]]:
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
