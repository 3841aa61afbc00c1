"""One player's rounds: seats, points, and the lines that explain them."""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from scoring.models import Adjustment, Card, CardSet, PointLine
from scoring.sets.lines import line_in_words
from scoring.standings.counted import counted_adjustments, counted_lines
from tournament.models import BonusRound, Entry, Round, Seat, Tournament
from tournament.seating.queries import by_name


@dataclass(frozen=True)
class LineInWords:
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

    `ruling` is a director's ruling on the table's cards, `ruled_by` that director; "" without a ruling.
    """

    number: int
    name: str
    bonus: BonusRound | None
    seat: Seat | None
    partners: list[Seat]
    points: int | None
    games: list[Game]
    ruling: str
    ruled_by: str
    is_written_off: bool
    adjustments: list[Adjustment]
    is_withheld: bool = False
    """Its results are kept back: nothing is said of them, not even whether there are any."""
    left: Card | None = None
    """The player's own card, if they left during the round."""
    played_on: Card | None = None
    """The card of whoever they played on for; from `first_game_of_substitute` on."""

    @property
    def letters(self) -> str:
        """The letters at the player's table, "" without a seat."""
        return "".join(sorted(seat.letter for seat in ([self.seat] if self.seat else []) + self.partners))


@dataclass(frozen=True)
class PlayerPage:
    """A player's entry and rounds, the latest round first; `of_no_round` are adjustments of the whole event."""

    entry: Entry
    rounds: list[RoundOfPlayer]
    of_no_round: list[Adjustment]

    @property
    def now(self) -> RoundOfPlayer | None:
        return self.rounds[0] if self.rounds else None


def player_page(tournament: Tournament, number: int, *, until: int | None = None) -> PlayerPage:
    """The published rounds of the player with this number, who must be entered; results up to round `until`."""
    entry = tournament.entries.select_related("person").get(number=number)
    counted: list[PointLine] = list(counted_lines(tournament, until=until).filter(entry=entry))
    profile = tournament.profile
    lines: dict[int, dict[int, list[LineInWords]]] = defaultdict(lambda: defaultdict(list))
    for line in counted:
        lines[line.round_id][line.game].append(
            LineInWords(line.points, line_in_words(line, profile, tournament.cards_carry))
        )
    adjustments: dict[int | None, list[Adjustment]] = defaultdict(list)
    for adjustment in counted_adjustments(tournament, until=until).filter(entry=entry):
        adjustments[adjustment.round_id].append(adjustment)
    tables = tables_of(tournament, entry)
    left, played_on = cards_left(tournament, entry)
    rounds = []
    for round_ in tournament.rounds.published().reverse():
        seats = tables.get(round_.pk, [])
        is_withheld = until is not None and round_.number > until
        games = [
            Game(game, sum(line.points for line in made_of), made_of)
            for game, made_of in sorted(lines[round_.pk].items())
        ]
        rounds.append(
            RoundOfPlayer(
                number=round_.number,
                name=str(round_),
                bonus=tournament.bonus_rounds.get(round_.number),
                seat=next((seat for seat in seats if seat.entry_id == entry.pk), None),
                partners=[seat for seat in seats if seat.entry_id != entry.pk],
                points=sum(game.points for game in games) if games else None,
                games=games,
                is_written_off=not is_withheld and any(hasattr(seat.table, "written_off") for seat in seats),
                is_withheld=is_withheld,
                adjustments=adjustments[round_.pk],
                left=left.get(round_.pk) if games else None,
                played_on=played_on.get(round_.pk) if games else None,
                **(ruling_of(seats) if games else NO_RULING),
            )
        )
    return PlayerPage(entry, rounds, adjustments[None])


NO_RULING = {"ruling": "", "ruled_by": ""}


def ruling_of(seats: list[Seat]) -> dict[str, str]:
    """The ruling on the set of these seats' table, and its director."""
    card_set = getattr(seats[0].table, "card_set", None) if seats else None
    if card_set is None or not card_set.ruling:
        return NO_RULING
    return {"ruling": card_set.ruling, "ruled_by": str(card_set.accepted_by)}


def cards_left(tournament: Tournament, entry: Entry) -> tuple[dict[int, Card], dict[int, Card]]:
    """The player's accepted cards that say that they left, and those on which they played on, by the round's key."""
    cards = Card.objects.filter(
        Q(entry=entry) | Q(substitute=entry),
        round__tournament=tournament,
        left_after__isnull=False,
        card_set__state=CardSet.State.ACCEPTED,
    ).select_related("card_set__table", "entry__person", "substitute__person")
    left: dict[int, Card] = {}
    played_on: dict[int, Card] = {}
    for card in cards:
        (left if card.entry_id == entry.pk else played_on)[card.round_id] = card
    return left, played_on


def tables_of(tournament: Tournament, entry: Entry) -> dict[int, list[Seat]]:
    """All seats of the table this entry sits at, by the key of the published round."""
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


def seats_to_find(round_: Round, *, nothing_counts: bool, is_withheld: bool = False) -> list[Seat]:
    """The seats of a published round by name; none once it is played, unless nothing else can be shown yet.

    Of a round whose results are withheld nobody is told by this that cards came in.
    """
    has_cards = not is_withheld and round_.card_sets.exists()
    if not nothing_counts and (round_.started_at is not None or has_cards):
        return []
    seats = round_.seats.select_related("table", "entry__person")
    return sorted(seats, key=lambda seat: by_name(seat.entry))
