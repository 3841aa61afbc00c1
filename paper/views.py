"""The print centre: what can be printed, one sheet with its preview, and the files."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from paper.club_pictures import BACKGROUND, remove_picture, set_picture
from paper.fonts import missing
from paper.forms import BackgroundForm, PaperForm, PrintForm
from paper.models import Pack, Printed
from paper.packs import ROUND_NAME, ask, ended, fallback_at_hand, is_big
from paper.prints import (
    FALLBACK_NAME,
    FallbackFile,
    count_pages,
    described,
    fallback_state,
    keep_taken,
    make_fallback,
    nothing_to_print,
    pages_together,
    preview,
    print_sheets,
    states,
)
from paper.sheets.amounts import Amounts
from paper.sheets.certificates import background_of, example
from paper.sheets.registry import BY_NAME, FALLBACK, ROUND_SHEETS, SHEETS
from paper.sheets.sheet import MOMENTS, PrintJob, Sheet
from paper.spreadsheet import cells
from tournament.access import NEEDED, StaffRequest, get_tournament
from tournament.addresses import for_phones
from tournament.forms import place_faults
from tournament.models import Round, Tournament
from tournament.refused import Refused
from tournament.spreadsheet import CONTENT_TYPES, Worksheet, file_of
from tournament.stamps import stamp_of


@require_safe
def centre(request: StaffRequest, slug: str) -> HttpResponse:
    """Every sheet that the reader may print: what it is for, when it was printed, and what has changed since."""
    tournament = get_tournament(request, slug, may="work")
    rounds = list(tournament.rounds.all())
    number = round_asked(request, tournament, rounds)
    offered_sheets = [
        sheet for sheet in SHEETS if request.role in NEEDED[sheet.right] and sheet.fits(tournament)
    ]
    paper = paper_used(tournament)
    rows = states(tournament, offered_sheets, number, paper)
    groups = [
        {"moment": moment.value, "title": title, "states": listed}
        for moment, title in MOMENTS.items()
        if (listed := [row for row in rows if row.sheet.moment is moment])
    ]
    context: dict[str, Any] = {
        "tournament": tournament,
        "section": "print",
        "groups": groups,
        "rounds": rounds,
        "number": number,
        "unprintable": unprintable(tournament),
    }
    if request.role in NEEDED["score"]:
        context |= {
            "fallback": fallback_state(tournament),
            "fallback_pages": pages_together(tournament, FALLBACK, number, paper),
        }
    if request.role in NEEDED["score"] and rounds:
        context |= {
            "round_pages": pages_together(tournament, ROUND_SHEETS, number, paper),
            "round_form": PaperForm(initial={"paper": paper, "language": request.LANGUAGE_CODE}),
        }
    return render(request, "paper/centre.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def sheet(request: StaffRequest, slug: str, sheet: str) -> HttpResponse:
    """One sheet with its choices and its first page; sent, it answers with the file."""
    kind = sheet_or_404(sheet)
    tournament = get_tournament(request, slug, may=kind.right)
    form = form_for(request, tournament, kind)
    status = 200
    trouble = ""
    if request.method == "POST":
        if form.is_valid():
            job = job_of(request, tournament, form)
            if is_big(tournament) and not job.chosen:
                return asked(request, kind.name, job, form.cleaned_data["language"])
            try:
                pdf = print_sheets(
                    [kind],
                    job,
                    title=str(kind.title),
                    language=form.cleaned_data["language"],
                    by=request.user,
                )
                return file(pdf, f"{tournament.slug}-{kind.name}")
            except Refused as refused:
                trouble = str(refused)
        status = 422
    context = {
        "tournament": tournament,
        "section": "print",
        "sheet": kind,
        "form": form,
        "trouble": trouble,
        "unprintable": unprintable(tournament),
        "has_codes": kind.name in ("badges", "itineraries"),
        "follow": site(request) if tournament.is_public else "",
        "query": request.GET.urlencode(),
        **looked_at(request, tournament, kind),
    }
    template = "paper/_preview.html" if request.htmx else "paper/sheet.html"
    return render(request, template, context, status=status)


def looked_at(request: StaffRequest, tournament: Tournament, kind: Sheet) -> dict[str, Any]:
    """What the page says beside the picture, with the choices of the address: how many pages, where they are asked
    for, or why there is nothing to print.
    """
    form = chosen_form(request, tournament, kind)
    job, language = job_of(request, tournament, form), form.cleaned_data["language"]
    is_there = (
        described(kind, job, language, "") is not None if job.chosen else kind.pages(Amounts(job)).count
    )
    if not is_there:
        return {
            "nothing": str(nothing_to_print(job)),
            "is_example": kind.example is not None and not job.chosen,
        }
    return {"pages": count_pages(kind, job, language=language) if "count" in request.GET else None}


def chosen_form(request: StaffRequest, tournament: Tournament, kind: Sheet) -> PrintForm:
    """The choices of the address, or those that the form offers first where they are no such choices."""
    first = defaults(request, tournament, kind)
    form = form_for(request, tournament, kind, data=first | request.GET.dict())
    if not form.is_valid():
        form = form_for(request, tournament, kind, data=first)
        form.full_clean()
    return form


@require_safe
def picture(request: StaffRequest, slug: str, sheet: str) -> HttpResponse:
    """The first page of a sheet as PNG, typeset now."""
    kind = sheet_or_404(sheet)
    tournament = get_tournament(request, slug, may=kind.right)
    form = chosen_form(request, tournament, kind)
    try:
        page = preview(
            kind, job_of(request, tournament, form), language=form.cleaned_data.get("language", "en")
        )
    except Refused as refused:
        raise Http404(str(refused)) from refused
    return HttpResponse(page, content_type="image/png")


@require_safe
def table(request: StaffRequest, slug: str, sheet: str, kind: str) -> HttpResponse:
    """The list of a sheet for spreadsheets, as CSV or XLSX."""
    sheet_of_list = sheet_or_404(sheet)
    tournament = get_tournament(request, slug, may=sheet_of_list.right)
    if not sheet_of_list.is_list or kind not in CONTENT_TYPES:
        raise Http404(_("There is no such file."))
    rounds = list(tournament.rounds.all()) if sheet_of_list.is_of_round else []
    job = PrintJob(tournament, round_number=round_asked(request, tournament, rounds))
    data = sheet_of_list.data(job)
    if data is None:
        raise Http404(_("There is nothing to print on this sheet yet."))
    heads = [" ".join(column["head"].split()) for column in data["columns"]]
    rows = cells(data["columns"], data["items"])
    name = f"{tournament.slug}-{sheet_of_list.name}"
    return file_of(kind, name, Worksheet(sheet_of_list.name, str(sheet_of_list.title), heads, rows))


@require_http_methods(["GET", "HEAD", "POST"])
def certificate_background(request: StaffRequest, slug: str) -> HttpResponse:
    """The picture behind the club's certificates, with a look at one that has made-up names; `do=remove`."""
    tournament = get_tournament(request, slug, may="direct")
    form = BackgroundForm()
    status = 200
    if request.method == "POST" and request.POST.get("do") == "remove":
        remove_picture(BACKGROUND, tournament.club, by=request.user, stamp=stamp_of(request.POST))
        return redirect("certificate-background", slug)
    if request.method == "POST":
        form = BackgroundForm(request.POST, request.FILES)
        status = 422
        if form.is_valid():
            content, stamp = form.cleaned_data["picture"].read(), form.cleaned_data["stamp"]
            try:
                set_picture(BACKGROUND, tournament.club, content=content, by=request.user, stamp=stamp)
                return redirect("certificate-background", slug)
            except Refused as refused:
                place_faults(form, refused)
                status = refused.status
    context = {
        "tournament": tournament,
        "section": "print",
        "sheet": BY_NAME["certificates"],
        "form": form,
        "background": background_of(tournament.club),
    }
    return render(request, "paper/certificate_background.html", context, status=status)


@require_safe
def certificate_example(request: StaffRequest, slug: str) -> HttpResponse:
    """A certificate with a made-up name, as a picture."""
    tournament = get_tournament(request, slug, may="direct")
    sheet = replace(BY_NAME["certificates"], data=example)
    job = PrintJob(tournament, paper=paper_used(tournament))
    return HttpResponse(preview(sheet, job, language=request.LANGUAGE_CODE), content_type="image/png")


@require_POST
def round_pack(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="score")
    rounds = list(tournament.rounds.all())
    number = round_asked(request, tournament, rounds)
    form = PaperForm(request.POST)
    form.full_clean()
    language = form.cleaned_data.get("language") or request.LANGUAGE_CODE
    job = PrintJob(
        tournament,
        paper=form.cleaned_data.get("paper") or paper_used(tournament),
        round_number=number,
        site=site(request),
    )
    if is_big(tournament):
        return asked(request, ROUND_NAME, job, language)
    title = tournament.round_name(number)
    pdf = print_sheets(ROUND_SHEETS, job, title=title, language=language, by=request.user)
    return file(pdf, f"{tournament.slug}-round-{number}")


@require_POST
def fallback(request: StaffRequest, slug: str) -> HttpResponse:
    """Everything to go on with by hand if the power fails, in one file: the one that was made by itself, where it is
    of what stands now.
    """
    tournament = get_tournament(request, slug, may="score")
    fallback_file, language = fallback_at_hand(tournament), request.LANGUAGE_CODE
    job = PrintJob(tournament, paper=paper_used(tournament))
    if fallback_file is None and is_big(tournament):
        return asked(request, FALLBACK_NAME, job)
    if fallback_file is None:
        fallback_file = make_fallback(job, language=language)
    keep_taken(fallback_file, tournament, paper=job.paper, language=language, by=request.user)
    return file(fallback_file.pdf, f"{tournament.slug}-fallback")


def asked(request: StaffRequest, name: str, job: PrintJob, language: str = "") -> HttpResponse:
    """Begins a pack in a process of its own, and leads to the page that says how far it is."""
    pack = ask(name, job, language=language or request.LANGUAGE_CODE, by=request.user)
    return redirect("print-pack", job.tournament.slug, pack.pk)


@require_safe
def pack(request: StaffRequest, slug: str, pack: int) -> HttpResponse:
    """How far a pack is, and the link to it when it is there."""
    tournament, row = pack_or_404(request, slug, pack)
    kind = BY_NAME.get(row.name)
    context = {
        "tournament": tournament,
        "section": "print",
        "pack": row,
        "title": kind.title if kind else "",
        "is_fallback": row.name == FALLBACK_NAME,
        "is_ended": ended(row),
    }
    template = "paper/_pack.html" if request.htmx else "paper/pack.html"
    return render(request, template, context)


@require_safe
def pack_file(request: StaffRequest, slug: str, pack: int) -> HttpResponse:
    tournament, row = pack_or_404(request, slug, pack)
    if row.content is None or row.ended_at is None:
        raise Http404(_("This file is not made yet."))
    if row.name == FALLBACK_NAME:
        fallback_file = FallbackFile(bytes(row.content), row.digest, row.version, row.ended_at)
        choices = row.choices
        keep_taken(
            fallback_file, tournament, paper=choices["paper"], language=choices["language"], by=request.user
        )
    return file(bytes(row.content), f"{tournament.slug}-{row.name}")


def pack_or_404(request: StaffRequest, slug: str, key: int) -> tuple[Tournament, Pack]:
    """A pack that somebody asked for, with its tournament, for those who may print what is in it."""
    tournament = get_tournament(request, slug, may="work")
    row = Pack.objects.filter(tournament=tournament, pk=key).exclude(by=None).first()
    if row is None:
        raise Http404(_("This file is kept for an hour. Ask for it again."))
    right = BY_NAME[row.name].right if row.name in BY_NAME else "score"
    get_tournament(request, slug, may=right)
    return tournament, row


def sheet_or_404(name: str) -> Sheet:
    kind = BY_NAME.get(name)
    if kind is None:
        raise Http404(_("There is no such sheet."))
    return kind


def form_for(request: StaffRequest, tournament: Tournament, kind: Sheet, data: Any = None) -> PrintForm:
    rounds = list(tournament.rounds.all()) if kind.is_of_round else []
    form_data = data if data is not None else request.POST if request.method == "POST" else None
    initial = defaults(request, tournament, kind) | request.GET.dict() if form_data is None else {}
    return PrintForm(form_data, sheet=kind, rounds=rounds, initial=initial)


def defaults(request: StaffRequest, tournament: Tournament, kind: Sheet) -> dict[str, Any]:
    """What the form offers before anybody chooses: the paper used last, the round that is on."""
    rounds = list(tournament.rounds.all()) if kind.is_of_round else []
    return {
        "paper": paper_used(tournament),
        "language": request.LANGUAGE_CODE,
        "round": round_asked(request, tournament, rounds) or "",
    }


def job_of(request: StaffRequest, tournament: Tournament, form: PrintForm) -> PrintJob:
    choices = form.cleaned_data
    return PrintJob(
        tournament,
        paper=choices.get("paper") or "us-letter",
        large=choices.get("large", False),
        round_number=choices.get("round") or 0,
        chosen=choices.get("chosen") or frozenset(),
        site=site(request),
    )


def round_asked(request: StaffRequest, tournament: Tournament, rounds: list[Round]) -> int:
    """The round of the address or the form, or else the published one whose clock waits, the next to be published, or
    the last; 0 where none is seated.
    """
    number = request.POST.get("round") or request.GET.get("round") or ""
    numbers = [round_.number for round_ in rounds]
    if number.isdecimal() and len(number) < 4 and int(number) in numbers:
        return int(number)
    published = [round_ for round_ in rounds if round_.published_at is not None]
    if published and published[-1].started_at is None:
        return published[-1].number
    due = next((round_.number for round_ in rounds if round_.published_at is None), None)
    return due or (numbers[-1] if numbers else 0)


def paper_used(tournament: Tournament) -> str:
    last = Printed.objects.filter(tournament=tournament).order_by("-at").first()
    return last.paper if last else "us-letter"


def site(request: StaffRequest) -> str:
    """The address of this installation for phones, without a path; empty where they cannot reach it."""
    return for_phones(request, "/").removesuffix("/")


def unprintable(tournament: Tournament) -> list[tuple[str, str]]:
    """Each name or town with the letters in it that no font here has."""
    texts = {tournament.name, tournament.place}
    for entry in tournament.entries.registered().with_people():
        texts |= {entry.name, entry.person.town}
    return sorted((text, letters) for text in texts if (letters := missing(text)))


def file(pdf: bytes, name: str) -> HttpResponse:
    response = HttpResponse(pdf, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return response
