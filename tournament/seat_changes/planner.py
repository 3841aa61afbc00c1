"""What a change during the day would do to every round from then on: looked at first, carried out afterwards."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec
from django.db.models import Max, Q
from django.utils.translation import gettext as _

from rules.seating import LETTERS, Certificate, Refusal, Repair, Steps, repair
from rules.seating import Round as PlannedRound
from rules.seating.certificate import meetings
from tournament.models import Entry, Round, Table, Tournament
from tournament.players.queries import refuse_out_of_turn
from tournament.refused import Refused, refuse
from tournament.seams import above
from tournament.seating.queries import (
    Apart,
    RoundSeating,
    as_plan,
    certificate_with,
    name_of,
    seating,
    sentence,
    wishes_apart,
    wishes_fixed,
)
from tournament.words import fault_in_words, in_words

Kind = Literal["withdraw", "replace", "late", "substitute"]


@dataclass(frozen=True)
class Change:
    """One change: `entry` leaves (or arrives late), `other` takes the seat; rounds count from 1, both ends in."""

    kind: Kind
    entry: Entry
    other: Entry | None
    from_round: int
    until_round: int | None = None

    def covers(self, number: int) -> bool:
        return self.from_round <= number and (self.until_round is None or number <= self.until_round)

    @property
    def leaves(self) -> bool:
        """Whether `entry` does not come back afterwards."""
        return self.kind in ("withdraw", "replace") or (self.kind == "substitute" and not self.until_round)

    @property
    def arriving(self) -> Entry | None:
        """Who sits down: checked in already, or by this change, off the waiting list too."""
        return self.entry if self.kind == "late" else self.other


@dataclass(frozen=True)
class SeatChange:
    """One seat that changes hands; None is an empty seat."""

    table: int
    letter: str
    old: Entry | None
    new: Entry | None


@dataclass(frozen=True)
class RoundChange:
    """What happens to one round, and the sentences on tables that had to be repaired."""

    round: Round
    seats: tuple[SeatChange, ...]
    repairs: tuple[str, ...]


@dataclass(frozen=True)
class Proposal:
    """All rounds that a change touches, and the certificate of the whole event after it."""

    change: Change
    rounds: tuple[RoundChange, ...]
    facts: Certificate
    token: str

    @property
    def sentence(self) -> str:
        return sentence(self.facts)

    @property
    def comes_in(self) -> bool:
        """Whether somebody who is not checked in sits down."""
        arriving = self.change.arriving
        return arriving is not None and arriving.checked_in_at is None

    @property
    def touches_published(self) -> bool:
        return any(one.round.published_at is not None for one in self.rounds)


def propose(tournament: Tournament, change: Change) -> Proposal:
    """What the change would do, from the seating as it is now. Raises Refused where it cannot be done."""
    rounds = seating(tournament)
    refuse_impossible(tournament, change, rounds)
    typed = set(
        above.with_cards(Table.objects.filter(round__tournament=tournament)).values_list(
            "round__number", "number"
        )
    )
    apart = wishes_apart(tournament)
    after: list[PlannedRound] = []
    found: list[RoundChange] = []
    for one, planned in zip(rounds, as_plan(rounds), strict=True):
        if not change.covers(one.round.number):
            after.append(planned)
            continue
        closed = {table for number, table in typed if number == one.round.number}
        new = changed_round(change, one, planned, after, closed, apart)
        mended = repaired(new, after, [wish.pair for wish in apart]) if new != planned else Repair(new, ())
        seats = tuple(difference(tournament, planned, mended.seating))
        refuse_closed(one.round.number, closed, seats)
        if seats:
            found.append(
                RoundChange(one.round, seats, tuple(map(in_words, mended.notes(called(tournament)))))
            )
        after.append(mended.seating)
    if not found:
        raise refuse("nothing-changes", _("That changes no seat."), "player")
    facts = certificate_with(after, apart, wishes_fixed(tournament))
    token = token_of(as_plan(rounds), after)
    return Proposal(change, tuple(found), facts, token)


def changed_round(
    change: Change,
    one: RoundSeating,
    planned: PlannedRound,
    before: Sequence[PlannedRound],
    closed: set[int],
    apart: Sequence[Apart],
) -> PlannedRound:
    """One round after the change, before repairs."""
    if change.kind == "late":
        spot = empty_seat_for(change, one, planned, before, closed, apart)
        return with_seat(planned, *spot, name_of(change.entry))
    taker = name_of(change.other) if change.other else None
    for table in planned:
        for letter, name in table.seats():
            if name == name_of(change.entry):
                return with_seat(planned, table.table, letter, taker)
    return planned


def empty_seat_for(
    change: Change,
    one: RoundSeating,
    planned: PlannedRound,
    before: Sequence[PlannedRound],
    closed: set[int],
    apart: Sequence[Apart],
) -> tuple[int, str]:
    """The best empty seat: not beside somebody to be kept apart, at the player's own table where there is one, where
    the announced step leads, else the fewest known faces, the same letter."""
    name = name_of(change.entry)
    last = place_in(before[-1], name) if before else None
    met = {pair for pair in meetings(before) if name in pair}
    known = {other for pair in met for other in pair}
    avoided = {
        other
        for wish in apart
        if name in wish.pair and (wish.rounds is None or one.round.number <= wish.rounds)
        for other in wish.pair
    }

    def cost(spot: tuple[int, str]) -> tuple[int, bool, bool, int, bool, int]:
        table, letter = spot
        beside = next(seats.players() for seats in planned if seats.table == table)
        led = (
            last is not None and one.round.steps is not None and spot == led_to(last, one, planned[-1].table)
        )
        new_letter = last is not None and letter != last[1]
        return (
            sum(other in avoided for other in beside),
            change.entry.fixed_table not in (None, table),
            not led,
            sum(other in known for other in beside),
            new_letter,
            table,
        )

    empty = [
        (seats.table, letter)
        for seats in planned
        for letter, sitting in seats.seats()
        if sitting is None and seats.players() and seats.table not in closed
    ]
    if not empty:
        message = _("There is no empty seat in round %d. A late arrival needs one; a walk-in can wait.")
        raise refuse("no-empty-seat", message % one.round.number, "player")
    return min(empty, key=cost)


def led_to(last: tuple[int, str], one: RoundSeating, tables: int) -> tuple[int, str]:
    """Where the announced step leads from a seat."""
    table, letter = last
    step = getattr(Steps(**(one.round.steps or {})), letter)
    return ((table + step - 1) % tables + 1, letter)


def place_in(planned: PlannedRound, name: str) -> tuple[int, str] | None:
    for table in planned:
        for letter, sitting in table.seats():
            if sitting == name:
                return table.table, letter
    return None


def with_seat(planned: PlannedRound, number: int, letter: str, name: str | None) -> PlannedRound:
    return tuple(
        msgspec.structs.replace(table, **{letter: name}) if table.table == number else table
        for table in planned
    )


def repaired(
    planned: PlannedRound, before: Sequence[PlannedRound], apart: Sequence[tuple[str, str]]
) -> Repair:
    """The round with no table of one or two."""
    mended = repair(planned, history=before, keep_apart=apart)
    if isinstance(mended, Refusal):
        raise Refused(map(fault_in_words, mended.errors))
    return mended


def difference(tournament: Tournament, old: PlannedRound, new: PlannedRound) -> Iterator[SeatChange]:
    """Every seat that changes hands between two seatings of one round."""
    numbers = {name for seats in (*old, *new) for name in seats.players()}
    entries = {name_of(entry): entry for entry in entries_of(tournament, numbers)}
    for was, now in zip(old, new, strict=True):
        for letter in LETTERS:
            before, after = getattr(was, letter), getattr(now, letter)
            if before != after:
                yield SeatChange(
                    was.table,
                    letter,
                    entries[before] if before else None,
                    entries[after] if after else None,
                )


def entries_of(tournament: Tournament, numbers: set[str]) -> list[Entry]:
    found = tournament.entries.filter(number__in=[int(number) for number in numbers])
    return list(found.select_related("person"))


class called:  # noqa: N801
    """Turns a player's number into the name and number people call the player by; asks the database once."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.names: dict[str, str] = {}

    def __call__(self, number: str) -> str:
        if not self.names:
            entries = self.tournament.entries.select_related("person")
            self.names = {name_of(entry): f"{entry.name} ({entry.number})" for entry in entries}
        return self.names.get(number, number)


def refuse_impossible(tournament: Tournament, change: Change, rounds: Sequence[RoundSeating]) -> None:
    """Refuses a change that does not fit the people or the rounds it names."""
    if tournament.finished_at is not None:
        raise refuse("finished", _("The tournament is finished; its seating stands."))
    if not any(change.covers(one.round.number) for one in rounds):
        raise refuse("no-such-round", _("There is no such round to change."), "from_round")
    if change.other is not None and change.other.pk == change.entry.pk:
        raise refuse("same-player", _("Choose two different players."), "other")
    arriving = change.arriving
    if arriving is not None and arriving.state == Entry.State.WAITING:
        refuse_out_of_turn(arriving, "player" if change.kind == "late" else "other")
    for one in rounds:
        if change.covers(one.round.number):
            refuse_seated_newcomer(one, arriving)
    leaving = change.entry if change.kind != "late" else None
    covered = [one for one in rounds if change.covers(one.round.number)]
    if leaving and not any(one.place_of(leaving) for one in covered):
        message = _("%(name)s has no seat from round %(round)d on.")
        facts = {"name": leaving.name, "round": change.from_round}
        raise refuse("no-seat", message % facts, "player")
    if change.leaves:
        refuse_seated_before(change, rounds)


def refuse_seated_before(change: Change, rounds: Sequence[RoundSeating]) -> None:
    """Refuses that somebody leaves for good after a planned round: a round that seats who left is never published."""
    for one in rounds:
        if one.round.number >= change.from_round or one.round.published_at is not None:
            continue
        if one.place_of(change.entry) is not None:
            message = _(
                "%(name)s still has a seat in round %(round)d, which is not published yet. Publish it first, or "
                "let the change begin with it."
            )
            facts = {"name": change.entry.name, "round": one.round.number}
            raise refuse("seated-before", message % facts, "from_round")


def refuse_seated_newcomer(one: RoundSeating, arriving: Entry | None) -> None:
    place = one.place_of(arriving) if arriving else None
    if place is not None:
        message = _("%(name)s already has a seat in round %(round)d: table %(table)d, seat %(letter)s.") % {
            "name": place.entry.name,
            "round": one.round.number,
            "table": place.table,
            "letter": place.letter,
        }
        raise refuse("has-a-seat", message, "other")


def refuse_closed(number: int, closed: set[int], seats: Sequence[SeatChange]) -> None:
    """Refuses to touch a table whose cards are typed."""
    hit = sorted({seat.table for seat in seats} & closed)
    if hit:
        message = _(
            "Cards of table %(table)d in round %(round)d are typed already, so who sat there stands. "
            "Let the change begin with a later round."
        )
        raise refuse("cards-typed", message % {"table": hit[0], "round": number}, "from_round")


def token_of(old: Sequence[PlannedRound], new: Sequence[PlannedRound]) -> str:
    """Names the seating a proposal was made from and what it makes of it."""
    text = msgspec.json.encode([old, new])
    return hashlib.sha256(text).hexdigest()[:16]


def first_open_round(tournament: Tournament) -> int:
    """The round a change most likely begins with: the first after all that were begun, by clock or by cards."""
    with_cards = above.with_cards(Table.objects.filter(round__tournament=tournament))
    begun = Q(started_at__isnull=False) | Q(ended_at__isnull=False) | Q(pk__in=with_cards.values("round"))
    last = tournament.rounds.filter(begun).aggregate(last=Max("number"))["last"] or 0
    return max(min(last + 1, tournament.rounds.count()), 1)
