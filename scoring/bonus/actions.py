"""A bonus round added, and taken away again."""

from dataclasses import asdict, dataclass, field

from django.db.models import F
from django.utils.translation import gettext as _

from club.models import Movement, User
from record.change import change
from record.refused import conflict, refuse
from record.stamps import Stamp
from record.verbs import Verb
from scoring.bonus.queries import PRIZES_OF_A_ROUND, why_it_stays
from scoring.models import PrizeRow
from scoring.seats.on_the_day import Seats, seats_of_bonus
from tournament.models import Round, Tournament
from tournament.seating.proposal import any_seed
from tournament.seating.queries import drawable, name_of
from tournament.seating.storing import seat_rounds

MOVEMENTS = {Seats.STANDING: Movement.RANKED, Seats.DRAWN: Movement.RANDOM, Seats.LAST: ""}


@dataclass(frozen=True)
class NewBonusRound:
    """A bonus round as it is asked for; it lasts `minutes`, and its seats are made of `seed`, where they are drawn."""

    games: int
    minutes: int
    seats: Seats
    counts: bool
    seed: int = field(default_factory=any_seed)


def add_bonus_round(
    tournament: Tournament, asked: NewBonusRound, *, by: User, stamp: Stamp | None = None
) -> Round:
    """Makes a bonus round the next one to be published; the planned rounds behind it get the next numbers.

    What names those rounds by number goes along: categories, substitutes, starting times, the prize plan. Raises
    Refused before the first round, while a bonus round waits, and where it cannot be seated so; Conflict where
    seats or standings changed since the page was opened.
    """
    content = [asked.games, asked.minutes, asked.seats, asked.counts]
    with change(tournament, Verb.BONUS_ROUND_ADDED, by=by, stamp=stamp, content=content) as act:
        if act.repeated and (added := act.where.rounds.filter(pk=act.answer).first()):
            return added
        act.compare(
            {"seats_revision": act.where.seats_revision},
            _("The seating changed while this page was open. Look at it first."),
        )
        if asked.seats == Seats.STANDING:
            act.compare(
                {"standings_version": act.where.standings_version},
                _("The standings changed while this page was open. Look at them before you seat by them."),
            )
        last = act.where.rounds.published().last()
        if last is None:
            raise refuse(
                "not-begun", _("A bonus round is added on the day, when a round has been published.")
            )
        if act.where.rounds.planned().bonus().exists():
            raise refuse("bonus-waits", _("There is already a bonus round that is not published yet."))
        number = last.number + 1
        entries = {name_of(entry): entry for entry in drawable(act.where, number)}
        planned = seats_of_bonus(act.where, number, asked.seats, asked.seed, entries)
        moved = renumber(act.where, number, 1)
        round_ = Round.objects.create(
            tournament=act.where,
            number=number,
            minutes=asked.minutes,
            movement=MOVEMENTS[asked.seats],
            bonus_games=asked.games,
            bonus_counts=asked.counts,
        )
        seat_rounds([(round_, planned)], entries)
        act.answer = round_.pk
        new = asdict(asked)
        new["seats_made"] = new.pop("seats")
        if asked.seats == Seats.LAST:
            del new["seed"]
        act.record(about=round_, new={**new, "renumbered": moved}, seats=True, standings=True)
    return round_


def take_away(round_: Round, *, reason: str, by: User, stamp: Stamp | None = None) -> None:
    """Takes a bonus round away in which nothing was entered; the rounds behind it get their numbers back."""
    with change(
        round_.tournament, Verb.BONUS_ROUND_TAKEN_AWAY, by=by, stamp=stamp, about=round_, content=reason
    ) as act:
        now = Round.objects.bonus().filter(pk=round_.pk).first()
        if now is None:
            return
        if message := why_it_stays(now):
            raise conflict("in-use", message)
        if not reason.strip():
            raise refuse("reason-missing", _("Say why."), "reason")
        old = {"games": now.bonus_games, "counts": now.bonus_counts, "published_at": now.published_at}
        subject, number = f"round {now.number}", now.number
        now.delete()
        moved = renumber(act.where, number, -1)
        act.record(
            subject,
            about=(),
            old=old,
            new={"renumbered": moved},
            reason=reason,
            seats=True,
            standings=True,
        )


def renumber(tournament: Tournament, number: int, by: int) -> dict[int, int]:
    """Gives the rounds from `number` on, none of them published, other numbers, and whatever names them by number.

    Cards that were printed for them keep theirs: the desk tells by the seats that such a card is out of date.
    """
    moved = {}
    for row in tournament.rounds.filter(number__gte=number).order_by("-number" if by > 0 else "number"):
        moved[row.number] = row.number + by
        Round.objects.filter(pk=row.pk).update(number=row.number + by)
    times = tournament.starting_times.filter(number__gte=number)
    for time in times.order_by("-number" if by > 0 else "number"):
        times.filter(pk=time.pk).update(number=time.number + by)
    tournament.categories.filter(last_round__gte=number).update(last_round=F("last_round") + by)
    tournament.entries.filter(plays_until__gte=number).update(plays_until=F("plays_until") + by)
    prizes = PrizeRow.objects.filter(PRIZES_OF_A_ROUND, tournament=tournament)
    prizes.filter(number__gte=number).update(number=F("number") + by)
    # Results withheld from this very round on stay so: what is played instead of it is withheld too.
    if tournament.withheld_from is not None and tournament.withheld_from > number:
        tournament.withheld_from += by
        tournament.save(update_fields=["withheld_from"])
    return moved
