"""The front page: the tournaments; on an empty installation, starting a club."""

from django.contrib import messages
from django.contrib.auth import login
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from club.access import Request
from club.accounts import devices
from club.accounts.queries import clubs_of, public_tournaments
from club.accounts.signing_in import BACKEND, GET_AND_POST
from club.front_page import actions
from club.front_page.forms import StartForm
from club.front_page.who_may import may_start_club
from club.models import Club
from record.answering import posted, refusals_in, status_of


@require_safe
def home(request: Request) -> HttpResponse:
    may_start = may_start_club(request)
    if may_start and not Club.objects.exists():
        return start_page(request, StartForm())
    return render(
        request,
        "club/front_page/home.html",
        {
            "clubs": clubs_of(request.user),
            "tournaments": public_tournaments(),
            "may_start": may_start,
            "is_empty": not Club.objects.exists(),
        },
    )


@sensitive_post_parameters()
@never_cache
@require_http_methods(GET_AND_POST)
def start_club(request: Request, key: str = "") -> HttpResponse:
    """404 once there is a club, and for a browser elsewhere without the link."""
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
