"""The effect of changes during the day on every later round, for its preview and for the action."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count

import msgspec
from django.db.models import Max, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.seating import LETTERS, Certificate, Refusal, Repair, TableSeats, repair
from rules.seating import Round as PlannedRound
from rules.seating.certificate import meetings
from tournament.models import Entry, Round, Table, Tournament
from tournament.refused import Refused, refuse
from tournament.seams import above
from tournament.seat_changes.player_change import PlayerChange, arriving, refuse_impossible
from tournament.seating.announcing import led_to
from tournament.seating.queries import (
    Apart,
    RoundSeating,
    Spot,
    as_plan,
    certificate_with,
    name_of,
    names_and_numbers,
    seating,
    sentence,
    spot_name,
    wishes_apart,
    wishes_fixed,
)
from tournament.seating.swap import FEWEST_AT_TABLE
from tournament.words import fault_in_words, in_words


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
    """The changes of one round, sentences about repaired tables, and which tables it has afterwards."""

    round: Round
    seats: tuple[SeatChange, ...]
    repairs: tuple[str, ...]
    of_three: tuple[int, ...]
    given_up: tuple[int, ...]
    opened: tuple[int, ...]


SeatNumbers = dict[str, dict[str, int | None]]
"""By round and seat, such as "7C", the player's number; None is an empty seat. Keys as JSON has them."""


@dataclass(frozen=True)
class Proposal:
    """All rounds that the changes affect, and the certificate of the whole event after them."""

    tournament: Tournament
    changes: tuple[PlayerChange, ...]
    rounds: tuple[RoundChange, ...]
    certificate: Certificate

    @property
    def before(self) -> SeatNumbers:
        """The players at the changed seats before."""
        return self.numbers(lambda seat: seat.old)

    @property
    def after(self) -> SeatNumbers:
        """The players at the changed seats afterwards."""
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
        return sentence(self.certificate, self.tournament)

    @property
    def come_in(self) -> list[Entry]:
        """Those who sit down and are not checked in."""
        return [entry for entry in arriving(self.changes) if entry.checked_in_at is None]

    @property
    def touches_published(self) -> bool:
        return any(changed.round.published_at is not None for changed in self.rounds)

    @property
    def stay_together(self) -> bool:
        """Whether a table is opened in several rounds, whose newcomers meet each time unless those are planned anew."""
        return sum(bool(changed.opened) for changed in self.rounds) > 1


def propose(tournament: Tournament, *changes: PlayerChange, full_tables: bool = False) -> Proposal:
    """The effect of the changes on the current seating, all at once. Raises Refused where they are impossible.

    First everybody leaves; those who come then take the empty seats, and tables that this leaves short are repaired.
    `full_tables`: of every four tables of three one is given up.
    """
    rounds = seating(tournament)
    refuse_impossible(tournament, changes, rounds)
    tables_with_cards = set(
        above.with_cards(Table.objects.filter(round__tournament=tournament)).values_list(
            "round__number", "number"
        )
    )
    entries = {name_of(entry): entry for entry in tournament.entries.with_people()}
    apart = wishes_apart(tournament)
    after: list[PlannedRound] = []
    changed_rounds: list[RoundChange] = []
    for round_seating, planned in zip(rounds, as_plan(rounds), strict=True):
        number = round_seating.round.number
        covering = [change for change in changes if change.covers(number)]
        closed = {table for round_, table in tables_with_cards if round_ == number}
        new = changed_round(covering, round_seating, planned, after, closed, apart)
        if new == planned:
            after.append(planned)
            continue
        before = with_tables(planned, (table.table for table in new))
        refuse_closed(round_seating.round, closed, difference(before, new, entries))
        pairs = [wish.pair for wish in apart]
        repaired_round = repair(new, history=after, keep_apart=pairs, closed=closed, full_tables=full_tables)
        if isinstance(repaired_round, Refusal):
            freely = repair(new, history=after, keep_apart=pairs)
            if isinstance(freely, Repair):
                refuse_closed(round_seating.round, closed, difference(before, freely.seating, entries))
            raise Refused(map(fault_in_words, repaired_round.errors))
        seats = tuple(difference(before, repaired_round.seating, entries))
        sizes = {table.table: len(table.players()) for table in repaired_round.seating}
        used = {table.table for table in before if table.players()}
        changed_rounds.append(
            RoundChange(
                round_seating.round,
                seats,
                tuple(map(in_words, repaired_round.notes(lambda name: name_and_number(entries[name])))),
                of_three=tuple(table for table, size in sizes.items() if size == 3),
                given_up=tuple(table for table, size in sizes.items() if not size and table in used),
                opened=tuple(table for table, size in sizes.items() if size and table not in used),
            )
        )
        after.append(repaired_round.seating)
    if not changed_rounds:
        raise refuse("nothing-changes", _("That changes no seat."), "player")
    certificate = certificate_with(after, apart, wishes_fixed(tournament))
    return Proposal(tournament, changes, tuple(changed_rounds), certificate)


def with_tables(planned: PlannedRound, numbers: Iterable[int]) -> PlannedRound:
    """The round with tables of these numbers, those it had not yet without players."""
    by_number = {number: TableSeats(number, None, None, None, None) for number in numbers}
    by_number |= {table.table: table for table in planned}
    return tuple(table for _number, table in sorted(by_number.items()))


def changed_round(
    changes: Sequence[PlayerChange],
    round_seating: RoundSeating,
    planned: PlannedRound,
    before: Sequence[PlannedRound],
    closed: set[int],
    apart: Sequence[Apart],
) -> PlannedRound:
    """One round after the changes, before repairs."""
    new = planned
    for change in changes:
        spot = place_in(planned, name_of(change.entry)) if change.kind != "late" else None
        if spot is not None:
            if spot[0] in closed:
                raise cards_typed(spot[0], round_seating.round)
            new = with_seat(new, *spot, name_of(change.other) if change.other else None)
    without_seat = []
    for entry in (change.entry for change in changes if change.kind == "late"):
        spot = empty_seat_for(entry, round_seating, new, before, closed, apart)
        if spot is None:
            without_seat.append(entry)
        else:
            new = with_seat(new, *spot, name_of(entry))
    return at_unused_tables(new, without_seat, round_seating.round, closed)


def at_unused_tables(
    planned: PlannedRound, entries: Sequence[Entry], round_: Round, closed: set[int]
) -> PlannedRound:
    """The round with these entries at tables that nobody uses, new ones behind the last where there are none.

    Refuses one or two people alone without an abandoned table, since seated players would have to move.
    """
    unused = [table.table for table in planned if not table.players() and table.table not in closed]
    if entries and len(entries) < FEWEST_AT_TABLE and not unused:
        message = ngettext(
            "There is no empty seat in %(round)s. A late arrival needs one; a walk-in can wait.",
            "In %(round)s there is no empty seat for %(names)s. Three could have a table of their own.",
            len(entries),
        )
        values = {"round": round_.in_words, "names": names_and_numbers(entries)}
        raise refuse("no-empty-seat", message % values, "player")
    numbers = {table.table for table in planned}
    free = chain(unused, (number for number in count(1) if number not in numbers))
    for first in range(0, len(entries), len(LETTERS)):
        table = next(free)
        planned = with_tables(planned, [table])
        for letter, entry in zip(LETTERS, entries[first : first + len(LETTERS)], strict=False):
            planned = with_seat(planned, table, letter, name_of(entry))
    return planned


def empty_seat_for(
    entry: Entry,
    round_seating: RoundSeating,
    planned: PlannedRound,
    before: Sequence[PlannedRound],
    closed: set[int],
    apart: Sequence[Apart],
) -> Spot | None:
    """The best empty seat at a table in use, if there is one: away from players to be kept apart, then at the player's
    own table, then where the announced step leads, then with the fewest players met before, then at the same letter.
    """
    name = name_of(entry)
    last = place_in(before[-1], name) if before else None
    met = {pair for pair in meetings(before) if name in pair}
    opponents = {other for pair in met for other in pair}
    avoided = {
        other
        for wish in apart
        if name in wish.pair and (wish.rounds is None or round_seating.round.number <= wish.rounds)
        for other in wish.pair
    }

    def cost(spot: tuple[int, str]) -> tuple[int, bool, bool, int, bool, int]:
        table, letter = spot
        tablemates = next(seats.players() for seats in planned if seats.table == table)
        led = last is not None and spot == led_to(round_seating.round, last, planned[-1].table)
        new_letter = last is not None and letter != last[1]
        return (
            sum(other in avoided for other in tablemates),
            entry.fixed_table not in (None, table),
            not led,
            sum(other in opponents for other in tablemates),
            new_letter,
            table,
        )

    empty = [
        (seats.table, letter)
        for seats in planned
        for letter, sitting in seats.seats()
        if sitting is None and seats.players() and seats.table not in closed
    ]
    return min(empty, key=cost, default=None)


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


def difference(old: PlannedRound, new: PlannedRound, entries: Mapping[str, Entry]) -> Iterator[SeatChange]:
    """Every seat that changes hands between two seatings of one round."""
    for earlier, now in zip(old, new, strict=True):
        for letter in LETTERS:
            before, after = getattr(earlier, letter), getattr(now, letter)
            if before != after:
                yield SeatChange(
                    earlier.table,
                    letter,
                    entries[before] if before else None,
                    entries[after] if after else None,
                )


def name_and_number(entry: Entry) -> str:
    """A player by name and number."""
    return f"{entry.name} ({entry.number})"


def refuse_closed(round_: Round, closed: set[int], seats: Iterable[SeatChange]) -> None:
    """Refuses to touch a table whose cards are typed."""
    hit = sorted({seat.table for seat in seats} & closed)
    if hit:
        raise cards_typed(hit[0], round_)


def cards_typed(table: int, round_: Round) -> Refused:
    message = _(
        "Cards of table %(table)d in %(round)s are typed already, so who sat there stands. "
        "Let the change begin with a later round."
    )
    return refuse("cards-typed", message % {"table": table, "round": round_.in_words}, "from_round")


def first_open_round(tournament: Tournament) -> int:
    """The first round after all that have begun, by clock or by cards."""
    with_cards = above.with_cards(Table.objects.filter(round__tournament=tournament))
    begun = Q(started_at__isnull=False) | Q(ended_at__isnull=False) | Q(pk__in=with_cards.values("round"))
    last = tournament.rounds.filter(begun).aggregate(last=Max("number"))["last"] or 0
    return max(min(last + 1, tournament.rounds.count()), 1)
