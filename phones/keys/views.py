"""A slip opened by its code, or by number and PIN, and given up again."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.access import Request
from phones.access import COOKIE, get_phone, hashed
from phones.keys.actions import check_pin, give_up, open_on
from phones.keys.codes import entry_of
from phones.keys.forms import PinForm
from phones.models import PhoneMode
from record.answering import posted, refusals_in, status_of
from record.refused import refuse
from tournament.models import Entry, Tournament

COOKIE_AGE = 60 * 60 * 24 * 90


@require_safe
@never_cache
def key(request: Request, code: str) -> HttpResponse:
    """Opens a slip's code on this phone, and leads on without it in the address. 404 for one that opens nothing."""
    entry = entry_of(code)
    if entry is None:
        return render(request, "phones/keys/opens_nothing.html", status=404)
    return opened(request, entry)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def enter(request: Request, event: int) -> HttpResponse:
    """Number and PIN of a slip, for a phone without a camera."""
    modes = [PhoneMode.DESK, PhoneMode.COUNT]
    tournament = get_object_or_404(Tournament, pk=event, phone_setting__mode__in=modes)
    form = PinForm(posted(request))
    if form.is_valid():
        with refusals_in(form):
            number, pin = form.cleaned_data["number"], form.cleaned_data["pin"]
            entry = tournament.entries.registered().filter(number=number).first()
            if entry is None:
                raise refuse("no-player", _("Nobody here has this number."), "number")
            check_pin(entry, pin)
            return opened(request, entry)
    context = {"form": form, "tournament": tournament}
    return render(request, "phones/keys/enter.html", context, status=status_of(form))


def opened(request: Request, entry: Entry) -> HttpResponse:
    """Leads to the player's page; this browser has a random mark from now on, by which alone it is known."""
    mark = request.COOKIES.get(COOKIE) or secrets.token_urlsafe(24)
    open_on(hashed(mark), entry)
    response = redirect("phone", entry.tournament.slug)
    response.set_cookie(
        COOKIE, mark, max_age=COOKIE_AGE, httponly=True, samesite="Lax", secure=settings.HTTPS
    )
    return response


@require_POST
def not_me(request: Request, slug: str) -> HttpResponse:
    """From now on this phone is nobody's, or that of whoever opened a slip on it before."""
    give_up(phone := get_phone(request, slug))
    return redirect("phone-enter-pin", phone.tournament.pk)
