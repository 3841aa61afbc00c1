from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from club.models import Club, Person, User
from record.change import change, still_there
from record.refused import all_at_once, refuse
from record.stamps import Stamp
from record.verbs import Verb
from tournament.people.queries import why_two


def facts(person: Person) -> dict[str, Any]:
    return {
        "name": person.name,
        "town": person.town,
        "member_number": person.member_number,
        "alias_of": person.alias_of_id,
    }


def merge(
    club: Club, *, main: Person, alias: Person, reason: str, by: User, stamp: Stamp | None = None
) -> Person:
    """Makes `alias` a second record of `main`, and returns `main`. Twice changes nothing.

    Raises Refused where they are certainly two people, or without a reason; Conflict where a record changed since the
    page was opened.
    """
    reason = reason.strip()
    with change(club, Verb.PEOPLE_MERGED, by=by, stamp=stamp, content=[main.pk, alias.pk, reason]) as act:
        main, alias = fetch(main), fetch(alias)
        if alias.alias_of_id == main.pk:
            return main
        act.refuse_repeat()
        act.compare({str(person.pk): facts(person) for person in (main, alias)})
        refusals = why_two(main, alias)
        if not reason:
            refusals.append(
                refuse("reason-missing", _("Say how you know that they are the same person."), "reason")
            )
        if refusals:
            raise all_at_once(refusals)
        alias.alias_of = main
        alias.save(update_fields=["alias_of"])
        act.record(f"{alias.name}, {main.name}", new=pair(main, alias), reason=reason)
        return main


def take_apart(club: Club, *, alias: Person, reason: str, by: User, stamp: Stamp | None = None) -> Person:
    """Makes a merged record a person of its own again, both as they were; returns it. Twice changes nothing."""
    reason = reason.strip()
    with change(club, Verb.MERGE_UNDONE, by=by, stamp=stamp, content=[alias.pk, reason]) as act:
        alias = fetch(alias)
        if alias.alias_of is None:
            return alias
        act.refuse_repeat()
        if not reason:
            raise refuse("reason-missing", _("Say why they are two people."), "reason")
        main, alias.alias_of = alias.alias_of, None
        alias.save(update_fields=["alias_of"])
        act.record(f"{alias.name}, {main.name}", old=pair(main, alias), reason=reason)
        return alias


def pair(main: Person, alias: Person) -> dict[str, int]:
    """Both records by their keys: names and numbers are corrected, and the journal cannot forget."""
    return {"kept": main.pk, "alias": alias.pk}


def fetch(person: Person) -> Person:
    return still_there(Person.objects.select_related("alias_of"), person.pk)
