"""One player's rounds: seats, points, and the lines that explain them. All but the lines is read once for everybody."""

from collections import defaultdict
from dataclasses import dataclass

from scoring.models import Adjustment, Card, CardSet, CorrectionWindow
from scoring.sets.lines import line_in_words
from scoring.sets.tables import IS_WRITTEN_OFF
from scoring.standings.counted import counted_adjustments, counted_lines
from scoring.standings.kept import until_the_next_entry
from scoring.standings.queries import standings_of, window_of
from tournament.clock.starting_times import NextStart, next_start
from tournament.models import BonusRound, HallMessage, Round, Seat, Table, Tournament
from tournament.seating.queries import by_name

SHOWN_OF_SEAT = (
    *("round", "entry", "letter"),
    *("table", "table__number", "table__called_at", "table__extra_minutes"),
)


@dataclass(frozen=True)
class TableOfPlayers:
    """A table of a published round, with the entries that sit there by their letters, in the letters' order."""

    key: int
    number: int
    is_called: bool
    extra_minutes: int
    letters: dict[str, int]


@dataclass(frozen=True)
class LineInWords:
    points: int
    message: str


@dataclass(frozen=True)
class GameLines:
    """One game of a round, or 0 for all of them together: its points and the lines that add up to them, in words."""

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
    table: TableOfPlayers | None
    letter: str
    """The player's own, "" without a seat."""
    partners: list[tuple[str, str]]
    """The other players at the table: letter and public name."""
    points: int | None
    games: list[GameLines]
    ruling: str
    ruled_by: str
    is_written_off: bool
    adjustments: list[Adjustment]
    is_withheld: bool = False
    """Its results are kept back: nothing is said of them, not even whether there are any."""
    left: Card | None = None
    """The player's own card, if they left during the round."""
    played_on: Card | None = None
    """The card of the player they replaced; theirs from `first_game_of_substitute` on."""

    @property
    def letters(self) -> str:
        return "".join(self.table.letters) if self.table else ""


@dataclass(frozen=True)
class PlayerPage:
    """A player's rounds, the latest first; `of_no_round` are adjustments of the whole event."""

    rounds: list[RoundOfPlayer]
    of_no_round: list[Adjustment]
    start: NextStart | None
    window: CorrectionWindow | None
    hall_messages: list[HallMessage]

    @property
    def now(self) -> RoundOfPlayer | None:
        return self.rounds[0] if self.rounds else None


def player_page(tournament: Tournament, entry: int, *, until: int | None = None) -> PlayerPage:
    """The published rounds of the player whose entry has this key; results up to round `until`."""
    beside = beside_the_lines(tournament, until=until)
    names = {place.entry: place.name for place in standings_of(tournament, until=until).places}
    tournament.bonus_rounds = beside.bonus
    profile = tournament.profile
    lines: dict[int, dict[int, list[LineInWords]]] = defaultdict(lambda: defaultdict(list))
    for line in counted_lines(tournament, until=until).filter(entry=entry):
        lines[line.round_id][line.game].append(
            LineInWords(line.points, line_in_words(line, profile, tournament.cards_carry))
        )
    adjustments: dict[int | None, list[Adjustment]] = defaultdict(list)
    for adjustment in beside.adjustments.get(entry, ()):
        adjustments[adjustment.round_id].append(adjustment)
    rounds = []
    for key, number in beside.published:
        table = beside.tables.get((entry, key))
        letters = table.letters.items() if table else ()
        is_withheld = until is not None and number > until
        games = [
            GameLines(game, sum(line.points for line in made_of), made_of)
            for game, made_of in sorted(lines[key].items(), key=lambda item: (item[0] == 0, item[0]))
        ]
        rounds.append(
            RoundOfPlayer(
                number=number,
                name=tournament.round_name(number),
                bonus=beside.bonus.get(number),
                table=table,
                letter=next((letter for letter, who in letters if who == entry), ""),
                partners=[(letter, names[who]) for letter, who in letters if who != entry],
                points=sum(game.points for game in games) if games else None,
                games=games,
                is_written_off=not is_withheld and table is not None and table.key in beside.written_off,
                is_withheld=is_withheld,
                adjustments=adjustments[key],
                left=beside.left.get((entry, key)) if games else None,
                played_on=beside.played_on.get((entry, key)) if games else None,
                **(beside.ruled.get(table.key, NO_RULING) if games and table else NO_RULING),
            )
        )
    return PlayerPage(rounds, adjustments[None], beside.start, beside.window, beside.hall_messages)


NO_RULING = {"ruling": "", "ruled_by": ""}


@dataclass(frozen=True)
class BesideTheLines:
    """What all players' pages are made from: the published rounds' keys and numbers, the latest first; tables by entry
    and the round's key; what was given or taken outside games, by entry; accepted cards that say that somebody left,
    by who left or played on and the round's key; the keys of tables written off, and the director's rulings by the
    table's key.
    """

    published: list[tuple[int, int]]
    bonus: dict[int, BonusRound]
    tables: dict[tuple[int, int], TableOfPlayers]
    start: NextStart | None
    window: CorrectionWindow | None
    hall_messages: list[HallMessage]
    adjustments: dict[int, list[Adjustment]]
    left: dict[tuple[int, int], Card]
    played_on: dict[tuple[int, int], Card]
    written_off: frozenset[int]
    ruled: dict[int, dict[str, str]]


@until_the_next_entry
def beside_the_lines(tournament: Tournament, until: int | None) -> BesideTheLines:
    adjustments: dict[int, list[Adjustment]] = defaultdict(list)
    for adjustment in counted_adjustments(tournament, until=until):
        adjustments[adjustment.entry_id].append(adjustment)
    cards = Card.objects.filter(
        round__tournament=tournament,
        left_after__isnull=False,
        card_set__state=CardSet.State.ACCEPTED,
    ).select_related("card_set__table", "entry__person", "substitute__person")
    left = {(card.entry_id, card.round_id): card for card in cards}
    played_on = {(card.substitute_id, card.round_id): card for card in cards if card.substitute_id}
    off = Table.objects.filter(IS_WRITTEN_OFF, round__tournament=tournament).values_list("pk", flat=True)
    sets = CardSet.objects.filter(round__tournament=tournament).exclude(ruling="").select_related("ruled_by")
    ruled = {
        row.table_id: {"ruling": row.ruling, "ruled_by": str(row.ruled_by or "–")}
        for row in sets.defer("games")
    }
    return BesideTheLines(
        published=list(tournament.rounds.published().reverse().values_list("pk", "number")),
        bonus=tournament.bonus_rounds,
        tables=tables_of_players(tournament),
        start=next_start(tournament),
        window=window_of(tournament),
        hall_messages=list(tournament.hall_messages.standing()),
        adjustments=dict(adjustments),
        left=left,
        played_on=played_on,
        written_off=frozenset(off),
        ruled=ruled,
    )


def tables_of_players(tournament: Tournament) -> dict[tuple[int, int], TableOfPlayers]:
    """The tables of the published rounds, by each entry that sits there and the round's key."""
    seats = Seat.objects.filter(round__tournament=tournament, round__published_at__isnull=False)
    tables: dict[int, TableOfPlayers] = {}
    by_seat = {}
    rows = seats.order_by("letter").values_list(*SHOWN_OF_SEAT)
    for round_, entry, letter, key, number, called_at, extra_minutes in rows:
        table = tables.setdefault(key, TableOfPlayers(key, number, called_at is not None, extra_minutes, {}))
        table.letters[letter] = entry
        by_seat[entry, round_] = table
    return by_seat


def seats_to_find(round_: Round, *, nothing_counts: bool, is_withheld: bool = False) -> list[Seat]:
    """The seats of a published round by name; none once it is played, unless nothing else can be shown yet.

    Of a round whose results are withheld nobody is told by this that cards came in.
    """
    has_cards = not is_withheld and round_.card_sets.exists()
    if not nothing_counts and (round_.started_at is not None or has_cards):
        return []
    seats = round_.seats.select_related("table", "entry__person")
    return sorted(seats, key=lambda seat: by_name(seat.entry))
