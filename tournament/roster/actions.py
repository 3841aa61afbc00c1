"""Parking an uploaded roster, and carrying out its preview as one change."""

import datetime
from collections.abc import Collection, Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from rules.game import Fault
from tournament import backups
from tournament.journal import lock, lock_club, record
from tournament.models import Entry, Person, RosterUpload, Tournament, User
from tournament.players.actions import PERSON_FIELDS, tell_others
from tournament.players.queries import free_numbers
from tournament.refused import Conflict, Refused, refuse
from tournament.revisions import LISTED, listed_anew
from tournament.roster.queries import known_people
from tournament.roster.reading import (
    Answer,
    Difference,
    Layout,
    Lines,
    New,
    Sheet,
    compare,
    guess_layout,
    read_lines,
    read_sheet,
)
from tournament.roster.reading.compare import FieldChange

KEPT = datetime.timedelta(days=1)
# Above every player number: entries that trade numbers stand here while the others move.
ASIDE = 1_000_000_000


def park(tournament: Tournament, *, by: User, name: str, content: bytes) -> RosterUpload:
    """Keeps a readable file for its preview; nothing of it is stored anywhere else. Old uploads go.

    The file is read before the transaction begins: meanwhile others can write.
    """
    sheet = read_sheet(content)
    layout = guess_layout(sheet).as_json()
    with transaction.atomic():
        RosterUpload.objects.filter(uploaded_at__lt=timezone.now() - KEPT).delete()
        RosterUpload.objects.filter(tournament=tournament, by=by, applied_at=None).delete()
        return RosterUpload.objects.create(
            tournament=tournament,
            by=by,
            name=name[:120],
            content=content,
            encoding=sheet.encoding,
            separator=sheet.separator,
            layout=layout,
        )


def sheet_of(upload: RosterUpload) -> Sheet:
    """The table in a parked file, read as its director said."""
    title = Layout.from_json(upload.layout).title
    return read_sheet(
        bytes(upload.content), encoding=upload.encoding, separator=upload.separator, title=title
    )


def read_again(upload: RosterUpload, *, encoding: str, separator: str, layout: Layout | None) -> RosterUpload:
    """Keeps how the director says the file must be read. Another encoding, separator or sheet guesses everything
    anew; another row with the columns' names, the columns, unless they too were said otherwise."""
    before = Layout.from_json(upload.layout)
    title = layout.title if layout else before.title
    sheet = read_sheet(bytes(upload.content), encoding=encoding, separator=separator, title=title)
    recut = (sheet.encoding, sheet.separator, sheet.title) != (
        upload.encoding,
        upload.separator,
        before.title,
    )
    if layout is None or recut:
        layout = guess_layout(sheet)
    elif layout.header != before.header and layout.fields == before.fields:
        layout = guess_layout(sheet, header=layout.header)
    read_lines(sheet, layout)
    upload.encoding, upload.separator, upload.layout = sheet.encoding, sheet.separator, layout.as_json()
    upload.save(update_fields=["encoding", "separator", "layout"])
    return upload


def lines_of(upload: RosterUpload, sheet: Sheet | None = None) -> Lines:
    """The lines of the parked file; its `sheet` where that is read already."""
    return read_lines(sheet or sheet_of(upload), Layout.from_json(upload.layout))


def difference(upload: RosterUpload, sheet: Sheet | None = None) -> Difference:
    """What applying the parked file would do now."""
    lines = lines_of(upload, sheet)
    return compare(lines.good, lines.refused, known_people(upload.tournament))


def apply_roster(
    upload: RosterUpload,
    *,
    by: User,
    seen: str,
    answers: Mapping[int, Answer],
    withdraw: Collection[int] = (),
    reinstate: Collection[int] = (),
) -> RosterUpload:
    """Carries out what the preview with fingerprint `seen` showed, all of it or nothing; once.

    The file is read before the transaction begins: meanwhile others can write. `withdraw` and `reinstate` hold
    entry ids out of the difference's `missing` and `withdrawn`. Raises Conflict when the preview would read
    otherwise by now, Refused when a line still waits for an answer.
    """
    if upload.applied_at:
        return upload
    lines = lines_of(upload)
    with transaction.atomic():
        lock_club(upload.tournament.club_id)
        tournament = lock(upload.tournament)
        upload = (
            RosterUpload.objects.select_related("tournament")
            .select_for_update(of=("self",), no_key=True)
            .get(pk=upload.pk)
        )
        if upload.applied_at:
            return upload
        if tournament.finished_at:
            raise refuse("finished", _("The tournament is finished: this can no longer be changed."))
        known = known_people(tournament)
        shown = compare(lines.good, lines.refused, known)
        if shown.fingerprint() != seen:
            raise Conflict(
                [
                    Fault(
                        "roster-stale",
                        "",
                        _(
                            "Players changed since this preview was made. This is how it reads now: please look again."
                        ),
                    )
                ]
            )
        settled = compare(lines.good, lines.refused, known, answers)
        refuse_unanswered(settled)
        refuse_lost(shown, settled)
        backups.copy("before a roster import", tournament)
        carry_out(tournament, upload, settled, by=by, withdraw=set(withdraw), reinstate=set(reinstate))
        upload.applied_at, upload.content = timezone.now(), b""
        upload.save(update_fields=["applied_at", "content"])
        return upload


def refuse_unanswered(settled: Difference) -> None:
    if settled.questions:
        raise Refused(
            Fault(
                "roster-unanswered",
                f"line-{question.line.line}",
                _("Line %(line)s, %(name)s: please say who this is.")
                % {"line": question.line.line, "name": question.line.name},
            )
            for question in settled.questions
        )


def refuse_lost(shown: Difference, settled: Difference) -> None:
    """An answer may leave a line without its number or its person: better said than left out without a word."""
    lost = [one for one in settled.refused if one not in shown.refused]
    if lost:
        raise Refused(
            Fault(
                "roster-lost",
                f"line-{one.line}",
                _("Line %(line)s, %(name)s, cannot come in with these answers. %(reason)s")
                % {"line": one.line, "name": one.text, "reason": one.reason},
            )
            for one in lost
        )


def carry_out(
    tournament: Tournament,
    upload: RosterUpload,
    settled: Difference,
    *,
    by: User,
    withdraw: set[int],
    reinstate: set[int],
) -> None:
    leaving = [one for one in settled.missing if one.entry in withdraw and not one.seated]
    back = [one for one in settled.withdrawn if one.entry in reinstate]
    change_people(tournament, settled)
    change_entries(tournament, settled)
    listed = [
        one.known.person for one in settled.changed if LISTED & {change.field for change in one.changes}
    ]
    listed_anew(tournament, LISTED, tournament.entries.filter(person__in=listed))
    entered = enter(tournament, settled.new)
    set_state(leaving, Entry.State.WITHDRAWN)
    set_state(back, Entry.State.REGISTERED)
    if not (entered or settled.changed or leaving or back):
        return
    record(
        tournament,
        gettext_noop("roster imported"),
        upload.name,
        by=by,
        old={"changed": [told(change.known.name, change.changes, "old") for change in settled.changed]},
        new={
            "entered": entered,
            "changed": [told(change.known.name, change.changes, "new") for change in settled.changed],
            "withdrawn": [f"{one.number} {one.name}" for one in leaving],
            "reinstated": [f"{one.number} {one.name}" for one in back],
            "refused": [f"{one.line}: {one.reason}" for one in settled.refused],
        },
        standings=bool(settled.changed),
    )
    tell_others(tournament, changes_of_people(settled), by=by)


def told(name: str, changes: tuple[FieldChange, ...], side: str) -> dict[str, Any]:
    return {"player": name, **{change.field: getattr(change, side) for change in changes}}


def changes_of_people(settled: Difference) -> dict[int, tuple[dict[str, Any], dict[str, Any]]]:
    """Old and new values by person, of those whose name, town or member number changes."""
    found = [(one.known.person, one.changes) for one in settled.changed]
    found += [(one.known.person, one.changes) for one in settled.new if one.known]
    wanted = {
        person: [change for change in changes if change.field in PERSON_FIELDS] for person, changes in found
    }
    return {
        person: (
            {change.field: change.old for change in changes},
            {change.field: change.new for change in changes},
        )
        for person, changes in wanted.items()
        if changes
    }


def change_people(tournament: Tournament, settled: Difference) -> None:
    wanted = changes_of_people(settled)
    people = list(Person.objects.filter(club=tournament.club_id, pk__in=wanted))
    for person in people:
        _old, new = wanted[person.pk]
        for name, value in new.items():
            setattr(person, name, value)
    Person.objects.bulk_update(people, PERSON_FIELDS, batch_size=100)


def change_entries(tournament: Tournament, settled: Difference) -> None:
    wanted = {one.known.person: one.changes for one in settled.changed}
    entries = list(tournament.entries.filter(person__in=wanted))
    for place, entry in enumerate(entries):
        entry.number = ASIDE + place
    Entry.objects.bulk_update(entries, ["number"], batch_size=100)
    numbers = {one.known.person: one.known.number for one in settled.changed}
    for entry in entries:
        entry.number = numbers[entry.person_id] or entry.number
        for change in wanted[entry.person_id]:
            if change.field not in PERSON_FIELDS:
                setattr(entry, change.field, change.new)
    Entry.objects.bulk_update(entries, ["number", "shows_initials"], batch_size=100)


def enter(tournament: Tournament, wanted: list[New]) -> list[str]:
    """Makes the entries, in the order of the file; those without a number get the free ones from the top."""
    wanted = sorted(wanted, key=lambda one: one.line.line)
    known = {
        person.pk: person
        for person in Person.objects.filter(
            club=tournament.club_id, pk__in=[one.known.person for one in wanted if one.known]
        )
    }
    people = [
        known[one.known.person]
        if one.known
        else Person(
            club_id=tournament.club_id,
            name=one.line.name,
            town=one.line.town,
            member_number=one.line.member_number,
        )
        for one in wanted
    ]
    Person.objects.bulk_create([person for person in people if person.pk is None])
    taken = set(tournament.entries.values_list("number", flat=True))
    taken |= {one.line.number for one in wanted if one.line.number}
    free = free_numbers(taken)
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            person=person,
            number=one.line.number or next(free),
            shows_initials=bool(one.line.shows_initials),
        )
        for one, person in zip(wanted, people, strict=True)
    )
    return [str(entry) for entry in entries]


def set_state(people: list[Any], state: str) -> None:
    Entry.objects.filter(pk__in=[one.entry for one in people]).update(state=state, checked_in_at=None)
