"""What an evening's page shows, and what its rounds are drawn from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.bars.queries import standing_bars
from club.models import Club, Person
from evenings.season import season_order
from rules.seating import EveningRound, TableSeats, how_many_sit_out, order_out
from rules.seating import Round as PlannedRound
from rules.seating.certificate import meetings
from scoring.seats.on_the_day import refuse_withheld
from scoring.sets.tables import waited_for, written_off
from scoring.standings.queries import standings_of
from tournament.models import Entry, EveningDraw, Round, Seat, SittingOut, Tournament
from tournament.rounds.actions import has_begun
from tournament.seating.queries import (
    RoundSeating,
    answer,
    as_plan,
    certificate_with,
    drawable,
    name_of,
    seating,
)

LAST_EVENINGS = 3
"""How many evenings back a draw looks for who has met whom."""
USUAL_EVENTS = 6
"""How many events back somebody may have played to be among those who usually come."""


def played_rounds(tournament: Tournament, rounds: Iterable[RoundSeating]) -> list[EveningRound]:
    out = defaultdict(list)
    for number, entry in SittingOut.objects.filter(round__tournament=tournament).values_list(
        "round__number", "entry__number"
    ):
        out[number].append(str(entry))
    rounds = [seated for seated in rounds if seated.round.published_at is not None]
    return [
        EveningRound(planned, tuple(out[seated.round.number]))
        for seated, planned in zip(rounds, as_plan(rounds), strict=True)
    ]


def earlier_rounds(tournament: Tournament) -> list[PlannedRound]:
    """The rounds of the club's last evenings before this one, the oldest first; who plays now has the same name."""
    evenings = Tournament.objects.filter(
        club=tournament.club_id,
        is_evening=True,
        date__lte=tournament.date,
        rounds__published_at__isnull=False,
    ).exclude(pk=tournament.pk)
    last = list(evenings.distinct().order_by("-date", "-pk").values_list("pk", flat=True)[:LAST_EVENINGS])
    names = {entry.person.main_id: name_of(entry) for entry in tournament.entries.select_related("person")}
    rows = Seat.objects.filter(round__tournament__in=last, round__published_at__isnull=False).select_related(
        "entry__person", "table"
    )
    rounds: dict[int, dict[int, dict[str, str]]] = defaultdict(lambda: defaultdict(dict))
    for seat in rows.order_by("round__tournament__date", "round"):
        person = seat.entry.person.main_id
        rounds[seat.round_id][seat.table.number][seat.letter] = names.get(person, f"person {person}")
    return [
        tuple(TableSeats(number, **seats) for number, seats in sorted(tables.items()))
        for tables in rounds.values()
    ]


def order_to_seat_by(tournament: Tournament) -> list[str]:
    """The names of who is here with the leader first, where this evening is drawn by standings and there are any.
    Refused where they are withheld.
    """
    if tournament.evening_draw != EveningDraw.STANDINGS:
        return []
    number = tournament.rounds.published().count() + 1
    refuse_withheld(tournament, number)
    here = drawable(tournament, number)
    people = season_order(tournament)
    if people is not None:
        place = {person: index for index, person in enumerate(people)}
        order = sorted(here, key=lambda entry: place.get(entry.person.main_id, len(place)))
    else:
        ranked = [row.entry for row in standings_of(tournament, until=None).places if row.has_rank]
        if not ranked:
            return []
        place = {entry: index for index, entry in enumerate(ranked)}
        order = sorted(here, key=lambda entry: place.get(entry.pk, len(place)))
    return [name_of(entry) for entry in order]


@dataclass(frozen=True)
class Evening:
    tournament: Tournament

    @cached_property
    def rounds(self) -> list[RoundSeating]:
        return [seated for seated in seating(self.tournament) if seated.round.published_at is not None]

    @cached_property
    def now(self) -> RoundSeating | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def round(self) -> Round | None:
        return self.now.round if self.now else None

    @property
    def number(self) -> int:
        return len(self.rounds)

    @cached_property
    def played(self) -> list[EveningRound]:
        return played_rounds(self.tournament, self.rounds)

    @cached_property
    def entries(self) -> dict[str, Entry]:
        return {name_of(entry): entry for entry in self.tournament.entries.with_people()}

    @property
    def out(self) -> list[Entry]:
        return [self.entries[name] for name in self.played[-1].out] if self.played else []

    @cached_property
    def here(self) -> list[Entry]:
        """Who plays the next round, by name."""
        people = drawable(self.tournament, self.number + 1)
        return sorted(people, key=lambda entry: entry.divided_name.sort_key)

    @property
    def next_out(self) -> list[Entry]:
        """Who sits out next, in this order, while as many are here as now; nobody where nobody does."""
        names = [name_of(entry) for entry in self.here]
        if not how_many_sit_out(len(names), by_choice=self.tournament.one_sits_out):
            return []
        return [self.entries[name] for name in order_out(names, self.played, self.tournament.seed or 0)]

    @cached_property
    def open_tables(self) -> dict[int, list[int]]:
        """Round -> the tables whose cards are not in."""
        waiting = defaultdict(list)
        for table in waited_for(self.tournament):
            waiting[table.round].append(table.number)
        return dict(waiting)

    @property
    def waits_now(self) -> list[int]:
        return self.open_tables.get(self.number, [])

    @cached_property
    def off_now(self) -> list[int]:
        """The tables of this round that are written off."""
        off = written_off(self.tournament)
        return [row.table.number for row in off if row.table.round.number == self.number]

    @cached_property
    def may_begin(self) -> bool:
        """Whether nothing shows that this round has begun."""
        return self.round is not None and not has_begun(self.round)

    @property
    def sentences(self) -> list[str]:
        """How well this evening's rounds are drawn, by their certificate."""
        if not self.rounds:
            return []
        tonight = [round_.seats for round_ in self.played]
        words = [answer(certificate_with(self.tournament, tonight), self.tournament)]
        if self.tournament.evening_draw == EveningDraw.NEW_FACES and (
            earlier := earlier_rounds(self.tournament)
        ):
            again = len(meetings(earlier).keys() & meetings(tonight[-1:]).keys())
            words.append(
                ngettext(
                    "%(pairs)d pair of this round met on the last evenings.",
                    "%(pairs)d pairs of this round met on the last evenings.",
                    again,
                )
                % {"pairs": again}
                if again
                else _("In this round nobody meets anybody from the last evenings.")
            )
        return words

    @property
    def might_come(self) -> list[Person]:
        """People of the club who are not here, those who usually come first."""
        here = {entry.person.main_id for entry in self.here}
        usual, others = people_of(self.tournament.club)
        return [person for person in [*usual, *others] if person.pk not in here]


def people_of(club: Club) -> tuple[list[Person], list[Person]]:
    """Those who usually come and everybody else of the club, each by name; nobody who was erased or is barred."""
    known = list(Person.objects.kept().filter(club=club, erased_at=None))
    barred = standing_bars([person.pk for person in known])
    evenings = club.tournaments.filter(is_evening=True)
    events = (evenings if evenings.exists() else club.tournaments).order_by("-date", "-pk")[:USUAL_EVENTS]
    recent = Entry.objects.filter(tournament__in=list(events.values_list("pk", flat=True)))
    came = {entry.person.main_id for entry in recent.select_related("person")}
    by_name = sorted(
        (person for person in known if person.pk not in barred),
        key=lambda person: person.divided_name.sort_key,
    )
    return (
        [person for person in by_name if person.pk in came],
        [person for person in by_name if person.pk not in came],
    )
