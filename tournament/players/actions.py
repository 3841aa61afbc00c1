"""Changes to who plays: registered, corrected, withdrawn, back again, moved up from the waiting list."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from rules.game import Fault
from tournament.journal import lock, lock_club, record
from tournament.models import Entry, Person, Tournament, User
from tournament.players.queries import next_number, refuse_out_of_turn
from tournament.refused import Refused, refuse
from tournament.revisions import LISTED, listed_anew
from tournament.seen import refuse_overtaken, refuse_stale

PERSON_FIELDS = ("name", "town", "member_number")


def locked(tournament: Tournament) -> Tournament:
    """The tournament's row, locked after its club's: people belong to the club, and this order never crosses."""
    lock_club(tournament.club_id)
    return lock(tournament)


@transaction.atomic
def register(
    tournament: Tournament,
    *,
    by: User | None,
    number: int,
    person: Person | None = None,
    name: str = "",
    town: str = "",
    member_number: str = "",
    shows_initials: bool = False,
    waiting: bool = False,
    checked_in: bool = False,
) -> Entry:
    """Enters a person of the club, or with `name` a new one, under a free number.

    The same form sent twice changes nothing. Raises Refused on a number, person or member number that is taken.
    """
    tournament = locked(tournament)
    refuse_after_finish(tournament)
    holder = tournament.entries.select_related("person").filter(number=number).first()
    if holder and is_repeat(holder, person, name, town):
        return holder
    faults = [number_fault(tournament, holder)] if holder else []
    if person is not None and (entered := tournament.entries.filter(person=person).first()):
        faults.append(
            Fault(
                "person-entered",
                "name",
                _("%(name)s is entered already, under number %(number)s.")
                % {"name": person.name, "number": entered.number},
            )
        )
    if person is None:
        faults += member_number_faults(tournament, member_number)
    if faults:
        raise Refused(faults)
    if person is None:
        person = Person.objects.create(
            club_id=tournament.club_id, name=name, town=town, member_number=member_number
        )
    entry = Entry.objects.create(
        tournament=tournament,
        person=person,
        number=number,
        shows_initials=shows_initials,
        state=Entry.State.WAITING if waiting else Entry.State.REGISTERED,
        checked_in_at=timezone.now() if checked_in and not waiting else None,
    )
    record(tournament, gettext_noop("player registered"), str(entry), by=by, new=facts(entry))
    return entry


def is_repeat(holder: Entry, person: Person | None, name: str, town: str) -> bool:
    if person is not None:
        return holder.person_id == person.pk
    return holder.person.name == name and holder.person.town == town


def number_fault(tournament: Tournament, holder: Entry) -> Fault:
    return Fault(
        "number-taken",
        "number",
        _("Number %(number)s belongs to %(name)s. The next free number is %(free)s.")
        % {"number": holder.number, "name": holder.person.name, "free": next_number(tournament)},
    )


def member_number_faults(tournament: Tournament, member_number: str, besides: int = 0) -> list[Fault]:
    if not member_number:
        return []
    holder = (
        Person.objects.filter(club=tournament.club_id, member_number=member_number)
        .exclude(pk=besides)
        .first()
    )
    if holder is None:
        return []
    return [
        Fault(
            "member-number-taken",
            "member_number",
            _("Member number %(number)s belongs to %(name)s.")
            % {"number": member_number, "name": holder.name},
        )
    ]


def facts(entry: Entry) -> dict[str, Any]:
    """An entry and its person as the journal and the edit page know them."""
    return {
        "number": entry.number,
        "name": entry.person.name,
        "town": entry.person.town,
        "member_number": entry.person.member_number,
        "shows_initials": entry.shows_initials,
        "state": entry.state,
        "checked_in": entry.checked_in_at is not None,
    }


@transaction.atomic
def change_entry(entry: Entry, *, by: User, seen: Mapping[str, Any], new: Mapping[str, Any]) -> Entry:
    """Corrects number, name, town, member number or initials; `seen` is what the page showed.

    Raises Conflict when somebody changed one of them since, Refused when a number is taken.
    """
    tournament = locked(entry.tournament)
    entry = fetch(entry)
    old = facts(entry)
    refuse_stale(seen, old)
    changed = {name: value for name, value in new.items() if old[name] != value}
    if not changed:
        return entry
    faults = []
    if "number" in changed:
        holder = tournament.entries.select_related("person").filter(number=changed["number"]).first()
        faults += [number_fault(tournament, holder)] if holder else []
    if "member_number" in changed:
        faults += member_number_faults(tournament, changed["member_number"], besides=entry.person_id)
    if faults:
        raise Refused(faults)
    for name, value in changed.items():
        setattr(entry.person if name in PERSON_FIELDS else entry, name, value)
    entry.person.save(update_fields=PERSON_FIELDS)
    entry.save(update_fields=["number", "shows_initials"])
    if LISTED & set(changed):
        listed_anew([entry])
    record(
        tournament,
        gettext_noop("player corrected"),
        str(entry),
        by=by,
        old={name: old[name] for name in changed},
        new=changed,
        standings=True,
    )
    of_person = [name for name in PERSON_FIELDS if name in changed]
    if of_person:
        old_values, new_values = ({name: one[name] for name in of_person} for one in (old, changed))
        tell_others(tournament, {entry.person_id: (old_values, new_values)}, by=by)
    return entry


def tell_others(
    tournament: Tournament,
    people: Mapping[int, tuple[Mapping[str, Any], Mapping[str, Any]]],
    *,
    by: User | None,
) -> None:
    """A change of people made in `tournament`, on record in every other one they are entered in: one entry each.

    `people` has old and new values by person. What these tournaments show changes with it, so their versions rise.
    Called with the club locked (`locked`): whoever locks a second tournament waits for nobody who holds it.
    """
    others = Tournament.objects.filter(
        pk__in=Entry.objects.filter(person__in=people).exclude(tournament=tournament).values("tournament")
    )
    for other in others.order_by("pk"):
        entries = list(lock(other).entries.filter(person__in=people).select_related("person"))
        if len(entries) == 1:
            verb, (old, new) = gettext_noop("player corrected"), people[entries[0].person_id]
        else:
            verb = gettext_noop("players corrected")
            old, new = (
                {"changed": [{"player": entry.number, **people[entry.person_id][side]} for entry in entries]}
                for side in (0, 1)
            )
        record(
            other,
            verb,
            ", ".join(map(str, entries)),
            by=by,
            old=old,
            new={**new, "changed_in": tournament.name},
            standings=any("name" in people[entry.person_id][1] for entry in entries),
        )
        listed_anew([entry for entry in entries if "name" in people[entry.person_id][1]])


@transaction.atomic
def withdraw(entry: Entry, *, by: User, reason: str = "", as_of: str | None = None) -> Entry:
    """Takes an entry out; its number stays its own. With a seat, the seat must be emptied first."""
    tournament = locked(entry.tournament)
    refuse_after_finish(tournament)
    entry = fetch(entry)
    if entry.state == Entry.State.WITHDRAWN:
        return entry
    refuse_seated(entry)
    return change_state(
        tournament,
        entry,
        Entry.State.WITHDRAWN,
        gettext_noop("player withdrawn"),
        by=by,
        as_of=as_of,
        reason=reason,
    )


@transaction.atomic
def reinstate(entry: Entry, *, by: User, as_of: str | None = None) -> Entry:
    """Brings a withdrawn entry back as registered, not checked in."""
    tournament = locked(entry.tournament)
    refuse_after_finish(tournament)
    entry = fetch(entry)
    if entry.state != Entry.State.WITHDRAWN:
        return entry
    return change_state(
        tournament, entry, Entry.State.REGISTERED, gettext_noop("player reinstated"), by=by, as_of=as_of
    )


@transaction.atomic
def put_on_waiting_list(entry: Entry, *, by: User, as_of: str | None = None) -> Entry:
    """A registered player without a seat waits, behind those who registered earlier."""
    tournament = locked(entry.tournament)
    refuse_after_finish(tournament)
    entry = fetch(entry)
    if entry.state != Entry.State.REGISTERED:
        return entry
    refuse_seated(entry)
    return change_state(
        tournament,
        entry,
        Entry.State.WAITING,
        gettext_noop("player put on the waiting list"),
        by=by,
        as_of=as_of,
    )


@transaction.atomic
def move_up(entry: Entry, *, by: User, as_of: str | None = None) -> Entry:
    """Registers the first of the waiting list; in order, so anybody else is refused with the first's name."""
    tournament = locked(entry.tournament)
    refuse_after_finish(tournament)
    entry = fetch(entry)
    if entry.state != Entry.State.WAITING:
        return entry
    refuse_out_of_turn(entry)
    return change_state(
        tournament, entry, Entry.State.REGISTERED, gettext_noop("player moved up"), by=by, as_of=as_of
    )


def change_state(
    tournament: Tournament,
    entry: Entry,
    state: str,
    verb: str,
    *,
    by: User,
    as_of: str | None = None,
    reason: str = "",
) -> Entry:
    refuse_overtaken(tournament, as_of, by=by, verb=verb, **about(entry))
    old = {"state": entry.state, "checked_in": entry.checked_in_at is not None}
    entry.state, entry.checked_in_at = state, None
    entry.save(update_fields=["state", "checked_in_at"])
    record(
        tournament,
        verb,
        str(entry),
        by=by,
        old=old,
        new={"state": state, "checked_in": False},
        reason=reason,
    )
    return entry


def about(entry: Entry) -> dict[str, str]:
    """Which entries of the journal tell of this one: by its number, since a name may be corrected elsewhere."""
    return {"subject__startswith": f"{entry.number} "}


def fetch(entry: Entry) -> Entry:
    """The entry as it is now, inside the lock."""
    return Entry.objects.select_related("person").get(pk=entry.pk)


def refuse_seated(entry: Entry) -> None:
    if entry.seats.exists():
        raise refuse(
            "seated",
            _(
                "%(name)s has a seat. Empty the seat, or give it to somebody else, on the seating changes page."
            )
            % {"name": entry.person.name},
        )


def refuse_after_finish(tournament: Tournament) -> None:
    if tournament.finished_at:
        raise refuse("finished", _("The tournament is finished: who played it no longer changes."))
