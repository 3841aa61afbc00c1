"""One player's rounds: seats, points, and the lines that explain them."""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import QuerySet

from scoring.models import PointLine
from scoring.sets.lines import line_in_words
from scoring.standings.counted import counted_lines
from tournament.models import Entry, Round, Seat, Tournament
from tournament.seating.queries import by_name


@dataclass(frozen=True)
class LineInWords:
    """A point line in the reader's language."""

    points: int
    message: str


@dataclass(frozen=True)
class Game:
    """One game of a round: its points and the lines that add up to them, each with its sentence."""

    number: int
    points: int
    lines: list[LineInWords]


@dataclass(frozen=True)
class RoundOfPlayer:
    """A published round of one player. `points` is None until the table's set counts.

    `ruling` is what a director ruled on the table's cards, `ruled_by` who; "" if there was no ruling.
    """

    number: int
    seat: Seat | None
    partners: list[Seat]
    points: int | None
    games: list[Game]
    ruling: str
    ruled_by: str
    is_written_off: bool


@dataclass(frozen=True)
class PlayerPage:
    """A player's entry and rounds, the latest round first."""

    entry: Entry
    rounds: list[RoundOfPlayer]

    @property
    def now(self) -> RoundOfPlayer | None:
        return self.rounds[0] if self.rounds else None


def player_page(tournament: Tournament, number: int) -> PlayerPage:
    """The published rounds of the player with this number, who must be entered."""
    entry = tournament.entries.select_related("person").get(number=number)
    counted: list[PointLine] = list(counted_lines(tournament).filter(entry=entry))
    profile = tournament.profile
    lines: dict[int, dict[int, list[LineInWords]]] = defaultdict(lambda: defaultdict(list))
    for line in counted:
        lines[line.round_id][line.game].append(
            LineInWords(line.points, line_in_words(line, profile, tournament.cards_carry))
        )
    tables = tables_of(tournament, entry)
    rounds = []
    for round_ in tournament.rounds.published().reverse():
        seats = tables.get(round_.pk, [])
        games = [
            Game(game, sum(line.points for line in made_of), made_of)
            for game, made_of in sorted(lines[round_.pk].items())
        ]
        rounds.append(
            RoundOfPlayer(
                number=round_.number,
                seat=next((seat for seat in seats if seat.entry_id == entry.pk), None),
                partners=[seat for seat in seats if seat.entry_id != entry.pk],
                points=sum(game.points for game in games) if games else None,
                games=games,
                is_written_off=any(hasattr(seat.table, "written_off") for seat in seats),
                **(ruling_of(seats) if games else NO_RULING),
            )
        )
    return PlayerPage(entry, rounds)


NO_RULING = {"ruling": "", "ruled_by": ""}


def ruling_of(seats: list[Seat]) -> dict[str, str]:
    """What a director ruled on the set of these seats' table, and who."""
    card_set = getattr(seats[0].table, "card_set", None) if seats else None
    if card_set is None or not card_set.ruling:
        return NO_RULING
    return {"ruling": card_set.ruling, "ruled_by": str(card_set.accepted_by)}


def tables_of(tournament: Tournament, entry: Entry) -> dict[int, list[Seat]]:
    """Round key -> all seats of the table this entry sits at, in published rounds."""
    tables = entry.seats.filter(round__tournament=tournament, round__published_at__isnull=False).values(
        "table"
    )
    seats: QuerySet[Seat] = Seat.objects.filter(table__in=tables).select_related(
        "table__card_set__accepted_by", "table__written_off", "entry__person"
    )
    by_round: dict[int, list[Seat]] = defaultdict(list)
    for seat in seats.order_by("letter"):
        by_round[seat.round_id].append(seat)
    return by_round


def seats_to_find(round_: Round, *, nothing_counts: bool) -> list[Seat]:
    """The seats of a published round by name; none once it is played, unless there is nothing else to show yet."""
    if not nothing_counts and (round_.started_at is not None or round_.card_sets.exists()):
        return []
    seats = round_.seats.select_related("table", "entry__person")
    return sorted(seats, key=lambda seat: by_name(seat.entry))
