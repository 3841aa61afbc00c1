"""What every change at the score desk has in common: the lock, the key, the version, the journal entry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import msgspec
from django.utils import timezone
from django.utils.translation import gettext as _

from rules.game import Fault
from scoring.models import Card, CardSet, Submission
from scoring.sets.facts.games import with_points
from scoring.sets.queries import TablePlace, place_of, seats_changed
from scoring.sets.rulings import check_rulings
from scoring.sets.typed import WrittenSet, digest
from tournament import journal
from tournament.models import Table, User
from tournament.refused import Conflict, Refused, refuse


class Outcome(msgspec.Struct, frozen=True):
    """What a submission came to: the set's state and version afterwards, and what kept it from being accepted."""

    state: str
    version: int
    faults: tuple[Fault, ...] = ()
    repeated: bool = False


class Change:
    """One submission being carried out, inside a transaction, the tournament locked.

    `answer` is that of the first time when the same key came before with the same content: then nothing is left
    to do. `seats` is who sat there when the form was made (`TablePlace.seats`); None where no page was looked at.
    Raises `Conflict` when others sit there now, the version is not the set's, or the key was used for something else.
    """

    def __init__(
        self,
        table: Table,
        verb: str,
        *,
        version: int | None,
        seats: str | None = None,
        key: UUID,
        by: User,
        content: object = None,
    ) -> None:
        self.verb, self.key, self.by = verb, key, by
        self.at = timezone.now()
        self.tournament = journal.lock(table.round.tournament)
        if table.round.published_at is None:
            raise refuse(
                "not-published", _("Round %(number)s is not published.") % {"number": table.round.number}
            )
        self.digest = digest(verb, table.pk, version, content)
        self.answer = self._earlier()
        self.place = place_of(self.tournament, table.round, table)
        self.old = snapshot(self.place)
        reseated = seats_changed(self.place, seats) if self.answer is None and seats is not None else []
        if reseated:
            raise Conflict(reseated)
        if self.answer is None and version is not None and version != self.place.version:
            raise Conflict([Fault("stale", "version", _("Somebody else changed this set in the meantime."))])

    def _earlier(self) -> Outcome | None:
        earlier = Submission.objects.filter(key=self.key).first()
        if earlier is None:
            return None
        same = earlier.tournament_id == self.tournament.pk and earlier.user_id == self.by.pk
        if not same or earlier.answer.get("digest") != self.digest:
            message = _("This form was sent before with other content. Look at what is stored, and choose.")
            raise Conflict([Fault("key-used", "key", message)])
        outcome = msgspec.convert(earlier.answer["outcome"], Outcome)
        return msgspec.structs.replace(outcome, repeated=True)

    def write(self, written: WrittenSet, *, state: str, **fields: Any) -> CardSet:
        """Stores the set as written, with its cards, under the next version."""
        return store(self.place, written, by=self.by, state=state, **fields)

    def record(
        self,
        verb: str,
        *,
        reason: str = "",
        standings: bool = False,
        faults: tuple[Fault, ...] = (),
        extra: Mapping[str, Any] | None = None,
    ) -> Outcome:
        """The journal entry with what was and what is now, and the answer kept under the key."""
        place = place_of(self.tournament, self.place.round, self.place.table)
        journal.record(
            self.tournament,
            verb,
            self.place.subject,
            by=self.by,
            old=self.old,
            new=(snapshot(place) or {}) | {name: value for name, value in (extra or {}).items() if value},
            reason=reason,
            standings=standings,
        )
        return self.keep(Outcome(place.state, place.version, faults))

    def keep(self, outcome: Outcome) -> Outcome:
        """Keeps the answer, so that the same key again answers the same."""
        Submission.objects.create(
            key=self.key,
            tournament=self.tournament,
            user=self.by,
            verb=self.verb,
            answer={"digest": self.digest, "outcome": msgspec.to_builtins(outcome)},
        )
        return outcome


def store(place: TablePlace, written: WrittenSet, *, by: User, state: str, **fields: Any) -> CardSet:
    """Writes a set and its cards for the players who sit at the table now; the version rises."""
    card_set = place.card_set or CardSet(
        table=place.table, round=place.round, version=last_version(place), handed_in_at=timezone.now()
    )
    card_set.state, card_set.version, card_set.entered_by = state, card_set.version + 1, by
    written = with_points(written, place.rules)
    check_rulings(place, written, by=by)
    card_set.handed_in_by, card_set.first_east = written.handed_in_by, written.first_east
    card_set.games = written.to_data()["games"]
    for name, value in fields.items():
        setattr(card_set, name, value)
    card_set.save()
    Card.objects.filter(card_set=card_set).delete()
    check_one_card_each(place, written)
    Card.objects.bulk_create(
        Card(
            card_set=card_set,
            round=place.round,
            letter=letter,
            entry=place.entries[letter],
            points=list(card.points),
            written_total=card.total,
            verified_by=card.verified_by,
        )
        for letter, card in written.cards.items()
        if not card.is_blank
    )
    return card_set


def check_one_card_each(place: TablePlace, written: WrittenSet) -> None:
    """Refuses a second card of one player in a round: somebody who was seated elsewhere when that one was typed."""
    entries = [place.entries[letter].pk for letter, card in written.cards.items() if not card.is_blank]
    others = Card.objects.filter(round=place.round, entry__in=entries)
    faults = [
        Fault(
            "second-card",
            f"{card.letter}-1",
            _("%(name)s has a card at table %(table)s of this round already.")
            % {"name": card.entry.name, "table": card.card_set.table.number},
        )
        for card in others.select_related("entry__person", "card_set__table")
    ]
    if faults:
        raise Refused(faults)


def snapshot(place: TablePlace) -> dict[str, Any] | None:
    """A set as the journal keeps it; None where none has come in."""
    card_set = place.card_set
    if card_set is None:
        return None
    kept: dict[str, Any] = {"version": card_set.version, "state": card_set.state}
    kept |= {"held_reason": card_set.held_reason} if card_set.state == CardSet.State.HELD else {}
    kept |= {"ruling": card_set.ruling} if card_set.ruling else {}
    kept["entries"] = {letter: entry.number for letter, entry in place.entries.items()}
    return kept | place.written.to_data()


def last_version(place: TablePlace) -> int:
    """The last version of a set that was at this table before: a new one goes on counting from it.

    So a form made against a set that was moved away since never passes for one made against the set now there.
    """
    last = journal.chain(place.tournament).filter(subject=place.subject).order_by("-sequence").first()
    kept = last and ((last.new or {}).get("version") or (last.old or {}).get("version"))
    return int(kept or 0)
