"""Who is barred, and the sentence that says so to a director."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournament.models import Bar, Club, Person
from tournament.refused import Refused, refuse


def bars_of(club: Club) -> QuerySet[Bar]:
    """Every bar of the club's people, the lifted ones too, newest first."""
    return Bar.objects.filter(person__club=club).select_related("person", "by", "lifted_by")


def standing_bars(people: Collection[int]) -> dict[int, Bar]:
    """Person -> their bar, of those who are barred, under this record or another one of the same person."""
    main_ids = {person.pk: person.main_id for person in Person.objects.same_as(people)}
    bars = Bar.objects.standing().filter(person__in=main_ids).select_related("person").order_by("at")
    barred = {main_ids[bar.person_id]: bar for bar in bars}
    return {person: barred[main_ids[person]] for person in people if main_ids.get(person) in barred}


def in_words(bar: Bar) -> str:
    """For a director alone: since when, and why."""
    message = _("%(name)s is barred since %(date)s (%(where)s): %(reason)s")
    date = date_format(localtime(bar.at), "DATE_FORMAT")
    values = {"name": bar.person.name, "date": date, "where": bar.decided_in, "reason": bar.reason}
    return message % values


def bar_refusals(person: Person, field: str = "name") -> list[Refused]:
    """Why this person cannot be entered; empty for a person without a bar."""
    bar = standing_bars([person.pk]).get(person.pk)
    return [] if bar is None else [refuse("barred", in_words(bar), field)]
