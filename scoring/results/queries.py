"""What is left of a tournament when it is over: the podium, the public prizes, and its reports."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import Count, Max, Q
from django.utils.formats import date_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.models import Role
from club.names import name_with_number
from record.verbs import Verb
from scoring.models import (
    Adjustment,
    Card,
    CardSet,
    Complaint,
    CorrectionWindow,
    PrizeAward,
    ReportedNumber,
    SetVersion,
    WrittenOff,
)
from scoring.prizes.pot import Shares, shares_of
from scoring.prizes.queries import in_plan_order
from scoring.prizes.words import row_words
from scoring.raffle.queries import RaffleWithPlayers, with_players
from scoring.sets.tables import written_off
from scoring.standings.counted import counted_lines, counting, disqualified
from scoring.standings.standing import Standing, Standings
from tournament.fees.queries import Totals, accounts, totals
from tournament.models import Entry, Round, Seat, Tournament
from ui.texts import isolated, shown

SMALLEST_FIELD = 16
"""Below it the Master Points report says that there are few players."""


def public_prizes(tournament: Tournament) -> list[PrizeAward]:
    return in_plan_order(PrizeAward.objects.presented().filter(row__tournament=tournament))


def newsletter(tournament: Tournament, standings: Standings, prizes: list[PrizeAward]) -> str:
    """A paragraph for the club's newsletter, from the final standings and the public prizes."""
    by_rank: dict[int, list[Standing]] = defaultdict(list)
    for place in standings.podium:
        by_rank[place.rank or 0].append(place)
    if not by_rank:
        return ""
    first, *others = by_rank.values()

    def name_of(place: Standing) -> str:
        return isolated(name_with_number(place.name, place.number, tournament.names_alike))

    values = {
        "names": get_text_list([name_of(place) for place in first], _("and")),
        "tournament": tournament.name,
        "date": date_format(tournament.date, "DATE_FORMAT"),
        "points": shown(first[0].total, tournament.unit),
    }
    sentences = [
        ngettext(
            "%(names)s won %(tournament)s on %(date)s with %(points)s points.",
            "%(names)s together won %(tournament)s on %(date)s with %(points)s points.",
            len(first),
        )
        % values
    ]
    if others:
        behind = [
            _("%(names)s (%(points)s)")
            % {
                "names": get_text_list([name_of(place) for place in places], _("and")),
                "points": shown(places[0].total, tournament.unit),
            }
            for places in others
        ]
        sentences.append(_("Next came %(places)s.") % {"places": "; ".join(behind)})
    players, rounds = len(standings.ranked), standings.rounds_counted
    played = ngettext("%d round", "%d rounds", rounds) % rounds
    sentences.append(
        ngettext("%(players)d player, %(rounds)s.", "%(players)d players, %(rounds)s.", players)
        % {"players": players, "rounds": played}
    )
    by_row: dict[str, list[str]] = defaultdict(list)
    for award in prizes:
        if award.contest:  # one for each table would fill the paragraph
            continue
        by_row[row_words(award.row)].append(
            isolated(name_with_number(award.entry.public_name, award.entry.number, tournament.names_alike))
        )
    prize_lists = [
        f"{row}: {get_text_list(list(dict.fromkeys(names)), _('and'))}" for row, names in by_row.items()
    ]
    if prize_lists:
        sentences.append(_("Prizes: %(prizes)s.") % {"prizes": "; ".join(prize_lists)})
    return " ".join(sentences)


@dataclass(frozen=True)
class MasterPointsRow:
    """One player of the Master Points report. `total` has no bonus rounds; there is no formula in it."""

    number: int
    member_number: str
    name: str
    town: str
    rank: int
    tied: bool
    total: int
    rounds: int
    games: int


def master_points(tournament: Tournament, standings: Standings) -> list[MasterPointsRow]:
    """Everybody with a place, by what counts without bonus rounds and what was given or taken in them. Two queries."""
    rounds: dict[int, int] = defaultdict(int)
    games: dict[int, int] = defaultdict(int)
    announced = counted_lines(tournament).filter(round__bonus_games__isnull=True)
    rows = announced.filter(game__gt=0).values_list("entry", "round").order_by()
    for entry, _round, played in rows.annotate(played=Count("game", distinct=True)):
        rounds[entry] += 1
        games[entry] += played
    places = {place.entry: place for place in standings.ranked if rounds[place.entry]}
    people = {entry.pk: entry.person for entry in tournament.entries.with_people()}
    ranked = standings.tie_breaks.ranked(
        {entry: qualifying(standings, place) for entry, place in places.items()}
    )
    return [
        MasterPointsRow(
            number=places[place.entry].number,
            member_number=people[place.entry].member_number,
            name=places[place.entry].full_name,
            town=people[place.entry].town,
            rank=place.rank,
            tied=place.tied,
            total=place.total,
            rounds=rounds[place.entry],
            games=games[place.entry],
        )
        for place in sorted(ranked, key=lambda place: (place.rank, places[place.entry].number))
    ]


def qualifying(standings: Standings, place: Standing) -> int:
    """A row's total without bonus rounds, and without what was given or taken in them."""
    bonus = {round_.number for round_ in standings.bonus}
    points = sum(points or 0 for points in standings.points_of(place, standings.announced))
    return points + sum(row.points for row in place.adjustments if row.round not in bonus)


@dataclass(frozen=True)
class Substitute:
    """Somebody who played in another player's seat: whole rounds, or one from a game on where that one left in it."""

    entry: Entry
    plays_for: Entry
    rounds: tuple[int, ...]
    from_game: int | None = None


@dataclass(frozen=True)
class LateArrival:
    entry: Entry
    first_round: int


@dataclass(frozen=True)
class CameIn:
    substitutes: list[Substitute]
    late: list[LateArrival]

    def __bool__(self) -> bool:
        return bool(self.substitutes or self.late)


def came_in(tournament: Tournament) -> CameIn:
    """Of the published rounds and the cards that count. Three queries."""
    entries = {entry.pk: entry for entry in tournament.entries.with_people()}
    seats = Seat.objects.filter(round__tournament=tournament, round__published_at__isnull=False)
    rounds: dict[tuple[int, int], list[int]] = defaultdict(list)
    first: dict[int, tuple[int, int | None]] = {}
    of_seats = seats.order_by("round__number", "entry__number")
    for number, entry, plays_for in of_seats.values_list("round__number", "entry", "substitute_for"):
        first.setdefault(entry, (number, plays_for))
        if plays_for is not None:
            rounds[entry, plays_for].append(number)
    substitutes = [
        Substitute(entries[entry], entries[plays_for], tuple(numbers))
        for (entry, plays_for), numbers in rounds.items()
    ]
    cards = Card.objects.filter(counting(tournament, "card_set"), round__tournament=tournament)
    substitutes += [
        Substitute(entries[entry], entries[plays_for], (number,), game + 1)
        for entry, plays_for, number, game in cards.filter(substitute__isnull=False).values_list(
            "substitute", "entry", "round__number", "left_after"
        )
        if game is not None
    ]
    start = min((number for number, _plays_for in first.values()), default=0)
    return CameIn(
        sorted(substitutes, key=lambda row: (row.rounds, row.entry.number)),
        [
            LateArrival(entries[entry], number)
            for entry, (number, plays_for) in first.items()
            if number > start and plays_for is None
        ],
    )


def came_in_words(
    tournament: Tournament, came: CameIn, name_of: Callable[[Entry], str]
) -> list[tuple[Entry, str]]:
    """Each of them with what they did, in the words of a page that calls people so."""
    lines = []
    for row in came.substitutes:
        values = {
            "name": name_with_number(name_of(row.plays_for), row.plays_for.number, tournament.names_alike),
            "rounds": get_text_list([tournament.round_in_words(number) for number in row.rounds], _("and")),
            "game": row.from_game,
        }
        whole, part = (
            _("played for %(name)s in %(rounds)s"),
            _("played for %(name)s from game %(game)s of %(rounds)s"),
        )
        lines.append((row.entry, (part if row.from_game else whole) % values))
    words = _("came late and played from %(round)s on")
    return lines + [
        (row.entry, words % {"round": tournament.round_in_words(row.first_round)}) for row in came.late
    ]


@dataclass(frozen=True)
class Withdrawal:
    """`last_round`: the last published one with a seat of theirs; None for somebody who did not come."""

    entry: Entry
    last_round: int | None


@dataclass(frozen=True)
class Report:
    """The director's final report, from what is stored. `money` has the fees, `prize_cents` what the prizes cost."""

    money: Totals
    prize_cents: int
    pot: Shares | None
    left: list[Withdrawal]
    came_in: CameIn
    rounds: list[Round]
    prizes: list[PrizeAward]
    raffles: list[RaffleWithPlayers]
    adjustments: list[Adjustment]
    complaints: list[Complaint]
    rulings: list[CardSet]
    played_on: list[Card]
    reopened: list[SetVersion]
    reported: list[ReportedNumber]
    window: CorrectionWindow | None
    written_off: list[WrittenOff]

    @property
    def has_money(self) -> bool:
        return bool(self.money.fees or self.money.paid or self.prize_cents)

    @property
    def money_left(self) -> int:
        """Cents in hand when every prize is handed over; negative where the fees did not pay for them."""
        return self.money.kept - self.prize_cents


def report(tournament: Tournament) -> Report:
    in_it = {"round__tournament": tournament}
    prizes = in_plan_order(PrizeAward.objects.filter(row__tournament=tournament))
    return Report(
        money=totals(accounts(tournament)),
        prize_cents=sum(award.cents for award in prizes),
        pot=shares_of(tournament),
        left=withdrawals(tournament),
        came_in=came_in(tournament),
        rounds=list(tournament.rounds.published()),
        prizes=prizes,
        raffles=with_players(
            tournament,
            list(tournament.raffles.filter(drawn_at__isnull=False).order_by("drawn_at", "pk")),
            with_drawn_from=False,
        ),
        adjustments=list(
            Adjustment.objects.filter(entry__tournament=tournament)
            .select_related("entry__person", "round", "by")
            .order_by("at", "pk")
        ),
        complaints=list(
            Complaint.objects.filter(entry__tournament=tournament).select_related("entry__person", "by")
        ),
        played_on=list(
            Card.objects.filter(**in_it, left_after__isnull=False)
            .select_related("entry__person", "substitute__person", "card_set__table__round", "round")
            .order_by("round__number", "card_set__table__number")
        ),
        reopened=list(
            SetVersion.objects.filter(table__round__tournament=tournament, verb=Verb.SET_REOPENED)
            .select_related("table__round", "by")
            .order_by("at", "pk")
        ),
        reported=list(
            ReportedNumber.objects.filter(entry__tournament=tournament).select_related(
                "entry__person", "table__round", "ended_by"
            )
        ),
        window=CorrectionWindow.objects.filter(tournament=tournament).first(),
        rulings=list(
            CardSet.objects.filter(**in_it)
            .exclude(ruling="")
            .select_related("table__round", "round", "ruled_by")
            .order_by("round__number", "table__number")
        ),
        written_off=written_off(tournament),
    )


def withdrawals(tournament: Tournament) -> list[Withdrawal]:
    """Those who withdrew or did not come; nobody who was disqualified."""
    left = tournament.entries.withdrawn().exclude(pk__in=disqualified(tournament))
    published = Max("seats__round__number", filter=Q(seats__round__published_at__isnull=False))
    last_rounds = dict(left.annotate(last=published).values_list("pk", "last"))
    return [Withdrawal(entry, last_rounds[entry.pk]) for entry in left.with_people()]


def directors(tournament: Tournament) -> list[str]:
    members = tournament.club.memberships.filter(role=Role.DIRECTOR).select_related("user")
    return sorted(str(member.user) for member in members)
