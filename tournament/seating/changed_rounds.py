"""The effect of changes during the day on every later round, for its preview and for the action."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, count

import msgspec
from django.db.models import Max, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from record.phrases import fault_in_words
from record.refused import Refused, refuse
from rules.seating import LETTERS, Apart, Refusal, Repair, TableSeats, repair
from rules.seating import Round as PlannedRound
from rules.seating.certificate import meetings
from tournament.models import Entry, Round, Table, Tournament
from tournament.seams import above
from tournament.seating.announcing import led_to
from tournament.seating.player_change import PlayerChange, arriving, refuse_impossible
from tournament.seating.proposal import RoundChange, SeatingProposal
from tournament.seating.queries import (
    FEWEST_AT_TABLE,
    Spot,
    as_plan,
    name_of,
    names_and_numbers,
    seating,
    wishes_apart,
)
from tournament.words import in_words


def propose(tournament: Tournament, *changes: PlayerChange) -> SeatingProposal:
    """The effect of the changes on the current seating, all at once. Raises Refused where they are impossible.

    First everybody leaves; those who come then take the empty seats, and tables that this leaves short are repaired.
    """
    rounds = seating(tournament)
    refuse_impossible(tournament, changes, rounds)
    closed: dict[int, set[int]] = defaultdict(set)
    with_cards = above.with_cards(Table.objects.filter(round__tournament=tournament))
    for number, table in with_cards.values_list("round__number", "number"):
        closed[number].add(table)
    entries = {name_of(entry): entry for entry in tournament.entries.with_people()}
    apart = wishes_apart(tournament)
    after: list[PlannedRound] = []
    changed_rounds: list[RoundChange] = []
    for stored, planned in zip(rounds, as_plan(rounds), strict=True):
        number = stored.round.number
        open_round = OpenRound(stored.round, planned, tuple(after), apart, closed[number])
        asked = open_round.changed([change for change in changes if change.covers(number)])
        if asked == planned:
            after.append(planned)
            continue
        repaired = open_round.repaired(asked)
        after.append(repaired.seating)
        notes = repaired.notes(lambda name: names_and_numbers([entries[name]]))
        changed_rounds.append(
            RoundChange(
                number=number,
                stored=stored,
                planned=repaired.seating,
                entries=entries,
                repairs=tuple(map(in_words, notes)),
            )
        )
    if not changed_rounds:
        raise refuse("nothing-changes", _("That changes no seat."), "player")
    return SeatingProposal(
        tournament=tournament,
        stored=rounds,
        rounds=tuple(changed_rounds),
        come_in=tuple(entry for entry in arriving(changes) if entry.checked_in_at is None),
    )


@dataclass(frozen=True)
class OpenRound:
    """A round to change: its stored seats, the rounds `before` it as they will be, and the `closed` tables, whose
    cards are typed, so that nobody moves to or from them.
    """

    round: Round
    planned: PlannedRound
    before: Sequence[PlannedRound]
    apart: Sequence[Apart]
    closed: set[int]

    def changed(self, changes: Sequence[PlayerChange]) -> PlannedRound:
        new = self.planned
        for change in changes:
            spot = place_in(self.planned, name_of(change.entry)) if change.kind != "late" else None
            if spot is not None:
                if spot[0] in self.closed:
                    raise self.cards_typed(spot[0])
                new = with_seat(new, *spot, name_of(change.other) if change.other else None)
        without_seat = []
        for entry in (change.entry for change in changes if change.kind == "late"):
            spot = self.empty_seat_for(entry, new)
            if spot is None:
                without_seat.append(entry)
            else:
                new = with_seat(new, *spot, name_of(entry))
        return self.at_unused_tables(new, without_seat)

    def at_unused_tables(self, planned: PlannedRound, entries: Sequence[Entry]) -> PlannedRound:
        """The round with these entries at tables that nobody uses, new ones behind the last where there are none.

        Refuses one or two people alone without an abandoned table, since seated players would have to move.
        """
        unused = [table.table for table in planned if not table.players() and table.table not in self.closed]
        if entries and len(entries) < FEWEST_AT_TABLE and not unused:
            message = ngettext(
                "There is no empty seat in %(round)s. A new plan of the remaining rounds makes room: "
                "some tables play with three.",
                "In %(round)s there is no empty seat for %(names)s. A new plan of the remaining rounds makes room: "
                "some tables play with three.",
                len(entries),
            )
            values = {"round": self.round.in_words, "names": names_and_numbers(entries)}
            raise refuse("no-empty-seat", message % values, "player")
        by_number = {table.table: table for table in planned}
        free = chain(unused, (number for number in count(1) if number not in by_number))
        for first in range(0, len(entries), len(LETTERS)):
            names = [name_of(entry) for entry in entries[first : first + len(LETTERS)]]
            table = next(free)
            by_number[table] = TableSeats(table, *names, *[None] * (len(LETTERS) - len(names)))
        return tuple(table for _number, table in sorted(by_number.items()))

    def empty_seat_for(self, entry: Entry, planned: PlannedRound) -> Spot | None:
        """The best empty seat at a table in use, if there is one: away from players to be kept apart, then at the
        player's own table, then where the announced step leads, then with the fewest players met before, then at
        the same letter.
        """
        name = name_of(entry)
        last = place_in(self.before[-1], name) if self.before else None
        opponents = {other for pair in meetings(self.before) if name in pair for other in pair}
        avoided = {
            other
            for wish in self.apart
            if name in wish.pair and (wish.rounds is None or self.round.number <= wish.rounds)
            for other in wish.pair
        }

        def cost(spot: Spot) -> tuple[int, bool, bool, int, bool, int]:
            table, letter = spot
            tablemates = next(seats.players() for seats in planned if seats.table == table)
            led = last is not None and spot == led_to(self.round, last, planned[-1].table)
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
            if sitting is None and seats.players() and seats.table not in self.closed
        ]
        return min(empty, key=cost, default=None)

    def repaired(self, asked: PlannedRound) -> Repair:
        """The seats that were asked for, without tables left too small. Raises Refused."""
        self.refuse_closed(asked)
        pairs = [wish.pair for wish in self.apart]
        repaired = repair(asked, history=self.before, keep_apart=pairs, closed=self.closed)
        if isinstance(repaired, Refusal):
            freely = repair(asked, history=self.before, keep_apart=pairs)
            if isinstance(freely, Repair):
                self.refuse_closed(freely.seating)
            raise Refused(map(fault_in_words, repaired.errors))
        return repaired

    def refuse_closed(self, seats: PlannedRound) -> None:
        hit = sorted({table.table for table in set(self.planned) ^ set(seats)} & self.closed)
        if hit:
            raise self.cards_typed(hit[0])

    def cards_typed(self, table: int) -> Refused:
        message = _(
            "Cards of table %(table)d in %(round)s are already typed, so its seats stay. Start the change with a "
            "later round."
        )
        return refuse("cards-typed", message % {"table": table, "round": self.round.in_words}, "from_round")


def place_in(planned: PlannedRound, name: str) -> Spot | None:
    places = ((table.table, letter) for table in planned for letter, at in table.seats() if at == name)
    return next(places, None)


def with_seat(planned: PlannedRound, number: int, letter: str, name: str | None) -> PlannedRound:
    return tuple(
        msgspec.structs.replace(table, **{letter: name}) if table.table == number else table
        for table in planned
    )


def first_open_round(tournament: Tournament) -> int:
    """The first round after all that have begun; the last one where every round has."""
    return max(min(last_begun_round(tournament) + 1, tournament.rounds.count()), 1)


def last_begun_round(tournament: Tournament) -> int:
    played = above.played(Table.objects.filter(round__tournament=tournament))
    begun = Q(started_at__isnull=False) | Q(ended_at__isnull=False) | Q(pk__in=played.values("round"))
    last: int | None = tournament.rounds.filter(begun).aggregate(last=Max("number"))["last"]
    return last or 0
