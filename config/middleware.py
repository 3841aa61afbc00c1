import ipaddress
import logging
from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import BadRequest
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from club.access import SignInFirst
from record.change import ChangeOutcome, outcome
from record.database_trouble import trouble_of
from record.refused import Busy, Refused

from . import trouble

logger = logging.getLogger(__name__)

WITH_NAMES = ("/t/", "/s/", "/p/", "/clubs/")

Handler = Callable[[HttpRequest], HttpResponse]


def no_null_bytes(get_response: Handler) -> Handler:
    """Answers 400 to a null byte in a query or a cookie; forms refuse theirs. PostgreSQL takes no text with one."""

    def middleware(request: HttpRequest) -> HttpResponse:
        texts = [text for name in request.GET for text in (name, *request.GET.getlist(name))]
        if any("\0" in text for text in (*texts, *request.COOKIES.values())):
            raise BadRequest("A null byte in a query or a cookie.")
        return get_response(request)

    return middleware


def hall_time_zone(get_response: Handler) -> Handler:
    """Resets the time zone that a tournament's page activates at the end of the request."""

    def middleware(request: HttpRequest) -> HttpResponse:
        with timezone.override(timezone.get_default_timezone()):
            return get_response(request)

    return middleware


def private_pages(get_response: Handler) -> Handler:
    """What somebody signed in was shown is kept by no browser and no proxy; people's names are for no search engine."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if settings.SESSION_COOKIE_NAME in request.COOKIES and not response.has_header("Cache-Control"):
            response["Cache-Control"] = "private, no-store"
        if request.path.startswith(WITH_NAMES):
            response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return middleware


def wants_page(request: HttpRequest) -> bool:
    return "text/html" in request.headers.get("Accept", "") and not request.headers.get("HX-Request")


def page_before(request: HttpRequest) -> str:
    """The page to return to after signing in: the one asked for; for a form, the page that it stands on."""
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    messages.warning(
        request,
        _("You were signed out, so your last step was not carried out. Please do it again."),
    )
    came_from = trouble.own_referer(request)
    return urlsplit(came_from)._replace(scheme="", netloc="").geturl() if came_from else reverse("home")


class refusals:  # noqa: N801
    """Turns a refusal that a view did not place itself into a page that says it, and asks to sign in.

    A browser that opens an address which only takes forms gets a page too; a script gets the bare 405.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and wants_page(request):
            page = trouble.page(request, trouble.FORMS_ONLY, response.status_code)
            page["Allow"] = response["Allow"]
            return page
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, SignInFirst):
            if request.headers.get("HX-Request") or request.headers.get("Accept") == "application/json":
                return HttpResponse(status=401)  # a script is never answered with the sign-in page
            return redirect_to_login(page_before(request))
        if isinstance(exception, Refused):
            page = trouble.refused(request, exception.faults, exception.status)
            if isinstance(exception, Busy):
                page["Retry-After"] = "5"  # seconds
            return page
        return None


class database_trouble:  # noqa: N801
    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        outcome.set(ChangeOutcome.NOTHING)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        cause = trouble_of(exception) if isinstance(exception, DatabaseError) else None
        if cause is None:
            return None
        logger.error(
            "Database trouble: %s",
            cause.value,
            exc_info=exception,
            extra={"request": request, "status_code": 503},
        )
        page = trouble.database(request, cause, outcome.get() if request.method == "POST" else None)
        page["Retry-After"] = "5"  # seconds
        return page


def client_address(request: HttpRequest) -> str:
    """The connection's own address, or the last entry of X-Forwarded-For if a proxy in front of us writes it.

    All earlier entries may come from the client, and without a proxy the whole header may. So the header is used only
    if CHARLESTON_FORWARDED_FOR says that there is such a proxy.
    """
    connection: str = request.META.get("REMOTE_ADDR", "")
    if not settings.FORWARDED_FOR:
        return connection
    address = request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip()
    try:
        return str(ipaddress.ip_address(address))
    except ValueError:
        return connection
