"""The error page: one template, its text for each kind of error, and the way back that its button leads.

It never reads the posted form, not even for its token: if the form is what cannot be parsed, rendering the error page
would raise the same error again.
"""

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal, cast
from urllib.parse import urlsplit

from django.core.exceptions import PermissionDenied
from django.db import Error as DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import requires_csrf_token

from club.access import Request
from record.change import ChangeOutcome, outcome
from record.database_trouble import Trouble
from record.refused import FieldFault
from tournament.access import get_tournament
from tournament.archive.forms import ArchiveForm
from tournament.models import Tournament

from .logs import error_number, page_of

IN_A_TOURNAMENT = re.compile(r"/t/(?P<slug>[-\w]+)/")


@dataclass(frozen=True)
class TroublePage:
    title: Promise
    heading: Promise
    text: Promise | str
    way: Promise
    leads: Literal["back", "start", "sign-in", "again"] = "start"
    offers_command: bool = False


TO_THE_START = _("Go to the home page")
BAD_REQUEST = TroublePage(
    _("Not understood"),
    _("What was sent cannot be read"),
    _(
        "Nothing was changed. The address or the form has something in it that cannot be read. Start again "
        "from the home page."
    ),
    TO_THE_START,
)
SIGN_IN_FIRST = TroublePage(
    _("Not allowed"), _("You cannot do this here"), _("Please sign in first."), _("Sign in"), "sign-in"
)
NOT_ALLOWED = TroublePage(
    _("Not allowed"),
    _("You cannot do this here"),
    _(
        "You are signed in, but your role in this club does not include this page."
        " A director of the club can change your role."
    ),
    TO_THE_START,
)
OPEN_TOO_LONG = TroublePage(
    _("Please try again"),
    _("This page was open too long"),
    _(
        "Nothing was changed. Go back, reload the page and try again. If that does not help, allow cookies "
        "for this address."
    ),
    _("Reload the page"),
    "back",
)
NOT_FOUND = TroublePage(
    _("Not found"),
    _("Page not found"),
    _(
        "The page may have moved, or it belongs to a club you are not signed in to. Check the address, or "
        "start again from the home page."
    ),
    TO_THE_START,
)
FORMS_ONLY = TroublePage(
    _("Nothing to see here"),
    _("There is no page at this address"),
    _("Opening or reloading this address does nothing. Nothing was changed."),
    _("Go back"),
    "back",
)
TOO_LARGE = TroublePage(
    _("Too large"),
    _("This is too large for Charleston"),
    _(
        "Nothing was changed. A roster file has at most 2 MB: save it as CSV, without pictures, and choose it again."
    ),
    _("Go back"),
    "back",
)
REFUSED = TroublePage(
    _("Not possible"),
    _("That is not possible"),
    _("Nothing was changed. Go back to check what you entered."),
    _("See the page as it is now"),
    "back",
)
LOCKED = TroublePage(
    _("Please wait"),
    _("Too many wrong passwords"),
    _(
        "Sign-in is closed for 15 minutes, for this user name or from where you are. Anybody signed in "
        "stays signed in, and a browser that has used this user name before can still sign in."
    ),
    TO_THE_START,
    offers_command=True,
)
SERVER_ERROR = TroublePage(
    _("Something went wrong"),
    _("Something went wrong in the program"),
    _(
        "What you were doing was not finished. Nothing accepted before is lost. Go back and try again. If "
        "it happens again, write down the time and what you did: it helps to fix it."
    ),
    _("Try again"),
    "again",
)


WHAT_BECAME = {
    ChangeOutcome.NOTHING: _("Nothing was changed."),
    ChangeOutcome.STORED: _("What you sent is saved; only the next page could not be shown."),
    ChangeOutcome.UNKNOWN: _(
        "It is not certain that what you sent was saved. Check before you send it again; the same form "
        "sent twice counts once."
    ),
}


def page(request: HttpRequest, trouble: TroublePage, status: int, **context: Any) -> HttpResponse:
    request.POST = QueryDict()
    if status >= 500:
        context["number"] = error_number(request)
    tournament = tournament_of(request)
    works_there = getattr(request, "role", None)
    home = (
        ""
        if tournament is None
        else tournament.get_work_url()
        if works_there
        else tournament.get_absolute_url()
    )
    context |= {"trouble": trouble, "tournament": tournament, "home": home}
    return with_token(request, {**context, "href": way_on(request, trouble, home)}, status)


@requires_csrf_token
def with_token(request: HttpRequest, context: dict[str, Any], status: int) -> HttpResponse:
    return render(request, "error.html", context, status=status)


def tournament_of(request: HttpRequest) -> Tournament | None:
    tournament = getattr(request, "tournament", None)
    address = IN_A_TOURNAMENT.match(request.path)
    if tournament or not address or not hasattr(request, "user"):
        return tournament
    try:
        return get_tournament(cast("Request", request), address["slug"], may="watch")
    except (Http404, PermissionDenied):
        return None


def way_on(request: HttpRequest, trouble: TroublePage, home: str = "") -> str:
    """Where the button leads: to an address that can be read. `home` is the way out where there is no way back."""
    if trouble.leads == "sign-in":
        query = {"next": request.get_full_path()} if request.method == "GET" else {}
        return reverse("sign-in", query=query)
    if trouble.leads == "start":
        return reverse("home")
    if trouble.leads == "again" and request.method == "GET":
        return request.get_full_path()
    came_from = own_referer(request)
    read_in_vain = request.method != "POST" and urlsplit(came_from).path == request.path
    return came_from if came_from and not read_in_vain else home or reverse("home")


def own_referer(request: HttpRequest) -> str:
    """The page that the request came from; empty where it is not one of ours."""
    came_from = request.headers.get("Referer", "")
    is_ours = url_has_allowed_host_and_scheme(
        came_from, {request.get_host()}, require_https=request.is_secure()
    )
    return came_from if is_ours else ""


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return page(request, BAD_REQUEST, 400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    is_signed_in = hasattr(request, "user") and request.user.is_authenticated
    return page(request, NOT_ALLOWED if is_signed_in else SIGN_IN_FIRST, 403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return page(request, OPEN_TOO_LONG, 403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return page(request, NOT_FOUND, 404)


def too_large(request: HttpRequest) -> HttpResponse:
    if page_of(request) == "archive-upload":
        return page(request, replace(TOO_LARGE, text=ArchiveForm.base_fields["file"].help_text), 413)
    return page(request, TOO_LARGE, 413)


def refused(request: HttpRequest, faults: Iterable[FieldFault], status: int) -> HttpResponse:
    return page(request, REFUSED, status, faults=faults)


def locked(request: HttpRequest, response: HttpResponse | None, credentials: Any) -> HttpResponse:
    return page(request, LOCKED, 429)


def server_error(request: HttpRequest) -> HttpResponse:
    """With the navigation where it can still be made; without the database where that is what failed."""
    became = outcome.get()
    trouble = (
        SERVER_ERROR if became is ChangeOutcome.NOTHING else replace(SERVER_ERROR, text=WHAT_BECAME[became])
    )
    if not isinstance(sys.exc_info()[1], DatabaseError):
        try:
            return page(request, trouble, 500)
        except Exception:  # noqa: S110  whatever failed the page may fail this one too
            pass
    return without_database(request, trouble, 500)


def database(request: HttpRequest, cause: Trouble, became: ChangeOutcome | None) -> HttpResponse:
    """`became`: what did of the change that was sent, if one was."""
    text = f"{cause.sentence} {WHAT_BECAME[became]}" if became else cause.sentence
    trouble = TroublePage(
        _("Database trouble"), _("The database is not available right now"), text, _("Try again"), "again"
    )
    return without_database(request, trouble, 503)


def without_database(request: HttpRequest, trouble: TroublePage, status: int) -> HttpResponse:
    context = {"trouble": trouble, "href": way_on(request, trouble), "number": error_number(request)}
    return HttpResponse(render_to_string("error.html", context), status=status)
