from collections.abc import Collection

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from club.models import Bar, Club, Person
from record.models import DecisionQuerySet
from record.refused import Refused, refuse


def bars_of(club: Club) -> DecisionQuerySet[Bar]:
    return Bar.objects.filter(person__club=club).select_related("person", "by", "ended_by")


def standing_bars(people: Collection[int]) -> dict[int, Bar]:
    """Barred person -> their bar, under this record or any other record of the same person."""
    main_ids = {person.pk: person.main_id for person in Person.objects.same_as(people)}
    bars = Bar.objects.standing().filter(person__in=main_ids).select_related("person").order_by("at")
    barred = {main_ids[bar.person_id]: bar for bar in bars}
    return {person: barred[main_ids[person]] for person in people if main_ids.get(person) in barred}


def in_words(bar: Bar) -> str:
    message = (
        _("%(name)s is barred since %(date)s (%(where)s): %(reason)s")
        if bar.decided_in
        else _("%(name)s is barred since %(date)s: %(reason)s")
    )
    date = date_format(localtime(bar.at), "DATE_FORMAT")
    values = {"name": bar.person.name, "date": date, "where": bar.decided_in, "reason": bar.reason}
    return message % values


def bar_refusals(person: Person, field: str = "name") -> list[Refused]:
    """Why this person cannot be entered; empty for a person without a bar."""
    bar = standing_bars([person.pk]).get(person.pk)
    return [] if bar is None else [refuse("barred", in_words(bar), field)]
