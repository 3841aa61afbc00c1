"""A practice game: the pages of a table, with three made-up players; nothing of it is stored."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from club.access import Request
from club.models import Person
from phones.access import Phone, get_phone
from phones.models.table import PhoneTable
from phones.table.forms import GameForm
from phones.table.queries import Around, TableNow, telling
from phones.table.words import shares
from record.answering import posted, status_of
from scoring.sets.queries import build_desk_table
from scoring.sets.words import fault_in_words
from tournament.models import Entry, Round, Table

OTHERS = {"B": "Bea", "C": "Cora", "D": "Dot"}
OWN, READER = "A", "B"


def practice_table(phone: Phone) -> TableNow:
    """A table of no round, at which the phone's player sits at A."""
    tournament = phone.tournament
    table = Table(round=Round(tournament=tournament, number=1), number=1)
    entries = {OWN: phone.entry} | {
        letter: Entry(tournament=tournament, person=Person(name=name)) for letter, name in OTHERS.items()
    }
    desk_table = build_desk_table(tournament, table, entries, None)
    row = PhoneTable(table=table, first_east=OWN)
    return TableNow(desk_table, row, Around(), (None,) * desk_table.rules.games)


@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: Request, slug: str) -> HttpResponse:
    """A game is entered; sent, the page shows what another player of the table would read of it, and what follows."""
    phone = get_phone(request, slug)
    now = practice_table(phone)
    form = GameForm(posted(request), now=now, game=1, reader=OWN)
    context = {"tournament": phone.tournament, "phone": phone, "form": form}
    if form.is_valid():
        played = now.played_with(1, form.facts)
        for fault in played.faults:
            form.add_error(None, fault_in_words(fault, phone.tournament).message)
        family = telling(now.desk_table.rules.profile.family)
        context |= {
            "reader": OTHERS[READER],
            "sentence": family.sentence(form.facts, now.names, READER),
            "points": shares(played, now.names),
            "own_points": (played.points or {}).get(READER),
        }
    return render(request, "phones/practice.html", context, status=status_of(form))
