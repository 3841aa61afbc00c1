from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Q
from django.utils import timezone

from club.models import Club, Membership, Person, User
from club.rights.account_naming import AccountNaming, forget_account
from club.rights.forgetting import forget
from club.rights.naming import Naming
from record.archive.format import ACCOUNT, PERSON, TOURNAMENT, Kind, is_filled, kinds
from record.archive.reading import Archive, Row, fields_of
from tournament.archive.people import Answers, PeopleMatch
from tournament.models import Tournament

BATCH = 500
Keys = dict[str, list[Any]]
"""By kind, the keys of its rows in their order."""


def insert(archive: Archive, tournament: Tournament, club_people: PeopleMatch, answers: Answers) -> None:
    keys: Keys = {
        ACCOUNT: account_keys(archive.rows[ACCOUNT], tournament.club),
        TOURNAMENT: [tournament.pk],
        PERSON: person_keys(archive, tournament.club, club_people, answers),
    }
    for kind in kinds():
        if kind.name not in keys:
            keys[kind.name] = insert_rows(kind, archive, tournament, keys)
    forget_again(archive, keys[PERSON], tournament)
    forget_accounts_again(archive, keys[ACCOUNT], tournament)


def forget_again(archive: Archive, people: list[Any], tournament: Tournament) -> None:
    erased = Person.objects.filter(pk__in=people, erased_at__isnull=False).in_bulk()
    for key, row in zip(people, archive.rows[PERSON], strict=True):
        if key in erased and erased[key].name != row["name"]:
            naming = Naming(erased[key], erased[key].name, called=[row["name"]])
            forget(erased[key], naming, within=[tournament])


def forget_accounts_again(archive: Archive, accounts: list[Any], tournament: Tournament) -> None:
    erased = User.objects.filter(pk__in=accounts, erased_at__isnull=False).in_bulk()
    for key, row in zip(accounts, archive.rows[ACCOUNT], strict=True):
        if key in erased:
            naming = AccountNaming(erased[key], erased[key].name, tournament.club, called=[row["name"]])
            forget_account(naming, tournament.club, within=[tournament])


def tournament_fields(archive: Archive) -> Row:
    kind = next(kind for kind in kinds() if kind.name == TOURNAMENT)
    return fields_of(kind, archive.tournament)


def account_keys(rows: list[Row], club: Club) -> list[Any]:
    """The keys of the accounts with these marks. Creates the missing ones, with which nobody can sign in.

    They worked for the club, in no role that is known. An archive changes no account that is used here,
    because anybody can write an archive.
    """
    new_accounts: set[int] = set()
    accounts = dict(User.objects.filter(mark__in=[row["mark"] for row in rows]).values_list("mark", "pk"))
    for row in rows:
        if row["mark"] not in accounts:
            user = User(username=f"archived-{row['mark']}", is_active=False, **row)
            user.set_unusable_password()
            user.save(force_insert=True)
            accounts[row["mark"]] = user.pk
            new_accounts.add(user.pk)
    keys = [accounts[row["mark"]] for row in rows]
    stored = Membership.everything.filter(user__in=keys)
    from_archives = new_accounts.union(stored.filter(role="").values_list("user", flat=True))
    used_or_here = stored.filter(~Q(role="") | Q(club=club)).values_list("user", flat=True)
    Membership.everything.bulk_create(
        Membership(club=club, user_id=key, role="", ended_at=timezone.now())
        for key in sorted(from_archives.difference(used_or_here))
    )
    return keys


def person_keys(archive: Archive, club: Club, club_people: PeopleMatch, answers: Answers) -> list[Any]:
    """The club's own people where they are the same, else new ones. What the club has of somebody stays, and what is
    missing of contact data is filled in.
    """
    same = dict(club_people.certain)
    same |= {
        question.number: question.known
        for question in club_people.questions
        if answers[question.number] == "same"
    }
    numbers = set(club.people.exclude(member_number="").values_list("member_number", flat=True))
    marks = set(club.people.values_list("mark", flat=True))
    people = []
    for number, row in enumerate(archive.rows[PERSON], 1):
        contact = archive.contacts.get((PERSON, number), {})
        person = same.get(number)
        if person is None:
            person = Person(club=club, **row, **contact)
            if person.member_number in numbers:
                person.member_number = ""  # it is somebody else's here, as was said
            if person.mark in marks:
                person.mark = Person._meta.get_field("mark").get_default()
            person.save(force_insert=True)
        elif not person.erased_at and any(
            value and not getattr(person, name) for name, value in contact.items()
        ):
            missing = {name: value for name, value in contact.items() if not getattr(person, name)}
            Person.objects.filter(pk=person.pk).update(**missing)
        people.append(person.pk)
    return people


def insert_rows(kind: Kind, archive: Archive, tournament: Tournament, keys: Keys) -> list[Any]:
    filled = {
        column.name: tournament if column.related_model is Tournament else tournament.club
        for column in kind.model._meta.concrete_fields
        if is_filled(column)
    }
    rows = [
        kind.model(**values(kind, row, keys), **archive.contacts.get((kind.name, number), {}), **filled)
        for number, row in enumerate(archive.rows[kind.name], 1)
    ]
    # The model fills these with the present moment whenever a row is made.
    moments_by_column = {
        column.name: [getattr(row, column.name) for row in rows]
        for column in kind.model._meta.concrete_fields
        if column.name in kind.fields and getattr(column, "auto_now_add", False)
    }
    kind.model._base_manager.bulk_create(rows, batch_size=BATCH)
    if moments_by_column and rows:
        for name, moments in moments_by_column.items():
            for row, moment in zip(rows, moments, strict=True):
                setattr(row, name, moment)
        kind.model._base_manager.bulk_update(rows, list(moments_by_column), batch_size=BATCH)
    return [row.pk for row in rows]


def values(kind: Kind, row: Row, keys: Keys) -> Row:
    fields = fields_of(kind, row)
    for name, translate in kind.entries_in.items():
        fields[name] = translate(fields[name], lambda number: keys["entry"][number - 1])
    for name, other in kind.refers.items():
        if row[name] is not None:
            fields[f"{name}_id"] = keys[other][row[name] - 1]
    return fields


def keep_notes(tournament: Tournament, notes: Mapping[Any, tuple[str, str]]) -> None:
    """Gives entries the notes that their people had, where an archive was made without them."""
    for entry in tournament.entries.filter(person__in=notes):
        entry.notes, entry.fee_note = notes[entry.person_id]
        entry.save(update_fields=["notes", "fee_note"])


def outdate_prints(tournament: Tournament, versions: Mapping[int, int]) -> None:
    """Raises the seating version of each round over the one it had, by number: what was printed since shows as old."""
    for round_ in tournament.rounds.all():
        if round_.seating_version < versions.get(round_.number, 0):
            round_.seating_version = versions[round_.number] + 1
            round_.save(update_fields=["seating_version"])
