"""The pages of trouble are Django's own, with the form left alone.

Each of them looks into the form for its token. Where that form is what cannot be read, the same trouble would come up
once more inside the answer to it, and again in every layer around.
"""

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views import defaults


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    request.POST = QueryDict()
    return defaults.bad_request(request, exception)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    request.POST = QueryDict()
    return defaults.permission_denied(request, exception)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    request.POST = QueryDict()
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    request.POST = QueryDict()
    return defaults.server_error(request)


def too_large(request: HttpRequest) -> HttpResponse:
    request.POST = QueryDict()
    return render(request, "413.html", status=413)
