from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from club.bars.queries import bars_of, standing_bars
from club.models import Bar, Club, Person, User
from club.names import folded
from record.change import change
from record.refused import refuse
from record.stamps import Stamp
from record.verbs import Verb


def bar_person(
    person: Person, *, reason: str, by: User, decided_in: str = "", since: datetime | None = None
) -> Bar:
    """Bars the person from registration. Somebody who is barred already keeps the earlier bar with its reason."""
    with change(person.club, Verb.PERSON_BARRED, by=by) as act:
        standing = Bar.objects.standing().filter(person=person).first()
        if standing is not None:
            return standing
        bar = Bar.objects.create(
            person=person, decided_in=decided_in, reason=reason, by=by, at=since or act.at
        )
        act.record(person.name, new={"bar": bar.pk, "decided_in": decided_in}, reason=reason)
        return bar


def bar_people(
    club: Club,
    people: Sequence[tuple[str, str]],
    *,
    reason: str,
    since: datetime,
    by: User,
    stamp: Stamp | None = None,
) -> tuple[list[Bar], list[Bar]]:
    """Bars everybody of a list of names and towns; who never played here is kept as a person of the club. Returns the
    bars made, and the earlier ones that stay as they are.

    Raises Refused where a name is several people's, and Conflict where somebody's bar is not as the page showed it:
    nobody is barred then.
    """
    content = [people, reason, since.date()]
    with change(club, Verb.PERSON_BARRED, by=by, stamp=stamp, content=content) as act:
        if not act.repeated:
            to_bar = list(dict.fromkeys(person_named(club, name, town) for name, town in people))
            before = {person: bar.pk for person, bar in standing_bars([one.pk for one in to_bar]).items()}
            for person in to_bar:
                act.compare_among("bars", person.pk, before.get(person.pk))
            bars = [bar_person(person, reason=reason, since=since, by=by).pk for person in to_bar]
            act.answer = [
                [bar for bar in bars if (bar in before.values()) is stays] for stays in (False, True)
            ]
        found = bars_of(club).in_bulk([bar for keys in act.answer for bar in keys])
        made, staying = ([found[bar] for bar in keys] for keys in act.answer)
        return made, staying


def person_named(club: Club, name: str, town: str) -> Person:
    alike = {
        person.main_id: person
        for person in club.people.filter(erased_at=None).order_by("pk")
        if folded(person.name) == folded(name) and (not town or folded(person.town) == folded(town))
    }
    if len(alike) > 1:
        towns = ", ".join(f"{person.name} ({person.town or '?'})" for person in alike.values())
        message = _("%(name)s is the name of several people. Write which one you mean: %(towns)s.")
        raise refuse("several", message % {"name": name, "towns": towns}, "names")
    if not alike:
        return club.people.create(name=name, town=town)
    return club.people.get(pk__in=alike)


def lift_bar(club: Club, bar: Bar, *, reason: str, by: User, stamp: Stamp | None = None) -> None:
    """Lets the person be registered again. Raises Refused without a reason; lifting twice changes nothing."""
    reason = reason.strip()
    with change(club, Verb.BAR_LIFTED, by=by, stamp=stamp, content=[bar.pk, reason]) as act:
        lifted = act.end(bar, reason=reason, missing=_("Say why the bar is lifted."))
        if lifted is not None:
            act.record(lifted.person.name, old={"bar": lifted.pk, "reason": lifted.reason}, reason=reason)
