"""What every change of a set has in common: the page it came from, what is stored, and what stays on record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import F
from django.utils.translation import gettext as _

from scoring.models import Card, CardSet, SetVersion
from scoring.sets.confirmations import is_blind, typed_blind, waiting_for_second
from scoring.sets.facts.games import DIRECTORS
from scoring.sets.judged import Judgement, judge
from scoring.sets.queries import TablePlace, place_of, seats_changed
from scoring.sets.typed import WrittenSet, blank
from tournament.access import role_in
from tournament.change import Change, change
from tournament.models import Role, Table, Tournament, User
from tournament.refused import Conflict, Fault, Refused, conflict, refuse
from tournament.stamps import Stamp, half_sent
from tournament.verbs import Verb


class Outcome(msgspec.Struct, frozen=True):
    """What a change came to: the set's state and version afterwards, and what kept it from being accepted."""

    state: str
    version: int
    faults: tuple[Fault, ...] = ()


@contextmanager
def set_change(
    place: TablePlace,
    verb: Verb,
    *,
    by: User,
    stamp: Stamp | None = None,
    content: object = None,
) -> Iterator[SetChange]:
    """One change of a table's set, as `tournament.change.change`; a set may change after the finish too.

    `place` is the table as it was read for the page. It is read again only where the tournament has changed since.
    """
    with change(
        place.tournament, verb, by=by, stamp=stamp, about=place.table, content=content, after_finish=True
    ) as act:
        if act.tournament.version == place.tournament.version:
            now = replace(place, tournament=act.tournament)
        else:
            now = place_of(act.tournament, place.table)
        if now.round.published_at is None:
            number = {"number": now.round.number}
            raise refuse("not-published", _("Round %(number)s is not published.") % number)
        yield SetChange(act, by, now, now, snapshot(now))


@dataclass
class SetChange:
    """A change being carried out: the set as it was, and as it is now. `old` is what the journal keeps of it."""

    act: Change
    by: User
    before: TablePlace
    now: TablePlace
    old: dict[str, Any] | None

    @property
    def answer(self) -> Outcome | None:
        """What the same form was answered the first time; None where it is new."""
        return msgspec.convert(self.act.answer, Outcome) if self.act.repeated else None

    @property
    def tournament(self) -> Tournament:
        return self.act.tournament

    @property
    def at(self) -> datetime:
        return self.act.at

    @property
    def typed_verb(self) -> Verb:
        """Whether a set is new or was there with numbers before."""
        return Verb.SET_TYPED if self.before.written.is_blank else Verb.SET_CHANGED

    def check_page(self) -> None:
        """Raises Conflict when the page was made for others who sat there, or for another version of the set.

        Who typed without having seen any number does not mind that somebody else did so at the same time.
        """
        stamp, place = self.act.stamp, self.before
        if stamp is None:
            return
        seats, version = stamp.seen.get("seats"), seen_version(stamp)
        if not isinstance(seats, str) or not seats:
            raise half_sent()
        if reseated := seats_changed(place, seats):
            raise Conflict(reseated)
        if version != place.version:
            blind = is_blind(waiting_for_second(place), self.by)
            if not (blind and typed_blind(place, version)):
                raise conflict("stale", _("Somebody else changed this set in the meantime."), "version")

    def check_open(self) -> None:
        """Raises Conflict for a set that is accepted, which is final, or waits for the director's ruling."""
        card_set = self.before.card_set
        if card_set is None or self.before.is_open:
            return
        if card_set.state == CardSet.State.ACCEPTED:
            message = _("%(by)s accepted table %(table)s. Accepted is final: only a director reopens it.")
            names = {"by": card_set.accepted_by, "table": self.before.table.number}
            raise conflict("accepted", message % names)
        message = _("This set is held for the director: %(reason)s") % {"reason": card_set.held_reason}
        raise conflict("held", message)

    def judged(self, judgement: Judgement, rules: object) -> Judgement:
        """The judgement by `rules`, or another where other rules hold for the table by now."""
        return judgement if rules == self.before.rules else judge(judgement.typed, self.before.rules)

    def store(self, written: WrittenSet, *, state: str, **fields: Any) -> CardSet:
        """Stores the set as written, with its cards, under the next version."""
        self.now = store(self.before, written, by=self.by, at=self.at, state=state, **fields)
        assert self.now.card_set is not None  # noqa: S101  (for the type checker)
        return self.now.card_set

    def remove(self) -> None:
        """Takes the set away: the table is playing again."""
        self.now = removed(self.before)

    def record(
        self,
        verb: Verb,
        *,
        reason: str = "",
        standings: bool = False,
        faults: tuple[Fault, ...] = (),
        lines: Sequence[Mapping[str, Any]] = (),
        mended: Sequence[Mapping[str, Any]] = (),
        other_table: Table | None = None,
        extra: Mapping[str, Any] | None = None,
    ) -> Outcome:
        """Keeps this step of the set, writes the journal entry, and answers; see `SetVersion` for `lines` and others.

        `extra` is for the journal alone.
        """
        keep_version(
            self.before,
            self.now,
            verb,
            by=self.by,
            at=self.at,
            reason=reason,
            lines=list(lines),
            mended=list(mended),
            other_table=other_table,
        )
        old = {**self.old, "lines": list(lines)} if self.old and lines else self.old
        besides = {"mended": list(mended), **(extra or {})}
        new = (snapshot(self.now) or {}) | {name: value for name, value in besides.items() if value}
        self.act.record(verb=verb, old=old, new=new, reason=reason, standings=standings)
        return self.keep(faults)

    def keep(self, faults: tuple[Fault, ...] = ()) -> Outcome:
        """The answer, kept for a repeat of the form."""
        outcome = Outcome(self.now.state, self.now.version, faults)
        self.act.answer = msgspec.to_builtins(outcome)
        return outcome


def seen_version(stamp: Stamp) -> int:
    """The version of the set that a page showed. Raises Refused where it does not say so."""
    version = stamp.seen.get("version")
    if not isinstance(version, int) or version < 0:
        raise half_sent()
    return version


def store(
    place: TablePlace, written: WrittenSet, *, by: User, at: datetime, state: str, **fields: Any
) -> TablePlace:
    """Writes a set and its cards for the players who sit at the table now; the version rises."""
    check_rulings(place, written, by=by)
    check_one_card_each(place, written)
    card_set = place.card_set or CardSet(
        table=place.table, round=place.round, version=place.last_version, handed_in_at=at
    )
    is_new = place.card_set is None
    card_set.state, card_set.version, card_set.entered_by = state, card_set.version + 1, by
    card_set.handed_in_by, card_set.first_east = written.handed_in_by, written.first_east
    card_set.games = written.to_data()["games"]
    for name, value in fields.items():
        setattr(card_set, name, value)
    card_set.save()
    if not is_new:
        card_set.cards.all().delete()
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
    return replace(place, card_set=card_set, written=written)


def removed(place: TablePlace) -> TablePlace:
    """Takes a set away with its cards."""
    if place.card_set:
        place.card_set.delete()
    return replace(place, card_set=None, written=blank(place.rules.letters, place.rules.games))


def check_rulings(place: TablePlace, written: WrittenSet, *, by: User) -> None:
    """Refuses a ruling on a game that is new, or whose game was changed, from anybody but a director.

    What a director has stored already may be sent along by everybody.
    """
    faults = []
    for number, (new, old) in enumerate(zip(written.games, place.written.games, strict=True), 1):
        decided = [name for name in DIRECTORS if name in (new.facts or {})]
        if decided and new.facts != old.facts:
            message = _("Game %(game)s: only a director decides this. Hold the set for the director.")
            faults.append(Fault("directors-only", f"g{number}-{decided[0]}", message % {"game": number}))
    if faults and role_in(place.tournament.club, by) != Role.DIRECTOR:
        raise Refused(faults)


def check_one_card_each(place: TablePlace, written: WrittenSet) -> None:
    """Refuses a second card of one player in a round: somebody who was seated elsewhere when that one was typed."""
    faults = [
        Fault(
            "second-card",
            f"{letter}-1",
            _("%(name)s has a card at table %(table)s of this round already.")
            % {"name": place.entries[letter].name, "table": place.elsewhere[letter]},
        )
        for letter, card in written.cards.items()
        if not card.is_blank and letter in place.elsewhere
    ]
    if faults:
        raise Refused(faults)


def keep_version(
    before: TablePlace, now: TablePlace, verb: Verb, *, by: User | None, at: datetime, **step: Any
) -> None:
    """Adds one step to the versions of a table's set; see `SetVersion` for what can be said of it."""
    SetVersion.objects.create(
        table=now.table,
        number=now.version or before.version,
        verb=verb,
        state=now.card_set.state if now.card_set else "",
        typed=now.written.to_data() if now.card_set else None,
        entries={letter: entry.pk for letter, entry in now.entries.items()},
        by=by,
        at=at,
        **step,
    )


def take_back_acceptance(card_set: CardSet) -> None:
    """The set is open again; not saved."""
    card_set.state, card_set.reopened = CardSet.State.IN, True
    card_set.accepted_at, card_set.accepted_by, card_set.ruling = None, None, ""


def lines_of(card_set: CardSet) -> list[dict[str, Any]]:
    """The point lines of a set, as a step keeps those that stop counting by it."""
    rows = card_set.lines.order_by("entry__number", "game", "position")
    lines = rows.values("entry", "game", "points", "code", number=F("entry__number"))
    return [dict(line) for line in lines]


def snapshot(place: TablePlace) -> dict[str, Any] | None:
    """A set as the journal keeps it; None where none has come in."""
    card_set = place.card_set
    if card_set is None:
        return None
    data: dict[str, Any] = {"version": card_set.version, "state": card_set.state}
    data |= {"held_reason": card_set.held_reason} if card_set.state == CardSet.State.HELD else {}
    data |= {"ruling": card_set.ruling} if card_set.ruling else {}
    data["entries"] = {letter: entry.number for letter, entry in place.entries.items()}
    return data | place.written.to_data()


def faults_of_absence(place: TablePlace, present: Iterable[str], field: str) -> list[Fault]:
    """One fault when somebody of the table is not marked."""
    here = set(present)
    missing = [f"{letter} {entry.name}" for letter, entry in place.entries.items() if letter not in here]
    if not missing:
        return []
    message = _("Every player of the table has to be there. Not marked: %(names)s.")
    return [Fault("not-all-present", field, message % {"names": ", ".join(missing)})]
