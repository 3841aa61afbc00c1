"""The seating of every round: for pages as entries at tables, for the rules as names.

The rules know a player by the player number as text.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules import seating as rules
from rules.game import Phrase
from rules.seating import LETTERS, Apart, Certificate, FixedSeat, TableSeats, table_count
from rules.seating import Round as PlannedRound
from tournament.models import Entry, KeepApart, Round, Seat, Table, Tournament, numbered_round
from tournament.words import in_words

FEWEST_AT_TABLE = 3
Spot = tuple[int, str]
"""A seat of a round: table number and letter."""


def spot_name(spot: Spot) -> str:
    return f"{spot[0]}{spot[1]}"


@dataclass(frozen=True)
class TableSeating:
    """One table of one round: (letter, entry or None) for A, B, C, D."""

    table: Table
    seats: tuple[tuple[str, Entry | None], ...]

    @property
    def number(self) -> int:
        return self.table.number

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(entry for _letter, entry in self.seats if entry is not None)


@dataclass(frozen=True)
class TakenSeat:
    entry: Entry
    table: int
    letter: str

    @property
    def spot(self) -> Spot:
        return self.table, self.letter


@dataclass(frozen=True)
class RoundSeating:
    round: Round
    tables: tuple[TableSeating, ...]

    @property
    def taken_seats(self) -> list[TakenSeat]:
        """All seats with a player, by family name, then by number."""
        taken_seats = [TakenSeat(entry, *spot) for spot, entry in self.seats.items() if entry]
        return sorted(taken_seats, key=lambda taken_seat: by_name(taken_seat.entry))

    @property
    def seats(self) -> dict[Spot, Entry | None]:
        return {(table.number, letter): entry for table in self.tables for letter, entry in table.seats}

    def with_seats(self, changed: Mapping[Spot, Entry | None]) -> "RoundSeating":
        """A copy with these players at these seats; None empties a seat."""
        return replace(
            self,
            tables=tuple(
                replace(
                    table,
                    seats=tuple(
                        (letter, changed.get((table.number, letter), entry)) for letter, entry in table.seats
                    ),
                )
                for table in self.tables
            ),
        )

    @property
    def digest(self) -> str:
        """Changes as soon as anybody sits elsewhere in this round."""
        seats = [[*spot, entry.pk] for spot, entry in self.seats.items() if entry]
        return sha256(msgspec.json.encode(seats)).hexdigest()[:16]

    def seat_of(self, entry: Entry) -> TakenSeat | None:
        return next(
            (TakenSeat(entry, *spot) for spot, sitting in self.seats.items() if sitting == entry), None
        )


def by_name(entry: Entry) -> tuple[object, ...]:
    """Sort key for printed and public lists: by the public family name."""
    return *entry.public_divided_name.sort_key, entry.number


def seating(tournament: Tournament, numbers: Collection[int] | None = None) -> list[RoundSeating]:
    """The stored rounds in order (with `numbers` only those), in four queries: each player is read once, however many
    rounds there are.
    """
    # Asked for here and not of the database, which knows no number as large as an address can have.
    rounds = [round_ for round_ in tournament.rounds.all() if numbers is None or round_.number in numbers]
    tables: dict[int, list[Table]] = {}
    for table in Table.objects.filter(round__in=rounds):
        tables.setdefault(table.round_id, []).append(table)
    taken = list(Seat.objects.filter(round__in=rounds).values_list("table_id", "letter", "entry_id"))
    # After the seats, so that nobody has one who is not among them.
    players = {entry.pk: entry for entry in tournament.entries.with_people()} if taken else {}
    at = {(table, letter): players[entry] for table, letter, entry in taken}
    return [
        RoundSeating(
            round_,
            tuple(
                TableSeating(table, tuple((letter, at.get((table.pk, letter))) for letter in LETTERS))
                for table in tables.get(round_.pk, [])
            ),
        )
        for round_ in rounds
    ]


def name_of(entry: Entry) -> str:
    return str(entry.number)


def names_and_numbers(entries: Iterable[Entry]) -> str:
    """People by name and number: "Ann Lee (12), Bo Chan (13)"."""
    return ", ".join(f"{entry.name} ({entry.number})" for entry in entries)


def as_plan(rounds: Iterable[RoundSeating]) -> tuple[PlannedRound, ...]:
    return tuple(
        tuple(
            TableSeats(table.number, *(name_of(entry) if entry else None for _letter, entry in table.seats))
            for table in round_seating.tables
        )
        for round_seating in rounds
    )


def wishes_apart(tournament: Tournament) -> list[Apart]:
    pairs = KeepApart.objects.filter(tournament=tournament).select_related("first", "second")
    return [Apart((name_of(pair.first), name_of(pair.second)), pair.rounds) for pair in pairs]


def wishes_fixed(tournament: Tournament) -> list[FixedSeat]:
    fixed = tournament.entries.registered().filter(fixed_table__isnull=False)
    return [FixedSeat(name_of(entry), entry.fixed_table or 0) for entry in fixed]


def certificate_with(tournament: Tournament, rounds: Sequence[PlannedRound]) -> Certificate:
    return rules.certificate(rounds, keep_apart=wishes_apart(tournament), fixed=wishes_fixed(tournament))


def certificate_of(tournament: Tournament, rounds: Sequence[RoundSeating]) -> Certificate:
    """The certificate of the stored seating; `rounds` are the tournament's, from the first on."""
    return certificate_with(tournament, as_plan(rounds))


def sentence(certificate: Certificate, tournament: Tournament | None = None) -> str:
    """Who meets twice, as a sentence for the director; of a plan that is no tournament's yet, None."""
    pairs, repeats = len(certificate.repeats), certificate.extra_meetings
    if not pairs:
        return _("Nobody meets twice.")
    first = certificate.first_repeat_round or 0
    values = {
        "pairs": pairs,
        "repeats": repeats,
        "round": tournament.round_in_words(first) if tournament else numbered_round(first),
    }
    words = ngettext(
        "%(pairs)d pair meets twice, first in %(round)s.",
        "%(pairs)d pairs meet twice, first in %(round)s.",
        pairs,
    )
    if repeats > pairs:
        words = ngettext(
            "%(pairs)d pair meets more than once, first in %(round)s: %(repeats)d repeats in all.",
            "%(pairs)d pairs meet more than once, first in %(round)s: %(repeats)d repeats in all.",
            pairs,
        )
    return words % values


def answer(certificate: Certificate, tournament: Tournament | None = None) -> str:
    """The sentence, and how many repeats no plan avoids; that there are none with fewer only where it is certain."""
    words, least = sentence(certificate, tournament), certificate.unavoidable
    if not least:
        return words
    if least == certificate.extra_meetings:
        return words + " " + _("No plan has fewer.")
    fewest = ngettext("Every plan has at least %d repeat.", "Every plan has at least %d repeats.", least)
    return words + " " + fewest % least


def drawable(tournament: Tournament, from_round: int = 1) -> list[Entry]:
    """The players that a plan from this round on would seat: registered, checked in and still playing, by number."""
    over = tournament.entries.over_by(from_round)
    return list(tournament.entries.here().exclude(pk__in=over.values("pk")).with_people())


def to_be_seated(tournament: Tournament) -> list[Entry]:
    """The players to plan for: those checked in, or all registered while too few are here."""
    here = drawable(tournament)
    if isinstance(table_count(len(here)), int):
        return here
    return list(tournament.entries.registered().with_people())


def tables_in_words(players: int) -> str:
    tables = table_count(players)
    if not isinstance(tables, int):
        return ""
    threes = 4 * tables - players
    fours = tables - threes
    parts = [
        ngettext("%d table of four", "%d tables of four", fours) % fours,
        ngettext("%d table of three", "%d tables of three", threes) % threes,
    ]
    return ", ".join(part for part, number in zip(parts, (fours, threes), strict=True) if number)


def unseated(tournament: Tournament) -> list[Entry]:
    return list(tournament.entries.here().filter(seats__isnull=True).with_people())


def without_seat(tournament: Tournament) -> list[Entry]:
    """Everybody who could sit down: registered without any seat, those here first, then who waits."""
    entries = tournament.entries.with_people()
    registered = entries.registered().filter(seats__isnull=True).order_by("checked_in_at", "number")
    here = [entry for entry in registered if entry.checked_in_at]
    return [*here, *(entry for entry in registered if not entry.checked_in_at), *entries.waiting()]


def reason_of_plan(round_: Round) -> str:
    """Why the plan of a round is not what was asked for; empty where it is."""
    return in_words(msgspec.convert(round_.plan_reason, Phrase)) if round_.plan_reason else ""


def certificate_context(certificate: Certificate | None, entries: Iterable[Entry]) -> dict[str, Any]:
    if certificate is None:
        return {}
    by_name = {name_of(entry): entry for entry in entries}
    together = dict.fromkeys(meeting.pair for meeting in certificate.together)
    return {
        "certificate": certificate,
        "short_twice": sum(1 for visits in certificate.short_tables.values() if visits > 1),
        "not_apart": [tuple(by_name[name] for name in pair) for pair in together],
        "not_at_own_table": [by_name[name] for name in {wish.player: None for wish in certificate.displaced}],
    }
