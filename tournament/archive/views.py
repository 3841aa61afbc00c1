from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from club.access import StaffRequest, get_club
from club.names import first_free
from record.answering import posted, refusals_in, status_of
from record.archive import files, uploads
from record.archive.reading import Archive, parse
from record.archive.writing import archive
from record.backups import Copy
from record.journal import is_known
from record.stamps import Stamp, stamp_of
from tournament.access import get_tournament
from tournament.archive import actions, rehearsal
from tournament.archive.forms import ArchiveForm, GoBackForm, RestoreForm
from tournament.archive.people import match_people
from tournament.models import Tournament
from tournament.words import archive_reason_in_words
from ui.declared import declared

CONTENT_TYPE = "application/x-ndjson"
MOST_DOUBTS = 5


@require_safe
@vary_on_headers("HX-Request")
def archives(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    context: dict[str, Any] = {
        "tournament": tournament,
        "section": "settings",
        "result": rehearsal.last_of(tournament),
        "running": rehearsal.under_way(tournament),
    }
    if request.htmx:
        return render(request, "tournament/archive/_rehearsal.html", context)
    context |= {
        "stored": [(item, archive_reason_in_words(item.reason)) for item in files.archive_files(tournament)],
        "folder": files.named_folder(),
        "failure": files.last_failure(tournament),
    }
    return render(request, "tournament/archive/archives.html", context)


@require_safe
def archive_download(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    content = archive(tournament, contacts=request.GET.get("contacts") == "on")
    name = f"{tournament.slug}.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=CONTENT_TYPE, headers=headers)


@require_safe
def archive_stored(request: StaffRequest, slug: str, archive: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    path = get_stored(tournament, archive).path
    headers = {"Content-Disposition": f'attachment; filename="{path.name}"'}
    # Read at once: Windows removes no file that is still being sent.
    return HttpResponse(path.read_bytes(), content_type=CONTENT_TYPE, headers=headers)


def get_stored(tournament: Tournament, number: int) -> Copy:
    for item in files.archive_files(tournament):
        if item.number == number:
            return item
    raise Http404(_("There is no such archive any more."))


@require_http_methods(["GET", "HEAD", "POST"])
def archive_go_back(request: StaffRequest, slug: str, archive: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    item = get_stored(tournament, archive)
    archived = parse(item.path.read_bytes())
    stamp = Stamp(seen={"version": tournament.version})
    form = GoBackForm(posted(request), initial={"stamp": stamp})
    if form.is_valid():
        with refusals_in(form, stamp=lambda: stamp):
            actions.go_back(tournament, archived, by=request.user, **form.cleaned_data)
            message = _("%(name)s is as it was at %(at)s. What was there before is kept as an archive.")
            at = date_format(timezone.localtime(item.at), "DATETIME_FORMAT")
            messages.success(request, message % {"name": tournament.name, "at": at})
            return redirect(tournament.get_work_url())
    context = {
        "tournament": tournament,
        "section": "settings",
        "form": form,
        "item": item,
        "reason": archive_reason_in_words(item.reason),
        "undone": max(0, tournament.journal_length - archived.tournament["journal_length"])
        + sum(since(tournament, archived.rows) for since in declared("kept", "unnoted_since")),
        **contents(archived),
    }
    return render(request, "tournament/archive/go_back.html", context, status=status_of(form))


@require_POST
def archive_rehearse(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    stamp_of(request.POST)
    if rehearsal.begin(tournament):
        messages.success(
            request, _("The backup test has started. The result shows here and on Today in a moment.")
        )
    return redirect("archives", slug)


@require_POST
def restored_show(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    actions.show(tournament, by=request.user, stamp=stamp_of(request.POST))
    messages.success(request, _("Everybody can see %(name)s again.") % {"name": tournament.name})
    return redirect(tournament.get_work_url())


@require_http_methods(["GET", "HEAD", "POST"])
def archive_upload(request: StaffRequest, slug: str) -> HttpResponse:
    club = get_club(request, slug)
    form = ArchiveForm(request.POST, request.FILES) if request.method == "POST" else ArchiveForm()
    if form.is_valid():
        content = form.cleaned_data["file"].read()
        with refusals_in(form):
            parse(content)
            try:
                return redirect("archive-preview", slug, uploads.park(club, content, by=request.user))
            except OSError as error:
                form.add_error("file", _("The file cannot be kept: %s") % files.why(error).sentence)
    context = {"club": club, "form": form}
    return render(request, "tournament/archive/upload.html", context, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
def archive_preview(request: StaffRequest, slug: str, upload_name: str) -> HttpResponse:
    club = get_club(request, slug)
    content = uploads.parked_content(club, upload_name, by=request.user)
    if content is None:
        raise Http404(_("This archive is no longer here. Please upload it again."))
    uploaded = parse(content)
    club_people = match_people(club, uploaded)
    initial = {"slug": suggested_address(uploaded)}
    form = RestoreForm(posted(request), questions=club_people.questions, initial=initial)
    if form.is_valid():
        with refusals_in(form):
            restored = actions.restore(
                uploaded,
                club,
                by=request.user,
                slug=form.cleaned_data["slug"],
                answers=form.answers,
                stamp=form.cleaned_data["stamp"],
            )
            uploads.let_go(club, upload_name, by=request.user)
            messages.success(request, _("%(name)s is restored.") % {"name": restored.tournament.name})
            for doubt in restored.doubts[:MOST_DOUBTS]:
                messages.warning(request, doubt)
            return redirect(restored.tournament.get_work_url())
    context = {"club": club, "form": form, "certain": len(club_people.certain), **contents(uploaded)}
    return render(request, "tournament/archive/preview.html", context, status=status_of(form))


def suggested_address(uploaded: Archive) -> str:
    slug = uploaded.head.slug
    addresses = set(Tournament.everything.filter(slug__startswith=slug[:50]).values_list("slug", flat=True))
    return first_free(slug[:50], addresses) if slug in addresses else slug


def contents(uploaded: Archive) -> dict[str, Any]:
    marks = {row["hashed_with"] for row in uploaded.rows["journal"]}
    return {
        "archive": uploaded.tournament,
        "head": uploaded.head,
        "players": len(uploaded.rows["entry"]),
        "rounds": sum(row["published_at"] is not None for row in uploaded.rows["round"]),
        "entries": len(uploaded.rows["journal"]),
        "is_verifiable": all(is_known(mark) for mark in marks),
    }
