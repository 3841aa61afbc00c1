"""The unit of work for changes of a set: checks the page it came from, stores the set, records the step.

Below it the set as rows, which its steps are made of: its cards and their substitutes, its version, its snapshot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from club.models import User
from record.change import Change, change
from record.refused import Conflict, FieldFault, Refused, conflict, overtaken, refuse
from record.stamps import Stamp, half_sent
from record.verbs import Verb
from scoring.models import Card, CardSet, SetVersion
from scoring.sets.confirmations import is_blind, typed_blind, waiting_for_second
from scoring.sets.judged import Judgement, judge
from scoring.sets.merge import differing
from scoring.sets.places import FieldPlace, SetFault
from scoring.sets.queries import DeskTable, desk_table_of, seats_changed
from scoring.sets.ruling import check_ruled, check_rulings, exceptions
from scoring.sets.typed import WrittenSet, blank, to_data
from tournament.clock.queries import refuse_unless_seated
from tournament.models import Entry, Tournament
from tournament.words import not_published


class SetOutcome(msgspec.Struct, frozen=True):
    """The result of a change: the set's state and version afterwards, and the faults that prevented acceptance."""

    state: str
    version: int
    faults: tuple[SetFault, ...] = ()


@contextmanager
def set_change(
    desk_table: DeskTable,
    verb: Verb,
    *,
    by: User | None,
    stamp: Stamp | None = None,
    content: object = None,
) -> Iterator[SetChange]:
    """`record.change.change` for a table's set, which may change after the finish too. `by`: None for its players.

    `desk_table` is the table as read for the page. It is read again only if the tournament has changed since.
    """
    with change(
        desk_table.tournament,
        verb,
        by=by,
        stamp=stamp,
        about=desk_table.table,
        content=content,
        after_finish=True,
    ) as act:
        if act.where.version == desk_table.tournament.version:
            now = replace(desk_table, tournament=act.where)
        else:
            now = desk_table_of(act.where, desk_table.table)
        if now.round.published_at is None:
            raise refuse("not-published", not_published(act.where, now.round.number))
        now.refuse_written_off()
        if now.round.is_bonus:
            refuse_unless_seated(now.round)
        yield SetChange(act, by, now, now, snapshot(now))


@dataclass
class SetChange:
    """An open change, with the set before it and now. `old` is the set before, as the journal stores it."""

    act: Change[Tournament]
    by: User | None
    before: DeskTable
    now: DeskTable
    old: dict[str, Any] | None

    @property
    def answer(self) -> SetOutcome | None:
        """The stored answer of a repeated form; None for a new one.

        Raises Conflict if the set has changed since, which makes that answer false.
        """
        if not self.act.repeated:
            return None
        outcome = msgspec.convert(self.act.answer, SetOutcome)
        if (outcome.state, outcome.version) != (self.before.state, self.before.version):
            raise overtaken()
        return outcome

    @property
    def tournament(self) -> Tournament:
        return self.act.where

    @property
    def at(self) -> datetime:
        return self.act.at

    @property
    def person(self) -> int | None:
        """The key of whoever does it at the desk; None for the players of the table, on their phones."""
        return self.by.pk if self.by else None

    @property
    def user(self) -> User:
        """Whoever does it at the desk, where only the desk does it."""
        assert self.by is not None  # noqa: S101
        return self.by

    @property
    def typed_verb(self) -> Verb:
        return Verb.SET_TYPED if self.before.written_set.is_blank else Verb.SET_CHANGED

    def check_page(self, typed: WrittenSet | None = None) -> None:
        """Raises Conflict when the seats or the version of the set differ from those of the page.

        Somebody who types blind may send an older version, as long as no numbers were typed since; and so may who has
        `typed` just what stands, or fills in boxes that the players left empty on their phones.
        """
        stamp, desk_table = self.act.stamp, self.before
        if stamp is None:
            return
        seats, version = stamp.seen.get("seats"), seen_version(stamp)
        if not isinstance(seats, str) or not seats:
            raise half_sent()
        if reseated := seats_changed(desk_table, seats):
            raise Conflict(reseated)
        if version != desk_table.version:
            blind = self.by is not None and is_blind(waiting_for_second(desk_table), self.by)
            differences = differing(desk_table, desk_table.written_set, typed) if typed else []
            by_players = desk_table.is_by_players
            if by_players:  # who hands the cards in is not said on phones, nor are boxes that are left empty
                differences = [
                    field for field in differences if field.theirs and field.place.name != "handed_in_by"
                ]
            same = typed is not None and not differences
            if not same and not (blind and typed_blind(desk_table, version)):
                message = _("Somebody else changed this set in the meantime.")
                if differences and by_players:
                    message = _("What you typed is not what the players entered on their phones.")
                raise conflict("stale", message, "version")

    def check_open(self) -> None:
        """Raises Conflict for a set that is accepted or held."""
        card_set = self.before.card_set
        if card_set is None or self.before.is_open:
            return
        if card_set.state == CardSet.State.ACCEPTED:
            message = _("%(by)s accepted table %(table)s. Accepted is final: only a director reopens it.")
            names = {"by": card_set.accepted_by or "Charleston", "table": self.before.table.number}
            raise conflict("accepted", message % names)
        message = _("This set is held for the director: %(reason)s") % {"reason": card_set.held_reason}
        raise conflict("held", message)

    def judged(self, judgement: Judgement, rules: object) -> Judgement:
        """`judgement`, made by `rules`; judged again if the table's rules have changed since."""
        return judgement if rules == self.before.rules else judge(judgement.typed_set, self.before.rules)

    def store(
        self, written_set: WrittenSet, *, state: str, as_decided: bool = False, **fields: Any
    ) -> CardSet:
        self.now = store(
            self.before, written_set, by=self.by, at=self.at, state=state, as_decided=as_decided, **fields
        )
        assert self.now.card_set is not None  # noqa: S101  (for the type checker)
        return self.now.card_set

    def record(
        self,
        step: SetVersion,
        *,
        standings: bool = False,
        faults: tuple[SetFault, ...] = (),
        extra: Mapping[str, Any] | None = None,
    ) -> SetOutcome:
        """Stores the step, of which the caller says what is not of the set, and the journal entry.

        `extra` goes to the journal only.
        """
        keep_version(self.before, self.now, step, self.act)
        old = {**self.old, "lines": step.lines} if self.old and step.lines else self.old
        fields = {"corrected_numbers": step.corrected_numbers, **(extra or {})}
        new = (snapshot(self.now) or {}) | {name: value for name, value in fields.items() if value}
        self.act.record(verb=Verb(step.verb), old=old, new=new, reason=step.reason, standings=standings)
        return self.keep_answer(faults)

    def keep_answer(self, faults: tuple[SetFault, ...] = ()) -> SetOutcome:
        """The outcome, also stored as the answer to repeats of the form."""
        outcome = SetOutcome(self.now.state, self.now.version, faults)
        self.act.answer = msgspec.to_builtins(outcome)
        return outcome


def seen_version(stamp: Stamp) -> int:
    """The version of the set that a page showed. Raises Refused if the stamp has none."""
    version = stamp.seen.get("version")
    if not isinstance(version, int) or version < 0:
        raise half_sent()
    return version


# A set as rows -------------------------------------------------------------------------------------------------------


def store(
    desk_table: DeskTable,
    written_set: WrittenSet,
    *,
    by: User | None,
    at: datetime,
    state: str,
    as_decided: bool = False,
    **fields: Any,
) -> DeskTable:
    """Saves a set and its cards for the players seated now, under the next version.

    `as_decided`: carries over what directors decided about its games, which is not typed here.
    """
    if not as_decided:
        check_rulings(desk_table, written_set, by=by)
    if not as_decided and "ruled_by" not in fields:
        check_ruled(desk_table, written_set, by=by)
    check_one_card_each(desk_table, written_set)
    substitutes = substitutes_of(desk_table, written_set)
    card_set = desk_table.card_set or CardSet(
        table=desk_table.table, round=desk_table.round, version=desk_table.last_version, handed_in_at=at
    )
    is_new = desk_table.card_set is None
    card_set.state, card_set.version, card_set.entered_by = state, card_set.version + 1, by
    card_set.handed_in_by, card_set.first_east = written_set.handed_in_by, written_set.first_east
    if not as_decided and not set(exceptions(written_set)) <= set(exceptions(desk_table.written_set)):
        card_set.ruled_by = by
    card_set.games = to_data(written_set, desk_table.rules.profile)["games"]
    for name, value in fields.items():
        setattr(card_set, name, value)
    card_set.save()
    if not is_new:
        card_set.cards.all().delete()
    Card.objects.bulk_create(
        Card(
            card_set=card_set,
            round=desk_table.round,
            letter=letter,
            entry=desk_table.entries[letter],
            points=list(card.points),
            written_total=card.total,
            verified_by=card.verified_by,
            left_after=card.left_after,
            substitute=substitutes.get(letter),
        )
        for letter, card in written_set.cards.items()
        if not card.is_blank
    )
    return replace(desk_table, card_set=card_set, written_set=written_set)


def removed(desk_table: DeskTable) -> DeskTable:
    if desk_table.card_set:
        desk_table.card_set.delete()
    return replace(
        desk_table, card_set=None, written_set=blank(desk_table.rules.letters, desk_table.rules.games)
    )


def check_one_card_each(desk_table: DeskTable, written_set: WrittenSet) -> None:
    """Refuses a second card of a player in one round, where the player sat elsewhere when the first was typed."""
    faults = [
        FieldFault(
            "second-card",
            FieldPlace("", letter, 1).html_name,
            _("%(name)s has a card at table %(table)s of this round already.")
            % {"name": desk_table.entries[letter].name, "table": desk_table.elsewhere[letter]},
        )
        for letter, card in written_set.cards.items()
        if not card.is_blank and letter in desk_table.elsewhere
    ]
    if faults:
        raise Refused(faults)


def substitutes_of(desk_table: DeskTable, written_set: WrittenSet) -> dict[str, Entry]:
    """Letter -> who played on there. Refuses anybody who has a seat in this round or played on in a second one."""
    numbers = {
        letter: card.substitute for letter, card in written_set.cards.items() if card.substitute is not None
    }
    if not numbers:
        return {}
    by_number = {
        entry.number: entry
        for entry in desk_table.tournament.entries.with_people().filter(number__in=numbers.values())
    }
    faults = []
    for letter, number in numbers.items():
        entry = by_number.get(number)
        if entry is None:
            message = _("Nobody here has number %s.") % number
        elif seat := entry.seats.filter(round=desk_table.round).select_related("table").first():
            message = _("%(name)s has a seat in this round: table %(table)s, seat %(letter)s.") % {
                "name": entry.name,
                "table": seat.table.number,
                "letter": seat.letter,
            }
        elif list(numbers.values()).count(number) > 1 or (
            Card.objects.filter(round=desk_table.round, substitute=entry)
            .exclude(card_set__table=desk_table.table)
            .exists()
        ):
            message = _("%(name)s can play on in only one seat of a round.") % {"name": entry.name}
        else:
            continue
        faults.append(FieldFault("not-a-substitute", FieldPlace("substitute", letter).html_name, message))
    if faults:
        raise Refused(faults)
    return {letter: by_number[number] for letter, number in numbers.items()}


def keep_version(before: DeskTable, now: DeskTable, step: SetVersion, act: Change[Tournament]) -> None:
    step.table, step.number = now.table, now.version or before.version
    step.state = now.card_set.state if now.card_set else ""
    step.typed = to_data(now.written_set, now.rules.profile) if now.card_set else None
    step.entries = {letter: entry.pk for letter, entry in now.entries.items()}
    step.by, step.at = act.by, act.at
    step.save()


def take_back_acceptance(card_set: CardSet) -> None:
    """Reopens an accepted set without saving it."""
    card_set.state, card_set.reopened = CardSet.State.IN, True
    card_set.accepted_at, card_set.accepted_by, card_set.ruling = None, None, ""


def snapshot(desk_table: DeskTable) -> dict[str, Any] | None:
    """A set as the journal stores it; None if no set has come in."""
    card_set = desk_table.card_set
    if card_set is None:
        return None
    data: dict[str, Any] = {"version": card_set.version, "state": card_set.state}
    data |= {"held_reason": card_set.held_reason} if card_set.state == CardSet.State.HELD else {}
    data |= {"ruling": card_set.ruling} if card_set.ruling else {}
    data["entries"] = {letter: entry.number for letter, entry in desk_table.entries.items()}
    return data | to_data(desk_table.written_set, desk_table.rules.profile)
