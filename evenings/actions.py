"""Starting an evening, its next round, and who comes and goes. It ends in `scoring.finishing.evenings`."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from club.models import Club, Movement, Person, User
from evenings.queries import earlier_rounds, order_to_seat_by, played_rounds
from evenings.season import put_into_season
from record.change import change
from record.phrases import fault_in_words
from record.refused import Refused, refuse
from record.stamps import Stamp
from record.verbs import Verb
from rules.game import Refusal
from rules.limits import MOST_ROUNDS
from rules.seating import Plan, evening_round
from tournament.check_in.actions import check_in
from tournament.check_in.seating_late import seat_or_say_why
from tournament.models import Entry, EveningDraw, Round, SittingOut, Tournament
from tournament.players.actions import NewPlayer, fetch, register, reinstate
from tournament.rounds.actions import has_begun, publish_round, take_back_publication
from tournament.seams import above
from tournament.seating.change_seats import change_seats
from tournament.seating.player_change import Kind, PlayerChange
from tournament.seating.proposal import NewPlan, RoundChange, any_seed
from tournament.seating.queries import (
    FEWEST_AT_TABLE,
    drawable,
    name_of,
    seating,
    wishes_apart,
    wishes_fixed,
)
from tournament.seating.storing import replace_rounds
from tournament.seating.swap import SEATS_CHANGED
from tournament.settings.actions import create_tournament

DRAWN_ROUND_BY_ROUND = (Movement.RANDOM, Movement.RANKED)


def end_those_over(club: Club) -> None:
    """Ends the club's evenings that nobody ended, so that the next one finds their places in the season."""
    for evening in club.tournaments.filter(is_evening=True, finished_at=None):
        if evening.is_over_by(timezone.now()):
            above.end_over(evening)


@transaction.atomic
def start_evening(
    club: Club, *, people: Sequence[Person], new: Sequence[str], by: User, stamp: Stamp, **fields: Any
) -> Tournament:
    """A new evening of today with these people of the club and new ones by their names, all of them here, and its first
    round drawn and published; in the season of the last evening, if it was in one. Raises Refused for whom nobody may
    enter, and for too few; then there is none.
    """
    today = timezone.localdate(timezone=ZoneInfo(fields["time_zone"]))
    its_own = {"date": today, "again": True, "is_evening": True}
    evening = create_tournament(club, by=by, stamp=stamp, **fields | its_own)
    if evening.rounds.published().exists():  # the same form once more
        return evening
    put_into_season(evening, by=by)
    known = [NewPlayer(number, person, checked_in=True) for number, person in enumerate(people, 1)]
    more = [NewPlayer(number, name=name, checked_in=True) for number, name in enumerate(new, len(known) + 1)]
    for player in (*known, *more):
        register(evening, player, by=by)
    next_round(evening, by=by)
    return Tournament.objects.get(pk=evening.pk)


@transaction.atomic
def next_round(tournament: Tournament, *, by: User, again: bool = False, stamp: Stamp | None = None) -> Round:
    """Draws the next round among those who are here, and publishes it; nothing else is started. One more than planned
    is planned from then on. `again`: in place of the one that is published. Raises Conflict where somebody published
    one meanwhile, Refused for too few people, and where that one has cards.

    A round that was planned by another movement, when this was a tournament, is published as it is, if it has a seat
    for everybody who is here and for nobody else.
    """
    with change(tournament, Verb.EVENING_ROUND_DRAWN, by=by, stamp=stamp, content=again) as act:
        tournament, latest = act.where, act.where.rounds.published().last()
        if act.repeated:
            return tournament.rounds.get(number=act.answer)
        number = latest.number if latest else 0
        act.compare({"round": number}, _("Somebody published a round meanwhile. Here it is."))
        if again:
            act.compare({"seats": tournament.seats_revision}, str(SEATS_CHANGED))
            if latest is None or has_begun(latest):
                raise refuse("begun", _("This round has started, so its seats stay."))
            take_back_publication(tournament, number=number, reason=_("Drawn again."), by=by)
            tournament.refresh_from_db()
        else:
            number += 1
        if number > MOST_ROUNDS:
            raise refuse("too-many", _("An evening has at most %(rounds)d rounds.") % {"rounds": MOST_ROUNDS})
        planned = tournament.rounds.planned().filter(number=number).first()
        is_drawn_here = planned is None or planned.movement in DRAWN_ROUND_BY_ROUND
        if again or planned is None or is_drawn_here or not seats_all(planned):
            if tournament.drawn_at is None:
                tournament.seed, tournament.drawn_at = any_seed(), act.at
            drawn_before = tournament.seats_revision
            drawn, out = draw(tournament, number)
            if planned is not None:
                stays = {name: getattr(planned, name) for name in ("bonus_games", "bonus_counts", "minutes")}
                tournament.rounds.filter(number=number).update(**stays)
            tournament.rounds_planned = max(number, tournament.rounds_planned)
            tournament.save(update_fields=["seed", "drawn_at", "rounds_planned"])
            new: dict[str, Any] = {
                "seed": tournament.seed,
                "drawn": drawn_before,
                "movement": tournament.evening_draw,
            }
            new |= {"seats": drawn.after[str(number)], "sits_out": [entry.number for entry in out]}
            act.record(about=tournament.rounds.get(number=number), new=new, seats=True)
        act.answer = number
    return publish_round(tournament, number=number, by=by)


def seats_all(planned: Round) -> bool:
    here = {entry.pk for entry in drawable(planned.tournament, planned.number)}
    return here == set(
        planned.tables.filter(seats__entry__isnull=False).values_list("seats__entry", flat=True)
    )


def draw(tournament: Tournament, number: int) -> tuple[NewPlan, list[Entry]]:
    """Seats everybody who is here in a new round, and stores who sits out."""
    here = {name_of(entry): entry for entry in drawable(tournament, number)}
    standings = order_to_seat_by(tournament)
    drawn = evening_round(
        list(here),
        played=played_rounds(tournament, seating(tournament)),
        earlier=earlier_rounds(tournament) if tournament.evening_draw == EveningDraw.NEW_FACES else (),
        by_choice=tournament.one_sits_out,
        standings=standings,
        seed=tournament.seed or 0,
        drawn=tournament.seats_revision,
        keep_apart=wishes_apart(tournament),
        fixed=wishes_fixed(tournament),
    )
    if isinstance(drawn, Refusal):
        raise Refused(map(fault_in_words, drawn.errors))
    movement = Movement.RANKED if standings else Movement.RANDOM
    proposal = NewPlan(
        tournament=tournament,
        stored=(),
        rounds=(RoundChange(number=number, stored=None, planned=drawn.seats, entries=here),),
        plan=Plan(len(drawn.seats), movement, movement, None, (drawn.seats,), ()),
        movement=movement,
        seed=tournament.seed or 0,
        entries=here,
    )
    round_, out = replace_rounds(proposal)[0], [here[name] for name in drawn.out]
    SittingOut.objects.bulk_create(SittingOut(round=round_, entry=entry) for entry in out)
    return proposal, out


@transaction.atomic
def somebody_came(
    tournament: Tournament, *, person: Person | None, name: str, begun: int = 0, by: User, stamp: Stamp
) -> tuple[Entry, bool]:
    """Lets somebody play: a person of the club, whoever left before too, or with `name` a new one. She takes an empty
    seat of the round of now, or plays from the next round on if it has begun or is full; also returns whether she has
    a seat. `begun`: the last round that has begun, as whoever is there says.
    """
    content = [person and person.pk, name]
    with change(tournament, Verb.PLAYER_PLAYS_ON, by=by, stamp=stamp, content=content) as act:
        if act.repeated:
            entry = tournament.entries.get(pk=act.answer)
        else:
            same = Person.objects.same_as([person.pk] if person else [])
            known = tournament.entries.filter(person__in=same).first()
            new = NewPlayer(number=None, person=person, name=name, checked_in=True)
            entry = back_again(known, by=by) if known else register(tournament, new, by=by)
            act.answer = entry.pk
    latest = act.where.rounds.published().filter(number__gt=last_begun(act.where, begun)).last()
    has_seat = latest is not None and entry.seats.filter(round=latest).exists()
    if latest is None or has_seat or act.repeated:
        return entry, has_seat
    return entry, seat_or_say_why(tournament, entry, by=by, only=latest.number) is None


def last_begun(tournament: Tournament, said: int) -> int:
    """The last round that has begun: the one of now where that was `said` or anything shows it, or else the one
    before it.
    """
    latest = tournament.rounds.published().last()
    return latest.number - (latest.number > said and not has_begun(latest)) if latest else 0


def back_again(entry: Entry, *, by: User) -> Entry:
    with change(entry.tournament, Verb.PLAYER_PLAYS_ON, by=by, about=entry) as act:
        entry = fetch(entry)
        if entry.plays_until is not None:
            act.record(old={"plays_until": entry.plays_until}, new={"plays_until": None})
            entry.plays_until = None
            entry.save(update_fields=["plays_until"])
    if entry.state == Entry.State.WITHDRAWN:
        entry = reinstate(entry, by=by)
    return check_in(entry, by=by)


@transaction.atomic
def leaves_now(entry: Entry, *, begun: int = 0, by: User, stamp: Stamp) -> str:
    """Draws nobody a seat any more for somebody who goes home. A seat of a round that has not begun goes to whoever
    sits out, or stays empty, by the usual change of seats; once the round has begun its cards say when she left.
    `begun`: the last round that has, as whoever is there says.

    Returns a sentence where too few were left at her table, so that the round was drawn again, or for any table, so
    that it was taken back.
    """
    tournament = entry.tournament
    with change(tournament, Verb.PLAYER_LEAVES, by=by, stamp=stamp, about=entry) as act:
        entry, last_round = fetch(entry), last_begun(act.where, begun)
        if entry.plays_until is not None and (act.repeated or entry.plays_until <= last_round):
            return ""
        act.record(old={"plays_until": entry.plays_until}, new={"plays_until": last_round})
        entry.plays_until = last_round
        entry.save(update_fields=["plays_until"])
    SittingOut.objects.filter(
        round__published_at__isnull=False, round__number__gt=last_round, entry=entry
    ).delete()
    latest = tournament.rounds.published().filter(number__gt=last_round, seats__entry=entry).last()
    if latest is None:
        return ""
    here, words = drawable(tournament, latest.number), {"round": latest.in_words}
    out = set(latest.sitting_out.values_list("entry", flat=True))
    other = next((player for player in here if player.pk in out), None)
    kind: Kind = "replace" if other else "withdraw"
    moved = PlayerChange(kind, entry, other, latest.number, latest.number)
    reason = _("Left before the round started.")
    with suppress(Refused), transaction.atomic():
        change_seats(tournament, moved, reason=reason, by=by)
        return ""
    if len(here) < FEWEST_AT_TABLE:
        take_back_publication(tournament, number=latest.number, reason=reason, by=by)
        return _("Too few are left, so %(round)s is not played.") % words
    next_round(tournament, again=True, by=by)
    return _("Too few were left at that table, so %(round)s is drawn again: look at the seats.") % words
