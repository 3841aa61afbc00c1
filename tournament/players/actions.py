from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from club.bars.queries import bar_refusals
from club.models import Person, User
from record.change import Change, change, still_there
from record.refused import Refused, all_at_once, conflict, refuse
from record.stamps import Stamp
from record.verbs import Verb
from tournament.models import Category, Entry, Tournament
from tournament.players.queries import next_number

PERSON_FIELDS = ("name", "family_name", "town", "member_number")
# For directors only. The journal says that they were changed and not what to: it cannot forget.
CONTACT_FIELDS = ("phone", "email", "said_as")
NOTE_FIELDS = ("notes", "fee_note")
PRIVATE_FIELDS = (*CONTACT_FIELDS, *NOTE_FIELDS)
# Printed on lists, slips and badges.
LISTED = frozenset({"number", "name", "shows_initials"})


@dataclass(frozen=True)
class NewPlayer:
    """Somebody to be entered: a person of the club, or with `name` a new one; without a number under the next one."""

    number: int | None
    person: Person | None = None
    name: str = ""
    family_name: str = ""
    town: str = ""
    member_number: str = ""
    phone: str = ""
    email: str = ""
    shows_initials: bool = False
    category: str = ""
    waiting: bool = False
    checked_in: bool = False

    @property
    def contact(self) -> dict[str, str]:
        return {field: value for field, value in (("phone", self.phone), ("email", self.email)) if value}


def register(
    tournament: Tournament, player: NewPlayer, *, by: User | None, stamp: Stamp | None = None
) -> Entry:
    """Enters somebody under a free number.

    A telephone number or e-mail address replaces the stored one of a person of the club. Raises Refused for a number,
    person or member number that is taken.
    """
    contact, person, waiting = player.contact, player.person, player.waiting
    person_given = {field: getattr(player, field) for field in PERSON_FIELDS}
    content = [
        player.number,
        person and person.pk,
        person_given,
        contact,
        player.shows_initials,
        player.category,
        waiting,
    ]
    with change(tournament, Verb.PLAYER_REGISTERED, by=by, stamp=stamp, content=content, people=True) as act:
        if act.repeated:
            return still_there(Entry.objects.with_people(), act.answer)
        number = next_number(act.where) if player.number is None else player.number
        refuse_taken(act.where, number=number, person=person, member_number=player.member_number)
        if person is None:
            person = Person.objects.create(club_id=act.where.club_id, **person_given, **contact)
        elif contact:
            Person.objects.filter(pk=person.pk).update(**contact)
        entry = Entry.objects.create(
            tournament=act.where,
            person=person,
            number=number,
            shows_initials=player.shows_initials,
            category=category_of(act.where, player.category),
            state=Entry.State.WAITING if waiting else Entry.State.REGISTERED,
            checked_in_at=timezone.now() if player.checked_in and not waiting else None,
        )
        act.answer = entry.pk
        act.record(about=entry, new=without_private({**details(entry), **contact}))
        return entry


def refuse_taken(tournament: Tournament, *, number: int, person: Person | None, member_number: str) -> None:
    refusals = number_taken(tournament, number)
    if person is None:
        refusals += member_number_taken(tournament, member_number)
    elif entered := tournament.entries.filter(person__in=Person.objects.same_as([person.pk])).first():
        message = _("%(name)s is already entered, under number %(number)s.")
        values = {"name": person.name, "number": entered.number}
        refusals.append(refuse("person-entered", message % values, "name"))
    elif person.erased_at is not None:
        refusals.append(was_erased(person, "name"))
    else:
        refusals += bar_refusals(person)
    if refusals:
        raise all_at_once(refusals)


def number_taken(tournament: Tournament, number: int) -> list[Refused]:
    holder = tournament.entries.with_people().filter(number=number).first()
    if holder is None:
        return []
    message = _("Number %(number)s belongs to %(name)s. The next free number is %(free)s.")
    values = {"number": number, "name": holder.name, "free": next_number(tournament)}
    return [refuse("number-taken", message % values, "number")]


def member_number_taken(tournament: Tournament, member_number: str, besides: int = 0) -> list[Refused]:
    people = Person.objects.filter(club=tournament.club_id, member_number=member_number)
    holder = people.exclude(pk=besides).first() if member_number else None
    if holder is None:
        return []
    message = _("Member number %(number)s belongs to %(name)s.")
    values = {"number": member_number, "name": holder.name}
    return [refuse("member-number-taken", message % values, "member_number")]


def erased_refusals(person: Person, fields: Iterable[str]) -> list[Refused]:
    """Why these fields stay empty for somebody who was erased; empty for everybody else."""
    about_person = (*PERSON_FIELDS, *PRIVATE_FIELDS)
    return [was_erased(person, name) for name in fields if person.erased_at and name in about_person]


def was_erased(person: Person, field: str) -> Refused:
    message = _("%(name)s was erased, so nothing about who that was can be saved.")
    return refuse("erased", message % {"name": person.name}, field)


def refuse_words_of_erased(people: Iterable[int], words: str, field: str) -> None:
    """Raises Refused for words about an erased person, such as a payment's reference or who fetched a prize."""
    erased = Person.objects.filter(pk__in=people, erased_at__isnull=False).first() if words.strip() else None
    if erased is not None:
        raise was_erased(erased, field)


def details(entry: Entry) -> dict[str, Any]:
    return {
        "number": entry.number,
        "name": entry.person.name,
        "family_name": entry.person.family_name,
        "town": entry.person.town,
        "member_number": entry.person.member_number,
        "shows_initials": entry.shows_initials,
        "category": entry.category.name if entry.category else "",
        "state": entry.state,
        "checked_in": entry.checked_in_at is not None,
    }


def category_of(tournament: Tournament, name: str) -> Category | None:
    """The category of this name; None for "", the whole event. Raises Conflict where it is gone."""
    category: Category | None = tournament.categories.filter(name=name).first() if name else None
    if name and category is None:
        raise conflict("removed", _("Somebody has just removed this category."), "category")
    return category


def private_details(entry: Entry) -> dict[str, str]:
    return {
        "phone": entry.person.phone,
        "email": entry.person.email,
        "said_as": entry.person.said_as,
        "notes": entry.notes,
        "fee_note": entry.fee_note,
    }


def without_private(values: Mapping[str, Any]) -> dict[str, Any]:
    private = [name for name in PRIVATE_FIELDS if name in values]
    public = {name: value for name, value in values.items() if name not in PRIVATE_FIELDS}
    return {**public, "private": private} if private else public


def correct(entry: Entry, *, by: User, new: Mapping[str, Any], stamp: Stamp | None = None) -> Entry:
    """Corrects number, name and its parts, town, member number, initials, contact or notes, after the finish too.

    Changes of the person are recorded in every tournament they are entered in. Raises Conflict when somebody else
    changed the same field since, Refused when a number is taken or the person was erased.
    """
    with change(
        entry.tournament,
        Verb.PLAYER_CORRECTED,
        by=by,
        stamp=stamp,
        about=entry,
        content=new,
        people=True,
        after_finish=True,
    ) as act:
        entry = fetch(entry)
        current = details(entry) | private_details(entry)
        changed = {name: value for name, value in new.items() if current[name] != value}
        if not changed:
            return entry
        old = {name: current[name] for name in changed}
        act.compare(old)
        refusals = number_taken(act.where, changed["number"]) if "number" in changed else []
        refusals += erased_refusals(entry.person, changed)
        if "member_number" in changed:
            refusals += member_number_taken(act.where, changed["member_number"], entry.person_id)
        if refusals:
            raise all_at_once(refusals)
        if "category" in changed:
            entry.category = category_of(act.where, changed["category"])
        for name, value in changed.items():
            if name == "category":
                continue
            setattr(entry.person if name in (*PERSON_FIELDS, *CONTACT_FIELDS) else entry, name, value)
        entry.person.save(update_fields=(*PERSON_FIELDS, *CONTACT_FIELDS))
        entry.save(update_fields=["number", "shows_initials", "category", *NOTE_FIELDS])
        act.record(
            about=entry,
            old=without_private(old),
            new=without_private(changed),
            standings=bool(changed.keys() - set(PRIVATE_FIELDS)),
            seats=outdate_prints(act.where, changed, [entry]),
        )
        if of_person := [name for name in PERSON_FIELDS if name in changed]:
            values = [{name: values[name] for name in of_person} for values in (old, changed)]
            record_elsewhere(act.where, {entry.person_id: (values[0], values[1])}, by=by)
        return entry


def record_elsewhere(
    tournament: Tournament,
    people: Mapping[int, tuple[Mapping[str, Any], Mapping[str, Any]]],
    *,
    by: User | None,
) -> None:
    """Records a change of people made in `tournament` in every other one they are entered in: one journal entry
    each.

    `people` has old and new values by person. Public pages of these tournaments change too, so their versions rise.
    Called under the club's lock, so that no two changes wait for each other's tournaments.
    """
    tournaments = Tournament.everything.filter(
        pk__in=Entry.objects.filter(person__in=people).exclude(tournament=tournament).values("tournament")
    )
    for other_tournament in tournaments.order_by("pk"):
        with change(
            other_tournament, Verb.PLAYERS_CORRECTED, by=by, after_finish=True, though_deleted=True
        ) as act:
            entries = list(act.where.entries.with_people().filter(person__in=people))
            fields = {field for entry in entries for field in people[entry.person_id][1]}
            renamed = [entry for entry in entries if "name" in people[entry.person_id][1]]
            if len(entries) == 1:
                old, new = people[entries[0].person_id]
            else:
                old, new = (
                    {
                        "changed": [
                            {"player": entry.number, **people[entry.person_id][side]} for entry in entries
                        ]
                    }
                    for side in (0, 1)
                )
            act.record(
                ", ".join(map(str, entries)),
                verb=Verb.PLAYER_CORRECTED if len(entries) == 1 else Verb.PLAYERS_CORRECTED,
                about=tuple(entries) if len(entries) == 1 else (),
                old=old,
                new={**new, "changed_in": tournament.name},
                standings=bool(renamed),
                seats=outdate_prints(act.where, fields, renamed),
            )


def withdraw(
    entry: Entry, *, by: User, reason: str = "", stamp: Stamp | None = None, had_seats: bool = False
) -> Entry:
    """Withdraws an entry; it keeps its number. A seat must be emptied first.

    `had_seats`: the caller has emptied the seats; seats of rounds already played stay. Raises Conflict if the
    player's list or presence differs from the page.
    """
    with change(
        entry.tournament, Verb.PLAYER_WITHDRAWN, by=by, stamp=stamp, about=entry, content=reason
    ) as act:
        entry = fetch(entry)
        if entry.state != Entry.State.WITHDRAWN:
            if not had_seats:
                refuse_seated(entry)
            compare_listed(act, entry)
            change_state(act, entry, Entry.State.WITHDRAWN, reason)
        return entry


def reinstate(entry: Entry, *, by: User, stamp: Stamp | None = None) -> Entry:
    """Registers a withdrawn entry again, not checked in."""
    with change(entry.tournament, Verb.PLAYER_REINSTATED, by=by, stamp=stamp, about=entry) as act:
        entry = fetch(entry)
        if entry.state == Entry.State.WITHDRAWN:
            refuse_barred(entry)
            # The person may take part under a second record.
            others = act.where.entries.filter(person__in=Person.objects.same_as([entry.person_id]))
            other = others.exclude(pk=entry.pk).exclude(state=Entry.State.WITHDRAWN).first()
            if other is not None:
                message = _("%(name)s is already entered, under number %(number)s.")
                raise refuse("person-entered", message % {"name": entry.name, "number": other.number})
            change_state(act, entry, Entry.State.REGISTERED)
        return entry


def put_on_waiting_list(entry: Entry, *, by: User, stamp: Stamp | None = None) -> Entry:
    """Moves a registered player without a seat to the waiting list, behind those who registered earlier."""
    with change(entry.tournament, Verb.PLAYER_TO_WAIT, by=by, stamp=stamp, about=entry) as act:
        entry = fetch(entry)
        if entry.state == Entry.State.REGISTERED:
            refuse_seated(entry)
            compare_listed(act, entry)
            change_state(act, entry, Entry.State.WAITING)
        return entry


def move_up(entry: Entry, *, by: User, stamp: Stamp | None = None) -> Entry:
    with change(entry.tournament, Verb.PLAYER_MOVED_UP, by=by, stamp=stamp, about=entry) as act:
        entry = fetch(entry)
        if entry.state == Entry.State.WAITING:
            refuse_barred(entry)
            change_state(act, entry, Entry.State.REGISTERED)
        return entry


def compare_listed(act: Change[Tournament], entry: Entry) -> None:
    message = _(
        "Somebody else changed this while you were looking: %(name)s is %(state)s now. Reload the page, "
        "then decide."
    )
    state = _("checked in") if entry.checked_in_at else str(entry.get_state_display()).lower()
    act.compare({"listed": entry.listed}, message % {"name": entry.name, "state": state})


def change_state(act: Change[Tournament], entry: Entry, state: str, reason: str = "") -> None:
    old = {"state": entry.state, "checked_in": entry.checked_in_at is not None}
    entry.state, entry.checked_in_at = state, None
    entry.save(update_fields=["state", "checked_in_at"])
    act.record(about=entry, old=old, new={"state": state, "checked_in": False}, reason=reason)


def fetch(entry: Entry) -> Entry:
    return still_there(Entry.objects.with_people(), entry.pk)


def refuse_barred(entry: Entry) -> None:
    if refusals := bar_refusals(entry.person):
        raise all_at_once(refusals)


def refuse_seated(entry: Entry) -> None:
    if entry.seats.exists():
        message = _(
            "%(name)s has a seat. Empty the seat, or give it to somebody else, on the seating changes page."
        )
        raise refuse("seated", message % {"name": entry.name})


def outdate_prints(tournament: Tournament, changed: Iterable[str], entries: Iterable[Entry]) -> bool:
    """Raises the seating version of the published rounds with these entries, if a printed field changed.

    Returns whether seat slips are out of date too.
    """
    if not LISTED & set(changed):
        return False
    return tournament.outdate_prints(entries)
