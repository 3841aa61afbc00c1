"""The page of a player's phone, and what is sent from it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase, HttpResponseNotAllowed, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from club.access import Request, StaffRequest
from live.desk_first import LOOKS
from live.stream import give_back_connection
from phones.access import Phone, get_phone
from phones.keys.actions import check_pin
from phones.models import PhoneTable
from phones.table import actions
from phones.table.chair import Chair
from phones.table.forms import GameForm
from phones.table.made import TOKEN, made
from phones.table.queries import TableNow, off_list, phone_table, table_now
from phones.table.stream import streamed
from phones.table.words import shares
from record.refused import FieldFault, Refused, conflict, refuse
from record.stamps import half_sent, stamp_of
from scoring.sets.words import DeskFault
from tournament.access import get_tournament
from tournament.models import Entry, Seat, Table
from ui.texts import number_or_0


@require_safe
def phone_page(request: Request, slug: str) -> HttpResponse:
    """The player's table of now: the one she has not finished, or else that of the latest round. 404 that says what to
    do where no key is open.
    """
    try:
        phone = get_phone(request, slug)
    except Http404:
        return render(request, "phones/keys/opens_nothing.html", status=404)
    table = table_of_now(phone)
    if table is None:
        return render(request, "phones/table/no_table.html", {"tournament": phone.tournament, "phone": phone})
    return table_page(request, phone, table)


def table_of_now(phone: Phone) -> Table | None:
    """Where the player sits in the latest published round; in the one before while nobody has finished that."""
    seats = list(
        Seat.objects.filter(entry=phone.entry, round__published_at__isnull=False)
        .select_related("table__round")
        .order_by("-round__number")[:2]
    )
    if len(seats) == 2 and not table_now(seats[1].table).is_over:
        return seats[1].table
    return seats[0].table if seats else None


def table_page(
    request: Request, phone: Phone, table: Table, form: GameForm | None = None, refused: Refused | None = None
) -> HttpResponse:
    now = table_now(table)
    letter = now.letter_of(phone.entry.pk)
    if not letter:
        raise Http404(_("There is no such page."))
    game = number_or_0(request.GET.get("game", ""))
    changes = form is not None or now.game(game) is not None
    form = form or GameForm(now=now, game=game if changes else now.next_game or 1, reader=letter)
    context = {
        "tournament": phone.tournament,
        "phone": phone,
        "now": now,
        "chair": Chair(now, letter),
        "part": made.part_now(now, phone.entry.pk).replace(TOKEN, get_token(request)),
        "form": form,
        "changes": changes,
        "refused": refused.faults if refused and not form.errors else (),  # the form says its own
    }
    return render(request, "phones/table/table.html", context, status=refused.status if refused else 200)


async def live(request: Request, slug: str, number: int, table: int) -> HttpResponseBase:
    if request.method != "GET":
        return HttpResponseNotAllowed(["GET"])
    phone, row = await sync_to_async(_watched)(request, slug, number, table)
    gate = getattr(request, "scope", {}).get(LOOKS, nullcontext)
    return streamed(phone, row, get_language() or "en", get_token(request), gate)


def _watched(request: Request, slug: str, number: int, table: int) -> tuple[Phone, PhoneTable]:
    try:
        phone, seated_at = at_table(request, slug, number, table)
        return phone, phone_table(seated_at)
    finally:
        give_back_connection()


# -- What is sent ------------------------------------------------------------------------------------------------------


def answered(
    request: Request,
    phone: Phone,
    table: Table,
    act: Callable[[], TableNow | None],
    form: GameForm | None = None,
) -> HttpResponse:
    """Carries the act out and answers with the page, or a script with JSON as the desk's outbox takes it.

    `accepted`: nothing is left to do for this act. `reasons`: why it was not carried out; `about`: the question of
    each, or "". `part`: the table now; of an act that was carried out before "", since the stream has shown it.
    `stamp`: with which a game is sent again.
    """
    refused: Refused | None = None
    try:
        if form is not None and not form.is_valid():
            names = {place.html_name: place.name for place in form.places}
            raise Refused(
                FieldFault("form", names.get(field, ""), str(error))
                for field, errors in form.errors.items()
                for error in errors
            )
        now = act()
    except Refused as trouble:
        refused, now = trouble, table_now(table)
    if request.headers.get("Accept") != "application/json":
        slug = phone.tournament.slug
        return table_page(request, phone, table, form, refused) if refused else redirect("phone", slug)
    faults = refused.faults if refused else ()
    answer = {
        "accepted": not faults,
        "reasons": [fault.message for fault in faults],
        "about": [fault.place.name if isinstance(fault, DeskFault) else fault.field for fault in faults],
        "stamp": str(form.next_stamp) if form else "",
        "part": made.part_now(now, phone.entry.pk).replace(TOKEN, get_token(request)) if now else "",
    }
    return JsonResponse(answer, status=refused.status if refused else 200)


def at_table(request: Request, slug: str, number: int, table: int) -> tuple[Phone, Table]:
    """The phone that `get_phone` finds and its player's table; 404 where she does not sit there in a public round."""
    phone = get_phone(request, slug)
    tables = Table.objects.filter(round__published_at__isnull=False, seats__entry=phone.entry)
    return phone, get_object_or_404(tables.select_related("round"), round__number=number, number=table)


def whole_number(request: Request, name: str) -> int:
    text = request.POST.get(name, "")
    if not text.isdecimal() or len(text) > 6:
        raise half_sent()
    return int(text)


def game_form(request: Request, phone: Phone, table: Table) -> GameForm:
    now = made.as_it_stands(phone.tournament, table)
    game = whole_number(request, "game")
    if not 1 <= game <= len(now.games):
        raise refuse("no-such-game", _("There is no such game in this round."))
    about = request.POST.get("about", "")
    return GameForm(request.POST, now=now, game=game, about=about if now.game(game) else "")


@require_POST
def begin(request: Request, slug: str, number: int, table: int) -> HttpResponse:
    """Somebody has begun to enter a game; said by scripts alone, and nothing waits for it."""
    phone, seated_at = at_table(request, slug, number, table)
    actions.begin(phone, seated_at, game=whole_number(request, "game"))
    return HttpResponse(status=204)


@require_POST
def check(request: Request, slug: str, number: int, table: int) -> HttpResponse:
    """What a game as tapped so far gives each player, and why; nothing is stored."""
    phone, seated_at = at_table(request, slug, number, table)
    form = game_form(request, phone, seated_at)
    is_whole = form.is_valid() and form.facts is not None
    played = form.now.played_with(form.game, form.facts) if is_whole else None
    context = {
        "points": shares(played, form.now.names) if played else [],
        "off_list": off_list(played, form.facts) if played else 0,
        "unit": phone.tournament.unit,
    }
    return render(request, "phones/table/_points.html", context)


@require_POST
def enter(request: Request, slug: str, number: int, table: int) -> HttpResponse:
    phone, seated_at = at_table(request, slug, number, table)
    form = game_form(request, phone, seated_at)

    def act() -> TableNow | None:
        sent = {name: form.cleaned_data.get(name, "") for name in ("first_east", "stamp")}
        return actions.enter(phone, seated_at, game=form.game, facts=form.facts, **sent)

    return answered(request, phone, seated_at, act, form)


def who_says(request: Request, phone: Phone, table: Table) -> Entry:
    """The phone's player, or who gives her PIN on it. Raises Refused for a wrong PIN."""
    letter = request.POST.get("as", "")
    if not letter:
        return phone.entry
    seat = table.seats.select_related("entry__person").filter(letter=letter).first()
    if seat is None:
        raise conflict("not-here", _("Somebody else sits in that seat now."))
    check_pin(seat.entry, request.POST.get("pin", ""), is_known=True)
    return seat.entry


@require_POST
def answer(request: Request, slug: str, number: int, table: int) -> HttpResponse:
    """*Right*, of a game or of the whole card (game 0), or what is not, in `field`."""
    phone, seated_at = at_table(request, slug, number, table)

    def act() -> TableNow | None:
        about: dict[str, Any] = {
            "game": whole_number(request, "game"),
            "version": whole_number(request, "version"),
            "by": who_says(request, phone, seated_at),
            "stamp": stamp_of(request.POST),
        }
        if field := request.POST.get("field", ""):
            return actions.not_right(phone, seated_at, field=field, **about)
        return actions.answer(phone, seated_at, **about)

    return answered(request, phone, seated_at, act)


@require_POST
def call(request: Request, slug: str, number: int, table: int) -> HttpResponse:
    phone, seated_at = at_table(request, slug, number, table)
    act = partial(actions.call_director, phone, seated_at)
    return answered(request, phone, seated_at, lambda: act(stamp=stamp_of(request.POST)))


@require_POST
def call_answered(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    """A director has been at a table that called."""
    tournament = get_tournament(request, slug, may="direct")
    called = get_object_or_404(Table, round__tournament=tournament, round__number=number, number=table)
    actions.been_there(tournament, called, by=request.user, stamp=stamp_of(request.POST))
    messages.success(request, _("Table %(table)s no longer waits for you.") % {"table": table})
    return redirect("the-day", slug)
