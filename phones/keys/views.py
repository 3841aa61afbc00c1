"""A slip opened by its code, or by number and PIN, and given up again."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.access import Request
from phones.access import COOKIE, get_phone, hashed
from phones.keys.actions import give_up, open_on
from phones.keys.forms import PinForm
from phones.keys.pins import check_pin
from phones.keys.queries import entry_of, with_phones
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
    tournament = with_phones(event)
    if tournament is None:
        raise Http404(_("There is no such page."))
    form = PinForm(posted(request))
    if form.is_valid():
        with refusals_in(form):
            return opened(request, checked(tournament, **form.cleaned_data))
    return render(
        request,
        "phones/keys/enter.html",
        {"form": form, "tournament": tournament},
        status=status_of(form),
    )


def checked(tournament: Tournament, *, number: int, pin: str) -> Entry:
    entry = tournament.entries.registered().filter(number=number).first()
    if entry is None:
        raise refuse("no-player", _("Nobody here has this number."), "number")
    check_pin(entry, pin)
    return entry


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
    phone = get_phone(request, slug)
    give_up(phone)
    return redirect("phone-enter-pin", phone.tournament.pk)
