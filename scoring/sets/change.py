"""The unit of work for changes of a set: checks the page it came from, stores the set, records the step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from rules.game import Fault as RulesFault
from scoring.models import CardSet
from scoring.sets.confirmations import is_blind, typed_blind, waiting_for_second
from scoring.sets.judged import Judgement, judge
from scoring.sets.queries import DeskTable, desk_table_of, seats_changed
from scoring.sets.storing import keep_version, removed, snapshot, store
from scoring.sets.typed import WrittenSet
from tournament.change import Change, change
from tournament.clock.queries import refuse_unless_seated
from tournament.models import Table, Tournament, User
from tournament.refused import Conflict, Fault, conflict, overtaken, refuse
from tournament.stamps import Stamp, half_sent
from tournament.verbs import Verb


class Outcome(msgspec.Struct, frozen=True):
    """The result of a change: the set's state and version afterwards, and the faults that prevented acceptance."""

    state: str
    version: int
    faults: tuple[RulesFault, ...] = ()


@contextmanager
def set_change(
    desk_table: DeskTable,
    verb: Verb,
    *,
    by: User,
    stamp: Stamp | None = None,
    content: object = None,
) -> Iterator[SetChange]:
    """`tournament.change.change` for a table's set, which may change after the finish too.

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
        if act.tournament.version == desk_table.tournament.version:
            now = replace(desk_table, tournament=act.tournament)
        else:
            now = desk_table_of(act.tournament, desk_table.table)
        if now.round.published_at is None:
            number = {"number": now.round.number}
            raise refuse("not-published", _("Round %(number)s is not published.") % number)
        if now.written_off is not None:
            raise is_written_off(now)
        if now.round.is_bonus:
            refuse_unless_seated(now.round)
        yield SetChange(act, by, now, now, snapshot(now))


@dataclass
class SetChange:
    """An open change, with the set before it and now. `old` is the set before, as the journal stores it."""

    act: Change
    by: User
    before: DeskTable
    now: DeskTable
    old: dict[str, Any] | None

    @property
    def answer(self) -> Outcome | None:
        """The stored answer of a repeated form; None for a new one.

        Raises Conflict if the set has changed since, which makes that answer false.
        """
        if not self.act.repeated:
            return None
        outcome = msgspec.convert(self.act.answer, Outcome)
        if (outcome.state, outcome.version) != (self.before.state, self.before.version):
            raise overtaken()
        return outcome

    @property
    def tournament(self) -> Tournament:
        return self.act.tournament

    @property
    def at(self) -> datetime:
        return self.act.at

    @property
    def typed_verb(self) -> Verb:
        """SET_TYPED for the first numbers of a table, SET_CHANGED after that."""
        return Verb.SET_TYPED if self.before.written.is_blank else Verb.SET_CHANGED

    def check_page(self) -> None:
        """Raises Conflict when the seats or the version of the set differ from those of the page.

        Somebody who types blind may send an older version, as long as no numbers were typed since.
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
            blind = is_blind(waiting_for_second(desk_table), self.by)
            if not (blind and typed_blind(desk_table, version)):
                raise conflict("stale", _("Somebody else changed this set in the meantime."), "version")

    def check_open(self) -> None:
        """Raises Conflict for a set that is accepted or held."""
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
        """`judgement`, made by `rules`; judged again if the table's rules have changed since."""
        return judgement if rules == self.before.rules else judge(judgement.typed, self.before.rules)

    def store(self, written: WrittenSet, *, state: str, as_decided: bool = False, **fields: Any) -> CardSet:
        """Stores the set as written, with its cards, under the next version."""
        self.now = store(
            self.before, written, by=self.by, at=self.at, state=state, as_decided=as_decided, **fields
        )
        assert self.now.card_set is not None  # noqa: S101  (for the type checker)
        return self.now.card_set

    def remove(self) -> None:
        """Deletes the set: the table is playing again."""
        self.now = removed(self.before)

    def record(
        self,
        verb: Verb,
        *,
        reason: str = "",
        standings: bool = False,
        faults: tuple[RulesFault, ...] = (),
        lines: Sequence[Mapping[str, Any]] = (),
        corrected_numbers: Sequence[Mapping[str, Any]] = (),
        other_table: Table | None = None,
        extra: Mapping[str, Any] | None = None,
    ) -> Outcome:
        """Stores the `SetVersion` (see there for `lines` and others) and the journal entry, and returns the
        outcome.

        `extra` goes to the journal only.
        """
        keep_version(
            self.before,
            self.now,
            verb,
            by=self.by,
            at=self.at,
            reason=reason,
            lines=list(lines),
            corrected_numbers=list(corrected_numbers),
            other_table=other_table,
        )
        old = {**self.old, "lines": list(lines)} if self.old and lines else self.old
        fields = {"corrected_numbers": list(corrected_numbers), **(extra or {})}
        new = (snapshot(self.now) or {}) | {name: value for name, value in fields.items() if value}
        self.act.record(verb=verb, old=old, new=new, reason=reason, standings=standings)
        return self.keep_answer(faults)

    def keep_answer(self, faults: tuple[RulesFault, ...] = ()) -> Outcome:
        """The outcome, also stored as the answer to repeats of the form."""
        outcome = Outcome(self.now.state, self.now.version, faults)
        self.act.answer = msgspec.to_builtins(outcome)
        return outcome


def is_written_off(desk_table: DeskTable) -> Conflict:
    """The refusal of changes to a set whose table is written off."""
    assert desk_table.written_off is not None  # noqa: S101  (for the type checker)
    message = _("Table %(table)s is written off: %(reason)s A director takes that back first.")
    values = {"table": desk_table.table.number, "reason": ended(desk_table.written_off.reason)}
    return conflict("written-off", message % values)


def ended(words: str) -> str:
    """The text with a full stop, so that a sentence can follow."""
    return words if words.endswith((".", "!", "?")) else f"{words}."


def seen_version(stamp: Stamp) -> int:
    """The version of the set that a page showed. Raises Refused if the stamp has none."""
    version = stamp.seen.get("version")
    if not isinstance(version, int) or version < 0:
        raise half_sent()
    return version


def faults_of_absence(desk_table: DeskTable, present: Iterable[str], field: str) -> list[Fault]:
    """One fault that names the players of the table who are not in `present`."""
    present_letters = set(present)
    absent_names = [
        f"{letter} {entry.name}"
        for letter, entry in desk_table.entries.items()
        if letter not in present_letters
    ]
    if not absent_names:
        return []
    message = _("Every player of the table has to be there. Not marked: %(names)s.")
    return [Fault("not-all-present", field, message % {"names": ", ".join(absent_names)})]
