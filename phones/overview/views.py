"""The director's page about phones, and that of one player's key."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.access import StaffRequest
from phones.keys import actions as keys
from phones.models import PhoneKey, PhoneMode, PhoneSetting
from phones.overview import actions
from phones.overview.flags import flags
from phones.overview.forms import PhonesForm, TableForm
from phones.overview.queries import Hall, devices_of, hall_of
from record.answering import posted, refusals_in, status_of
from record.stamps import Stamp, stamp_of
from rules.systems.registry import definition
from tournament.access import get_tournament
from tournament.models import Entry, Table, Tournament
from ui.addresses import for_phones


@require_http_methods(["GET", "HEAD", "POST"])
def phones(request: StaffRequest, slug: str) -> HttpResponse:
    """What phones are for; who has opened a slip, where paper is used, and what may be worth a look."""
    tournament = get_tournament(request, slug, may="direct")
    setting = PhoneSetting.objects.filter(tournament=tournament).first() or PhoneSetting()
    form = setting_form(setting, posted(request))
    if form.is_valid():
        with refusals_in(form, stamp=lambda: stamp_for(tournament)):
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
        hall = hall_of(tournament)
        context |= {"hall": hall, "flags": flags(tournament), "table_form": table_form(hall)}
    return render(request, "phones/overview/phones.html", context, status=status_of(form))


def seen(setting: PhoneSetting) -> dict[str, Any]:
    return {"mode": setting.mode, "wifi": setting.wifi}


def stamp_for(tournament: Tournament) -> Stamp:
    return Stamp(seen=seen(PhoneSetting.objects.filter(tournament=tournament).first() or PhoneSetting()))


def setting_form(setting: PhoneSetting, data: Any) -> PhonesForm:
    return PhonesForm(data, initial={"stamp": Stamp(seen=seen(setting)), **seen(setting)})


def table_form(hall: Hall, data: Any = None) -> TableForm | None:
    """For the tables of the round that is on which do not use paper yet; None where there is none."""
    if hall.round is None:
        return None
    on_paper = [table.pk for table in hall.paper_tables]
    tables = hall.round.tables.exclude(pk__in=on_paper).values_list("number", flat=True)
    return TableForm(data, tables=list(tables), initial={"stamp": Stamp()})


@require_POST
def table_paper(request: StaffRequest, slug: str) -> HttpResponse:
    """One table of the round that is on goes on with paper."""
    tournament = get_tournament(request, slug, may="direct")
    hall = hall_of(tournament)
    form = table_form(hall, request.POST)
    if form is not None and hall.round is not None and form.is_valid():
        table = get_object_or_404(hall.round.tables, number=form.cleaned_data["table"])
        table.round.tournament = tournament
        actions.table_to_paper(table, by=request.user, stamp=form.cleaned_data["stamp"])
        message = _("Table %(number)s uses paper in this round.")
        messages.success(request, message % {"number": table.number})
    else:
        messages.error(request, _("Choose a table of this round."))
    return redirect("phones", slug)


@require_POST
def table_phones(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    """A table uses its phones again."""
    tournament = get_tournament(request, slug, may="direct")
    row = get_object_or_404(
        Table.objects.select_related("round__tournament"),
        round__tournament=tournament,
        round__number=number,
        number=table,
    )
    actions.table_to_phones(row, by=request.user, stamp=stamp_of(request.POST))
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
        "devices": devices_of(entry),
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


ACTS = {
    "new-key": keys.renew_key,
    "unlock": keys.unlock_pin,
    "paper": actions.player_to_paper,
    "phone": actions.player_to_phones,
}
