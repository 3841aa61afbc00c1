"""Leaving the tour of the demonstration."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from demo.tour import CLOSED


@require_POST
def close(request: HttpRequest) -> HttpResponse:
    """Hides the tour for this session, and goes back to the page it was closed on."""
    request.session[CLOSED] = True
    return_page = request.POST.get("back", "")
    is_ours = url_has_allowed_host_and_scheme(
        return_page, {request.get_host()}, require_https=request.is_secure()
    )
    # Only a path: anything else would be looked up as the name of an address.
    return redirect(return_page if is_ours and return_page.startswith("/") else "home")
