"""What a change during the day does to every round from then on, for its preview and for the action."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec
from django.db.models import Max, Q
from django.utils.translation import gettext as _

from rules.seating import LETTERS, Certificate, Refusal, Repair, repair
from rules.seating import Round as PlannedRound
from rules.seating.certificate import meetings
from tournament.models import Entry, Round, Table, Tournament
from tournament.refused import Refused, refuse
from tournament.seams import above
from tournament.seating.announcing import led_to
from tournament.seating.queries import (
    Apart,
    RoundSeating,
    Spot,
    as_plan,
    certificate_with,
    name_of,
    seating,
    sentence,
    spot_name,
    wishes_apart,
    wishes_fixed,
)
from tournament.words import fault_in_words, in_words

Kind = Literal["withdraw", "replace", "late", "substitute"]


@dataclass(frozen=True)
class PlayerChange:
    """What is asked for: `entry` leaves (or arrives late), `other` takes the seat; both rounds are included."""

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

    @property
    def spot(self) -> Spot:
        return self.table, self.letter


@dataclass(frozen=True)
class RoundChange:
    """What happens to one round, and the sentences on tables that had to be repaired."""

    round: Round
    seats: tuple[SeatChange, ...]
    repairs: tuple[str, ...]


SeatNumbers = dict[str, dict[str, int | None]]
"""By round and seat, such as "7C", the player's number; None is an empty seat. Keys as JSON has them."""


@dataclass(frozen=True)
class Proposal:
    """All rounds that a change touches, and the certificate of the whole event after it."""

    change: PlayerChange
    rounds: tuple[RoundChange, ...]
    certificate: Certificate

    @property
    def before(self) -> SeatNumbers:
        """Who sits at the seats that change hands."""
        return self.numbers(lambda seat: seat.old)

    @property
    def after(self) -> SeatNumbers:
        """Who sits there afterwards."""
        return self.numbers(lambda seat: seat.new)

    def numbers(self, entry_of: Callable[[SeatChange], Entry | None]) -> SeatNumbers:
        return {
            str(changed.round.number): {
                spot_name(seat.spot): entry.number if (entry := entry_of(seat)) else None
                for seat in changed.seats
            }
            for changed in self.rounds
        }

    @property
    def sentence(self) -> str:
        return sentence(self.certificate)

    @property
    def comes_in(self) -> bool:
        """Whether somebody who is not checked in sits down."""
        arriving = self.change.arriving
        return arriving is not None and arriving.checked_in_at is None

    @property
    def touches_published(self) -> bool:
        return any(changed.round.published_at is not None for changed in self.rounds)


def propose(tournament: Tournament, change: PlayerChange) -> Proposal:
    """What the change would do, from the seating as it is now. Raises Refused where it cannot be done."""
    rounds = seating(tournament)
    refuse_impossible(tournament, change, rounds)
    typed = set(
        above.with_cards(Table.objects.filter(round__tournament=tournament)).values_list(
            "round__number", "number"
        )
    )
    entries = {name_of(entry): entry for entry in tournament.entries.with_people()}
    apart = wishes_apart(tournament)
    after: list[PlannedRound] = []
    changes: list[RoundChange] = []
    for round_seating, planned in zip(rounds, as_plan(rounds), strict=True):
        if not change.covers(round_seating.round.number):
            after.append(planned)
            continue
        closed = {table for number, table in typed if number == round_seating.round.number}
        new = changed_round(change, round_seating, planned, after, closed, apart)
        repaired_round = (
            repaired(new, after, [wish.pair for wish in apart]) if new != planned else Repair(new, ())
        )
        seats = tuple(difference(planned, repaired_round.seating, entries))
        refuse_closed(round_seating.round.number, closed, seats)
        if seats:
            repairs = tuple(map(in_words, repaired_round.notes(lambda name: called(entries[name]))))
            changes.append(RoundChange(round_seating.round, seats, repairs))
        after.append(repaired_round.seating)
    if not changes:
        raise refuse("nothing-changes", _("That changes no seat."), "player")
    certificate = certificate_with(after, apart, wishes_fixed(tournament))
    return Proposal(change, tuple(changes), certificate)


def changed_round(
    change: PlayerChange,
    round_seating: RoundSeating,
    planned: PlannedRound,
    before: Sequence[PlannedRound],
    closed: set[int],
    apart: Sequence[Apart],
) -> PlannedRound:
    """One round after the change, before repairs."""
    if change.kind == "late":
        spot = empty_seat_for(change, round_seating, planned, before, closed, apart)
        return with_seat(planned, *spot, name_of(change.entry))
    taker = name_of(change.other) if change.other else None
    for table in planned:
        for letter, name in table.seats():
            if name == name_of(change.entry):
                return with_seat(planned, table.table, letter, taker)
    return planned


def empty_seat_for(
    change: PlayerChange,
    round_seating: RoundSeating,
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
        if name in wish.pair and (wish.rounds is None or round_seating.round.number <= wish.rounds)
        for other in wish.pair
    }

    def cost(spot: tuple[int, str]) -> tuple[int, bool, bool, int, bool, int]:
        table, letter = spot
        beside = next(seats.players() for seats in planned if seats.table == table)
        led = last is not None and spot == led_to(round_seating.round, last, planned[-1].table)
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
        raise refuse("no-empty-seat", message % round_seating.round.number, "player")
    return min(empty, key=cost)


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
    repaired_round = repair(planned, history=before, keep_apart=apart)
    if isinstance(repaired_round, Refusal):
        raise Refused(map(fault_in_words, repaired_round.errors))
    return repaired_round


def difference(old: PlannedRound, new: PlannedRound, entries: Mapping[str, Entry]) -> Iterator[SeatChange]:
    """Every seat that changes hands between two seatings of one round."""
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


def called(entry: Entry) -> str:
    """As people call a player: by name and number."""
    return f"{entry.name} ({entry.number})"


def refuse_impossible(tournament: Tournament, change: PlayerChange, rounds: Sequence[RoundSeating]) -> None:
    """Refuses a change that does not fit the people or the rounds it names."""
    if tournament.finished_at is not None:
        raise refuse("finished", _("The tournament is finished; its seating stands."))
    covered = [round_seating for round_seating in rounds if change.covers(round_seating.round.number)]
    if not covered:
        raise refuse("no-such-round", _("There is no such round to change."), "from_round")
    if change.other is not None and change.other.pk == change.entry.pk:
        raise refuse("same-player", _("Choose two different players."), "other")
    arriving = change.arriving
    for round_seating in covered:
        refuse_seated_newcomer(round_seating, arriving)
    leaving = change.entry if change.kind != "late" else None
    if leaving and not any(round_seating.seat_of(leaving) for round_seating in covered):
        message = _("%(name)s has no seat from round %(round)d on.")
        values = {"name": leaving.name, "round": change.from_round}
        raise refuse("no-seat", message % values, "player")
    if change.leaves:
        refuse_seated_before(change, rounds)


def refuse_seated_before(change: PlayerChange, rounds: Sequence[RoundSeating]) -> None:
    """Refuses that somebody leaves for good after a planned round: a round that seats who left is never published."""
    for round_seating in rounds:
        if round_seating.round.number >= change.from_round or round_seating.round.published_at is not None:
            continue
        if round_seating.seat_of(change.entry) is not None:
            message = _(
                "%(name)s still has a seat in round %(round)d, which is not published yet. Publish it first, or "
                "let the change begin with it."
            )
            values = {"name": change.entry.name, "round": round_seating.round.number}
            raise refuse("seated-before", message % values, "from_round")


def refuse_seated_newcomer(round_seating: RoundSeating, arriving: Entry | None) -> None:
    taken_seat = round_seating.seat_of(arriving) if arriving else None
    if taken_seat is not None:
        message = _("%(name)s already has a seat in round %(round)d: table %(table)d, seat %(letter)s.") % {
            "name": taken_seat.entry.name,
            "round": round_seating.round.number,
            "table": taken_seat.table,
            "letter": taken_seat.letter,
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


def first_open_round(tournament: Tournament) -> int:
    """The round a change most likely begins with: the first after all that were begun, by clock or by cards."""
    with_cards = above.with_cards(Table.objects.filter(round__tournament=tournament))
    begun = Q(started_at__isnull=False) | Q(ended_at__isnull=False) | Q(pk__in=with_cards.values("round"))
    last = tournament.rounds.filter(begun).aggregate(last=Max("number"))["last"] or 0
    return max(min(last + 1, tournament.rounds.count()), 1)
