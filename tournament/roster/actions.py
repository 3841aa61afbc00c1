import datetime
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from club.family_names import unlike_the_guess
from club.models import Person, User
from club.names import folded
from record.change import Change, change, still_there
from record.refused import all_at_once, refuse
from record.stamps import Stamp
from record.verbs import Verb
from tournament.models import Category, Entry, RosterUpload, Tournament
from tournament.players.actions import (
    CONTACT_FIELDS,
    LISTED,
    NOTE_FIELDS,
    PERSON_FIELDS,
    PRIVATE_FIELDS,
    erased_refusals,
    outdate_prints,
    record_elsewhere,
    without_private,
)
from tournament.players.queries import free_numbers
from tournament.roster.parsing.columns import Layout, RosterSheet, guess_layout
from tournament.roster.parsing.compare import compare
from tournament.roster.parsing.difference import LineAnswer, NewEntry, RosterDifference
from tournament.roster.parsing.file import read_sheet
from tournament.roster.parsing.lines import Lines, read_lines
from tournament.roster.queries import known_people

KEPT_FOR = datetime.timedelta(days=1)
# Above every player number: entries that trade numbers wait here.
ASIDE = 1_000_000_000


def park(tournament: Tournament, *, by: User, name: str, content: bytes) -> RosterUpload:
    """Stores a readable file for its preview, in the place of this person's last one, and changes nothing else.

    The file is read before the transaction begins, so that others can write meanwhile.
    """
    sheet = read_sheet(content)
    layout = guess_layout(sheet).as_json()
    with transaction.atomic():
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


def remove_old_uploads() -> None:
    old = RosterUpload.objects.filter(uploaded_at__lt=timezone.now() - KEPT_FOR)
    if old.exists():
        old.delete()


def sheet_of(upload: RosterUpload) -> RosterSheet:
    title = Layout.from_json(upload.layout).title
    return read_sheet(
        bytes(upload.content), encoding=upload.encoding, separator=upload.separator, title=title
    )


def read_again(upload: RosterUpload, *, encoding: str, separator: str, layout: Layout | None) -> RosterUpload:
    """Stores how the director wants the file to be read. A different encoding, separator or sheet resets all
    guesses; a different header row resets the columns, unless those were set too.
    """
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
        layout = replace(guess_layout(sheet, header=layout.header), line_kinds=before.line_kinds)
    else:
        layout = replace(layout, line_kinds=before.line_kinds)
    layout = replace(layout, mends_names=before.mends_names)
    read_lines(sheet, layout)
    upload.encoding, upload.separator, upload.layout = sheet.encoding, sheet.separator, layout.as_json()
    upload.save(update_fields=["encoding", "separator", "layout"])
    return upload


def set_line_kind(upload: RosterUpload, line: int, kind: str) -> RosterUpload:
    """Stores a director's correction of a line: see `Layout.line_kinds`; "" restores the guess."""
    line_kinds = {**dict(Layout.from_json(upload.layout).line_kinds), line: kind}
    return set_layout(upload, line_kinds=tuple((line, kind) for line, kind in line_kinds.items() if kind))


def set_layout(upload: RosterUpload, **values: Any) -> RosterUpload:
    upload.layout = replace(Layout.from_json(upload.layout), **values).as_json()
    upload.save(update_fields=["layout"])
    return upload


def lines_of(upload: RosterUpload, sheet: RosterSheet | None = None) -> Lines:
    return read_lines(sheet or sheet_of(upload), Layout.from_json(upload.layout))


def difference(upload: RosterUpload, sheet: RosterSheet | None = None) -> RosterDifference:
    return compare(lines_of(upload, sheet), known_people(upload.tournament))


def apply_roster(
    upload: RosterUpload,
    *,
    by: User,
    answers: Mapping[str, LineAnswer],
    withdraw: Collection[int] = (),
    reinstate: Collection[int] = (),
    stamp: Stamp | None = None,
) -> RosterDifference | None:
    """Applies the preview, completely or not at all; once. Returns what came in, or None if it was in before.

    The file is read before the transaction begins, so that others can write meanwhile. `withdraw` and `reinstate`
    hold entry ids out of the difference's `missing` and `withdrawn`. Raises Conflict when the preview is
    out of date, Refused while a line waits for an answer.
    """
    if upload.applied_at:
        return None
    lines = lines_of(upload)
    with change(
        upload.tournament, Verb.ROSTER_IMPORTED, by=by, stamp=stamp, content=upload.pk, people=True
    ) as act:
        uploads = RosterUpload.objects.select_related("tournament")
        upload = still_there(uploads.select_for_update(of=("self",), no_key=True), upload.pk)
        if upload.applied_at:
            return None
        club_people = known_people(act.where)
        preview = compare(lines, club_people)
        message = _(
            "Players changed since this preview was made. This is how it reads now: please look again."
        )
        act.compare({"preview": preview.fingerprint()}, message, code="roster-stale")
        settled = compare(lines, club_people, answers)
        refuse_unanswered(settled)
        refuse_lost(preview, settled)
        act.copy_first("before a roster import")
        carry_out(act, upload, settled, withdraw=set(withdraw), reinstate=set(reinstate))
        upload.applied_at, upload.content = act.at, b""
        upload.save(update_fields=["applied_at", "content"])
        return settled


def refuse_unanswered(settled: RosterDifference) -> None:
    message = _("Line %(line)s, %(name)s: please say who this is.")
    lines = [(line.line, str(line.line), line.name) for line in settled.unclear]
    lines += [(question.line.line, question.line.key, question.line.name) for question in settled.questions]
    if lines:
        raise all_at_once(
            refuse("roster-unanswered", message % {"line": line, "name": name}, f"line-{key}")
            for line, key, name in lines
        )


def refuse_lost(preview: RosterDifference, settled: RosterDifference) -> None:
    """Refuses answers that leave a line without its number or its person, which would drop it silently."""
    message = _("Line %(line)s, %(name)s, cannot come in with these answers. %(reason)s")
    dropped_lines = [line for line in settled.refused if line not in preview.refused]
    if dropped_lines:
        raise all_at_once(
            refuse(
                "roster-lost",
                message % {"line": line.line, "name": line.text, "reason": line.reason},
                f"line-{line.line}",
            )
            for line in dropped_lines
        )


def carry_out(
    act: Change[Tournament],
    upload: RosterUpload,
    settled: RosterDifference,
    *,
    withdraw: set[int],
    reinstate: set[int],
) -> None:
    tournament = act.where
    leaving = [player for player in settled.missing if player.entry in withdraw and not player.seated]
    reinstated = [player for player in settled.withdrawn if player.entry in reinstate]
    change_people(tournament, settled)
    # Players of a new category play to the end until somebody says otherwise.
    new_categories = unknown_categories(tournament, settled)
    Category.objects.bulk_create(Category(tournament=tournament, name=name) for name in new_categories)
    categories = {folded(category.name): category for category in tournament.categories.all()}
    change_entries(tournament, settled, categories)
    listed = [
        changed.known.person
        for changed in settled.changed
        if LISTED & {field.field for field in changed.changes}
    ]
    seats = bool(listed) and outdate_prints(tournament, LISTED, tournament.entries.filter(person__in=listed))
    entered = enter(tournament, settled.new, categories)
    set_state(leaving, Entry.State.WITHDRAWN)
    set_state(reinstated, Entry.State.REGISTERED)
    if not (entered or settled.changed or leaving or reinstated):
        return
    act.record(
        upload.name,
        old={"changed": changed_values(settled, "old")},
        new={
            "entered": entered,
            "changed": changed_values(settled, "new"),
            "withdrawn": [f"{player.number} {player.name}" for player in leaving],
            "reinstated": [f"{player.number} {player.name}" for player in reinstated],
            "categories": new_categories,
            "refused": [f"{line.line}: {line.reason}" for line in settled.refused],
        },
        standings=any(
            field.field not in PRIVATE_FIELDS for changed in settled.changed for field in changed.changes
        ),
        seats=seats,
    )
    record_elsewhere(tournament, changes_of_people(settled), by=act.by)


def changed_values(settled: RosterDifference, side: str) -> list[dict[str, Any]]:
    return [
        {
            "player": changed.known.name,
            **without_private({field.field: getattr(field, side) for field in changed.changes}),
        }
        for changed in settled.changed
    ]


def changes_of_people(
    settled: RosterDifference, fields: Collection[str] = PERSON_FIELDS
) -> dict[int, tuple[dict[str, Any], dict[str, Any]]]:
    """Old and new values by person, for people with a change in one of these fields."""
    changed = [(entry.known.person, entry.changes) for entry in settled.changed]
    changed += [(entry.known.person, entry.changes) for entry in settled.new if entry.known]
    changes_by_person = {
        person: [field for field in changes if field.field in fields] for person, changes in changed
    }
    return {
        person: (
            {field.field: field.old for field in changes},
            {field.field: field.new for field in changes},
        )
        for person, changes in changes_by_person.items()
        if changes
    }


def change_people(tournament: Tournament, settled: RosterDifference) -> None:
    fields = (*PERSON_FIELDS, *CONTACT_FIELDS)
    changes_by_person = changes_of_people(settled, fields)
    old_and_new = changes_of_people(settled, (*fields, *NOTE_FIELDS))
    changed_people = list(Person.objects.filter(club=tournament.club_id, pk__in=old_and_new))
    refusals = [
        fault for person in changed_people for fault in erased_refusals(person, old_and_new[person.pk][1])
    ]
    if refusals:
        raise all_at_once(refusals[:1])
    people = [person for person in changed_people if person.pk in changes_by_person]
    # Two people may trade their member numbers, and no two have one at any moment.
    renumbered = [person for person, (_old, new) in changes_by_person.items() if "member_number" in new]
    Person.objects.filter(pk__in=renumbered).update(member_number="")
    for person in people:
        _old, new = changes_by_person[person.pk]
        for name, value in new.items():
            setattr(person, name, value)
    Person.objects.bulk_update(people, fields, batch_size=100)


def unknown_categories(tournament: Tournament, settled: RosterDifference) -> list[str]:
    lines = [new.line for new in settled.new] + [changed.line for changed in settled.changed]
    names = {folded(line.category): line.category for line in reversed(lines) if line.category}
    for category in tournament.categories.all() if names else ():
        names.pop(folded(category.name), None)
    return sorted(names.values())


def change_entries(
    tournament: Tournament, settled: RosterDifference, categories: Mapping[str, Category]
) -> None:
    changes_by_person = {changed.known.person: changed.changes for changed in settled.changed}
    entries = list(tournament.entries.filter(person__in=changes_by_person))
    for index, entry in enumerate(entries):
        entry.number = ASIDE + index
    Entry.objects.bulk_update(entries, ["number"], batch_size=100)
    numbers = {changed.known.person: changed.known.number for changed in settled.changed}
    fields = ("number", "shows_initials", *NOTE_FIELDS)
    for entry in entries:
        entry.number = numbers[entry.person_id] or entry.number
        for field in changes_by_person[entry.person_id]:
            if field.field == "category":
                entry.category = categories.get(folded(str(field.new)))
            elif field.field in fields:
                setattr(entry, field.field, field.new)
    Entry.objects.bulk_update(entries, (*fields, "category"), batch_size=100)


def enter(
    tournament: Tournament, new_entries: list[NewEntry], categories: Mapping[str, Category]
) -> list[str]:
    """Creates the entries in the order of the file; those without a number get free ones."""
    new_entries = sorted(new_entries, key=lambda new: (new.line.line, new.line.part))
    people_by_key = {
        person.pk: person
        for person in Person.objects.filter(
            club=tournament.club_id, pk__in=[new.known.person for new in new_entries if new.known]
        )
    }
    people = [
        people_by_key[new.known.person]
        if new.known
        else Person(
            club_id=tournament.club_id,
            name=new.line.name,
            family_name=unlike_the_guess(new.line.family_name, new.line.name),
            town=new.line.town,
            member_number=new.line.member_number,
            phone=new.line.phone,
            email=new.line.email,
        )
        for new in new_entries
    ]
    Person.objects.bulk_create([person for person in people if person.pk is None])
    numbers_in_use = set(tournament.entries.values_list("number", flat=True))
    numbers_in_use |= {new.line.number for new in new_entries if new.line.number}
    free = free_numbers(numbers_in_use)
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            person=person,
            number=new.line.number or next(free),
            shows_initials=bool(new.line.shows_initials),
            state=Entry.State.WAITING if new.line.waiting else Entry.State.REGISTERED,
            notes=new.line.notes,
            fee_note=new.line.fee,
            category=categories.get(folded(new.line.category or "")),
        )
        for new, person in zip(new_entries, people, strict=True)
    )
    return [str(entry) for entry in entries]


def set_state(people: list[Any], state: str) -> None:
    Entry.objects.filter(pk__in=[player.entry for player in people]).update(state=state, checked_in_at=None)
