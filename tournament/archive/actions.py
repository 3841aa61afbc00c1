from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import msgspec
from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import DataError, IntegrityError
from django.utils.translation import gettext as _

from club.models import Club, User
from record import journal
from record.archive import files
from record.archive.format import PERSON
from record.archive.reading import Archive
from record.change import change, still_there
from record.refused import refuse
from record.stamps import Stamp
from record.verbs import Verb
from rules.systems.registry import ProfileError
from tournament.archive.people import Answers, match_people
from tournament.archive.restoring import insert, keep_notes, outdate_prints, tournament_fields
from tournament.deletion.actions import remove_rows
from tournament.journal.queries import contradictions
from tournament.models import Tournament
from ui.declared import declared

UNREADABLE = (
    ArithmeticError,
    AttributeError,
    LookupError,
    ProfileError,
    TypeError,
    ValueError,
    msgspec.MsgspecError,
)
logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class RestoredTournament:
    """A restored tournament; ``doubts`` are sentences about contradictions in its record."""

    tournament: Tournament
    doubts: list[str]


def restore(
    archive: Archive,
    club: Club,
    *,
    by: User | None,
    slug: str = "",
    answers: Answers | None = None,
    stamp: Stamp | None = None,
) -> RestoredTournament:
    """A new tournament of the club as the archive has it, at the archive's own short address or at `slug`.

    Nobody but the club sees it until a director shows it: the hall may be following its twin.
    On the club's record, with the archive's digest; the tournament's own record is the archive's and gets no entry.
    Raises Refused where a person has to be told apart (`match_people`) and `answers` does not, where the address is
    taken, and where the database does not take what the archive says; then nothing is changed.
    """
    content = [archive.head.digest, slug, sorted((answers or {}).items())]
    with change(club, Verb.TOURNAMENT_RESTORED, by=by, stamp=stamp, content=content) as act:
        if act.repeated:
            return RestoredTournament(still_there(Tournament.everything, act.answer), [])
        fields = tournament_fields(archive)
        fields["slug"] = free_address(slug or fields["slug"])
        club_people = match_people(club, archive)
        open_questions = [
            question for question in club_people.questions if question.number not in (answers or {})
        ]
        if open_questions:
            message = _("The club may know some of these people. Say of each whether it is the same person.")
            raise refuse("who-is-who", message)
        with refusing_bad_content():
            tournament = Tournament.everything.create(
                club=club, **fields, restored_at=act.at, is_hidden=fields["is_public"]
            )
            insert(archive, tournament, club_people, answers or {})
            journal.seal(tournament)
            tournament.tell()  # it has no entry here, which would
            for check in declared("kept", "check"):
                check(tournament)
        act.answer = tournament.pk
        act.record(
            tournament.name,
            new={
                "slug": tournament.slug,
                "date": f"{tournament.date:%Y-%m-%d}",
                "players": len(archive.rows[PERSON]),
                "entries": tournament.journal_length,
                "hash": tournament.journal_head,
                "archive": archive.head.digest,
            },
        )
    return RestoredTournament(tournament, doubts_about(tournament))


def show(tournament: Tournament, *, by: User, stamp: Stamp | None = None) -> None:
    """Shows a restored tournament to whoever may watch it, as its settings say; on the club's record, as restoring."""
    with change(tournament.club, Verb.SHOWN_AGAIN, by=by, stamp=stamp, about=tournament) as act:
        if Tournament.objects.filter(pk=tournament.pk, is_hidden=True).update(is_hidden=False):
            tournament.tell()
            act.record(tournament.name, new={"slug": tournament.slug})


def go_back(
    tournament: Tournament, archive: Archive, *, by: User | None, reason: str, stamp: Stamp | None = None
) -> RestoredTournament:
    """Makes one tournament what it was when an archive of it was made; nothing else in the club or beside it changes.

    Archives it first as it is now, and copies the database. Its journal is the archive's again, with an entry that has
    what was undone, and the length and the last hash of the one that was left, which the club's own record keeps too.
    Versions only rise, so that every page, phone and print of what was left shows as old. People are the club's and
    stay as they are, and so does what an application's `kept` names as `staying`.
    Raises Refused for an archive of another tournament, without a reason, and where it cannot be archived first;
    Conflict where it changed while it was looked at.
    """
    content = [archive.head.digest, reason]
    with change(
        tournament.club, Verb.WENT_BACK, by=by, stamp=stamp, about=tournament, content=content
    ) as act:
        if act.repeated:
            return RestoredTournament(Tournament.objects.get(pk=tournament.pk), [])
        before = journal.lock(tournament)
        act.compare({"version": before.version})
        own = before.chain().filter(sequence=1).values_list("hash", flat=True).first()
        first_hash = next((row["hash"] for row in archive.rows["journal"]), None)
        if archive.head.slug != before.slug or (own and first_hash and own != first_hash):
            raise refuse("another-tournament", _("This is an archive of another tournament."), "file")
        if not reason.strip():
            raise refuse("reason-missing", _("Say why you go back."), "reason")
        act.copy_first("before going back")
        if files.store_archive("before going back", before) is None:
            raise refuse("not-archived", _("It cannot be archived as it is now, so nothing was done."))
        club_people = match_people(before.club, archive)
        notes = {entry.person_id: (entry.notes, entry.fee_note) for entry in before.entries.all()}
        printed = dict(before.rounds.values_list("number", "seating_version"))
        chain_before = {"entries": before.journal_length, "hash": before.journal_head}
        undone = undone_by(before, archive)
        put_back = [keep(before) for keep in declared("kept", "staying")]
        with refusing_bad_content():
            remove_rows(before, itself=False)
            fields = tournament_fields(archive)
            for name in ("version", "standings_version", "seats_revision"):
                fields[name] = max(fields[name], getattr(before, name))
            fields |= {"name": before.name, "is_public": before.is_public}
            Tournament.objects.filter(pk=before.pk).update(**fields)
            now = Tournament.objects.get(pk=before.pk)
            insert(
                archive, now, club_people, {question.number: "other" for question in club_people.questions}
            )
            if not archive.head.contacts:
                keep_notes(now, notes)
            for put in put_back:
                put(now)
            outdate_prints(now, printed)
            journal.seal(now)
            for check in declared("kept", "check"):
                check(now)
        to = {"entries": now.journal_length, "hash": now.journal_head, "archive": archive.head.digest}
        with change(now, Verb.WENT_BACK, by=by, after_finish=True) as inside:
            inside.record(
                old={**chain_before, "undone": undone}, new=to, reason=reason, standings=True, seats=True
            )
        act.answer = now.pk
        act.record(now.name, old=chain_before, new={"slug": now.slug, **to}, reason=reason)
    now.refresh_from_db()
    return RestoredTournament(now, doubts_about(now))


def undone_by(before: Tournament, archive: Archive) -> list[dict[str, Any]]:
    """The journal's entries that the archive does not have, in short, and with those that these had undone."""
    kept = {row["hash"] for row in archive.rows["journal"]}
    entries = before.chain().exclude(hash__in=kept).select_related("entry").order_by("sequence")
    return [
        {
            "at": entry.at.isoformat(),
            "by": entry.actor_name,
            "verb": entry.verb,
            "subject": entry.subject,
            "reason": entry.reason,
            **({"player": entry.entry.number} if entry.entry else {}),
            **({"undone": (entry.old or {}).get("undone", [])} if entry.verb == Verb.WENT_BACK else {}),
        }
        for entry in entries
    ]


def free_address(slug: str) -> str:
    try:
        validate_slug(slug)
    except ValidationError as error:
        raise refuse("slug", " ".join(error.messages), "slug") from error
    if Tournament.everything.filter(slug=slug).exists():
        message = _("There is already a tournament at the address %(slug)s. Give this one another.")
        raise refuse("slug-taken", message % {"slug": slug}, "slug")
    return slug


@contextmanager
def refusing_bad_content() -> Iterator[None]:
    """Raises Refused in place of the errors of rows that the database rejects or pages cannot read."""
    try:
        yield
    except (IntegrityError, DataError) as error:
        logger.warning("An archive was refused by the database: %s", error)
        message = _("This archive contradicts itself: what is in it cannot stand together in one tournament.")
        raise refuse("contradicts-itself", message, "file") from error
    except UNREADABLE as error:
        logger.warning("An archive was refused, since it cannot be read as pages do: %r", error)
        message = _("This archive says something that no page can show.")
        raise refuse("cannot-be-shown", message, "file") from error


def doubts_about(tournament: Tournament) -> list[str]:
    breaks = [f"{place.sequence}: {place.message}" for place in journal.verify(tournament)]
    return [*breaks, *contradictions(tournament)]
