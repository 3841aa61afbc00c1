"""Barring a person, which a disqualification does, and lifting the bar. Both are on the club's record."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournament.change import change
from tournament.models import Bar, Club, Person, User
from tournament.refused import refuse
from tournament.stamps import Stamp
from tournament.verbs import Verb


def bar_person(person: Person, *, decided_in: str, reason: str, by: User) -> Bar:
    """Bars the person from registration. Somebody who is barred already keeps the earlier bar with its reason."""
    with change(person.club, Verb.PERSON_BARRED, by=by) as act:
        standing = Bar.objects.standing().filter(person=person).first()
        if standing is not None:
            return standing
        bar = Bar.objects.create(person=person, decided_in=decided_in, reason=reason, by=by, at=act.at)
        act.record(person.name, new={"bar": bar.pk, "decided_in": decided_in}, reason=reason)
        return bar


def lift_bar(club: Club, bar: Bar, *, reason: str, by: User, stamp: Stamp | None = None) -> None:
    """Lets the person be registered again. Raises Refused without a reason; lifting twice changes nothing."""
    reason = reason.strip()
    with change(club, Verb.BAR_LIFTED, by=by, stamp=stamp, content=[bar.pk, reason]) as act:
        bar_now = Bar.objects.select_related("person").get(pk=bar.pk)
        if bar_now.lifted_at is not None:
            return
        act.refuse_repeat()
        if not reason:
            raise refuse("reason-missing", _("Say why the bar is lifted."), "reason")
        bar_now.lifted_at, bar_now.lifted_by, bar_now.lift_reason = act.at, by, reason
        bar_now.save(update_fields=["lifted_at", "lifted_by", "lift_reason"])
        act.record(bar_now.person.name, old={"bar": bar_now.pk, "reason": bar_now.reason}, reason=reason)
