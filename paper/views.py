"""The print centre: what can be printed, one sheet with its preview, and the files."""

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.access import NEEDED, StaffRequest
from paper.club_pictures import BACKGROUND
from paper.done import do_without_paper
from paper.fonts import missing
from paper.forms import PaperForm, PictureForm, PrintForm
from paper.logo import changed
from paper.models import Pack, Printed
from paper.packs import ask, before, ended, fallback_at_hand, is_big, pack_title, start
from paper.prints import (
    FALLBACK_NAME,
    FallbackFile,
    count_pages,
    described,
    fallback_state,
    is_of_one_page,
    keep_taken,
    make_fallback,
    nothing_to_print,
    preview,
    print_sheets,
    states,
)
from paper.sheets.certificates import background_of, example
from paper.sheets.registry import BY_NAME, PACKS, SHEETS
from paper.sheets.sheet import MOMENTS, PrintJob, Sheet
from record.answering import refusals_in, status_of
from tournament.access import get_tournament
from tournament.models import Round, Tournament
from ui.addresses import for_phones


@require_safe
def centre(request: StaffRequest, slug: str) -> HttpResponse:
    """Every sheet that the reader may print: what it is for, when it was printed, and what has changed since."""
    tournament = get_tournament(request, slug, may="work")
    rounds = list(tournament.rounds.all())
    number = round_asked(request, rounds)
    offered_sheets = [
        sheet for sheet in SHEETS if request.role in NEEDED[sheet.right] and sheet.fits(tournament)
    ]
    paper = paper_used(tournament)
    rows = states(offered_sheets, PrintJob(tournament, paper, request.LANGUAGE_CODE, round_number=number))
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
        context["fallback"] = fallback_state(tournament)
    context["packs"] = [
        kind for kind in PACKS.values() if request.role in NEEDED[kind.right] and kind.is_due(tournament)
    ]
    on_the_day = "round" in request.GET or any(round_.published_at for round_ in rounds)
    context["due"] = "end" if tournament.finished_at else "round" if on_the_day else "morning"
    context["form"] = PaperForm(initial={"paper": paper, "language": request.LANGUAGE_CODE})
    context["is_open"] = "round" in request.GET or any(row.is_changed for row in rows)
    return render(request, "paper/centre.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def sheet(request: StaffRequest, slug: str, sheet: str) -> HttpResponse:
    """One sheet with its choices and its first page; sent, it answers with the file."""
    kind = sheet_or_404(sheet)
    tournament = get_tournament(request, slug, may=kind.right)
    form = form_for(request, tournament, kind)
    trouble = ""
    if form.is_valid():
        job = job_of(request, tournament, form)
        if is_big(tournament) and not job.chosen and not is_of_one_page(kind, job):
            return asked(request, kind.name, job)
        with refusals_in() as unprintable_now:
            pdf = print_sheets([kind], job, title=str(kind.title), by=request.user)
            return file(pdf, f"{tournament.slug}-{kind.name}")
        trouble = str(unprintable_now.refused)
    context = {
        "tournament": tournament,
        "section": "print",
        "sheet": kind,
        "form": form,
        "trouble": trouble,
        "unprintable": unprintable(tournament),
        "has_codes": kind.name in ("badges", "itineraries", "phone-slips"),
        "is_reached": bool(site(request)),
        "is_followed": tournament.is_watched or kind.name == "phone-slips",
        "query": request.GET.urlencode(),
        **looked_at(request, tournament, kind),
    }
    template = "paper/_preview.html" if request.htmx else "paper/sheet.html"
    return render(request, template, context, status=422 if request.method == "POST" else 200)


def looked_at(request: StaffRequest, tournament: Tournament, kind: Sheet) -> dict[str, Any]:
    """What the page says beside the picture, with the choices of the address: how many pages, where they are asked
    for, or why there is nothing to print.
    """
    job = job_of(request, tournament, chosen_form(request, tournament, kind))
    if described(kind, job) is None:
        return {
            "nothing": str(nothing_to_print(job)),
            "is_example": kind.example is not None and not job.chosen,
        }
    return {"pages": count_pages(kind, job) if "count" in request.GET else None}


def chosen_form(request: StaffRequest, tournament: Tournament, kind: Sheet) -> PrintForm:
    """The choices in the address, or the form's own first choices if they are not valid."""
    first = defaults(request, tournament, kind)
    form = form_for(request, tournament, kind, data=first | request.GET.dict())
    if not form.is_valid():
        form = form_for(request, tournament, kind, data=first)
        form.full_clean()
    return form


@require_safe
def picture(request: StaffRequest, slug: str, sheet: str) -> HttpResponse:
    kind = sheet_or_404(sheet)
    tournament = get_tournament(request, slug, may=kind.right)
    job = job_of(request, tournament, chosen_form(request, tournament, kind))
    with refusals_in():
        return HttpResponse(preview(kind, job), content_type="image/png")
    raise Http404


@require_http_methods(["GET", "HEAD", "POST"])
def certificate_background(request: StaffRequest, slug: str) -> HttpResponse:
    """The picture behind the club's certificates, with a look at one that has made-up names; `do=remove`."""
    tournament = get_tournament(request, slug, may="direct")
    form = PictureForm(*((request.POST, request.FILES) if request.method == "POST" else ()))
    if changed(request, BACKGROUND, tournament.club, form):
        return redirect("certificate-background", slug)
    context = {
        "tournament": tournament,
        "section": "print",
        "sheet": BY_NAME["certificates"],
        "form": form,
        "background": background_of(tournament.club),
    }
    return render(request, "paper/certificate_background.html", context, status=status_of(form))


@require_safe
def certificate_example(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    sheet = replace(BY_NAME["certificates"], data=example)
    job = PrintJob(tournament, paper_used(tournament), request.LANGUAGE_CODE)
    return HttpResponse(preview(sheet, job), content_type="image/png")


@require_POST
def print_all(request: StaffRequest, slug: str) -> HttpResponse:
    """All sheets of one of the packs in one file: `pack`, or else those of a round."""
    kind = PACKS.get(request.POST.get("pack", "round"))
    if kind is None:
        raise Http404
    tournament = get_tournament(request, slug, may=kind.right)
    number = round_asked(request, list(tournament.rounds.all())) if kind.is_of_round else 0
    form = PaperForm(request.POST)
    form.full_clean()
    job = PrintJob(
        tournament,
        form.cleaned_data.get("paper") or paper_used(tournament),
        form.cleaned_data.get("language") or request.LANGUAGE_CODE,
        round_number=number,
        site=site(request),
    )
    if is_big(tournament):
        return asked(request, kind.name, job)
    pdf = print_sheets(kind.sheets, job, title=pack_title(kind, job), by=request.user)
    return file(pdf, f"{tournament.slug}-{kind.name}{f'-{number}' if number else ''}")


@require_POST
def no_paper(request: StaffRequest, slug: str) -> HttpResponse:
    """A director does without paper: the clock comes first on the page of the day."""
    tournament = get_tournament(request, slug, may="direct")
    do_without_paper(PrintJob(tournament, paper_used(tournament), request.LANGUAGE_CODE), by=request.user)
    return redirect("manage", slug)


@require_POST
def fallback(request: StaffRequest, slug: str) -> HttpResponse:
    """Everything to go on with by hand if the power fails, in one file: the one that was made by itself, unless it is
    out of date.
    """
    tournament = get_tournament(request, slug, may="score")
    fallback_file = fallback_at_hand(tournament)
    job = PrintJob(tournament, paper_used(tournament), request.LANGUAGE_CODE)
    if fallback_file is None and is_big(tournament):
        return asked(request, FALLBACK_NAME, job)
    if fallback_file is None:
        fallback_file = make_fallback(job)
    keep_taken(fallback_file, job, by=request.user)
    return file(fallback_file.pdf, f"{tournament.slug}-fallback")


def asked(request: StaffRequest, name: str, job: PrintJob) -> HttpResponse:
    """Begins a pack in a process of its own, and leads to the page that says how far it is."""
    pack = ask(name, job, by=request.user)
    return redirect("print-pack", job.tournament.slug, pack.pk)


@require_safe
def pack(request: StaffRequest, slug: str, pack: int) -> HttpResponse:
    """How far a pack is, and the link to it when it is there."""
    tournament, row = pack_or_404(request, slug, pack)
    if row.began_at is None:
        start()
    kind = PACKS.get(row.name) or BY_NAME.get(row.name)
    is_ended = ended(row)
    context = {
        "tournament": tournament,
        "section": "print",
        "pack": row,
        "kind": kind,
        "title": kind.title if kind else _("If the power fails"),
        "is_ended": is_ended,
        "before": before(row) if row.began_at is None and not is_ended else 0,
        "again": again_at(tournament, row) if is_ended and row.content is None else "",
    }
    template = "paper/_pack.html" if request.htmx else "paper/pack.html"
    return render(request, template, context)


def again_at(tournament: Tournament, row: Pack) -> str:
    """The address that the choices of a pack are sent to, to make it again."""
    if row.name in PACKS:
        return reverse("print-all", args=[tournament.slug])
    if row.name == FALLBACK_NAME:
        return reverse("print-fallback", args=[tournament.slug])
    return reverse("print-sheet", args=[tournament.slug, row.name])


@require_safe
def pack_file(request: StaffRequest, slug: str, pack: int) -> HttpResponse:
    tournament, row = pack_or_404(request, slug, pack)
    if row.content is None or row.ended_at is None:
        return redirect("print-pack", slug, pack)
    if row.name == FALLBACK_NAME:
        fallback_file = FallbackFile(bytes(row.content), row.digest, row.version, row.ended_at)
        keep_taken(fallback_file, PrintJob(tournament, **row.choices), by=request.user)
    return file(bytes(row.content), f"{tournament.slug}-{row.name}")


def pack_or_404(request: StaffRequest, slug: str, key: int) -> tuple[Tournament, Pack]:
    """A pack that somebody asked for, with its tournament, for readers who may print its content."""
    tournament = get_tournament(request, slug, may="work")
    row = Pack.objects.filter(tournament=tournament, pk=key).exclude(by=None).first()
    if row is None:
        raise Http404(_("This file was cleared long ago. Print it again."))
    kind = PACKS.get(row.name) or BY_NAME.get(row.name)
    right = kind.right if kind else "score"
    get_tournament(request, slug, may=right)
    return tournament, row


def sheet_or_404(name: str) -> Sheet:
    kind = BY_NAME.get(name)
    if kind is None:
        raise Http404
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
        "round": round_asked(request, rounds) or "",
    }


def job_of(request: StaffRequest, tournament: Tournament, form: PrintForm) -> PrintJob:
    choices = form.cleaned_data
    return PrintJob(
        tournament,
        paper=choices.get("paper") or "us-letter",
        language=choices.get("language", "en"),
        large=choices.get("large", False),
        round_number=choices.get("round") or 0,
        chosen=choices.get("chosen") or frozenset(),
        site=site(request),
    )


def round_asked(request: StaffRequest, rounds: list[Round]) -> int:
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
