"""The director's page about phones, and that of one player's key."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.access import StaffRequest
from phones.keys import actions as keys
from phones.models import OpenedKey, PhoneKey, PhoneMode, PhoneSetting
from phones.overview import actions
from phones.overview.flags import flags
from phones.overview.forms import PhonesForm
from phones.overview.queries import hall_of
from record.answering import posted, refusals_in, status_of
from record.stamps import stamp_of
from rules.systems.registry import definition
from tournament.access import get_tournament
from tournament.models import Entry, Tournament
from ui.addresses import for_phones
from ui.texts import number_or_0


@require_http_methods(["GET", "HEAD", "POST"])
def phones(request: StaffRequest, slug: str) -> HttpResponse:
    """What phones are for; who has opened a slip, where paper is used, and what may be worth a look."""
    tournament = get_tournament(request, slug, may="direct")
    setting = setting_of(tournament)
    form = PhonesForm(posted(request), setting=setting)
    if form.is_valid():
        with refusals_in(form, stamp=lambda: PhonesForm(setting=setting_of(tournament)).initial["stamp"]):
            actions.set_phones(tournament, **form.cleaned_data, by=request.user)
            messages.success(request, _("Saved."))
            return redirect("phones", slug)
    context = {
        "tournament": tournament,
        "section": "phones",
        "form": form,
        "is_on": setting.mode != PhoneMode.OFF,
        "clauses": definition(tournament.system).initialed_cards,
        "has_new_keys": tournament.restored_at is not None and setting.seed_at >= tournament.restored_at,
        "is_reached": bool(for_phones(request, "/")),
    }
    if context["is_on"]:
        context |= {"hall": hall_of(tournament), "flags": flags(tournament)}
    return render(request, "phones/overview/phones.html", context, status=status_of(form))


def setting_of(tournament: Tournament) -> PhoneSetting:
    return PhoneSetting.objects.filter(tournament=tournament).first() or PhoneSetting()


@require_POST
def table_change(request: StaffRequest, slug: str, number: int, *, paper: bool) -> HttpResponse:
    """The table of this round that was chosen uses paper from now on, or phones again."""
    tournament = get_tournament(request, slug, may="direct")
    tables = get_object_or_404(tournament.rounds, number=number).tables
    if table := tables.filter(number=number_or_0(request.POST.get("table", ""))).first():
        actions.table_uses(table, paper=paper, by=request.user, stamp=stamp_of(request.POST))
    else:
        messages.error(request, _("Choose a table of this round."))
    return redirect("phones", slug)


@require_safe
def player(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """One player's key: where it is open, and what a director does about it."""
    tournament = get_tournament(request, slug, may="direct")
    entry = entry_or_404(tournament, number)
    context = {
        "tournament": tournament,
        "section": "phones",
        "entry": entry,
        "key": PhoneKey.objects.filter(entry=entry).first() or PhoneKey(entry=entry),
        "devices": OpenedKey.objects.filter(entry=entry).order_by("-at"),
    }
    return render(request, "phones/overview/player.html", context)


def entry_or_404(tournament: Tournament, number: int) -> Entry:
    entry: Entry = get_object_or_404(tournament.entries.with_people(), number=number)
    entry.tournament = tournament
    return entry


@require_POST
def player_change(request: StaffRequest, slug: str, number: int, act: str) -> HttpResponse:
    """One of `ACTS` for this player."""
    tournament = get_tournament(request, slug, may="direct")
    entry = entry_or_404(tournament, number)
    ACTS[act](entry, by=request.user, stamp=stamp_of(request.POST))
    return redirect("phone-player", slug, number)


ACTS: dict[str, Any] = {
    "new-key": keys.renew_key,
    "unlock": keys.unlock_pin,
    "paper": partial(actions.player_uses, paper=True),
    "phone": partial(actions.player_uses, paper=False),
}
