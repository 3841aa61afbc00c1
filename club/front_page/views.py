from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.access import Request
from club.accounts import devices
from club.accounts.queries import clubs_of, public_tournaments, tournaments_on
from club.accounts.signing_in import BACKEND, GET_AND_POST
from club.front_page import actions
from club.front_page.forms import StartForm
from club.front_page.who_may import is_at_the_machine, may_start_club
from club.models import Club
from record import doctor
from record.answering import posted, refusals_in, status_of
from record.archive import files
from record.archive.format import program_version


@require_safe
def home(request: Request) -> HttpResponse:
    may_start = may_start_club(request)
    if may_start and not Club.objects.exists():
        return start_page(request, StartForm())
    public = list(public_tournaments())
    in_the_hall = not request.user.is_authenticated and not is_at_the_machine(request)
    if in_the_hall and len(public) == 1 and public[0].rounds_published == 1 and not public[0].finished_at:
        return redirect(
            "round-seating", public[0].slug, 1
        )  # what a phone asks for before there are standings
    return render(
        request,
        "club/front_page/home.html",
        {
            "clubs": clubs_of(request.user),
            "tournaments": public,
            "may_start": may_start,
            "is_empty": not Club.objects.exists(),
        },
    )


@sensitive_post_parameters()
@never_cache
@require_http_methods(GET_AND_POST)
def start_club(request: Request, key: str = "") -> HttpResponse:
    if not may_start_club(request, key):
        raise Http404
    form = StartForm(posted(request))
    if form.is_valid():
        with refusals_in(form):
            club, user = actions.start_club(**form.cleaned_data)
            login(request, user, backend=BACKEND)
            response = redirect(club)
            devices.remember(request, response, user.pk)
            words = _(
                "Welcome, %(name)s. Next time you sign in as “%(username)s”, with the password you chose."
            )
            messages.success(request, words % {"name": user.name, "username": user.username})
            return response
    return start_page(request, form, key)


def start_page(request: Request, form: StartForm, key: str = "") -> HttpResponse:
    return render(request, "club/front_page/start.html", {"form": form, "key": key}, status=status_of(form))


@never_cache
@require_safe
def this_program(request: Request) -> HttpResponse:
    program = program_of(request)
    others = [f"http://{address}:{program.port}" for address in program.hall[1:]]
    at = [settings.HALL_ADDRESS, *others] if program.hall else []
    copies = doctor.run_check(_("Copies"), doctor.copies)
    facts = {"version": program_version(), "folder": settings.VAR.absolute(), "copies": copies}
    facts |= {"archives": files.named_folder(), "offered": files.offered_folder()}
    facts["tournaments"] = tournaments_on(request.user)
    return render(request, "club/front_page/this_program.html", {"at": at, **facts})


@require_POST
def hall(request: Request) -> HttpResponse:
    program = program_of(request)
    if "close" in request.POST:
        program.close_to_hall()
    elif not program.open_to_hall():
        sentence = _("This computer is on no network. Join the hall’s Wi-Fi, then press the button again.")
        messages.error(request, sentence)
    return redirect("this-program")


@require_POST
def archives(request: Request) -> HttpResponse:
    """Makes the folder that archives of tournaments are put into as well."""
    program_of(request)
    if offered := files.offered_folder():
        try:
            offered.mkdir(exist_ok=True)
        except OSError as error:
            sentence = _("The folder %(folder)s cannot be created (%(reason)s).")
            messages.error(request, sentence % {"folder": offered, "reason": error.strerror})
    return redirect("this-program")


@require_POST
def stop(request: Request) -> HttpResponse:
    program = program_of(request)
    program.stop()
    return render(request, "club/front_page/stopped.html", {"was_open": bool(program.hall)})


def program_of(request: Request) -> Any:
    """The program that a browser on this machine itself asks about. Raises Http404 for any other."""
    if not is_at_the_machine(request):
        raise Http404
    return settings.PROGRAM
