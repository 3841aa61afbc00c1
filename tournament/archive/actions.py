"""Restoring a tournament from an archive."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import msgspec
from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import DataError, IntegrityError
from django.utils.translation import gettext as _

from rules.systems.registry import ProfileError
from tournament import journal
from tournament.archive import files
from tournament.archive.format import PERSON, checks
from tournament.archive.people import Answers, match_people
from tournament.archive.reading import Archive, Row
from tournament.archive.restoring import insert, keep_notes, outdate_prints, tournament_fields
from tournament.change import change
from tournament.deletion.actions import remove_rows
from tournament.journal.contradictions import contradictions
from tournament.models import Club, Tournament, User
from tournament.refused import refuse
from tournament.stamps import Stamp
from tournament.verbs import Verb

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

    On the club's record, with the archive's digest; the tournament's own record is the archive's and gets no entry.
    Raises Refused where a person has to be told apart (`match_people`) and `answers` does not, where the address is
    taken, and where the database does not take what the archive says; then nothing is changed.
    """
    content = [archive.head.digest, slug, sorted((answers or {}).items())]
    with change(club, Verb.TOURNAMENT_RESTORED, by=by, stamp=stamp, content=content) as act:
        if act.repeated:
            return RestoredTournament(Tournament.everything.get(pk=act.answer), [])
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
            tournament = Tournament.everything.create(club=club, **fields)
            insert(archive, tournament, club_people, answers or {})
            journal.seal(tournament)
            for check in checks:
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


def go_back(
    tournament: Tournament, archive: Archive, *, by: User | None, reason: str, stamp: Stamp | None = None
) -> RestoredTournament:
    """Makes one tournament what it was when an archive of it was made; nothing else in the club or beside it changes.

    Archives it first as it is now, and copies the database. Its journal is the archive's again, with an entry that has
    the length and the last hash of the one that was left, which the club's own record keeps too. Versions only rise, so
    that every page, phone and print of what was left shows as old. People are the club's and stay as they are.
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
        refuse_another(before, archive)
        if not reason.strip():
            raise refuse("reason-missing", _("Say why you go back."), "reason")
        act.copy_first("before going back")
        if files.store_archive("before going back", before) is None:
            raise refuse("not-archived", _("It cannot be archived as it is now, so nothing was done."))
        club_people = match_people(before.club, archive)
        notes = {entry.person_id: (entry.notes, entry.fee_note) for entry in before.entries.all()}
        printed = dict(before.rounds.values_list("number", "seating_version"))
        with refusing_bad_content():
            remove_rows(before, itself=False)
            Tournament.objects.filter(pk=before.pk).update(**never_lower(tournament_fields(archive), before))
            now = Tournament.objects.get(pk=before.pk)
            insert(
                archive, now, club_people, {question.number: "other" for question in club_people.questions}
            )
            if not archive.head.contacts:
                keep_notes(now, notes)
            outdate_prints(now, printed)
            journal.seal(now)
            for check in checks:
                check(now)
        chain_before = {"entries": before.journal_length, "hash": before.journal_head}
        to = {"entries": now.journal_length, "hash": now.journal_head, "archive": archive.head.digest}
        with change(now, Verb.WENT_BACK, by=by, after_finish=True) as inside:
            inside.record(old=chain_before, new=to, reason=reason, standings=True, seats=True)
        act.answer = now.pk
        act.record(now.name, old=chain_before, new={"slug": now.slug, **to}, reason=reason)
    now.refresh_from_db()
    return RestoredTournament(now, doubts_about(now))


def refuse_another(tournament: Tournament, archive: Archive) -> None:
    """Raises Refused where an archive is not of this tournament."""
    own = journal.chain(tournament).filter(sequence=1).values_list("hash", flat=True).first()
    first_hash = next((row["hash"] for row in archive.rows["journal"]), None)
    if archive.head.slug != tournament.slug or (own and first_hash and own != first_hash):
        raise refuse("another-tournament", _("This is an archive of another tournament."), "file")


def never_lower(fields: Row, before: Tournament) -> Row:
    """The archive's columns, with versions that are not lower than those that pages and prints have seen."""
    names = "version", "standings_version", "seats_revision"
    return {**fields, **{name: max(fields[name], getattr(before, name)) for name in names}}


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
    """Sentences about breaks in the journal's chain, and about cards, lines and history that contradict the journal."""
    breaks = [f"{place.sequence}: {place.message}" for place in journal.verify(tournament)]
    return [*breaks, *contradictions(tournament)]
